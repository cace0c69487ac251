//! Draws the screen: the table, the odds, the log, and the available commands.

use croupier_house::table::Phase;
use croupier_house::view::TableView;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Position, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph};

use super::input::{Input, abbreviation, parse};
use super::keyword::Stage;
use super::message::Message;
use super::screen_state::{Page, Screen};
use super::session::PlaySession;
use super::theme::{Palette, fitted, framed, mark};
use super::{draw_table, odds_list, options};
use crate::layout::{columns, wrap};

/// The minimum size of the window: columns and lines.
const SMALLEST: (u16, u16) = (36, 12);
/// A no-break space.
const NO_BREAK: &str = "\u{a0}";
/// The minimum width at which the odds are shown beside the table.
const BESIDE: u16 = 64;
/// The minimum height at which the odds are shown below the table in a narrower window.
const BELOW: u16 = 20;

/// Draws the whole screen.
pub(super) fn draw(frame: &mut Frame<'_>, session: &PlaySession<'_>, screen: &mut Screen) {
    let area = frame.area();
    if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
        let text = format!(
            "This window is too small. The table needs {} columns and {} lines.",
            SMALLEST.0, SMALLEST.1
        );
        frame.render_widget(Paragraph::new(wrap(&text, area.width.into()).join("\n")), area);
        return;
    }
    let log = (area.height / 3).clamp(4, 16);
    let rows = [
        Constraint::Length(1),
        Constraint::Min(3),
        Constraint::Length(log),
        Constraint::Length(option_lines(area)),
        Constraint::Length(1),
    ];
    let [title, middle, log, options, line] = Layout::vertical(rows).areas(area);
    let seen = session.house.seen();
    draw_title(frame, title, session, &seen);
    match &mut screen.page {
        Some(page) => {
            let over = Rect { height: middle.height + log.height, ..middle };
            draw_page(frame, over, page, screen.palette);
        }
        None => {
            draw_middle(frame, middle, session, &seen, screen.palette);
            draw_log(frame, log, &session.log, screen);
        }
    }
    draw_options(frame, options, session, screen);
    draw_line(frame, line, screen);
}

/// The number of lines for the available commands.
const fn option_lines(area: Rect) -> u16 {
    match (area.height, area.width) {
        (..14, _) => 1,
        (_, ..BESIDE) => 3,
        _ => 2,
    }
}

/// Draws the table, with the odds beside or below it if there is room.
fn draw_middle(
    frame: &mut Frame<'_>,
    area: Rect,
    session: &PlaySession<'_>,
    seen: &TableView,
    palette: Palette,
) {
    let whole = frame.area();
    let odds = if whole.width >= 110 { 54 } else { area.width * 17 / 40 };
    let parts = if whole.width >= BESIDE {
        Layout::horizontal([Constraint::Min(20), Constraint::Length(odds)])
    } else if whole.height >= BELOW {
        Layout::vertical([Constraint::Min(5), Constraint::Length(area.height / 2)])
    } else {
        draw_table::draw_table(frame, area, session, seen, palette);
        return;
    };
    let [table, odds] = parts.areas(area);
    draw_table::draw_table(frame, table, session, seen, palette);
    draw_table::draw_odds(frame, odds, session, palette);
}

const fn phase_words(phase: Phase) -> &'static str {
    match phase {
        Phase::Closed => "closed",
        Phase::Waiting => "between rounds",
        Phase::PlaceYourBets => "place your bets",
        Phase::FinalBets => "final bets",
        Phase::NoMoreBets => "no more bets",
        Phase::Outcome => "outcome",
        Phase::Insurance => "insurance",
        Phase::Decision => "decision",
        Phase::Payment => "payment",
    }
}

/// Draws the title: the game, the round, the phase and the player's money, as far as they fit.
fn draw_title(frame: &mut Frame<'_>, area: Rect, session: &PlaySession<'_>, seen: &TableView) {
    let game = seen.game.as_ref();
    let short = game.rsplit('/').next().unwrap_or(game);
    let (round, phase) = (format!("round {}", seen.round), phase_words(seen.phase).to_owned());
    let (purse, since) = (format!("purse {}", session.house.chips()), session.since_start());
    let ways: [Vec<&str>; 6] = [
        vec![game, &round, &phase, &purse, &since],
        vec![game, &phase, &purse, &since],
        vec![short, &round, &phase, &purse, &since],
        vec![short, &phase, &purse, &since],
        vec![short, &phase, &purse],
        vec![&phase, &purse],
    ];
    let texts: Vec<String> = ways.iter().map(|parts| format!(" {} ", parts.join(" │ "))).collect();
    let fits = texts.iter().find(|text| text.chars().count() <= usize::from(area.width));
    let text = fits.or(texts.last()).cloned().unwrap_or_default();
    frame.render_widget(Paragraph::new(text).style(Style::new().add_modifier(Modifier::REVERSED)), area);
}

