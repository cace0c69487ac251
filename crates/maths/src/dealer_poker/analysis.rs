//! Every class of players' hands against every hand of the dealer, with the best decision in each case.

use std::collections::HashMap;

use croupier_kit::{Card, Ratio, lcm};
use croupier_rules::contract::Payout;
use croupier_rules::games::dealer_poker::{
    ClauseResult, DealerPoker, DealerShows, HandKind, KINDS, Strength,
};
use croupier_rules::law::Rule;

use super::class::{Class, RANKS, RankSet, every_rank_set, place_of};
use super::counts::{DealerCounts, ENDS, Ends, clauses};
use crate::price::{PayoutChance, Price};

const METHOD: &str = "every deal by class, with the best decision on each hand and the card that the dealer shows, in \
                      exact fractions";

/// The analysis of a table at best play.
#[derive(Clone, Debug)]
pub struct DealerAnalysis {
    game: DealerPoker,
    sets: Vec<RankSet>,
    gains: Gains,
    cases: Vec<Case>,
    raises: HashMap<Class, u64>,
    /// The number of deals by the player's hand and the way it was settled, of hands that raised.
    raised: [[u64; ENDS]; KINDS],
    folded: u64,
}

/// The hands of one strength that see one card of the dealer, all together.
#[derive(Clone, Debug)]
pub(super) struct Case {
    pub(super) strength: Strength,
    /// The set of ranks.
    pub(super) set: usize,
    /// The rank that the dealer shows; 0 if no card is shown.
    pub(super) shown: usize,
    /// The number of deals.
    pub(super) deals: i128,
    /// The sum of what raises would gain in them, in parts of the ante.
    pub(super) gain: i128,
}

/// What a hand that raised gains together with its raise, in whole parts of the ante.
#[derive(Clone, Debug)]
struct Gains {
    by_kind: [[i64; ENDS]; KINDS],
    parts: i64,
}

/// Analyses every deal of a table.
pub fn analyse(game: &DealerPoker) -> DealerAnalysis {
    let sets = every_rank_set(game.size);
    let mut found = DealerAnalysis {
        game: game.clone(),
        gains: Gains::new(game),
        cases: Vec::new(),
        raises: HashMap::new(),
        raised: [[0; ENDS]; KINDS],
        folded: 0,
        sets: Vec::new(),
    };
    for place in 0..sets.len() {
        found.add(&sets, place);
    }
    found.sets = sets;
    found
}

impl DealerAnalysis {
    /// Adds every class of hands with the ranks of one set.
    fn add(&mut self, sets: &[RankSet], place: usize) {
        let game = self.game.clone();
        let own = &sets[place];
        let mut plain = DealerCounts::new(&game, sets, own, own.plain);
        let mut suited = own.suited.map(|strength| DealerCounts::new(&game, sets, own, strength));
        for (class, ways) in own.classes() {
            let (strength, counts) = match (&mut suited, own.suited) {
                (Some(counts), Some(strength)) if class.is_suited() => (strength, counts),
                _ => (own.plain, &mut plain),
            };
            let mut raises = 0;
            for_each_shown(game.shows, class, |suit, rank| {
                let ends = match game.shows {
                    DealerShows::Nothing => counts.all(class),
                    DealerShows::LastCard => counts.with(class, suit, rank),
                };
                if self.note(strength, place, rank, ways, ends) {
                    raises |= 1 << place_of(suit, rank);
                }
            });
            self.raises.insert(class, raises);
        }
    }

    /// Notes the deals of one class with one card shown; returns whether to raise.
    fn note(&mut self, strength: Strength, set: usize, shown: usize, ways: u64, ends: Ends) -> bool {
        let deals: i64 = ends.iter().sum();
        let gain = self.gains.of(strength.kind(), ends);
        let raises = gain > -self.gains.parts * deals;
        let whole = |count: i64| u64::try_from(count).expect("hands are counted from none upwards");
        if raises {
            for (sum, count) in self.raised[strength.kind() as usize].iter_mut().zip(ends) {
                *sum += ways * whole(count);
            }
        } else {
            self.folded += ways * whole(deals);
        }
        let (deals, gain) = (i128::from(ways) * i128::from(deals), i128::from(ways) * i128::from(gain));
        match self
            .cases
            .iter_mut()
            .rev()
            .take(2 * RANKS)
            .find(|case| (case.strength, case.shown) == (strength, shown))
        {
            Some(case) => {
                case.deals += deals;
                case.gain += gain;
            }
            None => self.cases.push(Case { strength, set, shown, deals, gain }),
        }
        raises
    }

