//! The wagers and notes that a roulette table offers.

use croupier_kit::{Pocket, PocketSet, Shape};

use super::kinds::{CALL, NAMED, NEIGHBOURS, NUMBERS, SHAPE};
use super::{Call, Clause, Coverage, Deal, EnPrison, Life, OnZero, Roulette, SecondZero, Wager};
use crate::contract::{Game, Payout, Settled};
use crate::guide::Guide;
use crate::law::{Cites, Rule};
use crate::offer::{Ending, Gathered, Note, Offers, WagerKind, all_of, either};
use crate::table::TableGame;

/// Longer lists of numbers are counted instead of listed.
const NUMBERS_NAMED: usize = 6;

impl Offers for Roulette {
    fn kinds(&self) -> Vec<WagerKind<Wager>> {
        let clauses = (0..).zip(&self.clauses).map(|(place, clause)| self.kind_of(place, clause));
        let calls = (0..).zip(&self.calls).map(|(place, call)| self.kind_of_call(place, call));
        clauses.chain(calls).collect()
    }

    fn words(&self, wager: Wager) -> String {
        let Wager::Numbers { clause, numbers } = wager else { return self.wager_name(wager) };
        match &self.clauses[usize::from(clause)].coverage {
            Coverage::Any { .. } => self.words_for(numbers),
            Coverage::Shape(shape) => format!("{} {numbers}", shape.name()),
            Coverage::Named(_) => self.wager_name(wager),
        }
    }

    fn endings(&self, wager: Wager) -> Vec<Ending> {
        let (mut falls, mut held) = (Gathered::new(), Vec::new());
        for ball in self.wheel.pockets().iter() {
            match self.advance(wager, &mut Life::default(), &Deal { ball: Some(ball) }) {
                Some(settled) => falls.add(settled, ball),
                None => held.push(ball),
            }
        }
        let groups = falls.sorted();
        let mut endings: Vec<Ending> =
            groups.into_iter().map(|(settled, balls)| on_these(settled, &balls)).collect();
        if let Some((_, prison)) = self.prison_of(wager).filter(|_| !held.is_empty()) {
            // After the wins, before the loss.
            let place = endings.partition_point(|ending| ending.odds().is_some());
            endings.insert(place, held_on(prison, &held));
        }
        endings
    }

    fn notes(&self) -> Vec<Note> {
        let mut notes: Vec<Note> = self.zero_note().into_iter().chain(self.prison_notes()).collect();
        if !self.calls.is_empty() {
            let cites = self.calls.iter().fold(Cites::NONE, |cites, call| cites.and(call.cite()));
            let text =
                "The amount of a call is the total of its chips, which are equal; each is paid as it lies.";
            notes.push(Note::new("Call bets", text, cites));
        }
        if let Some(rule) = self.spins.alternate {
            notes.push(Note::new("Spins", "The wheel is spun the other way each time.", rule));
        }
        if let Some(rule) = self.spins.void {
            notes.push(Note::new("No spin", "A spin called off is made again; bets stand.", rule));
        }
        notes
    }

    fn guide(&self) -> Guide {
        self.guide()
    }
}

impl Roulette {
    fn kind_of(&self, place: u8, clause: &Clause) -> WagerKind<Wager> {
        let (forms, covers, sets) = match &clause.coverage {
            Coverage::Any { size, zero } => self.any_of_size(*size, *zero),
            Coverage::Shape(shape) => {
                (vec![shape_form(*shape)], lie(*shape).to_owned(), self.layout.sets(*shape).to_vec())
            }
            Coverage::Named(names) => {
                let sets: Vec<PocketSet> = names.iter().filter_map(|name| self.named(name)).collect();
                let size = sets.first().map_or(0, |set| set.len());
                (name_forms(names.iter().map(|name| &**name)), format!("{size} numbers each"), sets)
            }
        };
        let kind = match clause.coverage {
            Coverage::Any { .. } => &NUMBERS,
            Coverage::Shape(_) => &SHAPE,
            Coverage::Named(_) => &NAMED,
        };
        let wagers = sets.into_iter().map(|numbers| Wager::Numbers { clause: place, numbers }).collect();
        WagerKind { forms, covers, kind, endings: clause.endings(), wagers }
    }

    /// Any set of a given size: how it may be written, and the sets of that size that have names or lie together.
    fn any_of_size(&self, size: u32, zero: bool) -> (Vec<String>, String, Vec<PocketSet>) {
        let permits = |set: &PocketSet| set.len() == size && (zero || !set.iter().any(Pocket::is_zero));
        let shape = Shape::ALL.into_iter().find(|shape| shape.size() == size);
        let named: Vec<(&str, PocketSet)> =
            self.names.iter().map(|(name, set)| (&**name, *set)).filter(|(_, set)| permits(set)).collect();
        let numbers = if size <= 6 { " N".repeat(size as usize) } else { " N … N".to_owned() };
        let mut forms = vec![format!("numbers{numbers}")];
        forms.extend(shape.map(shape_form));
        forms.extend(name_forms(named.iter().map(|(name, _)| *name)));
        let bar = if zero { "" } else { " without a zero" };
        let covers = if size == 1 { "any number".to_owned() } else { format!("any {size} numbers{bar}") };
        let lying = shape.map(|shape| self.layout.sets(shape).to_vec()).unwrap_or_default();
        let sets = lying.into_iter().filter(permits).chain(named.into_iter().map(|(_, set)| set));
        let mut sets: Vec<PocketSet> = sets.collect();
        if sets.is_empty() {
            // None of this size lies together or has a name: one stands for all.
            let first = self.wheel.pockets().iter().filter(|pocket| zero || !pocket.is_zero());
            sets.push(first.take(size as usize).collect());
        }
        (forms, covers, sets)
    }

