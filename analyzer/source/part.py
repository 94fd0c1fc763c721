"""Parts of chains: steps, flows, branches, loops and the like, and holes for what can't be followed."""

import ast

from analyzer.source.arguments import Arguments, Called, called
from analyzer.source.collection import elements, entries
from analyzer.source.declaration import Declaration, declaration
from analyzer.source.definition import Definition, Expr, Items, Spread
from analyzer.source.hole import hole
from analyzer.source.literal import label
from analyzer.source.surveyor import Surveyor
from analyzer.source.typed import Given, argument, text, whole
from chaindsl.graph.flow import Branch, Hole, Nested, Parallel, Part, Repeat, Route
from chaindsl.graph.place import Place
from chaindsl.graph.rename import rename_step
from chaindsl.graph.step import Step
from chaindsl.graph.unknown import Maybe, Unknown, Why

FLOWS = frozenset({"chaindsl.chain", "chaindsl.workflow"})


def parts(surveyor: Surveyor, items: list[Definition | Spread]) -> tuple[Part, ...]:
    """Return the parts that items stand for, in order; what can't be followed is a hole."""
    return tuple(_spread(item) if isinstance(item, Spread) else _part(surveyor, item) for item in items)


def _spread(item: Spread) -> Hole:
    return Hole(item.unknown, many=True, place=item.unknown.place)


def _place(item: Definition) -> Place | None:
    return item.frame.module.place(item.node) if isinstance(item, Expr) else None


def _hole(surveyor: Surveyor, item: Definition, unknown: Unknown | None = None, *, many: bool = False) -> Hole:
    seen = item if isinstance(item, Expr) else None
    if unknown is None:
        unknown = hole(surveyor, surveyor.follow(item), seen)
    elif seen is not None:
        unknown = seen.frame.unknown(unknown.why, seen.node)
    return Hole(unknown, many, unknown.place)


def _part(surveyor: Surveyor, item: Definition) -> Part:
    if not isinstance(item, Expr):
        return _read(surveyor, item)
    key = ("part", item.node, item.frame.activation)
    return surveyor.once(key, lambda: _read(surveyor, item), lambda: _hole(surveyor, item, Unknown(Why.DYNAMIC)))


def _read(surveyor: Surveyor, item: Definition) -> Part:
    found = surveyor.follow(item)
    call = called(surveyor, found)
    if call is not None and call.name:
        block = _block(surveyor, call, item)
        if block is not None:
            return block
    declared = declaration(surveyor, found)
    if not isinstance(declared, Declaration):
        return _hole(surveyor, item, declared)
    if declared.kind != "step":
        return _hole(surveyor, item, Unknown(Why.OPAQUE))
    step = surveyor.step(declared)
    return _hole(surveyor, item, step) if isinstance(step, Unknown) else step


def _block(surveyor: Surveyor, call: Called, item: Definition) -> Part | None:
    match call.name:
        case name if name in FLOWS:
            flow = surveyor.flow(call)
            return _hole(surveyor, item, flow) if isinstance(flow, Unknown) else Nested(flow, _place(item))
        case "chaindsl.branch":
            return _branch(surveyor, call.arguments)
        case "chaindsl.repeat":
            return _repeat(surveyor, call.arguments)
        case "chaindsl.parallel":
            return Parallel(parts(surveyor, call.arguments.positional), _place(call.arguments.call))
        case "chaindsl.renamed":
            return _renamed(surveyor, call.arguments, item)
    return None


def _branch(surveyor: Surveyor, given: Arguments) -> Branch:
    otherwise = given.get("otherwise")
    return Branch(
        key=argument(surveyor, given.get("key", 0), "", text),
        routes=_routes(surveyor, given.get("routes", 1)),
        otherwise=None if otherwise is None else _route(surveyor, otherwise),
        place=_place(given.call),
    )


def _routes(surveyor: Surveyor, given: Given) -> Maybe[tuple[Route, ...]]:
    if given is None or isinstance(given, Unknown):
        return given or Unknown(Why.UNRESOLVED)
    pairs = entries(surveyor, given)
    if isinstance(pairs, Unknown):
        return hole(surveyor, surveyor.follow(given), given if isinstance(given, Expr) else None)
    found: dict[object, Route] = {}
    for key, value in pairs:
        name = label(surveyor, key)
        found[name if not isinstance(name, Unknown) else len(found)] = Route(name, _route(surveyor, value))
    return tuple(found.values())


def _route(surveyor: Surveyor, given: Definition) -> tuple[Part, ...]:
    """The parts of a route: one, a list of them, or None for none."""
    found = surveyor.follow(given)
    if isinstance(found, Unknown):
        return (_hole(surveyor, given, found, many=True),)
    if isinstance(found, Items) or (
        isinstance(found, Expr) and isinstance(found.node, ast.List | ast.Tuple | ast.BinOp)
    ):
        items = elements(surveyor, found)
        return (_hole(surveyor, given, items, many=True),) if isinstance(items, Unknown) else parts(surveyor, items)
    if surveyor.constant(found) is None:
        return ()
    part = _part(surveyor, given)
    return (Hole(part.unknown, many=True, place=part.place),) if isinstance(part, Hole) else (part,)


def _repeat(surveyor: Surveyor, given: Arguments) -> Repeat:
    return Repeat(
        parts=parts(surveyor, given.positional),
        until=argument(surveyor, given.get("until"), "", text),
        limit=argument(surveyor, given.get("limit"), 1, whole),
        exhausted=argument(surveyor, given.get("exhausted"), "fail", text),
        place=_place(given.call),
    )


def _renamed(surveyor: Surveyor, given: Arguments, item: Definition) -> Part:
    step = given.get("step", 0)
    if step is None or isinstance(step, Unknown):
        return _hole(surveyor, item)
    part = _part(surveyor, step)
    names = _names(surveyor, given.get("reads"))
    if not isinstance(part, Step) or isinstance(names, Unknown):
        return _hole(surveyor, item, names if isinstance(names, Unknown) else None)
    writes = given.get("writes")
    name = argument(surveyor, given.get("name"), "", text)
    new = None if writes is None else argument(surveyor, writes, "", text)
    return rename_step(part, name, names, new)


def _names(surveyor: Surveyor, given: Given) -> Maybe[dict[str, str]]:
    if given is None or isinstance(given, Unknown):
        return given or {}
    value = surveyor.constant(given)
    if value is None:
        return {}
    if isinstance(value, dict) and all(isinstance(name, str) for pair in value.items() for name in pair):
        return {str(old): str(new) for old, new in value.items()}
    return value if isinstance(value, Unknown) else Unknown(Why.OPAQUE)
