"""Cassettes: recorded once, played as often as wanted, and strict about what is asked."""

import json
from pathlib import Path

import pytest

from chaindsl.testing.cassette import Cassette, CassetteError
from chaindsl.vocabulary.model import Completion, Usage

pytest_plugins = ["pytester"]


def real(prompt: str) -> str:
    return Completion(prompt.upper(), usage=Usage(3, 2, 0.5), model="big-1") if prompt != "plain" else "text"


def recorded(path: Path) -> Path:
    with Cassette(path, real, record=True) as model:
        assert [model("a"), model("b"), model("a"), model("plain")] == ["A", "B", "A", "text"]
    return path


def test_what_was_recorded_is_played(tmp_path: Path) -> None:
    path = recorded(tmp_path / "deep" / "one.json")
    with Cassette(path) as model:
        found = [model("a"), model("plain"), model("b"), model("a")]
    assert found == ["A", "text", "B", "A"]
    assert isinstance(found[0], Completion)
    assert (found[0].model, found[0].usage) == ("big-1", Usage(3, 2, 0.5))
    assert not isinstance(found[1], Completion)
    again = path.read_bytes()
    assert recorded(path).read_bytes() == again


class Client:
    """A model that has a key, and shows it."""

    secrets = ("key-of-the-model",)

    def __call__(self, prompt: str, /) -> str:
        return Completion(f"{prompt} (asked with key-of-the-model)", model="big-1")


def test_no_secret_is_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "one.json"
    with Cassette(path, Client(), record=True, secrets=["4711-0815-42"]) as model:
        assert model.secrets == ("4711-0815-42", "key-of-the-model")
        assert model("pay with 4711-0815-42") == "pay with 4711-0815-42 (asked with key-of-the-model)"
    assert json.loads(path.read_text(encoding="utf-8"))["prompts"] == [
        {
            "prompt": "pay with [redacted]",
            "answers": [{"text": "pay with [redacted] (asked with [redacted])", "model": "big-1"}],
        }
    ]
    with Cassette(path, secrets=["another-secret"]) as model:
        assert model("pay with another-secret") == "pay with [redacted] (asked with [redacted])"
        with pytest.raises(CassetteError) as caught:
            model("show another-secret")
    assert "another-secret" not in str(caught.value)


def test_it_is_strict_about_what_is_asked(tmp_path: Path) -> None:
    path = recorded(tmp_path / "one.json")
    model = Cassette(path)
    with pytest.raises(CassetteError, match=r"no answer for this prompt, asked for the 1. time: 'c'"):
        model("c")
    model("b")
    with pytest.raises(CassetteError, match=r"asked for the 2. time: 'b'"):
        model("b")
    with pytest.raises(CassetteError, match="answers that nobody asked for: 'a', 'plain'"):
        model.end()


@pytest.mark.parametrize("text", ["", "[]", '{"version": 2}', '{"version": 1, "prompts": [1]}'])
def test_what_is_no_cassette_is_said(tmp_path: Path, text: str) -> None:
    path = tmp_path / "one.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(CassetteError, match="is no cassette"):
        Cassette(path)
    with pytest.raises(CassetteError, match="pytest --record-models"):
        Cassette(tmp_path / "none.json")
    with pytest.raises(CassetteError, match="no model to record"):
        Cassette(path, record=True)


def test_the_fixture_records_and_plays(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        from pathlib import Path

        def real(prompt):
            Path("asked").write_text("x")
            return prompt + "!"

        def test_it(cassette):
            assert cassette(real)("hello") == "hello!"
        """
    )
    # Another plugin warns without it.
    pytester.makeini("[pytest]\nasyncio_default_fixture_loop_scope = function\n")
    assert pytester.runpytest_inprocess("-p", "no:cacheprovider").ret == 1
    pytester.runpytest_inprocess("--record-models").assert_outcomes(passed=1)
    kept = json.loads((pytester.path / "cassettes" / "test_it.json").read_text(encoding="utf-8"))
    assert kept == {"version": 1, "prompts": [{"prompt": "hello", "answers": [{"text": "hello!"}]}]}
    (pytester.path / "asked").unlink()
    pytester.runpytest_inprocess().assert_outcomes(passed=1)
    assert not (pytester.path / "asked").exists()
