//! Checks the blackjack solver against a brute-force enumeration over the rules themselves, on small shoes.
//!
//! The enumeration knows nothing of blackjack except the contract: it deals, asks which moves are lawful, chooses the
//! best move for each view (all deals that look the same together), and asks the rules how each stake is settled.

use std::collections::HashMap;

use croupier_kit::{Rank, Ratio};
use croupier_maths::blackjack::{ACE, KINDS, KindCounts, MoveTable, RankCounts, Situation, Solver};
use croupier_maths::number::Number;
use croupier_rules::book::{Chosen, Shelf};
use croupier_rules::contract::{Game, Payout, Positions, Seated, Stock, Turn};
use croupier_rules::games::AnyGame;
use croupier_rules::games::blackjack::{
    AcesAgain, Blackjack, Deal, DealerBeforePlay, DealerOn17, DoubleAfterSplit, EvenMoney, Life,
    LostToBlackjack, Move, NaturalsPaid, OnEqual, Pairs, SplitAces, SplitTwoCard21, Surrender, SurrenderWhen,
    Wager, WayToWin,
};

type Rules = Seated<Blackjack, 1>;
type Left = <Rules as Game>::Stock;

/// Positions that look the same, with their weights.
type Alike = Vec<(Node, f64)>;

/// A deal, the cards left, and what the deal does not show: the cards of each hand and which hands were doubled.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Node {
    deal: Deal<1>,
    left: Left,
    cards: [KindCounts; 4],
    doubled: u8,
}

/// The enumeration: with a policy for hands made by splitting, or with the best move for every decision.
struct Oracle<'a> {
    rules: &'a Rules,
    policy: Option<&'a MoveTable>,
    wants: Wants,
    known: HashMap<Vec<Node>, f64>,
}

/// The quantity that is computed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wants {
    /// The mean, with the best first decisions.
    Mean,
    /// The mean of the squares, with the policy's first decisions.
    Square,
}

fn kind(rules: &Rules, rank: Rank) -> usize {
    if rank == Rank::Ace { ACE } else { usize::from(rules.values.of(rank)) - 1 }
}

/// The index of the one hand that differs.
fn changed(before: &Deal<1>, after: &Deal<1>) -> usize {
    let (before, after) = (before.at(0).hands(), after.at(0).hands());
    (0..before.len()).find(|place| before[*place] != after[*place]).unwrap_or(0)
}

