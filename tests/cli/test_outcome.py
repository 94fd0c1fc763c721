"""A run in words and as data, where a whole command would be a roundabout way to see it."""

import json
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from chaindsl import Text, chain, step
from chaindsl.cli.outcome import data, lines
from chaindsl.runtime.environment import Environment


@dataclass(frozen=True)
class Page:
    title: str
    day: date


@step(writes="pages")
def read(title: str) -> list[Page]:
    return [Page(title, date(2026, 1, 31))]


@step(writes="lengths", each="titles", limit=2)
def measure(title: str) -> int:
    return len(title)


@step(writes="path")
def point(lengths: list[int]) -> Path:
    return Path("a") / str(sum(lengths))


reading = chain("reading", read, measure, point, inputs={"title": str, "titles": list[Text]}, outputs=["pages", "path"])
still = Environment(clock=lambda: 0.0, new_id=lambda: "run-1")
run = reading.bind().configured(environment=still).run({"title": "Ä", "titles": ["a", "bb", "ccc"]})


def test_outputs_that_are_not_text_are_json() -> None:
    assert list(lines(run)) == [
        "reading: completed (end of chain); 0.0 s",
        "",
        "pages:",
        "  [",
        "    {",
        '      "title": "Ä",',
        '      "day": "2026-01-31"',
        "    }",
        "  ]",
        "",
        "path:",
        "  a/3",
    ]


def test_data_is_json_and_holds_every_record() -> None:
    made = data(run)
    assert json.loads(json.dumps(made)) == made
    assert made["run"] == "run-1"
    assert made["outputs"] == {"pages": [{"title": "Ä", "day": "2026-01-31"}], "path": "a/3"}
    assert made["spent"] == {"seconds": 0.0, "calls": 0, "tokens": 0, "bytes": 0}
    assert [record["step"] for record in made["trace"]] == [record.step for record in run.trace]
