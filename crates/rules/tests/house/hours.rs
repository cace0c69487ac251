//! Opening hours, which may go past midnight.

use croupier_rules::house::Hours;

fn hours(text: &str) -> Hours {
    text.parse().unwrap()
}

#[test]
fn hours_past_midnight_contain_what_lies_between() {
    let late = hours("14:00-04:00");
    for inside in ["14:00-04:00", "23:00-01:00", "00:00-04:00", "14:00-14:01"] {
        assert!(late.contain(hours(inside)), "{inside}");
    }
    for outside in ["13:59-20:00", "20:00-04:01", "04:00-14:00", "00:00-24:00", "03:00-15:00"] {
        assert!(!late.contain(hours(outside)), "{outside}");
    }
    assert!(hours("00:00-24:00").contain(hours("20:00-19:00")));
    assert!(late.hold(14 * 60) && late.hold(0) && !late.hold(4 * 60));
}

#[test]
fn what_is_no_time_is_refused() {
    for text in ["", "14-04", "14:00", "25:00-04:00", "14:60-04:00", "2pm-4am", "14:0-04:00"] {
        assert!(text.parse::<Hours>().is_err(), "{text}");
    }
}