fn draw_log(frame: &mut Frame<'_>, area: Rect, log: &[Message], screen: &mut Screen) {
    let inside = framed(frame, area, "What happened", screen.palette);
    let height = usize::from(inside.height);
    let mut lines: Vec<Line<'_>> = Vec::new();
    // Only messages that can be visible are wrapped, even if the log is long.
    for message in log.iter().rev().take(height + screen.scrolled + height) {
        let style = screen.palette.tone(message.tone);
        let parts = wrap(&message.text, inside.width.saturating_sub(2).into());
        for (place, part) in parts.into_iter().enumerate().rev() {
            let before = if place == 0 { mark(message.tone) } else { "  " };
            lines.push(Line::from(vec![Span::raw(before), Span::styled(part, style)]));
        }
    }
    screen.scrolled = screen.scrolled.min(lines.len().saturating_sub(height));
    let mut shown: Vec<Line<'_>> = lines.into_iter().skip(screen.scrolled).take(height).collect();
    shown.reverse();
    frame.render_widget(Paragraph::new(shown), inside);
}

fn draw_page(frame: &mut Frame<'_>, area: Rect, page: &mut Page, palette: Palette) {
    frame.render_widget(Clear, area);
    let width = area.width.saturating_sub(2);
    let lines: Vec<String> = page.lines.iter().flat_map(|line| wrap(line, width.into())).collect();
    let height = usize::from(area.height.saturating_sub(2));
    page.from = page.from.min(lines.len().saturating_sub(height));
    let last = (page.from + height).min(lines.len());
    let place = format!("{} {}–{last} of {}", page.title, page.from + 1, lines.len());
    let titles = match lines.len() > height {
        true => [format!("{place} (PgUp, PgDn, Esc to close)"), place],
        false => [format!("{} (Esc to close)", page.title), page.title.to_owned()],
    };
    let fits = |title: &&String| columns(title) + 4 <= usize::from(area.width);
    let title = titles.iter().find(fits).unwrap_or(&titles[1]);
    let inside = framed(frame, area, title, palette);
    frame.render_widget(Paragraph::new(lines[page.from..last].join("\n")), inside);
}

/// Draws the available commands with their abbreviations. While a bet is typed, shows what it pays and costs.
fn draw_options(frame: &mut Frame<'_>, area: Rect, session: &PlaySession<'_>, screen: &Screen) {
    let text = if screen.editor.completions.is_empty() {
        preview(session, screen.editor.text()).unwrap_or_else(|| option_words(session))
    } else {
        screen.editor.completions.iter().map(String::as_str).collect::<Vec<_>>().join(" │ ")
    };
    let style = screen.palette.ink(Color::Cyan);
    let room = usize::from(area.height);
    let mut lines = wrap(&text, area.width.into());
    if lines.len() > room {
        let rest = lines.split_off(room - 1).join(" ");
        lines.push(fitted(&rest, usize::from(area.width)));
    }
    // Restores the ordinary spaces inside phrases.
    let text = lines.join("\n").replace(NO_BREAK, " ");
    frame.render_widget(Paragraph::new(text).style(style), area);
}

fn option_words(session: &PlaySession<'_>) -> String {
    let now = session.stage();
    let words: Vec<String> = options::all(session).iter().map(|word| abbreviated(word, now)).collect();
    format!("Type: {}", words.join(" "))
}

/// A preview of the bet that is being typed: what it pays and costs, once it is unambiguous.
fn preview(session: &PlaySession<'_>, typed: &str) -> Option<String> {
    if typed.trim().is_empty() || session.stage() != Stage::Betting {
        return None;
    }
    let Ok(Input::Bets(bets)) = parse(typed, Stage::Betting) else { return None };
    let line = odds_list::of_wager(session, &bets.last()?.wager)?;
    Some(format!("{}: {}", line.label, line.details()))
}

/// A command with its abbreviation in brackets: `[st]and`. Other words are unchanged.
fn abbreviated(word: &str, now: Stage) -> String {
    if word.starts_with(char::is_uppercase) {
        return word.replace(' ', NO_BREAK);
    }
    let (name, rest) = word.split_once(' ').map_or((word, ""), |(name, rest)| (name, rest));
    let letters = abbreviation(name, now);
    let rest =
        if rest.is_empty() { String::new() } else { format!("{NO_BREAK}{}", rest.replace(' ', NO_BREAK)) };
    format!("[{letters}]{}{rest}", &name[letters.len()..])
}

fn draw_line(frame: &mut Frame<'_>, area: Rect, screen: &Screen) {
    const PROMPT: &str = "> ";
    let width = usize::from(area.width).saturating_sub(PROMPT.len() + 1);
    let scroll = screen.editor.scroll(width);
    let text: String = screen.editor.text().chars().skip(scroll).take(width).collect();
    frame.render_widget(Paragraph::new(format!("{PROMPT}{text}")), area);
    let column =
        u16::try_from(PROMPT.len() + screen.editor.cursor().saturating_sub(scroll)).unwrap_or(area.width);
    frame.set_cursor_position(Position::new((area.x + column).min(area.right().saturating_sub(1)), area.y));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_show_their_abbreviation() {
        assert_eq!(abbreviated("stand", Stage::Deciding), "[st]and");
        assert_eq!(abbreviated("insure 5 on 1", Stage::Insuring).replace(NO_BREAK, " "), "[i]nsure 5 on 1");
        assert_eq!(abbreviated("Enter: deal", Stage::Betting).replace(NO_BREAK, " "), "Enter: deal");
    }
}
