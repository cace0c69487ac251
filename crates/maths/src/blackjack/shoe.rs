//! The cards left in a shoe, given by rank or by value. Impossible numbers are refused.

use croupier_kit::Rank;
use croupier_rules::contract::Stock;
use croupier_rules::games::blackjack::{Blackjack, Ranks};

use super::hands::KINDS;
use super::pricing_rules::{BlackjackError, PricingRules};

/// How many cards of each rank are left in a shoe.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RankCounts {
    ranks: [u16; 13],
}

impl RankCounts {
    /// The whole shoe of a table.
    pub fn whole(rules: &Blackjack) -> Self {
        Self { ranks: [4 * u16::from(rules.packs); 13] }
    }

    /// A shoe with `counts` cards of each rank, from Two to Ace.
    ///
    /// # Errors
    /// When a number is negative or larger than the packs of the table permit.
    pub fn of_ranks(rules: &Blackjack, counts: [i64; 13]) -> Result<Self, BlackjackError> {
        let most = 4 * u16::from(rules.packs);
        let mut ranks = [0; 13];
        for (rank, found) in Rank::ALL.into_iter().zip(counts) {
            let left = u16::try_from(found).ok().filter(|left| *left <= most);
            ranks[rank as usize] = left.ok_or(BlackjackError::Impossible { rank, found, most })?;
        }
        Ok(Self { ranks })
    }

    /// A shoe with `counts` cards of each value: 1 (the Aces), 2 and so on to 10. Ranks with the same value share the
    /// cards as evenly as possible; that matters only where the cards of a pair must have the same rank.
    ///
    /// # Errors
    /// When a number is negative or larger than the packs of the table permit.
    pub fn of_values(rules: &Blackjack, counts: [i64; KINDS]) -> Result<Self, BlackjackError> {
        let kinds = PricingRules::read(rules)?.kinds;
        let each = 4 * u16::from(rules.packs);
        let mut ranks = [0; 13];
        for (kind, found) in counts.into_iter().enumerate() {
            let alike: Vec<usize> = (0..13).filter(|rank| kinds[*rank] == kind).collect();
            let among = u16::try_from(alike.len()).expect("there are thirteen ranks");
            let most = each * among;
            let value = u8::try_from(kind + 1).expect("a card counts at most 10");
            let left = u16::try_from(found).ok().filter(|left| *left <= most);
            let left = left.ok_or(BlackjackError::ImpossibleValue { value, found, most })?;
            for (place, rank) in (0_u16..).zip(&alike) {
                ranks[*rank] = left / among + u16::from(place < left % among);
            }
        }
        Ok(Self { ranks })
    }

    /// The same shoe with one card of this rank fewer; `None` where it has none.
    pub fn without(&self, rank: Rank) -> Option<Self> {
        let mut less = self.clone();
        less.ranks[rank as usize] = less.ranks[rank as usize].checked_sub(1)?;
        Some(less)
    }

    /// How many cards of a rank are left.
    pub fn count(&self, rank: Rank) -> u16 {
        self.ranks[rank as usize]
    }

    /// How many cards are left.
    pub fn cards(&self) -> u32 {
        self.ranks.iter().map(|&count| u32::from(count)).sum()
    }

    /// The same cards as a stock of the rules. Ranks that the rules count together are added up.
    pub fn stock(&self, rules: &Blackjack) -> Ranks {
        let mut stock = rules.whole_shoe();
        let mut gone = [0_u32; 13];
        let mut have = [0_u32; 13];
        stock.each(|rank, count| have[rank as usize] = count);
        let each = 4 * u32::from(rules.packs);
        for rank in Rank::ALL {
            let lumped = if have[rank as usize] == 0 { Rank::Ten } else { rank };
            gone[lumped as usize] += each - u32::from(self.ranks[rank as usize]);
        }
        for rank in Rank::ALL {
            (0..gone[rank as usize]).for_each(|_| stock.take(rank));
        }
        stock
    }

    /// The number of cards of each kind, for a shoe that cannot run out in a round.
    ///
    /// A hand that draws has at most 20 points, so it never has more than 30. When every hand has 30, the dealer
    /// needs at most 17 more. Fewer cards may be enough, but that is not certain.
    pub(super) fn kinds(&self, terms: &PricingRules) -> Result<[i32; KINDS], BlackjackError> {
        let mut kinds = [0; KINDS];
        for (rank, &count) in self.ranks.iter().enumerate() {
            if count > terms.each {
                let rank = Rank::ALL[rank];
                return Err(BlackjackError::Impossible { rank, found: count.into(), most: terms.each });
            }
            kinds[terms.kinds[rank]] += i32::from(count);
        }
        let points = (1..).zip(kinds).map(|(value, count)| value * count.unsigned_abs()).sum();
        let pair = |kind: &usize| terms.hands_most(*kind) > 1 && kinds[*kind] >= 2;
        let hands = (0..KINDS).filter(pair).map(|kind| terms.hands_most(kind)).fold(1, usize::max);
        let needed = 30 * u32::try_from(hands).expect("a box has few hands") + 27;
        if points < needed { Err(BlackjackError::TooFew { points, needed }) } else { Ok(kinds) }
    }
}
