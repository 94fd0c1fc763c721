"""What tells findings apart when lines have moved: path, rule, what it is about, and which of these it is."""

from collections import Counter
from collections.abc import Iterable
from hashlib import sha256

from analyzer.finding import Finding


def fingerprints(findings: Iterable[Finding]) -> list[str]:
    """One fingerprint for each finding, in order: 32 hexadecimal digits."""
    seen: Counter[tuple[str, str, str]] = Counter()
    found = []
    for finding in findings:
        key = (finding.place.file, finding.code, finding.symbol)
        seen[key] += 1
        text = "\0".join((*key, str(seen[key])))
        found.append(sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32])
    return found
