"""The entry point of PyInstaller, which cannot see modules and texts loaded by name."""

from pathlib import Path


def hook_folders() -> list[str]:
    """Return the folder of the hook that names all modules and texts."""
    return [str(Path(__file__).with_name("hooks"))]
