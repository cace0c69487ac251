//! The machine of a batch: every course of a round without a split, found by asking the rules.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::Hash;

use croupier_kit::Rank;
use croupier_rules::games::blackjack::{Deal, Hand};

use super::action::{Action, Permitted};
use super::round::{CardFall, Insurance, OBSERVED, OneBox, OpenRound, Waiting};

/// Space for the cards of a state.
pub(crate) const KINDS: usize = 16;

/// Where a round goes on: the kind of the state in the top bits, its number below.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Next(u32);

const KIND: u32 = 30;

impl Next {
    #[allow(clippy::cast_possible_truncation, reason = "the number has 30 bits")]
    const fn new(kind: u32, number: usize) -> Self {
        assert!(number < 1 << KIND, "a machine has few states");
        Self(kind << KIND | number as u32)
    }

    /// A state that waits for a card.
    pub(crate) const CARD: u32 = 0;
    /// A state that waits for a decision.
    pub(crate) const DECISION: u32 = 1;
    /// The end of a round.
    pub(crate) const END: u32 = 2;
    /// A box that is split.
    pub(crate) const SPLIT: u32 = 3;

    #[inline]
    pub(crate) const fn kind(self) -> u32 {
        self.0 >> KIND
    }

    #[inline]
    pub(crate) const fn number(self) -> usize {
        (self.0 & ((1 << KIND) - 1)) as usize
    }
}

/// A state that waits for a decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Decision {
    pub(crate) observed: [i8; OBSERVED],
    pub(crate) permitted: Permitted,
    pub(crate) next: [Next; Action::ALL.len()],
}

/// The end of a round.
#[derive(Clone, Copy, Debug)]
pub(crate) struct End {
    pub(crate) observed: [i8; OBSERVED],
    pub(crate) won: f32,
}

/// The states of a table.
pub(crate) struct StepMachine {
    pub(crate) start: Next,
    pub(crate) cards: Vec<[Next; KINDS]>,
    /// Where the card of each such state falls.
    pub(crate) falls: Vec<CardFall>,
    pub(crate) decisions: Vec<Decision>,
    pub(crate) ends: Vec<End>,
    /// Boxes as they stand after they were split.
    pub(crate) splits: Vec<OpenRound>,
    /// The deals before that.
    pub(crate) pairs: Vec<Deal<1>>,
}

impl StepMachine {
    /// Follows every course of a round; `ranks` are the kinds of cards.
    pub(crate) fn new(game: &OneBox, ranks: &[Rank]) -> Self {
        let machine = Self {
            start: Next(0),
            cards: Vec::new(),
            falls: Vec::new(),
            decisions: Vec::new(),
            ends: Vec::new(),
            splits: Vec::new(),
            pairs: Vec::new(),
        };
        let mut builder = Builder {
            game,
            ranks,
            machine,
            known: HashMap::new(),
            rows: HashMap::new(),
            asks: HashMap::new(),
            ended: HashMap::new(),
        };
        builder.machine.start = builder.next(&OpenRound::new(game));
        builder.machine
    }
}

/// The part of a hand that matters.
type HandPart = (u8, bool, u8, Option<Rank>, Option<Rank>);

/// Everything that the rest of a round depends on, and what will be seen of it, while it waits for a card.
#[derive(PartialEq, Eq, Hash)]
struct Key {
    /// Of the player and the dealer: score, softness, cards up to three, and the first two where they matter.
    hands: [HandPart; 2],
    /// Who gets the card, and whether it lies face up; `None` where no card is due.
    fall: Option<CardFall>,
    stakes: Vec<u8>,
    insurance: Insurance,
    won: u64,
    asked: bool,
    touched: bool,
    untouched: bool,
    looked: bool,
}

struct Builder<'g> {
    game: &'g OneBox,
    ranks: &'g [Rank],
    machine: StepMachine,
    known: HashMap<Key, Next>,
    rows: HashMap<(CardFall, [Next; KINDS]), Next>,
    asks: HashMap<Decision, Next>,
    ended: HashMap<([i8; OBSERVED], u32), Next>,
}

