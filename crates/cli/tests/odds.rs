//! Prices as a person asks for them: what is printed, drawn and refused.

use std::process::Output;

use serde_json::Value;

use crate::common::croupier;

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"))
}

fn wager(answer: &Value, name: &str) -> Value {
    let all = answer["wagers"].as_array().unwrap();
    all.iter().find(|wager| wager["wager"] == name).unwrap_or_else(|| panic!("no {name} in {answer}")).clone()
}

#[test]
fn machines_get_fractions_under_the_keys_that_are_fixed() {
    let roulette = json(&croupier(&["odds", "scotland-1970/roulette", "--json"], b""));
    assert_eq!(roulette["rules"], "scotland-1970/roulette");
    let one = wager(&roulette, "numbers 1");
    assert_eq!(
        (&one["odds"], &one["win"], &one["edge"]),
        (&"35 to 1".into(), &"1/37".into(), &"1/37".into())
    );
    assert!((one["edge_decimal"].as_f64().unwrap() - 1.0 / 37.0).abs() < 1e-15);
    assert!((one["variance_decimal"].as_f64().unwrap() - 34.080_35).abs() < 1e-4);
    assert_eq!(one["cites"][0], "reg. 3(5)(a)");
    let eighteen = wager(&roulette, "numbers 18");
    assert_eq!((&eighteen["halved"], &eighteen["edge"]), (&"1/37".into(), &"1/74".into()));
    let dice = json(&croupier(&["odds", "scotland-1970/dice", "--json"], b""));
    assert_eq!(wager(&dice, "win")["edge"], "7/495");
    let field = wager(&dice, "field");
    assert!(field["odds"].is_null() && field["pays"].as_array().unwrap().len() > 1, "{field}");
}

#[test]
fn settings_chosen_and_settings_by_default_are_both_in_force() {
    let answer = json(&croupier(
        &["odds", "mpumalanga/punto-banco", "--house", "decks=6", "--house", "min=5", "--json"],
        b"",
    ));
    assert_eq!(answer["house"]["decks"], "6");
    assert_eq!(answer["house"]["areas"], "14");
    assert_eq!(answer["house"]["min"], "5.00");
}

#[test]
fn the_edge_names_what_it_is_a_share_of() {
    let printed = text(&croupier(&["odds", "scotland-1970/dice", "--wager", "win"], b"").stdout);
    assert!(
        printed.contains("edge per bet made") && printed.contains("1.4141 %") && printed.contains("7/495"),
        "{printed}"
    );
    let poker = text(&croupier(&["odds", "mpumalanga/arizona-hold-em"], b"").stdout);
    assert!(poker.contains("per unit"), "{poker}");
}

#[test]
fn what_cannot_be_priced_is_refused_with_what_can_and_status_2() {
    let punto = "mpumalanga/punto-banco";
    let cases: [(&[&str], &str); 17] = [
        (&["odds", punto, "--shoe", "0:129"], "8 packs hold 128"),
        (&["odds", punto, "--shoe", "1:-4"], "0 or more"),
        (&["odds", punto, "--shoe", "-1:33"], "8 packs hold 32"),
        (&["odds", punto, "--shoe", "1:4,1:3"], "twice"),
        (&["odds", punto, "--shoe", "1:4,-2:3"], "what has gone"),
        (&["odds", punto, "--shoe", "X:4"], "no card"),
        (&["odds", punto, "--shoe", "1:2,2:1"], "cards"),
        (&["odds", punto, "--shoe", "1:0"], "no card"),
        (&["odds", "scotland-1970/roulette", "--shoe", "1:4"], "without cards"),
        (&["odds", punto, "--house", "decks=9"], "1 to 8"),
        (&["odds", punto, "--house", "deks=8"], "did you mean `decks`"),
        (&["odds", "scotland-1970/blackjack", "--house", "decks=6"], "4 only"),
        (&["odds", "western-australia-1990/roulette"], "in-between"),
        (&["odds", "scotland-1970/dice", "--wager", "wim"], "did you mean `win`"),
        (&["odds", "scotland-1970/dice", "--risk", "--bet", "-5"], "more than"),
        (&["par", "western-australia-1990/blackjack"], "in-between"),
        (&["strategy", punto, "--against", "punto"], "WAGER=AMOUNT"),
    ];
    for (args, words) in cases {
        let output = croupier(args, b"");
        let printed = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {printed}{}", text(&output.stdout));
        assert!(printed.contains(words), "{args:?}: {printed} should say {words}");
        assert!(output.stdout.is_empty(), "{args:?} printed something all the same");
    }
}

