//! The sign as plain text, for a terminal or a plain page.

use crate::content::{NoteRow, Sign, WagerRow};
use crate::family::FamilySign;
use crate::words::{long, wrap};
use croupier_rules::with_game;

/// The largest width of a line.
const WIDTH: usize = 78;

impl Sign {
    /// The sign as plain text.
    pub fn text(&self) -> String {
        let mut lines = Vec::new();
        lines.extend(self.heading.iter().map(|heading| centred(heading)));
        lines.push(centred(&self.title.to_uppercase()));
        lines.extend(wrap(&self.authority, WIDTH).iter().map(|line| centred(line)));
        lines.push("─".repeat(WIDTH));
        lines.push(beside(&format!("Limits: {}", self.limits.words()), &self.limits.cites.join(", ")));
        lines.push("─".repeat(WIDTH));
        lines.extend(with_game!(&self.rules, game => game.plain()));
        lines.push("─".repeat(WIDTH));
        lines.extend(wagers(&self.wagers));
        lines.push("─".repeat(WIDTH));
        lines.extend(self.notes.iter().flat_map(note));
        lines.push("─".repeat(WIDTH));
        lines.extend(self.footer.iter().flat_map(|line| wrap(line, WIDTH)));
        let mut text = lines.join("\n");
        text.push('\n');
        text
    }
}

fn centred(text: &str) -> String {
    format!("{}{text}", " ".repeat(WIDTH.saturating_sub(long(text)) / 2))
}

/// One text at the left of the line, and another at its right end.
fn beside(left: &str, right: &str) -> String {
    if right.is_empty() {
        return left.to_owned();
    }
    let gap = WIDTH.saturating_sub(long(left) + long(right)).max(2);
    format!("{left}{}{right}", " ".repeat(gap))
}

fn wagers(rows: &[WagerRow]) -> Vec<String> {
    let pays = || rows.iter().flat_map(|row| &row.pays);
    let odds = pays().map(|pay| long(&pay.odds)).max().unwrap_or(0);
    let cites = pays().map(|pay| long(&pay.cites.join(", "))).max().unwrap_or(0);
    let rest = WIDTH.saturating_sub(odds + cites + 4);
    let mut lines = Vec::new();
    for row in rows {
        let covers = row.covers_words();
        let several = row.pays.iter().any(|pay| pay.when.is_some());
        let mut left: Vec<String> = wrap(&row.name, rest);
        if several {
            lines.append(&mut left);
            lines.extend(wrap(&covers, WIDTH - 2).into_iter().map(|line| format!("  {line}")));
        }
        for pay in &row.pays {
            let mut words = match &pay.when {
                Some(when) => wrap(when, rest - 4).into_iter().map(|line| format!("    {line}")).collect(),
                None => std::mem::take(&mut left),
            };
            let first = if words.is_empty() { String::new() } else { words.remove(0) };
            let dots = ".".repeat(rest.saturating_sub(long(&first) + 1));
            lines.push(
                format!("{first} {dots}  {:>odds$}  {:<cites$}", pay.odds, pay.cites.join(", "))
                    .trim_end()
                    .to_owned(),
            );
            lines.extend(words);
        }
        if !several {
            lines.extend(wrap(&covers, WIDTH - 4).into_iter().map(|line| format!("    {line}")));
        }
    }
    lines
}

fn note(note: &NoteRow) -> Vec<String> {
    let mut lines = vec![beside(&note.topic, &note.cites.join(", "))];
    lines.extend(wrap(&note.text, WIDTH - 2).into_iter().map(|line| format!("  {line}")));
    lines
}
