//! The report as a document to print.

use croupier_print::{Align, Grid, Passage, Printout, Sheet};

use super::ParReport;
use super::tables::{BASIS, EDGE_NOTE, FRACTIONS, ParTable, risk_note};
use crate::figure::favours_text;
use crate::program::print_date;
use crate::strategy::{no_decisions, plain, strategy_text};

impl ParReport<'_> {
    /// The report as a document to print.
    pub fn printout(&self) -> Printout {
        let particulars = self.particulars().into_iter().map(|(key, value)| (key.to_owned(), value));
        let mut passages = vec![Passage::Facts(particulars.collect())];
        for (title, part) in [
            ("Settings of the table", self.settings_passages()),
            ("What every wager costs", self.prices_passages()),
            ("Best play", self.strategy_passages()),
            ("Risk", vec![grid(self.risk_table()), Passage::Small(risk_note())]),
            ("What each setting is worth", filled(self.worths_table())),
            ("Rules, provision by provision", self.provisions_passages()),
            ("Method", vec![Passage::Points(self.methods())]),
            ("What it was checked against", vec![Passage::Points(self.proofs())]),
        ] {
            if !part.is_empty() {
                passages.push(Passage::Heading(title.to_owned()));
                passages.extend(part);
            }
        }
        passages.push(Passage::Paragraph(BASIS.concat()));
        Printout {
            house: self.table.book.title().to_owned(),
            title: format!("Game mathematics: {}", self.table.game.title()),
            number: format!("PAR report · {} · law of {}", self.table.name(), self.day),
            date: print_date(self.day),
            sheet: Sheet::A4,
            stamp: None,
            passages,
        }
    }

    fn settings_passages(&self) -> Vec<Passage> {
        let settings = filled(self.settings_table());
        if settings.is_empty() {
            return vec![Passage::Paragraph("This table has no settings.".to_owned())];
        }
        settings
    }

    fn prices_passages(&self) -> Vec<Passage> {
        let mut passages = vec![grid(self.prices_table()), Passage::Small(EDGE_NOTE.to_owned())];
        passages.extend(favours_text(&self.prices).map(Passage::Paragraph));
        passages.push(Passage::Heading(FRACTIONS.to_owned()));
        passages.push(grid(self.fractions_table()));
        passages
    }

    fn strategy_passages(&self) -> Vec<Passage> {
        let text = match &self.strategy {
            Ok(Some(strategy)) => {
                // The paper has a width of its own, whatever that of the output is.
                let text = strategy_text(strategy, false, None, &plain);
                return vec![Passage::Verbatim(text.lines().map(str::to_owned).collect())];
            }
            Ok(None) => no_decisions(&self.table),
            Err(why) => why.clone(),
        };
        vec![Passage::Paragraph(text)]
    }

    fn provisions_passages(&self) -> Vec<Passage> {
        let mut passages = filled(self.pays_table());
        passages.push(grid(self.provisions_table()));
        passages
    }
}

/// A table; nothing where it has no rows.
fn filled(table: ParTable) -> Vec<Passage> {
    if table.rows.is_empty() { Vec::new() } else { vec![grid(table)] }
}

fn grid(table: ParTable) -> Passage {
    let mut grid = Grid::new(table.heads.into_iter().map(|head| (head, Align::Left)));
    table.rows.into_iter().for_each(|row| grid.row(row));
    Passage::Grid(grid)
}
