"""What is said of inputs that a trace or a store does not have: they were redacted, cut, or are new."""

from collections.abc import Collection
from dataclasses import replace

from chaindsl.runtime.failure import InputError


def not_kept(error: InputError, option: str, given: Collection[str]) -> InputError:
    """Return the error with hints that say how inputs are given again, those in `given` excepted.

    `option` is the name of the keyword that takes them in Python.
    """
    hint = "the record does not have it: give it as {0}=… at the terminal, in Python {1}={{{0!r}: …}}"
    return InputError(
        [
            replace(issue, hint=hint.format(issue.subject, option))
            if _not_there(issue.code, issue.subject, given)
            else issue
            for issue in error.issues
        ]
    )


def _not_there(code: str, subject: str | None, given: Collection[str]) -> bool:
    return code in ("missing-input", "wrong-input") and subject not in given
