//! The drawing table, naturals, views and the shoe, against expectations written independently of the engine.

use std::cmp::Ordering;

use crate::drawing_table::GRID;
use croupier_rules::book::{Book, Chosen, Shelf};
use croupier_rules::contract::{Game, Payout, Positions, Seat, Stock, Turn};
use croupier_rules::games::baccarat::{
    BANKER, Baccarat, Backs, Deal, HandView, LEFT, Move, Opposing, PLAYER, Pip, Wager,
};
use croupier_rules::games::{AnyGame, Family};

/// Every baccarat table of the built-in books, with `banker` as the setting of that name, if the table has it.
fn tables(banker: &str) -> Vec<Baccarat> {
    let shelf = Shelf::built_in();
    let games = shelf.books().iter().flat_map(Book::games).filter(|game| game.family() == Family::Baccarat);
    let tables = games.map(|game| {
        let mut chosen = Chosen::default();
        if game.settings().iter().any(|setting| &*setting.key == "banker") {
            chosen.choose("banker", banker, &game.envelope()).unwrap();
        }
        if let AnyGame::Baccarat(table) = game.table(&chosen) {
            table
        } else {
            panic!("{} is baccarat", game.id())
        }
    });
    tables.collect()
}

fn every_punto_banco() -> Vec<Baccarat> {
    let found: Vec<Baccarat> =
        tables("free").into_iter().filter(|game| game.drawing.leaves_no_choice()).collect();
    assert_eq!(found.len(), 2);
    found
}

fn with_choices(hands: Opposing, banker: &str) -> Baccarat {
    let found =
        tables(banker).into_iter().find(|game| game.hands == hands && !game.drawing.leaves_no_choice());
    found.expect("a game with choices")
}

fn chemin(banker: &str) -> Baccarat {
    with_choices(Opposing::One, banker)
}

fn banque() -> Baccarat {
    with_choices(Opposing::Two, "free")
}

/// Deals these cards, each to the hand that is due.
fn dealt(game: &Baccarat, pips: &[Pip]) -> Deal {
    let mut deal = game.open(Positions::NONE);
    for pip in pips {
        game.check_fall(&deal, *pip).unwrap();
        game.fall_unchecked(&mut deal, *pip);
    }
    deal
}

/// The wager on this.
fn wager_on(game: &Baccarat, backed: Backs) -> Wager {
    let mut found = None;
    game.wagers(|wager, ()| {
        if game.clause(wager).is_some_and(|clause| clause.backs == backed) {
            found = Some(wager);
        }
    });
    found.unwrap_or_else(|| panic!("a wager on {backed:?}"))
}

/// How a hand compares with the banker's, by the settlement of the wager on it.
fn against_banker(game: &Baccarat, deal: &Deal, seat: Seat) -> Option<Ordering> {
    let settled = game.advance(wager_on(game, Backs::Hand(seat)), &mut (), deal)?;
    Some(match settled.payout {
        Payout::Win(_) => Ordering::Greater,
        Payout::Lose => Ordering::Less,
        Payout::Void => Ordering::Equal,
        other => panic!("{other:?}"),
    })
}

/// Four cards that give the player and the banker these scores.
fn first_four(player: u8, banker: u8) -> [Pip; 4] {
    [player, banker, 0, 0]
}

/// The seat of the next card, if one is due.
fn next(game: &Baccarat, deal: &Deal) -> Option<Seat> {
    if let Turn::Chance(fall) = game.turn(deal) { Some(fall.to) } else { None }
}

#[test]
fn the_banker_draws_by_the_table_for_every_score_and_every_third_card() {
    for game in every_punto_banco() {
        for (player, banker) in (0..=5).flat_map(|player| (0..=7).map(move |banker| (player, banker))) {
            for third in 0..=9 {
                let mut deal = dealt(&game, &first_four(player, banker));
                assert_eq!(next(&game, &deal), Some(PLAYER), "a player's {player} draws");
                game.fall_unchecked(&mut deal, third);
                let draws = GRID[usize::from(banker)].as_bytes()[usize::from(third)] == b'D';
                assert_eq!(next(&game, &deal), draws.then_some(BANKER), "{banker} after giving {third}");
                assert_eq!(game.turn(&deal) == Turn::Over, !draws);
            }
        }
    }
}

