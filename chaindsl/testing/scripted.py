"""Models that follow a script and remember what they were asked. They are safe to call from several threads."""

import threading

from chaindsl.testing.script import Answers, ScriptError, script, shown


class _Scripted:
    """What both models are made of: a script, the prompts so far, and what the script did not have."""

    def __init__(self, answers: Answers = (), *, name: str = "the script") -> None:
        self._script = script(answers, name)
        self._name = name
        self._lock = threading.Lock()
        self._prompts: list[str] = []
        self._failures: list[ScriptError] = []

    @property
    def prompts(self) -> list[str]:
        """The prompts it got, in order, each as it came: a `PromptText` still knows its prompt."""
        return list(self._prompts)

    @property
    def calls(self) -> int:
        """How often it was called."""
        return len(self._prompts)

    def assert_used_up(self) -> None:
        """Raise AssertionError unless every answer was given, and every call had one.

        A call without an answer counts even where the flow has swallowed its error.
        """
        left = self._script.unused()
        told = [str(failure) for failure in self._failures]
        if left:
            told.append(f"{self._name} has answers that nobody asked for: {', '.join(left)}")
        if told:
            raise AssertionError("\n".join(told))

    def _answer(self, prompt: str) -> str:
        with self._lock:
            self._prompts.append(prompt)
            try:
                answer: object = self._script.answer(prompt)
            except ScriptError as failure:
                self._failures.append(failure)
                raise
        if isinstance(answer, str):
            return answer
        if isinstance(answer, BaseException) or (isinstance(answer, type) and issubclass(answer, BaseException)):
            raise answer
        raise TypeError(f"{self._name} answers {shown(answer)}, which is neither text nor an exception")


class ScriptedModel(_Scripted):
    """A `Complete` that follows a script.

    `answers` are texts or exceptions to raise: a sequence of them, given in order whatever the prompt; a mapping
    from a prompt's name, a part of its text, a pattern or a `Prompt` to an answer or a sequence of answers; or a
    function from the prompt to an answer. Where a flow asks side by side, only the last two give the same run each
    time. `name` is what errors call it. A call without an answer raises ScriptError.
    """

    blocks = False
    """It answers at once, so a step that awaits it gets its answers in the order in which it asks."""

    def __call__(self, prompt: str, /) -> str:
        return self._answer(prompt)


class AsyncScriptedModel(_Scripted):
    """An `AsyncComplete` that follows a script, see `ScriptedModel`."""

    async def __call__(self, prompt: str, /) -> str:
        return self._answer(prompt)
