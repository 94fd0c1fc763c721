"""Secrets are found in whatever text they stand, as they are and as they are usually written."""

import base64
import html
import json
import shlex
from dataclasses import dataclass
from decimal import Decimal
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, SecretBytes, SecretStr

from chaindsl.trace.details import NO_DETAILS, Details
from chaindsl.trace.keep import HIDDEN, Serialised
from chaindsl.trace.pieces import Pieces
from chaindsl.trace.recording import Recording
from chaindsl.trace.secret_details import mask_details
from chaindsl.trace.secret_forms import LEAST
from chaindsl.trace.secrets import Secrets

ODD = "s3 cr\"e't/ü&<é>\\n+x"
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
SECRETS = st.text(st.characters(exclude_categories=["Cs", "Cc", "Z"]), min_size=LEAST, max_size=40)


@pytest.mark.parametrize(
    "written",
    [
        ODD,
        json.dumps(ODD),
        json.dumps(ODD, ensure_ascii=False),
        repr(ODD),
        quote(ODD),
        quote(ODD, safe="").lower(),
        quote_plus(ODD),
        html.escape(ODD),
        shlex.quote(ODD),
        ODD.encode().hex(),
        ODD.encode().hex().upper(),
        base64.b64encode(ODD.encode()).decode(),
        base64.urlsafe_b64encode(ODD.encode()).decode(),
        base64.b64encode(f"u:{ODD}".encode()).decode(),
        base64.b64encode(f"me:{ODD}!".encode()).decode(),
        f"{ODD[:10]}… and more",
        f"it was cut: {ODD[:12]}",
    ],
)
def test_a_secret_is_masked_however_it_is_written(written: str) -> None:
    secrets = Secrets([ODD])
    shown = secrets.mask(f"before {written}")
    assert "[redacted]" in shown
    assert shown.startswith("before ")
    assert len(shown) <= len("before ''[redacted]… and more")
    assert secrets.mask("before and behind") == "before and behind"


def test_only_what_is_long_enough_counts_and_a_text_of_lines_counts_line_by_line() -> None:
    secrets = Secrets(["1234567", "  12345678\n", "BEGIN KEY\nabcdefghijkl\nno"])
    assert secrets.mask("1234567, 12345678, no\n  abcdefghijkl\n") == "1234567, [redacted], no\n  [redacted]\n"


def test_secrets_that_overlap_leave_nothing_between_them() -> None:
    assert Secrets(["aaaabbbb", "bbbbcccc", "ccccdddd"]).mask("-aaaabbbbccccdddd-") == "-[redacted]-"


class Login(BaseModel):
    user: str
    password: SecretStr
    pins: list[SecretBytes]


@dataclass
class Card:
    number: int
    holder: object


def test_what_stands_in_containers_is_known() -> None:
    login = Login(user="administrator", password=SecretStr("swordfish"), pins=[SecretBytes(b"0123456789")])
    typed, whole = Secrets(), Secrets()
    typed.learn([login], typed=True)
    whole.learn({"a user of": [login, Card(4111111111111111, (Decimal("12345.678"), None, True))]})
    text = "administrator swordfish 0123456789 4111111111111111 12345.678 a user of"
    assert typed.mask(text) == "administrator [redacted] [redacted] 4111111111111111 12345.678 a user of"
    assert whole.mask(text) == "[redacted] [redacted] [redacted] [redacted] [redacted] a user of"


def test_a_value_that_contains_itself_is_searched_once() -> None:
    ring: list[object] = ["swordfish"]
    ring.append(ring)
    secrets = Secrets()
    secrets.learn(ring)
    assert secrets.mask("a swordfish") == "a [redacted]"


def test_json_stays_json() -> None:
    secrets = Secrets([ODD, "41111111"])
    text = json.dumps({"a": [ODD, 41111111, True, None, 1.5], ODD: f"<{ODD}>"})
    assert json.loads(secrets.json(text)) == {
        "a": ["[redacted]", "[redacted]", True, None, 1.5],
        "[redacted]": "<[redacted]>",
    }
    assert secrets.json('{"a": 1}') == '{"a": 1}'
    assert secrets.json("[41111111") == '"[redacted]"'


def test_the_end_of_a_text_may_begin_in_a_secret() -> None:
    secrets = Secrets(["swordfish-and-chips"])
    assert secrets.mask_end("fish-and-chips are eaten") == "[redacted] are eaten"
    assert secrets.mask_end("chips: swordfish-and-chips") == "chips: [redacted]"


