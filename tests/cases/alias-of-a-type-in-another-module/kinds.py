Rows = list[str]
Score = int
