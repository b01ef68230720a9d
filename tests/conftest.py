"""Settings that all tests share."""

from hypothesis import settings

# The machines are noisy: no example is judged by the clock.
settings.register_profile("sim", deadline=None)
settings.load_profile("sim")
