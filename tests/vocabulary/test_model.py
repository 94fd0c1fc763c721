"""What a model returns, and what counts as a model."""

import asyncio
import copy
import pickle
import subprocess
import sys
from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chaindsl.vocabulary.model import AsyncComplete, Complete, Completion, Usage

TEXTS = st.text(st.characters(codec="utf-8"))
USAGES = st.none() | st.builds(
    Usage,
    st.integers(0, 10**9),
    st.integers(0, 10**9),
    st.none() | st.floats(0, 1e6),
)


def described(made: Completion) -> tuple[object, ...]:
    return type(made), str(made), made.usage, made.model


@given(TEXTS, USAGES, st.none() | TEXTS, st.integers(0, pickle.HIGHEST_PROTOCOL))
def test_a_completion_keeps_all_it_knows_when_copied(
    text: str, usage: Usage | None, model: str | None, protocol: int
) -> None:
    made = Completion(text, usage=usage, model=model)
    same = (Completion, text, usage, model)
    assert described(made) == same
    assert described(copy.copy(made)) == same
    assert described(copy.deepcopy(made)) == same
    assert described(pickle.loads(pickle.dumps(made, protocol))) == same


@given(TEXTS)
def test_a_completion_is_its_text(text: str) -> None:
    made = Completion(text, model="tiny")
    assert made == text
    assert hash(made) == hash(text)
    assert repr(made) == repr(text)
    assert {text: 1}[made] == 1
    assert type(str(made)) is str


def test_a_completion_need_not_know_where_it_is_from() -> None:
    made = Completion("hi")
    assert (made.usage, made.model) == (None, None)


def test_a_completion_holds_nothing_else() -> None:
    with pytest.raises(AttributeError):
        Completion("hi").note = "x"  # type: ignore[attr-defined]


def test_usage_adds_up_and_can_not_be_changed() -> None:
    usage = Usage(7, 3)
    assert (usage.total, usage.cost) == (10, None)
    assert usage == Usage(7, 3)
    with pytest.raises(FrozenInstanceError):
        usage.input_tokens = 1  # type: ignore[misc]


def test_any_function_from_prompt_to_text_is_a_model() -> None:
    def named(question: str) -> Completion:
        return Completion(question.upper())

    async def awaited(prompt: str) -> str:
        return prompt[::-1]

    model: Complete = named
    later: AsyncComplete = awaited

    async def go() -> str:
        return await later("abc")

    assert (model("abc"), asyncio.run(go())) == ("ABC", "cba")


def test_it_loads_no_pydantic() -> None:
    asked = "import sys, chaindsl.vocabulary.model; print('pydantic' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "False\n"
