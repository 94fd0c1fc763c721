"""The functions of one transition: the guard, the steps, the work, and the menu of its branches."""

from collections.abc import Mapping
from typing import Protocol

from chaindsl.graph.state import Actor
from chaindsl.yamlform.aliases import Aliases, text_layout
from chaindsl.yamlform.annotation import BOOL, NONE, Type
from chaindsl.yamlform.condition import Every
from chaindsl.yamlform.definition import Definition, Tests, write_definition
from chaindsl.yamlform.form import Assignment, Call, Transition
from chaindsl.yamlform.function import Function, options
from chaindsl.yamlform.keyring import Keyring, argument_type
from chaindsl.yamlform.layout import Group, Layout, Page, Piece, call, keyword, row
from chaindsl.yamlform.naming import Names, identifier
from chaindsl.yamlform.operand import CONTEXT, INPUT
from chaindsl.yamlform.predicate import body as predicate_body
from chaindsl.yamlform.predicate import expression, tests
from chaindsl.yamlform.quoting import quoted
from chaindsl.yamlform.steps import Inner, Step, chain_steps
from chaindsl.yamlform.work import Body, needs_chain, simple_body

_LONGEST = 77
"""How long what a function returns may be on a line of 88 columns."""


class Owner(Protocol):
    """What a transition needs of its workflow's writer."""

    keyring: Keyring
    names: Names
    used: set[str]
    notes: list[str]
    variable: str

    @property
    def inners(self) -> Mapping[str, Inner]:
        """The workflows that were written before it."""


