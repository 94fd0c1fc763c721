"""What a record tells of an attempt beside what it read and wrote, without the secrets in it."""

from typing import Any

from chaindsl.trace.details import Details
from chaindsl.trace.secrets import Secrets

_TEXTS = ("message", "error", "raw", "idempotency_key")
_SENT, _ANSWER = 3, 4
"""Where the texts stand in what details keep of a model call."""


def mask_details(details: Details, secrets: Secrets) -> None:
    """Mask what the details tell: messages, errors, the end of what a command printed, prompts, answers."""
    for name in _TEXTS:
        if (text := getattr(details, name)) is not None:
            setattr(details, name, secrets.mask(text))
    if details.tail is not None:
        details.tail = secrets.mask_end(details.tail)
    if details.calls:
        details.calls = [_call(call, secrets) for call in details.calls]


def _call(call: tuple[Any, ...], secrets: Secrets) -> tuple[Any, ...]:
    texts = {index: call[index] for index in (_SENT, _ANSWER) if call[index] is not None}
    return tuple(secrets.mask(texts[index]) if index in texts else part for index, part in enumerate(call))
