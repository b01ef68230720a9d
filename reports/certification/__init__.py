"""`certification.json` and `certification.html`: what `sim certify` found, for programs and for people."""

from reports.certification.page import FILE, PAGE, write_certification

__all__ = ["FILE", "PAGE", "write_certification"]
