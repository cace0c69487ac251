//! The papers of a sitting of a table, from its opening to its closing: the inventory slip and the shift report.

use croupier_house::paper::{Count, Shift, SlipKind};
use croupier_print::{Align, Grid, Passage, Printout, Sheet};

use super::letterhead::{Letterhead, SignedStep, figures};

/// A float as it was counted, signed by two people.
pub(crate) struct CountedFloat {
    pub(crate) count: Count,
    pub(crate) signed: [String; 2],
    pub(crate) at: i64,
    /// What the counter said about it.
    pub(crate) note: Option<String>,
}

/// A count of the drop box, which two people authorised.
pub(crate) struct NotedDrop {
    pub(crate) number: u32,
    pub(crate) cash: croupier_kit::Money,
    pub(crate) note: Option<String>,
    pub(crate) authorised: SignedStep,
}

/// A fill or credit that was confirmed.
pub(crate) struct SlipLine {
    pub(crate) kind: SlipKind,
    pub(crate) number: u32,
    pub(crate) amount: croupier_kit::Money,
    pub(crate) confirmed: SignedStep,
}

/// A sitting of a table as the journal has it.
pub(crate) struct SittingPapers {
    pub(crate) table: String,
    pub(crate) opener: CountedFloat,
    /// The float at the closing; `None` while the table is open.
    pub(crate) closer: Option<CountedFloat>,
    /// The counts of the drop box, in order.
    pub(crate) drops: Vec<NotedDrop>,
    /// Whether the floats of the ledger are known: those of the last sitting are.
    pub(crate) has_ledger: bool,
    /// The time of what is printed.
    pub(crate) at: i64,
}

impl SittingPapers {
    fn number(&self, of: &Letterhead) -> String {
        format!("{} · opened {}", self.table, of.time(self.opener.at))
    }

    /// The inventory slip: opener and closer by denomination, each with two signatures.
    pub(crate) fn inventory(&self, of: &Letterhead) -> Printout {
        let mut paper = of.paper("Table inventory slip", self.number(of), self.at, Sheet::A4);
        paper.passages = counted(of, "Opener", &self.opener);
        match &self.closer {
            Some(closer) => paper.passages.extend(counted(of, "Closer", closer)),
            None => {
                paper.passages.push(Passage::Heading("Closer".to_owned()));
                paper.passages.push(Passage::Paragraph("The table is open.".to_owned()));
            }
        }
        paper
    }

    /// The shift report: the reconciliation, and the slips it rests on. `left_out` says that there are more slips than are
    /// listed.
    pub(crate) fn shift_report(
        &self,
        of: &Letterhead,
        shift: &Shift,
        slips: &[SlipLine],
        left_out: bool,
    ) -> Printout {
        let mut paper = of.paper("Shift report", self.number(of), self.at, Sheet::A4);
        let closed = self.closer.as_ref();
        if closed.is_none() {
            paper.stamp = Some("OPEN".to_owned());
        }
        let closed_at = closed.map_or_else(|| "the table is open".to_owned(), |closer| of.time(closer.at));
        paper.passages = vec![
            Passage::Facts(vec![
                ("Table".to_owned(), self.table.clone()),
                ("Opened".to_owned(), of.time(self.opener.at)),
                ("Closed".to_owned(), closed_at),
                ("As of".to_owned(), of.time(self.at)),
            ]),
            Passage::Heading("Reconciliation".to_owned()),
            Passage::Grid(win_by_drop(of, shift)),
            Passage::Grid(true_win(of, shift)),
            Passage::Paragraph(difference_words(of, shift)),
            Passage::Heading("Floats and drop, counted and by the ledger".to_owned()),
            Passage::Grid(self.counted_and_booked(of, shift)),
        ];
        paper.passages.extend(self.notes(of));
        paper.passages.push(Passage::Heading("Fills and credits".to_owned()));
        paper.passages.extend(slip_lines(of, slips, left_out));
        if let Some(closer) = closed {
            paper.passages.push(Passage::Signatures(signatures(of, "Closed by", closer)));
        }
        paper
    }

    fn counted_and_booked(&self, of: &Letterhead, shift: &Shift) -> Grid {
        let (counted, booked) = (format!("Counted ({})", of.currency), format!("Ledger ({})", of.currency));
        let mut grid = Grid::new([("", Align::Left), (&*counted, Align::Right), (&*booked, Align::Right)]);
        let opening_book = when_closed(self.has_ledger.then_some(shift.opening_book));
        let closing_book = when_closed(shift.closing_book.filter(|_| self.has_ledger));
        grid.row(["Opening float".to_owned(), figures(shift.opening), opening_book]);
        grid.row(["Closing float".to_owned(), when_closed(shift.closing), closing_book]);
        grid.row(["Drop".to_owned(), figures(shift.drop_counted), figures(shift.drop)]);
        grid
    }

