//! Builds the states of split hands by following every course of play under the rules and the chart.

use std::collections::{HashMap, HashSet};

use croupier_kit::Rank;
use croupier_maths::blackjack::Chart;
use croupier_rules::contract::{Fall, Game, Seated, Turn};
use croupier_rules::games::blackjack::{Blackjack, Deal, HANDS_MAX, Move, SplitTwoCard21};

use super::split::{
    BUST, CHOICE, CLASSES, DONE, DOUBLED, FINALS, HandChoice, PROFIT_MAX, SPLIT, SplitPlay, SplitPoint,
    Splits,
};
use super::state::{BoxOf, CARDS, HandKey, hand_key};
use crate::machine::End;
use crate::play::DecisionRule;
use crate::policy::DecisionBits;

/// How a hand is played: by one chart, or by one for every count.
pub(crate) trait HandMoves {
    /// The number of counts.
    fn places(&self) -> usize;

    /// The move at the place of a count.
    fn made(&self, place: usize, game: &Seated<Blackjack, 1>, view: &Deal<1>) -> Move;
}

impl HandMoves for Chart {
    fn places(&self) -> usize {
        1
    }

    fn made(&self, _: usize, game: &Seated<Blackjack, 1>, view: &Deal<1>) -> Move {
        DecisionRule::<Seated<Blackjack, 1>>::decide(self, game, view, 0, DecisionBits(0), &())
    }
}

/// One hand of a split pair, waiting for a card.
#[derive(Clone)]
struct Now {
    deal: Deal<1>,
    /// The index of the hand.
    place: u8,
    doubled: bool,
    /// The indices of the hands to its right, the nearest last.
    later: Vec<u8>,
    /// Whether a hand to its left is waiting for the dealer.
    standing: bool,
    /// Whether an insurance bet waits for the dealer.
    insured: bool,
}

/// Everything that the rest of a hand depends on.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Key {
    hand: HandKey,
    dealer: HandKey,
    hands: usize,
    first: bool,
    doubled: bool,
    /// With insurance: whether a hand waits for the dealer.
    insured: Option<bool>,
}

/// The dealer's cards, and whether hands and an insurance bet wait for more of them.
type DealerKey = (HandKey, bool, bool);

/// The dealer's cards, the rank of the pair, what was settled before and whether there is insurance.
type PairKey = (HandKey, Option<Rank>, End, bool);

pub(crate) struct Builder<'t, D> {
    table: &'t BoxOf<D>,
    splits: Splits,
    situations: HashMap<PairKey, u16>,
    known: HashMap<Key, u16>,
    dealers: HashMap<DealerKey, u16>,
    states: HashMap<[u16; CARDS], u16>,
    choices: HashMap<HandChoice, u16>,
    /// The first states of hands: by the dealer's cards, whether there is insurance, the rank of the pair and the number of
    /// hands.
    starts: HashMap<(HandKey, bool, Option<Rank>, usize), u16>,
    worths: HashMap<HandKey, usize>,
    /// The combinations already evaluated: by the dealer's cards, whether it is the first hand, and how it ended.
    weighed: HashSet<(usize, bool, u8)>,
}

/// The number of the dealer's end.
fn final_of(deal: &Deal<1>) -> Option<u16> {
    let dealer = deal.dealer();
    match dealer.score() {
        21 if dealer.is_two_card_21() => Some(7),
        score @ 17.. => Some(u16::from(score.min(BUST)) - 16),
        _ => None,
    }
}

fn dealer_key(deal: &Deal<1>) -> HandKey {
    hand_key(deal.dealer(), deal.dealer().cards() <= 2)
}

impl<'t, D: HandMoves> Builder<'t, D> {
    pub(crate) fn new(table: &'t BoxOf<D>) -> Self {
        Self {
            table,
            splits: Splits::default(),
            situations: HashMap::new(),
            known: HashMap::new(),
            dealers: HashMap::new(),
            states: HashMap::new(),
            choices: HashMap::new(),
            starts: HashMap::new(),
            worths: HashMap::new(),
            weighed: HashSet::new(),
        }
    }

    pub(crate) fn done(self) -> Splits {
        self.splits
    }

    /// The number of the situation in which this hand is split, after `before` was settled; `insured` means that an insurance
    /// bet waits for the dealer.
    pub(crate) fn situation(&mut self, deal: &Deal<1>, before: &End, insured: bool) -> Option<u16> {
        let pair = deal.at(0).hands()[0];
        let key = (dealer_key(deal), pair.first_rank(), before.clone(), insured);
        if let Some(number) = self.situations.get(&key) {
            return Some(*number);
        }
        let depth = usize::from(pair.cards() + deal.dealer().cards());
        let ordinary = self.table.game.split.two_card_21 == SplitTwoCard21::Ordinary;
        let play = if ordinary { self.play(deal, insured) } else { None };
        let number = u16::try_from(self.splits.situations.len()).ok()?;
        self.splits.situations.push(SplitPoint { depth, insured, before: before.clone(), play });
        self.situations.insert(key, number);
        Some(number)
    }

