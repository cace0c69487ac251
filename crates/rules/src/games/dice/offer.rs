//! The wagers and notes that a dice table offers.

use croupier_kit::Throw;

use super::kinds::{BEHIND, COMBINATION, LINE, NEXT, PUT, RACE, SCORE};
use super::rules::{First, by_score, scores};
use super::{
    Barred, BehindMost, ByScore, Calls, Deal, Dice, FirstThrow, Life, Line, MadeWhen, PointWins, Race,
    ScoreOdds, Wager, Winner,
};
use crate::contract::{Game, Payout};
use crate::guide::Guide;
use crate::kind::DeclaredWager;
use crate::law::Cites;
use crate::offer::{Ending, Gathered, Note, Offers, WagerKind, all_of, either};
use crate::table::TableGame;

impl Offers for Dice {
    fn kinds(&self) -> Vec<WagerKind<Wager>> {
        let mut kinds = Vec::new();
        for (place, line) in (0..).zip(&self.lines) {
            let forms = line.names.iter().map(ToString::to_string).collect();
            kinds.push(self.kind(&LINE, forms, line.words(), vec![Wager::Line(place)]));
            if self.behind_lines().any(|first| std::ptr::eq(first, line)) {
                for points in paid_alike(&line.behind) {
                    kinds.push(self.kind_behind(place, line, &points));
                }
            }
            let points: Vec<u8> = line.points().collect();
            if line.put.is_some() && !points.is_empty() {
                let wagers = points.iter().map(|point| Wager::Put(place, *point)).collect();
                kinds.push(self.scored_kind(&PUT, race_words(line.point_wins, &points), wagers));
            }
        }
        for (place, race) in (0..).zip(&self.races) {
            for scores in paid_alike(&race.odds) {
                let wagers = scores.iter().map(|score| Wager::Race(place, *score)).collect();
                kinds.push(self.scored_kind(&RACE, race.words(&scores), wagers));
            }
        }
        for (place, next) in (0..).zip(&self.nexts) {
            if next.names_score {
                for scores in paid_alike(&next.odds) {
                    let wagers = scores.iter().map(|score| Wager::Next(place, Some(*score))).collect();
                    kinds.push(self.scored_kind(
                        &SCORE,
                        format!("a next throw of {}", either(scores)),
                        wagers,
                    ));
                }
            } else {
                let covers = format!("a next throw of {}", either(scores(&next.odds)));
                kinds.push(self.scored_kind(&NEXT, covers, vec![Wager::Next(place, None)]));
            }
        }
        for (place, combination) in (0..).zip(&self.combinations) {
            for (covers, alike) in [("two named dice alike", true), ("two named dice that differ", false)] {
                let throws = combination.throws().filter(|(low, high)| (low == high) == alike);
                let wagers: Vec<Wager> =
                    throws.map(|(low, high)| Wager::Combination(place, low, high)).collect();
                if !wagers.is_empty() {
                    kinds.push(self.scored_kind(&COMBINATION, format!("a next throw of {covers}"), wagers));
                }
            }
        }
        kinds
    }

    /// In the notation, a bet behind refers to the number of the bet it is behind; here it is named by its point.
    fn words(&self, wager: Wager) -> String {
        match wager {
            Wager::Combination(place, low, high) => {
                format!("{} {low} {high}", self.combinations[usize::from(place)].name)
            }
            wager => self.wager_name(wager),
        }
    }

    fn endings(&self, wager: Wager) -> Vec<Ending> {
        match wager {
            Wager::Line(place) => self.lines[usize::from(place)].endings(),
            Wager::Race(place, score) => {
                let race = &self.races[usize::from(place)];
                self.after_a_throw(wager, |payout, _| race.when(score, payout))
            }
            Wager::Behind(place, point) | Wager::Put(place, point) => {
                let wins = self.lines[usize::from(place)].point_wins;
                self.after_a_throw(wager, |payout, _| before(wins, point, payout))
            }
            Wager::Combination(_, low, high) => self.after_a_throw(wager, |payout, _| match payout {
                Payout::Win(_) => format!("a throw of {low} and {high}"),
                _ => "any other throw".to_owned(),
            }),
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
        let always: Vec<&Race> = self.races.iter().filter(|race| race.calls.is_none()).collect();
        if !always.is_empty() {
            let names = all_of(always.iter().map(|race| &race.name));
            notes.push(Note::new("Working", format!("{names} stand until decided, on every throw."), None));
        }
        notes.extend(self.lines.iter().flat_map(Line::point_notes));
        let races = self.races.iter().filter_map(|race| Some((race.name.to_string(), race.calls?)));
        notes.extend(races.map(|(name, calls)| calls.note(&name)));
        notes.extend(self.take_down.map(|rule| {
            let text = "Wagers that are no contracts may be taken back before any throw; what lies behind one is returned with it.";
            Note::new("Taken back", text, rule)
        }));
        notes.extend(
            self.dice_rule.map(|rule| {
                Note::new("Dice", "Two dice are thrown; bets may be made before any throw.", rule)
            }),
        );
        notes
    }

    fn guide(&self) -> Guide {
        self.guide()
    }
}

impl Dice {
    fn kind(
        &self,
        kind: &'static DeclaredWager,
        forms: Vec<String>,
        covers: String,
        wagers: Vec<Wager>,
    ) -> WagerKind<Wager> {
        let endings = self.endings(*wagers.first().expect("a kind of wagers has at least one"));
        WagerKind { forms, covers, kind, endings, wagers }
    }

