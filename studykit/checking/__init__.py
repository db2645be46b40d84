"""Typed text -> Verdict. Pure: no files, no clock, no screen."""
