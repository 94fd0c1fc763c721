"""What stands in the place of a tool that a test does not hand in: whoever uses it is told what to do."""

from typing import Any, NoReturn

from chaindsl.errors import FlowError, Issue


class UnusedTool:
    """A tool that can't be called, and has no attributes."""

    def __init__(self, name: str, step: str) -> None:
        self._said = (name, step)

    def __call__(self, *args: Any, **options: Any) -> NoReturn:
        """Raise FlowError, which no step tries again."""
        name, step = self._said
        hint = f"hand it in as {name}=…, or say what the step returns with returns={{{step!r}: […]}}"
        raise FlowError([Issue("missing-tool", f"the test has no {name}, and step {step} uses it", name, None, hint)])

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self()