    /// Combines wagers that differ only in the score they are on.
    fn scored_kind(
        &self,
        kind: &'static DeclaredWager,
        covers: String,
        wagers: Vec<Wager>,
    ) -> WagerKind<Wager> {
        let forms = wagers.iter().map(|wager| self.words(*wager)).collect();
        let mut kind = self.kind(kind, forms, covers, wagers);
        if kind.wagers.len() > 1 {
            generalise(&mut kind.endings);
        }
        kind
    }

    fn kind_behind(&self, place: u8, line: &Line, points: &[u8]) -> WagerKind<Wager> {
        let wagers: Vec<Wager> = points.iter().map(|point| Wager::Behind(place, *point)).collect();
        let forms = wagers.iter().map(|wager| self.words(*wager)).collect();
        let alike = self.lines.iter().filter(|other| other.has_behind_of(line));
        let names = alike.flat_map(|other| &other.names);
        let covers = format!("behind {}, the point being {}", either(names), either(points));
        let mut kind = self.kind(&BEHIND, forms, covers, wagers);
        if points.len() > 1 {
            generalise(&mut kind.endings);
        }
        kind
    }

    /// The possible results of one throw, grouped by what it decides.
    fn after_a_throw(&self, wager: Wager, when: impl Fn(Payout, &[u8]) -> String) -> Vec<Ending> {
        let mut falls = Gathered::new();
        for throw in Throw::all() {
            if let Some(settled) =
                self.advance(wager, &mut Life::default(), &Deal { throw: Some(throw), first: false })
            {
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

/// A score against seven, in words.
fn race_words(wins: PointWins, scores: &[u8]) -> String {
    match wins {
        PointWins::Point => format!("{} before 7", either(scores)),
        PointWins::Seven => format!("7 before {}", either(scores)),
    }
}

impl Calls {
    fn note(self, name: &str) -> Note {
        let text = match self.first_throw {
            FirstThrow::Off => {
                format!("{name}: off on a first throw unless called on; may be called off before any throw.")
            }
            FirstThrow::On => format!("{name}: on unless called off."),
        };
        Note::new("Off", text, self.cite)
    }
}

fn before(wins: PointWins, point: u8, payout: Payout) -> String {
    let point_first = matches!(payout, Payout::Win(_)) == (wins == PointWins::Point);
    if point_first { format!("{point} before 7") } else { format!("7 before {point}") }
}

impl Race {
    fn words(&self, scores: &[u8]) -> String {
        match self.winner {
            Winner::Score => race_words(PointWins::Point, scores),
            Winner::Seven => race_words(PointWins::Seven, scores),
            Winner::Pair => {
                let score = either(scores);
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

    /// What the table's point has to do with it.
    fn point_notes(&self) -> Vec<Note> {
        let names = all_of(&self.names);
        let made = |names: &str, when| match when {
            MadeWhen::AnyTime => None,
            MadeWhen::BeforePoint => Some(format!("{names}: bet while the table has no point.")),
            MadeWhen::AfterPoint => Some(format!("{names}: bet while the table has a point.")),
        };
        let mut notes = Vec::new();
        notes.extend(made(&names, self.made.when).map(|text| Note::new("Point", text, self.made.cite)));
        if let Some(put) = &self.put {
            notes.extend(made(&put.name, put.when).map(|text| Note::new("Point", text, put.cite)));
        }
        if let Some(rule) = self.contract {
            let put =
                self.put.as_ref().map_or_else(String::new, |put| format!(" {} is one at once.", put.name));
            let text = format!("{names}: a contract once it has a point, and not taken back.{put}");
            notes.push(Note::new("Contract", text, rule));
        }
        notes.extend(self.behind_calls.map(|calls| calls.note(&format!("bets behind {names}"))));
        notes
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
