"""What a call hands over, positions and keywords, with everything unpacked that can be; and whom it calls."""

import ast
from dataclasses import dataclass, field

from analyzer.source.collection import entries, spread
from analyzer.source.definition import Definition, Expr, Outside, Spread
from analyzer.source.reader import Reader
from chaindsl.graph.unknown import Maybe, Unknown, Why


@dataclass(slots=True)
class Arguments:
    """The arguments of a call; `rest` is there if there may be more keywords than could be read."""

    call: Expr
    positional: list[Definition | Spread] = field(default_factory=list)
    named: dict[str, Definition] = field(default_factory=dict)
    rest: Unknown | None = None

    def get(self, name: str, position: int | None = None) -> Maybe[Definition | None]:
        """Return an argument: None where it isn't given, unknown where it may be."""
        if name in self.named:
            return self.named[name]
        if position is not None:
            before = self.positional[: position + 1]
            for item in before:
                if isinstance(item, Spread):
                    return item.unknown
            if len(before) > position:
                return before[position]  # type: ignore[return-value]
        return self.rest


@dataclass(slots=True)
class Called:
    """A call that was followed to the one it calls; `name` is dotted for what is outside the project, else empty."""

    target: Definition
    arguments: Arguments

    @property
    def name(self) -> str:
        """The dotted name of what is called."""
        return self.target.name if isinstance(self.target, Outside) else ""


def called(reader: Reader, definition: Definition) -> Called | None:
    """Return what a followed definition calls, None where it is no call; `functools.partial` is seen through."""
    if not isinstance(definition, Expr) or not isinstance(definition.node, ast.Call):
        return None
    given = _arguments(reader, definition, definition.node)
    target = reader.follow(Expr(definition.node.func, definition.frame))
    bound = called(reader, target) if isinstance(target, Expr) and target.node is not definition.node else None
    if bound is None or bound.name != "functools.partial" or not bound.arguments.positional:
        return Called(target, given)
    first, *others = bound.arguments.positional
    if isinstance(first, Spread):
        return Called(first.unknown, given)
    rest = given.rest or bound.arguments.rest
    merged = Arguments(definition, [*others, *given.positional], bound.arguments.named | given.named, rest)
    return Called(reader.follow(first), merged)


def _arguments(reader: Reader, definition: Expr, node: ast.Call) -> Arguments:
    frame = definition.frame
    found = Arguments(definition, spread(reader, node.args, frame))
    for keyword in node.keywords:
        if keyword.arg is not None:
            found.named[keyword.arg] = Expr(keyword.value, frame)
            continue
        pairs = entries(reader, Expr(keyword.value, frame))
        if isinstance(pairs, Unknown):
            found.rest = Unknown(pairs.why, frame.module.segment(keyword.value), frame.module.place(keyword.value))
            continue
        for key, value in pairs:
            name = reader.constant(key)
            if isinstance(name, str):
                found.named[name] = value
            else:
                found.rest = frame.unknown(Why.DYNAMIC, keyword.value)
    return found
