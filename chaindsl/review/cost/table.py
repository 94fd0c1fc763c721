"""The file that says what steps take: success, seconds, tokens, prices. TOML or JSON; every problem is told at once."""

import json
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from chaindsl.errors import ChainDslError, FlowError, Issue
from chaindsl.graph.nearest import nearest
from chaindsl.review.cost.spread import Spread

Numbers: TypeAlias = dict[str, Any]

_LONGEST = 1_000_000
_LARGEST = 1e15
"""Larger amounts, and what is no number, are no amounts."""
_STEP = ("success", "noticed", "seconds", "calls", "items", "input_tokens", "output_tokens", "model")
_SHARES = {"success", "noticed", "ends"}
_SECTIONS: dict[str, tuple[str, ...]] = {
    "steps": _STEP,
    "models": ("input", "output"),
    "loops": ("ends",),
    "transitions": ("weight",),
}
_SINGLE: dict[str, tuple[str, ...]] = {"defaults": _STEP, "decision": ("input_tokens", "output_tokens", "seconds")}


@dataclass(frozen=True, slots=True)
class Table:
    """What the file says, by section; spreads for amounts, numbers between 0 and 1 for shares.

    `steps` are by `step` or `flow.step`, `models` hold prices of a million tokens, `routes` weights by key and label,
    `loops` how often a round ends them by key, `transitions` weights by name; `decision` is what asking a model for a
    decision takes.
    """

    defaults: Mapping[str, Any] = field(default_factory=dict)
    steps: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    models: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    routes: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    loops: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    transitions: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    decision: Mapping[str, Any] = field(default_factory=dict)
    currency: str = ""


def read_table(file: str) -> Table:
    """Read a table.

    Raises ChainDslError (`rates-unreadable`) for a file that can't be read, FlowError with every problem in it.
    """
    return table_of(_data(file), file)


def table_of(data: Mapping[str, Any], file: str) -> Table:
    """Return the table that plain data says. Raises FlowError with every problem."""
    reader = _Reader(file)
    found: dict[str, Any] = {}
    for section, content in data.items():
        if section == "currency":
            found[section] = reader.text(section, content)
        elif section in _SINGLE:
            found[section] = reader.entry(section, content, _SINGLE[section])
        elif section == "routes":
            found[section] = dict(reader.routes(content))
        elif section in _SECTIONS:
            entries = reader.mapping(section, content)
            found[section] = {
                name: reader.entry(f"{section}.{name}", entry, _SECTIONS[section]) for name, entry in entries.items()
            }
        else:
            reader.wrong(section, f"{section!r} is no section", nearest(section, [*_SINGLE, *_SECTIONS, "routes"]))
    if reader.issues:
        raise FlowError(reader.issues)
    return Table(**found)


def _data(file: str) -> dict[str, Any]:
    try:
        content = Path(file).read_bytes()
        if len(content) > _LONGEST:
            raise ValueError(f"larger than {_LONGEST} bytes")
        text = content.decode()
        parse: Callable[[str], Any] = json.loads if file.endswith(".json") else tomllib.loads
        found = parse(text)
    except OSError as error:
        raise ChainDslError("rates-unreadable", f"{file} can't be read: {error.strerror or error}", file) from error
    except (ValueError, RecursionError) as error:
        hint = "it is TOML, or JSON where its name ends with .json"
        raise ChainDslError("rates-unreadable", f"{file} can't be read: {error}", file, hint=hint) from None
    if not isinstance(found, dict):
        raise ChainDslError("rates-unreadable", f"{file} is no object of sections", file)
    return found


class _Reader:
    """Turns plain data into numbers and spreads, and notes what is wrong."""

    def __init__(self, file: str) -> None:
        self._file = file
        self.issues: list[Issue] = []

    def wrong(self, subject: str, message: str, hint: str | None = None) -> None:
        self.issues.append(Issue("wrong-rate", f"{self._file}: {message}", subject, hint=hint))

    def mapping(self, name: str, content: Any) -> dict[str, Any]:
        if isinstance(content, dict):
            return content
        self.wrong(name, f"{name} is no table")
        return {}

    def text(self, name: str, content: Any) -> str:
        if isinstance(content, str):
            return content
        self.wrong(name, f"{name} is no text")
        return ""

    def entry(self, name: str, content: Any, known: tuple[str, ...]) -> Numbers:
        found: Numbers = {}
        for key, value in self.mapping(name, content).items():
            where = f"{name}.{key}"
            if key not in known:
                self.wrong(where, f"{where}: nothing is called {key!r} here", nearest(key, known))
            elif key == "model":
                found[key] = self.text(where, value)
            elif key in _SHARES:
                found[key] = self.share(where, value)
            elif name.startswith(("models.", "transitions.")):
                found[key] = self.number(where, value)
            else:
                found[key] = self.spread(where, value)
        return found

    def routes(self, content: Any) -> Iterator[tuple[str, dict[str, float]]]:
        for key, weights in self.mapping("routes", content).items():
            where = f"routes.{key}"
            yield key, {label: self.number(f"{where}.{label}", w) for label, w in self.mapping(where, weights).items()}

    def number(self, name: str, value: Any) -> float:
        if _is_number(value) and value >= 0:
            return float(value)
        self.wrong(name, f"{name} is {value!r}, not a number of 0 or more")
        return 0.0

    def share(self, name: str, value: Any) -> float:
        if _is_number(value) and 0 <= value <= 1:
            return float(value)
        self.wrong(name, f"{name} is {value!r}, not a number from 0 to 1")
        return 1.0

    def spread(self, name: str, value: Any) -> Spread:
        """One number, or three: least, likely, most."""
        numbers = value if isinstance(value, list) else [value] * 3
        if len(numbers) == 3 and all(_is_number(one) and one >= 0 for one in numbers) and numbers == sorted(numbers):
            return Spread(*map(float, numbers))
        self.wrong(name, f"{name} is {value!r}, neither a number of 0 or more nor [least, likely, most]")
        return Spread()


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < _LARGEST