impl Oracle<'_> {
    fn price(rules: &Rules, shoe: &RankCounts, policy: Option<&MoveTable>) -> f64 {
        Self::compute(rules, shoe, policy, Wants::Mean)
    }

    fn compute(rules: &Rules, shoe: &RankCounts, policy: Option<&MoveTable>, wants: Wants) -> f64 {
        let root = Node {
            deal: rules.open(Positions::first(1)),
            left: shoe.stock(rules),
            cards: [[0; KINDS]; 4],
            doubled: 0,
        };
        Oracle { rules, policy, wants, known: HashMap::new() }.value(&[(root, 1.0)])
    }

    /// The value of deals that look the same, summed by their weights.
    fn value(&mut self, alike: &[(Node, f64)]) -> f64 {
        let total: f64 = alike.iter().map(|(_, weight)| weight).sum();
        let key: Vec<Node> = alike.iter().map(|(node, _)| node.clone()).collect();
        if let Some(known) = self.known.get(&key) {
            return known * total;
        }
        let value = match self.rules.turn(&alike[0].0.deal) {
            Turn::Chance(_) => self.falls(alike),
            Turn::Seat(Deal::<1>::DEALER) => self.looks(alike),
            Turn::Seat(_) => self.decides(alike),
            Turn::Over => alike.iter().map(|(node, weight)| weight * self.settled(node)).sum(),
            Turn::Bets => unreachable!("blackjack waits for no bets in a deal"),
        };
        self.known.insert(key, value / total);
        value
    }

    fn falls(&mut self, alike: &[(Node, f64)]) -> f64 {
        let mut views: Vec<(Deal<1>, Turn, Alike)> = Vec::new();
        for (node, weight) in alike {
            let mut all = 0;
            node.left.each(|_, count| all += count);
            node.left.each(|rank, count| {
                let mut next = node.clone();
                self.rules.fall_unchecked(&mut next.deal, rank);
                next.left.take(rank);
                if next.deal.dealer() == node.deal.dealer() {
                    next.cards[changed(&node.deal, &next.deal)][kind(self.rules, rank)] += 1;
                }
                let weight = weight * f64::from(count) / f64::from(all);
                let (view, turn) = (self.rules.view(&next.deal, 0), self.rules.turn(&next.deal));
                match views.iter_mut().find(|(other, due, _)| *other == view && *due == turn) {
                    Some((_, _, deals)) => deals.push((next, weight)),
                    None => views.push((view, turn, vec![(next, weight)])),
                }
            });
        }
        views.into_iter().map(|(_, _, deals)| self.value(&deals)).sum()
    }

    /// The dealer looks: what then follows can be seen.
    fn looks(&mut self, alike: &[(Node, f64)]) -> f64 {
        let mut views: Vec<(Deal<1>, Turn, Alike)> = Vec::new();
        for (node, weight) in alike {
            let mut next = node.clone();
            self.rules.play_unchecked(&mut next.deal, Deal::<1>::DEALER, Move::Look);
            let (view, turn) = (self.rules.view(&next.deal, 0), self.rules.turn(&next.deal));
            match views.iter_mut().find(|(other, due, _)| *other == view && *due == turn) {
                Some((_, _, deals)) => deals.push((next, *weight)),
                None => views.push((view, turn, vec![(next, *weight)])),
            }
        }
        views.into_iter().map(|(_, _, deals)| self.value(&deals)).sum()
    }

    fn decides(&mut self, alike: &[(Node, f64)]) -> f64 {
        let mut lawful = Vec::new();
        self.rules.moves(&alike[0].0.deal, 0, |mv| lawful.push(mv));
        if let Some(mv) = self.bound(&alike[0].0, &lawful) {
            assert!(lawful.contains(&mv), "{mv:?} is not lawful");
            return self.moved(alike, mv);
        }
        let worth: Vec<f64> = lawful.into_iter().map(|mv| self.moved(alike, mv)).collect();
        worth.into_iter().fold(f64::NEG_INFINITY, f64::max)
    }

    /// The move that the policy prescribes; `None` where the decision is free.
    fn bound(&self, node: &Node, lawful: &[Move]) -> Option<Move> {
        let is_split = node.deal.at(0).is_split();
        let policy = self.policy.filter(|_| is_split || self.wants == Wants::Square)?;
        let mut after = node.deal;
        self.rules.play_unchecked(&mut after, 0, Move::Stand);
        let place = changed(&node.deal, &after);
        let pair = node.deal.at(0).hands()[0].first_rank().map(|rank| kind(self.rules, rank))?;
        let may_split = lawful.contains(&Move::Split);
        let situation = match is_split {
            true => Situation::AfterSplit { pair, further: place > 0, may_split },
            false if node.deal.at(0).hands()[0].cards() == 2 => Situation::First { pair: may_split },
            false => Situation::Drawn,
        };
        let shown = self.rules.view(&node.deal, 0).dealer().first_rank();
        let mv = policy.best_move(&node.cards[place], shown.map(|rank| kind(self.rules, rank)), situation)?;
        let before_look = lawful.contains(&Move::PlayOn) && mv != Move::Surrender;
        Some(if before_look { Move::PlayOn } else { mv })
    }

    fn moved(&mut self, alike: &[(Node, f64)], mv: Move) -> f64 {
        let moved: Vec<(Node, f64)> =
            alike.iter().map(|(node, weight)| (self.after(node, mv), *weight)).collect();
        let turns = moved.iter().map(|(node, _)| self.rules.turn(&node.deal));
        let due = self.rules.turn(&moved[0].0.deal);
        if turns.clone().all(|turn| turn == due) {
            return self.value(&moved);
        }
        // The dealer's hidden card determines whether the dealer draws again; there are no more decisions.
        moved.into_iter().map(|one| self.value(&[one])).sum()
    }

    fn after(&self, node: &Node, mv: Move) -> Node {
        let mut next = node.clone();
        self.rules.play_unchecked(&mut next.deal, 0, mv);
        let place = changed(&node.deal, &next.deal);
        match mv {
            Move::Double => next.doubled |= 1 << place,
            Move::Split => {
                let first = next.deal.at(0).hands()[place].first_rank().unwrap();
                let mut single = [0; KINDS];
                single[kind(self.rules, first)] = 1;
                next.cards[place] = single;
                next.cards[next.deal.at(0).hands().len() - 1] = single;
            }
            _ => {}
        }
        next
    }

    /// The profit of the box's stakes, or its square.
    fn settled(&self, node: &Node) -> f64 {
        let hands = node.deal.at(0).hands().len();
        let profits = (0..hands).map(|place| {
            let doubled = node.doubled >> place & 1 == 1;
            let life = Life::of_hand(u8::try_from(place).unwrap());
            let mut life = if doubled { life.doubled() } else { life };
            let settled = self.rules.advance(Wager::Box(0), &mut life, &node.deal);
            let profit = match settled.expect("a round that is over is decided").payout {
                Payout::Win(odds) => Number::value(&odds.ratio()),
                Payout::Lose => -1.0,
                Payout::Surrender | Payout::LoseOriginal | Payout::LoseHalf => -0.5,
                _ => 0.0,
            };
            if doubled { 2.0 * profit } else { profit }
        });
        let won: f64 = profits.sum();
        if self.wants == Wants::Square { won * won } else { won }
    }
}

