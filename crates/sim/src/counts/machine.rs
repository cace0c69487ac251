//! A round of one box as a machine that knows how a counter plays: decisions that are the same at every count are made
//! when it is built, and the others ask for the count.

use std::collections::HashMap;

use croupier_kit::lcm;
use croupier_maths::blackjack::ChartHand;
use croupier_rules::contract::{Game, Seated};
use croupier_rules::games::blackjack::{Blackjack, Deal, HANDS_MAX, Move};

use super::play::{COUNTS, CountPlay, action_of, count_at};
use crate::batch::Action;
use crate::batch::ObservedPhase;
use crate::batch::action::Permitted;
use crate::batch::machine::{Decision, KINDS, Next, StepMachine};
use crate::batch::round::{CardFall, Insurance, OBSERVED, OpenRound};
use crate::kernel::split::{
    BUST, CHOICE, CLASSES, DONE, DOUBLED, FINALS, HandChoice, SPLIT, SplitPlay, Splits,
};
use crate::kernel::{BoxOf, HandMoves, SplitBuilder};
use crate::play::chart_hand;

/// What a round waits for, as one number: the kind in the top bits, then marks, and its number below.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Word(u32);

impl Word {
    /// A card; the number is the place of its row.
    pub(super) const CARD: u32 = 0;
    /// A decision that depends on the count.
    pub(super) const CHOICE: u32 = 1;
    /// Nothing: it is over.
    pub(super) const END: u32 = 2;
    /// The box is split.
    pub(super) const SPLIT: u32 = 3;

    const KIND: u32 = 30;
    /// The card lies face down.
    const UNSEEN: u32 = 1 << 29;
    /// The card is the dealer's.
    const DEALER: u32 = 1 << 28;
    /// The decision is about insurance.
    const INSURANCE: u32 = 1 << 27;
    const NUMBER: u32 = Self::INSURANCE - 1;

    fn new(kind: u32, number: usize) -> Self {
        let number = u32::try_from(number).ok().filter(|number| *number <= Self::NUMBER);
        Self(kind << Self::KIND | number.expect("a machine has few states"))
    }

    const fn marked(self, mark: u32, marked: bool) -> Self {
        if marked { Self(self.0 | mark) } else { self }
    }

    #[inline]
    pub(super) const fn kind(self) -> u32 {
        self.0 >> Self::KIND
    }

    #[inline]
    pub(super) const fn number(self) -> usize {
        (self.0 & Self::NUMBER) as usize
    }

    #[inline]
    pub(super) const fn is_unseen(self) -> bool {
        self.0 & Self::UNSEEN != 0
    }

    /// Whether a card of the dealer's is due.
    #[inline]
    pub(super) const fn waits_for_dealer(self) -> bool {
        self.kind() == Self::CARD && self.0 & Self::DEALER != 0
    }

    /// Whether a card of the box is due.
    #[inline]
    pub(super) const fn waits_for_card(self) -> bool {
        self.kind() == Self::CARD && self.0 & Self::DEALER == 0
    }

    /// Whether insurance is to be decided on.
    pub(super) const fn is_insurance(self) -> bool {
        self.kind() == Self::CHOICE && self.0 & Self::INSURANCE != 0
    }
}

/// A decision that depends on the count.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Choice {
    /// The lowest count of the second move.
    pub(super) from: i32,
    pub(super) below: Word,
    pub(super) then: Word,
}

/// The machine of a table and of a way of playing.
pub(super) struct CountMachine {
    pub(super) start: Word,
    /// Sixteen words for each state that waits for a card.
    pub(super) rows: Vec<Word>,
    pub(super) choices: Vec<Choice>,
    /// What each end has won, in parts of the bet.
    pub(super) ends: Vec<i32>,
    /// Boxes that are split, by the number of the word.
    pub(super) splits: Vec<SplitBox>,
    /// The states of their hands.
    pub(super) hands: Splits,
    /// The parts of a bet.
    pub(super) parts: i32,
}

/// A box that is split.
#[allow(clippy::large_enum_variant, reason = "a list of them is not moved")]
pub(super) enum SplitBox {
    /// Its hands are played by states of their own.
    ByStates(SplitCourse),
    /// It is played by the rules.
    ByRules(OpenRound),
}

/// The hands of a split box in the course of a round.
#[derive(Clone, Copy)]
pub(super) struct SplitCourse {
    play: SplitPlay,
    /// What was settled before the split, in parts of the bet.
    before: i32,
    /// Whether an insurance bet waits for the dealer.
    insured: bool,
    hands: usize,
    done: usize,
    /// How each hand ended.
    ended: [u8; HANDS_MAX],
    step: u16,
    /// Whether the dealer's cards are due.
    to_dealer: bool,
}

/// What a split box waits for.
pub(super) enum SplitWait {
    /// A card of the box.
    Card,
    /// The move at a count.
    Choice(HandChoice),
    /// A card of the dealer's.
    Dealer,
    /// Nothing: it has won this.
    Over(i32),
}

