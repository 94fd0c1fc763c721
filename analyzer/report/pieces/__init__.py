"""What several formats share: snippets, colours, the last line, fingerprints, findings as plain values."""
