# The program knows its options and the player's language.
foxduet completion fish | source
