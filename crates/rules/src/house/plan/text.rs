//! Writes the house file of a plan, and notes which field stands where.

use std::fmt::Write as _;
use std::ops::Range;

use jiff::civil::Date;

use super::form::{ApprovalPlan, HousePlan, LicencePlan, TablePlan};
use crate::book::Notice;

/// The house file of a plan, with the places of its fields.
pub(super) struct PlanText {
    pub(super) text: String,
    places: Vec<(Range<usize>, String)>,
}

impl PlanText {
    /// The narrowest field at a place.
    pub(super) fn field_at(&self, at: usize) -> Option<&str> {
        let here = self.places.iter().filter(|(range, _)| range.contains(&at));
        here.min_by_key(|(range, _)| range.len()).map(|(_, field)| field.as_str())
    }

    fn line(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
    }

    /// A heading between the parts of the file.
    fn heading(&mut self, what: &str) {
        self.line(&format!("\n# ---------------------------------------------------------------- {what}"));
    }

    /// A key with a value that is already TOML.
    fn value(&mut self, field: &str, key: &str, value: &str) {
        let _ = write!(self.text, "{key} = ");
        let from = self.text.len();
        self.text.push_str(value);
        self.places.push((from..self.text.len(), field.to_owned()));
        self.text.push('\n');
    }

    /// A key with a text; nothing if it is empty.
    fn some(&mut self, field: &str, key: &str, text: &str) {
        if !text.is_empty() {
            self.value(field, key, &quoted(text));
        }
    }

    /// Notes that everything since `from` belongs to a part.
    fn part(&mut self, from: usize, field: String) {
        self.places.push((from..self.text.len(), field));
    }
}

/// A text in quotes, as TOML writes it.
fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            control if control.is_control() => {
                let _ = write!(quoted, "\\u{:04X}", u32::from(control));
            }
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}

fn list(words: impl IntoIterator<Item = String>) -> String {
    format!("[{}]", words.into_iter().collect::<Vec<_>>().join(", "))
}

/// A day without quotes; what is no day keeps them, so that the reader names its place.
fn day(text: &str) -> String {
    match text.parse::<Date>() {
        Ok(day) => day.to_string(),
        Err(_) => quoted(text),
    }
}

/// The provisions that ask for something, for a comment.
fn asked_by(rulebook: &str, cites: &[String]) -> String {
    match cites {
        [] => rulebook.to_owned(),
        cites => format!("{rulebook} {}", cites.join(", ")),
    }
}

impl HousePlan {
    /// The house file of the plan, as far as it is filled in. Licences and approvals without a reference are comments.
    pub fn write(&self) -> String {
        self.placed().text
    }

    pub(super) fn placed(&self) -> PlanText {
        let mut file = PlanText { text: String::new(), places: Vec::new() };
        file.line("# A house file. `croupier check` compares it with the rulebooks of its tables.\n");
        file.value("licence_holder", "licence_holder", &quoted(&self.licence_holder));
        file.value("premises", "premises", &quoted(&self.premises));
        file.value("currency", "currency", &quoted(&self.currency));
        file.value("time_zone", "time_zone", &quoted(&self.time_zone));
        self.decisions(&mut file);
        self.papers(&mut file);
        self.people(&mut file);
        file.heading("tables");
        for (place, table) in self.tables.iter().enumerate() {
            table.write(&format!("tables.{place}"), &mut file);
        }
        file
    }

    /// The games that are offered, and who decides disputes.
    fn decisions(&self, file: &mut PlanText) {
        file.heading("what management decides");
        let mut games: Vec<String> = Vec::new();
        for table in &self.tables {
            let game = quoted(&table.game);
            if !games.contains(&game) {
                games.push(game);
            }
        }
        file.line("\n[management]");
        file.value("tables", "games", &list(games));
        let from = file.text.len();
        file.line("\n[disputes]");
        file.some("heard_by", "heard_by", &self.heard_by);
        file.some("escalated_to", "escalated_to", &self.escalated_to);
        file.part(from, "escalated_to".to_owned());
    }

    fn papers(&self, file: &mut PlanText) {
        if self.licences.is_empty() && self.approvals.is_empty() {
            return;
        }
        file.heading("licences and approvals");
        for (place, licence) in self.licences.iter().enumerate() {
            self.licence(licence, &format!("licences.{place}"), file);
        }
        for (place, approval) in self.approvals.iter().enumerate() {
            approval.write(&format!("approvals.{place}"), file);
        }
    }

