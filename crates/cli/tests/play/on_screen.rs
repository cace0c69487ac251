//! On the screen of a pseudo-terminal.

use portable_pty::{PtySize, native_pty_system};

use super::terminal::Terminal;

const USUAL: (u16, u16) = (24, 80);

#[test]
fn the_window_may_be_resized() {
    let mut terminal = Terminal::run(&["play", "scotland-1970/roulette"], USUAL, &[]);
    terminal.wait_for("place your bets");
    terminal.resize(40, 120);
    terminal.wait("line at the bottom", |text| {
        text.lines().count() == 40 && text.lines().last().is_some_and(|l| l.starts_with('>'))
    });
    terminal.resize(15, 40);
    // The odds have no room, but what is typed is priced all the same.
    terminal.keys("10 on red");
    terminal.wait("price", |text| text.contains("red: 1 to 1") && !text.contains("Odds"));
    terminal.keys("\x1b");
    // A key and a change of size in the same moment may reach the program in either order.
    terminal.wait("empty line", |text| !text.contains("10 on red"));
    terminal.resize(8, 30);
    terminal.wait_for("This window is too small");
    terminal.resize(24, 80);
    terminal.wait_for("place your bets");
    terminal.line("1 on red");
    terminal.wait_for("Accepted: 1.00 on red");
    terminal.line("quit");
    assert!(terminal.end().success());
}

