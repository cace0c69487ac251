//! The published peers, set up with the same rules, packs, penetration and play as far as they permit.

use std::collections::VecDeque;

use bacc::BaccShoe;
use croupier_rules::games::AnyGame;
use croupier_rules::games::baccarat::Opposing;
use freebj::basic_strategy::BasicStrategy;
use freebj::betting::FixedBet;
use freebj::game_rules::{DoublePolicy, GameRules, GameType, Soft17, SurrenderPolicy};
use freebj::round_factory::RoundFactory;
use freebj::shoe::standard_shoe::StandardShoe;
use freebj::simulator::Simulator;
use rand::SeedableRng;
use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use shoe::{Card, DECK, Shoe};

/// What a peer does, and where it differs.
pub(crate) struct Peer {
    pub(crate) rate: f64,
    pub(crate) note: &'static str,
}

/// The peer of a game.
pub(crate) fn of(game: &AnyGame) -> Option<Peer> {
    match game {
        AnyGame::Blackjack(_) => Some(blackjack()),
        AnyGame::Baccarat(game) if game.hands == Opposing::One && game.drawing.leaves_no_choice() => {
            Some(coups())
        }
        _ => None,
    }
}

const ROUNDS: u64 = 3_000_000;

fn blackjack() -> Peer {
    let rules = GameRules {
        game_type: GameType::Enhc,
        soft17: Soft17::S17,
        das: true,
        bj_pays: 1.5,
        double_down: DoublePolicy::AnyTwo,
        surrender: SurrenderPolicy::EarlySurrender,
        play_ace_pairs: false,
        max_splits: 4,
        decks: 6,
        penetration_cards: 234,
    };
    let (strategy, bet) = (BasicStrategy::new(false), FixedBet(1.0));
    let factory =
        RoundFactory::new(&rules, &strategy, &bet, 1, false, None, None, VecDeque::new(), VecDeque::new());
    #[allow(clippy::cast_precision_loss, reason = "a rate needs no more digits")]
    let rate = crate::rate(ROUNDS as f64, || {
        let shoe = Box::new(StandardShoe::shuffled(6, 234));
        let result = Simulator::new(ROUNDS, shoe, &factory, None, None, false, false).run();
        let ev = result.winnings.mean();
        assert!((-0.02..0.02).contains(&ev), "the peer's expectation is {ev}");
    });
    Peer { rate, note: "freebj 1.2.2: its own chart, surrender also against an Ace" }
}

fn coups() -> Peer {
    let mut cards: Vec<Card> = (0..8).flat_map(|_| DECK).collect();
    let mut random = SmallRng::seed_from_u64(1);
    let shoes = 20_000;
    let mut rounds = 0_u32;
    let mut won = [0_u32; 4];
    let time = crate::rate(1.0, || {
        rounds = 0;
        won = [0; 4];
        for _ in 0..shoes {
            cards.retain(|card| *card != Card::Cut);
            cards.shuffle(&mut random);
            // Cards are dealt from the end: a quarter of them lies behind the cutting card.
            cards.insert(104, Card::Cut);
            for round in BaccShoe::from(Shoe::from(cards.as_slice())) {
                rounds += 1;
                won[usize::from(round.outcome().marker() % 4)] += 1;
            }
        }
    });
    let share = f64::from(won[1]) / f64::from(rounds);
    assert!((0.445..0.448).contains(&share), "the peer's player wins {share} of the coups");
    Peer {
        rate: f64::from(rounds) * time,
        note: "bacc-rs 0.3.1: burns cards at the shuffle; shuffled by rand's SmallRng",
    }
}
