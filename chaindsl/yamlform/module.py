"""Workflows of the YAML form as the text of a Python module, as a person would write it with chaindsl."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from chaindsl.yamlform.form import Workflow
from chaindsl.yamlform.keyring import Keyring
from chaindsl.yamlform.layout import Page, SourceMap
from chaindsl.yamlform.naming import Names, identifier
from chaindsl.yamlform.position import Position
from chaindsl.yamlform.resolve import called_by, free_choice
from chaindsl.yamlform.steps import Inner
from chaindsl.yamlform.workflow import WorkflowWriter

FIRST = "of several that hold the first is taken here"
_STANDARD = {"Annotated": "typing", "Any": "typing", "Literal": "typing"}
_OUTSIDE = {"Ge": "annotated_types", "Gt": "annotated_types", "Le": "annotated_types", "Lt": "annotated_types",
            "BaseModel": "pydantic", "Field": "pydantic"}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Note:
    """Something that is not quite the same in Python, and where."""

    place: Position
    text: str


@dataclass(frozen=True, slots=True)
class Written:
    """A module: its text, where each piece comes from, what is not quite the same, and each workflow's variable."""

    text: str
    map: SourceMap
    notes: tuple[Note, ...]
    variables: Mapping[str, str]


def write_module(workflows: tuple[Workflow, ...], title: str) -> Written:
    """Return the Python that says what the workflows say; `title` is what the module is called in its docstring."""
    names = Names()
    page = Page()
    keyrings: dict[str, Keyring] = {}
    inners: dict[str, Inner] = {}
    used: set[str] = set()
    notes: list[Note] = []
    variables = {one.name.text: names.new(identifier(one.name.text)) for one in workflows}
    for workflow in in_order(workflows):
        keyring = keyrings[workflow.name.text] = Keyring(workflow, keyrings)
        writer = WorkflowWriter(workflow, keyring, names, inners, variables[workflow.name.text])
        writer.write(page)
        inners[workflow.name.text] = Inner(writer.variable, keyring)
        used |= writer.used
        for one in workflow.transitions():
            notes += [Note(one.name.place, f"`{one.name.text}`: {text}") for text in one.notes]
        free = filter(None, map(free_choice, workflow.states))
        notes += [Note(one.name.place, f"`{one.name.text}`: {FIRST}") for one in free]
        notes += [Note(workflow.name.place, f"`{workflow.name.text}`: {text}") for text in writer.notes]
    whole = Page()
    _head(whole, title, used)
    whole.extend(page)
    return Written(whole.text(), whole.map(), tuple(notes), variables)


def in_order(workflows: Iterable[Workflow]) -> list[Workflow]:
    """Return workflows so that each comes after those that it runs."""
    by_name = {workflow.name.text: workflow for workflow in workflows}
    return sorted(by_name.values(), key=lambda one: len(called_by(one, by_name)))


def _head(page: Page, title: str, used: set[str]) -> None:
    page.line(f'"""{title}"""')
    page.blank()
    if "json" in used:
        page.line("import json")
    _imports(page, used, _STANDARD, "typing")
    if used & {"json", *_STANDARD}:
        page.blank()
    for module in ("annotated_types", "pydantic"):
        _imports(page, used, _OUTSIDE, module)
    if used & set(_OUTSIDE):
        page.blank()
    ours = used - {"json", *_STANDARD, *_OUTSIDE}
    _imports(page, ours, dict.fromkeys(ours, "chaindsl"), "chaindsl")


def _imports(page: Page, used: set[str], table: Mapping[str, str], module: str) -> None:
    found = sorted((name for name in used if table.get(name) == module), key=lambda name: (name[0].islower(), name))
    if not found:
        return
    line = f"from {module} import {', '.join(found)}"
    if len(line) <= 88:
        page.line(line)
        return
    page.line(f"from {module} import (")
    for name in found:
        page.line(f"    {name},")
    page.line(")")
