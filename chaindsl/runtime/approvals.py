"""Decisions of people on runs in a store: asked for with a text to be shown, given with a code."""

from collections.abc import Mapping
from typing import Any

from chaindsl.graph.state import Actor
from chaindsl.runtime.approval import LIFETIME, Request, checked, described
from chaindsl.runtime.codec import json_line
from chaindsl.runtime.deciding import decided
from chaindsl.runtime.environment import Environment
from chaindsl.runtime.failure import Refused
from chaindsl.runtime.inquiry import Inquiry
from chaindsl.runtime.response import Response
from chaindsl.runtime.session import Session
from chaindsl.store.row import Row
from chaindsl.store.store import Store


class Approvals:
    """What people are asked about the runs of one session."""

    def __init__(self, session: Session, store: Store, environment: Environment) -> None:
        self._session = session
        self._store = store
        self._environment = environment

    def ask(
        self, run_id: str, transition: str, arguments: Mapping[str, Any] | None = None, *, revision: int | None = None
    ) -> Request:
        """Return what a person is to be shown before a transition is taken, and the code for having seen it.

        Raises Refused for a transition that can't be taken now, InputError for arguments that do not fit.
        """
        given = dict(arguments or {})
        inquiry = Inquiry(transition, given)
        with self._session.taken_up(run_id, revision) as (run, journal):
            reply = self._session.asked(run, inquiry)
            if not reply.allowed:
                raise Refused("closed", f"{transition} can't be taken now: {'; '.join(reply.reasons)}", transition)
            text = described(self._session.shown(run_id), transition, given, inquiry.read)
            expires = self._now() + LIFETIME
            code = self._environment.new_id()[:8].upper()
            request = Request(run_id, run.revision, transition, given, text, code, expires)
            journal.write(request.row())
        return request

    def approve(
        self, run_id: str, transition: str, arguments: Mapping[str, Any] | None = None, *, code: str, by: str
    ) -> Response:
        """Take a transition as a person, who was shown what `ask` returned and gives its code back.

        `by` names the person, for the record. Raises Refused where the code is not the one for just this; that is
        recorded too, and after a few wrong ones none counts any more until the run has moved on.
        """
        given = dict(arguments or {})
        with self._session.taken_up(run_id, None) as (run, journal):
            now = self._now()
            try:
                asked, shown = checked(
                    tuple(self._store.rows(run_id)), run_id, run.revision, transition, given, code, now
                )
            except Refused:
                journal.write(Row("denied", json_line({"revision": run.revision, "transition": transition, "by": by})))
                raise
            decision = decided(run, transition, given, Actor.HUMAN)
            data = {"asked": asked, "transition": transition, "by": by, "at": now, "shown": shown}
            journal.write(Row("approved", json_line(data)))
            journal.by = by
            return self._session.advance(run, journal, decision)

    def _now(self) -> float:
        return self._environment.now().timestamp()
