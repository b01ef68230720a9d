"""The evaluator: scores a recorded conversation; it stands alone and imports none of the other packages."""