    fn licence(&self, licence: &LicencePlan, field: &str, file: &mut PlanText) {
        let asked = asked_by(&licence.rulebook, &licence.cites);
        if licence.reference.is_empty() && licence.from.is_empty() {
            file.line(&format!("\n# {asked} asks for a licence. Fill in its reference and days:"));
            file.line("# [[licence]]\n# reference = \"\"");
            file.line(&format!("# rulebook = {}", quoted(&licence.rulebook)));
            file.line(&format!("# holder = {}", quoted(&self.licence_holder)));
            file.line(&format!("# premises = {}\n# from =", quoted(&self.premises)));
            return;
        }
        let from = file.text.len();
        file.line(&format!("\n# {asked}\n[[licence]]"));
        file.value(&format!("{field}.reference"), "reference", &quoted(&licence.reference));
        file.value(&format!("{field}.rulebook"), "rulebook", &quoted(&licence.rulebook));
        file.value("licence_holder", "holder", &quoted(&self.licence_holder));
        file.value("premises", "premises", &quoted(&self.premises));
        file.value(&format!("{field}.from"), "from", &day(&licence.from));
        if !licence.to.is_empty() {
            file.value(&format!("{field}.to"), "to", &day(&licence.to));
        }
        if !licence.games.is_empty() {
            let games = licence.games.iter().map(|game| quoted(game));
            file.value(&format!("{field}.games"), "games", &list(games));
        }
        file.part(from, format!("{field}.reference"));
    }

    fn people(&self, file: &mut PlanText) {
        let or_holder = |name: &str| match name {
            "" => quoted(&self.licence_holder),
            name => quoted(name),
        };
        file.heading("people");
        for (place, person) in self.staff.iter().enumerate() {
            let from = file.text.len();
            file.line("\n[[staff]]");
            file.value(&format!("staff.{place}.name"), "name", &quoted(&person.name));
            file.value(
                &format!("staff.{place}.post"),
                "post",
                &quoted(&person.post.name().replace(' ', "-")),
            );
            file.value(&format!("staff.{place}.employer"), "employer", &or_holder(&person.employer));
            file.part(from, format!("staff.{place}.name"));
        }
        for (place, bank) in self.banks.iter().enumerate() {
            let shares = bank.of_house.then(|| quoted(&self.licence_holder));
            let from = file.text.len();
            file.line("\n[[bank]]");
            file.value(&format!("banks.{place}.name"), "name", &quoted(&bank.name));
            file.value(&format!("banks.{place}.held_by"), "held_by", &or_holder(&bank.held_by));
            file.value(&format!("banks.{place}.shares"), "shares", &list(shares));
            file.part(from, format!("banks.{place}.name"));
        }
    }
}

impl ApprovalPlan {
    fn write(&self, field: &str, file: &mut PlanText) {
        let asked = asked_by(&self.rulebook, &self.cites);
        let mut lines = vec![format!("of = {}", quoted(self.of.name()))];
        if !self.covers.is_empty() {
            lines.push(format!("for = {}", list(self.covers.iter().map(|name| quoted(name)))));
        }
        if !self.hours.is_empty() {
            lines.push(format!("hours = {}", quoted(&self.hours)));
        }
        if !self.packs.is_empty() {
            lines.push(format!("packs = {}", list(self.packs.iter().map(ToString::to_string))));
        }
        if self.reference.is_empty() && self.date.is_empty() {
            file.line(&format!("\n# {asked} asks for an approval. Fill in its reference and date:"));
            file.line("# [[approval]]\n# reference = \"\"\n# date =");
            lines.iter().for_each(|line| file.line(&format!("# {line}")));
            return;
        }
        let from = file.text.len();
        file.line(&format!("\n# {asked}\n[[approval]]"));
        file.value(&format!("{field}.reference"), "reference", &quoted(&self.reference));
        file.value(&format!("{field}.date"), "date", &day(&self.date));
        lines.iter().for_each(|line| file.line(line));
        file.part(from, format!("{field}.reference"));
    }
}

impl TablePlan {
    fn write(&self, field: &str, file: &mut PlanText) {
        let within = |key: &str| format!("{field}.{key}");
        let from = file.text.len();
        file.line("\n[[table]]");
        file.value(&within("name"), "name", &quoted(&self.name));
        file.value(&within("game"), "game", &quoted(&self.game));
        for (key, text) in [
            ("bank", &self.bank),
            ("min", &self.min),
            ("max", &self.max),
            ("hours", &self.hours),
            ("dealer", &self.dealer),
            ("palette_person", &self.palette_person),
            ("inspector", &self.inspector),
        ] {
            file.some(&within(key), key, text);
        }
        for (key, notices) in [("shows", &self.shows), ("tells", &self.tells)] {
            if !notices.is_empty() {
                let names = notices.iter().copied().map(Notice::name).map(quoted);
                file.value(&within(key), key, &list(names));
            }
        }
        self.settings(field, file);
        file.part(from, within("name"));
    }

    fn settings(&self, field: &str, file: &mut PlanText) {
        let chosen = self.settings.iter().filter(|(_, value)| !value.is_empty());
        for (place, (key, value)) in chosen.enumerate() {
            if place == 0 {
                file.line("[table.settings]");
            }
            file.value(&format!("{field}.settings.{key}"), &quoted(key), &quoted(value));
        }
    }
}
