//! Draws the table: results, hands, stakes and odds.

use croupier_house::view::HandView;
use croupier_house::view::{StakeView, TableView};
use croupier_kit::Money;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::cards::{CardStyle, by_box, hand_name};
use super::message::{Tone, signed};
use super::odds_list::{self, OddsLine};
use super::private_house::YOU;
use super::session::PlaySession;
use super::theme::{Palette, fitted, framed};
use crate::layout::wrap;

/// The number of earlier results that are shown.
const EARLIER: usize = 12;

/// Draws the table.
pub(super) fn draw_table(
    frame: &mut Frame<'_>,
    area: Rect,
    session: &PlaySession<'_>,
    seen: &TableView,
    palette: Palette,
) {
    let inside = framed(frame, area, session.of.game.title(), palette);
    let height = usize::from(inside.height);
    let mut lines = result_lines(session, inside.width);
    lines.truncate(height);
    lines.extend(hand_lines(seen, palette, height.saturating_sub(lines.len())));
    if let Some((holder, amount)) = &seen.bank {
        let holder = if **holder == *YOU { "you" } else { holder };
        lines.push(Line::from(format!("Bank: {holder}, {amount}")));
    }
    let others: Vec<&StakeView> = seen
        .stakes
        .iter()
        .filter(|stake| stake.outcome != "cancelled" && hand_of(stake, seen).is_none())
        .collect();
    if !lines.is_empty() && !others.is_empty() && lines.len() + others.len() < height {
        lines.push(Line::default());
    }
    let room = height.saturating_sub(lines.len());
    let skipped = if others.len() > room { others.len() + 1 - room.max(1) } else { 0 };
    if skipped > 0 {
        lines.push(Line::from(format!("… {skipped} more stakes")));
    }
    lines.extend(others.into_iter().skip(skipped).map(|stake| stake_line(stake, palette)));
    frame.render_widget(Paragraph::new(lines), inside);
}

/// The last result and earlier ones.
fn result_lines(session: &PlaySession<'_>, width: u16) -> Vec<Line<'static>> {
    let Some((last, before)) = session.results.split_last() else { return Vec::new() };
    let mut lines = vec![Line::from(last.sentence.clone()).style(Style::new().add_modifier(Modifier::BOLD))];
    if !before.is_empty() {
        let short: Vec<&str> =
            before.iter().rev().take(EARLIER).map(|result| result.short.as_str()).collect();
        lines.push(Line::from(fitted(&format!("Before: {}", short.join(", ")), usize::from(width))));
    }
    lines
}

/// The hands. If there is not enough room, those around the hand that has to decide.
fn hand_lines(seen: &TableView, palette: Palette, room: usize) -> Vec<Line<'static>> {
    let hands = by_box(&seen.hands);
    let due = hands.iter().position(|hand| hand.due).unwrap_or(0);
    let from = due.saturating_sub(room / 2).min(hands.len().saturating_sub(room));
    hands.into_iter().skip(from).take(room).map(|hand| hand_line(hand, seen, palette)).collect()
}

fn hand_line(hand: &HandView, seen: &TableView, palette: Palette) -> Line<'static> {
    let mut spans = vec![Span::raw(format!("{:<8}", hand_name(hand, &seen.hands)))];
    for card in &hand.cards {
        let card = CardStyle::Symbols.card(card.as_deref());
        let style = palette.card(&card);
        spans.push(Span::styled(format!("[{card}]"), style));
        spans.push(Span::raw(" "));
    }
    spans.extend(hand.score.as_ref().map(|score| Span::raw(format!(" {score}"))));
    for stake in seen.stakes.iter().filter(|stake| hand_of(stake, seen) == Some(hand)) {
        let (tone, what) = outcome(stake);
        spans.push(Span::raw(format!("  {}{}", whose(stake), stake.amount)));
        if stake.outcome != "standing" {
            spans.push(Span::styled(format!(" {what}"), palette.tone(tone)));
        }
    }
    if hand.due {
        spans.push(Span::styled("  ◄ to decide", palette.tone(Tone::Refused)));
    }
    Line::from(spans)
}

/// The hand beside which a stake is shown: its own hand, if no other stake is on it.
fn hand_of<'h>(stake: &StakeView, seen: &'h TableView) -> Option<&'h HandView> {
    let number = stake.hand.as_ref()?;
    let alone = seen.stakes.iter().filter(|other| other.hand.as_ref() == Some(number)).count() == 1;
    seen.hands.iter().find(|hand| alone && hand.hand.as_ref() == Some(number))
}

