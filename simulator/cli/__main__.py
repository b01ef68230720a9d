"""`python -m simulator.cli` is `sim`."""

from simulator.cli import main

main()
