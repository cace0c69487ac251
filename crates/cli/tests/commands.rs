//! The command as a person uses it: what it prints, and its exit status.

use std::process::Output;

use serde_json::Value;

use crate::common::croupier;

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"))
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn every_provision_of_the_checklist_is_in_the_rules() {
    let mut book = String::new();
    let mut seen = 0;
    let mut listed = Value::Null;
    for line in include_str!("provisions.txt").lines() {
        if let Some(id) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            id.clone_into(&mut book);
            listed = json(&croupier(&["rules", id, "--json"], b""));
            assert_eq!(listed["rulebook"], id);
            continue;
        }
        let found = listed["provisions"].as_array().unwrap().iter().find(|provision| provision["id"] == line);
        let provision = found.unwrap_or_else(|| panic!("{book} lacks {line}"));
        assert!(provision["gist"].as_str().is_some_and(|gist| gist.len() > 10), "{line} says nothing");
        assert!(["enforced", "recorded", "outside"].contains(&provision["kind"].as_str().unwrap()), "{line}");
        seen += 1;
    }
    assert_eq!(seen, 187);
}

#[test]
fn a_record_is_judged_for_people_and_for_machines() {
    let record = b"rules scotland-1970/dice\nann bets 10 on win\ndice 3 4\n";
    let people = croupier(&["adjudicate", "-"], record);
    assert_eq!(people.status.code(), Some(0));
    assert!(text(&people.stdout).contains("Sch. para. 1(1)"));
    let machines = croupier(&["adjudicate", "-", "--json"], record);
    let verdict = json(&machines);
    assert_eq!(verdict["bets"][0]["outcome"], "won");
    assert_eq!(verdict["net"]["ann"], "10.00");
    assert_eq!(verdict["bank"], "-10.00");
}

#[test]
fn an_inadmissible_record_gets_one_message_and_status_2() {
    let cases: [(&[u8], u64, &str); 14] = [
        (b"", 1, "empty"),
        (b"# nothing\n", 1, "empty"),
        (b"ball 3\n", 1, "rules"),
        (b"rules scotland-1970/rulette\n", 1, "did you mean `roulette`"),
        (b"rules scotland-1971/roulette\n", 1, "did you mean `scotland-1970`"),
        (b"rules scotland-1970/roulette\nrules scotland-1970/roulette\n", 2, "head"),
        (b"rules scotland-1970/roulette\nann bets ten on red\n", 2, "not an amount"),
        (b"rules scotland-1970/roulette\nann bets -5 on red\n", 2, "more than 0"),
        (b"rules scotland-1970/roulette\nann bets 1.234 on red\n", 2, "two places"),
        (b"rules scotland-1970/roulette\nann bets 9999999999999 on red\n", 2, "at most"),
        (b"rules scotland-1970/roulette\nann wagers 5 on red\n", 2, "not an act"),
        (b"rules scotland-1970/roulette\nball 37\n", 2, "37"),
        (b"rules scotland-1970/dice\ndice 0 3\n", 2, "1 to 6"),
        (b"\x7fELF\x02\x01\x01\x00\xff\xfe\n", 1, "UTF-8"),
    ];
    for (record, line, words) in cases {
        let people = croupier(&["adjudicate", "-"], record);
        let printed = text(&people.stderr);
        assert_eq!(people.status.code(), Some(2), "{printed}");
        assert!(printed.contains(words), "{printed} should say {words}");
        assert_eq!(printed.trim().lines().count(), 1, "{printed}");
        let machines = croupier(&["adjudicate", "-", "--json"], record);
        assert_eq!(machines.status.code(), Some(2));
        assert_eq!(json(&machines)["error"]["line"], line, "{printed}");
    }
}

#[test]
fn wrong_usage_says_what_is_allowed() {
    let missing = croupier(&["adjudicate", "no-such-file.round"], b"");
    assert_eq!(missing.status.code(), Some(2));
    assert!(text(&missing.stderr).contains("no-such-file.round"));
    let unknown = croupier(&["rules", "mpumalange"], b"");
    assert_eq!(unknown.status.code(), Some(2));
    assert!(text(&unknown.stderr).contains("did you mean `mpumalanga`"));
    assert_eq!(croupier(&["judge"], b"").status.code(), Some(2));
}