fn whose(stake: &StakeView) -> String {
    if stake.player == YOU { String::new() } else { format!("{}: ", stake.player) }
}

/// The outcome of a stake, and its tone.
fn outcome(stake: &StakeView) -> (Tone, String) {
    let life = stake.life.as_ref().map(|life| format!(", {life}")).unwrap_or_default();
    let gain = stake.returned.minor() - stake.amount.minor();
    let (tone, what) = match stake.outcome {
        "standing" => (Tone::Plain, format!("stands{life}")),
        "won" if gain > 0 => (Tone::Won, format!("won {}", signed(Money::from_minor(gain)))),
        "lost" => (Tone::Lost, "lost".to_owned()),
        other => (Tone::Plain, format!("{other}, {} returned", stake.returned)),
    };
    (if stake.player == YOU { tone } else { Tone::Plain }, what)
}

fn stake_line(stake: &StakeView, palette: Palette) -> Line<'static> {
    let hand = stake.hand.as_ref().filter(|hand| !hand.ends_with(".1"));
    let hand = hand.map(|hand| format!(" hand {hand}")).unwrap_or_default();
    let (tone, what) = outcome(stake);
    let on = format!("{:>3} {}{} on {}{hand}: ", stake.stake, whose(stake), stake.amount, stake.wager);
    Line::from(vec![Span::raw(on), Span::styled(what, palette.tone(tone))])
}

/// Draws every wager with its odds and edge, and the exact fraction if there is room.
pub(super) fn draw_odds(frame: &mut Frame<'_>, area: Rect, session: &PlaySession<'_>, palette: Palette) {
    let is_priced = session.pricing.prices().is_some();
    let title = if is_priced { "Odds and edges" } else { "Odds (edges follow)" };
    let inside = framed(frame, area, title, palette);
    let odds = odds_list::lines(session);
    let height = usize::from(inside.height);
    let columns = Columns::of(&odds, usize::from(inside.width));
    let mut lines: Vec<String> = odds.iter().flat_map(|line| columns.lines(line)).collect();
    if lines.len() > height {
        lines = odds.iter().map(|line| columns.line(line, &line.label)).collect();
    }
    if lines.len() > height {
        let shown = height.saturating_sub(1);
        let more = format!("… {} more: type odds", lines.len() - shown);
        lines.splice(shown.., [more]);
    }
    frame.render_widget(Paragraph::new(lines.join("\n")), inside);
}

/// The column widths of the odds.
struct Columns {
    label: usize,
    odds: usize,
    /// Zero if there is no room for fractions.
    fraction: usize,
}

/// The width of an edge in percent.
const EDGE: usize = 8;
/// The maximum length of a fraction in a column.
const FRACTION: usize = 12;
/// The minimum width of a label.
const LABEL: usize = 10;

impl Columns {
    fn of(odds_lines: &[OddsLine<'_>], room: usize) -> Self {
        let widest = |text: &dyn Fn(&OddsLine<'_>) -> usize| odds_lines.iter().map(text).max().unwrap_or(0);
        let fraction = widest(&|line| line.fraction().map_or(0, |text| text.len())).min(FRACTION);
        let fraction = if room >= 40 && fraction > 0 { fraction + 1 } else { 0 };
        let left = room.saturating_sub(EDGE + fraction + 1);
        let odds = widest(&|line| line.short_odds().chars().count()).min(left.saturating_sub(LABEL));
        Self { label: left.saturating_sub(odds), odds, fraction }
    }

    /// The lines of a wager; a long label takes several.
    fn lines(&self, odds: &OddsLine<'_>) -> Vec<String> {
        let label = wrap(&odds.label, self.label);
        let (first, rest) = label.split_first().map_or(("", &[][..]), |(first, rest)| (first.as_str(), rest));
        std::iter::once(self.line(odds, first)).chain(rest.iter().cloned()).collect()
    }

    fn line(&self, odds: &OddsLine<'_>, label: &str) -> String {
        let edge = odds.short_edge();
        let exact = odds.fraction().filter(|text| text.len() < self.fraction).unwrap_or_default();
        let (label, odds) = (fitted(label, self.label), fitted(&odds.short_odds(), self.odds));
        format!("{label} {odds}{edge:>EDGE$}{exact:>0$}", self.fraction)
    }
}
