//! The wagers and notes that a dice table offers.

use croupier_kit::Throw;

use super::rules::First;
use super::rules::{by_score, scores};
use super::{Barred, BehindMost, ByScore, Deal, Dice, Life, Line, PointWins, Race, ScoreOdds, Wager, Winner};
use crate::contract::{Game, Payout};
use crate::law::Cites;
use crate::offer::{Ending, Gathered, Laid, Note, Offers, WagerKind, all_of, either};
use crate::table::TableGame;

impl Offers for Dice {
    fn kinds(&self) -> Vec<WagerKind<Wager>> {
        let mut kinds = Vec::new();
        for (place, line) in (0..).zip(&self.lines) {
            let forms = line.names.iter().map(ToString::to_string).collect();
            kinds.push(self.kind(forms, line.words(), Laid::Bet, vec![Wager::Line(place)]));
            for points in paid_alike(&line.behind) {
                kinds.push(self.kind_behind(place, line, &points));
            }
        }
        for (place, race) in (0..).zip(&self.races) {
            for scores in paid_alike(&race.odds) {
                let wagers = scores.iter().map(|score| Wager::Race(place, *score)).collect();
                kinds.push(self.scored_kind(race.words(&scores), wagers));
            }
        }
        for (place, next) in (0..).zip(&self.nexts) {
            if next.names_score {
                for scores in paid_alike(&next.odds) {
                    let wagers = scores.iter().map(|score| Wager::Next(place, Some(*score))).collect();
                    kinds.push(self.scored_kind(format!("a next throw of {}", either(scores)), wagers));
                }
            } else {
                let covers = format!("a next throw of {}", either(scores(&next.odds)));
                kinds.push(self.scored_kind(covers, vec![Wager::Next(place, None)]));
            }
        }
        kinds
    }

    /// In the notation, a bet behind refers to the number of the bet it is behind; here it is named by its point.
    fn words(&self, wager: Wager) -> String {
        self.wager_name(wager)
    }

    fn endings(&self, wager: Wager) -> Vec<Ending> {
        match wager {
            Wager::Line(place) => self.lines[usize::from(place)].endings(),
            Wager::Race(place, score) => {
                let race = &self.races[usize::from(place)];
                self.after_a_throw(wager, |payout, _| race.when(score, payout))
            }
            Wager::Behind(place, point) => {
                let wins = self.lines[usize::from(place)].point_wins;
                self.after_a_throw(wager, |payout, _| before(wins, point, payout))
            }
            Wager::Next(..) => self.after_a_throw(wager, |payout, scores| match payout {
                Payout::Win(_) => format!("a throw of {}", either(scores)),
                _ => "any other throw".to_owned(),
            }),
        }
    }

    fn notes(&self) -> Vec<Note> {
        let mut notes = Vec::new();
        for line in &self.lines {
            let names = all_of(&line.names);
            notes.extend(
                line.barred_words()
                    .map(|text| Note::new("Barred", format!("{names}: {text}"), line.paid.cite)),
            );
            let text = format!("{names}: {}", line.most_words());
            notes.push(Note::new("Behind", text, line.behind_cite));
        }
        if !self.races.is_empty() {
            let names = all_of(self.races.iter().map(|race| &race.name));
            notes.push(Note::new("Working", format!("{names} stand until decided, on every throw."), None));
        }
        notes.extend(
            self.dice_rule.map(|rule| {
                Note::new("Dice", "Two dice are thrown; bets may be made before any throw.", rule)
            }),
        );
        notes
    }
}

impl Dice {
    fn kind(&self, forms: Vec<String>, covers: String, laid: Laid, wagers: Vec<Wager>) -> WagerKind<Wager> {
        let endings = wagers.first().map(|wager| self.endings(*wager)).unwrap_or_default();
        WagerKind { forms, covers, laid, endings, wagers }
    }

    /// Combines wagers that differ only in the score they are on.
    fn scored_kind(&self, covers: String, wagers: Vec<Wager>) -> WagerKind<Wager> {
        let forms = wagers.iter().map(|wager| self.words(*wager)).collect();
        let mut kind = self.kind(forms, covers, Laid::Bet, wagers);
        if kind.wagers.len() > 1 {
            generalise(&mut kind.endings);
        }
        kind
    }

    fn kind_behind(&self, place: u8, line: &Line, points: &[u8]) -> WagerKind<Wager> {
        let wagers: Vec<Wager> = points.iter().map(|point| Wager::Behind(place, *point)).collect();
        let forms = wagers.iter().map(|wager| self.words(*wager)).collect();
        let covers = format!("behind {}, the point being {}", either(&line.names), either(points));
        let mut kind = self.kind(forms, covers, Laid::Behind, wagers);
        if points.len() > 1 {
            generalise(&mut kind.endings);
        }
        kind
    }

    /// The possible results of one throw, grouped by what it decides.
    fn after_a_throw(&self, wager: Wager, when: impl Fn(Payout, &[u8]) -> String) -> Vec<Ending> {
        let mut falls = Gathered::new();
        for throw in Throw::all() {
            if let Some(settled) = self.advance(wager, &mut Life::default(), &Deal { throw: Some(throw) }) {
                falls.add(settled, throw);
            }
        }
        let groups = falls.sorted();
        let ending = |(settled, throws): &(crate::contract::Settled, Vec<Throw>)| {
            let mut scores: Vec<u8> = throws.iter().map(|throw| throw.score()).collect();
            scores.sort_unstable();
            scores.dedup();
            let whole = |score: &&u8| ways(**score) == throws.iter().filter(|t| t.score() == **score).count();
            let names = scores.iter().filter(whole).map(ToString::to_string);
            let names = names.chain(throws.iter().map(ToString::to_string));
            Ending::plain(settled.payout, when(settled.payout, &scores), settled.cites).on(names)
        };
        groups.iter().map(ending).collect()
    }
}