/// The number of an item in a list, to which it is added if it is new.
fn number<K: Hash + Eq, T>(
    known: &mut HashMap<K, Next>,
    key: K,
    kind: u32,
    list: &mut Vec<T>,
    item: T,
) -> Next {
    match known.entry(key) {
        Entry::Occupied(known) => *known.get(),
        Entry::Vacant(new) => {
            list.push(item);
            *new.insert(Next::new(kind, list.len() - 1))
        }
    }
}

impl Builder<'_> {
    fn next(&mut self, round: &OpenRound) -> Next {
        match round.waiting() {
            Waiting::Card => self.card(round),
            Waiting::Decision(_) => self.decision(round),
            Waiting::Nothing => self.end(round),
        }
    }

    fn card(&mut self, round: &OpenRound) -> Next {
        let key = self.key(round);
        if let Some(next) = self.known.get(&key) {
            return *next;
        }
        let mut row = [Next::new(Next::CARD, 0); KINDS];
        for (place, rank) in self.ranks.iter().enumerate() {
            let mut after = round.clone();
            after.fall(self.game, *rank);
            row[place] = self.next(&after);
        }
        let fall = key.fall.expect("a card is due");
        let next = number(&mut self.rows, (fall, row), Next::CARD, &mut self.machine.cards, row);
        if next.number() == self.machine.falls.len() {
            self.machine.falls.push(fall);
        }
        self.known.insert(key, next);
        next
    }

    fn decision(&mut self, round: &OpenRound) -> Next {
        let (observed, permitted) = (round.observed(self.game), round.permitted(self.game));
        let mut next = [Next::new(Next::CARD, 0); Action::ALL.len()];
        for action in Action::ALL.into_iter().filter(|action| permitted.has(*action)) {
            let mut after = round.clone();
            after.act(self.game, action);
            next[action as usize] =
                if action == Action::Split { self.split(after, round.deal) } else { self.next(&after) };
        }
        self.ask(Decision { observed, permitted, next })
    }

    fn ask(&mut self, asked: Decision) -> Next {
        number(&mut self.asks, asked, Next::DECISION, &mut self.machine.decisions, asked)
    }

    fn split(&mut self, round: OpenRound, pair: Deal<1>) -> Next {
        self.machine.splits.push(round);
        self.machine.pairs.push(pair);
        Next::new(Next::SPLIT, self.machine.splits.len() - 1)
    }

    /// The end of a round. A round without a decision has one, to go on: whoever decides sees the cards, and a step
    /// has the result.
    #[allow(clippy::cast_possible_truncation, reason = "a result in units needs few digits")]
    fn end(&mut self, round: &OpenRound) -> Next {
        let end = End { observed: round.observed(self.game), won: round.won as f32 };
        let key = (end.observed, end.won.to_bits());
        let over = number(&mut self.ended, key, Next::END, &mut self.machine.ends, end);
        if round.asked {
            return over;
        }
        let mut permitted = Permitted::default();
        permitted.add(Action::GoOn);
        let mut next = [Next::new(Next::CARD, 0); Action::ALL.len()];
        next[Action::GoOn as usize] = over;
        self.ask(Decision { observed: end.observed, permitted, next })
    }

    fn key(&self, round: &OpenRound) -> Key {
        let fall = round.fall_due(self.game);
        let (own, dealer) = (round.deal.at(0).hands()[0], round.deal.dealer());
        let hand = |hand: Hand, matters: bool| {
            let ranks = if matters { (hand.first_rank(), hand.second_rank()) } else { (None, None) };
            (hand.score(), hand.is_soft(), hand.cards().min(3), ranks.0, ranks.1)
        };
        // The dealer's first card is always seen.
        let dealers = {
            let (score, soft, cards, _, second) = hand(dealer, true);
            (score, soft, cards, dealer.first_rank(), second.filter(|_| cards <= 2))
        };
        Key {
            hands: [hand(own, own.cards() <= 2 && !round.touched), dealers],
            fall,
            stakes: round.stakes.iter().map(|stake| stake.units).collect(),
            insurance: round.insurance,
            won: round.won.to_bits(),
            asked: round.asked,
            touched: round.touched,
            untouched: round.deal.is_untouched(),
            looked: round.deal.has_looked(),
        }
    }
}

