"""Personal data out of a session record, before it leaves the machine or is written anywhere.

``redact`` takes a record and gives one of the same shape, in which the customer's name, phones, mail addresses and ids
of messengers are placeholders: everywhere, and the same one for the same value. What the factory itself publishes (the
documents that its tools return, and the assistant's persona) stays. Judge the redacted record and write that one: its
quotes are then its own.
"""

from evaluator.redaction.redactor import redact

__all__ = ["redact"]
