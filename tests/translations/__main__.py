"""Bring all translations up to date with the sources: ``python -m tests.translations [LANGUAGE]``.

A LANGUAGE that has no file yet gets one. What is left to translate is printed.
"""

from __future__ import annotations

import sys
from pathlib import Path

from babel.messages.catalog import Catalog

from foxduet.words.i18n import DOMAIN, LOCALES
from tests.translations.catalogues import (
    compiled,
    files,
    forms,
    language_of,
    messages,
    text_of,
    updated,
)


def main() -> int:
    """Update every catalogue; return 1 if some sentence is not translated."""
    for language in sys.argv[1:]:
        _begin(language)
    missing = 0
    for path in files():
        catalogue = updated(path)
        content = text_of(catalogue)
        if content != path.read_bytes():
            path.write_bytes(content)
        path.with_suffix(".mo").write_bytes(compiled(catalogue))
        left = [one for one in messages(catalogue) if one.fuzzy or not all(forms(one.string or ""))]
        missing += len(left)
        for one in left:
            print(f"{language_of(path)}: {one.id!r}")
        print(f"{language_of(path)}: {len(left)} to translate, of {len(catalogue)}")
    return 1 if missing else 0


def _begin(language: str) -> None:
    path = Path(LOCALES, language, "LC_MESSAGES", f"{DOMAIN}.po")
    if not path.exists():
        path.parent.mkdir(parents=True)
        path.write_bytes(text_of(Catalog(locale=language, project="foxduet", fuzzy=False)))


if __name__ == "__main__":
    sys.exit(main())
