//! No seat of a poker table knows a card it may not know.
//!
//! Every deal is played beside others, each with one card changed: as long as that card is hidden from a seat, the
//! seat's view of both deals must be the same, and once the seat may see it the views must differ.

use croupier_kit::Card;
use croupier_rules::book::{Chosen, Shelf};
use croupier_rules::contract::{Face, Game, Positions, Seat, Seated, Turn};
use croupier_rules::games::AnyGame;
use croupier_rules::games::poker::{HoldEm, Move, PLAYERS_MAX};

/// Figures that look random and are the same every time.
struct Figures(u64);

impl Figures {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 11).unwrap() % bound
    }

    fn card(&mut self) -> Card {
        Card::at(self.below(52)).unwrap()
    }

    fn other_than(&mut self, card: Card) -> Card {
        Card::at((card.index() + 1 + self.below(51)) % 52).unwrap()
    }
}

fn hold_em() -> Seated<HoldEm, PLAYERS_MAX> {
    let shelf = Shelf::built_in();
    let (_, game) = shelf.game("mpumalanga/arizona-hold-em").unwrap();
    let AnyGame::Poker(game) = game.table(&Chosen::default()) else { panic!("it is a poker table") };
    game
}

/// Whether a seat may know the card dealt at this place, by the order of play (6.2): nothing before all cards are dealt;
/// then its own; the first common card when everyone has decided once, the second when everyone has twice.
fn may_know(seat: usize, place: usize, players: usize, dealt: usize, decided: usize) -> bool {
    let (round, turn) = (place / (players + 1), place % (players + 1));
    let decisions = if turn == players { players * (round + 1) } else { 0 };
    dealt == 3 * players + 2 && decided >= decisions && (turn == players || turn == seat)
}

/// One deal, and the same with one card changed, for each of its cards.
struct Table {
    game: Seated<HoldEm, PLAYERS_MAX>,
    deal: <Seated<HoldEm, PLAYERS_MAX> as Game>::Deal,
    changed: Vec<<Seated<HoldEm, PLAYERS_MAX> as Game>::Deal>,
    players: usize,
    dealt: usize,
    decided: usize,
}

impl Table {
    fn open(game: Seated<HoldEm, PLAYERS_MAX>, players: usize) -> Self {
        let deal = game.open(Positions::first(u8::try_from(players).unwrap()));
        Self { game, deal, changed: vec![deal; 3 * players + 2], players, dealt: 0, decided: 0 }
    }

    fn fall(&mut self, figures: &mut Figures) {
        let card = figures.card();
        for (place, changed) in self.changed.iter_mut().enumerate() {
            let card = if place == self.dealt { figures.other_than(card) } else { card };
            self.game.fall_unchecked(changed, card);
        }
        self.game.fall_unchecked(&mut self.deal, card);
        self.dealt += 1;
    }

    fn play(&mut self, seat: Seat, mv: Move) {
        self.changed.iter_mut().for_each(|deal| self.game.play_unchecked(deal, seat, mv));
        self.game.play_unchecked(&mut self.deal, seat, mv);
        self.decided += 1;
    }

    /// Every seat's view, the dealer's last, against every deal with one card changed.
    fn check(&self) {
        for seat in 0..=u8::try_from(PLAYERS_MAX).unwrap() {
            let view = self.game.view(&self.deal, seat);
            for (place, changed) in self.changed.iter().enumerate().take(self.dealt) {
                let seated = usize::from(seat) < self.players;
                let own = if seated { seat.into() } else { usize::MAX };
                let knows = may_know(own, place, self.players, self.dealt, self.decided);
                let sees = self.game.view(changed, seat) != view;
                assert_eq!(sees, knows, "seat {seat}, card {place} of {:?}", self.deal);
            }
        }
    }
}

#[test]
fn a_view_changes_just_when_a_card_that_the_seat_may_know_changes() {
    let mut figures = Figures(0x5EED_CA4D);
    for deal in 0..64 {
        let mut table = Table::open(hold_em(), deal % PLAYERS_MAX + 1);
        loop {
            match table.game.turn(&table.deal) {
                Turn::Chance(fall) => {
                    assert_eq!(fall.face, Face::Down);
                    table.fall(&mut figures);
                }
                Turn::Seat(seat) => {
                    table.play(seat, if figures.below(2) == 0 { Move::Raise } else { Move::Check })
                }
                Turn::Bets | Turn::Over => break,
            }
            table.check();
        }
        assert_eq!((table.dealt, table.decided), (3 * table.players + 2, 2 * table.players));
    }
}

#[test]
fn a_view_shows_what_everyone_has_decided() {
    let game = hold_em();
    let mut raising = game.open(Positions::first(3));
    for place in 0..11 {
        game.fall_unchecked(&mut raising, Card::at(place).unwrap());
    }
    let mut checking = raising;
    game.play_unchecked(&mut raising, 0, Move::Raise);
    game.play_unchecked(&mut checking, 0, Move::Check);
    for seat in 0..3 {
        assert_ne!(game.view(&raising, seat), game.view(&checking, seat));
        assert_eq!(game.view(&raising, seat).raised, [1, 0]);
    }
}