#[test]
fn a_shoe_changes_the_price() {
    let args = ["odds", "mpumalanga/punto-banco", "--json"];
    let whole = json(&croupier(&args, b""));
    let less = json(&croupier(&[args[0], args[1], args[2], "--shoe", "-4:8"], b""));
    let edge = |answer: &Value, name: &str| wager(answer, name)["edge_decimal"].as_f64().unwrap();
    // Of all cards a four that is gone helps the banker most, and hurts the player as much: so the published effects of removal.
    assert!(edge(&less, "banco") < edge(&whole, "banco"), "{less}");
    assert!(edge(&less, "punto") > edge(&whole, "punto"), "{less}");
    assert_eq!(less["shoe"]["cards"], 408);
}

#[test]
fn risk_is_shown_for_a_bankroll() {
    let args = [
        "odds",
        "scotland-1970/dice",
        "--risk",
        "--wager",
        "win",
        "--bet",
        "5",
        "--bankroll",
        "50",
        "--rounds",
        "20",
    ];
    let printed = text(&croupier(&args, b"").stdout);
    for words in ["N0", "ruin, ever", "certain", "counted"] {
        assert!(printed.contains(words), "{printed} should say {words}");
    }
    let all: Vec<&str> = args.into_iter().chain(["--json"]).collect();
    let risk = json(&croupier(&all, b""))["risk"][0].clone();
    let part = |key: &str| risk[key]["decimal"].as_f64().unwrap();
    assert!((part("ahead") + part("level") + part("behind") - 1.0).abs() < 1e-12, "{risk}");
    assert!(risk["ahead"]["fraction"].is_string(), "{risk}");
    assert!((risk["n_zero"].as_f64().unwrap() - (1.0 - 49.0 / 245_025.0) / (49.0 / 245_025.0)).abs() < 1e-6);
    assert_eq!(risk["ruin"]["chance"]["fraction"], "1");
}

