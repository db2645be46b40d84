"""The answer of every family by a second way: plain Python over the givens, without NumPy or the engine.

One file for each file of families; each has `ANSWERS`, from the name of a family to a function of its givens
(as `practice --json` prints them) and level. Numbers may be ints, floats or fractions.
"""
