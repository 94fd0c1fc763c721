"""How a name is bound. It says how, not to what: `names` follows it."""

import ast
from dataclasses import dataclass
from typing import TypeAlias

from analyzer.source.block import Point


@dataclass(frozen=True, slots=True, eq=False)
class Assigned:
    """Bound to an expression; `path` are the positions of an unpacking that lead to the name."""

    value: ast.expr
    path: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Augmented:
    """Bound to what `name op= value` makes of its earlier value; `value` says that as `name op value`."""

    value: ast.BinOp


@dataclass(frozen=True, slots=True, eq=False)
class Defined:
    """Bound by `def` or `class`."""

    node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@dataclass(frozen=True, slots=True, eq=False)
class Imported:
    """Bound to a module, or with `name` to a name in it."""

    node: ast.alias
    module: str
    level: int = 0
    name: str | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Parameter:
    """Bound by a call of the function."""

    name: str


@dataclass(frozen=True, slots=True, eq=False)
class Opaque:
    """Bound to something only known when it runs; `node` shows it. `variable` marks type parameters."""

    node: ast.AST
    variable: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Deleted:
    """No longer bound."""


Origin: TypeAlias = Assigned | Augmented | Defined | Imported | Parameter | Opaque | Deleted


@dataclass(slots=True, eq=False)
class Binding:
    """One place where a name is bound. Not frozen: there are many, and nobody changes them."""

    name: str
    point: Point
    origin: Origin