#[test]
fn the_banker_draws_to_five_when_the_player_stands() {
    for game in every_punto_banco() {
        for (player, banker) in (6..=7).flat_map(|player| (0..=7).map(move |banker| (player, banker))) {
            let deal = dealt(&game, &first_four(player, banker));
            assert_eq!(next(&game, &deal), (banker <= 5).then_some(BANKER), "{player} against {banker}");
        }
    }
}

#[test]
fn a_natural_of_either_hand_ends_the_deal() {
    let chemin = chemin("free");
    for game in every_punto_banco().iter().chain([&chemin]) {
        for (player, banker) in (0..=9).flat_map(|player| (0..=9).map(move |banker| (player, banker))) {
            if player >= 8 || banker >= 8 {
                let deal = dealt(game, &first_four(player, banker));
                assert_eq!(game.turn(&deal), Turn::Over, "{player} against {banker}");
                assert_eq!(against_banker(game, &deal, PLAYER), Some(player.cmp(&banker)));
                assert!(game.check_fall(&deal, 0).is_err());
                assert!(Move::ALL.iter().all(|mv| game.check(&deal, PLAYER, *mv).is_err()));
            }
        }
    }
}

#[test]
fn scores_are_the_last_digit_of_the_sum() {
    let game = chemin("free");
    for (cards, score) in [(&[9][..], 9), (&[9, 0, 4], 3), (&[9, 0, 4, 0, 8], 1)] {
        assert_eq!(dealt(&game, cards).hand(PLAYER).score(), score);
    }
    let deal = dealt(&game, &[9, 0, 4, 0, 8]);
    let hand = deal.hand(PLAYER);
    assert_eq!((hand.score_of_two(), hand.third(), hand.cards()), (3, Some(8), 3));
}

fn moves(game: &Baccarat, deal: &Deal, seat: Seat) -> Vec<Move> {
    let mut found = Vec::new();
    game.moves(deal, seat, |mv| found.push(mv));
    found
}

#[test]
fn the_opposing_hand_chooses_on_five_and_the_banker_always() {
    let game = chemin("free");
    for player in 0..=7 {
        let mut deal = dealt(&game, &first_four(player, 7));
        let expected: &[Move] = match player {
            0..=4 => &[Move::Draw],
            5 => &Move::ALL,
            _ => &[Move::Stand],
        };
        assert_eq!(moves(&game, &deal, PLAYER), expected, "on {player}");
        match player {
            0..=4 => game.fall_unchecked(&mut deal, 0),
            5 => game.play_unchecked(&mut deal, PLAYER, Move::Stand),
            _ => {}
        }
        assert_eq!(game.turn(&deal), Turn::Seat(BANKER));
        assert_eq!(moves(&game, &deal, BANKER), Move::ALL);
    }
}

#[test]
fn a_bound_banker_has_no_choice() {
    let game = chemin("tableau");
    let deal = dealt(&game, &first_four(6, 5));
    assert_eq!(next(&game, &deal), Some(BANKER));
    assert_eq!(moves(&game, &deal, BANKER), [Move::Draw]);
    assert_eq!(game.turn(&dealt(&game, &first_four(6, 6))), Turn::Over);
}

/// Right, left and banker with these scores.
fn first_six(right: u8, left: u8, banker: u8) -> [Pip; 6] {
    [right, left, banker, 0, 0, 0]
}

