"""The buyer worded by a model: the plan stays in code, and what comes back is checked before it is sent."""

from simulator.buyer_model.wording import ModelWording

__all__ = ["ModelWording"]
