"""One Python function in the making: the parameters that its body turns out to need, and expressions over them."""

from collections.abc import Iterable, Set
from dataclasses import dataclass

from chaindsl.yamlform.aliases import Aliases
from chaindsl.yamlform.annotation import ANY, Type
from chaindsl.yamlform.form import Argument, Operation, Source, Transition
from chaindsl.yamlform.keyring import Keyring, argument_type
from chaindsl.yamlform.layout import Layout, Piece, call, keyword, row
from chaindsl.yamlform.operand import ARGUMENTS, Given, Operand, Path
from chaindsl.yamlform.position import Position
from chaindsl.yamlform.quoting import quoted, value_text

_NUMBERS = frozenset({"int", "float"})
_TEXTS = frozenset({"str"})
_SIGNS = {"add": "+", "subtract": "-", "multiply": "*", "divide": "/"}


@dataclass(slots=True)
class Parameter:
    """One parameter, and where the YAML first asks for it."""

    name: str
    type: Type
    place: Position
    supplied: Argument | None = None

    @property
    def optional(self) -> bool:
        """Whether it may be left out."""
        return self.supplied is not None and not self.supplied.required


class Function:
    """A function of a transition. `supplied` says that its actor's arguments are parameters of their own kind."""

    def __init__(self, keyring: Keyring, transition: Transition, *, supplied: bool = False) -> None:
        self.keyring = keyring
        self.transition = transition
        self.parameters: dict[str, Parameter] = {}
        self.keyed = False
        self.names: set[str] = set()
        if supplied:
            for one in transition.arguments:
                self.parameters[one.name.text] = Parameter(one.name.text, argument_type(one), one.name.place, one)

    def use(self, *names: str) -> None:
        """Remember names that have to be imported."""
        self.names.update(names)

    def need(self, path: Path, fit: Set[str] = frozenset()) -> str:
        """Return the parameter that a path starts with. Where its type is none that fits, it is not looked at."""
        name = path.name if path.root == ARGUMENTS else self.keyring.key(path.root, path.name)
        whole = Path(path.root, path.name, (), path.text, path.place)
        found = self.keyring.operand_type(whole, self.transition)
        if path.rest or (fit and found.plain not in fit):
            found = ANY
        known = self.parameters.setdefault(name, Parameter(name, found, path.place))
        if known.supplied is None and found == ANY:
            known.type = ANY
        return name

    def operand(self, operand: Operand, fit: Set[str] = frozenset()) -> str:
        """Return the expression for an operand."""
        if isinstance(operand, Given):
            return value_text(operand.value)
        return self.inside(self.need(operand, fit), operand)

    def inside(self, whole: str, path: Path) -> str:
        """Return the expression for what lies inside of what an expression gives."""
        return whole + "".join(f"[{quoted(part) if isinstance(part, str) else part}]" for part in path.rest)

    def text(self, operand: Operand) -> str:
        """Return the expression for an operand as text, for a command."""
        if isinstance(operand, Given):
            return quoted(operand.value if isinstance(operand.value, str) else value_text(operand.value))
        found = self.operand(operand)
        kind = ANY if operand.rest else self.keyring.operand_type(operand, self.transition)
        if kind.plain == "str":
            return found
        return f"str({found}).lower()" if kind.plain == "bool" else f"str({found})"

    def source(self, source: Source) -> str:
        """Return the expression for what is put somewhere."""
        if not isinstance(source, Operation):
            return self.operand(source)
        if source.operator == "concat":
            return " + ".join(self.text(one) for one in source.operands)
        return f" {_SIGNS[source.operator]} ".join(self.operand(one, _NUMBERS) for one in source.operands)

    def begins(self, operand: Operand) -> str:
        """Return the expression for an operand that `starts_with` looks at."""
        return self.operand(operand, _TEXTS)

    def add(self, name: str, kind: Type, place: Position) -> None:
        """Add a parameter."""
        self.parameters.setdefault(name, Parameter(name, kind, place))

    def header(self, name: str, returns: Type, wish: str, place: Position, aliases: Aliases, ends: str) -> Layout:
        """Return the `def` line; `wish` is what the type that it returns is called, if it is long."""
        ordered = sorted(self.parameters.values(), key=lambda one: (one.optional, one.supplied is not None))
        items: list[Layout] = [self._parameter(one, aliases) for one in ordered]
        if self.keyed:
            self.use("IdempotencyKey")
            items += [Piece("*"), Piece("key: IdempotencyKey")]
        return row(Piece("def ", place), call(name, items, place), f" -> {aliases.spelt(returns, wish, place)}{ends}")

    def _parameter(self, one: Parameter, aliases: Aliases) -> Layout:
        if one.supplied is None:
            return row(Piece(f"{one.name}: {aliases.spelt(one.type.bare, one.name, one.place)}", one.place))
        self.use("FromActor")
        default = "" if one.supplied.required else f" = {value_text(one.supplied.default)}"
        spelt = aliases.spelt(one.type, one.name, one.place, one.supplied.description)
        return row(Piece(f"{one.name}: FromActor[{spelt}]{default}", one.place))


def options(pairs: Iterable[tuple[str, Layout | str | None, Position | None]]) -> list[Layout]:
    """Return keyword arguments for the values that are there."""
    return [keyword(name, value, place) for name, value, place in pairs if value is not None]
