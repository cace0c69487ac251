//! What the screen shows: the table, the odds, what happened, what may be typed. Nothing is told by colour alone.

use croupier_house::hands::SeenHand;
use croupier_house::table::Phase;
use croupier_house::view::{Seen, SeenStake};
use croupier_maths::Price;
use croupier_rules::offer::Listing;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Position, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph};

use super::parlour::YOU;
use super::screen::{Page, Screen};
use super::telling::{self, Cards, Said, Tone, signed};
use super::visit::Visit;
use super::words::{When, shortest};
use crate::odds::odds_words;

/// Below this nothing of the table can be seen.
const LEAST: (u16, u16) = (44, 12);

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

    fn ink(self, colour: Color) -> Style {
        match self {
            Self::Felt => Style::new().fg(colour),
            Self::Plain => Style::new(),
        }
    }

    fn frame(self) -> Style {
        self.ink(Color::Green)
    }

    fn card(self, card: &str) -> Style {
        let red = card.ends_with(['♥', '♦']);
        self.ink(if red { Color::LightRed } else { Color::White }).add_modifier(Modifier::BOLD)
    }

    fn tone(self, tone: Tone) -> Style {
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
    let log = (area.height / 3).clamp(5, 16);
    let rows = [
        Constraint::Length(1),
        Constraint::Min(4),
        Constraint::Length(log),
        Constraint::Length(1),
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
            let odds = if area.width >= 110 { 46 } else { area.width * 2 / 5 };
            let [table, odds] =
                Layout::horizontal([Constraint::Min(20), Constraint::Length(odds)]).areas(middle);
            draw_table(frame, table, visit, &seen, screen.palette);
            draw_odds(frame, odds, visit, screen.palette);
            draw_log(frame, log, &visit.log, screen);
        }
    }
    draw_moves(frame, moves, visit, screen);
    draw_line(frame, line, screen);
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

fn draw_title(frame: &mut Frame<'_>, area: Rect, visit: &Visit<'_>, seen: &Seen) {
    let parts = [
        seen.game.to_string(),
        format!("round {}", seen.round),
        phase_words(seen.phase).to_owned(),
        format!("purse {}", visit.parlour.chips()),
        format!("net {}", signed(visit.parlour.net())),
    ];
    let text = format!(" {} ", parts.join(" │ "));
    frame.render_widget(Paragraph::new(text).style(Style::new().add_modifier(Modifier::REVERSED)), area);
}

/// A frame with a name, and what is inside it.
fn framed(frame: &mut Frame<'_>, area: Rect, title: &str, palette: Palette) -> Rect {
    let block = Block::bordered().border_style(palette.frame()).title(format!(" {title} "));
    let inside = block.inner(area);
    frame.render_widget(block, area);
    inside
}

fn draw_table(frame: &mut Frame<'_>, area: Rect, visit: &Visit<'_>, seen: &Seen, palette: Palette) {
    let inside = framed(frame, area, visit.of.game.title(), palette);
    let mut lines: Vec<Line<'_>> = Vec::new();
    if let Some(fell) = visit.falls.last() {
        lines.push(Line::from(fell.clone()).style(Style::new().add_modifier(Modifier::BOLD)));
    }
    lines.extend(seen.hands.iter().map(|hand| hand_line(hand, palette)));
    if let Some((holder, amount)) = &seen.bank {
        lines.push(Line::from(format!("The bank: {holder}, {amount}")));
    }
    if !lines.is_empty() && !seen.stakes.is_empty() {
        lines.push(Line::default());
    }
    let shown: Vec<&SeenStake> = seen.stakes.iter().filter(|stake| stake.outcome != "cancelled").collect();
    let room = usize::from(inside.height).saturating_sub(lines.len());
    let skipped = if shown.len() > room { shown.len() + 1 - room.max(1) } else { 0 };
    if skipped > 0 {
        lines.push(Line::from(format!("… {skipped} stakes more")));
    }
    lines.extend(shown.into_iter().skip(skipped).map(|stake| stake_line(stake, palette)));
    frame.render_widget(Paragraph::new(lines), inside);
}

fn hand_line(hand: &SeenHand, palette: Palette) -> Line<'static> {
    let mut spans = vec![Span::raw(format!("{:<11}", telling::name(hand)))];
    for card in &hand.cards {
        let card = Cards::Symbols.write(card.as_deref());
        let style = palette.card(&card);
        spans.push(Span::styled(format!("[{card}]"), style));
        spans.push(Span::raw(" "));
    }
    spans.extend(hand.score.as_ref().map(|score| Span::raw(format!(" {score}"))));
    if hand.due {
        spans.push(Span::styled("  ◄ to decide", palette.tone(Tone::Refused)));
    }
    Line::from(spans)
}

