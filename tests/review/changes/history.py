"""A scripted history of the shop: what each commit does, and what a diff has to say of it, no more and no less."""

from collections.abc import Callable
from typing import NamedTuple

from tests.review.changes.repository import Repo
from tests.review.changes.shop import FILES

MAIL, DIGEST, RELEASE = "shop/mail.py", "shop/digest.py", "shop/release.py"
STEPS, PROMPTS = "shop/steps.py", "shop/prompts.py"


class Planted(NamedTuple):
    """One commit: what it does to the files, and the lines that the diff has to have, by flow."""

    message: str
    edit: Callable[[Repo], object]
    said: dict[str, list[str]]
    quiet: tuple[str, ...] = ()
    """Flows of which nothing is to be said but a new name or a new file."""


def _move(repo: Repo) -> None:
    repo.git("mv", STEPS, "shop/parts.py")
    for file in (MAIL, DIGEST):
        repo.replace(file, ("from shop.steps import", "from shop.parts import"))


def _reformat(repo: Repo) -> None:
    text = (repo.folder / "shop/parts.py").read_text()
    text = text.replace('"', "'").replace("'''", '"""').replace("\n\n\n@", "\n\n# A step.\n\n\n@")
    text = text.replace("(mail: Text)", "(\n    mail: Text,\n)")
    repo.write({"shop/parts.py": f"# Reformatted.\n{text}"})
    repo.replace(RELEASE, ('final=["live", "given_up"],', "final=[\n        'live',\n        'given_up',\n    ],"))


def _move_flow(repo: Repo) -> None:
    text = (repo.folder / DIGEST).read_text()
    repo.git("rm", "--quiet", DIGEST)
    repo.write({"shop/reading/__init__.py": "", "shop/reading/pages.py": f'"""Reads pages."""\n\n{text}'})


def _echo(repo: Repo) -> None:
    repo.git("rm", "--quiet", PAGES)
    repo.write({"shop/echo.py": ECHO})


PARTS, PAGES = "shop/parts.py", "shop/reading/pages.py"
CHECKED = """@step(writes="checked")
def check(reply: Text) -> Text:
    return reply


@step(writes="pages")"""

ECHO = """\
from chaindsl import chain

from shop.parts import clean

echo = chain("echo", clean, inputs={"mail": str})
"""

