"""What a real model answered once, kept in a file, so that tests ask it no more."""

import json
import threading
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from chaindsl.errors import ChainDslError
from chaindsl.vocabulary.model import Completion, Usage

VERSION = 1


class CassetteError(ChainDslError, AssertionError):
    """A cassette has no answer for a prompt, holds answers that nobody asked for, or can't be read."""


class Cassette:
    """A `Complete` that plays what is in a file, or with `record` asks `model` and writes the file.

    A prompt that is asked several times has several answers, played in the order in which they were given. Safe to call
    from several threads. Use it in a `with` block: at its end a recording is written, and answers that nobody asked for
    are an error, since a flow that asks less is another flow.

    `secrets` are texts that the file must not show, those that `model` has in an attribute `secrets` beside them. They
    are masked in prompts and answers as they are in a trace, which passes over what is shorter than eight characters.
    A prompt is looked for as it is kept, so it is found under another secret too.
    """

    def __init__(
        self,
        path: str | Path,
        model: Callable[[str], str] | None = None,
        *,
        record: bool = False,
        secrets: Iterable[str] = (),
    ) -> None:
        self.path = Path(path)
        self.secrets = (*secrets, *getattr(model, "secrets", ()))
        self._mask = _masking(self.secrets)
        self._model = model
        self._record = record
        self._lock = threading.Lock()
        self._asked: Counter[str] = Counter()
        self._answers: dict[str, list[dict[str, Any]]] = {} if record else self._read()
        if record and model is None:
            raise CassetteError("no-model", f"{self.path}: there is no model to record", str(self.path))

    @property
    def blocks(self) -> bool:
        """Whether a call may take its time: while a model is recorded."""
        return self._record

    def __call__(self, prompt: str, /) -> str:
        """Return the answer to a prompt. Raises CassetteError where the file has none."""
        kept = self._mask(str(prompt))
        if self._record and self._model is not None:
            answer = self._model(prompt)
            with self._lock:
                self._answers.setdefault(kept, []).append(_kept(answer, self._mask))
            return answer
        with self._lock:
            number = self._asked[kept]
            self._asked[kept] += 1
        answers = self._answers.get(kept, [])
        if number >= len(answers):
            shown = kept if len(kept) <= 200 else f"{kept[:200]}…"
            raise CassetteError(
                "no-answer",
                f"{self.path} has no answer for this prompt, asked for the {number + 1}. time: {shown!r}",
                str(self.path),
                None,
                "record it anew: pytest --record-models",
            )
        return _played(answers[number])

    def __enter__(self) -> "Cassette":
        return self

    def __exit__(self, kind: type[BaseException] | None, *rest: object) -> None:
        if kind is None:
            self.end()

    def end(self) -> None:
        """Write what was recorded. Raises CassetteError where the file has answers that nobody asked for."""
        if self._record:
            self._write()
            return
        left = [prompt for prompt, answers in self._answers.items() if self._asked[prompt] < len(answers)]
        if left:
            message = f"{self.path} has answers that nobody asked for: {', '.join(repr(one[:60]) for one in left)}"
            raise CassetteError("unasked", message, str(self.path), None, "record it anew: pytest --record-models")

    def _read(self) -> dict[str, list[dict[str, Any]]]:
        try:
            found = json.loads(self.path.read_text(encoding="utf-8"))
            if found["version"] != VERSION:
                raise ValueError(f"version {found['version']}")
            return {entry["prompt"]: entry["answers"] for entry in found["prompts"]}
        except FileNotFoundError:
            hint = "record it: pytest --record-models"
            raise CassetteError("no-cassette", f"there is no {self.path}", str(self.path), None, hint) from None
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise CassetteError("bad-cassette", f"{self.path} is no cassette: {error}", str(self.path)) from error

    def _write(self) -> None:
        prompts = [{"prompt": prompt, "answers": self._answers[prompt]} for prompt in sorted(self._answers)]
        text = json.dumps({"version": VERSION, "prompts": prompts}, indent=1, ensure_ascii=False)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(f"{text}\n", encoding="utf-8")


def _masking(secrets: tuple[str, ...]) -> Callable[[str], str]:
    if not secrets:
        return str
    # pytest loads this module in every run, and few of them have a secret to mask.
    from chaindsl.trace.secrets import Secrets  # noqa: PLC0415

    return Secrets(secrets).mask


def _kept(answer: str, mask: Callable[[str], str]) -> dict[str, Any]:
    kept: dict[str, Any] = {"text": mask(str(answer))}
    if isinstance(answer, Completion):
        if answer.model is not None:
            kept["model"] = answer.model
        if answer.usage is not None:
            kept["usage"] = [answer.usage.input_tokens, answer.usage.output_tokens, answer.usage.cost]
    return kept


def _played(kept: dict[str, Any]) -> str:
    if "model" not in kept and "usage" not in kept:
        return str(kept["text"])
    usage = Usage(*kept["usage"]) if "usage" in kept else None
    return Completion(kept["text"], usage=usage, model=kept.get("model"))
