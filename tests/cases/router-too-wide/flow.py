import enum

from chaindsl import Budget, Complete, branch, chain, step


class Country(enum.StrEnum):
    AT = enum.auto()
    BE = enum.auto()
    CH = enum.auto()
    DE = enum.auto()
    DK = enum.auto()
    ES = enum.auto()
    FI = enum.auto()
    FR = enum.auto()
    GB = enum.auto()
    IE = enum.auto()
    IT = enum.auto()
    NL = enum.auto()
    SE = enum.auto()


@step(writes="country", parse=Country)
def find(address: str, *, complete: Complete) -> str:
    return complete(address)


@step(writes="rate")
def home(address: str) -> int:
    return len(address)


@step(writes="rate")
def abroad(address: str) -> int:
    return 2 * len(address)


post = chain(
    "post",
    find,
    branch("country", {Country.DE: home}, otherwise=abroad),
    inputs={"address": str},
    outputs=["rate"],
    budget=Budget(calls=2),
)