    /// The rules that were analysed.
    pub const fn game(&self) -> &DealerPoker {
        &self.game
    }

    pub(super) fn cases(&self) -> &[Case] {
        &self.cases
    }

    pub(super) fn set(&self, place: usize) -> &RankSet {
        &self.sets[place]
    }

    pub(super) const fn parts(&self) -> i64 {
        self.gains.parts
    }

    /// Whether to raise with these cards against the card that the dealer shows.
    pub fn raises(&self, own: &[Card], shown: Option<Card>) -> bool {
        let (class, place) = Class::of(own, shown);
        self.raises.get(&class).is_some_and(|raises| raises >> shown_bit(place) & 1 == 1)
    }

    /// The hands to raise with, in an order of their own: for the digest of a policy.
    pub fn decisions(&self) -> Vec<([u16; 4], u64)> {
        let mut decisions: Vec<([u16; 4], u64)> =
            self.raises.iter().map(|(class, raises)| (class.masks, *raises)).collect();
        decisions.sort_unstable();
        decisions
    }

    /// The class of a hand, as [`Self::decisions`] names it, and the bit of the card that the dealer shows.
    pub fn key(own: &[Card], shown: Option<Card>) -> ([u16; 4], usize) {
        let (class, place) = Class::of(own, shown);
        (class.masks, shown_bit(place))
    }

    /// The expected gain of a raise with these cards, in antes; `None` if the cards are impossible.
    pub fn worth(&self, own: &[Card], shown: Option<Card>) -> Option<Ratio> {
        let (class, place) = Class::of(own, shown);
        let mask: u16 = class.masks.iter().fold(0, |all, mask| all | mask);
        let count = |rank: usize| class.masks.iter().filter(|mask| **mask >> rank & 1 == 1).count();
        let is_own = |set: &&RankSet| {
            set.mask == mask && (0..RANKS).all(|rank| usize::from(set.counts[rank]) == count(rank))
        };
        let set = self.sets.iter().find(is_own)?;
        let strength = set.suited.filter(|_| class.is_suited()).unwrap_or(set.plain);
        let mut counts = DealerCounts::new(&self.game, &self.sets, set, strength);
        let ends = match (self.game.shows, place) {
            (DealerShows::Nothing, _) => counts.all(class),
            (DealerShows::LastCard, Some(place)) => counts.with(class, place % 4, place / 4),
            (DealerShows::LastCard, None) => return None,
        };
        let deals: i64 = ends.iter().sum();
        (deals > 0).then(|| Ratio::new(self.gains.of(strength.kind(), ends), deals * self.gains.parts))
    }

    /// The price of the ante with the best decision, per unit of the ante.
    pub fn price(&self) -> Price {
        let total = Ratio::whole(self.folded + self.raised.iter().flatten().sum::<u64>());
        let mut endings: Vec<((Payout, Ratio), Ratio)> = Vec::new();
        let mut add = |end: (Payout, Ratio), deals: u64| {
            let chance = Ratio::whole(deals) / total.clone();
            match endings.iter_mut().find(|(known, _)| *known == end) {
                Some((_, sum)) => *sum = &*sum + &chance,
                None => endings.push((end, chance)),
            }
        };
        add((Payout::Lose, Ratio::whole(-1)), self.folded);
        let mut staked = Ratio::one();
        let raise = Ratio::whole(self.game.multiple);
        for (kind, ends) in HandKind::ALL.into_iter().zip(&self.raised) {
            for (end, deals) in ends.iter().enumerate().filter(|(_, deals)| **deals > 0) {
                staked = staked + &raise * &(Ratio::whole(*deals) / total.clone());
                let gain = Ratio::new(self.gains.by_kind[kind as usize][end], self.gains.parts);
                add((self.ante_payout(kind, end), gain), *deals);
            }
        }
        endings.sort_by_key(|((_, gain), _)| std::cmp::Reverse(gain.clone()));
        let gains: Vec<(Ratio, Ratio)> =
            endings.iter().map(|((_, gain), chance)| (gain.clone(), chance.clone())).collect();
        let ending = |((payout, profit), chance): ((Payout, Ratio), Ratio)| PayoutChance {
            payout,
            profit,
            probability: chance.into(),
        };
        Price {
            odds: Some(self.game.ante.odds),
            staked: Some(staked.into()),
            endings: endings.into_iter().map(ending).collect(),
            cites: self.cites(),
            ..Price::exact("ante", &gains, METHOD)
        }
    }

