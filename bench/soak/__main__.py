"""`python -m bench.soak [PART ...]`: run these parts, or all; print a table. Status 1 for a broken promise."""

import argparse
import signal
import sys
import time
from importlib import import_module

from bench import Ratio, table
from bench.soak import ON, Plan

PARTS = ("load", "kills", "requests", "objects")


def main() -> int:
    """Run the parts and print what came of them."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(2))  # whoever ends it early leaves no server behind
    plan, parts = asked()
    ratios: list[Ratio] = []
    for part in parts:
        begun = time.monotonic()
        for ratio in import_module(f"bench.soak.{part}").measure(plan):
            print(f"· {ratio.name}: {ratio.value:.2f}", file=sys.stderr, flush=True)
            ratios.append(ratio)
        print(f"· {part} took {time.monotonic() - begun:.0f} s", file=sys.stderr, flush=True)
    print(table(ratios))
    return 0 if all(ratio.holds for ratio in ratios) else 1


def asked() -> tuple[Plan, list[str]]:
    """Read the command line: the plan, and the parts."""
    parser = argparse.ArgumentParser(prog="make soak", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join(PARTS)}; all where none is named")
    parser.add_argument("--share", type=float, default=1.0, help="of all lengths: 0.1 is over ten times sooner")
    parser.add_argument("--on", action="append", choices=ON, help="this database alone")
    parser.add_argument("--rate", type=float, default=Plan().rate, help="recordings a second under load")
    parser.add_argument("--seed", type=int, default=1, help="what chance is made of")
    given = parser.parse_args()
    if unknown := set(given.parts) - set(PARTS):
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    plan = Plan(rate=given.rate, seed=given.seed, on=tuple(given.on or ON)).shortened(given.share)
    return plan, given.parts or list(PARTS)


if __name__ == "__main__":
    sys.exit(main())