#[test]
fn a_rulebook_from_a_file_judges_without_a_change_in_code() {
    let book = ["--rulebook", "examples/double-zero.toml"];
    let judged = croupier(&[book[0], book[1], "adjudicate", "examples/double-zero.round", "--json"], b"");
    let verdict = json(&judged);
    assert_eq!(verdict["bets"][0]["odds"], "6 to 1");
    assert_eq!(verdict["net"]["ben"], "170.00");
    let without = croupier(&["adjudicate", "examples/double-zero.round"], b"");
    assert_eq!(without.status.code(), Some(2));
}

#[test]
fn all_faults_of_a_rulebook_are_reported_at_once_with_their_places() {
    let folder = std::env::temp_dir().join(format!("croupier-faults-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("faulty.toml");
    let good =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/double-zero.toml"))
            .unwrap();
    let bad = good
        .replace("odds = \"17 to 1\"", "odds = \"17:1\"")
        .replace("cite = \"rule 1\"\n", "cite = \"rule 9\"\n")
        .replace("shape = \"corner\"", "shape = \"cornet\"")
        .replace("title = \"Double-zero roulette\"", "titel = \"Double-zero roulette\"");
    std::fs::write(&path, bad).unwrap();
    let printed = croupier(&["--rulebook", path.to_str().unwrap(), "rules"], b"");
    std::fs::remove_dir_all(&folder).unwrap();
    let errors = text(&printed.stderr);
    assert_eq!(printed.status.code(), Some(2));
    for words in ["17:1", "rule 9", "did you mean `corner`", "titel", "did you mean `title`"] {
        assert!(errors.contains(words), "{errors} should say {words}");
    }
    assert!(errors.contains("faulty.toml:13:1:"), "{errors} should say where");
}

#[test]
fn records_are_formatted() {
    let tidied = croupier(&["fmt", "-"], b"rules   scotland-1970/dice\nann  bets 5.00 on win# x\n");
    assert_eq!(text(&tidied.stdout), "rules scotland-1970/dice\nann bets 5 on win  # x\n");
    assert_eq!(croupier(&["fmt", "--check", "-"], b"rules  a/b\n").status.code(), Some(1));
    assert_eq!(croupier(&["fmt", "-"], b"nonsense\n").status.code(), Some(2));
}

#[test]
fn many_records_are_judged_in_one_go() {
    let records = b"rules scotland-1970/roulette\nball 3\n\x0c\nnonsense\n\x0c\nrules scotland-1970/dice\n";
    let out = text(&croupier(&["adjudicate", "--batch", "-", "--json"], records).stdout);
    let answers: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), 3);
    assert_eq!(answers[1]["error"]["line"], 1);
    assert_eq!(answers[2]["rules"], "scotland-1970/dice");
}

#[test]
fn the_law_of_a_day_can_be_chosen() {
    let record = b"rules scotland-1970/roulette\nball 3\n";
    let early = croupier(&["--on", "1970-06-30", "adjudicate", "-", "--json"], record);
    let ancient = croupier(&["--on=-000044-03-15", "adjudicate", "-"], record);
    assert_eq!(ancient.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&ancient.stderr).contains("give a day from 0001-01-01 on"));
    assert_eq!(json(&early)["error"]["cites"][0], "reg. 1");
    assert_eq!(croupier(&["--on", "1970-07-01", "adjudicate", "-"], record).status.code(), Some(0));
}

#[test]
fn version_completions_and_manual_are_there() {
    let version = json(&croupier(&["version", "--verify", "--json"], b""));
    assert_eq!(version["self_test"]["failed"], Value::Array(Vec::new()));
    assert_eq!(version["rulebooks"].as_array().unwrap().len(), 3);
    assert!(text(&croupier(&["completions", "bash"], b"").stdout).contains("adjudicate"));
    assert!(text(&croupier(&["man"], b"").stdout).contains(".TH croupier"));
}