    fn play(&mut self, pair: &Deal<1>, insured: bool) -> Option<SplitPlay> {
        let mut deal = *pair;
        self.table.game.play_unchecked(&mut deal, 0, Move::Split);
        let (dealer, rank) = (dealer_key(&deal), pair.at(0).hands()[0].first_rank());
        self.begin(&Now { deal, place: 0, doubled: false, later: vec![1], standing: false, insured })?;
        let mut starts = [0; HANDS_MAX + 1];
        for (hands, start) in starts.iter_mut().enumerate() {
            *start = self.starts.get(&(dealer, insured, rank, hands)).copied().unwrap_or(0);
        }
        let after = |standing: bool| self.dealers.get(&(dealer, standing, insured)).copied();
        Some(SplitPlay {
            starts,
            dealer: after(true)?,
            // If no hand can go over 21, nothing follows that.
            dealer_alone: after(false).unwrap_or(DONE),
            worths: *self.worths.get(&dealer)?,
        })
    }

    /// Starts a hand with one card of the pair. Every such hand must have the same state, or the split cannot be
    /// played by states.
    fn begin(&mut self, now: &Now) -> Option<()> {
        let on_table = now.deal.at(0).hands();
        let rank = on_table[usize::from(now.place)].first_rank();
        let key = (dealer_key(&now.deal), now.insured, rank, on_table.len());
        let state = self.state(now)?;
        (*self.starts.entry(key).or_insert(state) == state).then_some(())
    }

    fn state(&mut self, now: &Now) -> Option<u16> {
        let hands = now.deal.at(0).hands();
        let hand = hands[usize::from(now.place)];
        let key = Key {
            hand: hand_key(hand, hand.cards() == 1),
            dealer: dealer_key(&now.deal),
            hands: hands.len(),
            first: now.place == 0,
            doubled: now.doubled,
            insured: now.insured.then_some(now.standing),
        };
        if let Some(state) = self.known.get(&key) {
            return Some(*state);
        }
        let mut row = [DONE; CARDS];
        for place in 0..self.table.supply.chances.len() {
            row[place] = self.after(now, self.table.supply.chances[place])?;
        }
        let state = self.of_row(row)?;
        self.known.insert(key, state);
        Some(state)
    }

    /// The state with this row of steps.
    fn of_row(&mut self, row: [u16; CARDS]) -> Option<u16> {
        if let Some(state) = self.states.get(&row) {
            return Some(*state);
        }
        let state = u16::try_from(self.splits.steps.len()).ok().filter(|state| *state < DONE)?;
        self.splits.steps.extend(row);
        self.states.insert(row, state);
        Some(state)
    }

    /// The effect of a card on a hand.
    fn after(&mut self, before: &Now, rank: Rank) -> Option<u16> {
        let (game, policy) = (&self.table.game, &self.table.policy);
        let mut now = before.clone();
        game.fall_unchecked(&mut now.deal, rank);
        let view = game.view(&now.deal, 0);
        if game.turn(&now.deal) != Turn::Seat(0) || game.to_decide(&view, 0) != Some(now.place) {
            return self.ended(now);
        }
        let made = |place| policy.made(place, game, &view);
        let moves: Vec<Move> = (0..policy.places()).map(made).collect();
        let mut step = self.moved(&now, moves[0])?;
        for place in (1..moves.len()).filter(|place| moves[*place] != moves[place - 1]) {
            let then = self.moved(&now, moves[place])?;
            if then != step {
                step = self.choice(HandChoice { from: place, below: step, then })?;
            }
        }
        Some(step)
    }

    /// The effect of a move on a hand.
    fn moved(&mut self, before: &Now, mv: Move) -> Option<u16> {
        let mut now = before.clone();
        let new = u8::try_from(now.deal.at(0).hands().len()).ok()?;
        self.table.game.play_unchecked(&mut now.deal, 0, mv);
        match mv {
            Move::Stand => self.ended(now),
            Move::Draw => self.state(&now),
            Move::Double => {
                now.doubled = true;
                self.state(&now)
            }
            Move::Split => {
                now.later.push(new);
                self.begin(&now)?;
                Some(SPLIT)
            }
            Move::Surrender | Move::PlayOn | Move::Look => None,
        }
    }

    /// The step to a choice.
    fn choice(&mut self, choice: HandChoice) -> Option<u16> {
        if let Some(step) = self.choices.get(&choice) {
            return Some(*step);
        }
        let number =
            u16::try_from(self.splits.choices.len()).ok().filter(|number| *number < SPLIT - CHOICE)?;
        self.splits.choices.push(choice);
        self.choices.insert(choice, CHOICE | number);
        Some(CHOICE | number)
    }

