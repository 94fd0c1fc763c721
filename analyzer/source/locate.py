"""Where modules of the project lie on the disk. It finds files and never opens them.

The folder of the nearest `pyproject.toml` upward is the project's root; imports start there and in its `src`. A file in
a folder that is no package sees its neighbours as well, as a script does.
"""

from pathlib import Path

from analyzer.source.disk import Disk, Memory
from analyzer.source.vocabulary import SURE_MODULES


class Locator:
    """Finds modules by the names that imports use, and remembers what it found."""

    def __init__(self, disk: Disk | None = None) -> None:
        self._disk = disk or Disk()
        self._roots: Memory[Path, Path] = {}
        self._found: Memory[tuple[Path, str], Path | None] = {}
        self._answers: Memory[tuple[str, Path, int], Path | None] = {}

    def root(self, folder: Path) -> Path:
        """Return the root of the project that a folder belongs to: the folder itself if there is no project file."""
        return self._disk.remember(self._roots, folder, lambda: self._root(folder))

    def _root(self, folder: Path) -> Path:
        marked = (one for one in (folder, *folder.parents) if self._disk.is_file(one / "pyproject.toml"))
        return next(marked, folder)

    def find(self, name: str, file: Path, level: int) -> Path | None:
        """Return the file of a module, or the folder of a package without `__init__.py`; None if it is not ours.

        `file` is the importing module's file, or its folder where that is all it has; `level` counts the dots.
        """
        return self._disk.remember(self._answers, (name, file, level), lambda: self._find(name, file, level))

    def _find(self, name: str, file: Path, level: int) -> Path | None:
        if not level and (not name or name.partition(".")[0] in SURE_MODULES):
            return None
        folder = file if file.suffix != ".py" else file.parent
        root = self.root(folder)
        if level:
            for _ in range(level - 1):
                folder = folder.parent
            return self._below(folder, name) if folder.is_relative_to(root) else None
        starts = [root, root / "src"]
        if not self._disk.is_file(folder / "__init__.py"):
            starts.append(folder)
        return next((path for start in starts if (path := self._below(start, name)) is not None), None)

    def _below(self, start: Path, name: str) -> Path | None:
        return self._disk.remember(self._found, (start, name), lambda: self._search(start, name))

    def _search(self, start: Path, name: str) -> Path | None:
        path = start
        parts = name.split(".") if name else []
        if not all(part.isidentifier() for part in parts):
            return None
        for index, part in enumerate(parts):
            path = path / part
            if self._disk.is_folder(path):
                continue
            module = path.with_name(f"{part}.py")
            return module if index == len(parts) - 1 and self._disk.is_file(module) else None
        inner = path / "__init__.py"
        if self._disk.is_file(inner):
            return inner
        module = path.with_name(f"{path.name}.py")
        return module if parts and self._disk.is_file(module) else path
