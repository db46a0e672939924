"""List the messages that each language lacks. They are shown in English.

Usage: python scripts/missing_messages.py
"""

from __future__ import annotations

from shindig.gamekit import games
from shindig.messages import ENGLISH, list_languages
from shindig.messages.catalog import SHARED, compile_folder, list_folders, read_files


def list_missing(language: str) -> list[str]:
    """Return the ids that a language lacks, in the folders in which it has any file."""
    found: list[str] = []
    for folder in list_folders():
        if read_files(folder, language):
            found += sorted(set(compile_folder(folder, ENGLISH)) - set(compile_folder(folder, language)))
    return found


def list_untranslated(language: str) -> list[str]:
    """Return the folders of games without a file in a language."""
    return [one.parent.name for one in list_folders() if one != SHARED and not read_files(one, language)]


def main() -> None:
    games()
    for language in list_languages():
        if language != ENGLISH:
            missing, games_left = list_missing(language), list_untranslated(language)
            print(f"{language}: {len(missing)} messages are missing{': ' if missing else ''}{', '.join(missing)}")
            print(f"{language}: not translated: {', '.join(games_left) or 'nothing'}")


if __name__ == "__main__":
    main()
