"""A project of several flows, as it is before its history begins: a shop that answers mail and releases its page."""

FILES = {
    "pyproject.toml": '[project]\nname = "shop"\nversion = "0"\n',
    "README.md": "# Shop\n",
    "shop/__init__.py": "",
    "shop/texts/reply.md": "Facts: {facts}\nQuestion: {question}\nReply:\n",
    "shop/plain.py": "def nothing(a, b):\n    return a + b\n",
    "shop/prompts.py": '''\
from chaindsl import prompt

TOPIC = prompt("topic", version="1", text="""\\
Name the topic of a mail: orders, returns or other.

Mail: {mail}
Topic:""")
REPLY = prompt("reply", version="3", file="texts/reply.md")
NOTE = prompt("note", version="1", text="Say in a line what this page says: {page}")
JUDGE = prompt("judge", version="1", text="Is this summary fine? {summary}")
''',
    "shop/steps.py": '''\
from typing import Annotated, Literal

from chaindsl import Complete, Len, Text, step

from shop.prompts import JUDGE, NOTE, REPLY, TOPIC

Topic = Literal["orders", "returns", "other"]


@step(writes="topic", prompt=TOPIC, parse=Topic, fallback="other")
def classify(mail: Text, *, complete: Complete) -> str:
    """Name the topic."""
    return complete(TOPIC.format(mail=mail))


@step(writes="facts")
def orders(mail: Text) -> Text:
    return "orders take three days"


@step(writes="facts")
def returns(mail: Text) -> Text:
    return "returns are free"


@step(writes="reply", prompt=REPLY)
def answer(question: Text, facts: Text, *, complete: Complete) -> Text:
    return complete(REPLY.format(question=question, facts=facts))


@step(writes="question")
def clean(mail: Text) -> Text:
    return mail.strip()


@step(writes="language")
def spot(mail: Text) -> Text:
    return "en"


@step(writes="pages")
def split(document: Text) -> Annotated[list[str], Len(1, 100)]:
    return document.split("\\f")[:100]


@step(writes="notes", prompt=NOTE, each="pages", limit=8)
def note(page: str, *, complete: Complete) -> Text:
    return complete(NOTE.format(page=page))


@step(writes="summary")
def join(notes: list[Text]) -> Text:
    return "; ".join(notes)


@step(writes="fine", prompt=JUDGE, parse=bool)
def judge(summary: Text, *, complete: Complete) -> str:
    return complete(JUDGE.format(summary=summary))
''',
    "shop/mail.py": """\
from chaindsl import Budget, Text, branch, chain

from shop.steps import answer, classify, clean, orders, returns, spot

support = chain(
    "support",
    clean,
    spot,
    classify,
    branch("topic", {"orders": orders, "returns": returns}, otherwise=orders),
    answer,
    inputs={"mail": Text},
    outputs=["reply", "topic", "language"],
    budget=Budget(calls=6, seconds=60),
)
""",
    "shop/digest.py": """\
from chaindsl import Budget, Text, chain, repeat

from shop.steps import join, judge, note, split

digest = chain(
    "digest",
    split,
    note,
    repeat(join, judge, until="fine", limit=2),
    inputs={"document": Text},
    outputs=["summary"],
    budget=Budget(calls=40),
)
""",
    "shop/release.py": '''\
from chaindsl import Budget, Command, FromActor, State, Text, cli, decides, passes, transition, workflow


@transition(source="built", target="tested", actor="deterministic", writes="tests")
def run_tests(path: Text) -> Command[str]:
    return cli("pytest", cwd=path).text()


@transition(source="tested", target="ready", actor="deterministic", when="size < 100")
def small() -> None:
    """Small pages need no second look at their size."""


@transition(source="tested", target="ready", actor="deterministic")
def large() -> None:
    """Large ones neither, for now."""


@transition(source="ready", target="live", actor="human", writes="deployment")
def approve(path: Text, reason: FromActor[Text]) -> Command[str]:
    return cli("deploy", cwd=path, stdin=reason).text()


@transition(source="ready", target="given_up", actor="agent", writes="why")
def give_up(reason: FromActor[Text]) -> Text:
    return reason


release = workflow(
    "release",
    run_tests,
    small,
    large,
    approve,
    give_up,
    initial="built",
    final=["live", "given_up"],
    inputs={"path": Text, "size": int},
    budget=Budget(seconds=900),
    states=[State("ready", goal="Decide whether the page goes live", guidance="Look at the tests")],
    always=[passes("run_tests", before="live"), decides("human", before="live")],
)
''',
}