/// A table with one box.
fn rules(name: &str) -> Rules {
    let mut shelf = Shelf::built_in();
    shelf.add("nevada.toml", include_str!("../../../examples/nevada.toml")).unwrap();
    let (_, game) = shelf.game(name).unwrap();
    let AnyGame::Blackjack(full) = game.table(&Chosen::default()) else { panic!("{name} is blackjack") };
    // Even money is not a move of the contract; it has its own test.
    Seated(Blackjack { even_money: EvenMoney::None, ..full.0 })
}

/// A shoe with `counts` Aces, 2s and so on to tens.
fn shoe(rules: &Rules, counts: [i64; KINDS]) -> RankCounts {
    RankCounts::of_values(rules, counts).unwrap()
}

/// Shoes with enough points, but few kinds, so that the enumeration ends.
const SHOES: [[i64; KINDS]; 4] = [
    [2, 0, 0, 0, 0, 2, 0, 2, 0, 5],
    [3, 0, 0, 2, 0, 0, 3, 0, 0, 6],
    [1, 2, 0, 0, 3, 0, 0, 0, 2, 4],
    [4, 0, 1, 0, 0, 3, 0, 0, 2, 3],
];

fn without_splits() -> Vec<(&'static str, Rules)> {
    let mut list = Vec::new();
    for name in ["scotland-1970/blackjack", "mpumalanga/blackjack", "mpumalanga/touch-21", "nevada/blackjack"]
    {
        let mut table = rules(name);
        table.split.hands_max = 1;
        list.push((name, table));
    }
    let base = list[1].1.clone();
    let mut with = |name: &'static str, change: &dyn Fn(&mut Rules)| {
        let mut table = base.clone();
        change(&mut table);
        list.push((name, table));
    };
    with("no card before play", &|t| t.before_play = DealerBeforePlay::NoCard);
    with("no card, naturals at the end", &|t| {
        t.before_play = DealerBeforePlay::NoCard;
        t.naturals = NaturalsPaid::AtEnd;
    });
    with("hole card with surrender", &|t| t.before_play = DealerBeforePlay::HoleCard);
    with("hole card with late surrender against any card", &|t| {
        t.before_play = DealerBeforePlay::HoleCard;
        t.surrender = Surrender::AnyCard;
    });
    with("hole card with early surrender against any card", &|t| {
        t.before_play = DealerBeforePlay::HoleCard;
        (t.surrender, t.surrender_when) = (Surrender::AnyCard, SurrenderWhen::BeforeLook);
    });
    with("hole card with early surrender unless against an Ace", &|t| {
        t.before_play = DealerBeforePlay::HoleCard;
        t.surrender_when = SurrenderWhen::BeforeLook;
    });
    with("surrender against any card", &|t| t.surrender = Surrender::AnyCard);
    with("original bets only", &|t| t.lost_to_blackjack = LostToBlackjack::OriginalBets);
    with("ties lose", &|t| t.on_equal = OnEqual::Lost);
    with("draws on soft 17", &|t| t.dealer_on_17 = DealerOn17::Draws);
    with("doubles on 10 and 11", &|t| t.double_scores = vec![10, 11]);
    with("no surrender, blackjack no better than 21", &|t| {
        t.surrender = Surrender::Never;
        t.wins.retain(|clause| clause.way != WayToWin::TwoCards);
        t.naturals = NaturalsPaid::AtEnd;
    });
    list
}

#[test]
fn best_play_without_splits_is_the_best_for_each_view() {
    for (name, rules) in without_splits() {
        let solver = Solver::new(&rules).unwrap();
        for counts in SHOES {
            let shoe = shoe(&rules, counts);
            let found = -solver.analyse(&shoe).unwrap().edge.value();
            let best = Oracle::price(&rules, &shoe, None);
            assert!((found - best).abs() < 1e-12, "{name} {counts:?}: {found} against {best}");
        }
    }
}

