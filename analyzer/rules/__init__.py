"""One rule a file: its page, its record, its examples, and the generator that finds."""