class TransitionWriter:
    """Writes the functions of one transition; `items` are those that the workflow lists, in order."""

    def __init__(self, transition: Transition, owner: Owner, aliases: Aliases, taken: Names, states: set[str]) -> None:
        self.transition = transition
        self.owner = owner
        self.aliases = aliases
        self.states = states
        self.items: list[Layout] = []
        self.extra_states: list[str] = []
        name = transition.name.text
        self.graph_name = taken.any(name, f"{name}_{transition.source}")
        if self.graph_name != name:
            owner.notes.append(f"`{name}` of the state {transition.source!r} is called `{self.graph_name}` here")
        self.variable = self._new(identifier(self.graph_name), f"{identifier(name)}_{identifier(transition.source)}")

    def _new(self, *wishes: str) -> str:
        return self.owner.names.new(*wishes, f"{self.owner.variable}_{wishes[0]}")

    def write(self, page: Page) -> None:
        """Write them."""
        transition = self.transition
        guard = self._guard(page)
        worked = transition.executor is not None or bool(transition.outputs)
        if transition.branches and not worked:
            self._menu(page, self.variable, self.graph_name, transition.source, guard)
            return
        target = transition.target.text
        if transition.branches:
            target = self._after()
        if needs_chain(transition):
            self._chained(page, target, guard)
        else:
            self._plain(page, simple_body(self.owner.keyring, transition), target, guard)
        if transition.branches:
            name = f"{self.graph_name}_branch"
            self._menu(page, self._new(identifier(name)), name, target, None, computed=True)

    def _after(self) -> str:
        found = f"after_{self.graph_name}"
        while found in self.states:
            found += "_"
        self.states.add(found)
        self.extra_states.append(found)
        return found

    def _guard(self, page: Page) -> Layout | None:
        """Write a predicate where the guard needs one; return what `when=` says."""
        guards = self.transition.guards
        if not guards:
            return None
        whole = Every(guards)
        said = expression(whole, self.owner.keyring)
        place = getattr(guards[0], "place", self.transition.name.place)
        if said is not None:
            return Piece(quoted(said), place)
        function = Function(self.owner.keyring, self.transition)
        before: list[tuple[str, Layout]] = []
        text = predicate_body(whole, function)
        if len(text) > _LONGEST:
            found, text = tests(whole, function)
            before = [(test, Piece(returned, place)) for test, returned in found]
        name = self._new(f"may_{self.variable}")
        self._function(page, name, Body(function, BOOL, row(Piece(f"return {text}", place))), [], before=before)
        return Piece(name, place)

    def _options(self, target: str | None, guard: Layout | None, source: str | None = None) -> list[Layout]:
        transition = self.transition
        place = transition.name.place
        actor = None if transition.actor is Actor.AGENT else transition.actor.value
        return options(
            [
                ("source", quoted(source or transition.source), place),
                ("target", None if target is None else quoted(target), transition.target.place),
                ("actor", None if actor is None else quoted(actor), place),
                ("when", guard, None),
            ]
        )

    def _titled(self, graph_name: str, variable: str) -> list[Layout]:
        found: list[Layout] = []
        if graph_name != variable:
            found.append(keyword("name", quoted(graph_name), self.transition.name.place))
        if self.transition.title:
            found.append(keyword("title", text_layout(" ".join(self.transition.title.split()))))
        return found

    def _plain(self, page: Page, body: Body, target: str, guard: Layout | None) -> None:
        writes = None if body.writes is None else quoted(body.writes)
        items = self._options(target, guard) + options([("writes", writes, body.writes_at)])
        items += body.options + self._titled(self.graph_name, self.variable)
        self._transition(page, self.variable, body, items)

    def _chained(self, page: Page, target: str, guard: Layout | None) -> None:
        """Write the steps, the chain of them, and the transition that runs it."""
        transition, keyring = self.transition, self.owner.keyring
        executor = transition.executor
        inner = self.owner.inners.get(executor.workflow.text) if isinstance(executor, Call) else None
        steps = chain_steps(keyring, transition, inner)
        names, inputs = [], dict[str, Type]()
        known: set[str] = set()
        self._unread(steps)
        for step in steps:
            names.append(self._step(page, step))
            self._reads(step, known, inputs)
        work = self._new(f"{self.variable}_work")
        self._chain(page, work, names, inputs)
        function = Function(keyring, transition, supplied=True)
        supplied = {one.name.text for one in transition.arguments}
        for name, kind in inputs.items():
            if name not in supplied:
                function.add(name, kind, transition.name.place)
        items = [*self._options(target, guard), keyword("runs", work), *self._titled(self.graph_name, self.variable)]
        self._transition(page, self.variable, Body(function, NONE), items)

    def _unread(self, steps: list[Step]) -> None:
        """Hand arguments that nothing reads to the first step: a transition that runs a flow hands on all it has."""
        first = next((step.body.function for step in steps if step.body is not None), None)
        read = {name for step in steps if step.body is not None for name in step.body.function.parameters}
        for one in self.transition.arguments:
            if first is not None and one.name.text not in read:
                first.add(one.name.text, argument_type(one), one.name.place)

    def _step(self, page: Page, step: Step) -> Layout:
        if step.body is None:
            return Piece(step.name)
        self.owner.used.add("step")
        body = step.body
        name = self._new(identifier(step.name))
        items = options([("writes", quoted(body.writes or ""), body.writes_at)]) + body.options
        self._function(page, name, body, [call("@step", items, body.writes_at)])
        return Piece(name, body.writes_at)

    def _reads(self, step: Step, known: set[str], inputs: "dict[str, Type]") -> None:
        """Note what a step reads that no step before it writes."""
        if step.body is not None:
            for one in step.body.function.parameters.values():
                if one.name not in known:
                    inputs.setdefault(one.name, one.type)
            known.add(step.body.writes or "")
        elif step.flow is not None:
            other = step.flow.keyring
            for name in other.input_names():
                key = other.key(INPUT, name)
                given = {other.key(INPUT, one.key.text) for one in self._call_inputs()}
                if key in given and key not in known:
                    inputs.setdefault(key, other.type_at(INPUT, name))
            known.update(other.names.values())

    def _call_inputs(self) -> tuple[Assignment, ...]:
        executor = self.transition.executor
        return executor.inputs if isinstance(executor, Call) else ()

    def _chain(self, page: Page, work: str, names: list[Layout], inputs: "dict[str, Type]") -> None:
        self.owner.used.add("chain")
        place = self.transition.name.place
        for kind in inputs.values():
            self.owner.used |= kind.names
        given = [
            Piece(f"{quoted(name)}: {self.aliases.spelt(kind.bare, name, place)}") for name, kind in inputs.items()
        ]
        keyring = self.owner.keyring
        outputs = self.transition.outputs
        keys = [Piece(quoted(keyring.key(CONTEXT, one.key.text)), one.key.place) for one in outputs]
        items: list[Layout] = [Piece(quoted(f"{self.graph_name}_work")), *names]
        items += [keyword("inputs", Group("{", tuple(given), "}"))] if given else []
        items.append(keyword("outputs", Group("[", tuple(keys), "]")))
        page.blank(2)
        page.lay(row(f"{work} = ", call("chain", items, place)))

    def _menu(
        self, page: Page, variable: str, name: str, source: str, guard: Layout | None, *, computed: bool = False
    ) -> None:
        """Write the transition that chooses a branch."""
        transition = self.transition
        function = Function(self.owner.keyring, transition, supplied=not computed)
        lines: list[tuple[str, Layout]] = []
        for branch in transition.branches:
            test = predicate_body(branch.guard, function)
            lines.append((test, Piece(f"return {quoted(branch.target.text)}", branch.target.place)))
        targets = dict.fromkeys([*(one.target.text for one in transition.branches), transition.target.text])
        returns = Type(f"Literal[{', '.join(map(quoted, targets))}]", frozenset({"Literal"}))
        items = self._options(None, guard, source)
        if computed:
            named = None if name == variable else quoted(name)
            place = transition.name.place
            items = options(
                [("source", quoted(source), place), ("actor", '"deterministic"', place), ("name", named, place)]
            )
        else:
            items += self._titled(name, variable)
        body = Body(function, returns, Piece(f"return {quoted(transition.target.text)}", transition.target.place))
        self._transition(page, variable, body, items, lines, described=not computed)

    def _transition(
        self,
        page: Page,
        variable: str,
        body: Body,
        items: list[Layout],
        before: Tests = (),
        *,
        described: bool = True,
    ) -> None:
        self.owner.used.add("transition")
        self.items.append(Piece(variable, self.transition.name.place))
        doc = self.transition.description if described else ""
        notes = self.transition.notes if described else ()
        self._function(
            page, variable, body, [call("@transition", items, self.transition.name.place)], doc, notes, before
        )

    def _function(
        self,
        page: Page,
        name: str,
        body: Body,
        decorators: list[Layout],
        doc: str = "",
        notes: tuple[str, ...] = (),
        before: Tests = (),
    ) -> None:
        definition = Definition(name, body, tuple(decorators), doc, notes, tuple(before))
        self.owner.used |= write_definition(page, definition, self.transition.name.place, self.aliases)
