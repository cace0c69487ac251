//! On the screen of a pseudo-terminal.

use crate::TABLES;
use crate::terminal::Terminal;

const USUAL: (u16, u16) = (24, 80);

/// The first line of the screen: the game, the round, the phase, purse and net.
fn title(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

/// Plays what has been bet to its settlement.
fn play_out(terminal: &mut Terminal, game: &str) {
    terminal.keys("\r");
    for _ in 0..40 {
        let asked = ["│ payment", "│ between rounds", "│ insurance", "│ decision"];
        let text = terminal.wait("phase", |text| {
            asked.iter().any(|phase| title(text).contains(phase))
                && text.lines().last().is_some_and(|line| line.trim() == ">")
        });
        if title(&text).contains("payment") || title(&text).contains("between rounds") {
            return;
        }
        let typed = text.lines().find(|line| line.starts_with("Type: ")).unwrap_or_default().to_owned();
        let word = match () {
            () if typed.contains("ecline") => "decline",
            () if typed.contains("and") => "stand",
            () => "check",
        };
        // The log tells what was decided, so the screen changes.
        terminal.line(word);
        terminal.wait("answer", |now| now != text);
        std::thread::sleep(std::time::Duration::from_millis(60));
    }
    panic!("{game} does not end:\n{}", terminal.text());
}

#[test]
fn every_table_is_played_to_a_settlement_at_eighty_by_twenty_four() {
    for (game, bets) in TABLES {
        let mut terminal = Terminal::run(&["play", game, "--seed", "screen"], USUAL, &[]);
        let text = terminal.wait_for("place your bets");
        assert!(title(&text).contains(game) && title(&text).contains("purse 1000.00"), "{text}");
        assert!(terminal.screen(vt100::Screen::alternate_screen));
        terminal.line(bets);
        terminal.wait_for("Accepted: ");
        play_out(&mut terminal, game);
        let text = terminal.wait_for("Round 1: ");
        assert!(text.contains("Odds"), "{game}\n{text}");
        terminal.line("quit");
        assert!(terminal.end().success());
        let text = terminal.wait_for("After 1 round ");
        assert!(text.contains("in play money"), "{game}\n{text}");
        assert!(!terminal.screen(vt100::Screen::alternate_screen), "{game}: the screen is given back");
    }
}

#[test]
fn the_window_may_be_resized() {
    let mut terminal = Terminal::run(&["play", "scotland-1970/roulette"], USUAL, &[]);
    terminal.wait_for("place your bets");
    terminal.resize(40, 120);
    terminal.wait("line at the bottom", |text| {
        text.lines().count() == 40 && text.lines().last().is_some_and(|l| l.starts_with('>'))
    });
    terminal.resize(8, 30);
    terminal.wait_for("The table needs");
    terminal.resize(24, 80);
    terminal.wait_for("place your bets");
    terminal.line("1 on red");
    terminal.wait_for("Accepted: 1.00 on red");
    terminal.line("quit");
    assert!(terminal.end().success());
}

#[cfg(unix)]
#[test]
fn ctrl_c_gives_the_terminal_back() {
    let mut terminal = Terminal::run(&["play", "scotland-1970/dice"], USUAL, &[]);
    let before = terminal.master.get_termios();
    terminal.wait_for("place your bets");
    terminal.line("5 on win");
    terminal.wait_for("Accepted: ");
    assert_ne!(terminal.master.get_termios(), before, "the keys are taken one by one");
    terminal.keys("\x03");
    assert!(terminal.end().success());
    terminal.wait_for("After 0 rounds you end even");
    assert!(!terminal.screen(vt100::Screen::alternate_screen));
    assert!(!terminal.screen(vt100::Screen::hide_cursor));
    assert_eq!(terminal.master.get_termios(), before);
}

#[test]
fn wrong_words_are_answered_and_the_line_is_helped() {
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
    terminal.wait("page", |text| text.contains("Words 1–") && text.contains("(PgUp, PgDn; Esc closes)"));
    terminal.keys("\x1b");
    terminal.wait_for("What happened");
    terminal.line("odds");
    terminal.wait("edges", |text| text.contains("1/37") || text.contains("still being reckoned"));
    terminal.keys("\x04");
    assert!(terminal.end().success());
}

#[test]
fn colours_are_left_out_where_they_are_not_wanted() {
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
    terminal.wait_for("After 0 rounds you end even");
}