#[cfg(test)]
mod tests {
    use croupier_rules::book::{Chosen, Shelf};
    use croupier_rules::contract::{Game, Seated, Stock};
    use croupier_rules::games::FamilyRules;
    use croupier_rules::games::blackjack::{BOXES_MAX, Blackjack};

    use super::*;
    use crate::random::{RandomStream, RandomWords, StreamPurpose};

    /// Every blackjack table of the built-in books and the examples.
    fn tables() -> Vec<(String, OneBox)> {
        let mut shelf = Shelf::built_in();
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|ending| ending == "toml") {
                // Files of houses are no books.
                let _ = shelf.add("example", &std::fs::read_to_string(path).unwrap());
            }
        }
        let mut found = Vec::new();
        for book in shelf.books() {
            for game in book.games() {
                let rules = game.table(&Chosen::default());
                if let Some(rules) = Seated::<Blackjack, BOXES_MAX>::of(&rules) {
                    found.push((format!("{}/{}", book.id(), game.id()), Seated(rules.0.clone())));
                }
            }
        }
        found
    }

    /// A number below another, as good as random.
    fn below(words: &mut RandomWords, count: usize) -> usize {
        usize::try_from((u64::from(words.half()) * count as u64) >> 32).unwrap()
    }

    /// The machine shows, permits and pays at every step what the rules say of the whole round, with its cards as they fell.
    #[test]
    #[allow(clippy::cast_possible_truncation, clippy::float_cmp, reason = "both are the same sum")]
    fn the_machine_says_what_the_rules_say() {
        let tables = tables();
        assert!(tables.len() >= 4, "{}", tables.len());
        let mut reached = [0; Action::ALL.len()];
        for (name, game) in &tables {
            let mut ranks = Vec::new();
            game.stock().each(|rank, _| ranks.push(rank));
            let machine = StepMachine::new(game, &ranks);
            let mut words = RandomWords::new(RandomStream::new(11, 0, StreamPurpose::Chance));
            for _ in 0..20_000 {
                let (mut next, mut round) = (machine.start, OpenRound::new(game));
                loop {
                    match next.kind() {
                        Next::CARD => {
                            let place = below(&mut words, ranks.len());
                            assert_eq!(round.waiting(), Waiting::Card, "{name}");
                            round.fall(game, ranks[place]);
                            next = machine.cards[next.number()][place];
                        }
                        Next::DECISION => {
                            let said = machine.decisions[next.number()];
                            assert_eq!(said.observed, round.observed(game), "{name}: {round:?}");
                            let permitted: Vec<Action> =
                                Action::ALL.into_iter().filter(|one| said.permitted.has(*one)).collect();
                            if round.waiting() == Waiting::Nothing {
                                assert_eq!(permitted, [Action::GoOn], "{name}");
                                round.asked = true;
                            } else {
                                assert_eq!(said.permitted, round.permitted(game), "{name}: {round:?}");
                            }
                            let action = permitted[below(&mut words, permitted.len())];
                            reached[action as usize] += 1;
                            if round.waiting() != Waiting::Nothing {
                                round.act(game, action);
                            }
                            next = said.next[action as usize];
                        }
                        Next::END => {
                            let end = machine.ends[next.number()];
                            assert_eq!(round.waiting(), Waiting::Nothing, "{name}");
                            assert_eq!(end.observed, round.observed(game), "{name}: {round:?}");
                            assert_eq!(end.won, round.won as f32, "{name}: {round:?}");
                            break;
                        }
                        _ => {
                            let split = &machine.splits[next.number()];
                            assert_eq!(split.observed(game), round.observed(game), "{name}: {round:?}");
                            assert_eq!(split.permitted(game), round.permitted(game), "{name}");
                            assert_eq!(split.stakes, round.stakes, "{name}");
                            break;
                        }
                    }
                }
            }
        }
        assert!(reached.iter().all(|times| *times > 0), "an action was never permitted: {reached:?}");
    }
}
