"""The scenarios: templates, phrases, the simulated company, and the factors that vary; imports the evaluator only."""
