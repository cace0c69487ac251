//! The wagers and notes that a baccarat table offers.

use std::cmp::Ordering;

use super::{
    Baccarat, Backs, Banker, Clause, HeldBy, LEFT, Opposing, PLAYER, StandingArea, Third, Undecided, Wager,
};
use crate::contract::{Payout, Seat, Settled};
use crate::guide::Guide;
use crate::law::Cites;
use crate::offer::{Ending, Gathered, Note, Offers, WagerKind, by_worth, case_ending, either};
use crate::table::TableGame;

/// The possible comparisons of a hand with the banker's.
const RESULTS: [Ordering; 3] = [Ordering::Greater, Ordering::Equal, Ordering::Less];

impl Offers for Baccarat {
    /// The wagers whose conditions this table meets.
    fn kinds(&self) -> Vec<WagerKind<Wager>> {
        let clauses = (0..).zip(&self.clauses).filter(|(_, clause)| self.check_conditions(clause).is_ok());
        clauses
            .map(|(place, clause)| WagerKind {
                forms: vec![clause.name.to_string()],
                covers: self.covers(clause),
                kind: clause.backs.kind(),
                endings: self.endings(Wager(place)),
                wagers: vec![Wager(place)],
            })
            .collect()
    }

    fn words(&self, wager: Wager) -> String {
        self.wager_name(wager)
    }

    fn endings(&self, wager: Wager) -> Vec<Ending> {
        let Some(clause) = self.clause(wager) else { return Vec::new() };
        let mut falls = Gathered::new();
        for (right, left) in RESULTS.iter().flat_map(|right| RESULTS.iter().map(move |left| (*right, *left)))
        {
            let compare = |seat: Seat| Some(if seat == LEFT { left } else { right });
            if let Some(settled) = clause.settle(compare, |_| None) {
                falls.add(settled, right);
            }
        }
        let groups = falls.sorted();
        let mut endings: Vec<Ending> =
            groups.iter().map(|(settled, rights)| self.ending(clause, *settled, rights)).collect();
        endings.extend(clause.cases.0.iter().map(|case| {
            let cites = Cites::from(clause.cite).and(case.cite);
            let ending = case_ending(case, case.paid.payout(), case.words(Self::FACTS), cites);
            // A case is one way in which the wager wins: what wins it stands for its cases, too.
            let wins = match clause.backs {
                Backs::Hand(_) | Backs::Both => Ordering::Greater,
                Backs::Banker => Ordering::Less,
                Backs::Tie => Ordering::Equal,
            };
            ending.on(results(wins))
        }));
        by_worth(&mut endings);
        endings
    }

    fn notes(&self) -> Vec<Note> {
        let mut notes = self.undecided_notes();
        notes.extend(self.beside_notes());
        notes.push(self.naturals_note());
        notes.extend(self.drawing_notes());
        notes.push(Note::new(
            "Cards",
            format!("{} packs. An Ace counts 1, tens and pictures 0.", self.packs),
            None,
        ));
        notes.push(match self.bank.held {
            HeldBy::House => Note::new("Bank", "The house holds the bank.", None),
            HeldBy::Passing => Note::new(
                "Bank",
                "A player holds the bank, which covers all stakes and passes when the hand against it wins.",
                Cites::from(self.bank.hold).and(self.bank.cover),
            ),
        });
        notes.extend(self.areas.map(|areas| {
            let standing =
                if areas.standing == StandingArea::Own { ", and one for those who stand" } else { "" };
            Note::new("Areas", format!("{} betting areas{standing}.", areas.numbered), areas.cite)
        }));
        notes
    }

    fn guide(&self) -> Guide {
        self.guide()
    }
}

