"""The interpreter: it runs exactly the graph that was checked. It imports neither the language nor the analyzer."""
