"""The stages of attention with their wrong variants: single mistakes, and two of them at once."""
