"""A YAML file as Python: what stands in its way, and the module that says the same."""

from pathlib import PurePath

from chaindsl.errors import FlowError, Issue
from chaindsl.graph.nearest import nearest
from chaindsl.yamlform.document import Document
from chaindsl.yamlform.form import Name, Workflow
from chaindsl.yamlform.module import Written, write_module

TOLD = frozenset({"CD707", "CD708"})
"""What is told when a file is imported, and is no reason not to."""


def title_of(file: str) -> str:
    """Return what the module that a file becomes is called."""
    name = "".join(char if char.isprintable() and char not in '"\\' else "_" for char in PurePath(file).name)
    return f"Workflows of {name}, imported."


def written(document: Document) -> Written:
    """Return the module that says what a file says. Raises FlowError with everything that stands in its way."""
    issues = [issue for issue in document.issues if issue.code not in TOLD]
    for workflow in document.workflows:
        issues += unknown_states(workflow)
    if issues:
        raise FlowError(issues)
    return write_module(document.workflows, title_of(document.file))


def unknown_states(workflow: Workflow) -> list[Issue]:
    """Return an issue for each state that is named and is none. The rules over flows find them as well."""
    states = [state.name.text for state in workflow.states]
    named: list[Name] = [workflow.initial] if states else []
    for transition in workflow.transitions():
        named += [transition.target, *(branch.target for branch in transition.branches)]
    if workflow.on_timeout is not None:
        named.append(workflow.on_timeout)
    wrong = [name for name in named if name.text and name.text not in states]
    return [
        Issue("CD105", f"there is no state `{name.text}`", name.text, name.place, nearest(name.text, states))
        for name in wrong
    ]
