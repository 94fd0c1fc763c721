"""Records of what a run did, one for each attempted step, kept even when the run fails."""
