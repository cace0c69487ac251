//! What the screen shows: the table, the odds, what happened, what may be typed. Nothing is told by colour alone.

use croupier_house::table::Phase;
use croupier_house::view::TableView;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Position, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph};

use super::screen::{Page, Screen};
use super::telling::{Said, Tone};
use super::visit::Visit;
use super::words::{When, Word, read, shortest};
use super::{felt, tariff};

/// Below this nothing of the table can be seen.
const LEAST: (u16, u16) = (36, 12);
/// A blank at which no line is parted.
const HOLDS: &str = "\u{a0}";
/// From this width on the odds stand beside the table.
const BESIDE: u16 = 64;
/// Below this width, from this height on they stand under it.
const UNDER: u16 = 20;

/// The colours, or none where they are not wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Palette {
    Felt,
    Plain,
}

impl Palette {
    /// Without colours where `NO_COLOR` says so (no-color.org).
    pub(super) fn of_environment() -> Self {
        let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        if unwanted { Self::Plain } else { Self::Felt }
    }

    pub(super) fn ink(self, colour: Color) -> Style {
        match self {
            Self::Felt => Style::new().fg(colour),
            Self::Plain => Style::new(),
        }
    }

    fn frame(self) -> Style {
        self.ink(Color::Green)
    }

    pub(super) fn card(self, card: &str) -> Style {
        // Black suits have the terminal's own ink, which is seen on whatever its paper is.
        let red = card.ends_with(['♥', '♦']);
        let ink = if red { self.ink(Color::LightRed) } else { Style::new() };
        ink.add_modifier(Modifier::BOLD)
    }

    pub(super) fn tone(self, tone: Tone) -> Style {
        match tone {
            Tone::Plain => Style::new(),
            Tone::Won => self.ink(Color::LightGreen).add_modifier(Modifier::BOLD),
            Tone::Lost => self.ink(Color::LightRed),
            Tone::Refused => self.ink(Color::Yellow),
            Tone::Hint => self.ink(Color::Cyan),
        }
    }
}

/// What stands before a line of the log, so that its colour is not needed.
const fn mark(tone: Tone) -> &'static str {
    match tone {
        Tone::Plain => "  ",
        Tone::Won => "+ ",
        Tone::Lost => "- ",
        Tone::Refused => "! ",
        Tone::Hint => "? ",
    }
}

/// Draws everything.
pub(super) fn draw(frame: &mut Frame<'_>, visit: &Visit<'_>, screen: &mut Screen) {
    let area = frame.area();
    if area.width < LEAST.0 || area.height < LEAST.1 {
        let text = format!("The table needs {} columns and {} lines.", LEAST.0, LEAST.1);
        frame.render_widget(Paragraph::new(wrapped(&text, area.width).join("\n")), area);
        return;
    }
    let log = (area.height / 3).clamp(4, 16);
    let rows = [
        Constraint::Length(1),
        Constraint::Min(3),
        Constraint::Length(log),
        Constraint::Length(if area.height < 14 { 1 } else { 2 }),
        Constraint::Length(1),
    ];
    let [title, middle, log, moves, line] = Layout::vertical(rows).areas(area);
    let Ok(seen) = visit.parlour.seen() else { return };
    draw_title(frame, title, visit, &seen);
    match &mut screen.page {
        Some(page) => {
            let over = Rect { height: middle.height + log.height, ..middle };
            draw_page(frame, over, page, screen.palette);
        }
        None => {
            draw_middle(frame, middle, visit, &seen, screen.palette);
            draw_log(frame, log, &visit.log, screen);
        }
    }
    draw_moves(frame, moves, visit, screen);
    draw_line(frame, line, screen);
}

