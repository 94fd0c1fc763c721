"""A run with many steps and long values, written as a trace without running it."""

import random
from pathlib import Path

from chaindsl.graph.budget import Input
from chaindsl.graph.flow import Chain, Flow
from chaindsl.graph.step import Read, Step
from chaindsl.graph.typeform import STR
from chaindsl.trace.call import ModelCall
from chaindsl.trace.details import NO_DETAILS, Details
from chaindsl.trace.head import head
from chaindsl.trace.jsonl import TraceWriter
from chaindsl.trace.record import Cell, Given, Record
from chaindsl.trace.scope import Scope
from chaindsl.trace.site import Site
from chaindsl.view.loaded import Loaded, load
from tests.view.runs import BEGAN

TEXT = 'the moon of pluto, "charon", is half as wide as pluto; a day there is 6.4 days é'
WORDS = TEXT.split()


def big(path: Path, *, steps: int, characters: int) -> Loaded:
    """Write a chain in which each step reads what the one before wrote; every third asks a model."""
    chance = random.Random(7)
    parts = tuple(Step(f"step{n}", reads=(Read(f"k{n}"),), writes=f"k{n + 1}", type=STR) for n in range(steps))
    flow = Flow("big", Chain(parts), (Input("k0", STR),))
    before: Cell = Given("start")
    scope = Scope("big", 0.0)
    with TraceWriter(path, head("run-1", flow, written_by="0.1.0", began=BEGAN)) as writer:
        for n in range(steps):
            words = chance.choices(WORDS, k=characters // 3)
            details = NO_DETAILS
            if n % 3 == 0:
                details = Details()
                details.calls = (ModelCall("complete", 217, 0.4, f"Go on from here: {' '.join(words[:40])}", "yes"),)
            site = Site("big", f"step{n}", (f"k{n}",), f"k{n + 1}")
            record = Record(site, scope, None, 1, n * 0.5, 0.5, (before,), " ".join(words)[:characters], details)
            writer(record)
            before = record
        writer.end({"status": "completed", "stopped": "end of chain"})
    return load(path)
