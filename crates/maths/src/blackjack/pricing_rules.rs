//! The rules of a table as far as they affect its price. They are read from the rules in play, never inferred from a
//! book's name.

use std::fmt;

use croupier_kit::{Odds, Rank, lcm};
use croupier_rules::games::blackjack::{
    AcesAgain, Blackjack, DealerBeforePlay, DealerOn17, DoubleAfterSplit, EvenMoney, Insurance,
    LostToBlackjack, NaturalsPaid, OnEqual, Pairs, SplitAces, SplitRules, SplitTwoCard21, Surrender,
    SurrenderWhen, WayToWin,
};

use super::hands::{ACE, HandState, KINDS, TEN};

/// The number of final results of the dealer: 17 to 21, blackjack, over 21.
pub(super) const FINALS: usize = 7;

/// The index of the dealer's blackjack among the final results.
pub(super) const BLACKJACK: usize = 5;

/// The index of the dealer over 21 among the final results.
pub(super) const DEALER_OVER: usize = 6;

/// The most parts of a stake that odds may need; odds that need more are refused.
const UNIT_MAX: i64 = 1 << 20;

/// Why a table or a shoe cannot be priced.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BlackjackError {
    /// A card other than an Ace counts 1.
    CountsAsAce(Rank),
    /// More cards of a rank than the packs have, or a negative number.
    Impossible {
        /// The rank.
        rank: Rank,
        /// The number of cards given.
        found: i64,
        /// The number of such cards in the packs.
        most: u16,
    },
    /// More cards of a value than the packs have, or a negative number.
    ImpossibleValue {
        /// The value of the card; 1 for an Ace.
        value: u8,
        /// The number of cards given.
        found: i64,
        /// The number of such cards in the packs.
        most: u16,
    },
    /// A round could run out of cards.
    TooFew {
        /// The total value of the cards left, an Ace as 1.
        points: u32,
        /// The total value that the longest round could need.
        needed: u32,
    },
    /// The odds cannot be expressed in whole parts of a stake.
    Odds(Odds),
}

impl fmt::Display for BlackjackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CountsAsAce(rank) => {
                write!(f, "a {} that counts one cannot be distinguished from an Ace", rank.symbol())
            }
            Self::Impossible { rank, found, most } => {
                write!(f, "{found} cards of rank {}: the packs have 0 to {most}", rank.symbol())
            }
            Self::ImpossibleValue { value, found, most } => {
                write!(f, "{found} cards that count {value}: the packs have 0 to {most}")
            }
            Self::TooFew { points, needed } => write!(
                f,
                "too few cards: those left count {points} together, and a round can need {needed} before the dealer has finished"
            ),
            Self::Odds(odds) => write!(f, "odds of {odds} are too fine to be counted"),
        }
    }
}

impl std::error::Error for BlackjackError {}

/// Which stake a hand carries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StakeRole {
    /// The stake placed before the first card.
    Original,
    /// A stake placed for a split.
    Further,
}

/// The rules of a table as far as they affect its price. Profits are whole numbers of parts of a stake.
#[derive(Clone, Debug)]
pub(super) struct PricingRules {
    /// The kind of each rank.
    pub(super) kinds: [usize; 13],
    /// The number of cards of each rank in the packs.
    pub(super) each: u16,
    pub(super) before_play: DealerBeforePlay,
    pub(super) dealer_on_17: DealerOn17,
    pub(super) ace_eleven: bool,
    /// The number of parts in a stake.
    pub(super) unit: i64,
    ordinary: i64,
    natural: i64,
    wins: Vec<WayToWin>,
    on_equal: OnEqual,
    naturals: NaturalsPaid,
    double_scores: Vec<u8>,
    pub(super) split: SplitRules,
    surrender: Surrender,
    surrender_when: SurrenderWhen,
    pub(super) insurance: Insurance,
    even_money: EvenMoney,
    lost: LostToBlackjack,
}

