"""The page that shows what was found. It must not know how anything was measured."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from benches.peers.measure import LENGTHS

Found = Mapping[str, Any]
# What is measured as a whole, by what it is called on the page.
WHOLE = {"durable": "durable step", "crowd": "100 runs", "fan": "fan-out"}
HEAD = """\
# Beside others

Written by `python -m benches.peers` (`make peers`) on {date}, with Python {python}: it installs each system into an
environment of its own, does the same work in each, and makes the same mistakes in each. Versions:
{versions}.

A number from a shared machine means little by itself. What a step costs is therefore a ratio to the minimal runner
(`benches/minimal.py`: sixty lines with values, retry, trace and a limit of time), timed in turn in the same process;
the median of the rounds counts. Each system works in the form that suits it: chaindsl, Hamilton and the minimal
runner keep a key for each step, the others write one value again and again, LlamaIndex Workflows goes round one step.
They do not all do as much: Hamilton keeps no trace; the minimal runner validates nothing, and copies all values at
every step, so that it gets dearer as a run gets longer. Beside a model call of 300 ms all of this is small: it counts
for tests, for batches, and for thousands of runs at once.
"""
SHORT = """\
![CPU time of a step, on a scale of powers of ten](peers.svg)

Said before anything runs (of the mistakes that can be written there), CPU time of a step of 100 × a minimal runner, of
a step that is in SQLite before the next one begins × a bare transaction, of a step in 100 runs at once × bare asyncio,
a fan-out × a bare pool of threads, import × ours:
"""
MISTAKES = """\
## Said before anything runs

`yes` names the error or the rule; `silent` says what a run then comes to (`ends`: as if nothing were wrong). The
others need the code imported and the graph built; `chaindsl check` reads the source. `n/a`: the mistake can't be
written there, or not in a way that we know. Of the cycle, pydantic-graph and LlamaIndex Workflows say that nothing
leads to an end. A type checker finds some of these in some of the systems; it was not asked. The mistakes were chosen
by us, one of each in its simplest form (`benches/peers/defects/`): no measure of what a larger program hides.
"""
LINTERS = """\
Linters of LangGraph code, asked about the same graphs. langgraph-lint imports the code, costwright reads it; `silent`
is also what says the same of a graph without a mistake:
"""
STEPS = """\
## What a step costs

CPU time of a trivial step, × the minimal runner:
"""
OTHERS = """\
## Durable steps, many runs, fan-out, import, memory

