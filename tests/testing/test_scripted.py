"""Scripted models: what they answer, remember and complain about."""

import threading
from typing import Any

import pytest

from chaindsl.errors import FlowError
from chaindsl.testing import AsyncScriptedModel, ScriptedModel, ScriptError
from chaindsl.vocabulary.model import AsyncComplete, Complete, Completion, Usage
from chaindsl.vocabulary.prompt import PromptText, prompt


def test_it_is_a_model() -> None:
    complete: Complete = ScriptedModel(["one", "two"])
    assert [complete("a"), complete("b")] == ["one", "two"]


async def test_it_is_an_async_model() -> None:
    model = AsyncScriptedModel({"a": "one"})
    complete: AsyncComplete = model
    assert await complete("a") == "one"
    with pytest.raises(ScriptError):
        await complete("b")
    assert model.prompts == ["a", "b"]


def test_it_remembers_what_it_was_asked() -> None:
    model, asked = ScriptedModel(["x"] * 3), prompt("p", version="1", text="Say {it}").format(it="hi")
    for text in ("a", asked, "a"):
        model(text)
    assert (model.prompts, model.calls) == (["a", "Say hi", "a"], 3)
    assert isinstance(model.prompts[1], PromptText)
    model.prompts.clear()
    assert model.calls == 3


def test_a_completion_is_handed_on_as_it_is() -> None:
    answer = Completion("x", usage=Usage(1, 2))
    assert ScriptedModel([answer])("?") is answer


@pytest.mark.parametrize("failure", [TimeoutError("slow"), KeyboardInterrupt()])
def test_an_exception_is_raised(failure: BaseException) -> None:
    model = ScriptedModel([failure, TimeoutError, "then"])
    with pytest.raises(type(failure)) as caught:
        model("a")
    assert caught.value is failure
    with pytest.raises(TimeoutError):
        model("b")
    assert model("c") == "then"


def test_an_error_of_the_script_is_one_that_no_step_retries() -> None:
    with pytest.raises(ScriptError, match="is used up after 0 answers") as caught:
        ScriptedModel()("a")
    assert isinstance(caught.value, FlowError)


def test_an_answer_that_is_none_is_refused() -> None:
    wrong: Any = [7]
    with pytest.raises(TypeError, match="the script answers 7, which is neither text nor an exception"):
        ScriptedModel(wrong)("a")


def test_used_up() -> None:
    model = ScriptedModel(["a", "b"], name="the judge")
    model("x")
    with pytest.raises(AssertionError, match=r"^the judge has answers that nobody asked for: 'b'$"):
        model.assert_used_up()
    model("y")
    model.assert_used_up()


def test_a_call_too_many_is_told_even_if_it_was_swallowed() -> None:
    model = ScriptedModel(["a"], name="the judge")
    model("x")
    with pytest.raises(ScriptError):
        model("y")
    with pytest.raises(AssertionError, match=r"^the judge is used up after 1 answers, and one more is asked for: 'y'"):
        model.assert_used_up()


def test_threads_get_each_answer_once() -> None:
    model = ScriptedModel([str(number) for number in range(400)])
    found: list[str] = []
    threads = [threading.Thread(target=lambda: found.extend(model("x") for _ in range(50))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found, key=int) == [str(number) for number in range(400)]
    model.assert_used_up()
