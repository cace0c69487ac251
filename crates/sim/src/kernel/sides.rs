//! Baccarat with side wagers, and with wagers that are paid by how they are won: every card counts on its own.
//!
//! A coup is reduced to what facts can depend on: both scores, which hands drew, and whether the first two cards of a hand
//! are a pair, and of one suit. What each of these coups pays is asked of the rules in advance.

use croupier_kit::Card;
use croupier_rules::contract::{Game, Positions, Turn};
use croupier_rules::games::baccarat::{Baccarat, pip};
use croupier_rules::side::Carded;
use croupier_rules::table::TableGame;

use super::PlayKernel;
use super::deck::{Fresh, ROUNDS, Shuffler};
use crate::play::SupplyKind;
use crate::random::{ROOM, RandomStream, RandomWords, ShufflePlan, StreamPurpose};
use crate::table::PlainTable;
use crate::tally::profit;
use crate::totals::Totals;

/// The most cards of a coup.
pub(crate) const CARDS: usize = 6;

/// The number of kinds of coups: both scores, which hands drew, and three kinds of first cards for each.
const KINDS: usize = 10 * 10 * 4 * 9;

/// A table of baccarat at which every card counts on its own.
pub(crate) type CardedTable = PlainTable<Carded<Baccarat, CARDS>>;

pub(crate) struct SidesKernel {
    drawing: Drawing,
    plan: ShufflePlan,
    /// How many cards are out when the shoe is shuffled; `None` if every coup is dealt from a whole shoe.
    cut: Option<usize>,
    /// The profit of every wager for every kind of coup; `None` for kinds that the rules never lead to.
    profits: Vec<Option<Box<[i64]>>>,
    wagers: usize,
}

/// When hands draw, by score.
struct Drawing {
    naturals: u16,
    player: u16,
    /// By the banker's score: the third cards on which the banker draws, with the tenth bit for a player who stood.
    banker: [u16; 10],
    pips: [u8; 64],
}

/// A coup: its kind, and the number of its cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Coup {
    kind: usize,
    cards: usize,
}

impl Drawing {
    fn new(game: &Baccarat) -> Self {
        let set = |holds: &dyn Fn(u8) -> bool| (0..10).map(|digit| u16::from(holds(digit)) << digit).sum();
        let drawing = &game.drawing;
        let draws =
            |score: u8| drawing.opposing[usize::from(score)] == croupier_rules::games::baccarat::Third::Draws;
        let mut pips = [0; 64];
        Card::pack().for_each(|card| pips[card.index()] = pip(card.rank()));
        Self {
            naturals: set(&|score| drawing.naturals.contains(score)),
            player: set(&draws),
            banker: std::array::from_fn(|score| {
                let giving: u16 = set(&|third| drawing.tableau.giving[score].contains(third));
                giving | u16::from(drawing.tableau.stood.contains(score as u8)) << 10
            }),
            pips,
        }
    }

    /// Plays a coup with cards in the order of the deal, as their places in a pack.
    #[inline(always)]
    fn coup(&self, cards: [u8; CARDS]) -> Coup {
        let value = |place: usize| usize::from(self.pips[usize::from(cards[place]) % 64]);
        let is = |set: u16, digit: usize| set >> digit & 1 == 1;
        let (mut player, mut banker) = ((value(0) + value(2)) % 10, (value(1) + value(3)) % 10);
        let (mut player_drew, mut banker_drew) = (false, false);
        let mut dealt = 4;
        if !is(self.naturals, player) && !is(self.naturals, banker) {
            let mut shown = 10;
            player_drew = is(self.player, player);
            if player_drew {
                shown = value(dealt);
                player = (player + shown) % 10;
                dealt += 1;
            }
            banker_drew = is(self.banker[banker % 10], shown);
            if banker_drew {
                banker = (banker + value(dealt)) % 10;
                dealt += 1;
            }
        }
        let drew = 2 * usize::from(player_drew) + usize::from(banker_drew);
        let pairs = 3 * pair(cards[0], cards[2]) + pair(cards[1], cards[3]);
        Coup { kind: ((player * 10 + banker) * 4 + drew) * 9 + pairs, cards: dealt }
    }
}

/// Two cards by their places in a pack: 2 if they are the same, 1 if they have the same rank.
#[inline(always)]
const fn pair(one: u8, other: u8) -> usize {
    (one / 4 == other / 4) as usize + (one == other) as usize
}

impl SidesKernel {
    pub(crate) fn new(table: &CardedTable, fresh: bool) -> Option<Self> {
        let SupplyKind::Shoe { plan, shuffled_at } = &table.supply.from else { return None };
        if !table.supply.chances.iter().copied().eq(Card::pack()) {
            return None;
        }
        let drawing = Drawing::new(&table.game.0);
        let wagers = table.stakes.stakes.len();
        let profits = profits(table, &drawing)?;
        let cut = (!fresh).then_some(*shuffled_at);
        Some(Self { drawing, plan: plan.clone(), cut, profits, wagers })
    }

    fn fresh(&self, words: &mut RandomWords, rounds: u64, counts: &mut Counts) -> Option<()> {
        let packs = Fresh::new(&self.plan)?;
        let mut left = rounds as usize;
        while left > 0 {
            let dealt = packs.deal(words);
            for round in 0..left.min(ROUNDS) {
                counts.add(self.drawing.coup(std::array::from_fn(|place| dealt[place][round])));
            }
            left -= left.min(ROUNDS);
        }
        Some(())
    }

