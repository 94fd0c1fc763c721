"""What a step's keyword-only parameters are handed for one attempt: tools, metered models, feedback, keys."""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from chaindsl.graph.step import Each, Effect, Step, ToolKind
from chaindsl.graph.template import placeholders, substitute
from chaindsl.graph.unknown import Unknown, known
from chaindsl.runtime.awaited import blocks, inert
from chaindsl.runtime.frame import Frame
from chaindsl.runtime.meter import Meter
from chaindsl.runtime.tally import Tally
from chaindsl.trace.details import NO_DETAILS, Details
from chaindsl.trace.keep import HIDDEN
from chaindsl.vocabulary.feedback import Feedback, IdempotencyKey


class Equipment:
    """`fixed` are the tools that are the same at every attempt; `special` says that there is anything else.

    `models` names the tools that are models in this step: those annotated so, and those whose annotation can't be
    resolved here but that are models in another step of the flow. One of those in `awaited` that would block the event
    loop is asked in a thread. A key made from one in `redacted` is not recorded.
    """

    __slots__ = (
        "_aside",
        "_asynchronous",
        "_cap",
        "_feedback",
        "_inert",
        "_item",
        "_keys",
        "_models",
        "_place",
        "_secret",
        "_step",
        "_tells",
        "_template",
        "_timeout",
        "fixed",
        "special",
    )

    def __init__(
        self,
        step: Step,
        tools: Mapping[str, Any],
        models: frozenset[str],
        *,
        asynchronous: bool = False,
        awaited: frozenset[str] = frozenset(),
        redacted: frozenset[str] = frozenset(),
    ) -> None:
        self.fixed: dict[str, Any] = {}
        self._models: dict[str, Callable[..., Any]] = {}
        self._aside: set[str] = set()
        self._inert: set[str] = set()
        self._feedback: list[str] = []
        self._keys: list[str] = []
        for tool in step.tools:
            if tool.kind is ToolKind.FEEDBACK:
                self._feedback.append(tool.name)
            elif tool.kind is ToolKind.IDEMPOTENCY_KEY:
                self._keys.append(tool.name)
            elif tool.name in tools:
                is_model = tool.kind is ToolKind.MODEL or (isinstance(tool.kind, Unknown) and tool.name in models)
                (self._models if is_model else self.fixed)[tool.name] = tools[tool.name]
                if is_model and asynchronous and tool.name in awaited and blocks(tools[tool.name]):
                    self._aside.add(tool.name)
                if inert(tools[tool.name]):
                    self._inert.add(tool.name)
        effect = step.effect if isinstance(step.effect, Effect) else None
        self._template = known(effect.key, None) if effect else None
        each = step.each if isinstance(step.each, Each) else None
        names = placeholders(self._template or "")
        self._item = each.parameter if each is not None and each.parameter in names else None
        sources = (*names, each.key) if each is not None and self._item else names
        self._secret = not redacted.isdisjoint(sources)
        self._step = str(step.name)
        self._place = step.place
        self._asynchronous = asynchronous
        self._timeout = known(step.attempts.timeout, None) or math.inf
        self._cap = calls_of_attempt(step, bool(self._models))
        self._tells = bool(self._keys or self._template) or step.command is not False
        self.special = bool(self._models or self._feedback or self._keys or self._template)

    def hand_out(
        self,
        frame: Frame,
        item: int | None,
        attempt: int,
        feedback: str,
        keys: Sequence[str],
        args: Sequence[Any],
        started: float,
    ) -> tuple[dict[str, Any], Tally, Details]:
        """Return the keyword arguments of one attempt, the tally of its model calls, and what to record of it.

        `args` are what the positional parameters get; `keys` name them, those that have a key, from the end. `started`
        is when the attempt did.
        """
        tally = Tally(self._step, self._place, self._cap, frame.ledger, frame.clock, self._timeout, started)
        details = Details() if self._tells else NO_DETAILS
        handed = self.fixed.copy()
        if self._models:
            bridge = None if self._asynchronous else frame.bridge
            for name, model in self._models.items():
                made = model
                if frame.answers is not None:
                    made = frame.answers.model((f"{frame.scope.path}/{self._step}", item, attempt), name, model)
                real = made is model
                aside = frame.bridge if self._aside and real and name in self._aside else None
                handed[name] = Meter(name, made, tally, bridge, aside, real and name in self._inert)
        for name in self._feedback:
            handed[name] = Feedback(feedback)
        if self._keys or self._template:
            named = dict(zip(reversed(keys), reversed(args), strict=False))
            if self._item is not None:
                named[self._item] = args[0]
            key = self._key(frame, item, named)
            details.idempotency_key = repr(HIDDEN) if self._secret else key
            for name in self._keys:
                handed[name] = IdempotencyKey(key)
        return handed, tally, details

    def _key(self, frame: Frame, item: int | None, args: Mapping[str, Any]) -> str:
        """The same key for every attempt of one effect: by the template, or from run, step and item."""
        if self._template is None:
            made = f"{frame.run_id}/{frame.scope.path}/{self._step}"
        else:
            made = substitute(self._template, {**frame.values, **args})
        # Two items are two effects, also where the template does not tell them apart.
        return made if item is None or self._item is not None else f"{made}/{item}"


def calls_of_attempt(step: Step, model: bool) -> int:
    """Return how many model calls one attempt may make: as declared, or 1 for a step that is handed a model."""
    declared = known(step.max_calls, None)
    return declared if declared is not None else int(model)