    fn kind_of_call(&self, place: u8, call: &Call) -> WagerKind<Wager> {
        let chips = call.chips();
        let (kind, form, covers, wagers) = match call {
            Call::Fixed { name, .. } => {
                let covers = format!("{chips} chips: {}", self.chips_of(call));
                (&CALL, name.to_string(), covers, vec![Wager::Call { call: place, number: None }])
            }
            Call::Neighbours { name, each_side, .. } => {
                let covers =
                    format!("{chips} chips: one on N and on {each_side} either side of it on the wheel");
                let numbers = self.wheel.order().iter();
                let wagers = numbers.map(|n| Wager::Call { call: place, number: Some(*n) }).collect();
                (&NEIGHBOURS, format!("{name} N"), covers, wagers)
            }
        };
        WagerKind { forms: vec![form], covers, kind, endings: self.chip_endings(call), wagers }
    }

    /// The position of the chips of a fixed call: `2 on 0/2/3, 1 on 4/7`.
    fn chips_of(&self, call: &Call) -> String {
        let mut parts = Vec::new();
        self.each_chip(call, None, |chips, on, _| parts.push(format!("{chips} on {}", slashed(on))));
        parts.join(", ")
    }

    /// The possible results of each chip of a call.
    fn chip_endings(&self, call: &Call) -> Vec<Ending> {
        let mut clauses: Vec<(u8, Vec<String>)> = Vec::new();
        let number = self.wheel.order().first().copied();
        self.each_chip(call, number, |_, on, clause| {
            let on =
                if matches!(call, Call::Neighbours { .. }) { "a number".to_owned() } else { slashed(on) };
            match clauses.iter_mut().find(|(known, _)| *known == clause) {
                Some((_, all)) if all.contains(&on) => {}
                Some((_, all)) => all.push(on),
                None => clauses.push((clause, vec![on])),
            }
        });
        let paid = clauses.into_iter().map(|(place, on)| {
            let clause = &self.clauses[usize::from(place)];
            let cites = Cites::from(call.cite()).and(clause.cite);
            Ending::plain(Payout::Win(clause.odds), format!("for each chip on {}", either(on)), cites)
        });
        let lost = Ending::plain(Payout::Lose, "for each chip on other numbers", call.cite());
        paid.chain([lost]).collect()
    }

    /// A set in the words of the notation: its name, its shape on the layout, or its numbers.
    fn words_for(&self, numbers: PocketSet) -> String {
        if let Some((name, _)) = self.names.iter().find(|(_, set)| *set == numbers) {
            return name.to_string();
        }
        let shape = Shape::ALL.into_iter().find(|shape| self.layout.holds(*shape, numbers));
        format!("{} {numbers}", shape.map_or("numbers", Shape::name))
    }

    /// How a zero settles stakes that do not cover it.
    fn zero_note(&self) -> Option<Note> {
        let zeros: Vec<Pocket> = self.wheel.pockets().iter().filter(|pocket| pocket.is_zero()).collect();
        let shared: Vec<(&Clause, PocketSet, Rule)> = self.clauses.iter().filter_map(shared_on).collect();
        let zero = if zeros.is_empty() { return None } else { either(&zeros) };
        if let [(_, on, _), ..] = shared.as_slice() {
            let text = format!(
                "On {} a stake on {} is shared equally with the bank; any other that does not cover it loses.",
                either(on.iter()),
                all_of(shared.iter().map(|(clause, ..)| clause.what()))
            );
            let cites = shared.iter().fold(Cites::NONE, |cites, (.., rule)| cites.and(*rule));
            return Some(Note::new("Zero", text, cites));
        }
        let first = self.clauses.iter().find(|clause| clause.on_zero.is_none())?;
        let is_held = self.clauses.iter().any(|clause| clause.on_zero.is_some());
        let unless = if is_held { ", unless it is held for the next spin" } else { "" };
        let text = format!("A stake that does not cover {zero} loses to it{unless}.");
        Some(Note::new("Zero", text, first.defined.unwrap_or(first.cite)))
    }
}

/// The zeros that take half of a stake under this clause, and the provision.
fn shared_on(clause: &Clause) -> Option<(&Clause, PocketSet, Rule)> {
    let zero = clause.on_zero?;
    if let OnZero::Shared(rule) = zero.does { Some((clause, zero.zeros, rule)) } else { None }
}

