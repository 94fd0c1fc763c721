"""Where `chaindsl check` keeps what it found: with the user, never in the checked tree, which may be anybody's."""

import os
from pathlib import Path

from chaindsl.cli.checker import STDIN, Options

VARIABLE = "CHAINDSL_CACHE_DIR"


def cache_folder(options: Options) -> str | None:
    """Return the folder of the cache; None where there is to be none, or where nobody knows a place for it."""
    # What comes from standard input is not what lies at the path that it is called by.
    if options.no_cache or options.paths == (STDIN,):
        return None
    return usual_folder(options.cache_dir)


def usual_folder(asked: str | None = None) -> str | None:
    """Return the folder that was asked for, or else the one of the environment or of the user; None without any."""
    named = asked or os.environ.get(VARIABLE)
    if named:
        return str(Path(named).absolute())
    try:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    except RuntimeError:
        return None
    return str(base / "chaindsl") if base.is_absolute() else None