impl PricingRules {
    pub(super) fn read(rules: &Blackjack) -> Result<Self, BlackjackError> {
        let (ordinary, natural) = (rules.ordinary.odds.terms(), rules.natural.odds.terms());
        let unit = lcm(ordinary.1.into(), natural.1.into()).and_then(|unit| lcm(2, unit));
        let unit = unit.and_then(|unit| i64::try_from(unit).ok()).filter(|unit| *unit <= UNIT_MAX);
        let unit = unit.ok_or(BlackjackError::Odds(rules.natural.odds))?;
        let parts = |(won, staked): (u32, u32)| i64::from(won) * unit / i64::from(staked);
        let mut kinds = [ACE; 13];
        for rank in Rank::ALL.into_iter().filter(|rank| *rank != Rank::Ace) {
            kinds[rank as usize] = match rules.values.of(rank) {
                0 | 1 => return Err(BlackjackError::CountsAsAce(rank)),
                value => usize::from(value) - 1,
            };
        }
        Ok(Self {
            kinds,
            each: 4 * u16::from(rules.packs),
            before_play: rules.before_play,
            dealer_on_17: rules.dealer_on_17,
            ace_eleven: rules.values.may_be_eleven(Rank::Ace),
            unit,
            ordinary: parts(ordinary),
            natural: parts(natural),
            wins: rules.wins.iter().map(|clause| clause.way).collect(),
            on_equal: rules.on_equal,
            naturals: rules.naturals,
            double_scores: rules.double_scores.clone(),
            split: rules.split.clone(),
            surrender: rules.surrender,
            surrender_when: rules.surrender_when,
            insurance: rules.insurance,
            even_money: rules.even_money,
            lost: rules.lost_to_blackjack,
        })
    }

    /// Whether the dealer checks for blackjack before anyone plays.
    pub(super) fn looks(&self) -> bool {
        self.before_play == DealerBeforePlay::HoleCard
    }

    /// The up-cards that play may depend on: the ten kinds, or only `None` where the dealer has no card before play.
    pub(super) fn up_cards(&self) -> Vec<Option<usize>> {
        match self.before_play {
            DealerBeforePlay::NoCard => vec![None],
            DealerBeforePlay::OneCard | DealerBeforePlay::HoleCard => (0..KINDS).map(Some).collect(),
        }
    }

    /// The kind of second card that makes blackjack with this up-card.
    pub(super) fn completes(&self, up: Option<usize>) -> Option<usize> {
        match up {
            Some(ACE) if self.ace_eleven => Some(TEN),
            Some(TEN) if self.ace_eleven => Some(ACE),
            _ => None,
        }
    }

    /// Whether stakes placed for a split are settled differently from the original stake against a dealer's
    /// blackjack.
    pub(super) fn roles_differ(&self, up: Option<usize>) -> bool {
        let possible = self.completes(up).is_some() || (up.is_none() && self.ace_eleven);
        possible && !self.looks() && self.lost == LostToBlackjack::OriginalBets
    }

    /// The profit, in parts, of a hand of 21 or less that is not a blackjack, with `stakes` stakes on it.
    pub(super) fn profit(&self, score: u8, stakes: i64, role: StakeRole, dealer: usize) -> i64 {
        let staked = stakes * self.unit;
        if dealer == BLACKJACK {
            return self.lost_to_blackjack(staked, role);
        }
        let his = 17 + u8::try_from(dealer).expect("a result of the dealer is a small index");
        let won = match dealer {
            DEALER_OVER => self.wins.contains(&WayToWin::DealerOver),
            _ => self.wins.contains(&WayToWin::Higher) && score > his,
        };
        match won {
            true => stakes * self.ordinary,
            false if dealer != DEALER_OVER && score == his => self.equal(staked),
            false => -staked,
        }
    }

    fn lost_to_blackjack(&self, staked: i64, role: StakeRole) -> i64 {
        match (self.looks() || self.lost == LostToBlackjack::OriginalBets, role) {
            (false, _) => -staked,
            (true, StakeRole::Original) => -self.unit,
            (true, StakeRole::Further) => 0,
        }
    }

