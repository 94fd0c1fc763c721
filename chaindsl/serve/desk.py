"""What the tools do. Whoever calls them is the agent: no argument says otherwise. It knows nothing of the protocol."""

from collections.abc import Awaitable, Callable

from chaindsl.graph.state import Actor
from chaindsl.runtime.failure import Refused
from chaindsl.runtime.response import ChainStep, Explanation, Response
from chaindsl.serve.arguments import Explain, Get, Nothing, Start, Submit
from chaindsl.serve.call import followed, in_thread
from chaindsl.serve.flows import Catalogue, Flows, Served
from chaindsl.serve.session import OnStarted, OnStep

AGAIN = "retry"
"""What a session calls the way on where no transition failed."""

Heard = Callable[[ChainStep], Awaitable[None]]


class Desk:
    """`patience` is how many seconds a chain may take before it is handed back as running."""

    def __init__(self, catalogue: Catalogue, patience: float) -> None:
        self._catalogue = catalogue
        self._patience = patience

    async def start(self, given: Start, heard: Heard) -> Response:
        """Start a flow, and answer when it stops or when it takes too long."""
        session = self._catalogue.named(given.flow).session

        def work(on_started: OnStarted, on_step: OnStep) -> Response:
            return session.start(given.values, key=given.key, on_started=on_started, on_step=on_step)

        found = await followed(work, None, self._patience, heard)
        return found if isinstance(found, Response) else await in_thread(lambda: session.get(found))

    async def get(self, given: Get, heard: Heard) -> Response:
        """Say where a run stands. One whose state has waited too long moves on first, which may take long too."""
        served = await in_thread(lambda: self._catalogue.of_run(given.run))
        found = await followed(lambda _, __: served.session.get(given.run), given.run, self._patience, heard)
        return found if isinstance(found, Response) else await in_thread(lambda: served.session.get(found))

    async def submit(self, given: Submit, heard: Heard) -> Response:
        """Take a link as the agent, and answer as `start` does."""
        served = await in_thread(lambda: self._catalogue.of_run(given.run))

        def work(_: OnStarted, on_step: OnStep) -> Response:
            return taken(served, given, on_step)

        found = await followed(work, given.run, self._patience, heard)
        return found if isinstance(found, Response) else await in_thread(lambda: served.session.get(found))

    async def explain(self, given: Explain, _: Heard) -> Explanation:
        """Say whether a transition can be taken now."""
        return await in_thread(lambda: self._catalogue.of_run(given.run).session.explain(given.run, given.transition))

    async def list(self, _: Nothing, __: Heard) -> Flows:
        """Say which flows there are."""
        return self._catalogue.views()


def taken(served: Served, given: Submit, on_step: OnStep) -> Response:
    """Take a link: a decision, the failed transition again, or the way on where no transition failed.

    Which decisions are an agent's is for the session to judge; what it tries again without asking who asks, because
    it was decided before, is held back here where a person decided it.
    """
    session = served.session
    now = session.get(given.run)
    if now.run.revision != given.revision:
        message = f"run {given.run} is at revision {now.run.revision}, and the decision was made at {given.revision}"
        raise Refused("stale-revision", message, given.run, hint="get the run, and decide on what it offers now")
    if given.transition == AGAIN or given.transition not in served.transitions:
        hold_back(now, given)
    if given.transition not in served.transitions and offered(now, given.transition):
        return session.retry(given.run, revision=given.revision, on_step=on_step)
    return session.submit(
        given.run,
        given.transition,
        given.arguments,
        revision=given.revision,
        actor=Actor.AGENT,
        on_step=on_step,
    )


def hold_back(now: Response, given: Submit) -> None:
    """Refuse to try again what was a person's to decide, and arguments to what only goes on."""
    for link in now.links:
        if link.recovery and link.actor == Actor.HUMAN:
            message = f"{link.transition} failed, and it is for a person to try it again"
            raise Refused("wrong-actor", message, link.transition, hint="ask one to go on with the run")
    if given.arguments and offered(now, given.transition):
        message = f"{given.transition} takes no arguments"
        raise Refused("unknown-argument", message, given.transition, hint="submit it without arguments")


def offered(now: Response, transition: str) -> bool:
    """Say whether a run offers a way on of this name."""
    return any(link.recovery and link.transition == transition for link in now.links)
