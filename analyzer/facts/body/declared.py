"""From a function behind a step to what its declaration names: predicate, validators, the decorator's call."""

from analyzer.source.arguments import Arguments
from analyzer.source.check import functions
from analyzer.source.declaration import Declaration, declaration
from analyzer.source.definition import Expr, Function
from analyzer.source.reader import Reader
from analyzer.source.reading import Body
from chaindsl.graph.unknown import Unknown


def declared(reader: Reader, body: Body) -> Arguments | None:
    """Return the arguments of the decorator that made a function a step; None where it is not seen on the function."""
    found = declaration(reader, body.function)
    return found.arguments if isinstance(found, Declaration) else None


def validators(reader: Reader, body: Body) -> list[Function]:
    """Return the functions that check what a step writes."""
    given = declared(reader, body)
    return [] if given is None else functions(reader, given.get("validate"))


def predicate(reader: Reader, body: Body) -> Function | None:
    """Return the function that guards a transition, if it is one."""
    given = declared(reader, body)
    when = None if given is None else given.get("when")
    if when is None or isinstance(when, Unknown):
        return None
    found = reader.follow(when)
    return found if isinstance(found, Function) else None


def argument_of(arguments: Arguments, name: str) -> Expr | None:
    """Return the expression of an argument that is given by its name."""
    found = arguments.named.get(name)
    return found if isinstance(found, Expr) else None
