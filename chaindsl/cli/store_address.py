"""Where the command line keeps runs: the option, else the variable CHAINDSL_STORE, else a file in this folder."""

import os
from pathlib import Path

from chaindsl.errors import ChainDslError

VARIABLE = "CHAINDSL_STORE"
FOLDER = ".chaindsl"
FILE = "runs.db"


def store_address(option: str | None) -> str:
    """Return the address of the store. The folder of the default one is made, and kept out of version control.

    Raises ChainDslError `store-unavailable` where that can't be done.
    """
    said = option or os.environ.get(VARIABLE)
    if said:
        return said
    folder = Path(FOLDER)
    try:
        folder.mkdir(exist_ok=True)
        ignored = folder / ".gitignore"
        if not ignored.exists():
            ignored.write_text("*\n", encoding="utf-8")
    except OSError as error:
        message = f"{folder.absolute()} can't be made: {error.strerror or error}"
        raise ChainDslError("store-unavailable", message, hint="name another place with --store ADDRESS") from error
    return str(folder / FILE)
