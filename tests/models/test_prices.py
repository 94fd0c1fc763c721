"""Prices of a file: which model has which, what an answer then costs, and what is wrong with a file."""

import pickle
from pathlib import Path

import pytest

from chaindsl import Complete, Text, chain, step
from chaindsl.models.catalogue import resolve
from chaindsl.models.failure import ModelError
from chaindsl.models.prices import Price, Priced, Prices, read_prices
from chaindsl.review.cost.table import read_table
from chaindsl.vocabulary.model import Completion, Usage
from tests.models.server import USAGE, Server, chat

FILE = """
currency = "EUR"
[defaults]
seconds = 2
[models.tiny]
input = 2
output = 10.0
[models."tiny-1"]
input = 1_000_000
output = 2_000_000
"""


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "prices.toml"
    path.write_text(FILE)
    return str(path)


@pytest.mark.parametrize(
    ("model", "price"),
    [
        ("tiny", Price(2, 10)),
        ("tiny-2026-01-01", Price(2, 10)),
        ("tiny-1", Price(1e6, 2e6)),
        ("tiny-1-b", Price(1e6, 2e6)),
        ("tinyer", None),
        ("", None),
    ],
)
def test_the_longest_name_that_fits_has_the_price(file: str, model: str, price: Price | None) -> None:
    assert read_prices(file).find(model) == price


def test_it_is_the_file_that_cost_reads(file: str) -> None:
    assert read_table(file).models["tiny"] == {"input": 2, "output": 10}


def test_a_run_knows_what_its_calls_cost(server: Server, file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    @step(writes="answer")
    def ask(question: Text, *, complete: Complete) -> Text:
        return complete(question)

    monkeypatch.setenv("CHAINDSL_PRICES", file)
    server.replies = [chat("ok")]
    flow = chain("asking", ask, inputs={"question": Text})
    run = flow.run({"question": "why?"}, complete=resolve(f"{server.url}/v1#tiny"))
    expected = USAGE["prompt_tokens"] * 1.0 + USAGE["completion_tokens"] * 2.0
    assert [call.cost for call in run.trace[0].details.calls] == [expected]


@pytest.mark.parametrize(
    "answer",
    [
        "text",
        Completion("text", model="tiny"),
        Completion("text", usage=Usage(1, 1), model="other"),
        Completion("text", usage=Usage(1, 1)),
        Completion("text", usage=Usage(1, 1, 0.5), model="tiny"),
    ],
)
async def test_other_answers_stay_as_they_are(answer: str) -> None:
    async def awaited(prompt: str) -> str:
        return answer

    prices = Prices({"tiny": Price(1, 1)})
    assert Priced(lambda prompt: answer, prices)("?") is answer
    assert await Priced(awaited, prices)("?") is answer


def test_a_priced_model_is_otherwise_the_model(server: Server) -> None:
    model = Priced(resolve(f"{server.url}/v1#tiny"), Prices({}))
    assert model.schemas is True
    assert repr(model) == f"<priced OpenAICompatible('{server.url}/v1', 'tiny', mode='chat')>"
    assert repr(pickle.loads(pickle.dumps(model))) == repr(model)
    model.close()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("models = 3", "models is no table"),
        (
            "[models]\na = 1\n[models.b]\ninput = -1\noutput = true\nper = 3\n[models.c]\ninput = nan\noutput = 'x'",
            (
                "models.a is no table; models.b.input is -1, not a number of 0 or more; "
                "models.b.output is True, not a number of 0 or more; models.b: nothing is called 'per' here; "
                "models.c.input is nan, not a number of 0 or more; models.c.output is 'x', not a number of 0 or more"
            ),
        ),
    ],
)
def test_all_that_is_wrong_comes_at_once(tmp_path: Path, text: str, says: str) -> None:
    (tmp_path / "p.toml").write_text(text)
    with pytest.raises(ModelError) as caught:
        read_prices(str(tmp_path / "p.toml"))
    assert (caught.value.code, caught.value.issue.message) == ("bad-setting", f"{tmp_path / 'p.toml'}: {says}")


def test_a_file_that_is_not_there_or_no_toml(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="can't be read: No such file"):
        read_prices(str(tmp_path / "none.toml"))
    (tmp_path / "p.toml").write_text("[")
    with pytest.raises(ModelError, match="can't be read"):
        read_prices(str(tmp_path / "p.toml"))
