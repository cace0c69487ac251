//! `--pdf`: signs and reports to print, read back by another library.

use std::path::PathBuf;

use crate::common::croupier;

/// The text of a PDF, words apart by one space, and the number of its pages.
fn read(bytes: &[u8]) -> (String, usize) {
    let document = lopdf::Document::load_mem(bytes).expect("it is a PDF");
    let pages: Vec<u32> = document.get_pages().into_keys().collect();
    let text = document.extract_text(&pages).expect("the text can be read");
    (text.split_whitespace().collect::<Vec<_>>().join(" "), pages.len())
}

fn file(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("croupier-{}-{name}.pdf", std::process::id()))
}

/// What a command writes with `--pdf`.
fn written(name: &str, args: &[&str]) -> Vec<u8> {
    let path = file(name);
    let output = croupier(&[args, &["--pdf", path.to_str().unwrap()]].concat(), b"");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stdout.is_empty());
    let bytes = std::fs::read(&path).unwrap();
    std::fs::remove_file(path).unwrap();
    bytes
}

#[test]
fn the_sign_of_every_game_says_in_pdf_what_it_says_as_text() {
    let tables = ["scotland-1970/roulette", "mpumalanga/blackjack", "nevada/craps", "mpumalanga/punto-banco"];
    for (number, table) in tables.into_iter().enumerate() {
        let mut args = vec!["sign", table, "--heading", "The Club · Table 3"];
        if table == "nevada/craps" {
            args.extend(["--rulebook", "examples/nevada.toml"]);
        }
        let (text, _) = read(&written(&format!("sign-{number}"), &args));
        let json = croupier(&[&args[..], &["--format", "json"]].concat(), b"");
        let json: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
        assert!(
            text.contains("The Club · Table 3") && text.contains(json["title"].as_str().unwrap()),
            "{text}"
        );
        let endings =
            json["wagers"].as_array().unwrap().iter().flat_map(|wager| wager["endings"].as_array().unwrap());
        for odds in endings.filter_map(|ending| ending["odds"].as_str()) {
            assert!(text.contains(odds), "{table}: no {odds} in {text}");
        }
    }
}

#[test]
fn a_report_in_pdf_has_every_price_and_provision() {
    let (text, pages) = read(&written("par", &["par", "scotland-1970/roulette"]));
    assert!(pages > 2);
    let json = croupier(&["par", "scotland-1970/roulette", "--json"], b"");
    let json: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    for provision in json["provisions"].as_array().unwrap() {
        assert!(text.contains(provision["id"].as_str().unwrap()), "{provision}");
    }
    for words in ["1/74", "per bet made", "What it was checked against", "Page 1 of", "PAR report"] {
        assert!(text.contains(words), "the report should say {words}: {text}");
    }
    // A digest is broken over lines: compare without spaces.
    let letters: String = text.split_whitespace().collect();
    assert!(letters.contains(json["rulebook"]["digest"].as_str().unwrap()));
}

#[test]
fn the_same_sign_is_the_same_file_and_can_go_to_a_pipe() {
    let args = ["--on", "2026-01-01", "sign", "scotland-1970/dice"];
    let one = written("same", &args);
    assert_eq!(one, written("again", &args));
    let piped = croupier(&[&args[..], &["--format", "pdf"]].concat(), b"");
    assert_eq!(piped.stdout, one);
}

#[test]
fn a_pdf_that_cannot_be_written_is_refused() {
    for args in [
        &["sign", "scotland-1970/dice", "--pdf", "no-such-folder/x.pdf"][..],
        &["sign", "scotland-1970/dice", "--pdf", "x.pdf", "--format", "svg"],
        &["par", "scotland-1970/dice", "--pdf", "x.pdf", "--json"],
    ] {
        let output = croupier(args, b"");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(!output.stderr.is_empty() && output.stdout.is_empty());
    }
}