impl Baccarat {
    /// The name of a hand that opposes the banker's.
    const fn hand_name(&self, seat: Seat) -> &'static str {
        match (self.hands, seat) {
            (Opposing::One, _) => "the player's hand",
            (Opposing::Two, PLAYER) => "the right hand",
            (Opposing::Two, _) => "the left hand",
        }
    }

    fn covers(&self, clause: &Clause) -> String {
        match clause.backs {
            Backs::Hand(seat) => format!("{} against the banker's", self.hand_name(seat)),
            Backs::Both => "both hands against the banker's".to_owned(),
            Backs::Banker => "the banker's hand against the player's".to_owned(),
            Backs::Tie => "equal scores".to_owned(),
        }
    }

    fn ending(&self, clause: &Clause, settled: Settled, rights: &[Ordering]) -> Ending {
        let won = matches!(settled.payout, Payout::Win(_));
        let lost = settled.payout == Payout::Lose;
        let when = match clause.backs {
            Backs::Hand(seat) if won => format!("{} scores more than the banker's", self.hand_name(seat)),
            Backs::Hand(_) if lost => "the banker's hand scores more".to_owned(),
            Backs::Both if won => "both hands score more than the banker's".to_owned(),
            Backs::Both if lost => "the banker's hand scores more than both".to_owned(),
            Backs::Both => "a draw with either, or one hand wins and the other loses".to_owned(),
            Backs::Banker if won => "the banker's hand scores more than the player's".to_owned(),
            Backs::Banker if lost => "the player's hand scores more".to_owned(),
            Backs::Tie if won => "the scores are equal".to_owned(),
            Backs::Tie => "either hand scores more".to_owned(),
            Backs::Hand(_) | Backs::Banker => "the scores are equal".to_owned(),
        };
        let otherwise = if won && !clause.cases.0.is_empty() { ", in all other cases" } else { "" };
        let ending = Ending::plain(settled.payout, format!("{when}{otherwise}"), settled.cites);
        match self.hands {
            Opposing::One => ending.on(rights.iter().flat_map(|order| results(*order))),
            Opposing::Two => ending,
        }
    }

    fn undecided_notes(&self) -> Vec<Note> {
        let mut kinds: Vec<(Undecided, bool, Vec<&Clause>)> = Vec::new();
        for clause in self.clauses.iter().filter(|clause| clause.backs != Backs::Tie) {
            let key = (clause.undecided, clause.backs == Backs::Both);
            match kinds.iter_mut().find(|(does, both, _)| (*does, *both) == key) {
                Some((_, _, clauses)) => clauses.push(clause),
                None => kinds.push((key.0, key.1, vec![clause])),
            }
        }
        let note = |(does, both, clauses): &(Undecided, bool, Vec<&Clause>)| {
            let names = either(clauses.iter().map(|clause| &clause.name));
            let does = if *does == Undecided::Void { "void, and the stake is returned" } else { "lost" };
            let draw = if *both { "a draw with either hand, or a win and a loss," } else { "equal scores" };
            let cites = clauses.iter().fold(Cites::NONE, |cites, clause| cites.and(clause.undecided_cite));
            Note::new(
                if *both { "Both hands" } else { "Ties" },
                format!("On {draw} a bet on {names} is {does}."),
                cites,
            )
        };
        kinds.iter().map(note).collect()
    }

    fn beside_notes(&self) -> Vec<Note> {
        let beside = self.clauses.iter().filter(|clause| !clause.beside.is_empty());
        let note = |clause: &Clause| {
            let text = format!(
                "A bet on {} needs one on {} by the same player.",
                clause.name,
                either(&clause.beside)
            );
            Note::new("Not alone", text, clause.beside_cite)
        };
        beside.map(note).collect()
    }

    fn naturals_note(&self) -> Note {
        let naturals = (0..10).filter(|score| self.drawing.naturals.contains(*score));
        let ends = match self.hands {
            Opposing::One => "ends the deal: no third card is drawn",
            Opposing::Two => "stands; one of the banker's, or of both hands against it, ends the deal",
        };
        let text = format!("A natural, {} in the first two cards, {ends}.", either(naturals));
        Note::new("Naturals", text, self.drawing.rule)
    }

    fn drawing_notes(&self) -> Vec<Note> {
        let on = |does: Third| {
            let scores = (0..10_u8).filter(|score| !self.drawing.naturals.contains(*score));
            scores.filter(|score| self.drawing.opposing[usize::from(*score)] == does).collect::<Vec<u8>>()
        };
        let parts =
            [(Third::Draws, "draws on"), (Third::Chooses, "chooses on"), (Third::Stands, "stands on")];
        let parts: Vec<String> = parts
            .into_iter()
            .map(|(does, words)| (on(does), words))
            .filter(|(scores, _)| !scores.is_empty())
            .map(|(scores, words)| format!("{words} {}", runs(&scores)))
            .collect();
        let hand =
            if self.hands == Opposing::One { "The player's hand" } else { "A hand against the banker's" };
        let banker = match self.drawing.banker {
            Banker::Free => "The banker chooses freely.".to_owned(),
            Banker::Tableau => format!(
                "The banker draws by the drawing table; when no third card was taken, on {}.",
                runs(
                    &(0..10).filter(|score| self.drawing.tableau.stood.contains(*score)).collect::<Vec<u8>>()
                )
            ),
        };
        vec![Note::new("Third card", format!("{hand} {}. {banker}", parts.join(", ")), self.drawing.rule)]
    }
}

/// The names of a result with one hand opposing the banker's.
const fn results(order: Ordering) -> [&'static str; 2] {
    match order {
        Ordering::Greater => ["player", "punto"],
        Ordering::Less => ["banker", "banco"],
        Ordering::Equal => ["tie", "egalite"],
    }
}

/// A list of scores in which consecutive ones are written as a span: `0 to 4`, `6 or 7`.
pub(super) fn runs(scores: &[u8]) -> String {
    let follows = |pair: &[u8]| pair[0] + 1 == pair[1];
    match scores {
        [from, .., to] if scores.len() > 2 && scores.windows(2).all(follows) => format!("{from} to {to}"),
        scores => either(scores),
    }
}
