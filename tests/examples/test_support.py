"""The router: its routes, its fallback, and the rate of it."""

from collections import Counter

import pytest

from chaindsl.testing import ScriptedModel
from examples.support import fallback_rate, support, unknown_topics
from tests.examples.rows import rows


def test_a_topic_leads_to_its_chain() -> None:
    complete = ScriptedModel({"topic": "Tickets.\n", "reply": "A child pays 7 euros.\n\nFacts: none"})
    run = support.run({"question": "What does a child pay?"}, complete=complete)
    assert rows(run.trace) == [
        'classify #1 calls=1: topic = "tickets"',
        'tickets/prices #1: facts = "adult 12 euros, child 7 euros, student 9 euros, family 30 euros"',
        'tickets/reply #1 calls=1: reply = "A child pays 7 euros."',
    ]
    assert run.outputs == {"topic": "tickets", "reply": "A child pays 7 euros."}
    assert complete.prompts[1].splitlines()[-3:] == [
        "Facts: adult 12 euros, child 7 euros, student 9 euros, family 30 euros",
        "Question: What does a child pay?",
        "Reply:",
    ]


def test_hours_are_a_route_of_their_own() -> None:
    run = support.run({"question": "Open?"}, complete=ScriptedModel({"topic": "visit", "reply": "Yes."}))
    assert [record.path for record in run.trace] == ["support/classify", "support/visit/hours", "support/visit/reply"]


def test_what_is_no_topic_falls_back_and_is_kept() -> None:
    run = support.run({"question": "Will you marry me?"}, complete=ScriptedModel(["wedding", "love"]))
    assert rows(run.trace) == [
        "classify #1 calls=1: rejected \"wedding\": expected one of: other, tickets, visit; got 'wedding'",
        'classify #2 calls=1: topic = "other", the fallback for "love"',
        'hand_over #1: reply = "A colleague will write to you about: Will you marry me?"',
    ]


def test_the_rate_is_that_of_classifications_that_fell_back() -> None:
    answers = [["visit", "Yes."], ["wedding", "love"], ["wedding", "other"], ["?", "love"]]
    runs = [support.run({"question": "Q"}, complete=ScriptedModel(given)) for given in answers]
    records = [record for run in runs for record in run.trace]
    assert fallback_rate(records) == pytest.approx(0.5)
    assert unknown_topics(records) == Counter({"love": 2})
    assert fallback_rate([]) == 0.0