    fn equal(&self, staked: i64) -> i64 {
        if self.on_equal == OnEqual::Void { 0 } else { -staked }
    }

    /// The profit of a blackjack, in parts. If it is paid at once, it is compared with the dealer's first one or two
    /// cards.
    pub(super) fn natural_profit(&self, dealer: usize, up: Option<usize>) -> i64 {
        let at_once = self.naturals == NaturalsPaid::AtOnce;
        let open = up.is_some() && dealer == BLACKJACK;
        let way = match dealer {
            // Where the dealer has no card before play, a blackjack that is paid at once is paid before the dealer
            // can have one.
            BLACKJACK if at_once && !open => WayToWin::Higher,
            BLACKJACK => return self.equal(self.unit),
            _ if at_once => WayToWin::Higher,
            4 => WayToWin::TwoCards,
            DEALER_OVER => WayToWin::DealerOver,
            _ => WayToWin::Higher,
        };
        if self.wins.contains(&way) { self.natural } else { -self.unit }
    }

    /// The most that a hand other than a blackjack can win on a single stake, in parts.
    pub(super) fn most(&self) -> i64 {
        self.ordinary.max(0)
    }

    /// Whether another card cannot harm a hand: it cannot go over 21, and its present score is worth no more than any
    /// lower score.
    pub(super) fn must_gain(&self, hand: &HandState) -> bool {
        hand.hard <= 11 && hand.score(self.ace_eleven).0 <= 16 && self.wins.contains(&WayToWin::Higher)
    }

    /// The most that a stake can win, in parts.
    pub(super) fn best_profit(&self) -> i64 {
        self.natural.max(self.ordinary)
    }

    /// Whether two cards with this score may be doubled.
    pub(super) fn may_double(&self, score: u8, after_split: bool) -> bool {
        let scores = self.double_scores.is_empty() || self.double_scores.contains(&score);
        scores && (!after_split || self.split.double == DoubleAfterSplit::AsOthers)
    }

    /// Whether the first two cards may be surrendered.
    pub(super) fn may_surrender(&self, up: Option<usize>) -> bool {
        match self.surrender {
            Surrender::Never => false,
            Surrender::UnlessAce => up != Some(ACE),
            Surrender::AnyCard => true,
        }
    }

    /// Whether a surrender comes before the dealer's look, so that his blackjack takes no more than half.
    pub(super) fn surrenders_early(&self) -> bool {
        !self.looks() || self.surrender_when == SurrenderWhen::BeforeLook
    }

    /// Whether a blackjack may be settled at even money.
    pub(super) fn even_money(&self, up: Option<usize>) -> bool {
        let offered = matches!(self.even_money, EvenMoney::Offered(_));
        offered && up == Some(ACE) && self.before_play != DealerBeforePlay::NoCard
    }

    /// The most hands that a pair of this kind can become; 1 where it may not be split.
    pub(super) fn hands_most(&self, kind: usize) -> usize {
        let value = u8::try_from(kind + 1).expect("a card counts at most 10");
        let most = usize::from(self.split.hands_max.max(1));
        match kind {
            _ if self.split.barred.contains(&value) => 1,
            ACE if self.split.aces_again == AcesAgain::Never => most.min(2),
            _ => most,
        }
    }

    /// Whether hands made from this pair get only one further card.
    pub(super) fn one_card(&self, kind: usize) -> bool {
        kind == ACE && self.split.aces == SplitAces::OneCard
    }

    /// Whether 21 in two cards after a split is blackjack.
    pub(super) fn split_natural(&self) -> bool {
        self.split.two_card_21 == SplitTwoCard21::Blackjack
    }

    /// The classes of ranks that form pairs: one class for the whole kind, or one for each rank.
    pub(super) fn classes(&self, kind: usize) -> Vec<Vec<Rank>> {
        let ranks = || Rank::ALL.into_iter().filter(|rank| self.kinds[*rank as usize] == kind);
        match self.split.pairs {
            Pairs::Value => vec![ranks().collect()],
            Pairs::Rank => ranks().map(|rank| vec![rank]).collect(),
        }
    }
}
