"""One module for each output format, and the table of them. They render an outcome and know no rule."""
