"""A table of rates is read whole, and everything that is wrong with it is told at once."""

import json
from pathlib import Path

import pytest

from chaindsl.errors import ChainDslError, FlowError
from chaindsl.review.cost.spread import Spread
from chaindsl.review.cost.table import Table, read_table, table_of

TEXT = """
currency = "EUR"

[defaults]
success = 0.95
seconds = [0.5, 1, 4]

[steps.draft]
model = "small"
input_tokens = 900

[models.small]
input = 0.1
output = 0.4

[routes.topic]
tickets = 3
otherwise = 1

[loops.approved]
ends = 0.8

[transitions.deploy]
weight = 2

[decision]
input_tokens = 700
"""
TABLE = Table(
    defaults={"success": 0.95, "seconds": Spread(0.5, 1, 4)},
    steps={"draft": {"model": "small", "input_tokens": Spread.of(900)}},
    models={"small": {"input": 0.1, "output": 0.4}},
    routes={"topic": {"tickets": 3, "otherwise": 1}},
    loops={"approved": {"ends": 0.8}},
    transitions={"deploy": {"weight": 2}},
    decision={"input_tokens": Spread.of(700)},
    currency="EUR",
)


def test_toml_and_json_say_the_same(tmp_path: Path) -> None:
    import tomllib

    (tmp_path / "rates.toml").write_text(TEXT)
    (tmp_path / "rates.json").write_text(json.dumps(tomllib.loads(TEXT)))
    assert read_table(str(tmp_path / "rates.toml")) == TABLE
    assert read_table(str(tmp_path / "rates.json")) == TABLE


def test_everything_wrong_is_told_at_once() -> None:
    data = {
        "stepz": {},
        "currency": 1,
        "defaults": {"sucess": 1, "success": 2, "seconds": [3, 2, 1]},
        "steps": {"a": 3, "b": {"model": 4, "items": True}},
        "routes": {"k": {"x": -1}},
        "models": [],
    }
    with pytest.raises(FlowError) as raised:
        table_of(data, "rates.toml")
    assert [(issue.subject, issue.hint) for issue in raised.value.issues] == [
        ("stepz", "did you mean steps?"),
        ("currency", None),
        ("defaults.sucess", "did you mean success?"),
        ("defaults.success", None),
        ("defaults.seconds", None),
        ("steps.a", None),
        ("steps.b.model", None),
        ("steps.b.items", None),
        ("routes.k.x", None),
        ("models", None),
    ]
    assert raised.value.issues[4].message == (
        "rates.toml: defaults.seconds is [3, 2, 1], neither a number of 0 or more nor [least, likely, most]"
    )


@pytest.mark.parametrize("text", ["x = ", "\x00", "success = nan\n[defaults]\nsuccess = nan"])
def test_what_can_not_be_read_is_one_error(tmp_path: Path, text: str) -> None:
    file = tmp_path / "rates.toml"
    file.write_text(text)
    with pytest.raises(ChainDslError) as raised:
        read_table(str(file))
    assert raised.value.code in ("rates-unreadable", "wrong-rate")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ChainDslError, match="can't be read: No such file"):
        read_table(str(tmp_path / "no.toml"))
