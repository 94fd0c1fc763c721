from steps import draft, polish

from chaindsl import chain

letter = chain("letter", draft, polish, inputs={"topic": str}, outputs=["text"])
