from datetime import date

import pytest

from studykit.cards.schedule_comment import PluginSchedule, read


def test_the_older_form_holds_one_schedule_for_each_sibling():
    assert read("Q:::A <!--SR:!2024-01-31,3,250!2024-02-01,4,270-->") == (
        PluginSchedule(date(2024, 1, 31), 3, ease=250),
        PluginSchedule(date(2024, 2, 1), 4, ease=270),
    )


def test_the_newer_form_holds_stability_and_difficulty():
    text = "<!--SR:!fsrs,2026-10-03T13:56:00.471Z,3,2.905,9.267,2,5,0,0,2026-09-30T13:56:00.471Z-->"
    assert read(text) == (
        PluginSchedule(date(2026, 10, 3), 3, stability=2.905, difficulty=9.267, reviewed=date(2026, 9, 30)),
    )


def test_both_forms_may_stand_in_one_comment():
    text = "<!--SR:!fsrs,2027-05-12T10:13:49Z,332,332.2,1,2,7,0,0,2026-06-14T10:13:49Z!2026-11-05,172,310-->"
    assert [schedule.ease for schedule in read(text)] == [None, 310]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "<!--SR:-->",
        "<!--SR:!2024-02-31,3,250-->",
        "<!--SR:!x,y,z-->",
        "<!-- a -->",
        "<!--SR:!fsrs,2024-01-01,a,b,c-->",
    ],
)
def test_what_the_plugin_did_not_write_is_left_out(text):
    assert read(text) == ()
