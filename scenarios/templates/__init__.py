"""The scenario templates: their model, how they are read and checked, and the ones that ship."""

from scenarios.templates.load import load_templates, read_template, select_templates, shipped_templates, template_schema
from scenarios.templates.model import Facts, Form, Kind, Move, Particulars, Template
from scenarios.templates.new import new_template

__all__ = [
    "Facts",
    "Form",
    "Kind",
    "Move",
    "Particulars",
    "Template",
    "load_templates",
    "new_template",
    "read_template",
    "select_templates",
    "shipped_templates",
    "template_schema",
]