fn stake_line(stake: &SeenStake, palette: Palette) -> Line<'static> {
    let whose = if stake.player == YOU { String::new() } else { format!("{}: ", stake.player) };
    let hand = stake.hand.as_ref().filter(|hand| !hand.ends_with(".1"));
    let hand = hand.map(|hand| format!(" hand {hand}")).unwrap_or_default();
    let life = stake.life.as_ref().map(|life| format!(", {life}")).unwrap_or_default();
    let gain = stake.returned.minor() - stake.amount.minor();
    let (tone, what) = match stake.outcome {
        "standing" => (Tone::Plain, format!("stands{life}")),
        "won" if gain > 0 => (Tone::Won, format!("won {}", signed(croupier_kit::Money::from_minor(gain)))),
        "lost" => (Tone::Lost, "lost".to_owned()),
        other => (Tone::Plain, format!("{other}, {} back", stake.returned)),
    };
    let tone = if stake.player == YOU { tone } else { Tone::Plain };
    Line::from(vec![
        Span::raw(format!("{:>3} {whose}{} on {}{hand}: ", stake.stake, stake.amount, stake.wager)),
        Span::styled(what, palette.tone(tone)),
    ])
}

/// The usual odds of a listing.
fn usual(listing: &Listing) -> String {
    listing
        .endings
        .iter()
        .find_map(croupier_rules::offer::Ending::odds)
        .map(|odds| odds.to_string())
        .unwrap_or_default()
}

fn draw_odds(frame: &mut Frame<'_>, area: Rect, visit: &Visit<'_>, palette: Palette) {
    let prices = visit.reckoning.prices();
    let title = if prices.is_some() { "Odds and edges" } else { "Odds; edges are being reckoned" };
    let inside = framed(frame, area, title, palette);
    let rows: Vec<(String, String, String)> = match prices {
        Some(Ok(prices)) => prices.iter().map(price_row).collect(),
        _ => visit.listings.iter().map(|l| (l.name.clone(), usual(l), "…".to_owned())).collect(),
    };
    let widest = rows.iter().map(|(name, ..)| name.chars().count()).max().unwrap_or(0);
    let room = usize::from(inside.width);
    let name_width = widest.min(room.saturating_sub(18)).max(6);
    let more = rows.len() > usize::from(inside.height);
    let shown = if more { usize::from(inside.height).saturating_sub(1) } else { rows.len() };
    let line = |(name, odds, edge): &(String, String, String)| {
        let odds_width = room.saturating_sub(name_width + 9);
        format!("{} {} {edge:>7}", cut(name, name_width), cut(odds, odds_width))
    };
    let mut lines: Vec<String> = rows.iter().take(shown).map(line).collect();
    if more {
        lines.push(format!("… {} more: type odds", rows.len() - shown));
    }
    frame.render_widget(Paragraph::new(lines.join("\n")), inside);
}

fn price_row(price: &Price) -> (String, String, String) {
    (price.wager.clone(), odds_words(price), format!("{:.2} %", price.edge.value() * 100.0))
}

/// Some text in so many columns, cut or filled.
fn cut(text: &str, width: usize) -> String {
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
    let inside = framed(frame, area, &format!("{} (PgUp, PgDn; Esc closes)", page.title), palette);
    let lines: Vec<String> = page.lines.iter().flat_map(|line| wrapped(line, inside.width)).collect();
    page.from = page.from.min(lines.len().saturating_sub(usize::from(inside.height)));
    let shown = lines.iter().skip(page.from).take(usize::from(inside.height)).cloned().collect::<Vec<_>>();
    frame.render_widget(Paragraph::new(shown.join("\n")), inside);
}

/// What may be typed now, each word with the letters that are enough.
fn draw_moves(frame: &mut Frame<'_>, area: Rect, visit: &Visit<'_>, screen: &Screen) {
    let now = visit.when();
    let text = if screen.entry.fits.is_empty() {
        let words: Vec<String> = match now {
            When::Betting | When::Always => {
                let usual = ["deal", "undo", "rebet", "hint", "odds", "why", "help", "quit"];
                let amount = std::iter::once("AMOUNT on WAGER".to_owned());
                amount.chain(usual.iter().map(|word| keyed(word, now))).collect()
            }
            _ => visit.offered().iter().map(|word| keyed(word, now)).collect(),
        };
        format!("Type: {}", words.join(" "))
    } else {
        screen.entry.fits.iter().map(String::as_str).collect::<Vec<_>>().join(" │ ")
    };
    let style = screen.palette.ink(Color::Cyan);
    frame.render_widget(Paragraph::new(cut(&text, usize::from(area.width))).style(style), area);
}

/// A word with the letters that are enough in brackets: `[st]and`.
fn keyed(word: &str, now: When) -> String {
    let (name, rest) = word.split_once(' ').map_or((word, ""), |(name, rest)| (name, rest));
    let letters = shortest(name, now);
    let rest = if rest.is_empty() { String::new() } else { format!(" {rest}") };
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
fn wrapped(text: &str, width: u16) -> Vec<String> {
    let width = usize::from(width.max(1));
    let indent: String = text.chars().take_while(|letter| *letter == ' ').collect();
    let mut lines = vec![indent.clone()];
    for word in text.split_whitespace() {
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
        assert_eq!(keyed("insure 5 on 1", When::Insuring), "[i]nsure 5 on 1");
    }
}
