"""What goes wrong with a model: one error, with a code that says how. No message of it holds a key."""

from importlib import import_module
from types import ModuleType

from chaindsl.errors import ChainDslError


class ModelError(ChainDslError):
    """A model could not be had, or gave no text.

    The codes: `unknown-model` and `bad-setting` (what was asked for is wrong), `missing-extra` (a package is not
    installed), `model-unreachable`, `model-timeout`, `model-refused` (`status` is then the HTTP status) and
    `model-malformed` (an answer came, and it can't be read).
    `transient` says that the same call may succeed a little later, `wait` (seconds) when, where the server says so.
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        subject: str | None = None,
        hint: str | None = None,
        status: int | None = None,
        transient: bool = False,
        wait: float | None = None,
    ) -> None:
        super().__init__(code, message, subject=subject, hint=hint)
        self.status = status
        self.transient = transient
        self.wait = wait


def require(package: str, extra: str) -> ModuleType:
    """Import a package that an extra brings. Raises ModelError that names the extra when it is not installed."""
    try:
        return import_module(package)
    except ModuleNotFoundError as error:
        if error.name != package:
            raise
        raise ModelError(
            "missing-extra",
            f"this needs {package}, which is not installed",
            subject=package,
            hint=f"pip install 'chaindsl[{extra}]'",
        ) from error
