"""All facts about one flow, each computed when it is first asked for.

It takes a graph, from either front end, and hands on the source behind it to those who offer to correct it.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property

from analyzer.facts.body.known import known
from analyzer.facts.bounds import Bound, Reason
from analyzer.facts.chain_net import ChainNet
from analyzer.facts.chains import Row, longest_row
from analyzer.facts.contract import Contract, Use, Write, name_of, step_contract
from analyzer.facts.costs import Costs, lists_free
from analyzer.facts.cycles import Cycle, Cycles
from analyzer.facts.depth import shallow
from analyzer.facts.feasible import Paths
from analyzer.facts.guarantees import Broken, Guarantees
from analyzer.facts.journeys import Journeys
from analyzer.facts.key_types import capped, key_types, longest
from analyzer.facts.keys import Keys
from analyzer.facts.machine import Machine
from analyzer.facts.measures import Calls, Count, Measure, Seconds
from analyzer.facts.net import Kind, Loose, Net, Node
from analyzer.facts.paths import reached
from analyzer.facts.typefit import items_of
from analyzer.facts.unfolding import Unfolding, unfold
from analyzer.facts.workflow_net import WorkflowNet
from analyzer.source.reading import SourceFlow
from chaindsl.graph.flow import Chain, Flow, Hole, Nested, Workflow
from chaindsl.graph.outputs import flow_outputs
from chaindsl.graph.step import Each, Step
from chaindsl.graph.typeform import ANY, TypeForm
from chaindsl.graph.unknown import Unknown
from chaindsl.graph.walk import flow_parts, flow_steps


class FlowFacts:
    """Facts about one flow.

    `source` is where the graph was read, None for a live one; `is_part` says that another flow has this one as a part.
    """

    def __init__(self, graph: Flow, source: SourceFlow | None = None, *, is_part: bool = False) -> None:
        self.flow = shallow(graph)
        self.source = source
        self.is_part = is_part
        self.name = name_of(graph.name)
        self._family: dict[int, FlowFacts] = {}
        # What steps read and write is the same in all flows of one reading.
        self._contracts_of: dict[int, tuple[Step, Contract]]
        self._contracts_of = {} if source is None else known(source.reader, "contracts")

    def inner(self, flow: Flow) -> "FlowFacts":
        """Return the facts about a flow inside this one."""
        found = self._family.get(id(flow))
        if found is None:
            found = self._family[id(flow)] = FlowFacts(flow)
            found._family = self._family
            found._contracts_of = self._contracts_of
        return found

    @property
    def work(self) -> int:
        """How many points searches have looked at so far, in this flow and in those inside it."""
        # What nobody has asked for yet has cost nothing, and must not be computed to say so.
        found = 0
        for facts in {id(one): vars(one) for one in (self, *self._family.values())}.values():
            found += facts["paths"].looked_at if "paths" in facts else 0
            found += facts["unfolding"].work if facts.get("unfolding") is not None else 0
            # To evaluate a guard costs about a fifth of looking at a point.
            found += facts["machine"].work // 5 if facts.get("machine") is not None else 0
        return found

    @cached_property
    def machine(self) -> Machine | None:
        """The flow as a machine; None for a chain."""
        return Machine(self.flow.body, self.types) if isinstance(self.flow.body, Workflow) else None

    @cached_property
    def types(self) -> Mapping[str, TypeForm]:
        """Each key's type: the union of what its writers write."""
        contracts = list(self._contracts())
        closed = not any(contract.writes_all for contract in contracts)
        return key_types((write for contract in contracts for write in contract.writes), closed=closed)

    def type_of(self, key: str) -> TypeForm:
        """Return a key's type; anything for one that nobody writes."""
        return self.types.get(key, ANY)

    def _contracts(self) -> Iterator[Contract]:
        """What every part may write, wherever it stands."""
        yield self._inputs
        for part in flow_parts(self.flow):
            if isinstance(part, Step):
                yield self._step(part)
            elif isinstance(part, Nested):
                yield self.contract(part.flow)
            elif isinstance(part, Hole):
                yield Contract(writes_all=True)
        if isinstance(self.flow.body, Workflow):
            yield Contract(writes_all=self.flow.body.open is not None)
            for transition in self.flow.body.transitions:
                if isinstance(transition.runs, Flow):
                    yield self.contract(transition.runs)
                elif isinstance(transition.runs, Unknown):
                    yield Contract(writes_all=True)
                elif transition.work is not None:
                    yield self._step(transition.work)

    def _step(self, step: Step) -> Contract:
        found = self._contracts_of.get(id(step))
        if found is None:
            found = self._contracts_of[id(step)] = (step, step_contract(step))
        return found[1]

    @cached_property
    def _inputs(self) -> Contract:
        if isinstance(self.flow.inputs, Unknown):
            return Contract(writes_all=True)
        writes = (Write(part.key, part.type, "the caller", part.place or self.flow.place) for part in self.flow.inputs)
        return Contract(writes=tuple(writes))

    @cached_property
    def _outputs(self) -> Contract:
        outputs = flow_outputs(self.flow)
        if isinstance(outputs, Unknown):
            return Contract(reads_all=True)
        # A workflow may end in more ways than one, and need not hand back the same keys in all of them.
        must = self.flow.outputs is not None and isinstance(self.flow.body, Chain)
        return Contract(tuple(Use(key, role="`outputs`", needed=must) for key in outputs))

    def contract(self, flow: Flow) -> Contract:
        """Return what a flow inside this one reads from, and writes to, the values around it."""
        facts, name = self.inner(flow), name_of(flow.name)
        inputs = () if isinstance(flow.inputs, Unknown) else flow.inputs
        uses = tuple(Use(part.key, part.type, f"input of `{name}`", not part.optional) for part in inputs)
        outputs = flow_outputs(facts.flow)
        reads_all = isinstance(flow.inputs, Unknown)
        if isinstance(outputs, Unknown):
            return Contract(uses, (), reads_all, writes_all=True)
        end = facts.keys.before[Net.END]
        writes = (
            Write(key, facts.type_of(key), f"flow `{name}`", flow.place, bool(end & facts.net.index.bit(key)))
            for key in outputs
        )
        return Contract(uses, tuple(writes), reads_all)

    @cached_property
    def net(self) -> Net:
        """The flow's control-flow net."""
        net = Net()
        net.add(Node(Kind.START, f"the start of `{self.name}`", self.flow.place, self._inputs))
        net.add(Node(Kind.END, f"the end of `{self.name}`", self.flow.place, self._outputs))
        if isinstance(self.flow.body, Chain):
            chain = ChainNet(net, self._step, lambda part: self.contract(part.flow), self.type_of)
            net.link(chain.sequence(self.flow.body.parts, [Loose(Net.START)]), Net.END)
        elif self.machine is not None:
            WorkflowNet(net, self.machine, self.contract).build()
        return net

    @cached_property
    def alive(self) -> set[int]:
        """The nodes of the net that a run may reach."""
        return reached(self.net.successors, [Net.START])

    @cached_property
    def keys(self) -> Keys:
        """What is known about keys at every node of the net."""
        return Keys(self.net)

    @cached_property
    def paths(self) -> Paths:
        """Searches for paths of the net that can be taken."""
        return Paths(self.net, self.types)

    @cached_property
    def unfolding(self) -> Unfolding | None:
        """The machine unfolded over what its guards compare; None for a chain."""
        return None if self.machine is None else unfold(self.machine)

    @cached_property
    def cycles(self) -> tuple[Cycle, ...]:
        """The deterministic cycles of a workflow that nothing but the depth limit stops."""
        if self.machine is None or self.unfolding is None:
            return ()
        return Cycles(self.machine, self.unfolding).found

    @cached_property
    def longest_row(self) -> Row:
        """The longest row of deterministic transitions."""
        if self.machine is None or self.unfolding is None:
            return Row(0, ())
        return longest_row(self.machine, self.unfolding)

    @cached_property
    def broken_guarantees(self) -> list[Broken]:
        """The guarantees that do not hold."""
        return Guarantees(self.flow, self.net, self.paths, self.machine, self.unfolding).broken()

    @cached_property
    def calls(self) -> Bound:
        """The most model calls of a run."""
        return self.cost(Calls(), whole=True)

    @cached_property
    def calls_between_decisions(self) -> Bound:
        """The most model calls between one decision and the next; of the whole run where nobody decides."""
        return self.cost(Calls(), whole=False)

    @cached_property
    def seconds(self) -> Bound:
        """The most seconds that time-outs and waits between attempts allow."""
        return self.cost(Seconds(), whole=True)

    @cached_property
    def calls_model(self) -> bool:
        """Whether a run can make model calls, as far as is known."""
        return self.calls.most != 0 and (self.calls.most is not None or bool(self.calls_between_decisions.most))

    def cost(self, measure: Measure, *, whole: bool) -> Bound:
        """Return the most that a run costs in a measure, as a whole or between one decision and the next."""
        costs = Costs(measure, self.items, lambda flow: self.inner(flow).cost(measure, whole=True))
        if self.machine is None or self.unfolding is None:
            found = costs.sequence(self.flow.body.parts if isinstance(self.flow.body, Chain) else ())
            tight = found.tight and self.paths.free and lists_free(self.flow) and self._lists_given()
            return replace(found, tight=tight)
        journeys = Journeys(self.machine, self.unfolding, costs.transition)
        return journeys.whole if whole else journeys.between_decisions

    @cached_property
    def _nodes_of(self) -> Mapping[int, list[int]]:
        found: dict[int, list[int]] = {}
        for number, node in enumerate(self.net.nodes):
            if node.part is not None:
                found.setdefault(id(node.part), []).append(number)
        return found

    def list_writers(self, step: Step) -> list[tuple[int, Write]] | None:
        """Return who may have written the list of an `each` step, with their nodes; None where that is not known."""
        if not isinstance(step.each, Each) or isinstance(step.each.key, Unknown):
            return None
        found: dict[tuple[int, Write], None] = {}
        for node in self._nodes_of.get(id(step), ()):
            writers = self.keys.definitions_of(node, step.each.key)
            if writers is None:
                return None
            found.update(dict.fromkeys(writers))
        return list(found)

    def _lists_given(self) -> bool:
        """Whether no `each` step is given something that is certainly no list: there it fails, and asks nobody."""
        given = [self.list_writers(step) or [] for step in flow_steps(self.flow) if isinstance(step.each, Each)]
        return all(items_of(write.type) is not None for writers in given for _, write in writers)

    def items(self, step: Step) -> tuple[Count, Reason | None]:
        """Return how many items an `each` step may run over, with the reason where there is no limit."""
        each = step.each
        if not isinstance(each, Each) or isinstance(each.limit, Unknown):
            return None, Reason(f"the limit of `{name_of(step.name)}` is not known", step.place)
        writers = self.list_writers(step)
        sizes = None if writers is None else [size_of(write.type) for _, write in writers]
        known = [size for size in sizes or () if size is not None]
        most = max(known) if known and len(known) == len(sizes or ()) else None
        if each.limit is not None:
            return (each.limit if most is None else min(each.limit, most)), None
        if most == math.inf:
            return math.inf, Reason(f"nothing limits how many items `{name_of(step.name)}` runs over", step.place)
        return most, Reason(f"it is not known who writes `{each.key}`, or what", step.place)


def size_of(form: TypeForm) -> Count:
    """Return the most items of a list: infinity where its type says nothing, None where the type is not known."""
    cap = longest(form)
    if cap is not None:
        return cap
    return math.inf if capped(form) is False else None
