"""One page about a whole project: flows, pictures, findings, bounds, prompts, and the source that they are in."""
