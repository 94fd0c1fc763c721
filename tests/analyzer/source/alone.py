"""One module without a project around it."""

from pathlib import Path

from analyzer.source.module import Module
from analyzer.source.tree import parse


class NoModules:
    """A project without other modules."""

    def module(self, name: str, importer: Module, level: int) -> Module | None:
        return None


def module_of(text: str) -> Module:
    """A module with this text."""
    return Module("m", Path("/p/m.py"), "m.py", Path("/p"), text, parse(text))
