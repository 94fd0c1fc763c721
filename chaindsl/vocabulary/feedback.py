"""What the interpreter tells a step beside its keys and tools: why it is tried again, and its idempotency key."""


class Feedback(str):
    """Why the last value was rejected; empty, and so false, on the first attempt."""

    __slots__ = ()


class IdempotencyKey(str):
    """A key that stays the same when the same effect is tried again, to be handed outward with it."""

    __slots__ = ()
