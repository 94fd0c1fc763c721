"""A recorded run, as one of today asks it: what is not done again, who decided what, what the inputs were."""

import json
from collections import Counter, deque
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from chaindsl.graph.state import Actor
from chaindsl.runtime.decision import Decision
from chaindsl.runtime.past import Key, Past, Told
from chaindsl.runtime.rehearsal import Repeated
from chaindsl.trace.record import Record
from chaindsl.trace.stored import StoredTrace

_DECIDERS = ("agent", "human")


class Recorded:
    """One trace of a flow; `supplied` names, by transition, the arguments of whoever decides.

    What stands before the first attempt of `start`, and every attempt of the steps in `kept`, is taken from the trace
    and not done again: `past` and `broken` hold that.
    """

    def __init__(
        self,
        trace: StoredTrace,
        flow: str,
        start: str | None,
        kept: Collection[str],
        supplied: Mapping[str, frozenset[str]],
    ) -> None:
        self._records = trace.records
        self._given = trace.given
        self._supplied = supplied
        first = next((index for index, one in enumerate(trace.records) if one["step"] == start), 0)
        self.past = Past()
        self.broken: dict[Key, Repeated] = {}
        for index, record in enumerate(trace.records):
            if index < first or record["step"] in kept:
                self._take(index + 1, record)
            if index < first:
                self._move(index + 1, record, flow)
        self._decisions = deque(one for one in trace.records[first:] if _decides(one))

    def inputs(self, keys: Iterable[str]) -> dict[str, Any]:
        """Return the values of the inputs that were not cut; of an older trace, those that any step read."""
        written = {record["revision"] for record in self._records}
        found: dict[str, tuple[int, Any]] = {}
        for record in self._records:
            depth = record["path"].count("/")
            for key, revision in record["revisions"].items():
                if revision not in written and depth < found.get(key, (depth + 1, None))[0]:
                    found[key] = depth, record["reads"][key]
        whole = {key: value for key, (_, value) in found.items() if key not in self._given}
        whole |= {key: line["value"] for key, line in self._given.items() if "cut" not in line}
        return {key: whole[key] for key in keys if key in whole}

    def decision(self, state: str | None, offered: Collection[str]) -> Decision | None:
        """Take the next decision that was recorded, if it was taken in this state and is offered there now."""
        if not self._decisions or self._decisions[0]["state"] != state:
            return None
        if self._decisions[0]["transition"] not in offered:
            return None
        record = self._decisions.popleft()
        return Decision(record["transition"], self._arguments(record), Actor(record["actor"]))

    def _arguments(self, record: Mapping[str, Any]) -> dict[str, Any]:
        wanted = self._supplied.get(record["transition"], frozenset())
        return {key: value for key, value in record["reads"].items() if key in wanted}

    def tried_again(self, trace: Iterable[Record]) -> bool:
        """Say whether more attempts of the step that failed last were recorded than were made now."""
        now = list(trace)
        if not now:
            return False
        key = now[-1].path, now[-1].item
        made = Counter((record.path, record.item) for record in now)[key]
        return made < sum((record["path"], record["item"]) == key for record in self._records)

    def _take(self, number: int, record: Mapping[str, Any]) -> None:
        # A value that was rejected may be None; anything else that is None was not said.
        said = {name for name, found in record.items() if found is not None} - {"output", "reads", "revisions", "cut"}
        if record["message"] is not None:
            said.add("rejected")
        data = {name: record[name] for name in record if name in said}
        told = Told(number, {**data, "made": len(record["calls"])}, json.dumps(record["output"]))
        if record["ok"] and record["cut"] is None:
            self.past.results[told.key] = told
            self.broken.pop(told.key, None)
        elif record["ok"]:
            self.broken[told.key] = Repeated(record["step"], "what it wrote was cut; record it with a larger cap=")
        else:
            self.past.failures[told.key].append(told)
            self.broken[told.key] = Repeated(record["step"], str(record["error"] or record["message"]))

    def _move(self, number: int, record: Mapping[str, Any], flow: str) -> None:
        """Note which way a workflow went; that of a workflow inside another is found again by its guards."""
        path = record["path"].split("/")
        visit = len(path) == 3 and path[1].startswith("visit ")
        if record["transition"] != record["step"] or not record["ok"] or not (len(path) == 2 or visit):
            return
        data = {"path": flow, "transition": record["transition"], "actor": record["actor"]}
        data["arguments"] = self._arguments(record)
        self.past.moves[flow].append(Told(number, data))


def _decides(record: Mapping[str, Any]) -> bool:
    return record["actor"] in _DECIDERS and record["step"] == record["transition"] and record["attempt"] == 1