impl SplitCourse {
    fn new(play: SplitPlay, before: i32, insured: bool) -> Self {
        let step = play.starts[2];
        Self { play, before, insured, hands: 2, done: 0, ended: [0; HANDS_MAX], step, to_dealer: false }
    }

    /// Goes on to the next card or choice.
    pub(super) fn go_on(&mut self, states: &Splits) -> SplitWait {
        loop {
            match self.step {
                step if step & DONE == 0 => {
                    return if self.to_dealer { SplitWait::Dealer } else { SplitWait::Card };
                }
                SPLIT => {
                    self.hands += 1;
                    self.step = self.play.starts[self.hands];
                }
                step if step & CHOICE == CHOICE => {
                    return SplitWait::Choice(states.choices[usize::from(step & !CHOICE)]);
                }
                step if self.to_dealer => {
                    return SplitWait::Over(self.won(states, usize::from(step & !DONE)));
                }
                step => self.ends(step.to_le_bytes()[0]),
            }
        }
    }

    /// A card falls to the hand or to the dealer.
    pub(super) fn takes(&mut self, states: &Splits, card: u8) {
        self.step = states.step(self.step, card);
    }

    /// Makes a move.
    pub(super) const fn follows(&mut self, step: u16) {
        self.step = step;
    }

    /// A hand ends; the next one follows, or the dealer.
    fn ends(&mut self, class: u8) {
        self.ended[self.done] = class;
        self.done += 1;
        self.to_dealer = self.done == self.hands;
        self.step = match self.to_dealer {
            false => self.play.starts[self.hands],
            true if self.ended[..self.hands].iter().any(|class| class % DOUBLED != BUST) => self.play.dealer,
            true => self.play.dealer_alone,
        };
    }

    /// What the box has won at the dealer's end.
    fn won(&self, states: &Splits, dealer: usize) -> i32 {
        let worths = &states.worths[self.play.worths];
        let of_hand = |(place, class): (usize, &u8)| {
            i32::from(worths[usize::from(place > 0)][usize::from(*class) % CLASSES][dealer % FINALS])
        };
        let hands: i32 = self.ended[..self.hands].iter().enumerate().map(of_hand).sum();
        let insured = states.insured[dealer % FINALS].filter(|_| self.insured);
        // Half of the bet is insured.
        let insurance =
            insured.map_or(0, |(_, profit)| i32::try_from(profit / 2).expect("odds have small terms"));
        self.before + hands + insurance
    }
}

impl CountMachine {
    pub(super) fn new(table: &BoxOf<CountPlay>, parts: i32) -> Self {
        let ranks = &table.supply.chances;
        let steps = StepMachine::new(&table.game, ranks);
        let ends = steps.ends.iter().map(|end| in_parts(f64::from(end.won), parts)).collect();
        let mut builder = Builder {
            steps: &steps,
            kinds: ranks.len(),
            play: &table.policy,
            known: HashMap::new(),
            places: HashMap::new(),
            numbers: HashMap::new(),
            rows: Vec::new(),
            choices: Vec::new(),
        };
        let start = builder.word(steps.start);
        let Builder { rows, choices, .. } = builder;
        let mut hands = SplitBuilder::new(table);
        let rounds = steps.splits.into_iter().zip(&steps.pairs);
        let points: Vec<(OpenRound, Option<u16>)> = rounds
            .map(|(round, pair)| {
                let insured = round.insurance == Insurance::Stands;
                let point = hands.situation(pair, &Vec::new(), insured);
                (round, point)
            })
            .collect();
        let hands = hands.done();
        let split = |(round, point): (OpenRound, Option<u16>)| {
            let play = point.and_then(|point| hands.situations[usize::from(point)].play);
            match play {
                Some(play) => SplitBox::ByStates(SplitCourse::new(
                    play,
                    in_parts(round.won, parts),
                    round.insurance == Insurance::Stands,
                )),
                None => SplitBox::ByRules(round),
            }
        };
        let splits = points.into_iter().map(split).collect();
        Self { start, rows, choices, ends, splits, hands, parts }
    }

    /// The word after a card.
    #[inline]
    pub(super) fn after(&self, word: Word, card: u8) -> Word {
        self.rows[word.number() + usize::from(card) % KINDS]
    }
}

/// The parts of a bet in which every result is a whole number: of what may be paid, of half a bet that is surrendered, and
/// of the half that may be insured.
pub(super) fn parts_of(game: &Blackjack) -> i32 {
    let staked = [game.ordinary.odds, game.natural.odds, game.insurance.odds].map(|odds| odds.terms().1);
    let [ordinary, natural, insurance] = staked.map(u64::from);
    let parts = lcm(2 * insurance, ordinary).and_then(|parts| lcm(parts, natural));
    parts.and_then(|parts| i32::try_from(parts).ok()).expect("odds have small terms")
}

