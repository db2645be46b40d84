"""The same as `gradients`, whose families were parted."""

from __future__ import annotations

from tests.practice.second_way.gradients import ANSWERS

__all__ = ["ANSWERS"]
