"""Whether the paths of a file lead somewhere, and what else only a whole workflow can tell."""

from collections.abc import Iterator

from chaindsl.graph.nearest import nearest
from chaindsl.graph.state import Actor
from chaindsl.yamlform.fields import Issues
from chaindsl.yamlform.form import Assignment, Call, Command, Operation, Source, State, Transition, Workflow
from chaindsl.yamlform.keys import FIELDS
from chaindsl.yamlform.naming import key_name
from chaindsl.yamlform.operand import ARGUMENTS, CONTEXT, INPUT, OUTPUT, Path
from chaindsl.yamlform.transition import paths_in


def resolve(workflows: tuple[Workflow, ...], issues: Issues) -> None:
    """Note every path that leads nowhere, sub-workflows that there are none of, and chains that are cut."""
    by_name = {workflow.name.text: workflow for workflow in workflows}
    for workflow in workflows:
        _timeout(workflow, issues)
        _choices(workflow, issues)
        for transition in workflow.transitions():
            _Paths(workflow, transition, by_name, issues).judge()
            if transition.cut:
                others = "an agent or a person decides" if transition.actor is Actor.AGENT else "a person decides"
                message = f"`{transition.name.text}` never runs by itself: in `{transition.source}` {others} as well"
                hint = "take it to a state of its own, or let whoever decides take it"
                issues.add("CD707", message, transition.name.place, hint)


def waiting_states(workflow: Workflow) -> list[State]:
    """Return the states in which somebody decides."""
    return [one for one in workflow.states if any(t.actor is not Actor.DETERMINISTIC for t in one.transitions)]


def _choices(workflow: Workflow, issues: Issues) -> None:
    """Note a transition that always holds beside others: the form takes one only if no other holds."""
    for state in workflow.states:
        free = free_choice(state)
        if free is not None:
            message = f"`{free.name.text}` has no guard: where another of `{state.name.text}` holds, the chain fails"
            issues.add("CD708", message, free.name.place, "give it the opposite guard")


def free_choice(state: State) -> Transition | None:
    """Return a deterministic transition that always holds and stands beside others, None where there is none."""
    here = [] if state.terminal else list(state.transitions)
    free = [one for one in here if not one.guards]
    alone = len(here) < 2 or any(one.actor is not Actor.DETERMINISTIC for one in here)
    return free[0] if free and not alone else None


def _timeout(workflow: Workflow, issues: Issues) -> None:
    """Note a timeout of the whole run where that is not the timeout of its one wait."""
    waiting = len(waiting_states(workflow))
    if workflow.on_timeout is not None and waiting != 1:
        message = f"a timeout of the whole run has no equivalent here: somebody decides in {waiting} states of it"
        hint = "here a state has a timeout; only where there is one that waits do the two say the same"
        issues.add("CD706", message, workflow.on_timeout.place, hint)


def written_keys(workflow: Workflow) -> tuple[str, ...]:
    """Return the keys of a workflow's context, in the order of the file."""
    found = [one.key.text for one in workflow.context]
    found += [one.key.text for transition in workflow.transitions() for one in transition.outputs]
    return tuple(dict.fromkeys(found))


