"""`chaindsl check --load`: imports flows that are put together at run time, so that what was made can be checked.

The one kind of check that runs the user's code. It says so first, on standard error, and keeps what that code prints
out of the report.
"""

import sys
from collections.abc import Iterable
from contextlib import redirect_stdout
from pathlib import Path

from analyzer.files import Finder, Listing, Source
from analyzer.live import LiveInspector
from analyzer.mention import Mentions
from analyzer.places import files_of
from analyzer.report.pieces.printable import printable
from analyzer.rules.registry import Find
from analyzer.settings.configuration import Configuration
from analyzer.source.text import load
from analyzer.source.trouble import TroubleError
from chaindsl.cli.loading import load_flow, load_symbol
from chaindsl.cli.target import parse_target
from chaindsl.cli.wrong import short
from chaindsl.errors import ChainDslError
from chaindsl.graph.flow import Flow as Graph
from chaindsl.language.flow import Flow

LONGEST = 64 * 1024 * 1024


class Loaded:
    """The flows that were imported, and the files that they were written in."""

    def __init__(self, addresses: Iterable[str]) -> None:
        self.graphs = [_imported(address) for address in addresses]
        self._paths = {file: str(Path(file).absolute()) for graph in self.graphs for file in files_of(graph)}

    def seen(self, configuration: Configuration, finder: Finder) -> tuple[Listing, Mentions]:
        """The files, each as if it had been named."""
        files: list[tuple[Source, bytes]] = []
        for path in sorted(set(self._paths.values())):
            data = _bytes(path)
            if data is not None:
                settings = configuration.at(str(Path(path).parent))
                files.append((Source(path, finder.shown(path), settings, named=True), data))
        known = {source.path for source, _ in files}
        for graph in self.graphs:
            _refuse_without_source(graph, known)
        return Listing(source for source, _ in files), Mentions(files, looked=len(files))

    def inspector(self, finder: Finder, rules: Find) -> LiveInspector:
        """What checks these flows."""
        shown = {file: finder.shown(path) for file, path in self._paths.items()}
        return LiveInspector(self.graphs, shown, rules)


def _imported(address: str) -> Graph:
    """The graph of a flow at `module:flow` or `FILE.py:flow`. Raises ChainDslError where there is none."""
    target = parse_target(address)
    by_file = target.file.endswith(".py") or Path(target.file).name != target.file
    sys.stderr.write(f"note: --load imports {printable(short(target.file))}, and so runs the code in it\n")
    sys.stderr.flush()
    with redirect_stdout(sys.stderr):
        found = load_flow(target)[1] if by_file else load_symbol(address)
    if not isinstance(found, Flow):
        hint = "name a variable that holds what chain() or workflow() returned"
        raise ChainDslError("no-flow", f"{address} is no flow, it is a {type(found).__name__}", address, hint=hint)
    return found.graph


def _bytes(path: str) -> bytes | None:
    try:
        return load(Path(path), LONGEST)
    except TroubleError:
        return None


def _refuse_without_source(graph: Graph, known: set[str]) -> None:
    """A flow whose own file is gone has no place that a finding could have."""
    place = graph.place
    if place is None or str(Path(place.file).absolute()) not in known:
        where = "nowhere" if place is None else place.file
        hint = "call chain() or workflow() in a file"
        raise ChainDslError("no-source", f"flow {graph.name} was made in {where}, which is no file", hint=hint)
