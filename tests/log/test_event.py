"""What an event is: its id, its hash, its place."""

from __future__ import annotations

import hashlib
import uuid
from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studykit.log.event import (
    COLUMNS,
    Draft,
    Event,
    canonical,
    digest,
    from_row,
    live,
    seal,
    to_row,
    uuid7,
)


def event(number: int = 1, kind: str = "review", **more: object) -> Event:
    draft = Draft(kind, 1_772_000_000_000 + number, 60, item="a", rating=3, dur_ms=900, body={"tries": 1})
    sealed = seal(draft, id=number.to_bytes(16, "big"), device="d", seq=number, hlc=number)
    return replace(sealed, **more)  # type: ignore[arg-type]


def test_uuid7_gives_the_example_of_rfc_9562() -> None:
    chance = bytes.fromhex("0cc318c4dc0c0c07398f")
    assert str(uuid.UUID(bytes=uuid7(0x017F22E279B0, chance))) == "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"


@given(st.integers(0, (1 << 48) - 1), st.binary(min_size=10, max_size=10))
def test_a_uuid7_has_version_variant_and_time(ms: int, chance: bytes) -> None:
    made = uuid.UUID(bytes=uuid7(ms, chance))
    assert (made.version, made.variant) == (7, uuid.RFC_4122)
    assert made.int >> 80 == ms


@pytest.mark.parametrize(("ms", "chance"), [(-1, bytes(10)), (1 << 48, bytes(10)), (0, bytes(9))])
def test_a_uuid7_refuses_other_times_and_lengths(ms: int, chance: bytes) -> None:
    with pytest.raises(ValueError, match="uuid7"):
        uuid7(ms, chance)


def test_the_columns_are_the_fields_in_order() -> None:
    assert tuple(field.name for field in fields(Event)) == COLUMNS


def test_the_hash_is_that_of_the_canonical_json_of_all_other_fields() -> None:
    text = (
        '{"at_ms":1772000000001,"body":{"tries":1},"device":"d","dur_ms":900,"hlc":1,'
        '"id":"00000000000000000000000000000001","item":"a","kind":"review","rating":3,"seq":1,"tz_min":60}'
    )
    assert event().hash == hashlib.sha256(text.encode()).digest()


@pytest.mark.parametrize(
    "change",
    [
        {"id": bytes(16)},
        {"device": "e"},
        {"seq": 2},
        {"hlc": 2},
        {"at_ms": 1},
        {"tz_min": 0},
        {"kind": "attempt"},
        {"item": None},
        {"rating": 4},
        {"dur_ms": None},
        {"body": {"tries": 2}},
    ],
)
def test_any_change_changes_the_hash(change: dict[str, object]) -> None:
    assert digest(replace(event(), **change)) != event().hash  # type: ignore[arg-type]


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.text(), json_values, max_size=4))
def test_an_event_comes_back_from_its_row_as_it_was(body: dict[str, object]) -> None:
    made = seal(Draft("review", 5, 0, "a", 3, None, body), id=bytes(16), device="d", seq=1, hlc=1)
    back = from_row(to_row(made))
    assert back == made
    assert digest(back) == made.hash


def test_an_answer_with_half_a_surrogate_pair_can_be_hashed() -> None:
    assert canonical({"answer": "\ud800"}) == '{"answer":"\\ud800"}'


def test_tuples_in_a_body_are_lists_from_the_start() -> None:
    made = seal(Draft("settings", 5, 0, body={"steps": (1, 10)}), id=bytes(16), device="d", seq=1, hlc=1)
    assert made.body == {"steps": [1, 10]}


@pytest.mark.parametrize("body", [{"x": float("nan")}, {"x": {1, 2}}])
def test_a_body_that_json_cannot_hold_is_refused(body: dict[str, object]) -> None:
    with pytest.raises((ValueError, TypeError)):
        seal(Draft("review", 5, 0, body=body), id=bytes(16), device="d", seq=1, hlc=1)


def test_a_row_whose_body_is_no_object_is_refused() -> None:
    with pytest.raises(ValueError, match="JSON object"):
        from_row((*to_row(event())[:10], "[]", b""))


def test_the_order_is_by_logical_clock_then_device_then_count_then_id() -> None:
    later = event(1, hlc=2)
    other = event(2, hlc=1, device="e", seq=1)
    second = event(3, hlc=1, seq=2)
    first = event(4, hlc=1, seq=1)
    assert live([later, other, second, first]) == [first, second, other, later]


def test_voided_events_and_undos_do_not_count() -> None:
    kept, gone = event(1), event(2)
    undo = event(3, kind="undo", body={"voids": gone.id.hex()})
    assert live([undo, gone, kept]) == [kept]
