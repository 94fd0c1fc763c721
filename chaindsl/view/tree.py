"""A trace as a tree: nested flows, rounds and visits, steps, their items and attempts."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from chaindsl.view.attempt import Attempt
from chaindsl.view.outcome import SIGNS, Outcome, of_attempts, worst
from chaindsl.view.wording import brief, count, said, seconds, wrote


@dataclass
class Branch:
    """One place in the tree: what stands in it, and the attempts of its step, if it is one."""

    label: str
    children: dict[str, "Branch"] = field(default_factory=dict)
    attempts: list[Attempt] = field(default_factory=list)

    def child(self, label: str) -> "Branch":
        """Return what is called so inside this, made if it is not there."""
        return self.children.setdefault(label, Branch(label))


def tree(attempts: Iterable[Attempt]) -> Branch:
    """Return the tree of some attempts; its root is the outermost flow."""
    root = Branch("")
    for attempt in attempts:
        flow, *inside = attempt.path.removesuffix(f"/{attempt.step}").split("/")
        root.label = flow
        at = root
        for name in inside:
            at = at.child(name)
        at = at.child(attempt.step)
        (at if attempt.item is None else at.child(f"[{attempt.item}]")).attempts.append(attempt)
    return root


def lines(root: Branch) -> Iterator[str]:
    """Yield the tree as lines, its root first."""
    yield brief(root.label)
    yield from _below(root, "")


def _below(branch: Branch, indent: str) -> Iterator[str]:
    children = list(branch.children.values())
    for number, child in enumerate(children, 1):
        last = number == len(children)
        yield f"{indent}{'└─ ' if last else '├─ '}{_line(child)}"
        deeper = f"{indent}{'   ' if last else '│  '}"
        if len(child.attempts) > 1:
            yield from (f"{deeper}{'│  ' if child.children else ''}{_attempt(one)}" for one in child.attempts)
        yield from _below(child, deeper)


def _line(branch: Branch) -> str:
    name = brief(branch.label)
    if not branch.attempts:
        inside = list(_outcomes(branch))
        return f"{name}  {SIGNS[worst(inside)]} {count(len(inside), 'step')}"
    last = branch.attempts[-1]
    outcome = of_attempts(one.outcome for one in branch.attempts)
    tried = f", {count(len(branch.attempts), 'attempt')}" if len(branch.attempts) > 1 else ""
    return f"{name}  {SIGNS[outcome]} {said(last)}{tried}{_amounts(last)}"


def _outcomes(branch: Branch) -> Iterator[Outcome]:
    for child in branch.children.values():
        if child.attempts:
            yield of_attempts(one.outcome for one in child.attempts)
        else:
            yield from _outcomes(child)


def _attempt(attempt: Attempt) -> str:
    return f"· {attempt.attempt}: {SIGNS[attempt.outcome]} {said(attempt)}{_amounts(attempt)}"


def _amounts(attempt: Attempt) -> str:
    target = f" → {brief(attempt.target)}" if attempt.target else ""
    calls = f", {count(len(attempt.calls), 'call')}" if attempt.calls else ""
    value = f"; {wrote(attempt)}" if attempt.wrote else ""
    return f"{target}, {seconds(attempt.seconds)}{calls}{value}"