class _Paths:
    """The paths of one transition."""

    def __init__(
        self, workflow: Workflow, transition: Transition, workflows: dict[str, Workflow], issues: Issues
    ) -> None:
        self.workflow = workflow
        self.transition = transition
        self.workflows = workflows
        self.issues = issues

    def judge(self) -> None:
        for path in every_path(self.transition):
            self.path(path)
        self.arguments()
        self.crossed()
        executor = self.transition.executor
        if isinstance(executor, Call):
            self.call(executor)

    def crossed(self) -> None:
        """Note keys that are exchanged in one go: here one is written after the other."""
        late = crossed(self.transition.outputs)
        if late is not None:
            message = f"`{late.key.text}` is made of a key that is written in the same go, and the other way round"
            self.issues.add("CD706", message, late.key.place, "exchange them over a third key")

    def arguments(self) -> None:
        """Note an argument whose name can't be one here."""
        read = {path.name for path in every_path(self.transition) if path.root in (CONTEXT, INPUT)}
        for one in self.transition.arguments:
            name = one.name.text
            if key_name(name) != name:
                self.issues.add("CD706", f"an argument can't be called {name!r} here", one.name.place, "rename it")
            elif name in read:
                message = f"the transition reads the key `{name}` and an argument of that name, which are one here"
                self.issues.add("CD706", message, one.name.place, "rename one of them")

    def path(self, path: Path) -> None:
        """Note a path to something that there is not."""
        known = self.known(path)
        if known is None or not path.name or path.name in known:
            return
        root = f"$.{path.root}"
        said = {
            CONTEXT: "nothing writes it, and initialContext does not have it",
            INPUT: f"the inputSchema of {self.workflow.name.text} does not have it",
            ARGUMENTS: f"the inputSchema of {self.transition.name.text} does not have it",
            OUTPUT: "the executor puts out nothing called so",
        }[path.root]
        hint = nearest(path.name, known)
        if hint.startswith("did you mean"):
            hint = f"did you mean {root}.{hint.removeprefix('did you mean ').removesuffix('?')}?"
        self.issues.add("CD704", f"`{path.text[:80]}` leads nowhere: {said}", path.place, hint)

    def known(self, path: Path) -> tuple[str, ...] | None:
        """The names below a root; None where they are not known."""
        if path.root == CONTEXT:
            return written_keys(self.workflow)
        if path.root == INPUT:
            return None if self.workflow.open_inputs else tuple(one.name.text for one in self.workflow.inputs)
        if path.root == ARGUMENTS:
            return tuple(one.name.text for one in self.transition.arguments)
        executor = self.transition.executor
        if isinstance(executor, Command):
            return FIELDS["cli"]
        if isinstance(executor, Call) and executor.workflow.text in self.workflows:
            return written_keys(self.workflows[executor.workflow.text])
        return None

    def call(self, executor: Call) -> None:
        """Note a sub-workflow that there is none of, or that can't be a part."""
        name, place = executor.workflow.text, executor.workflow.place
        inner = self.workflows.get(name)
        if inner is None:
            hint = nearest(name, self.workflows)
            self.issues.add("CD703", f"`definitionId`: there is no workflow {name!r} in this file", place, hint)
            return
        if self.workflow.name.text in called_by(inner, self.workflows):
            self.issues.add("CD706", f"the workflow {name!r} runs itself, which has no equivalent here", place)
        if any(one.actor is not Actor.DETERMINISTIC for one in inner.transitions()):
            hint = "let a transition of the outer workflow make the decision"
            self.issues.add(
                "CD706", f"the workflow {name!r} waits for decisions, so it can't be a part here", place, hint
            )
        if inner.open_inputs:
            return
        asked = {one.name.text: one.required for one in inner.inputs}
        given = [one.key for one in executor.inputs]
        for key in given:
            if key.text not in asked:
                hint = nearest(key.text, asked)
                self.issues.add("CD703", f"the workflow {name!r} has no input {key.text!r}", key.place, hint)
        for missing in sorted({key for key, needed in asked.items() if needed} - {key.text for key in given}):
            self.issues.add("CD703", f"the workflow {name!r} needs the input {missing!r}", place, "say it in `input`")


def every_path(transition: Transition) -> Iterator[Path]:
    """Yield every path of a transition."""
    executor = transition.executor
    for guard in (*transition.guards, *(branch.guard for branch in transition.branches)):
        yield from paths_in(guard)
    if isinstance(executor, Command):
        yield from (part for part in executor.argv if isinstance(part, Path))
    assigned = [*transition.outputs]
    assigned += executor.env if isinstance(executor, Command) else executor.inputs if executor else ()
    for one in assigned:
        yield from paths_of(one.source)


def in_order(outputs: tuple[Assignment, ...]) -> tuple[Assignment, ...]:
    """Return the assignments so that each reads what was there before: readers of a key before its writer.

    Where two wait for each other they stay as they are; `crossed` tells.
    """
    left = list(outputs)
    found: list[Assignment] = []
    while left:
        free = [one for one in left if not any(_reads(other, one) for other in left if other is not one)]
        taken = free[0] if free else left[0]
        found.append(taken)
        left.remove(taken)
    return tuple(found)


def crossed(outputs: tuple[Assignment, ...]) -> Assignment | None:
    """Return an assignment that reads a key which another one has replaced by then, whatever their order."""
    ordered = in_order(outputs)
    late = (one for number, one in enumerate(ordered) if any(_reads(one, other) for other in ordered[:number]))
    return next(late, None)


def _reads(one: Assignment, other: Assignment) -> bool:
    return any(path.root == CONTEXT and path.name == other.key.text for path in paths_of(one.source))


def paths_of(source: Source) -> Iterator[Path]:
    """Yield the paths of what is put somewhere."""
    operands = source.operands if isinstance(source, Operation) else (source,)
    yield from (operand for operand in operands if isinstance(operand, Path))


def called_by(workflow: Workflow, workflows: dict[str, Workflow]) -> set[str]:
    """Return the workflows that a workflow runs, itself included, and those that they run."""
    found: set[str] = set()
    waiting = [workflow.name.text]
    while waiting:
        name = waiting.pop()
        if name in found or name not in workflows:
            continue
        found.add(name)
        inner = (transition.executor for transition in workflows[name].transitions())
        waiting.extend(one.workflow.text for one in inner if isinstance(one, Call))
    return found
