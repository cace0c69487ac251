//! The table itself on the screen: what fell, the hands, the stakes; and the odds beside it.

use croupier_house::view::HandView;
use croupier_house::view::{StakeView, TableView};
use croupier_kit::Money;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::draw::{Palette, cut, framed, wrapped};
use super::parlour::YOU;
use super::tariff::{self, Entry};
use super::telling::{self, Cards, Tone, gathered, signed};
use super::visit::Visit;

/// How many of what fell before is kept on view.
const BEFORE: usize = 12;

/// The table.
pub(super) fn draw_table(
    frame: &mut Frame<'_>,
    area: Rect,
    visit: &Visit<'_>,
    seen: &TableView,
    palette: Palette,
) {
    let inside = framed(frame, area, visit.of.game.title(), palette);
    let height = usize::from(inside.height);
    let mut lines = fallen(visit, inside.width);
    lines.truncate(height);
    lines.extend(hand_lines(seen, palette, height.saturating_sub(lines.len())));
    if let Some((holder, amount)) = &seen.bank {
        let holder = if **holder == *YOU { "you" } else { holder };
        lines.push(Line::from(format!("The bank: {holder}, {amount}")));
    }
    let apart: Vec<&StakeView> = seen
        .stakes
        .iter()
        .filter(|stake| stake.outcome != "cancelled" && hand_of(stake, seen).is_none())
        .collect();
    if !lines.is_empty() && !apart.is_empty() && lines.len() + apart.len() < height {
        lines.push(Line::default());
    }
    let room = height.saturating_sub(lines.len());
    let skipped = if apart.len() > room { apart.len() + 1 - room.max(1) } else { 0 };
    if skipped > 0 {
        lines.push(Line::from(format!("… {skipped} stakes more")));
    }
    lines.extend(apart.into_iter().skip(skipped).map(|stake| stake_line(stake, palette)));
    frame.render_widget(Paragraph::new(lines), inside);
}

/// What fell, and what fell before it.
fn fallen(visit: &Visit<'_>, width: u16) -> Vec<Line<'static>> {
    let Some((last, before)) = visit.falls.split_last() else { return Vec::new() };
    let mut lines = vec![Line::from(last.told.clone()).style(Style::new().add_modifier(Modifier::BOLD))];
    if !before.is_empty() {
        let brief: Vec<&str> = before.iter().rev().take(BEFORE).map(|fall| fall.brief.as_str()).collect();
        lines.push(Line::from(cut(&format!("Before: {}", brief.join(", ")), usize::from(width))));
    }
    lines
}

/// The hands; where there are more than lines, those about the one that is to decide.
fn hand_lines(seen: &TableView, palette: Palette, room: usize) -> Vec<Line<'static>> {
    let hands = gathered(&seen.hands);
    let due = hands.iter().position(|hand| hand.due).unwrap_or(0);
    let from = due.saturating_sub(room / 2).min(hands.len().saturating_sub(room));
    hands.into_iter().skip(from).take(room).map(|hand| hand_line(hand, seen, palette)).collect()
}

fn hand_line(hand: &HandView, seen: &TableView, palette: Palette) -> Line<'static> {
    let mut spans = vec![Span::raw(format!("{:<8}", telling::name(hand, &seen.hands)))];
    for card in &hand.cards {
        let card = Cards::Symbols.write(card.as_deref());
        let style = palette.card(&card);
        spans.push(Span::styled(format!("[{card}]"), style));
        spans.push(Span::raw(" "));
    }
    spans.extend(hand.score.as_ref().map(|score| Span::raw(format!(" {score}"))));
    for stake in seen.stakes.iter().filter(|stake| hand_of(stake, seen) == Some(hand)) {
        let (tone, what) = fate(stake);
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

/// The hand beside which a stake is shown: its own, where no other stake lies on that.
fn hand_of<'h>(stake: &StakeView, seen: &'h TableView) -> Option<&'h HandView> {
    let number = stake.hand.as_ref()?;
    let alone = seen.stakes.iter().filter(|other| other.hand.as_ref() == Some(number)).count() == 1;
    seen.hands.iter().find(|hand| alone && hand.hand.as_ref() == Some(number))
}

fn whose(stake: &StakeView) -> String {
    if stake.player == YOU { String::new() } else { format!("{}: ", stake.player) }
}

