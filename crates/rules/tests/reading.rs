//! The notation: what is misread is said with what was expected, and lines and comments stay as they were written.

use croupier_rules::notation::{Act, Area, lines, read_act, tidy};

fn misread(text: &str) -> String {
    read_act(text).unwrap_err().message
}

#[test]
fn errors_say_what_was_expected_and_name_the_nearest_word() {
    assert!(misread("spin up").contains("`left` or `right`"));
    assert!(misread("shufle").contains("did you mean `shuffle`"));
    assert!(misread("ann best 10 on red").contains("did you mean `bets`"));
    assert!(misread("ann bets ten on red").contains("not an amount"));
    assert!(misread("ann bets 10").contains("`on` or `behind`"));
    assert!(misread("ann bets 10 on").contains("a wager"));
    assert!(misread("cards ZZ").contains("not a card"));
    assert!(misread("house decks").contains("decks=6"));
    assert!(misread("date 71-3-2").contains("1971-03-02"));
    assert!(misread("refuse bank").contains("cannot be a name"));
    assert!(misread("1ann bets 1 on red").contains("not a name"));
    assert!(misread("next hand please").contains("end of the line"));
    assert!(misread("banker doubles").contains("`draws` or `stands`"));
}

#[test]
fn a_betting_area_is_no_part_of_the_wager() {
    let Act::Bets(bid) = read_act("ann bets 50 on punto at 7").unwrap() else { panic!("a bet") };
    assert_eq!((&*bid.on.words(), bid.at), ("punto", Some(Area::Numbered(7))));
    let Act::Bets(bid) = read_act("ann bets 50 on punto at home").unwrap() else { panic!("a bet") };
    assert_eq!((&*bid.on.words(), bid.at), ("punto", Some(Area::Unknown("home".into()))));
}

#[test]
fn lines_are_numbered_from_one_and_end_with_lf_or_crlf() {
    let numbers: Vec<u32> = lines(b"rules a/b\r\n\nball 3").map(|l| l.number).collect();
    assert_eq!(numbers, [1, 2, 3]);
    assert!(lines(b"rules a/b\r\n\nball 3").all(|l| l.line.is_ok()));
    assert_eq!(lines(b"").count(), 0);
}

#[test]
fn bytes_that_are_no_text_are_said_to_be_so() {
    let line = lines(b"rules a/b\n\xff\xfe\x00").nth(1).unwrap();
    assert_eq!(line.number, 2);
    assert!(line.line.unwrap_err().message.contains("UTF-8"));
}

#[test]
fn a_tidied_record_keeps_its_comments() {
    let tidied = tidy(b"rules  a/b # head\nann bets  5 on red# red\n\n#   alone\nball 3").unwrap();
    assert_eq!(
        tidied,
        "rules a/b            # head\nann bets 5 on red    # red\n\n# alone\nball 3\n"
            .replace("    #", "  #")
            .replace("            #", "          #")
    );
}