    /// How the ante of a hand that raised is settled.
    fn ante_payout(&self, kind: HandKind, end: usize) -> Payout {
        use croupier_rules::contract::MainPayout;
        let clause = clauses(&self.game)[end].expect("no hand is settled by a clause that the table lacks");
        let main = match clause.ante {
            ClauseResult::Wins => MainPayout::Win(self.game.ante.odds),
            ClauseResult::Void => MainPayout::Void,
            ClauseResult::Loses => MainPayout::Lose,
        };
        self.game.bonus_of(kind).map_or_else(|| main.into(), |pay| Payout::Bonus { main, bonus: pay.odds })
    }

    fn cites(&self) -> Vec<Rule> {
        let game = &self.game;
        let clauses = game.clauses().into_iter().map(|(_, _, clause)| clause.cite);
        let pays = game.raise.iter().chain(game.bonus.iter().copied().flatten()).map(|pay| pay.cite);
        let mut cites: Vec<Rule> = Vec::new();
        for cite in [game.fold].into_iter().chain(clauses).chain([game.ante.cite]).chain(pays) {
            if !cites.contains(&cite) {
                cites.push(cite);
            }
        }
        cites
    }
}

/// Every card that the dealer can show to a class of hands; one of them where no card is shown.
fn for_each_shown(shows: DealerShows, class: Class, mut each: impl FnMut(usize, usize)) {
    match shows {
        DealerShows::Nothing => each(0, 0),
        DealerShows::LastCard => {
            for (suit, held) in class.masks.iter().enumerate() {
                for rank in (0..RANKS).filter(|rank| held >> rank & 1 == 0) {
                    each(suit, rank);
                }
            }
        }
    }
}

impl Gains {
    fn new(game: &DealerPoker) -> Self {
        let odds =
            std::iter::once(game.ante).chain(game.raise.iter()).chain(game.bonus.iter().copied().flatten());
        let parts = odds.map(|pay| u64::from(pay.odds.terms().1)).try_fold(1, lcm);
        let parts = parts.and_then(|parts| i64::try_from(parts).ok());
        let parts = parts.expect("a book with a wager that nothing can be staked on is refused");
        let mut by_kind = [[0; ENDS]; KINDS];
        let clauses = clauses(game);
        for (kind, gains) in HandKind::ALL.into_iter().zip(&mut by_kind) {
            for (gain, clause) in gains.iter_mut().zip(clauses) {
                let Some(clause) = clause else { continue };
                let won = |odds: croupier_kit::Odds| {
                    let (won, staked) = odds.terms();
                    i64::from(won) * parts / i64::from(staked)
                };
                let settled = |result: ClauseResult, odds| match result {
                    ClauseResult::Wins => won(odds),
                    ClauseResult::Void => 0,
                    ClauseResult::Loses => -parts,
                };
                let bonus = game.bonus_of(kind).map_or(0, |pay| won(pay.odds));
                let raise = i64::from(game.multiple) * settled(clause.raise, game.raise.of(kind).odds);
                *gain = settled(clause.ante, game.ante.odds) + bonus + raise;
            }
        }
        Self { by_kind, parts }
    }

    /// The sum of what a hand gains over the dealer's hands.
    fn of(&self, kind: HandKind, ends: Ends) -> i64 {
        self.by_kind[kind as usize].iter().zip(ends).map(|(gain, count)| gain * count).sum()
    }
}

/// The bit of a decision: that of the card that the dealer shows, or the only one where none is shown.
fn shown_bit(place: Option<usize>) -> usize {
    place.unwrap_or(0)
}
