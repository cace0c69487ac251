//! In-Between at a table: one hand per player, and stakes carried over after stand-offs.

use croupier_kit::{Odds, Rank};

use super::kinds::KINDS;
use super::{Deal, HandResult, InBetween, Life, PLAYERS_MAX, Wager};
use crate::book::Conduct;
use crate::contract::{Fallen, Positions, Seat, Seated};
use crate::kind::{DeclaredWager, WagerWord};
use crate::law::{Cites, Refusal};
use crate::notation::{Act, ActForm, BoxHand};
use crate::table::{CardSource, Offer, Table, TableGame, no_such_bet};

impl TableGame for Seated<InBetween, PLAYERS_MAX> {
    type Series = ();
    const ACTS: &'static [ActForm] = &[ActForm::Cards, ActForm::Shuffle, ActForm::Cuts, ActForm::Carries];

    const KINDS: &'static [&'static DeclaredWager] = KINDS;

    fn main_words(&self) -> Vec<WagerWord<'_>> {
        InBetween::words_of_wagers()
    }

    fn read_wager(&self, words: &[&str], conduct: &Conduct) -> Result<Wager, Refusal> {
        match words {
            ["hand"] => Ok(Wager),
            _ => Err(no_such_bet(self, conduct.no_such_wager, words)),
        }
    }

    /// Each player has one hand. A carried stake is the player's hand and may not be changed (r. 14(3)(a)).
    fn check_beside(table: &Table<'_, Self>, offer: &Offer<Self>) -> Result<(), Refusal> {
        let own = table.stakes.standing().find(|(_, stake)| stake.player == offer.player);
        match own {
            Some((number, stake)) => {
                let allowed = format!("each player has one hand, and yours is stake {number}");
                Err(Refusal::new(table.game.carried(Wager, stake.life), "a second hand", allowed))
            }
            None if table.stakes.standing().count() >= usize::from(table.game.seats()) => Err(Refusal::new(
                Cites::NONE,
                "one more player",
                format!("the table is full: it seats {}", table.game.seats()),
            )),
            None => Ok(()),
        }
    }

    fn one_bet_each(&self) -> bool {
        true
    }

    fn describe(&self, deal: &Deal<PLAYERS_MAX>) -> String {
        let rank = |place: &u8| {
            Rank::ALL.into_iter().find(|rank| self.order[*rank as usize] == *place).map(Rank::symbol)
        };
        let hands = (1..).zip(&deal.hands[..usize::from(deal.players)]);
        let hands = hands.map(|(number, hand)| {
            let cards: Vec<String> = hand.0.iter().filter_map(rank).map(String::from).collect();
            format!("hand {number} has {}", cards.join(" "))
        });
        hands.collect::<Vec<_>>().join("; ")
    }

    /// The name of the person who plays the hand or, once the round is over, who played it.
    fn place_of(table: &Table<'_, Self>, seat: Seat, _: Option<BoxHand>) -> String {
        let hands = table.accepted_bets().filter(|(_, stake)| stake.wager.is_some());
        let owner = match table.deal {
            None => table.stakes.standing().nth(usize::from(seat)),
            // A stake that is carried over never moves to a later seat, so that the last stake of a seat is the one in play.
            Some(_) => hands.filter(|(_, stake)| stake.life.seat == seat).last(),
        };
        owner.map_or("hand", |(_, stake)| table.people.name(stake.player)).to_owned()
    }

    fn wager_name(&self, _: Wager) -> String {
        "hand".to_owned()
    }

    fn usual_odds(&self, _: Wager) -> Option<Odds> {
        let odds = |result| if let HandResult::Wins(odds) = result { Some(odds) } else { None };
        odds(self.between.result)
    }

    fn packs(&self) -> CardSource {
        CardSource::EveryHand(self.packs)
    }

    fn read_fall(&self, fallen: Fallen<'_>) -> Result<u8, Refusal> {
        match fallen {
            Fallen::Card(card) => Ok(self.order[card.rank() as usize]),
            other => {
                Err(Refusal::new(None, format!("{} at In-Between", other.name()), "cards are dealt here"))
            }
        }
    }

    fn places(table: &Table<'_, Self>) -> Result<Positions, Refusal> {
        let players =
            u8::try_from(table.stakes.standing().count()).expect("a bet beyond the seats is refused");
        Ok(Positions::first(players))
    }

    /// Cards are dealt to players in the order of their bets, carried ones first because they were made first.
    fn take_places(table: &mut Table<'_, Self>) {
        let numbers: Vec<u32> = table.stakes.standing().map(|(number, _)| number).collect();
        for (&number, seat) in numbers.iter().zip(0 as Seat..) {
            table.stakes.change(number, |stake| stake.life.seat = seat);
        }
    }

    fn act(table: &mut Table<'_, Self>, act: &Act) -> Result<(), Refusal> {
        table.house_bank(act)
    }

    /// Only a stand-off is carried.
    fn carried_life(&self, _: Wager, point: Option<u8>) -> Option<Life> {
        let carried = self.consecutive.result == HandResult::StandOff && point.is_none();
        carried.then_some(Life { seat: 0, carried })
    }

    fn carried(&self, _: Wager, life: Life) -> Cites {
        if life.carried { self.consecutive.cites } else { Cites::NONE }
    }
}
