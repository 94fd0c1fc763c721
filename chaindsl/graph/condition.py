"""The trees that guards are: conditions over keys, or a function's name. What they mean is `guard`'s."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from chaindsl.graph.step import Check
from chaindsl.graph.tag import tag
from chaindsl.graph.typeform import Scalar


@dataclass(frozen=True, slots=True)
class Key:
    """The value of a key."""

    name: str
    kind: Literal["key"] = tag("key")


@dataclass(frozen=True, slots=True)
class Length:
    """`len(key)`."""

    name: str
    kind: Literal["length"] = tag("length")


@dataclass(frozen=True, slots=True)
class Constant:
    """A literal; `type` keeps `1` and `True` apart."""

    value: Scalar
    type: str
    kind: Literal["constant"] = tag("constant")

    @classmethod
    def of(cls, value: Scalar) -> "Constant":
        """Return the constant for a plain value."""
        return cls(value, type(value).__name__)


@dataclass(frozen=True, slots=True)
class Compare:
    """`left op right`; op is one of `== != < <= > >= is` and `is not` (the last two against None only)."""

    op: str
    left: "Operand"
    right: "Operand"
    kind: Literal["compare"] = tag("compare")


@dataclass(frozen=True, slots=True)
class Member:
    """`item in (constants)`, or `not in` when negated."""

    item: "Operand"
    choices: tuple[Constant, ...]
    negated: bool
    kind: Literal["member"] = tag("member")


@dataclass(frozen=True, slots=True)
class Not:
    """`not part`."""

    part: "Condition"
    kind: Literal["not"] = tag("not")


@dataclass(frozen=True, slots=True)
class All:
    """`a and b and …`, flattened, in the order written."""

    parts: tuple["Condition", ...]
    kind: Literal["all"] = tag("all")


@dataclass(frozen=True, slots=True)
class AnyOf:
    """`a or b or …`, flattened, in the order written."""

    parts: tuple["Condition", ...]
    kind: Literal["any-of"] = tag("any-of")


@dataclass(frozen=True, slots=True)
class Predicate:
    """A guard that is a function: its name and the keys it reads. What it answers is opaque."""

    check: Check
    kind: Literal["predicate"] = tag("predicate")


@dataclass(frozen=True, slots=True)
class Expression:
    """A guard that is an expression over keys."""

    condition: "Condition"
    kind: Literal["expression"] = tag("expression")


Guard: TypeAlias = Predicate | Expression
Operand: TypeAlias = Key | Length | Constant
Condition: TypeAlias = Operand | Compare | Member | Not | All | AnyOf
