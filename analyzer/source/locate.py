"""Where modules of the project lie on the disk. It finds files and never opens them.

The folder of the nearest `pyproject.toml` upward is the project's root; imports start there and in its `src`. A file in
a folder that is no package sees its neighbours as well, as a script does.
"""

import os
from pathlib import Path

from analyzer.source.vocabulary import SURE_MODULES


class Locator:
    """Finds modules by the names that imports use, and remembers what it found."""

    def __init__(self) -> None:
        self._roots: dict[Path, Path] = {}
        self._found: dict[tuple[Path, str], Path | None] = {}
        self._answers: dict[tuple[str, Path, int], Path | None] = {}

    def root(self, folder: Path) -> Path:
        """Return the root of the project that a folder belongs to: the folder itself if there is no project file."""
        if folder not in self._roots:
            candidates = (folder, *folder.parents)
            marked = (candidate for candidate in candidates if os.path.isfile(candidate / "pyproject.toml"))
            self._roots[folder] = next(marked, folder)
        return self._roots[folder]

    def find(self, name: str, file: Path, level: int) -> Path | None:
        """Return the file of a module, or the folder of a package without `__init__.py`; None if it is not ours.

        `file` is the importing module's file, or its folder where that is all it has; `level` counts the dots.
        """
        key = (name, file, level)
        if key not in self._answers:
            self._answers[key] = self._find(name, file, level)
        return self._answers[key]

    def _find(self, name: str, file: Path, level: int) -> Path | None:
        folder = file if file.suffix != ".py" else file.parent
        root = self.root(folder)
        if level:
            for _ in range(level - 1):
                folder = folder.parent
            return self._below(folder, name) if folder.is_relative_to(root) else None
        if name.partition(".")[0] in SURE_MODULES or not name:
            return None
        starts = [root, root / "src"]
        if not self._is_file(folder / "__init__.py"):
            starts.append(folder)
        return next((path for start in starts if (path := self._below(start, name)) is not None), None)

    def _below(self, start: Path, name: str) -> Path | None:
        key = (start, name)
        if key not in self._found:
            self._found[key] = self._search(start, name)
        return self._found[key]

    def _search(self, start: Path, name: str) -> Path | None:
        path = start
        parts = name.split(".") if name else []
        if not all(part.isidentifier() for part in parts):
            return None
        for index, part in enumerate(parts):
            path = path / part
            if os.path.isdir(path):
                continue
            module = path.with_name(f"{part}.py")
            return module if index == len(parts) - 1 and self._is_file(module) else None
        inner = path / "__init__.py"
        if self._is_file(inner):
            return inner
        module = path.with_name(f"{path.name}.py")
        return module if parts and self._is_file(module) else path

    @staticmethod
    def _is_file(path: Path) -> bool:
        return os.path.isfile(path)
