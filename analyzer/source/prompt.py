"""Prompts: `prompt(name, version=, text=)`, or with `file=` the text of a file beside the module."""

from analyzer.source.arguments import called
from analyzer.source.collection import elements
from analyzer.source.definition import Definition, Expr, Spread
from analyzer.source.hole import hole
from analyzer.source.reader import Reader
from analyzer.source.text import normal
from analyzer.source.trouble import TroubleError
from analyzer.source.typed import Given, argument, text
from chaindsl.graph.step import Prompt
from chaindsl.graph.unknown import Maybe, Unknown, Why

_MOST_BYTES = 512 * 1024


def prompts(reader: Reader, given: Given) -> Maybe[tuple[Prompt, ...]]:
    """Return the prompts that a step names: none, one, or a list."""
    if given is None or isinstance(given, Unknown):
        return given if isinstance(given, Unknown) else ()
    found = reader.follow(given)
    one = _prompt(reader, found)
    if one is not None:
        return (one,)
    if reader.constant(found) is None:
        return ()
    items = elements(reader, found)
    if isinstance(items, Unknown):
        return hole(reader, found, given if isinstance(given, Expr) else None)
    read = [item.unknown if isinstance(item, Spread) else _listed(reader, item) for item in items]
    lost = next((item for item in read if isinstance(item, Unknown)), None)
    return lost or tuple(item for item in read if isinstance(item, Prompt))


def _listed(reader: Reader, item: Definition) -> Maybe[Prompt]:
    found = reader.follow(item)
    return _prompt(reader, found) or hole(reader, found, item if isinstance(item, Expr) else None)


def _prompt(reader: Reader, found: Definition) -> Prompt | None:
    call = called(reader, found)
    if call is None or call.name != "chaindsl.prompt":
        return None
    at = call.arguments.call
    name = argument(reader, call.arguments.get("name", 0), "", text)
    version = argument(reader, call.arguments.get("version"), "", text)
    file = call.arguments.get("file")
    if file is None:
        said = argument(reader, call.arguments.get("text"), "", text)
    else:
        said = _file(at, argument(reader, file, "", text))
    return Prompt(name, version, said, at.frame.module.place(at.node))


def _file(at: Expr, name: Maybe[str]) -> Maybe[str]:
    """A prompt's file is read only inside the project: a hostile path must not carry a secret into a report."""
    if isinstance(name, Unknown):
        return name
    module = at.frame.module
    try:
        path = module.disk.real(module.folder / name)
        if not path.is_relative_to(module.disk.real(module.root)):
            return at.frame.unknown(Why.OUTSIDE, at.node, name)
        data = module.disk.load(path, _MOST_BYTES)
        if len(data) <= _MOST_BYTES:
            return normal(data.decode("utf-8"))
    except (TroubleError, OSError, ValueError, RuntimeError):
        pass
    return at.frame.unknown(Why.UNRESOLVED, at.node, name)