#[test]
fn a_key_typed_while_the_window_is_resized_is_not_lost() {
    let mut terminal = Terminal::run(&["play", "scotland-1970/roulette"], USUAL, &[]);
    terminal.wait_for("place your bets");
    for round in 0..30_u16 {
        // The first key keeps the program drawing while the size changes and the others arrive.
        terminal.keys("1");
        terminal.resize(24 + round % 2, 80);
        terminal.keys("2 on red");
        terminal.wait("whole line", |text| text.lines().any(|line| line.starts_with("> 12 on red")));
        terminal.keys("\x1b");
        terminal.wait("empty line", |text| !text.contains("12 on red"));
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_restores_the_terminal() {
    // As a terminal is before a program runs in it.
    let fresh = native_pty_system().openpty(PtySize::default()).unwrap();
    let before = fresh.master.get_termios();
    let mut terminal = Terminal::run(&["play", "scotland-1970/dice"], USUAL, &[]);
    terminal.wait_for("place your bets");
    terminal.line("5 on win");
    terminal.wait_for("Accepted: ");
    assert_ne!(terminal.master.get_termios(), before, "keys are read one by one");
    terminal.keys("\x03");
    assert!(terminal.end().success());
    terminal.wait_for("After 0 rounds you broke even");
    assert!(!terminal.screen(vt100::Screen::alternate_screen));
    assert!(!terminal.screen(vt100::Screen::hide_cursor));
    assert_eq!(terminal.master.get_termios(), before);
}

#[test]
fn ctrl_c_in_the_middle_of_a_round_reports_how_it_ends() {
    let mut terminal = Terminal::run(&["play", "mpumalanga/blackjack", "--seed", "5"], USUAL, &[]);
    terminal.wait_for("place your bets");
    terminal.line("10 on box 1");
    terminal.wait_for("(stake 1)");
    terminal.keys("\r");
    terminal.wait_for("◄ to decide");
    // No card is white: the background of a terminal may be.
    let white = terminal.screen(|screen| {
        let cells = (0..24).flat_map(|row| (0..80).map(move |column| (row, column)));
        let mut cells = cells.filter_map(|(row, column)| screen.cell(row, column));
        cells.any(|cell| matches!(cell.fgcolor(), vt100::Color::Idx(7 | 15)))
    });
    assert!(!white);
    terminal.keys("\x03");
    assert!(terminal.end().success());
    let text = terminal.wait_for("After 1 round you won 10.00");
    assert!(
        text.contains("You leave in the middle of a round: your open decisions take their defaults."),
        "{text}"
    );
}

#[test]
fn the_bottom_shows_what_can_be_typed_and_pages_scroll() {
    let mut terminal = Terminal::run(&["play", "scotland-1970/roulette", "--seed", "a"], USUAL, &[]);
    let bottom = |text: &str, has: &str, has_not: &str| {
        let from = text.find("Type: ").unwrap_or(text.len());
        text[from..].contains(has) && !text[from..].contains(has_not)
    };
    terminal.wait("bottom without bets", |text| bottom(text, "Type: AMOUNT on WAGER", "[u]ndo"));
    terminal.line("10 on red");
    terminal.wait("bottom with a bet", |text| {
        bottom(text, "Type: Enter: spin AMOUNT on WAGER [u]ndo", "[re]bet")
    });
    terminal.keys("\r");
    terminal.wait("bottom after a round", |text| bottom(text, "[re]bet", "Enter: "));
    terminal.line("rebet");
    terminal.wait_for("Accepted: 10.00 on red");
    terminal.line("rules");
    terminal.wait_for("Rules 1–");
    terminal.keys("\x1b[B");
    terminal.wait_for("Rules 2–");
    terminal.keys("\x1b[6~");
    terminal.wait_for("Rules 10–");
    terminal.line("history");
    terminal.wait_for("1. lost 10.00, purse 990.00: 10 black");
    terminal.keys("\x04");
    assert!(terminal.end().success());
    terminal.wait_for("Taken back: 10.00 on red");
}

#[test]
fn wrong_input_is_answered_and_lines_are_completed() {
    let mut terminal = Terminal::run(&["play", "scotland-1970/roulette"], USUAL, &[]);
    terminal.wait_for("place your bets");
    terminal.line("undoo");
    terminal.wait_for("did you mean `undo`?");
    terminal.line("5 on purple");
    let text = terminal.wait_for("! Refused: 5.00 on purple");
    assert!(text.contains("reg. 3"), "{text}");
    // Tab finds the wager, the arrow brings the line back.
    terminal.keys("7 on re\t\r");
    terminal.wait_for("Accepted: 7.00 on red");
    terminal.keys("\x1b[A");
    terminal.wait("line brought back", |text| {
        text.lines().last().is_some_and(|line| line.trim() == "> 7 on red")
    });
    terminal.keys("\r");
    terminal.wait_for("(stake 2)");
    terminal.line("help");
    terminal.wait("page", |text| text.contains("Commands 1–") && text.contains("(PgUp, PgDn, Esc to close)"));
    terminal.keys("\x1b");
    // A letter that follows at once would be read as a key with Alt.
    terminal.wait("closed page", |text| text.contains("What happened") && !text.contains("Commands 1–"));
    terminal.line("odds");
    terminal.wait("edges", |text| text.contains("1/37") || text.contains("still being computed"));
    terminal.keys("\x04");
    assert!(terminal.end().success());
}

#[test]
fn no_color_turns_colours_off() {
    let coloured = |environment: &[(&str, &str)]| {
        let mut terminal =
            Terminal::run(&["play", "mpumalanga/blackjack", "--seed", "c"], USUAL, environment);
        terminal.wait_for("place your bets");
        terminal.line("5 on box 1");
        terminal.wait_for("Accepted: ");
        let found = terminal.screen(|screen| {
            let cells = (0..24).flat_map(|row| (0..80).map(move |column| (row, column)));
            cells
                .filter_map(|(row, column)| screen.cell(row, column))
                .any(|cell| cell.fgcolor() != vt100::Color::Default)
        });
        terminal.keys("\x03");
        assert!(terminal.end().success());
        found
    };
    assert!(coloured(&[]));
    assert!(!coloured(&[("NO_COLOR", "1")]));
}

#[test]
fn plain_in_a_terminal_has_no_screen() {
    let mut terminal = Terminal::run(&["play", "scotland-1970/punto-banco", "--plain"], USUAL, &[]);
    terminal.wait_for("Place your bets.");
    assert!(!terminal.screen(vt100::Screen::alternate_screen));
    terminal.line("5 on punto");
    terminal.wait_for("Accepted: 5.00 on punto");
    terminal.keys("\x03");
    assert!(terminal.end().success());
    terminal.wait_for("After 0 rounds you broke even");
}
