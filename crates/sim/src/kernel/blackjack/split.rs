//! Rounds with a split: each hand is played by its own states, found by following the rules, and all hands are
//! settled against the end of the dealer.
//!
//! Which cards a hand takes depends on its own cards, the dealer's cards and the number of hands. Its profit depends
//! on its score, on whether it was doubled, on whether it is the first hand, and on the dealer's end.

use croupier_rules::games::blackjack::HANDS_MAX;

use super::state::CARDS;

/// The ways a hand can end: its score, or 22 for any score above 21, plus 32 if it was doubled.
pub(crate) const CLASSES: usize = 64;
pub(crate) const BUST: u8 = 22;
pub(crate) const DOUBLED: u8 = 32;
/// The ways the dealer can end: no card taken, 17 to 21, above 21, or 21 with two cards.
pub(crate) const FINALS: usize = 8;
/// The largest profit or loss of a round.
pub(crate) const PROFIT_MAX: i64 = 127;

/// The hand or the dealer has ended; the lower bits are the class or the dealer's end.
pub(crate) const DONE: u16 = 1 << 15;
/// The hand is split.
pub(crate) const SPLIT: u16 = DONE | 1 << 14;
/// The move depends on the count; the lower bits are the number of the choice.
pub(crate) const CHOICE: u16 = DONE | 1 << 13;

/// The profit of each class of hand at each end of the dealer, for the first hand and for those created by splitting.
pub(crate) type Worths = [[[i16; FINALS]; CLASSES]; 2];

/// A move that depends on the count.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct HandChoice {
    /// The lowest place of the count for the second step.
    pub(crate) from: usize,
    pub(crate) below: u16,
    pub(crate) then: u16,
}

/// The settlement of an insurance bet: its wager and its profit.
pub(crate) type Insured = Option<(usize, i64)>;

/// A pair that is split, against given cards of the dealer.
pub(crate) struct SplitPoint {
    /// The number of cards dealt since the round began.
    pub(crate) depth: usize,
    /// Whether an insurance bet waits for the dealer.
    pub(crate) insured: bool,
    /// What was settled before.
    pub(crate) before: Vec<(usize, i64, u64)>,
    pub(crate) play: Option<SplitPlay>,
}

/// The first states of the hands and of the dealer.
#[derive(Clone, Copy)]
pub(crate) struct SplitPlay {
    /// By the number of hands.
    pub(crate) starts: [u16; HANDS_MAX + 1],
    pub(crate) dealer: u16,
    /// The dealer's first state if all hands are over 21.
    pub(crate) dealer_alone: u16,
    pub(crate) worths: usize,
}

/// The profit of a round with a split, and the amount staked.
pub(crate) struct SplitResult {
    pub(crate) profit: i64,
    pub(crate) staked: u64,
}

impl SplitPoint {
    /// Whether there is no other stake than those on the hands.
    const fn is_alone(&self) -> bool {
        self.before.is_empty() && !self.insured
    }
}

#[derive(Default)]
pub(crate) struct Splits {
    pub(crate) steps: Vec<u16>,
    pub(crate) situations: Vec<SplitPoint>,
    /// Moves that depend on the count.
    pub(crate) choices: Vec<HandChoice>,
    pub(crate) worths: Vec<Worths>,
    /// The settlement of an insurance bet at each end of the dealer.
    pub(crate) insured: [Insured; FINALS],
}

impl Splits {
    /// The number of cards dealt before the split.
    pub(crate) fn depth(&self, situation: u16) -> usize {
        self.situations[usize::from(situation)].depth
    }

    /// Plays the rest of the round with the cards after the pair; `None` if the rules must play it, or there are too
    /// few cards.
    #[inline]
    pub(crate) fn play(&self, situation: u16, mut card: impl FnMut() -> Option<u8>) -> Option<SplitResult> {
        let play = self.situations.get(usize::from(situation)).filter(|point| point.is_alone())?.play?;
        let mut ended = [0_u8; HANDS_MAX];
        let (mut hands, mut done) = (2, 0);
        while done < hands {
            let mut state = play.starts[hands];
            loop {
                let step = self.step(state, card()?);
                if step & DONE == 0 {
                    state = step;
                } else if step == SPLIT {
                    hands += 1;
                    state = *play.starts.get(hands)?;
                } else {
                    *ended.get_mut(done)? = step as u8;
                    break;
                }
            }
            done += 1;
        }
        let mut dealer = DONE;
        if ended[..hands].iter().any(|class| class % DOUBLED != BUST) {
            dealer = play.dealer;
            while dealer & DONE == 0 {
                dealer = self.step(dealer, card()?);
            }
        }
        let worths = &self.worths[play.worths];
        let mut round = SplitResult { profit: 0, staked: 0 };
        for (place, class) in ended[..hands].iter().enumerate() {
            let class = usize::from(*class) % CLASSES;
            round.profit += i64::from(worths[usize::from(place > 0)][class][usize::from(dealer) % FINALS]);
            round.staked += 1 + (class as u64 / u64::from(DOUBLED));
        }
        Some(round)
    }

    #[inline(always)]
    pub(crate) fn step(&self, state: u16, card: u8) -> u16 {
        self.steps.get(usize::from(state) + usize::from(card) % CARDS).copied().unwrap_or(DONE)
    }
}