/// The number of throws that make a score.
fn ways(score: u8) -> usize {
    Throw::all().filter(|throw| throw.score() == score).count()
}

/// Removes the scores from results that are the same for several scores.
fn generalise(endings: &mut [Ending]) {
    for ending in endings {
        let won = matches!(ending.payout, Some(Payout::Win(_)));
        (if won { "it happens" } else { "otherwise" }).clone_into(&mut ending.when);
        ending.falls.clear();
    }
}

/// The scores with the same odds under the same provision, ordered by the lowest score.
fn paid_alike(odds: &ByScore) -> Vec<Vec<u8>> {
    let mut groups: Vec<(ScoreOdds, Vec<u8>)> = Vec::new();
    for score in scores(odds) {
        let Some(paid) = by_score(odds, score) else { continue };
        match groups.iter_mut().find(|(known, _)| *known == paid) {
            Some((_, scores)) => scores.push(score),
            None => groups.push((paid, vec![score])),
        }
    }
    groups.into_iter().map(|(_, scores)| scores).collect()
}

fn before(wins: PointWins, point: u8, payout: Payout) -> String {
    let point_first = matches!(payout, Payout::Win(_)) == (wins == PointWins::Point);
    if point_first { format!("{point} before 7") } else { format!("7 before {point}") }
}

impl Race {
    fn words(&self, scores: &[u8]) -> String {
        let score = either(scores);
        match self.winner {
            Winner::Score => format!("{score} before 7"),
            Winner::Seven => format!("7 before {score}"),
            Winner::Pair => {
                format!("{score} thrown as two alike, before 7 and before it is thrown otherwise")
            }
        }
    }

    fn when(&self, score: u8, payout: Payout) -> String {
        match (payout, self.winner) {
            (Payout::Win(_), _) => self.words(&[score]),
            (_, Winner::Score) => format!("7 before {score}"),
            (_, Winner::Seven) => format!("{score} before 7"),
            (_, Winner::Pair) => format!("7, or {score} thrown otherwise, first"),
        }
    }
}

impl Line {
    /// The first scores that have this effect.
    fn firsts(&self, kind: First) -> Vec<u8> {
        (2..=12).filter(|score| self.first[usize::from(*score)] == kind).collect()
    }

    fn words(&self) -> String {
        format!("{} on a first throw; else {}", either(self.firsts(First::Wins)), self.point_words(true))
    }

    fn point_words(&self, wins: bool) -> &'static str {
        match (self.point_wins, wins) {
            (PointWins::Point, true) | (PointWins::Seven, false) => "that point before 7",
            (PointWins::Seven, true) | (PointWins::Point, false) => "7 before that point",
        }
    }

    fn endings(&self) -> Vec<Ending> {
        let when = |kind, wins| {
            format!("a first throw of {}, or {}", either(self.firsts(kind)), self.point_words(wins))
        };
        let mut endings =
            vec![Ending::plain(Payout::Win(self.paid.odds), when(First::Wins, true), self.paid.cite)];
        for barred in [Barred::Disregarded, Barred::Void] {
            let scores = self.firsts(First::Barred(barred));
            if !scores.is_empty() {
                let payout = if barred == Barred::Void { Some(Payout::Void) } else { None };
                let when = format!("a first throw of {}", either(scores));
                // A throw that does not count decides nothing, so nothing is cited for it.
                let cites = if payout.is_some() { Cites::from(self.paid.cite) } else { Cites::NONE };
                endings.push(Ending::named("barred", payout, when, cites));
            }
        }
        endings.push(Ending::plain(Payout::Lose, when(First::Loses, false), self.paid.cite));
        endings
    }

    fn barred_words(&self) -> Option<String> {
        let does = |barred| match barred {
            Barred::Disregarded => "does not count, and the bet waits for the next",
            Barred::Void => "makes the bet void",
        };
        [Barred::Disregarded, Barred::Void].into_iter().find_map(|barred| {
            let scores = self.firsts(First::Barred(barred));
            (!scores.is_empty()).then(|| format!("a first throw of {} {}.", either(scores), does(barred)))
        })
    }

    /// The maximum of a bet behind, in words.
    fn most_words(&self) -> String {
        let (times, what) = match self.behind_most {
            BehindMost::Stake(times) => (times, "may be staked behind it once it has a point"),
            BehindMost::Winnings(times) => (times, "may be played behind it to win, once it has a point"),
        };
        let mut groups: Vec<(u8, Vec<u8>)> = Vec::new();
        for point in self.points() {
            let times = times[usize::from(point)];
            match groups.iter_mut().find(|(known, _)| *known == times) {
                Some((_, points)) => points.push(point),
                None => groups.push((times, vec![point])),
            }
        }
        let much = |times: u8| match times {
            1 => "as much as the bet".to_owned(),
            times => format!("{times} times the bet"),
        };
        let parts: Vec<String> = match groups.as_slice() {
            [(times, _)] => vec![much(*times)],
            groups => groups
                .iter()
                .map(|(times, points)| format!("{} on {}", much(*times), either(points)))
                .collect(),
        };
        format!("at most {} {what}.", parts.join(", "))
    }
}
