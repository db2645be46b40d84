"""studykit: spaced repetition for the terminal, out of Markdown notes."""

__version__ = "0.1.0"