/// The table, with the odds beside it or under it where there is room.
fn draw_middle(frame: &mut Frame<'_>, area: Rect, visit: &Visit<'_>, seen: &TableView, palette: Palette) {
    let whole = frame.area();
    let odds = if whole.width >= 110 { 54 } else { area.width * 17 / 40 };
    let parts = if whole.width >= BESIDE {
        Layout::horizontal([Constraint::Min(20), Constraint::Length(odds)])
    } else if whole.height >= UNDER {
        Layout::vertical([Constraint::Min(5), Constraint::Length(area.height / 2)])
    } else {
        felt::draw_table(frame, area, visit, seen, palette);
        return;
    };
    let [table, odds] = parts.areas(area);
    felt::draw_table(frame, table, visit, seen, palette);
    felt::draw_odds(frame, odds, visit, palette);
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

/// The game, the round, the phase, the purse: as much of it as fits.
fn draw_title(frame: &mut Frame<'_>, area: Rect, visit: &Visit<'_>, seen: &TableView) {
    let game = seen.game.as_ref();
    let short = game.rsplit('/').next().unwrap_or(game);
    let (round, phase) = (format!("round {}", seen.round), phase_words(seen.phase).to_owned());
    let (purse, since) = (format!("purse {}", visit.parlour.chips()), visit.since());
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

/// A frame with a name, and what is inside it.
pub(super) fn framed(frame: &mut Frame<'_>, area: Rect, title: &str, palette: Palette) -> Rect {
    let block = Block::bordered().border_style(palette.frame()).title(format!(" {title} "));
    let inside = block.inner(area);
    frame.render_widget(block, area);
    inside
}

/// Some text in so many columns, cut or filled.
pub(super) fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return format!("{text:<width$}");
    }
    let kept: String = text.chars().take(width.saturating_sub(1)).collect();
    format!("{kept}…")
}

fn draw_log(frame: &mut Frame<'_>, area: Rect, log: &[Said], screen: &mut Screen) {
    let inside = framed(frame, area, "What happened", screen.palette);
    let height = usize::from(inside.height);
    let mut lines: Vec<Line<'_>> = Vec::new();
    // The screen holds a few lines: older ones than those that can be turned back to are not wrapped again and again.
    for said in log.iter().rev().take(height + screen.back + height) {
        let style = screen.palette.tone(said.tone);
        let parts = wrapped(&said.text, inside.width.saturating_sub(2));
        for (place, part) in parts.into_iter().enumerate().rev() {
            let before = if place == 0 { mark(said.tone) } else { "  " };
            lines.push(Line::from(vec![Span::raw(before), Span::styled(part, style)]));
        }
    }
    screen.back = screen.back.min(lines.len().saturating_sub(height));
    let mut shown: Vec<Line<'_>> = lines.into_iter().skip(screen.back).take(height).collect();
    shown.reverse();
    frame.render_widget(Paragraph::new(shown), inside);
}

fn draw_page(frame: &mut Frame<'_>, area: Rect, page: &mut Page, palette: Palette) {
    frame.render_widget(Clear, area);
    let width = area.width.saturating_sub(2);
    let lines: Vec<String> = page.lines.iter().flat_map(|line| wrapped(line, width)).collect();
    let height = usize::from(area.height.saturating_sub(2));
    page.from = page.from.min(lines.len().saturating_sub(height));
    let last = (page.from + height).min(lines.len());
    let title = if lines.len() > height {
        format!("{} {}–{last} of {} (PgUp, PgDn; Esc closes)", page.title, page.from + 1, lines.len())
    } else {
        format!("{} (Esc closes)", page.title)
    };
    let inside = framed(frame, area, &title, palette);
    frame.render_widget(Paragraph::new(lines[page.from..last].join("\n")), inside);
}

