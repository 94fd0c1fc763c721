"""The addresses of stores that the command line and applications take, and the module that opens each kind.

A kind's module is imported when a store of that kind is asked for.
"""

import re
from dataclasses import dataclass
from importlib import import_module
from typing import cast

from chaindsl.store.failure import StoreError
from chaindsl.store.store import Store


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of address: its pattern, how people write it, what it means, and what opens it.

    What the pattern's group holds is handed to `name` of `module`; `package` is what `extra` brings.
    """

    pattern: str
    form: str
    meaning: str
    module: str
    name: str
    package: str = ""
    extra: str = ""


# The first whose pattern matches the whole address opens the store.
KINDS = (
    Kind(r"memory:()", "memory:", "nothing is kept", "chaindsl.store.memory", "MemoryStore"),
    Kind(
        r"(postgres(?:ql)?://.+)",
        "postgresql://USER@HOST/DATABASE",
        "a PostgreSQL database (extra `postgres`)",
        "chaindsl.store.postgres",
        "PostgresStore",
        "psycopg",
        "postgres",
    ),
    Kind(r"sqlite:(?!//)(.+)", "sqlite:PATH", "a SQLite file", "chaindsl.store.sqlite", "SqliteStore"),
    # A name of two letters or more before a colon is a kind that there is none of.
    Kind(r"((?![A-Za-z][\w+.-]+:)(?!:).+)", "PATH", "a SQLite file too", "chaindsl.store.sqlite", "SqliteStore"),
)


def open_store(address: str) -> Store:
    """Return the store at an address; who opens it closes it.

    Raises StoreError: `bad-address` for one of no kind, with the kinds there are, `missing-extra` when a package is not
    installed, Unavailable and Damaged when the place can't be used.
    """
    for kind in KINDS:
        found = re.fullmatch(kind.pattern, address, re.DOTALL)
        if found:
            return _opened(kind, found[1])
    forms = ", ".join(f"{kind.form} ({kind.meaning})" for kind in KINDS)
    message = f"{_without_password(address)!r} is no address of a store"
    raise StoreError("bad-address", message, None, None, f"there are {forms}")


def _opened(kind: Kind, place: str) -> Store:
    try:
        opener = getattr(import_module(kind.module), kind.name)
    except ImportError as error:
        if not kind.package or (error.name or kind.package).partition(".")[0] != kind.package:
            raise
        message = f"{kind.form} needs {kind.package}, which is not installed"
        hint = f"pip install 'chaindsl[{kind.extra}]'"
        raise StoreError("missing-extra", message, kind.package, None, hint) from error
    return cast(Store, opener(place) if place else opener())


def _without_password(address: str) -> str:
    return re.sub(r"(//[^/@:]*):[^/@]*@", r"\1:…@", address)