#[test]
fn a_round_is_explained_step_by_step() {
    let record = b"rules scotland-1970/roulette\nann bets 10 on red\nben bets 1.01 on low\nball 0\n";
    let printed = text(&croupier(&["adjudicate", "--why", "-"], record).stdout);
    assert!(printed.contains("3. line 4: ball 0 (the ball lies on 0)"), "{printed}");
    assert!(
        printed.contains("is shared with the bank: 5.00 is returned, by reg. 3(6), reg. 3(5)(g)"),
        "{printed}"
    );
    assert!(printed.contains("is refused and returned (a stake of 1.01 cannot be paid exactly"), "{printed}");
    assert!(printed.contains("So ann loses 5.00.\nSo ben breaks even.\nThe bank wins 5.00.\n"), "{printed}");
    assert!(
        printed.starts_with("Judged by The Gaming Clubs (Bankers' Games) (Scotland) Regulations 1970"),
        "{printed}"
    );
    let machines = json(&croupier(&["adjudicate", "--why", "--json", "-"], record));
    assert_eq!(machines["why"][2]["follows"][0]["because"][0]["id"], "reg. 3(6)");
    let broken = croupier(&["adjudicate", "--why", "-"], b"rules scotland-1970/dice\ndice 1 2\nball 3\n");
    assert_eq!(broken.status.code(), Some(2));
    assert!(text(&broken.stdout).contains("inadmissible at line 3"));
    let fifth = b"rules mpumalanga/american-roulette\nspin left\nball 3\nnext hand\nspin left\n";
    let broken = text(&croupier(&["adjudicate", "--why", "-"], fifth).stdout);
    assert!(broken.contains("3.2(3)   "), "the broken provision is quoted: {broken}");
}

#[test]
fn every_provision_is_accounted_for() {
    let coverage = croupier(&["rules", "--coverage", "--json"], b"");
    assert_eq!(coverage.status.code(), Some(0), "{}", text(&coverage.stdout));
    let books = json(&coverage);
    let total: usize =
        books.as_array().unwrap().iter().map(|book| book["provisions"].as_array().unwrap().len()).sum();
    assert_eq!(total, 187);
    assert!(books.as_array().unwrap().iter().all(|book| book["counts"]["unaccounted for"] == 0));
    let gaps = json(&croupier(&["rules", "mpumalanga", "--gaps", "--json"], b""));
    assert!(gaps[0]["readings"].as_array().unwrap().len() > 20);
}

#[test]
fn what_another_book_claims_is_not_proved_here() {
    let path = std::env::temp_dir().join(format!("croupier-mine-{}.toml", std::process::id()));
    let (_, own) = croupier_rules::book::Shelf::built_in_files().next().unwrap();
    std::fs::write(&path, format!("{own}# one word more")).unwrap();
    let of = |more: &[&str]| {
        let path = path.to_str().unwrap();
        croupier(&[&["--rulebook", path, "rules", "scotland-1970"], more].concat(), b"")
    };
    let coverage = of(&["--coverage", "--json"]);
    assert_eq!(coverage.status.code(), Some(0));
    let counts = &json(&coverage)[0]["counts"];
    assert_eq!(counts["enforced and proved"], 0);
    assert!(counts["enforced, not proved here"].as_u64().unwrap() > 40, "{counts}");
    assert_eq!(of(&["--coverage", "--strict"]).status.code(), Some(1));
    assert_eq!(of(&["--gaps", "--strict"]).status.code(), Some(1));
    assert_eq!(of(&["--strict"]).status.code(), Some(2));
    std::fs::remove_file(&path).unwrap();
    let own = croupier(&["rules", "scotland-1970", "--coverage", "--strict"], b"");
    assert_eq!(own.status.code(), Some(0));
}

#[test]
fn provisions_can_be_listed_as_of_a_day() {
    let listed =
        |day: &str| json(&croupier(&["--on", day, "rules", "western-australia-1990", "--json"], b""));
    assert_eq!(listed("1990-02-16")["provisions"].as_array().unwrap().len(), 3);
    assert_eq!(listed("1990-02-17")["provisions"].as_array().unwrap().len(), 12);
}

#[test]
fn wagers_are_compared_by_what_they_cover() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/double-zero.toml");
    let book = std::fs::read_to_string(file).unwrap();
    let book = book.replace("id = \"double-zero\"", "id = \"rouge\"");
    let book = book.replace("\nred = [", "\nrouge = [").replace("sets = [\"red\"", "sets = [\"rouge\"");
    let named = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("rouge.toml");
    std::fs::write(&named, book).unwrap();
    let words = ["--rulebook", named.to_str().unwrap(), "compare", "roulette", "scotland-1970", "rouge"];
    let compared = json(&croupier(&[&words[..], &["--quick", "--json"]].concat(), b""));
    let says = |part: &str, topic: &str| -> Vec<String> {
        let part = compared["parts"].as_array().unwrap().iter().find(|one| one["part"] == part).unwrap();
        let row = part["rows"].as_array().unwrap().iter().find(|row| row["topic"] == topic);
        let row = row.unwrap_or_else(|| panic!("no {topic} in {part}"));
        row["says"].as_array().unwrap().iter().map(ToString::to_string).collect()
    };
    let red = says("Wagers and odds", "red");
    assert!(red[0].contains("1 to 1") && red[1].contains("`rouge`: 1 to 1"), "{red:?}");
    let one = says("House edge", "straight N");
    assert!(one[0].contains("2.7027 %") && one[1].contains("5.2632 %"), "{one:?}");
}