/// A result in parts of the bet.
#[allow(clippy::cast_possible_truncation, reason = "results are small")]
pub(super) fn in_parts(won: f64, parts: i32) -> i32 {
    let whole = won * f64::from(parts);
    debug_assert!((whole - whole.round()).abs() < 1e-3, "{won} in {parts} parts");
    whole.round() as i32
}

impl HandMoves for CountPlay {
    fn places(&self) -> usize {
        COUNTS
    }

    fn made(&self, place: usize, game: &Seated<Blackjack, 1>, view: &Deal<1>) -> Move {
        let Some(hand) = game.to_decide(view, 0) else { return Move::Look };
        let hand = chart_hand(game, view.at(0).hands()[usize::from(hand)], view.dealer());
        self.charts[place].decide(hand, |mv| game.check(view, 0, mv).is_ok())
    }
}

struct Builder<'b> {
    steps: &'b StepMachine,
    /// The kinds of cards, which are the places of a row that mean something.
    kinds: usize,
    play: &'b CountPlay,
    known: HashMap<Next, Word>,
    places: HashMap<(CardFall, [Word; KINDS]), Word>,
    numbers: HashMap<(Choice, bool), Word>,
    rows: Vec<Word>,
    choices: Vec<Choice>,
}

impl Builder<'_> {
    fn word(&mut self, next: Next) -> Word {
        if let Some(word) = self.known.get(&next) {
            return *word;
        }
        let word = match next.kind() {
            Next::CARD => self.card(next.number()),
            Next::DECISION => self.decision(&self.steps.decisions[next.number()]),
            Next::END => Word::new(Word::END, next.number()),
            _ => Word::new(Word::SPLIT, next.number()),
        };
        self.known.insert(next, word);
        word
    }

    fn card(&mut self, number: usize) -> Word {
        let steps = self.steps;
        let fall = steps.falls[number];
        let mut row = [Word::new(Word::END, 0); KINDS];
        for (word, next) in row.iter_mut().zip(&steps.cards[number][..self.kinds]) {
            *word = self.word(*next);
        }
        if let Some(word) = self.places.get(&(fall, row)) {
            return *word;
        }
        let word = Word::new(Word::CARD, self.rows.len())
            .marked(Word::DEALER, fall.to_dealer)
            // Whoever counts sees the cards of all boxes.
            .marked(Word::UNSEEN, fall.to_dealer && !fall.is_up);
        self.rows.extend(row);
        self.places.insert((fall, row), word);
        word
    }

    fn decision(&mut self, decision: &Decision) -> Word {
        let insurance = decision.observed[0] == ObservedPhase::Insurance as i8;
        let at = |place| action(self.play, decision.observed, decision.permitted, place);
        let actions: Vec<Action> = (0..COUNTS).map(at).collect();
        let mut word = self.word(decision.next[actions[0] as usize]);
        for place in (1..COUNTS).filter(|place| actions[*place] != actions[place - 1]) {
            let then = self.word(decision.next[actions[place] as usize]);
            if then != word {
                word = self.choice(Choice { from: count_at(place), below: word, then }, insurance);
            }
        }
        word
    }

    fn choice(&mut self, choice: Choice, insurance: bool) -> Word {
        if let Some(word) = self.numbers.get(&(choice, insurance)) {
            return *word;
        }
        let word = Word::new(Word::CHOICE, self.choices.len()).marked(Word::INSURANCE, insurance);
        self.choices.push(choice);
        self.numbers.insert((choice, insurance), word);
        word
    }
}

/// What a counter does at a count, by what the table shows and permits.
pub(super) fn action(
    play: &CountPlay,
    observed: [i8; OBSERVED],
    permitted: Permitted,
    place: usize,
) -> Action {
    if observed[0] == ObservedPhase::Insurance as i8 {
        return match (permitted.has(Action::EvenMoney), permitted.has(Action::Insure)) {
            (true, _) if play.evens[place] => Action::EvenMoney,
            (_, true) if play.insures[place] => Action::Insure,
            _ => Action::GoOn,
        };
    }
    let made = action_of(play.charts[place].decide(hand_of(observed), |mv| permitted.has(action_of(mv))));
    match permitted.has(made) {
        true => made,
        // Before the dealer looks, whatever is not to surrender is to go on; and so is the end of a round without a decision.
        false if permitted.has(Action::GoOn) => Action::GoOn,
        // A split Ace that got its one card.
        false => Action::Stand,
    }
}

/// The hand that a table shows, as a chart sees it.
fn hand_of(observed: [i8; OBSERVED]) -> ChartHand {
    let [_, score, soft, pair, up, ..] = observed.map(i8::unsigned_abs);
    ChartHand {
        score,
        soft: soft != 0,
        pair: (pair != 0).then_some(pair),
        up: usize::from(up).checked_sub(1),
    }
}
