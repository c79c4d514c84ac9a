"""`python -m bench [PART ...]`: run all parts, or those named, and print one table. Status 1 for a broken promise."""

import sys
from importlib import import_module

from bench import table

PARTS = ("score", "replay", "recording", "access", "polling", "book", "league", "draw", "tapping", "pdf")


def main() -> int:
    """Run the parts and print what they measured."""
    parts = sys.argv[1:] or PARTS
    unknown = set(parts) - set(PARTS)
    if unknown:
        print(f"No such part: {', '.join(sorted(unknown))}. There are: {', '.join(PARTS)}.", file=sys.stderr)
        return 2
    ratios = [ratio for part in parts for ratio in import_module(f"bench.{part}").measure()]
    print(table(ratios))
    return 0 if all(ratio.holds for ratio in ratios) else 1


if __name__ == "__main__":
    sys.exit(main())