    /// What the counters said about their counts, and who authorised each count of the drop box.
    fn notes(&self, of: &Letterhead) -> Vec<Passage> {
        let floats = [("Opener", Some(&self.opener)), ("Closer", self.closer.as_ref())];
        let floats = floats.into_iter().filter_map(|(name, float)| Some((name, float?.note.as_ref()?)));
        let mut lines: Vec<String> = floats.map(|(name, note)| format!("{name}: {note}")).collect();
        lines.extend(self.drops.iter().map(|drop| {
            let (number, cash, who) = (drop.number, of.amount(drop.cash), &drop.authorised.who);
            let note = drop.note.as_ref().map(|note| format!(": {note}")).unwrap_or_default();
            format!("Drop no. {number}, {cash}, authorised by {who} {}{note}", of.time(drop.authorised.at))
        }));
        if lines.is_empty() {
            return Vec::new();
        }
        let heading = Passage::Heading("What the counters said".to_owned());
        std::iter::once(heading).chain(lines.into_iter().map(Passage::Paragraph)).collect()
    }
}

fn signatures(of: &Letterhead, what: &str, float: &CountedFloat) -> Vec<croupier_print::Signature> {
    let step = |who: &String| SignedStep { who: who.clone(), at: float.at };
    float.signed.iter().map(|who| of.signature(what, Some(&step(who)))).collect()
}

fn counted(of: &Letterhead, title: &str, float: &CountedFloat) -> Vec<Passage> {
    let mut passages = vec![
        Passage::Heading(title.to_owned()),
        Passage::Paragraph(format!("Counted {}", of.time(float.at))),
        Passage::Grid(of.count(&float.count)),
    ];
    passages.extend(float.note.as_ref().map(|note| Passage::Paragraph(format!("Note: {note}"))));
    passages.push(Passage::Signatures(signatures(of, "Counted and signed by", float)));
    passages
}

/// A table of one amount in each row.
fn amounts<'a>(of: &Letterhead, rows: impl IntoIterator<Item = (&'a str, String)>) -> Grid {
    let amount = format!("Amount ({})", of.currency);
    let mut grid = Grid::new([("", Align::Left), (&*amount, Align::Right)]);
    let rows: Vec<(&str, String)> = rows.into_iter().collect();
    let last = rows.len().saturating_sub(1);
    for (place, (name, figure)) in rows.into_iter().enumerate() {
        let row = [name.to_owned(), figure];
        if place == last { grid.total(row) } else { grid.row(row) }
    }
    grid
}

/// What is only known when the table is closed.
fn when_closed(figure: Option<impl std::fmt::Display>) -> String {
    figure.map_or_else(|| "–".to_owned(), figures)
}

fn win_by_drop(of: &Letterhead, shift: &Shift) -> Grid {
    amounts(
        of,
        [
            ("Drop", figures(shift.drop)),
            ("+ Closing float", when_closed(shift.closing)),
            ("+ Credits", figures(shift.credits)),
            ("− Opening float", figures(shift.opening)),
            ("− Fills", figures(shift.fills)),
            ("Win by the drop", when_closed(shift.win_by_drop())),
        ],
    )
}

fn true_win(of: &Letterhead, shift: &Shift) -> Grid {
    amounts(
        of,
        [
            ("Stakes decided", figures(shift.staked)),
            ("− Returned for them", figures(shift.returned)),
            ("True win", figures(shift.true_win())),
        ],
    )
}

fn difference_words(of: &Letterhead, shift: &Shift) -> String {
    let Some(difference) = shift.difference() else {
        return "Difference: known when the table is closed.".to_owned();
    };
    let amount = of.amount(difference);
    match difference.minor() {
        0 => format!("Difference: {amount}. The counts agree with the bets."),
        1.. => format!("Difference: {amount}. The counts are over: there is more than the bets account for."),
        _ => format!("Difference: {amount}. The counts are short: there is less than the bets account for."),
    }
}

fn slip_lines(of: &Letterhead, slips: &[SlipLine], left_out: bool) -> Vec<Passage> {
    if slips.is_empty() {
        return vec![Passage::Paragraph("None were confirmed.".to_owned())];
    }
    let (fill, credit) = (format!("Fill ({})", of.currency), format!("Credit ({})", of.currency));
    let heads = [
        ("Slip", Align::Left),
        ("Confirmed", Align::Left),
        ("By", Align::Left),
        (&*fill, Align::Right),
        (&*credit, Align::Right),
    ];
    let mut grid = Grid::new(heads);
    for slip in slips {
        let amount = figures(slip.amount);
        let (name, fill, credit) = match slip.kind {
            SlipKind::Fill => ("fill", amount, String::new()),
            SlipKind::Credit => ("credit", String::new(), amount),
        };
        let (at, who) = (of.time(slip.confirmed.at), slip.confirmed.who.clone());
        grid.row([format!("{name} {}", slip.number), at, who, fill, credit]);
    }
    let mut passages = vec![Passage::Grid(grid)];
    if left_out {
        let text = "There are more: only the latest are listed. The reconciliation has them all.";
        passages.push(Passage::Paragraph(text.to_owned()));
    }
    passages
}
