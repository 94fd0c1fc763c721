"""Names made of constants of other modules and classes."""

import settings
from settings import LIMITS, Keys, prefixed

from chaindsl import Budget, chain, step


@step(
    writes=Keys.ANSWER,
    name=prefixed("first"),
    max_attempts=LIMITS["tries"],
    timeout=settings.Limits.SECONDS,
)
def first(question: str) -> str: ...


@step(
    writes=settings.KEYS[-1],
    each=settings.Keys.ANSWER + "s" if settings.MANY else "answer",
    limit=settings.Limits.MOST,
)
def second(item: str) -> str: ...


flow = chain(
    f"{settings.NAME}-flow",
    first,
    second,
    inputs={"question": str, "answer": list[str]},
    budget=Budget(seconds=settings.Limits.SECONDS * 2, calls=LIMITS["calls"]),
    outputs=[*settings.KEYS],
)
