"""What a model's tokens cost, from a file of yours: the section `models` of the file that `chaindsl cost` reads."""

import math
import tomllib
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from inspect import isawaitable
from pathlib import Path
from typing import Any

from chaindsl.models.failure import ModelError
from chaindsl.vocabulary.model import Completion, Usage

MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Price:
    """The price of a million tokens, in whatever currency the file is."""

    input: float
    output: float

    def of(self, usage: Usage) -> float:
        """Return what so many tokens cost."""
        return (usage.input_tokens * self.input + usage.output_tokens * self.output) / MILLION


@dataclass(frozen=True, slots=True)
class Prices:
    """Prices by the name of a model."""

    models: Mapping[str, Price]

    def find(self, model: str) -> Price | None:
        """Return a model's price; `tiny-2026-01-01` is a `tiny` unless it is named itself. None where there is none."""
        fitting = [name for name in self.models if model == name or model.startswith(f"{name}-")]
        return self.models[max(fitting, key=len)] if fitting else None


class Priced:
    """A model whose answers know their cost: where it reports usage, no cost of its own, and a name with a price."""

    def __init__(self, model: Callable[..., Any], prices: Prices) -> None:
        self._model = self.__wrapped__ = model
        self._prices = prices

    def __call__(self, prompt: str, /, **options: Any) -> Any:
        answer = self._model(prompt, **options)
        if not isinstance(answer, str) and isawaitable(answer):
            return self._awaited(answer)
        return self._with_cost(answer)

    async def _awaited(self, pending: Awaitable[Any]) -> Any:
        return self._with_cost(await pending)

    def _with_cost(self, answer: Any) -> Any:
        if not isinstance(answer, Completion) or answer.usage is None or answer.usage.cost is not None:
            return answer
        price = self._prices.find(answer.model or "")
        if price is None:
            return answer
        return Completion(answer, usage=replace(answer.usage, cost=price.of(answer.usage)), model=answer.model)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)  # what pickle asks for before there is a model
        return getattr(self._model, name)

    def __repr__(self) -> str:
        return f"<priced {self._model!r}>"


def read_prices(file: str) -> Prices:
    """Read `[models.NAME]` with `input` and `output`, prices of a million tokens, from a TOML file.

    Raises ModelError `bad-setting` for a file that can't be read, and with everything that is wrong in it.
    """
    try:
        data = tomllib.loads(Path(file).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        said = error.strerror if isinstance(error, OSError) else str(error)
        raise ModelError("bad-setting", f"the prices of {file} can't be read: {said}", subject=file) from error
    models = data.get("models", {})
    problems = list(_problems(models))
    if problems:
        hint = "say [models.NAME] with input = and output =, prices of a million tokens"
        raise ModelError("bad-setting", f"{file}: {'; '.join(problems)}", subject=file, hint=hint)
    return Prices({name: Price(float(entry["input"]), float(entry["output"])) for name, entry in models.items()})


def _problems(models: object) -> Iterator[str]:
    if not isinstance(models, dict):
        yield "models is no table"
        return
    for name, entry in models.items():
        if not isinstance(entry, dict):
            yield f"models.{name} is no table"
            continue
        for way in ("input", "output"):
            value = entry.get(way)
            if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < math.inf:
                yield f"models.{name}.{way} is {value!r}, not a number of 0 or more"
        yield from (f"models.{name}: nothing is called {key!r} here" for key in entry if key not in {"input", "output"})
