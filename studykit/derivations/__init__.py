"""Derivations that are typed line by line, and how a line is judged. Knows no SymPy and no NumPy."""
