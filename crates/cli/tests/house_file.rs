//! A table of a house file, for the commands that speak of one table.

use serde_json::Value;

use crate::common::croupier;

const HOUSE: &str = "examples/house.toml";

/// What is said on standard output, or on standard error where the status is not 0.
fn printed(status: i32, args: &[&str]) -> String {
    let output = croupier(args, "");
    assert_eq!(output.status.code(), Some(status), "{args:?}: {output:?}");
    String::from_utf8(if status == 0 { output.stdout } else { output.stderr }).unwrap()
}

#[test]
fn a_sign_is_made_for_the_table_of_a_house() {
    let sign =
        |more: &[&str]| printed(0, &[&["sign", "mpumalanga/blackjack", "--house", HOUSE], more].concat());
    let of_a = sign(&["--table", "Jack A"]);
    for words in ["Thistle Tables Ltd · Jack A", "Limits: GBP 5.00 to 500.00", "7 boxes"] {
        assert!(of_a.contains(words), "{of_a} should say {words}");
    }
    let of_b = sign(&["--table", "Jack B"]);
    for words in ["Thistle Tables Ltd · Jack B", "Limits: GBP 25.00 to 2500.00", "5 boxes"] {
        assert!(of_b.contains(words), "{of_b} should say {words}");
    }
    assert!(sign(&["--table", "Jack A", "--heading", "The Club"]).contains("  The Club\n"));
    for format in ["svg", "html"] {
        let drawn = sign(&["--table", "Jack A", "--format", format]);
        assert!(
            drawn.contains("GBP 5.00") && drawn.to_lowercase().contains("thistle tables ltd · jack a"),
            "{format}"
        );
    }
    let json: Value = serde_json::from_str(&sign(&["--table", "Jack A", "--format", "json"])).unwrap();
    assert_eq!(json["limits"]["currency"], "GBP");
    assert_eq!(json["house"]["decks"], "6");
}

#[test]
fn a_setting_goes_over_the_house_file() {
    let args = ["sign", "scotland-1970/dice", "--house", HOUSE, "--house", "max=20"];
    assert!(printed(0, &args).contains("Limits: GBP 1.00 to 20.00"));
    let above = ["sign", "scotland-1970/dice", "--house", HOUSE, "--house", "min=300"];
    assert!(printed(2, &above).contains("the least bet may not be more than the most"));
}

#[test]
fn the_pay_desk_keeps_the_limits_of_the_house() {
    let pay = |amount: &'static str| ["pay", "scotland-1970/dice", "win", amount, "--house", HOUSE];
    assert!(printed(0, &pay("10")).contains("GBP 10.00 on win"));
    assert!(printed(2, &pay("201")).contains("200.00 (reg. 2(2))"));
}

#[test]
fn which_table_is_asked_for_must_be_clear() {
    let sign = |status, more: &[&str]| printed(status, &[&["sign", "mpumalanga/blackjack"], more].concat());
    let several = sign(2, &["--house", HOUSE]);
    assert!(several.contains("choose one with --table: \"Jack A\", \"Jack B\""), "{several}");
    let unknown = sign(2, &["--house", HOUSE, "--table", "Wheel 1"]);
    assert!(unknown.contains("no table `Wheel 1` of mpumalanga/blackjack; it has \"Jack A\""), "{unknown}");
    assert!(sign(2, &["--house", HOUSE, "--house", HOUSE]).contains("one house file"));
    assert!(sign(2, &["--house", "decks=6", "--table", "Jack A"]).contains("--house HOUSE.toml"));
    assert!(sign(2, &["--house", "nowhere.toml"]).contains("cannot read nowhere.toml"));
    assert!(sign(2, &["--house", "nowhere"]).contains("KEY=VALUE"));
    assert!(sign(2, &["--house", "examples/nevada.toml"]).contains("is not a house file"));
    let book = "examples/nevada.toml";
    let none = printed(2, &["--rulebook", book, "sign", "nevada/craps", "--house", HOUSE]);
    assert!(none.contains("has no table of nevada/craps"), "{none}");
}

#[test]
fn a_table_in_breach_is_refused_with_the_breach() {
    let breach = printed(1, &["sign", "scotland-1970/blackjack", "--house", "examples/house-in-breach.toml"]);
    assert!(breach.contains("this table breaks its regulation"), "{breach}");
    assert!(breach.contains("examples/house-in-breach.toml:") && breach.contains("reg. 6("), "{breach}");
    assert!(!breach.contains("mpumalanga"), "only of this table: {breach}");
}

#[test]
fn a_house_is_under_the_law_of_its_own_day() {
    let text = std::fs::read_to_string(format!("{}/../../{HOUSE}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let path = std::env::temp_dir().join(format!("house-of-1960-{}.toml", std::process::id()));
    std::fs::write(&path, text.replace("date = 2001-05-01", "date = 1960-05-01")).unwrap();
    let early = printed(2, &["sign", "scotland-1970/dice", "--house", path.to_str().unwrap()]);
    std::fs::remove_file(&path).unwrap();
    assert!(early.contains("is in force from 1970"), "{early}");
}
