"""What stops a proof without anything being wrong."""

from __future__ import annotations


class Unprovable(Exception):
    """This cannot be put to SymPy; says in a few words why."""
