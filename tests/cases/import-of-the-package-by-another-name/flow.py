import chaindsl as dsl


@dsl.step(writes="shout")
def shout(text: str) -> str:
    return text.upper()


@dsl.step(writes="echo")
def echo(shout: str, times: int) -> str:
    return shout * times


parrot = dsl.chain("parrot", shout, echo, inputs={"text": str})