#[test]
fn charts_are_drawn_into_files() {
    let folder = std::env::temp_dir().join(format!("croupier-charts-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let cases: [(&str, &[&str], &str); 3] = [
        ("edges.svg", &["odds", "scotland-1970/roulette"], "what each wager costs"),
        (
            "outcomes.svg",
            &["odds", "scotland-1970/dice", "--wager", "field", "--chart", "outcomes"],
            "the results of field",
        ),
        (
            "settings.svg",
            &["odds", "mpumalanga/punto-banco", "--chart", "settings"],
            "what each setting is worth",
        ),
    ];
    for (name, args, words) in cases {
        let path = folder.join(name);
        let all: Vec<&str> = args.iter().copied().chain(["--svg", path.to_str().unwrap()]).collect();
        let output = croupier(&all, b"");
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let svg = std::fs::read_to_string(&path).unwrap();
        assert!(svg.starts_with("<svg") && svg.contains("<title") && svg.contains("<desc"), "{svg}");
        assert!(svg.contains(words) && svg.contains("prefers-color-scheme:dark"), "{svg}");
    }
    let two = croupier(&["odds", "scotland-1970/dice", "--chart", "outcomes", "--svg", "x.svg"], b"");
    assert_eq!(two.status.code(), Some(2));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_game_without_decisions_says_so() {
    for game in ["scotland-1970/roulette", "scotland-1970/dice", "western-australia-1990/in-between"] {
        let output = croupier(&["strategy", game], b"");
        assert_eq!(output.status.code(), Some(0));
        assert!(text(&output.stdout).contains("nothing to decide"), "{output:?}");
        assert_eq!(json(&croupier(&["strategy", game, "--json"], b""))["decisions"], false);
    }
}

#[test]
fn a_report_holds_what_a_laboratory_files() {
    let page = text(&croupier(&["par", "scotland-1970/roulette"], b"").stdout);
    let digests = json(&croupier(&["version", "--json"], b""));
    let book =
        digests["rulebooks"].as_array().unwrap().iter().find(|book| book["rulebook"] == "scotland-1970");
    for words in [
        digests["digest"].as_str().unwrap(),
        book.unwrap()["digest"].as_str().unwrap(),
        "reg. 3(6)",
        "per bet made",
        "1/74",
        "What it was checked against",
        "size: A4",
    ] {
        assert!(page.contains(words), "the report should say {words}");
    }
    assert!(
        !page.contains("http:") || page.matches("http").count() == page.matches("http://www.w3.org").count()
    );
    let machines = json(&croupier(&["par", "mpumalanga/punto-banco", "--json"], b""));
    assert!(
        machines["settings"].as_array().unwrap().iter().any(|row| row["setting"] == "decks"),
        "{machines}"
    );
    let terminal = text(&croupier(&["par", "scotland-1970/dice", "--format", "text"], b"").stdout);
    assert!(terminal.contains("7/495") && terminal.contains("Sch. para. 1(1)"), "{terminal}");
}

#[test]
fn a_comparison_prices_each_difference() {
    let compared = json(&croupier(&["compare", "baccarat", "--json"], b""));
    let prices = &compared["prices"];
    let tables = prices["tables"].as_array().unwrap();
    assert!(tables.iter().any(|table| !table["wagers"].as_array().unwrap().is_empty()), "{prices}");
    let choices = prices["choices"].as_array().unwrap();
    let six =
        choices.iter().find(|c| c["change"] == "decks=6" && c["rules"] == "mpumalanga/punto-banco").unwrap();
    assert!(six["wagers"][0]["change"].is_string(), "{six}");
    let quick = json(&croupier(&["compare", "baccarat", "--quick", "--json"], b""));
    assert!(quick["prices"]["choices"].as_array().unwrap().is_empty());
    let page = text(&croupier(&["compare", "roulette", "--format", "html"], b"").stdout);
    assert!(page.contains("House edge") && page.contains("2.7027 % per bet made"), "{page}");
}

#[test]
fn another_reading_is_worth_something() {
    let gaps = json(&croupier(&["rules", "western-australia-1990", "--gaps", "--json"], b""));
    let rows = gaps[0]["readings"].as_array().unwrap();
    let packs = rows.iter().find(|row| row["id"] == "r. 6(2)").unwrap();
    assert_eq!(packs["settings"][0], "decks");
    let worth = packs["worth"].as_array().unwrap();
    assert_eq!(worth.len(), 7, "{packs}");
    assert!(worth[0]["wagers"][0]["change"].is_string(), "{packs}");
}

#[test]
fn a_chart_that_is_written_can_be_priced_and_one_with_holes_cannot() {
    let chart = text(&croupier(&["strategy", "mpumalanga/blackjack", "--format", "chart"], b"").stdout);
    let folder = std::env::temp_dir().join(format!("croupier-chart-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (whole, holed) = (folder.join("whole.toml"), folder.join("holed.toml"));
    std::fs::write(&whole, &chart).unwrap();
    let without: Vec<&str> = chart.lines().filter(|line| !line.starts_with("16")).collect();
    std::fs::write(&holed, without.join("\n")).unwrap();

    let priced = |path: &std::path::Path| {
        croupier(&["odds", "mpumalanga/blackjack", "--json", "--play", path.to_str().unwrap()], b"")
    };
    let best = json(&croupier(&["odds", "mpumalanga/blackjack", "--json"], b""));
    let edge = |answer: &Value| wager(answer, "box")["edge_decimal"].as_f64().unwrap();
    let by_chart = json(&priced(&whole));
    assert!(edge(&by_chart) > edge(&best) && edge(&by_chart) < edge(&best) + 1e-4);
    assert!(wager(&by_chart, "box")["method"].as_str().unwrap().starts_with("play by the chart"));
    let refused = priced(&holed);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("hard 16: the row is missing"), "{}", text(&refused.stderr));
    let policy = holed.to_str().unwrap();
    let simulated = croupier(&["simulate", "mpumalanga/blackjack", "--rounds", "9", "--policy", policy], b"");
    assert_eq!(simulated.status.code(), Some(2));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn one_card_less_is_worth_what_is_published() {
    let blackjack = json(&croupier(&["odds", "mpumalanga/blackjack", "--removals", "--json"], b""));
    let gain = |card: &str| {
        let all = blackjack["removals"].as_array().unwrap();
        all.iter().find(|row| row["card"] == card).unwrap()["gain_decimal"].as_f64().unwrap()
    };
    // A five that is gone helps the player most, an Ace or a ten the house.
    assert!(gain("5") < gain("4") && gain("4") < gain("2") && gain("A") > 0.0 && gain("10") > 0.0);
    assert!((gain("5") + 0.00146).abs() < 5e-5);
    let dice = croupier(&["odds", "scotland-1970/dice", "--removals"], b"");
    assert_eq!(dice.status.code(), Some(2));
}

#[test]
fn a_report_claims_only_what_was_shown_for_its_book() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../rulebooks/western-australia-1990.toml");
    let own = std::fs::read_to_string(file).unwrap();
    let digest = json(&croupier(&["rules", "western-australia-1990", "--json"], b""))["digest"].clone();
    let digest = digest.as_str().unwrap();
    let report = |more: &[&str]| {
        let words = ["par", "western-australia-1990/in-between", "--format", "text"];
        text(&croupier(&words.iter().chain(more).copied().collect::<Vec<_>>(), b"").stdout)
    };
    let shown = report(&[]);
    assert!(
        shown.contains(&format!("for this book (blake3 {digest})")) && shown.contains("oracle/odds.py"),
        "{shown}"
    );
    assert!(shown.contains("The method, with the built-in books: Every triple"), "{shown}");
    let changed = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("changed-western-australia.toml");
    std::fs::write(&changed, own + "\n# one more line\n").unwrap();
    let shown = report(&["--rulebook", changed.to_str().unwrap()]);
    assert!(shown.contains("No second program has recomputed these prices"), "{shown}");
    assert!(!shown.contains("oracle/odds.py") && !shown.contains("The method, with"), "{shown}");
}

#[test]
fn an_edge_of_the_player_is_pointed_out() {
    let words = ["odds", "mpumalanga/arizona-hold-em", "--house", "decks=8"];
    let printed = text(&croupier(&words, b"").stdout);
    assert!(printed.contains("The player has the edge: `ante` (-51.5396 %)."), "{printed}");
    assert!(!text(&croupier(&words[..2], b"").stdout).contains("The player has the edge"));
    let answer =
        json(&croupier(&["odds", "mpumalanga/arizona-hold-em", "--house", "decks=8", "--json"], b""));
    assert_eq!(wager(&answer, "ante")["favours"], "player");
    let report = ["par", "mpumalanga/arizona-hold-em", "--house", "decks=8"];
    assert!(text(&croupier(&report, b"").stdout).contains("The player has the edge"));
    let house =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/demo-rand.toml"))
            .unwrap();
    let game = "game = \"mpumalanga/arizona-hold-em\"";
    assert!(house.contains(game));
    let checked = croupier(&["check", "-"], house.as_bytes());
    assert!(!text(&checked.stdout).contains("The player has the edge"), "{checked:?}");
    let house = house.replacen(game, &format!("{game}\nsettings = {{ decks = 8 }}"), 1);
    let checked = croupier(&["check", "-"], house.as_bytes());
    assert!(text(&checked.stdout).contains("The player has the edge: `ante`"), "{checked:?}");
    assert_eq!(checked.status.code(), Some(0), "it is permitted");
}

/// Where a commission is rounded, a wager is priced for a bet on which nothing is, and says so; the others have their prices.
#[test]
fn a_rounded_commission_does_not_keep_a_table_from_its_prices() {
    let nevada = include_str!("../../../examples/nevada.toml");
    let rate = "commission = { rate = \"5 %\", of = \"stake\", when = \"on-win\"";
    assert!(nevada.contains(rate));
    let rounded = nevada.replacen(rate, &format!("{rate}, breakage = \"down\", unit = \"1\""), 1);
    let folder = std::env::temp_dir().join(format!("croupier-breakage-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("nevada.toml");
    std::fs::write(&path, rounded).unwrap();
    let ask = |arguments: &[&str]| {
        let book = ["--rulebook", path.to_str().unwrap()];
        croupier(&[&book, arguments].concat(), b"")
    };
    let list = json(&ask(&["odds", "nevada/craps", "--json"]));
    assert_eq!(wager(&list, "pass")["edge"], "7/495");
    // Twenty is the least of which five per cent is a whole dollar: the price of the book without breakage.
    let buy = wager(&list, "buy 4");
    assert_eq!(buy["edge"], "1/60");
    assert!(buy["method"].as_str().unwrap().ends_with("for a bet of 20.00"), "{buy}");
    // Nothing is charged on less than that, and the bet is fair.
    let ten = json(&ask(&["odds", "nevada/craps", "--wager", "buy 4", "--stake", "10", "--json"]));
    assert_eq!(wager(&ten, "buy 4")["edge"], "0");
    let report = json(&ask(&["par", "nevada/craps", "--json"]));
    assert_eq!(wager(&report, "buy 4")["edge"], "1/60");
    let played = json(&ask(&[
        "simulate",
        "nevada/craps",
        "--rounds",
        "2000",
        "--wager",
        "buy 4",
        "--json",
        "--untimed",
    ]));
    assert_eq!(played["wagers"][0]["wager"], "buy 4", "{played}");
    std::fs::remove_dir_all(&folder).unwrap();
}

/// What is wrong with a wager is said, and not only which other wager there is.
#[test]
fn a_wager_with_a_wrong_number_says_what_is_wrong() {
    let refused = |arguments: &[&str]| text(&croupier(arguments, b"").stderr);
    let number = refused(&["odds", "mpumalanga/american-roulette", "--wager", "straight 37"]);
    assert!(number.contains("37") && !number.contains("did you mean"), "{number}");
    let place = refused(&["odds", "scotland-1970/dice", "--wager", "place-win 7"]);
    assert!(place.contains("4, 5, 6, 8, 9, 10") && !place.contains("did you mean"), "{place}");
    let poker = ["--rulebook", "examples/three-card-poker.toml", "odds", "three-card-poker/three-card-poker"];
    let raise = refused(&[&poker[..], &["--wager", "raise 1"]].concat());
    assert!(raise.contains("it is part of the price of `ante`"), "{raise}");
    let shoe = refused(&[&poker[..], &["--shoe", "-A"]].concat());
    assert!(shoe.contains("not priced by what is left in a shoe"), "{shoe}");
}

/// Which suits are left decides a wager on suits: a price for one choice of them is not called exact.
#[test]
fn a_shoe_without_suits_is_one_of_several_for_a_side_wager() {
    let ask = |shoe: &str| {
        let book = ["--rulebook", "examples/atlantic-city.toml", "odds", "atlantic-city/blackjack"];
        json(&croupier(&[&book[..], &["--wager", "perfect-pairs", "--shoe", shoe, "--json"]].concat(), b""))
    };
    let method = |answer: &Value| wager(answer, "perfect-pairs")["method"].as_str().unwrap().to_owned();
    assert!(method(&ask("-5:2")).contains("one shoe among those that fit"), "{}", method(&ask("-5:2")));
    assert!(!method(&ask("-5H,-5S")).contains("among those that fit"));
    assert_ne!(
        wager(&ask("-5H,-5S"), "perfect-pairs")["edge"],
        wager(&ask("-5H:2"), "perfect-pairs")["edge"]
    );
}
