"""How tightly the operators of typed maths bind, from loose to tight."""

from __future__ import annotations

from typing import Final

SUM: Final = 10
PRODUCT: Final = 20
POWER: Final = 40
POSTFIX: Final = 50
