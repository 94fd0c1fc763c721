"""CD503 on calls of `format`, direct and through helpers."""

from pathlib import Path

import pytest

from tests.analyzer.rules.marked import agree, one_step

ASK = 'ASK = prompt("ask", version="1", text="Answer {text} in {language}, as {\\"a\\": 1}.")\n'


def step(call: str, before: str = "") -> str:
    return one_step(f"""
{ASK}{before}
@step(writes="answer", prompt=ASK)
def work(text: Text, *, complete: Complete) -> Text:
    return complete({call})
""")


BAD = {
    "one is missing": step("⟦ASK.format(text=text)⟧"),
    "one is too many": step('⟦ASK.format(text=text, language="en", tone="kind")⟧'),
    "misspelt": step('⟦ASK.format(txt=text, language="en")⟧'),
    "without a name": step("⟦ASK.format(text, language=text)⟧"),
    "none": step("⟦ASK.format()⟧"),
    "an alias": step("⟦Q.format(text=text)⟧", "Q = ASK\n"),
    "unpacked": step('⟦ASK.format(**{"text": text, "lang": "en"})⟧'),
    "an unpacked name": step("⟦ASK.format(**OPTIONS, text=text)⟧", 'OPTIONS = {"lang": "en"}\n'),
    "too many beside what is unpacked": step(
        "⟦ASK.format(tone=text, **options(text))⟧", "def options(text: str) -> dict[str, str]: ...\n"
    ),
    "in a helper": step("filled(text)", "def filled(text: str) -> str:\n    return ⟦ASK.format(text=text)⟧\n"),
    "in a closure": one_step(f"""
{ASK}
@step(writes="notes", max_calls=9)
def work(items: Annotated[list[str], Len(0, 9)], *, complete: Complete) -> list[str]:
    def note(item: str) -> str:
        return complete(⟦ASK.format(item=item)⟧)
    return [note(item) for item in items]
"""),
    "a text in parts": one_step("""
ASK = prompt("ask", version="1", text="Answer {text}" + " in {language}")

@step(writes="answer", prompt=ASK)
async def work(text: Text, *, complete: AsyncComplete) -> Text:
    return await complete(⟦ASK.format(text=text)⟧)
"""),
    "not named on the step": one_step("""
@step(writes="answer")
def work(text: Text, *, complete: Complete) -> Text:
    return complete(⟦prompt("ask", version="1", text="Answer {text}").format(question=text)⟧)
"""),
}

GOOD = {
    "all": step('ASK.format(text=text, language="en")'),
    "unpacked": step('ASK.format(**{"text": text, "language": "en"})'),
    "unpacked from somewhere": step(
        "ASK.format(**options(text))", "import json\ndef options(text: str): return json.loads(text)\n"
    ),
    "a template of its own": step('TEMPLATE.format(text, "x")', 'TEMPLATE = "{} and {}"\n'),
    "no placeholders": one_step("""
ASK = prompt("ask", version="1", text="Say {0} or {x.y} or {}")

@step(writes="answer", prompt=ASK)
def work(text: Text, *, complete: Complete) -> Text:
    return complete(ASK.format() + text)
"""),
    "an unknown prompt": one_step("""
from elsewhere import ASK

@step(writes="answer", prompt=ASK)
def work(text: Text, *, complete: Complete) -> Text:
    return complete(ASK.format(question=text))
"""),
    "an unknown text": one_step("""
from elsewhere import TEXT
ASK = prompt("ask", version="1", text=TEXT)

@step(writes="answer", prompt=ASK)
def work(text: Text, *, complete: Complete) -> Text:
    return complete(ASK.format(question=text))
"""),
}


@pytest.mark.parametrize("text", BAD.values(), ids=BAD)
def test_it_is_found(text: str, tmp_path: Path) -> None:
    agree(tmp_path, text, "CD503")


@pytest.mark.parametrize("text", GOOD.values(), ids=GOOD)
def test_it_is_not_found(text: str, tmp_path: Path) -> None:
    assert agree(tmp_path, text, "CD503") == []


def test_what_it_says(tmp_path: Path) -> None:
    (found,) = agree(tmp_path, BAD["misspelt"], "CD503")
    assert found.message == "prompt `ask` gets no value for `text` and no placeholder `txt`"
    assert found.help == "its placeholders are `text` and `language`; did you mean text?"
    (found,) = agree(tmp_path, BAD["without a name"], "CD503")
    assert found.message == "prompt `ask` gets no value for `text` and a value without a name"


def test_a_prompt_in_a_file(tmp_path: Path) -> None:
    (tmp_path / "ask.md").write_text("Answer {question}", encoding="utf-8")
    text = one_step("""
ASK = prompt("ask", version="1", file="ask.md")

@step(writes="answer", prompt=ASK)
def work(text: Text, *, complete: Complete) -> Text:
    return complete(⟦ASK.format(text=text)⟧)
""")
    agree(tmp_path, text, "CD503")
