//! Long commands show on a terminal that they work.

use super::terminal::Terminal;

#[test]
fn a_comparison_shows_its_progress() {
    let mut terminal = Terminal::run(&["compare", "blackjack"], (24, 80), &[]);
    terminal.wait("progress", |text| text.contains("pricing") && text.contains(" of "));
    terminal.keys("\x03");
    let _ = terminal.end();
}

#[test]
fn help_and_tables_fit_the_window() {
    let mut terminal =
        Terminal::run(&["odds", "scotland-1970/roulette", "--wager", "numbers 18"], (60, 40), &[]);
    assert!(terminal.end().success());
    let text = terminal.wait_for("edge per bet made: 1.3514 %");
    assert!(text.contains("wager: numbers 18"), "{text}");
}