fn with_splits() -> Vec<(&'static str, Rules)> {
    let mut list = Vec::new();
    let mut with = |name: &'static str, book: &str, change: &dyn Fn(&mut Rules)| {
        let mut table = rules(book);
        table.split.hands_max = 2;
        change(&mut table);
        list.push((name, table));
    };
    with("scotland", "scotland-1970/blackjack", &|_| {});
    with("two hands", "mpumalanga/blackjack", &|_| {});
    with("three hands", "mpumalanga/blackjack", &|t| t.split.hands_max = 3);
    with("four hands", "mpumalanga/touch-21", &|t| t.split.hands_max = 4);
    with("hole card", "nevada/blackjack", &|t| t.split.hands_max = 3);
    with("hole card, Aces played on", "nevada/blackjack", &|t| {
        t.split.hands_max = 3;
        (t.split.aces, t.split.aces_again) = (SplitAces::PlayOn, AcesAgain::AsOthers);
    });
    with("hole card, Aces split again with one card each", "nevada/blackjack", &|t| {
        t.split.hands_max = 3;
        t.split.aces_again = AcesAgain::AsOthers;
        (t.surrender, t.surrender_when) = (Surrender::AnyCard, SurrenderWhen::BeforeLook);
    });
    with("original bets only", "mpumalanga/blackjack", &|t| {
        t.split.hands_max = 3;
        t.lost_to_blackjack = LostToBlackjack::OriginalBets;
    });
    with("blackjack after a split", "mpumalanga/touch-21", &|t| {
        t.split.hands_max = 3;
        t.split.two_card_21 = SplitTwoCard21::Blackjack;
    });
    with("no double after a split", "mpumalanga/touch-21", &|t| t.split.double = DoubleAfterSplit::Never);
    with("pairs by rank", "mpumalanga/blackjack", &|t| {
        t.split.hands_max = 3;
        t.split.pairs = Pairs::Rank;
    });
    with("no card before play", "mpumalanga/blackjack", &|t| t.before_play = DealerBeforePlay::NoCard);
    list
}

/// Shoes with enough points for the hands that a table permits.
fn split_shoes(rules: &Rules) -> Vec<[i64; KINDS]> {
    match rules.split.hands_max {
        2 => vec![[3, 0, 0, 0, 0, 0, 2, 2, 0, 7], [0, 0, 0, 0, 0, 3, 0, 3, 1, 6]],
        3 => vec![[4, 0, 0, 0, 0, 0, 0, 4, 0, 9], [0, 0, 0, 0, 0, 4, 0, 0, 4, 8]],
        _ => vec![[4, 0, 0, 0, 0, 0, 0, 4, 0, 12]],
    }
}

#[test]
fn splits_are_priced_as_they_are_played() {
    for (name, rules) in with_splits() {
        let solver = Solver::new(&rules).unwrap();
        for counts in split_shoes(&rules) {
            let shoe = shoe(&rules, counts);
            let policy = solver.policy(&shoe).unwrap();
            let found = -solver.analyse(&shoe).unwrap().edge.value();
            let played = Oracle::price(&rules, &shoe, Some(&policy));
            assert!((found - played).abs() < 1e-12, "{name} {counts:?}: {found} against {played}");
        }
    }
}

#[test]
fn the_variance_is_near_where_pairs_are_split_and_exact_where_none_is() {
    for (name, rules) in with_splits().into_iter().chain(without_splits()) {
        let solver = Solver::new(&rules).unwrap();
        let shoes = if rules.split.hands_max > 1 { split_shoes(&rules) } else { SHOES.to_vec() };
        for counts in shoes {
            let shoe = shoe(&rules, counts);
            let policy = solver.policy(&shoe).unwrap();
            let analysis = solver.analyse(&shoe).unwrap();
            let square = Oracle::compute(&rules, &shoe, Some(&policy), Wants::Square);
            let exact = square - analysis.edge.value().powi(2);
            let off = (analysis.variance.value() - exact).abs();
            let total: f64 = analysis.outcomes.iter().map(|outcome| outcome.chance).sum();
            assert!((total - 1.0).abs() < 1e-12, "{name} {counts:?}: chances of {total}");
            assert!(off <= analysis.variance.within(), "{name} {counts:?}: {off} of {exact}");
        }
    }
}

#[test]
fn looking_at_the_sisters_of_a_split_hand_gains_little() {
    let rules = rules("scotland-1970/blackjack");
    let solver = Solver::new(&rules).unwrap();
    let shoe = shoe(&rules, [3, 0, 0, 0, 0, 0, 2, 2, 0, 7]);
    let found = -solver.analyse(&shoe).unwrap().edge.value();
    let best = Oracle::price(&rules, &shoe, None);
    assert!(best >= found - 1e-12 && best - found < 0.01, "{found} against {best}");
}

#[test]
fn fractions_and_floating_point_agree_within_the_bound() {
    for (name, rules) in with_splits() {
        let solver = Solver::new(&rules).unwrap();
        for counts in split_shoes(&rules) {
            let shoe = shoe(&rules, counts);
            let (near, exact) = (solver.analyse(&shoe).unwrap(), solver.analyse_exactly(&shoe).unwrap());
            let edge: &Ratio = exact.edge.exact().expect("the edge is a fraction");
            let off = (near.edge.value() - Number::value(edge)).abs();
            assert!(off <= near.edge.within() && near.edge.within() < 1e-9, "{name}: {off}");
            assert!((near.staked.value() - exact.staked.value()).abs() <= near.staked.within(), "{name}");
        }
    }
}