/// What has become of a stake, and how that is meant.
fn fate(stake: &StakeView) -> (Tone, String) {
    let life = stake.life.as_ref().map(|life| format!(", {life}")).unwrap_or_default();
    let gain = stake.returned.minor() - stake.amount.minor();
    let (tone, what) = match stake.outcome {
        "standing" => (Tone::Plain, format!("stands{life}")),
        "won" if gain > 0 => (Tone::Won, format!("won {}", signed(Money::from_minor(gain)))),
        "lost" => (Tone::Lost, "lost".to_owned()),
        other => (Tone::Plain, format!("{other}, {} back", stake.returned)),
    };
    (if stake.player == YOU { tone } else { Tone::Plain }, what)
}

fn stake_line(stake: &StakeView, palette: Palette) -> Line<'static> {
    let hand = stake.hand.as_ref().filter(|hand| !hand.ends_with(".1"));
    let hand = hand.map(|hand| format!(" hand {hand}")).unwrap_or_default();
    let (tone, what) = fate(stake);
    let on = format!("{:>3} {}{} on {}{hand}: ", stake.stake, whose(stake), stake.amount, stake.wager);
    Line::from(vec![Span::raw(on), Span::styled(what, palette.tone(tone))])
}

/// Every wager with its odds and its edge; exact where there is room.
pub(super) fn draw_odds(frame: &mut Frame<'_>, area: Rect, visit: &Visit<'_>, palette: Palette) {
    let reckoned = visit.reckoning.prices().is_some();
    let title = if reckoned { "Odds and edges" } else { "Odds; edges are being reckoned" };
    let inside = framed(frame, area, title, palette);
    let entries = tariff::entries(visit);
    let height = usize::from(inside.height);
    let columns = Columns::of(&entries, usize::from(inside.width));
    let mut lines: Vec<String> = entries.iter().flat_map(|entry| columns.lines(entry)).collect();
    if lines.len() > height {
        lines = entries.iter().map(|entry| columns.line(entry, &entry.label)).collect();
    }
    if lines.len() > height {
        let shown = height.saturating_sub(1);
        let more = format!("… {} more: type odds", lines.len() - shown);
        lines.splice(shown.., [more]);
    }
    frame.render_widget(Paragraph::new(lines.join("\n")), inside);
}

/// How wide the columns of the odds are.
struct Columns {
    label: usize,
    odds: usize,
    /// Nothing where fractions have no room.
    fraction: usize,
}

/// The width of an edge in percent.
const EDGE: usize = 8;
/// The longest fraction that has a column.
const FRACTION: usize = 12;
/// What a label keeps of its width.
const LABEL: usize = 10;

impl Columns {
    fn of(entries: &[Entry<'_>], room: usize) -> Self {
        let widest = |text: &dyn Fn(&Entry<'_>) -> usize| entries.iter().map(text).max().unwrap_or(0);
        let fraction = widest(&|entry| entry.fraction().map_or(0, |text| text.len())).min(FRACTION);
        let fraction = if room >= 40 && fraction > 0 { fraction + 1 } else { 0 };
        let left = room.saturating_sub(EDGE + fraction + 1);
        let odds = widest(&|entry| entry.brief_odds().chars().count()).min(left.saturating_sub(LABEL));
        Self { label: left.saturating_sub(odds), odds, fraction }
    }

    /// A wager, with as many lines as its label takes.
    fn lines(&self, entry: &Entry<'_>) -> Vec<String> {
        let label = wrapped(&entry.label, u16::try_from(self.label).unwrap_or(u16::MAX));
        let (first, rest) = label.split_first().map_or(("", &[][..]), |(first, rest)| (first.as_str(), rest));
        std::iter::once(self.line(entry, first)).chain(rest.iter().cloned()).collect()
    }

    fn line(&self, entry: &Entry<'_>, label: &str) -> String {
        let edge = entry.brief_edge();
        let exact = entry.fraction().filter(|text| text.len() < self.fraction).unwrap_or_default();
        let (label, odds) = (cut(label, self.label), cut(&entry.brief_odds(), self.odds));
        format!("{label} {odds}{edge:>EDGE$}{exact:>0$}", self.fraction)
    }
}
