"""The names of models that the command line takes: which kinds there are, and the module that builds each.

A kind's module is imported when a model of that kind is asked for; each has a function `from_spec`.
"""

import os
import re
from dataclasses import dataclass
from difflib import get_close_matches
from importlib import import_module
from typing import cast

from chaindsl.models.failure import ModelError
from chaindsl.models.prices import Priced, read_prices
from chaindsl.vocabulary.model import Complete


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of name: the pattern a name has, how people write it, what it means, and the module that builds it."""

    pattern: str
    form: str
    meaning: str
    module: str


# The first whose pattern matches the whole name builds the model.
KINDS = (
    Kind(r"local", "local", "the small model that runs in this machine (extra `local`)", "chaindsl.models.local"),
    Kind(r"https?://.*", "http://HOST/v1#MODEL", "any OpenAI-compatible server (extra `http`)", "chaindsl.models.url"),
    Kind(r"openai:.*", "openai:MODEL", "OpenAI, with OPENAI_API_KEY (extra `http`)", "chaindsl.models.openai"),
    Kind(
        r"anthropic:.*",
        "anthropic:MODEL",
        "Anthropic, with ANTHROPIC_API_KEY (extra `anthropic`)",
        "chaindsl.models.anthropic",
    ),
    Kind(r"[^\W\d][\w.]*:[^\W\d][\w.]*", "MODULE:FUNCTION", "any callable of yours", "chaindsl.models.imported"),
)


def resolve(spec: str, *, prices: str | None = None) -> Complete:
    """Return the model that a name means; with a file of `prices`, else CHAINDSL_PRICES, its answers know their cost.

    Raises ModelError: `unknown-model` for a name of no kind, with the kinds there are; `missing-extra` when a package
    is not installed; and whatever the kind itself finds wrong with the name.
    """
    for kind in KINDS:
        if re.fullmatch(kind.pattern, spec, re.DOTALL):
            model = cast(Complete, import_module(kind.module).from_spec(spec))
            table = prices or os.environ.get("CHAINDSL_PRICES")
            return Priced(model, read_prices(table)) if table else model
    raise ModelError("unknown-model", f"{spec!r} names no model", subject=spec, hint=_choices(spec))


def _choices(spec: str) -> str:
    forms = ", ".join(f"{kind.form} ({kind.meaning})" for kind in KINDS)
    near = get_close_matches(spec, [kind.form for kind in KINDS], n=1)
    return f"{f'did you mean {near[0]}? ' if near else ''}there are {forms}"