/// What may be typed now, each word with the letters that are enough; while a bet is typed, what it pays and costs.
fn draw_moves(frame: &mut Frame<'_>, area: Rect, visit: &Visit<'_>, screen: &Screen) {
    let text = if screen.entry.fits.is_empty() {
        preview(visit, screen.entry.text()).unwrap_or_else(|| moves(visit))
    } else {
        screen.entry.fits.iter().map(String::as_str).collect::<Vec<_>>().join(" │ ")
    };
    let style = screen.palette.ink(Color::Cyan);
    let room = usize::from(area.height);
    let mut lines = wrapped(&text, area.width);
    if lines.len() > room {
        let rest = lines.split_off(room - 1).join(" ");
        lines.push(cut(&rest, usize::from(area.width)));
    }
    // Blanks that hold a phrase together are blanks again.
    let text = lines.join("\n").replace(HOLDS, " ");
    frame.render_widget(Paragraph::new(text).style(style), area);
}

fn moves(visit: &Visit<'_>) -> String {
    let now = visit.when();
    let words: Vec<String> = visit.steps().iter().map(|word| keyed(word, now)).collect();
    format!("Type: {}", words.join(" "))
}

/// What the bet that is being typed pays and costs, once it can be told which it is.
fn preview(visit: &Visit<'_>, typed: &str) -> Option<String> {
    if typed.trim().is_empty() || visit.when() != When::Betting {
        return None;
    }
    let Ok(Word::Bets(bets)) = read(typed, When::Betting) else { return None };
    let entry = tariff::of_wager(visit, &bets.last()?.wager)?;
    Some(format!("{}: {}", entry.label, entry.told()))
}

/// A word with the letters that are enough in brackets: `[st]and`. What is no word stands as it is.
fn keyed(word: &str, now: When) -> String {
    if word.starts_with(char::is_uppercase) {
        return word.replace(' ', HOLDS);
    }
    let (name, rest) = word.split_once(' ').map_or((word, ""), |(name, rest)| (name, rest));
    let letters = shortest(name, now);
    let rest = if rest.is_empty() { String::new() } else { format!("{HOLDS}{}", rest.replace(' ', HOLDS)) };
    format!("[{letters}]{}{rest}", &name[letters.len()..])
}

fn draw_line(frame: &mut Frame<'_>, area: Rect, screen: &Screen) {
    const SIGN: &str = "> ";
    let width = usize::from(area.width).saturating_sub(SIGN.len() + 1);
    let scroll = screen.entry.scroll(width);
    let text: String = screen.entry.text().chars().skip(scroll).take(width).collect();
    frame.render_widget(Paragraph::new(format!("{SIGN}{text}")), area);
    let column =
        u16::try_from(SIGN.len() + screen.entry.cursor().saturating_sub(scroll)).unwrap_or(area.width);
    frame.set_cursor_position(Position::new((area.x + column).min(area.right().saturating_sub(1)), area.y));
}

/// Text in lines of so many columns, parted between words.
pub(super) fn wrapped(text: &str, width: u16) -> Vec<String> {
    let width = usize::from(width.max(1));
    if text.chars().count() <= width {
        return vec![text.to_owned()];
    }
    let indent: String = text.chars().take_while(|letter| *letter == ' ').collect();
    let mut lines = vec![indent.clone()];
    for word in text.split([' ', '\n']).filter(|word| !word.is_empty()) {
        let last = lines.last().map_or(0, |line| line.chars().count());
        let begun = lines.last().is_some_and(|line| !line.trim().is_empty());
        if begun && last + 1 + word.chars().count() > width {
            lines.push(indent.clone());
        }
        if let Some(line) = lines.last_mut() {
            if !line.trim().is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_parted_between_words() {
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("  a bc", 4), ["  a", "  bc"]);
        assert_eq!(wrapped("", 4), [""]);
    }

    #[test]
    fn words_show_the_letters_that_are_enough() {
        assert_eq!(keyed("stand", When::Deciding), "[st]and");
        assert_eq!(keyed("insure 5 on 1", When::Insuring).replace(HOLDS, " "), "[i]nsure 5 on 1");
        assert_eq!(keyed("Enter: deal", When::Betting).replace(HOLDS, " "), "Enter: deal");
    }
}
