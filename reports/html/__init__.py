"""`report.html`: one page that opens from disk, without a network and without trust in what it shows."""

from reports.html.page import write_html

__all__ = ["write_html"]
