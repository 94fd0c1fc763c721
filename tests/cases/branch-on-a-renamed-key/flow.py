from typing import Literal

from chaindsl import branch, chain, renamed, step


@step(writes="verdict")
def judge(text: str) -> Literal["keep", "drop"]:
    return "keep" if text else "drop"


@step(writes="kept")
def keep(text: str) -> str:
    return text


second = chain(
    "second",
    renamed(judge, name="judge_title", reads={"text": "title"}, writes="title_verdict"),
    branch("title_verdict", {"keep": renamed(keep, name="keep_title", reads={"text": "title"})}),
    inputs={"title": str},
)