#[test]
fn in_banque_one_natural_is_settled_at_once_and_the_other_hand_plays_on() {
    let game = banque();
    let mut deal = dealt(&game, &first_six(8, 3, 7));
    assert_eq!(against_banker(&game, &deal, PLAYER), Some(Ordering::Greater));
    assert_eq!((next(&game, &deal), against_banker(&game, &deal, LEFT)), (Some(LEFT), None));
    game.fall_unchecked(&mut deal, 6);
    game.play_unchecked(&mut deal, BANKER, Move::Draw);
    game.fall_unchecked(&mut deal, 2);
    assert_eq!(game.turn(&deal), Turn::Over);
    // The banker has drawn to 9, but the banker's first two cards have lost to the right hand.
    assert_eq!(
        (against_banker(&game, &deal, PLAYER), against_banker(&game, &deal, LEFT)),
        (Some(Ordering::Greater), Some(Ordering::Equal))
    );
    assert_eq!(game.turn(&dealt(&game, &first_six(8, 9, 7))), Turn::Over);
    assert_eq!(game.turn(&dealt(&game, &first_six(2, 3, 8))), Turn::Over);
}

#[test]
fn a_hand_knows_its_own_cards_and_what_is_turned() {
    let game = banque();
    let mut deal = dealt(&game, &[3, 8, 6, 2, 0, 1]);
    let right = game.view(&deal, PLAYER);
    assert_eq!(right.hands.map(|hand| hand.first_two), [Some([2, 3]), Some([0, 8]), None]);
    let other = dealt(&game, &[3, 8, 1, 2, 0, 6]);
    assert_eq!(right, game.view(&other, PLAYER), "what is hidden makes no difference");
    assert_ne!(game.view(&deal, BANKER), game.view(&dealt(&game, &[3, 8, 1, 2, 0, 5]), BANKER));
    game.play_unchecked(&mut deal, PLAYER, Move::Draw);
    game.fall_unchecked(&mut deal, 4);
    let banker = game.view(&deal, BANKER);
    assert_eq!(banker.hands[0], HandView { first_two: None, third: Some(4), cards: 3, said: None });
    game.play_unchecked(&mut deal, BANKER, Move::Stand);
    assert_eq!(
        game.view(&deal, LEFT).hands.map(|hand| hand.first_two),
        [Some([2, 3]), Some([0, 8]), Some([1, 6])]
    );
}

#[test]
fn a_stand_by_choice_looks_to_the_banker_like_one_by_rule() {
    let game = chemin("free");
    let mut chosen = dealt(&game, &first_four(5, 3));
    game.play_unchecked(&mut chosen, PLAYER, Move::Stand);
    let forced = dealt(&game, &first_four(6, 3));
    assert_eq!(game.view(&chosen, BANKER), game.view(&forced, BANKER));
    assert_eq!(game.view(&chosen, PLAYER).hands[0].said, Some(Move::Stand));
}

#[test]
fn punto_banco_is_dealt_face_up() {
    for game in every_punto_banco() {
        let deal = dealt(&game, &first_four(5, 6));
        assert_eq!(game.view(&deal, PLAYER), game.view(&deal, BANKER));
        assert_eq!(game.view(&deal, PLAYER).hands[2].first_two, Some([0, 6]));
    }
}

#[test]
fn eight_packs_hold_128_cards_that_count_nothing() {
    let mut stock = every_punto_banco()[0].stock();
    assert_eq!(
        (0..=9).map(|pip| stock.count(pip)).collect::<Vec<_>>(),
        [128, 32, 32, 32, 32, 32, 32, 32, 32, 32]
    );
    stock.take(0);
    let mut left = 0;
    stock.each(|_, count| left += count);
    assert_eq!(left, 415);
}

#[test]
fn both_hands_win_or_lose_together_or_the_stake_is_void() {
    let game = banque();
    let settle = |right, left, banker| {
        let deal = dealt(&game, &first_six(right, left, banker));
        game.advance(wager_on(&game, Backs::Both), &mut (), &deal).unwrap().payout
    };
    let orders = |banker| [settle(8, 9, banker), settle(9, 8, banker)];
    assert_eq!(orders(7), [Payout::Win(croupier_kit::Odds::EVENS); 2]);
    assert_eq!(orders(8), [Payout::Void; 2]);
    assert_eq!(orders(9), [Payout::Void; 2]);
    assert_eq!(
        (settle(1, 2, 9), settle(1, 9, 8), settle(9, 9, 9)),
        (Payout::Lose, Payout::Void, Payout::Void)
    );
}