impl Roulette {
    /// How a zero holds stakes, and what becomes of them.
    fn prison_notes(&self) -> Vec<Note> {
        let note = |clause: &Clause| {
            let zero = clause.on_zero?;
            let OnZero::Held(prison) = zero.does else { return None };
            let zeros = either(zero.zeros.iter());
            let second = match prison.second_zero {
                SecondZero::Lost => "a second zero takes it".to_owned(),
                SecondZero::Stays => "a second zero leaves it held".to_owned(),
                SecondZero::Half => "a second zero gives half of it back".to_owned(),
                SecondZero::Released => "a second zero releases it".to_owned(),
                SecondZero::Deeper { levels } => format!(
                    "a second zero puts it a level deeper, of {levels}, where it has to win once more; at the deepest a zero takes it"
                ),
            };
            let half = if prison.half.is_some() { " The player may take half of it instead." } else { "" };
            let text = format!(
                "On {zeros} a stake on {} is held for the next spin. If it wins then, it is returned; if it loses, it is lost; {second}.{half}",
                clause.what()
            );
            let cites = Cites::from(prison.cite).and(prison.second_cite).and(prison.half);
            Some(Note::new("En prison", text, cites))
        };
        self.clauses.iter().filter_map(note).collect()
    }
}

/// The result of a stake that a zero holds.
fn held_on(prison: EnPrison, zeros: &[Pocket]) -> Ending {
    Ending::named("held", None, format!("on {}", either(zeros)), prison.cite).on(zeros)
}

impl Clause {
    /// The possible results of a stake under a clause, whatever its numbers.
    fn endings(&self) -> Vec<Ending> {
        let (won, lost) = (self.won(), self.lost());
        let mut endings = vec![Ending::plain(won.payout, "on one of its numbers", won.cites)];
        endings.extend(self.on_zero.map(|zero| match zero.does {
            OnZero::Shared(rule) => {
                let shared = self.under(rule, Payout::LoseHalf);
                Ending::plain(shared.payout, format!("on {}", either(zero.zeros.iter())), shared.cites)
            }
            OnZero::Held(prison) => held_on(prison, &zero.zeros.iter().collect::<Vec<_>>()),
        }));
        endings.push(Ending::plain(lost.payout, "on any other number", lost.cites));
        endings
    }

    /// A short description of the numbers that the clause covers.
    fn what(&self) -> String {
        match &self.coverage {
            Coverage::Any { size, .. } => format!("{size} numbers"),
            Coverage::Shape(shape) => format!("a {}", shape.name()),
            Coverage::Named(names) => either(names),
        }
    }
}

/// The result of a stake on some pockets.
fn on_these(settled: Settled, balls: &[Pocket]) -> Ending {
    let when = match settled.payout {
        _ if balls.len() <= NUMBERS_NAMED => format!("on {}", either(balls)),
        Payout::Win(_) => format!("on one of its {} numbers", balls.len()),
        Payout::Net { any: true, .. } => format!("on one of {} numbers", balls.len()),
        _ => "on any other number".to_owned(),
    };
    Ending::plain(settled.payout, when, settled.cites).on(balls)
}

/// `split N N`.
fn shape_form(shape: Shape) -> String {
    format!("{}{}", shape.name(), " N".repeat(shape.size() as usize))
}

/// How the numbers of a shape lie on the layout.
const fn lie(shape: Shape) -> &'static str {
    match shape {
        Shape::Straight => "one number",
        Shape::Split => "two numbers that touch",
        Shape::Street => "three numbers in a row, or as marked at zero",
        Shape::Corner => "four numbers that meet",
        Shape::SixLine => "six numbers in two rows",
    }
}

/// Names of sets, with those that differ only in their digits combined: `dozen 1–3`, `two-dozens N N`, `red`.
fn name_forms<'a>(names: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut families: Vec<(&str, Vec<&str>)> = Vec::new();
    for name in names {
        let (head, figures) = name.split_once(' ').unwrap_or((name, ""));
        match families.iter_mut().find(|(known, _)| *known == head) {
            Some((_, all)) => all.push(figures),
            None => families.push((head, vec![figures])),
        }
    }
    families.into_iter().map(|(head, figures)| name_form(head, &figures)).collect()
}

fn name_form(head: &str, figures: &[&str]) -> String {
    let numbers: Option<Vec<u32>> = figures.iter().map(|figure| figure.parse().ok()).collect();
    match (figures, numbers.as_deref()) {
        ([""], _) => head.to_owned(),
        (_, Some([from, .., to])) if (*to as usize) + 1 == *from as usize + figures.len() => {
            format!("{head} {from}–{to}")
        }
        ([one], _) => format!("{head} {one}"),
        ([first, ..], _) => format!("{head}{}", " N".repeat(first.split(' ').count())),
        ([], _) => head.to_owned(),
    }
}

/// Numbers as a dealer announces them: `0/2/3`.
fn slashed(numbers: PocketSet) -> String {
    numbers.to_string().replace(' ', "/")
}
