"""The same as `similarity`, whose families were parted."""

from __future__ import annotations

from tests.practice.second_way.similarity import ANSWERS

__all__ = ["ANSWERS"]
