//! The file of a dispute: what is claimed, the round with its verdict and provisions, the ruling and what was paid.

use croupier_print::{Align, Grid, Passage, Printout, Sheet};
use croupier_rules::table::Outcome;

use super::letterhead::{Letterhead, SignedStep, figures};
use crate::wire::{RoundView, VerdictRow, VerdictView};

/// A dispute as the journal has it.
pub(crate) struct DisputeFile {
    pub(crate) number: u32,
    pub(crate) table: String,
    /// Who opened it, and when.
    pub(crate) opened: SignedStep,
    pub(crate) about: String,
    pub(crate) state: &'static str,
    pub(crate) round: RoundView,
    pub(crate) ruling: Option<String>,
    pub(crate) ruled: Option<SignedStep>,
    pub(crate) paid: Option<croupier_kit::Money>,
    pub(crate) escalated_to: Option<String>,
    /// The time of the last change.
    pub(crate) at: i64,
}

impl DisputeFile {
    pub(crate) fn printout(&self, of: &Letterhead) -> Printout {
        let number = format!("Dispute {} · {} · round {}", self.number, self.table, self.round.round);
        let mut paper = of.paper("Dispute file", number, self.at, Sheet::A4);
        paper.passages = vec![
            Passage::Facts(vec![
                ("Opened by".to_owned(), self.opened.who.clone()),
                ("Opened".to_owned(), of.time(self.opened.at)),
                ("Table".to_owned(), self.table.clone()),
                ("Round".to_owned(), self.round.round.to_string()),
                ("Round began".to_owned(), of.time(self.round.began)),
                ("Round ended".to_owned(), of.time(self.round.at)),
                ("State".to_owned(), self.state.to_owned()),
            ]),
            Passage::Heading("What is claimed".to_owned()),
            Passage::Paragraph(self.about.clone()),
            Passage::Heading("The round, as recorded".to_owned()),
            Passage::Verbatim(self.round.record.lines().map(str::to_owned).collect()),
            Passage::Heading("The verdict of the rules".to_owned()),
        ];
        paper.passages.extend(self.verdict(of));
        paper.passages.push(Passage::Heading("Ruling".to_owned()));
        paper.passages.extend(self.ruling(of));
        paper.passages.push(Passage::Signatures(vec![
            of.signature("Ruled by", self.ruled.as_ref()),
            of.signature("Second person", None),
            of.signature("Player, for receipt", None),
        ]));
        paper
    }

    fn verdict(&self, of: &Letterhead) -> Vec<Passage> {
        if let Some(reason) = &self.round.void {
            return vec![Passage::Paragraph(format!(
                "The round is void: {reason}. All stakes were returned."
            ))];
        }
        let Some(verdict) = &self.round.verdict else {
            let text = "This program cannot judge the round: the text of its rulebook is not stored, or cannot be read.";
            return vec![Passage::Paragraph(text.to_owned())];
        };
        vec![
            Passage::Paragraph(format!("By {}", verdict.rules)),
            Passage::Grid(bets(of, verdict)),
            Passage::Heading("Why".to_owned()),
            Passage::Verbatim(verdict.why.clone()),
        ]
    }

    fn ruling(&self, of: &Letterhead) -> Vec<Passage> {
        let Some(ruling) = &self.ruling else {
            return vec![Passage::Paragraph("There is none yet.".to_owned())];
        };
        let paid = match self.paid {
            Some(amount) => format!("{} to the player, by two people, through the ledger", of.amount(amount)),
            None => "nothing".to_owned(),
        };
        let mut facts = vec![("Paid".to_owned(), paid)];
        if let Some(ruled) = &self.ruled {
            facts.push(("Ruled by".to_owned(), format!("{}, {}", ruled.who, of.time(ruled.at))));
        }
        if let Some(to) = &self.escalated_to {
            facts.push(("Escalated to".to_owned(), to.clone()));
        }
        vec![Passage::Paragraph(ruling.clone()), Passage::Facts(facts)]
    }
}

fn bets(of: &Letterhead, verdict: &VerdictView) -> Grid {
    let (stake, returned) = (format!("Stake ({})", of.currency), format!("Returned ({})", of.currency));
    let mut grid = Grid::new([
        ("Bet", Align::Left),
        ("Player", Align::Left),
        ("Wager", Align::Left),
        (&*stake, Align::Right),
        ("Outcome", Align::Left),
        ("Odds", Align::Right),
        (&*returned, Align::Right),
        ("Provision", Align::Left),
    ]);
    for bet in &verdict.bets {
        grid.row([
            bet.bet.to_string(),
            bet.player.clone(),
            wager(bet),
            figures(bet.stake.0),
            outcome(bet),
            bet.odds.clone().unwrap_or_default(),
            figures(bet.returned.0),
            bet.cites.join(", "),
        ]);
    }
    grid
}

fn wager(bet: &VerdictRow) -> String {
    match &bet.hand {
        Some(hand) => format!("{} (hand {hand})", bet.wager),
        None => bet.wager.clone(),
    }
}

fn outcome(bet: &VerdictRow) -> String {
    let name = Outcome::from(bet.outcome).name();
    bet.reason.as_ref().map_or_else(|| name.to_owned(), |reason| format!("{name}: {reason}"))
}
