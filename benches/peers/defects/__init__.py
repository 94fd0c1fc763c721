"""The same mistakes in each system's own words. Wrong on purpose; `cases` are ours, never imported."""
