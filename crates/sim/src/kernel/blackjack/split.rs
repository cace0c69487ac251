//! Rounds in which a hand is split: each hand is played by states of its own, found by following the rules, and all are
//! settled against what the dealer ends with.
//!
//! Which cards a hand takes depends on its own cards, the dealer's and how many hands there are; what it comes to depends
//! on its score, whether it was doubled, whether it is the first, and on the dealer's end.

use croupier_rules::games::blackjack::HANDS_MAX;

use super::state::CARDS;

/// Ways a hand can end: its score, 22 for any above 21, and 32 more where it was doubled.
pub(super) const CLASSES: usize = 64;
pub(super) const BUST: u8 = 22;
pub(super) const DOUBLED: u8 = 32;
/// Ways the dealer can end: he takes no card, 17 to 21, above 21, 21 in two cards.
pub(super) const FINALS: usize = 8;
/// Profits stay within this either way.
pub(super) const PROFIT_MAX: i64 = 127;

/// The hand or the dealer is done: the class or the end lies below.
pub(super) const DONE: u16 = 1 << 15;
/// The hand is split.
pub(super) const SPLIT: u16 = DONE | 1 << 14;

/// What each class of hand comes to at each end, for the first hand and for those that were made by splitting.
pub(super) type Worths = [[[i16; FINALS]; CLASSES]; 2];

/// A pair that is split against the dealer's cards.
pub(super) struct SplitPoint {
    /// How many cards have fallen since the round began.
    pub(super) depth: usize,
    pub(super) play: Option<SplitPlay>,
}

/// Where its hands begin, and where the dealer does.
#[derive(Clone, Copy)]
pub(super) struct SplitPlay {
    /// By the number of hands there are.
    pub(super) starts: [u16; HANDS_MAX + 1],
    pub(super) dealer: u16,
    pub(super) worths: usize,
}

/// A round that was split: what it came to, and what was staked.
pub(super) struct SplitResult {
    pub(super) profit: i64,
    pub(super) staked: u64,
}

#[derive(Default)]
pub(super) struct Splits {
    pub(super) steps: Vec<u16>,
    pub(super) situations: Vec<SplitPoint>,
    pub(super) worths: Vec<Worths>,
}

impl Splits {
    /// How many cards have fallen when the hand is split.
    pub(super) fn depth(&self, situation: u16) -> usize {
        self.situations[usize::from(situation)].depth
    }

    /// Plays on with the cards after the pair; `None` where the rules must play it, or the cards do not suffice.
    #[inline]
    pub(super) fn play(&self, situation: u16, mut card: impl FnMut() -> Option<u8>) -> Option<SplitResult> {
        let play = self.situations.get(usize::from(situation))?.play?;
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
    fn step(&self, state: u16, card: u8) -> u16 {
        self.steps.get(usize::from(state) + usize::from(card) % CARDS).copied().unwrap_or(DONE)
    }
}
