"""The names outside the project that mean something here, and their one spelling. A table; it follows nothing."""

import builtins
import re
import sys
from functools import lru_cache

from chaindsl.graph.known import KNOWN_NAMES

_CHAINDSL_TEXT = (
    "AsyncComplete Budget BudgetExceeded CallsExceeded ChainDslError ChainError Command CommandResult "
    "Complete Completion Feedback Flow FlowError FromActor GuaranteeBroken IdempotencyKey InputError "
    "Issue Len Prompt PromptText Record Refused Run Runner State Status StepFailed Stuck Text Usage "
    "Values at_most branch chain cli decides never parallel passes prompt renamed repeat step transition "
    "workflow"
)
CHAINDSL = frozenset(_CHAINDSL_TEXT.split())
"""What `from chaindsl import *` is taken to bind."""
_INSIDE = frozenset({"AsyncTypedComplete", "TypedComplete"})
"""Types that mean something here and stand in inner modules only."""

SURE_MODULES = frozenset(
    {"abc", "asyncio", "builtins", "chaindsl", "collections", "dataclasses", "enum", "functools", "io", "itertools"}
    | {"json", "math", "operator", "os", "pathlib", "re", "sys", "types", "typing", "warnings"}
)
"""Top-level modules that are never the project's own and are there whenever a flow is."""

_INNER = re.compile(r"^(chaindsl|pydantic|annotated_types|typing_extensions)\.(?!graph\.)(?:[a-z_]\w*\.)*(\w+)$")
_FRONT = {"typing_extensions": "typing"}


@lru_cache(1_000)
def canonical(name: str) -> str:
    """Return the one spelling of a dotted name: the package's front door instead of its inner modules."""
    found = _INNER.match(name)
    if found is None:
        return name
    package, last = found.groups()
    if package == "chaindsl" and last not in CHAINDSL | _INSIDE:
        return name
    return f"{_FRONT.get(package, package)}.{last}"


def star_binds(module: str, name: str) -> bool | None:
    """Say whether `from module import *` binds a name; None where nobody can know.

    No package is taken to give away new meanings of `str` and `list`.
    """
    top = module.partition(".")[0]
    if top == "chaindsl":
        return name in CHAINDSL
    if isinstance(getattr(builtins, name, None), type):
        return False
    if top not in SURE_MODULES:
        return None
    known = vars(sys.modules[module]) if module in sys.modules else {}
    return name in known.get("__all__", ()) or f"{module}.{name}" in KNOWN_NAMES
