from chaindsl import State, transition, workflow

DRAFT, REVIEW, LIVE = "draft", "review", "live"


@transition(source=DRAFT, target=REVIEW, actor="deterministic")
def submit() -> None: ...


@transition(source=REVIEW, target="life", actor="human")
def publish() -> None:
    """An editor decides."""


post = workflow(
    "post", submit, publish, initial=DRAFT, final=[LIVE], states=[State(REVIEW, goal="Decide whether it goes out")]
)
