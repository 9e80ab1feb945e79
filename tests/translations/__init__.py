"""The catalogues of translations: how they follow the sources, and what must hold for them."""
