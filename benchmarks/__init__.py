"""What the evaluator is measured by: accuracy on labelled conversations, steadiness under edits, speed.

Nothing here ships and nothing imports it; run it by `make accuracy`, `make edits`, `make bench`.
"""

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
RUNS: Final = ROOT / "runs"
