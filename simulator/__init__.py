"""The simulator: drives conversations between a simulated buyer, the platform and the agents under test."""
