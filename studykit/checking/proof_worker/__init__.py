"""The program that proves: the only place that imports SymPy, run as `python -m`, imported by nobody.

SymPy costs a quarter of a second and fifty megabytes, may compute for hours, and its readers of text
execute what they read. So it lives in a process of its own that may be killed at any time, and it is
given trees and no text: everything here is built by constructors. `proof.py` is its client.
"""
