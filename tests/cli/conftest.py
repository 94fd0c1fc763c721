"""What every test of the command line shares: what a command imports does not outlive its test."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def forgotten(tmp_path: Path) -> Iterator[None]:
    """A later test may have a module of the same name, in a folder of its own."""
    path = list(sys.path)
    yield
    sys.path[:] = path
    for name, module in list(sys.modules.items()):
        if str(getattr(module, "__file__", "")).startswith(str(tmp_path)):
            del sys.modules[name]
