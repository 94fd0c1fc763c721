"""One workflow as Python: what it takes, its transitions, and the call that puts it together."""

import textwrap
from collections.abc import Mapping

from chaindsl.yamlform.aliases import Aliases, text_layout
from chaindsl.yamlform.annotation import type_of
from chaindsl.yamlform.form import State, Workflow
from chaindsl.yamlform.functions import TransitionWriter
from chaindsl.yamlform.keyring import Keyring, argument_type
from chaindsl.yamlform.layout import Group, Layout, Page, Piece, call, keyword, row
from chaindsl.yamlform.naming import Names, class_name
from chaindsl.yamlform.operand import CONTEXT, INPUT, Given
from chaindsl.yamlform.position import Position
from chaindsl.yamlform.quoting import quoted, value_text
from chaindsl.yamlform.resolve import waiting_states
from chaindsl.yamlform.steps import Inner

_DEPTH = 50


class WorkflowWriter:
    """Writes one workflow to a page. `variable` is what holds it; `inners` are the workflows written before it."""

    def __init__(
        self, workflow: Workflow, keyring: Keyring, names: Names, inners: Mapping[str, Inner], variable: str
    ) -> None:
        self.workflow = workflow
        self.keyring = keyring
        self.names = names
        self.inners = inners
        self.variable = variable
        self.used = {"workflow"}
        self.notes: list[str] = []
        self._items: list[Layout] = []
        self._extra: list[str] = []

    def write(self, page: Page) -> None:
        """Write it."""
        renamed = [(path, key) for path, key in self.keyring.names.items() if path[1] != key]
        self.notes += [f"`$.{root}.{name}` is the key `{key}` here" for (root, name), key in renamed]
        inputs = self._inputs(page)
        taken = Names()
        states = {state.name.text for state in self.workflow.states}
        aliases = Aliases(self.names, self.used)
        for transition in self.workflow.transitions():
            writer = TransitionWriter(transition, self, aliases, taken, states)
            inner = Page()
            writer.write(inner)
            if aliases.waiting:
                page.blank(2)
                aliases.write(page)
            page.extend(inner)
            self._items += writer.items
            self._extra += writer.extra_states
        page.blank(2)
        self._described(page)
        page.lay(row(f"{self.variable} = ", call("workflow", self._arguments(inputs), self.workflow.name.place)))

    def _described(self, page: Page) -> None:
        workflow = self.workflow
        for text in dict.fromkeys((workflow.title, workflow.description)):
            comment(page, text, workflow.name.place)
        for state in workflow.states:
            if state.description:
                comment(page, f"{state.name.text}: {state.description}", state.name.place)

    def _arguments(self, inputs: Layout | None) -> list[Layout]:
        workflow = self.workflow
        final = [Piece(quoted(one.name.text), one.name.place) for one in workflow.states if one.terminal]
        states = [found for one in workflow.states if (found := self._state(one)) is not None]
        items: list[Layout] = [Piece(quoted(workflow.name.text), workflow.name.place), *self._items]
        items.append(keyword("initial", quoted(workflow.initial.text), workflow.initial.place))
        if final:
            items.append(keyword("final", Group("[", tuple(final), "]")))
        if inputs is not None:
            items.append(keyword("inputs", inputs))
        depth = (workflow.depth or _DEPTH) + len(self._extra)
        if self._extra:
            self.notes.append(f"one state more for each branch after work: {', '.join(self._extra)}")
        if depth != _DEPTH:
            items.append(keyword("max_chain_depth", str(depth)))
        if states:
            items.append(keyword("states", Group("[", tuple(states), "]")))
        return items

    def _state(self, state: State) -> Layout | None:
        """Return a state that has something to say, or that nothing else mentions."""
        timeout = self._timeout(state)
        if not (state.goal or state.guidance or timeout) and (state.terminal or state.transitions):
            return None
        self.used.add("State")
        items: list[Layout] = [Piece(quoted(state.name.text), state.name.place)]
        said = (("goal", state.goal), ("guidance", state.guidance))
        items += [keyword(name, text_layout(text)) for name, text in said if text]
        return call("State", [*items, *timeout], state.name.place)

    def _timeout(self, state: State) -> list[Layout]:
        workflow = self.workflow
        if workflow.timeout is None or workflow.on_timeout is None or state not in waiting_states(workflow):
            return []
        self.notes.append(f"the time is that of each wait in {state.name.text!r}, not of the whole run")
        target = keyword("on_timeout", quoted(workflow.on_timeout.text), workflow.on_timeout.place)
        return [keyword("timeout", f"{workflow.timeout:g}", workflow.on_timeout.place), target]

    def _inputs(self, page: Page) -> Layout | None:
        """Write the class of what the workflow takes, where a mapping does not say it; return the argument."""
        declared = self.keyring.declared
        named = [(name, declared.get(name)) for name in self.keyring.input_names()]
        plain = all(one is None or (one.required and not one.description) for _, one in named)
        if plain and not self.workflow.context:
            items = [self._item(name) for name, _ in named]
            return Group("{", tuple(items), "}") if items else None
        self.used.add("BaseModel")
        model = self.names.new(class_name(self.workflow.name.text), f"{class_name(self.workflow.name.text)}Inputs")
        aliases = Aliases(self.names, self.used)
        fields = Page()
        for name, one in named:
            kind = argument_type(one) if one is not None else self.keyring.type_at(INPUT, name)
            spelt = aliases.spelt(kind, name, self._at(name), one.description if one is not None else "")
            default = "" if one is None or one.required else f" = {value_text(one.default)}"
            fields.line(f"    {self.keyring.key(INPUT, name)}: {spelt}{default}", self._at(name))
        for entry in self.workflow.context:
            value = entry.source.value if isinstance(entry.source, Given) else None
            kind = type_of(value)
            self.used |= kind.names
            key = self.keyring.key(CONTEXT, entry.key.text)
            fields.line(f"    {key}: {kind.text} = {value_text(value)}", entry.key.place)
        if aliases.waiting:
            page.blank()
            aliases.write(page)
        page.blank(2)
        page.line(f"class {model}(BaseModel):")
        page.line(f'    """What `{self.workflow.name.text}` takes, and what it starts with."""')
        page.blank()
        page.extend(fields)
        return Piece(model)

    def _at(self, name: str) -> Position:
        declared = self.keyring.declared.get(name)
        return declared.name.place if declared is not None else self.workflow.name.place

    def _item(self, name: str) -> Layout:
        found = self.keyring.type_at(INPUT, name)
        self.used |= found.names
        return Piece(f"{quoted(self.keyring.key(INPUT, name))}: {found.text}", self._at(name))


def comment(page: Page, text: str, place: Position) -> None:
    """Add a comment, folded."""
    for line in textwrap.wrap(" ".join(text.split()), 86):
        page.line(f"# {line}", place)
