from chaindsl import Budget, Complete, Text, chain, prompt, step

GO_ON = prompt("go_on", version="1", text="Go on, and write DONE at the end:\n{text}")


@step(writes="story", prompt=GO_ON)
def tell(opening: Text, *, complete: Complete) -> Text:
    text = opening
    while "DONE" not in text:
        text += complete(GO_ON.format(text=text))
    return text


story = chain("story", tell, inputs={"opening": Text}, budget=Budget(seconds=120))
