"""The way in: reads files of a project, each parsed once, and finds the modules that they import."""

import os
from pathlib import Path

from analyzer.source.census import Census
from analyzer.source.disk import Disk, Memory
from analyzer.source.locate import Locator
from analyzer.source.module import Module
from analyzer.source.reach import Import, Reach
from analyzer.source.reading import Reading, SourceFlow
from analyzer.source.survey import Survey
from analyzer.source.text import decode
from analyzer.source.tree import parse
from analyzer.source.trouble import Problem, Trouble, TroubleError
from analyzer.source.vocabulary import SURE_MODULES
from chaindsl.graph.flow import Flow

_LONGEST = 64 * 1024 * 1024
"""How much of a file is searched for the word that makes it worth parsing; no source file is that long."""


class Project:
    """The files of one or more projects, read as they are now and remembered.

    No file is ever imported. Files of more than `max_bytes` bytes are not parsed.
    """

    def __init__(self, *, max_bytes: int = 512 * 1024, disk: Disk | None = None) -> None:
        self.disk = disk or Disk()
        self._max_bytes = max_bytes
        self._locator = Locator(self.disk)
        self._given: dict[Path, bytes] = {}
        self._modules: Memory[Path, Module | None] = {}
        self._parsed: Memory[tuple[Path, str, bytes], Module] = {}
        self._base = ""
        self._reach = Reach(self._bytes, self._imported, self.disk)

    def read(self, path: Path, *, shown: str | None = None, content: bytes | None = None) -> Reading:
        """Return the flows of a file and what could not be read.

        `shown` is the file's name in places, the path itself unless given; `content` is what is in it, if that is not
        what lies on the disk. Neither a file that can't be read nor anything in it raises.
        """
        file = str(path) if shown is None else shown
        full = self.disk.real(path)
        self._learn_base(full, file)
        try:
            data = self.disk.load(path, _LONGEST) if content is None else content
            self._given[full] = data
            if len(data) <= _LONGEST and not self._reach.leads(full):
                return Reading(file, (), (), None)
            module = self._parse(full, file, data)
        except TroubleError as error:
            return Reading(file, (), (error.problem(file),), None)
        return self._survey(module)

    def module(self, name: str, importer: Module, level: int) -> Module | None:
        """Return the module that an import names: `level` counts the dots before the name. None if it is not ours."""
        found = self._locator.find(name, importer.path, level)
        return None if found is None else self._load(found, importer)

    def leads(self, name: str, importer: Module, level: int, part: str = "") -> bool:
        """Say whether a module, or with `part` a name of it, may hand on names of chaindsl."""
        top = name.partition(".")[0]
        if not level and top in SURE_MODULES:
            return top == "chaindsl"
        found = self._locator.find(name, importer.path, level)
        if found is None:
            return False
        package = found.suffix != ".py" or found.name == "__init__.py"
        if part and package and self.leads(f"{name}.{part}".lstrip("."), importer, level):
            return True
        if package and not part:
            # Other imports may bind modules of the package to it.
            return True
        return found.suffix == ".py" and self._reach.leads(self.disk.real(found))

    def _survey(self, module: Module) -> Reading:
        survey = Survey(self)
        flows: list[SourceFlow] = []
        try:
            for found in Census(survey, module).found.values():
                survey.refuel(whole=True)
                graph = survey.flow(found.call)
                if isinstance(graph, Flow):
                    home = found.call.arguments.call.frame.module
                    flows.append(SourceFlow(graph, tuple(found.symbols), found.scope, home, survey.bodies, survey))
        except RecursionError:
            survey.problems[_limit(module, Trouble.TOO_DEEP, "nested too deeply to be followed")] = None
        if survey.exhausted:
            survey.problems[_limit(module, Trouble.TOO_LARGE, "too much to follow: flows may be missing")] = None
        problems = sorted(survey.problems, key=lambda problem: (problem.place, problem.trouble, problem.message))
        return Reading(
            module.file,
            tuple(sorted(flows, key=_order)),
            tuple(problems),
            module.text,
            module,
            survey,
            survey.interest(module),
        )

    def _load(self, path: Path, importer: Module) -> Module | None:
        full = self.disk.real(path)
        found = self.disk.remember(self._modules, full, lambda: self._opened(full, path.suffix == ".py"))
        return found if found is None or found.root == importer.root else None

    def _opened(self, full: Path, file: bool) -> Module | None:
        if not file:
            return Module(self._name(full), full, "", self._locator.root(full), package=True, disk=self.disk)
        try:
            data = self._bytes(full)
            return None if data is None else self._parse(full, self._shown(full), data)
        except TroubleError:
            return None

    def _parse(self, full: Path, file: str, data: bytes) -> Module:
        """Return the module that a file's bytes say, parsed once: a reading and an import see the same one."""
        return self.disk.remember(self._parsed, (full, file, data), lambda: self._module(full, file, data))

    def _module(self, full: Path, file: str, data: bytes) -> Module:
        if len(data) > self._max_bytes:
            raise TroubleError(Trouble.TOO_LARGE, f"larger than {self._max_bytes} bytes, not read")
        text = decode(data)
        root = self._locator.root(full.parent)
        package = full.name == "__init__.py"
        return Module(self._name(full), full, file, root, text, parse(text), package, self.disk)

    def _name(self, full: Path) -> str:
        """The dotted name of a module from where imports start."""
        root = self._locator.root(full.parent)
        inner = root / "src"
        start = inner if full.is_relative_to(inner) else root
        parts = full.relative_to(start).with_suffix("").parts if full.is_relative_to(start) else (full.stem,)
        return ".".join(parts[:-1] if parts[-1:] == ("__init__",) else parts)

    def _bytes(self, path: Path) -> bytes | None:
        if path in self._given:
            self.disk.given(path, self._given[path], self._max_bytes)
            return self._given[path]
        try:
            return self.disk.load(path, self._max_bytes)
        except TroubleError:
            return None

    def _imported(self, path: Path, line: Import) -> list[Path]:
        """The files of the project that an import runs: the module's, and those of modules among the names."""
        names = [line.module, *(f"{line.module}.{name}".lstrip(".") for name in line.names)]
        found = [self._locator.find(name, path, line.level) for name in names]
        return [self.disk.real(path) for path in found if path is not None and path.suffix == ".py"]

    def _learn_base(self, full: Path, file: str) -> None:
        """Other modules are shown the way this one is: relative to the same folder."""
        whole, tail = str(full), os.path.normpath(file)
        if not os.path.isabs(tail) and whole.endswith(os.sep + tail):
            self._base = whole[: -len(tail)]

    def _shown(self, full: Path) -> str:
        whole = str(full)
        return whole[len(self._base) :] if self._base and whole.startswith(self._base) else whole


def _limit(module: Module, trouble: Trouble, message: str) -> Problem:
    return Problem(trouble, message, module.place(module.tree))


def _order(flow: SourceFlow) -> tuple[object, ...]:
    place = flow.graph.place
    return ("", 0, 0) if place is None else (place.file, place.line, place.column, flow.scope, flow.symbols)
