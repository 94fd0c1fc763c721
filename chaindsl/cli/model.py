"""Which model a command's flow asks, and what its tokens cost: `--model` and `--prices`, wherever models run."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from chaindsl.models import catalogue
from chaindsl.vocabulary.model import Complete

Command = TypeVar("Command", bound=Callable[..., Any])
WHICH = "The model: local, openai:NAME, anthropic:NAME, or URL#NAME."
COSTS = "What a million tokens cost, for the trace: a TOML file; else CHAINDSL_PRICES."
_PRICES = "chaindsl.prices"


def model_options(which: str = WHICH) -> Callable[[Command], Command]:
    """Let a command be told a model, which it takes as `model`, and prices, which `resolve` knows of by itself."""

    def decorated(command: Command) -> Command:
        command = click.option("--prices", metavar="FILE.toml", help=COSTS, expose_value=False, callback=_keep_prices)(
            command
        )
        return click.option("--model", metavar="SPEC", help=which)(command)

    return decorated


def resolve(spec: str) -> Complete:
    """Return the model that a name means, with the prices that the running command was given, if any.

    Raises ModelError for a name that means none, and for prices that can't be read.
    """
    context = click.get_current_context(silent=True)
    return catalogue.resolve(spec, prices=None if context is None else context.meta.get(_PRICES))


def _keep_prices(context: click.Context, _: click.Parameter, value: str | None) -> None:
    context.meta[_PRICES] = value