    /// Plays one shoe after another; `None` if a coup needs more cards than were drawn at the shuffle, because then the rules
    /// must draw more.
    fn shoes(&self, cut: usize, words: &mut RandomWords, rounds: u64, counts: &mut Counts) -> Option<()> {
        let mut shuffler = Shuffler::new(&self.plan);
        let mut shoe = Box::new([0; ROOM]);
        let mut at = cut;
        for _ in 0..rounds {
            if at >= cut {
                shuffler.shuffle(words, &mut shoe);
                at = 0;
            }
            // Beyond the shoe there is padding: a coup that takes a card of it ends these shoes below.
            let cards = std::array::from_fn(|place| shoe.get(at + place).copied().unwrap_or(0));
            let coup = self.drawing.coup(cards);
            at += coup.cards;
            if at > shuffler.drawn() {
                return None;
            }
            counts.add(coup);
        }
        Some(())
    }
}

/// The coups of each kind, and the number of cards dealt.
struct Counts {
    kinds: Box<[u64]>,
    cards: u64,
}

impl Counts {
    #[inline(always)]
    fn add(&mut self, coup: Coup) {
        self.kinds[coup.kind % KINDS] += 1;
        self.cards += coup.cards as u64;
    }
}

impl PlayKernel for SidesKernel {
    fn play(&self, seed: u64, block: u64, rounds: u64) -> Option<Totals> {
        let mut words = RandomWords::new(RandomStream::new(seed, block, StreamPurpose::Chance));
        let mut counts = Counts { kinds: vec![0; KINDS].into(), cards: 0 };
        match self.cut {
            None => self.fresh(&mut words, rounds, &mut counts)?,
            Some(cut) => self.shoes(cut, &mut words, rounds, &mut counts)?,
        }
        let mut found = Totals::nothing(self.wagers);
        found.fallen = counts.cards;
        for (times, profits) in counts.kinds.iter().zip(&self.profits).filter(|(times, _)| **times > 0) {
            for (tally, profit) in found.tallies.iter_mut().zip(profits.as_ref()?) {
                tally.add_times(*profit, *times);
            }
        }
        found.tallies.iter_mut().for_each(|tally| tally.stake(rounds));
        Some(found)
    }
}

/// What each kind of coup pays, from the rules. `None` if a kind does not determine what is paid, or the rules deal a coup
/// differently.
fn profits(table: &CardedTable, drawing: &Drawing) -> Option<Vec<Option<Box<[i64]>>>> {
    let mut profits: Vec<Option<Box<[i64]>>> = vec![None; KINDS];
    let mut alike = true;
    table.game.0.kinds_of_rounds(&mut |round| {
        let mut cards = [0; CARDS];
        for (place, (_, card)) in cards.iter_mut().zip(round.fell) {
            *place = card.index() as u8;
        }
        let coup = drawing.coup(cards);
        let paid = paid(table, round.fell.iter().map(|(_, card)| *card));
        let known = &mut profits[coup.kind];
        alike &= coup.cards == round.fell.len()
            && paid.is_some()
            && known.as_ref().is_none_or(|known| Some(known) == paid.as_ref());
        *known = paid;
    });
    alike.then_some(profits)
}

/// The profit of every wager from a coup with these cards.
fn paid(table: &CardedTable, cards: impl Iterator<Item = Card>) -> Option<Box<[i64]>> {
    let mut deal = table.game.open(Positions::NONE);
    cards.for_each(|card| table.game.fall_unchecked(&mut deal, card));
    if table.game.turn(&deal) != Turn::Over {
        return None;
    }
    let mut paid = vec![0; table.stakes.stakes.len()];
    for stake in &table.stakes.stakes {
        let (wager, bet) = stake.counted?;
        paid[wager] = profit(table.game.advance(stake.wager, &mut (), &deal)?.payout, 1, bet);
    }
    Some(paid.into())
}

#[cfg(test)]
mod tests {
    use croupier_rules::book::{Chosen, Shelf};
    use croupier_rules::games::AnyGame;
    use croupier_rules::side::CardedWager;

    use super::*;
    use crate::job::Shoes;
    use crate::play::{Plain, PlainStake, Supply};

    /// The kernel knows what every coup pays, and leaves none to the rules.
    #[test]
    fn every_coup_is_played_by_the_kernel() {
        let mut shelf = Shelf::default();
        shelf.add("macau", include_str!("../../../../examples/macau.toml")).unwrap();
        let (_, book) = shelf.game("macau/baccarat").unwrap();
        let AnyGame::Baccarat(rules) = book.table(&Chosen::default()) else { panic!("not baccarat") };
        let game = Carded::<_, CARDS>(rules);
        let mut stakes = Vec::new();
        game.wagers(|wager, ()| {
            let mut stake = PlainStake::new(wager, ());
            if let CardedWager::Side(bet) = wager {
                let bet = croupier_rules::table::ExactBet::of_side(game.0.sides.get(bet));
                stake.counted = Some((stakes.len(), bet));
                stakes.push(stake);
            }
        });
        for shoes in [Shoes::Fresh, Shoes::Cut(75)] {
            let supply = Supply::new(&game, shoes, CARDS).unwrap();
            let stakes = Plain { stakes: stakes.clone(), point: |()| None };
            let table = PlainTable { game: game.clone(), supply, stakes };
            let kernel = SidesKernel::new(&table, shoes == Shoes::Fresh).unwrap();
            assert!(kernel.play(3, 0, 50_000).is_some(), "{shoes:?}");
        }
    }
}
