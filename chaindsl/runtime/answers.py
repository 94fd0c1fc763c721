"""What models answered in a run that was recorded, for a run of today: it says where it is asked something else."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from threading import Lock
from typing import Any

from chaindsl.runtime.failure import ChainError
from chaindsl.trace.keep import HIDDEN
from chaindsl.trace.secrets import Secrets
from chaindsl.vocabulary.model import Completion, Usage

Attempt = tuple[str, int | None, int]
"""A step's path, the item, and the attempt."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Where a run of today is not what was recorded: at which attempt, in what, what it was then and is now.

    `what` is `prompt`, `call` (one that was not made then, or is not made now), `step` (one that was not tried then, or
    is not now) or `output`.
    """

    path: str
    item: int | None
    attempt: int
    what: str
    then: str | None
    now: str | None


class Unanswered(ChainError):
    """A step asks a model for something that no answer was recorded for."""

    def __init__(self, path: str, tool: str) -> None:
        message = f"{path} asks {tool} once more than was recorded"
        super().__init__(
            "unanswered", message, path, None, f"let the step ask a real model, with --live {path.rpartition('/')[2]}"
        )


class RecordedFailure(Exception):
    """A model's call had failed when it was recorded."""


class Answers:
    """The model calls of one recorded run, by attempt. `live` names the steps that ask their real models.

    `secrets` are what the run of today knows to be secret. A prompt that no record shows is held against nothing.
    """

    def __init__(self, records: Iterable[Mapping[str, Any]], live: frozenset[str]) -> None:
        self.live = live
        self.secrets: Secrets | None = None
        self.differences: list[Difference] = []
        self._calls: dict[Attempt, list[Mapping[str, Any]]] = {}
        self._asked: defaultdict[tuple[Attempt, str], int] = defaultdict(int)
        self._lock = Lock()
        for record in records:
            self._calls[record["path"], record["item"], record["attempt"]] = list(record["calls"])

    def model(self, attempt: Attempt, tool: str, real: Callable[..., Any]) -> Callable[..., Any]:
        """Return what stands for a model in one attempt."""
        if attempt[0].rpartition("/")[2] in self.live:
            return real

        def answer(prompt: str, /, *args: Any, **options: Any) -> str:
            return self._answer(attempt, tool, str(prompt))

        return answer

    def _answer(self, attempt: Attempt, tool: str, asked: str) -> str:
        prompt = asked if self.secrets is None else self.secrets.mask(asked)
        path, item, number = attempt
        with self._lock:
            index = self._asked[attempt, tool]
            self._asked[attempt, tool] += 1
            calls = [call for call in self._calls.get(attempt, ()) if call["tool"] == tool]
            call = calls[index] if index < len(calls) else None
            sent = None if call is None else call.get("sent")
            if call is None:
                self.differences.append(Difference(path, item, number, "call", None, prompt))
            elif sent not in (prompt, repr(HIDDEN)):
                self.differences.append(Difference(path, item, number, "prompt", sent, prompt))
        if call is None:
            raise Unanswered(path, tool)
        if call.get("error"):
            raise RecordedFailure(f"{call['error']}, as it was recorded")
        return _completion(call)

    def unasked(self) -> list[Difference]:
        """Return the calls that were recorded for attempts of today's run, and that it did not make."""
        found = []
        for attempt, calls in self._calls.items():
            for tool in dict.fromkeys(call["tool"] for call in calls):
                asked = self._asked.get((attempt, tool))
                of_tool = [call for call in calls if call["tool"] == tool]
                if asked is not None:
                    found += [Difference(*attempt, "call", call.get("sent"), None) for call in of_tool[asked:]]
        return found


def _completion(call: Mapping[str, Any]) -> str:
    text = str(call.get("answer") or "")
    tokens = call.get("input_tokens"), call.get("output_tokens")
    if tokens == (None, None) and call.get("model") is None:
        return text
    usage = None if tokens == (None, None) else Usage(tokens[0] or 0, tokens[1] or 0, call.get("cost"))
    return Completion(text, usage=usage, model=call.get("model"))
