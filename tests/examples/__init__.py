"""Programs that use foxduet as a library, as anybody's would."""
