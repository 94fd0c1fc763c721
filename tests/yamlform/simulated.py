"""The meaning of the form, as its documentation has it, for workflows whose work is nothing but output mappings.

Of several transitions that hold the first is taken, which is where this project differs on purpose.
"""

import re
from collections.abc import Callable
from typing import Any

Data = dict[str, Any]
OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "starts_with": lambda a, b: a.startswith(b),
    "contains": lambda a, b: b in a,
}
ARITHMETIC: dict[str, Callable[[Any, Any], Any]] = {
    "add": lambda a, b: a + b,
    "subtract": lambda a, b: a - b,
    "divide": lambda a, b: a / b,
    "concat": lambda a, b: f"{a}{b}",
}
WORDS = {"true": True, "false": False, "null": None}


class Simulation:
    """One run: where it stands, and what its context holds."""

    def __init__(self, workflow: Data, who: str) -> None:
        self.workflow = workflow
        self.who = who
        self.state: str = workflow["initialState"]
        self.context: Data = dict(workflow["initialContext"])

    def run(self) -> str:
        """Take what runs by itself, and say why it stopped."""
        for _ in range(self.workflow.get("maxChainDepth", 50)):
            stopped = self.stopped()
            if stopped:
                return stopped
            here = self.workflow["states"][self.state]["transitions"].values()
            self.take(next(one for one in here if self.holds(one)))
        return self.stopped() or "depth"

    def stopped(self) -> str:
        state = self.workflow["states"][self.state]
        if state.get("terminal"):
            return "completed"
        here = state["transitions"].values()
        if any(one.get("actor") != "deterministic" for one in here):
            return "waiting" if any(map(self.holds, here)) else "stuck"
        return "" if any(map(self.holds, here)) else "stuck"

    def take(self, one: Data) -> None:
        before = dict(self.context)
        for key, source in one.get("output", {}).items():
            self.context[key] = self.value(source, before)
        passed = (branch["target"] for branch in one.get("branches", ()) if self.guard(branch["when"]))
        self.state = next(passed, one["target"])

    def holds(self, one: Data) -> bool:
        return all(map(self.guard, one.get("guards", ())))

    def guard(self, guard: Data) -> bool:
        match guard["kind"]:
            case "all_of":
                return all(map(self.guard, guard["guards"]))
            case "any_of":
                return any(map(self.guard, guard["guards"]))
            case "not":
                return not self.guard(guard["guard"])
        left, op, right = re.fullmatch(r"(\S+) (\S+) (.+)", guard["expr"]).groups()  # type: ignore[union-attr]
        return bool(OPERATORS[op](self.operand(left), self.operand(right)))

    def operand(self, text: str) -> Any:
        if text.startswith("$"):
            return self.path(text, self.context)
        if text[0] in "'\"":
            return text[1:-1]
        return WORDS[text] if text in WORDS else float(text)

    def value(self, source: Any, context: Data) -> Any:
        if isinstance(source, str) and source.startswith("$"):
            return self.path(source, context)
        if not isinstance(source, dict):
            return source
        ((operator, operands),) = source.items()
        first, *others = (self.value(one, context) for one in operands)
        for other in others:
            first = ARITHMETIC[operator](first, other)
        return first

    def path(self, text: str, context: Data) -> Any:
        return self.who if text == "$.workflow.input.who" else context[text.removeprefix("$.context.")]