#[test]
fn wagers_that_win_alike_are_matched_by_what_loses_and_by_their_names() {
    let compared = |args: &[&str]| json(&croupier(&[args, &["--quick", "--json"]].concat(), b""));
    let row = |compared: &Value, part: usize, topic: &str| -> Vec<String> {
        let rows = compared["parts"][part]["rows"].as_array().unwrap();
        let row = rows.iter().find(|row| row["topic"] == topic).unwrap_or_else(|| panic!("no {topic}"));
        row["says"].as_array().unwrap().iter().map(ToString::to_string).collect()
    };
    let dice = compared(&["--rulebook", "examples/nevada.toml", "compare", "dice"]);
    for score in [4, 5, 6, 8, 9, 10] {
        let place = row(&dice, 0, &format!("place-win {score}"));
        assert!(place[1].contains(&format!("`place {score}`")), "{place:?}");
    }
    let seven = row(&dice, 0, "any-seven");
    assert!(seven[1].contains("4 to 1") && [&seven[0], &seven[2]] == ["null", "null"], "{seven:?}");
    let buy = row(&dice, 0, "buy 4");
    assert!(buy[1].contains("less 5 % of the"), "{buy:?}");
    let edges =
        dice["parts"].as_array().unwrap().iter().position(|part| part["part"] == "House edge").unwrap();
    let big = row(&dice, edges, "big 6");
    assert!(big[1].contains("9.0909 %"), "{big:?}");
    let baccarat =
        compared(&["--rulebook", "examples/macau.toml", "compare", "baccarat", "mpumalanga", "macau"]);
    let banker = row(&baccarat, 0, "banco");
    assert!(banker[1].contains("`banker`") && banker[2].contains("void"), "{banker:?}");
}

#[test]
fn jurisdictions_are_compared_side_by_side() {
    let books = ["--rulebook", "examples/nevada.toml", "compare", "blackjack", "--quick"];
    let printed = text(&croupier(&books, b"").stdout);
    assert!(printed.contains("mpumalanga/touch-21") && printed.contains("nevada/blackjack"), "{printed}");
    let by_books = json(&croupier(&[&books[..], &["--json"]].concat(), b""));
    let rules = by_books["parts"][1]["rows"].as_array().unwrap();
    let dealer = rules.iter().find(|row| row["topic"] == "Dealer").unwrap()["says"].to_string();
    for words in ["Takes one card before", "one down before"] {
        assert!(dealer.contains(words), "{dealer} should say {words}");
    }
    let compared = json(&croupier(&["compare", "baccarat", "scotland-1970", "mpumalanga", "--json"], b""));
    assert_eq!(compared["tables"].as_array().unwrap().len(), 4);
    let wagers = compared["parts"][0]["rows"].as_array().unwrap();
    let egalite = wagers.iter().find(|row| row["topic"] == "egalite").unwrap();
    let says: Vec<bool> = egalite["says"].as_array().unwrap().iter().map(Value::is_string).collect();
    assert_eq!((says.iter().filter(|said| **said).count(), &egalite["differs"]), (1, &Value::Bool(true)));
    let page = text(&croupier(&["compare", "roulette", "--format", "html"], b"").stdout);
    assert!(
        page.starts_with("<!doctype html>") && page.contains("35 to 1") && page.ends_with("</html>\n"),
        "{page}"
    );
    let same = json(&croupier(&["compare", "dice", "--differences", "--json"], b""));
    assert_eq!(same["parts"][0]["rows"], Value::Array(Vec::new()), "one table differs from nothing");
    let unknown = croupier(&["compare", "blakjack"], b"");
    assert_eq!(unknown.status.code(), Some(2));
    assert!(text(&unknown.stderr).contains("did you mean `blackjack`"));
}