    /// Ends the hand, and follows the hands to its right and the dealer.
    fn ended(&mut self, mut now: Now) -> Option<u16> {
        let hand = now.deal.at(0).hands()[usize::from(now.place)];
        let class = hand.score().min(BUST) + if now.doubled { DOUBLED } else { 0 };
        self.weigh(&now, class)?;
        now.standing |= class % DOUBLED != BUST;
        now.doubled = false;
        if let Some(next) = now.later.pop() {
            now.place = next;
            self.begin(&now)?;
        } else if now.standing || now.insured {
            self.dealer(&now)?;
        }
        Some(DONE | u16::from(class))
    }

    /// The dealer's state once all hands have ended.
    fn dealer(&mut self, now: &Now) -> Option<u16> {
        let key = (dealer_key(&now.deal), now.standing, now.insured);
        if let Some(known) = self.dealers.get(&key) {
            return Some(*known);
        }
        let deal = &now.deal;
        let goes_on = match self.table.game.turn(deal) {
            Turn::Over => DONE | self.dealer_ends(now)?,
            Turn::Chance(Fall { to: Deal::<1>::DEALER, .. }) => {
                let mut row = [DONE; CARDS];
                for place in 0..self.table.supply.chances.len() {
                    let mut next = now.clone();
                    self.table.game.fall_unchecked(&mut next.deal, self.table.supply.chances[place]);
                    row[place] = self.dealer(&next)?;
                }
                self.of_row(row)?
            }
            _ => return None,
        };
        self.dealers.insert(key, goes_on);
        Some(goes_on)
    }

    /// The number of the dealer's end. An insurance bet is settled there, and alike at every end with the same number.
    fn dealer_ends(&mut self, now: &Now) -> Option<u16> {
        // Without hands that stand the dealer takes no more cards than insurance needs.
        let end = if now.standing { final_of(&now.deal)? } else { final_of(&now.deal).unwrap_or(0) };
        if now.insured {
            let settled = self.table.stakes.insurance_worth(&self.table.game, &now.deal)?;
            if *self.splits.insured[usize::from(end)].get_or_insert(settled) != settled {
                return None;
            }
        }
        Some(end)
    }

    /// Evaluates a hand that ended in `class`: its profit at each end of the dealer, by the rules. The hands to its
    /// right stand.
    fn weigh(&mut self, now: &Now, class: u8) -> Option<()> {
        let next = self.splits.worths.len();
        let worths = *self.worths.entry(dealer_key(&now.deal)).or_insert(next);
        if worths == next {
            self.splits.worths.push([[[0; FINALS]; CLASSES]; 2]);
        }
        if !self.weighed.insert((worths, now.place == 0, class)) {
            return Some(());
        }
        let game = &self.table.game;
        let mut row = [0; FINALS];
        if class % DOUBLED == BUST {
            row.fill(self.worth(now, &now.deal)?);
        } else {
            let mut deal = now.deal;
            loop {
                match game.turn(&deal) {
                    Turn::Chance(Fall { to: 0, .. }) => {
                        game.fall_unchecked(&mut deal, self.table.supply.chances[0]);
                    }
                    Turn::Seat(seat) => game.play_unchecked(&mut deal, seat, Move::Stand),
                    _ => break,
                }
            }
            self.at_every_end(now, &deal, &mut HashSet::new(), &mut row)?;
        }
        self.splits.worths[worths][usize::from(now.place > 0)][usize::from(class) % CLASSES] = row;
        Some(())
    }

    fn at_every_end(
        &self,
        now: &Now,
        deal: &Deal<1>,
        seen: &mut HashSet<HandKey>,
        row: &mut [i16; FINALS],
    ) -> Option<()> {
        if !seen.insert(dealer_key(deal)) {
            return Some(());
        }
        if self.table.game.turn(deal) == Turn::Over {
            row[usize::from(final_of(deal)?)] = self.worth(now, deal)?;
            return Some(());
        }
        for rank in &self.table.supply.chances {
            let mut next = *deal;
            self.table.game.fall_unchecked(&mut next, *rank);
            self.at_every_end(now, &next, seen, row)?;
        }
        Some(())
    }

    /// The profit of a hand; `None` if it is not settled, or if the profits of the round could exceed their bound.
    fn worth(&self, now: &Now, deal: &Deal<1>) -> Option<i16> {
        let stakes = &self.table.stakes;
        let (profit, _) = stakes.worth(&self.table.game, deal, (0, now.place), now.doubled)?;
        let most = i64::from(self.table.game.split.hands_max) * profit.abs();
        (most <= PROFIT_MAX).then(|| i16::try_from(profit).ok())?
    }
}
