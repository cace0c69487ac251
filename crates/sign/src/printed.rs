//! The sign as a document to print.

use croupier_print::{Align, Grid, Passage, PrintDate, Printout, Sheet};

use crate::Paper;
use crate::content::{NoteRow, Sign, WagerRow};

impl Sign {
    /// The sign as a document to print, made out on this date.
    pub fn printout(&self, date: PrintDate) -> Printout {
        let mut passages = vec![Passage::Large(format!("Limits: {}", self.limits.words()))];
        if !self.limits.cites.is_empty() {
            passages.push(Passage::Small(self.limits.cites.join(", ")));
        }
        passages.push(Passage::Heading("Wagers and what they pay".to_owned()));
        passages.push(Passage::Grid(wagers(&self.wagers)));
        if !self.notes.is_empty() {
            passages.push(Passage::Heading("Rules to know".to_owned()));
            passages.push(Passage::Facts(self.notes.iter().map(note).collect()));
        }
        passages.extend(self.footer.iter().map(|line| Passage::Small(line.clone())));
        Printout {
            house: self.heading.clone().unwrap_or_else(|| self.authority.clone()),
            title: self.title.clone(),
            number: self.authority.clone(),
            date,
            sheet: match self.paper {
                Paper::A4 => Sheet::A4,
                Paper::A5 => Sheet::A5,
            },
            stamp: None,
            passages,
        }
    }
}

fn wagers(rows: &[WagerRow]) -> Grid {
    let heads = [("Wager", Align::Left), ("Pays", Align::Right), ("Provision", Align::Left)];
    let mut grid = Grid::new(heads);
    for row in rows {
        let several = row.pays.iter().any(|pay| pay.when.is_some());
        let name = format!("{}\n{}", row.name, row.covers_words());
        match row.pays.as_slice() {
            [pay] if !several => grid.row([name, pay.odds.clone(), pay.cites.join(", ")]),
            pays => {
                grid.row([name, String::new(), String::new()]);
                for pay in pays {
                    let when = format!("– {}", pay.when.as_deref().unwrap_or("otherwise"));
                    grid.row([when, pay.odds.clone(), pay.cites.join(", ")]);
                }
            }
        }
    }
    grid
}

fn note(note: &NoteRow) -> (String, String) {
    let cites = match note.cites.as_slice() {
        [] => String::new(),
        cites => format!(" ({})", cites.join(", ")),
    };
    (note.topic.clone(), format!("{}{cites}", note.text))
}