HISTORY = (
    Planted(
        "A prompt says more, with a new version",
        lambda repo: repo.replace(
            PROMPTS,
            ('"topic", version="1"', '"topic", version="2"'),
            ("orders, returns or other.", "orders or returns."),
        ),
        {"support": ["~ prompt classify topic: version 1 → version 2 (-1 +1)"]},
    ),
    Planted(
        "A prompt's file says something else, without a new version",
        lambda repo: repo.replace("shop/texts/reply.md", ("Reply:", "Reply politely:")),
        {"support": ["~ prompt answer reply: version 3 → version 3 (-1 +1)"]},
    ),
    Planted("The steps move to another file", _move, {}),
    Planted("Reformatted, with comments", _reformat, {}),
    Planted(
        "More attempts, and a time-out",
        lambda repo: repo.replace(
            PARTS,
            ("@step(writes='reply', prompt=REPLY", "@step(writes='reply', prompt=REPLY, max_attempts=4, timeout=20"),
        ),
        {"support": ["~ retry answer attempts: 2 → 4", "+ retry answer seconds an attempt may take: None → 20"]},
    ),
    Planted(
        "Bodies and docstrings say something else",
        lambda repo: repo.replace(PARTS, ("returns are free", "returns cost nothing"), ("Name the topic.", "Say it.")),
        {},
    ),
    Planted(
        "A step more",
        lambda repo: repo.replace(PARTS, ("@step(writes='pages')", CHECKED)).replace(
            MAIL,
            ("    answer,\n    inputs", "    answer,\n    check,\n    inputs"),
            ("import answer, ", "import answer, check, "),
            ('"language"]', '"language", "checked"]'),
        ),
        {
            "support": [
                "~ output  hands back: reply, topic, language → reply, topic, language, checked",
                "+ step check : None → after answer",
            ]
        },
    ),
    Planted(
        "Two steps in another order",
        lambda repo: repo.replace(MAIL, ("    clean,\n    spot,", "    spot,\n    clean,")),
        {"support": ["~ order clean : first → after spot"]},
    ),
    Planted(
        "A step has another name",
        lambda repo: repo.replace(PARTS, ("def spot(", "def guess_language(")).replace(
            MAIL, ("spot", "guess_language")
        ),
        {},
        ("support",),
    ),
    Planted(
        "Another type",
        lambda repo: repo.replace(
            PARTS,
            (
                "def guess_language(\n    mail: Text,\n) -> Text",
                "def guess_language(\n    mail: Text,\n) -> Literal['en', 'de']",
            ),
        ),
        {"support": ["~ type guess_language what it writes: Text → Literal['de', 'en']"]},
    ),
    Planted(
        "More items",
        lambda repo: repo.replace(PARTS, ("each='pages', limit=8", "each='pages', limit=16, workers=4")),
        {"digest": ["~ limit note most items: 8 → 16", "~ limit note items at a time: 1 → 4"]},
    ),
    Planted(
        "More rounds, and a larger budget",
        lambda repo: repo.replace(DIGEST, ("limit=2", 'limit=3, exhausted="continue"'), ("calls=40", "calls=50")),
        {
            "digest": [
                "~ budget  model calls: 40 → 50",
                "~ limit loop until fine most rounds: 2 → 3",
                "~ limit loop until fine when the rounds are used up: fail → continue",
            ]
        },
    ),
    Planted("A flow moves to another file", _move_flow, {}, ("digest",)),
    Planted(
        "A route more, and another one otherwise",
        lambda repo: repo.replace(
            MAIL, ('"returns": returns}, otherwise=orders', '"returns": returns, "other": clean}, otherwise=returns')
        ),
        {
            "support": [
                "+ branch branch on topic route other: None → clean",
                "+ step clean : None → first in the branch on topic, route other",
                "+ step returns : None → first in the branch on topic, route otherwise",
                "- step orders : first in the branch on topic, route otherwise → None",
            ]
        },
    ),
    Planted(
        "A model's text is checked, and falls back to something else",
        lambda repo: repo.replace(
            PARTS,
            ("fallback='other'", "fallback='orders', validate=known"),
            (
                "\n\n# A step.\n\n\n@step(writes='topic'",
                "\n\ndef known(topic: str, mail: str) -> None:\n    return None\n\n\n@step(writes='topic'",
            ),
        ),
        {"support": ['~ fallback classify : "other" → "orders"', "+ validator classify : None → known(mail)"]},
    ),
    Planted(
        "A guard lets more pass",
        lambda repo: repo.replace(RELEASE, ("size < 100", "size < 1000")),
        {"release": ["~ guard small : size < 100 → size < 1000"]},
    ),
    Planted(
        "A state has another name, and so has a transition",
        lambda repo: repo.replace(RELEASE, ("given_up", "stopped"), ("run_tests", "test_it")),
        {},
        ("release",),
    ),
    Planted(
        "A model decides what a person did",
        lambda repo: repo.replace(RELEASE, ('target="live", actor="human"', 'target="live", actor="agent"')),
        {"release": ["~ actor approve : human → agent"]},
    ),
    Planted(
        "A guarantee less",
        lambda repo: repo.replace(RELEASE, (', decides("human", before="live")', "")),
        {"release": ["- guarantee  : decides(human, before live) → None"]},
    ),
    Planted("A flow more, and one less", _echo, {"echo": ["added"], "digest": ["removed"]}),
)


def played(repo: Repo) -> Repo:
    """Make the repository with its history."""
    repo.start().write(FILES).commit("The shop")
    for planted in HISTORY:
        planted.edit(repo)
        repo.commit(planted.message)
    return repo