def test_what_a_record_keeps_is_masked_and_what_it_hides_is_known() -> None:
    secrets = Secrets()
    recording = Recording(frozenset({"key"}), masks=True, searches=True)
    assert recording.keep("key", ["swordfish"], secrets) is HIDDEN
    assert recording.keep("a", "a swordfish", secrets) == "a [redacted]"
    assert recording.keep("a", None, secrets) is None
    assert recording.keep("a", 12, secrets) == 12
    assert recording.keep("a", ("a swordfish",), secrets) == Serialised('["a [redacted]"]', 16)
    assert recording.keep("a", b"a swordfish, raw", secrets) != b"a swordfish, raw"
    assert recording.keep("a", ["a fish"], secrets) == Serialised('["a fish"]', 10)
    short = Recording(cap=12, frees=True, masks=True)
    assert short.keep("a", "a swordfish and more", secrets) == "a [redacted]"


def test_details_are_masked_and_those_without_any_stay_as_they_are() -> None:
    secrets = Secrets(["swordfish"])
    details = Details()
    details.made, details.error, details.tail = 1, "E: swordfish", "wordfish, and a swordfish"
    details.message = details.raw = details.idempotency_key = "swordfish!"
    details.calls = [("ask", 9, 0.5, "a swordfish?", "swordfish.", "p", "1", "0")]
    mask_details(details, secrets)
    assert (details.error, details.tail) == ("E: [redacted]", "[redacted], and a [redacted]")
    assert {details.message, details.raw, details.idempotency_key} == {"[redacted]!"}
    assert details.calls[0][:6] == ("ask", 9, 0.5, "a [redacted]?", "[redacted].", "p")
    mask_details(NO_DETAILS, secrets)
    assert NO_DETAILS.error is None


@given(st.lists(SECRETS, min_size=1, max_size=4), st.lists(TEXTS, min_size=2, max_size=5), st.data())
def test_no_secret_is_left_in_a_text_whole_or_in_pieces(
    secret: list[str], around: list[str], data: st.DataObject
) -> None:
    known = Secrets(secret)
    text = around[0]
    for part in around[1:]:
        text += data.draw(st.sampled_from(secret)) + part
    told: list[tuple[str, int]] = []
    pieces = Pieces(known, lambda piece, offset: told.append((piece, offset)))
    at = 0
    while at < len(text):
        size = data.draw(st.integers(1, 12))
        pieces.add(text[at : at + size], at)
        at += size
    pieces.end()
    joined = "".join(piece for piece, _ in told)
    for shown in (known.mask(text), joined, known.json(json.dumps(text)), known.json(json.dumps([text, {text: 1}]))):
        for one in secret:
            assert one not in shown.replace("[redacted]", "\0")
    assert [offset for _, offset in told] == [sum(len(p) for p, _ in told[:n]) for n in range(len(told))]


@given(st.lists(st.text("äöü~", min_size=1, max_size=5), max_size=20))
def test_an_answer_without_a_secret_is_told_whole(parts: list[str]) -> None:
    told: list[str] = []
    pieces = Pieces(Secrets(["0123456789", "9876543210"]), lambda piece, _: told.append(piece))
    for number, part in enumerate(parts):
        pieces.add(part, number)
    assert told == parts  # nothing can begin here, so nothing is held back


def test_an_answer_that_begins_anew_forgets_what_was_held_back() -> None:
    told: list[tuple[str, int]] = []
    pieces = Pieces(Secrets(["swordfish"]), lambda piece, offset: told.append((piece, offset)))
    pieces.add("so: sword", 0)
    pieces.add("well", 0)
    pieces.add(", swo", 4)
    pieces.add("rdfish", 9)
    pieces.end()
    assert told == [("so: ", 0), ("well", 0), (", ", 4), ("[redacted]", 6)]


def test_what_secret_types_hold_is_masked_where_values_may_have_some() -> None:
    login = Login(user="administrator", password=SecretStr("swordfish"), pins=[])
    for searches in (True, False):
        secrets = Secrets()
        recording = Recording(masks=True, searches=searches)
        recording.learn({"a": login}, secrets)
        recording.keep("a", login, secrets)
        assert recording.keep("b", "a swordfish", secrets) == ("a [redacted]" if searches else "a swordfish")
