"""What the tools do. Whoever calls them is the agent: no argument says otherwise. It knows nothing of the protocol."""

from collections.abc import Awaitable, Callable

from chaindsl.errors import ChainDslError
from chaindsl.graph.state import Actor
from chaindsl.runtime.response import ChainStep, Explanation, Response
from chaindsl.serve.arguments import Explain, Get, Nothing, Start, Submit
from chaindsl.serve.call import followed, in_thread
from chaindsl.serve.flows import Catalogue, Flows, Served
from chaindsl.serve.session import OnStarted, OnStep

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
            return session.start(given.values, given.key, on_started=on_started, on_step=on_step)

        found = await followed(work, None, self._patience, heard)
        return found if isinstance(found, Response) else await in_thread(lambda: session.get(found))

    async def get(self, given: Get, _: Heard) -> Response:
        """Say where a run stands."""
        return await in_thread(lambda: self._catalogue.of_run(given.run).session.get(given.run))

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

    The last has a name that is no transition's. Whether the agent may take any other is for the session to judge.
    """
    session = served.session
    if given.transition not in served.transitions and offers_recovery(session.get(given.run), given.transition):
        if given.arguments:
            message = f"{given.transition} takes no arguments"
            raise ChainDslError("unknown-argument", message, given.transition, hint="submit it without arguments")
        return session.retry(given.run, revision=given.revision, on_step=on_step)
    return session.submit(
        given.run,
        given.transition,
        given.arguments,
        revision=given.revision,
        actor=Actor.AGENT,
        on_step=on_step,
    )


def offers_recovery(response: Response, transition: str) -> bool:
    """Say whether a run offers a way on of this name."""
    return any(link.recovery and link.transition == transition for link in response.links)
