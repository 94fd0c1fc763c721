from chaindsl import Budget, Complete, Text, chain, prompt, step


class Review:
    CLAUSE = prompt("clause", version="1", text="low, medium or high risk?\n\n{clause}")
    SUMMARY = prompt("summary", version="1", text="Sum up {report} for {reader}.")

    @staticmethod
    @step(writes="risk", prompt=CLAUSE)
    def rate(clause: Text, *, complete: Complete) -> Text:
        return complete(Review.CLAUSE.format(clauses=clause))

    @staticmethod
    @step(writes="summary", prompt=SUMMARY)
    def sum_up(risk: Text, *, complete: Complete) -> Text:
        return complete(Review.SUMMARY.format(report=risk, reader="a lawyer"))


review = chain("review", Review.rate, Review.sum_up, inputs={"clause": Text}, budget=Budget(calls=4))