CPU time of a step of 100, each in SQLite before the next one begins (write-ahead log, synchronised fully, but for
Burr, which leaves SQLite's defaults), × a bare transaction a step; `n/a` where nothing is kept by step. CPU time of a
step in a hundred runs at once on one event loop, each awaiting 10 ms in each of ten steps, × bare asyncio that awaits
the same.
A hundred waits of 10 ms, 16 at a time, × a bare pool of threads in the same process; CPU time of importing what a
user imports, × ours; the most resident memory, in MB, of a process that runs 100 steps ten times. The fan-out is time
on the clock: where other programs want the processors too it flatters whoever computes least, and on an idle machine
the systems are closer together.
"""
SKIPPED = "\nNot measured: {}.\n"


def line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    return "\n".join([line(head), line(["---"] * len(head)), *map(line, rows)]) + "\n"


def ratio(row: Mapping[str, Any] | None, key: str = "ratio") -> str:
    if not row or key not in row:
        return str((row or {}).get("failed", "–")).partition(":")[0]
    number = float(row[key])
    return f"{number:.2f}" if number < 10 else f"{number:,.0f}"


def mistakes(found: Found) -> str:
    systems = list(next(iter(found["mistakes"].values())))
    rows = [[defect, *(said[name] for name in systems)] for defect, said in found["mistakes"].items()]
    return table(["mistake", *systems], rows)


def imported(found: Found, name: str) -> str:
    """Return what a system's import costs, × ours; a dash where it could not be imported."""
    times = found["import"]
    return f"{times[name] / times['chaindsl']:.2f}" if name in times else "–"


def steps(found: Found) -> str:
    rows = [[name, *(ratio(row.get(what)) for what in LENGTHS)] for name, row in found["steps"].items()]
    return table(["", *LENGTHS], rows)


def others(found: Found) -> str:
    rows = [
        [
            name,
            *(ratio(found[what][name]) for what in WHOLE),
            imported(found, name),
            ratio(found["memory"][name], "mb"),
        ]
        for name in found["fan"]
    ]
    return table(["", *WHOLE.values(), "import", "memory"], rows)


def linters(found: Found) -> str:
    """Return what linters of LangGraph code said, or that they were not asked."""
    if not found["linters"]:
        return "They could not be installed.\n"
    names = list(next(iter(found["linters"].values())))
    rows = [[defect, *(said[name] for name in names)] for defect, said in found["linters"].items()]
    return table(["mistake", *names], rows)


def said(found: Found, name: str) -> str:
    """Return how many of the mistakes that can be made in a system it names before anything runs."""
    verdicts = [row.get(name, "") for row in found["mistakes"].values()]
    possible = [verdict for verdict in verdicts if verdict and verdict != "n/a"]
    return f"{sum(verdict.startswith('yes') for verdict in possible)} of {len(possible)}" if possible else "–"


def summary(found: Found) -> str:
    """Return one row a system, which the README shows too."""
    rows = [
        [
            name,
            said(found, name),
            ratio(found["steps"].get(name, {}).get("100 steps")),
            *(ratio(found[what][name]) for what in WHOLE),
            imported(found, name),
        ]
        for name in found["fan"]
    ]
    return table(["", "said before", "a step", *WHOLE.values(), "import"], rows)


def contests(found: Found) -> Iterator[tuple[str, dict[str, float]]]:
    for what in LENGTHS:
        yield what, {name: row[what]["ratio"] for name, row in found["steps"].items() if "ratio" in row.get(what, {})}
    for what, title in WHOLE.items():
        yield title, {name: row["ratio"] for name, row in found[what].items() if "ratio" in row}
    yield "import", dict(found["import"])
    yield "memory", {name: row["mb"] for name, row in found["memory"].items() if "mb" in row}


def places(found: Found) -> str:
    """Return a line for each contest: our place, and our ratio to the best of the others."""
    rows = []
    for what, scores in contests(found):
        mine = scores["chaindsl"]
        theirs = {name: score for name, score in scores.items() if name != "chaindsl"}
        best = min(theirs, key=theirs.__getitem__)
        place = 1 + sum(score < mine for score in theirs.values())
        rows.append([what, f"{place} of {len(scores)}", best, f"{mine / theirs[best]:.2f}"])
    return table(["", "our place", "the best of the others", "ours, × theirs"], rows)


def lost(found: Found) -> str:
    """Return in words where another system is better than ours."""
    worse = []
    for what, scores in contests(found):
        better = sorted((score, name) for name, score in scores.items() if score < scores["chaindsl"])
        if better:
            worse.append(f"- **{what}**: {', '.join(name for _, name in better)}")
    return "\n".join(worse or ["- in nothing measured here"]) + "\n"


def page(found: Found) -> str:
    """Return the page: words that stay, tables that are found."""
    skipped = "; ".join(f"{name} ({why})" for name, why in found["skipped"].items())
    parts = [
        HEAD.format(date=found["date"], python=found["python"], versions=found["versions"]),
        SHORT + "\n" + summary(found),
        MISTAKES + "\n" + mistakes(found) + "\n" + LINTERS + "\n" + linters(found),
        STEPS + "\n" + steps(found),
        OTHERS + "\n" + others(found),
        "## Where we stand\n\n" + places(found) + "\nBetter than chaindsl, the best first:\n\n" + lost(found),
    ]
    return "\n".join(parts) + (SKIPPED.format(skipped) if skipped else "")
