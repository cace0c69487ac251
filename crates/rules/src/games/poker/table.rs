//! Arizona Hold-Em at a table: one ante per player, raises of the same size, and misdeals.

use croupier_kit::{Card, Money, Odds, PokerHand};

use super::kinds::KINDS;
use super::{Deal, HoldEm, Life, Move, PLAYERS_MAX, Shuffled, Wager};
use crate::book::Conduct;
use crate::contract::{Fallen, Game, Positions, Seat, Seated, Turn};
use crate::kind::{DeclaredWager, WagerWord};
use crate::law::{Cites, Refusal};
use crate::notation::{Act, ActForm, BoxHand, Decision, Verb, Who};
use crate::table::{CardSource, Offer, PlayerId, Stake, Table, TableGame, no_such_bet};

impl TableGame for Seated<HoldEm, PLAYERS_MAX> {
    type Series = ();
    const ACTS: &'static [ActForm] = &[
        ActForm::Cards,
        ActForm::Shuffle,
        ActForm::CuttingCard,
        ActForm::Cuts,
        ActForm::Misdeal,
        ActForm::Raises,
        ActForm::Checks,
    ];

    const KINDS: &'static [&'static DeclaredWager] = KINDS;

    fn main_words(&self) -> Vec<WagerWord<'_>> {
        self.words_of_wagers()
    }

    fn read_wager(&self, words: &[&str], conduct: &Conduct) -> Result<Wager, Refusal> {
        match words {
            ["ante"] => Ok(Wager::Ante),
            _ => Err(no_such_bet(self, conduct.no_such_wager, words)),
        }
    }

    /// Each player may make one ante.
    fn check_beside(table: &Table<'_, Self>, offer: &Offer<Self>) -> Result<(), Refusal> {
        match antes(table).find(|(_, stake)| stake.player == offer.player) {
            Some((number, _)) => {
                let allowed = format!("each player has one ante, and yours is stake {number}");
                Err(Refusal::new(table.game.play, "a second ante", allowed))
            }
            None if antes(table).count() >= PLAYERS_MAX => Err(Refusal::new(
                Cites::NONE,
                "one more player",
                format!("the table is full: it seats {PLAYERS_MAX}"),
            )),
            None => Ok(()),
        }
    }

    fn describe(&self, deal: &Deal<PLAYERS_MAX>) -> String {
        let words = |cards: &[Card]| cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        if self.turn(deal) != Turn::Over {
            return String::new();
        }
        let common = format!("the common cards are {}", words(&deal.community));
        let hands = (1..).zip(&deal.hands[..usize::from(deal.players)]).map(|(number, own)| {
            let five: Vec<Card> = own.iter().chain(&deal.community).copied().collect();
            let makes = self.score_of(&five, true).map(|hand| format!(": {hand}"));
            format!("player {number} has {}{}", words(own), makes.unwrap_or_default())
        });
        std::iter::once(common).chain(hands).collect::<Vec<_>>().join("; ")
    }

    /// `common`, or the name of the person who plays the hand or, once the round is over, who played it.
    fn place_of(table: &Table<'_, Self>, seat: Seat, _: Option<BoxHand>) -> String {
        if table.game.is_common(seat) {
            return "common".to_owned();
        }
        let had = || table.bets_of_hand().find(|(_, bet)| bet.life.seat == seat).map(|(_, bet)| bet.player);
        let owner = Self::speaker(table, seat).or_else(had);
        owner.map_or("hand", |player| table.people.name(player)).to_owned()
    }

    fn score_of(&self, cards: &[Card], _: bool) -> Option<String> {
        let five: Option<[Card; 5]> = cards.try_into().ok();
        five.map(|five| PokerHand::of(five).name().replace('-', " "))
    }

    fn is_common(&self, seat: Seat) -> bool {
        seat == Deal::<PLAYERS_MAX>::COMMON
    }

    fn one_bet_each(&self) -> bool {
        true
    }

    fn common_turned(table: &Table<'_, Self>) -> Option<usize> {
        let seen = table.deal.as_ref().map(|deal| table.game.view(deal, 0).community);
        Some(seen.map_or(0, |cards| cards.iter().flatten().count()))
    }

    fn wager_name(&self, wager: Wager) -> String {
        match wager {
            Wager::Ante => "ante".to_owned(),
            Wager::Raise(circle) => format!("raise {circle}"),
        }
    }

    /// One raise in each circle, of the ante's size.
    fn added_later(&self, wager: Wager) -> Vec<(Wager, u32)> {
        let raises = if wager == Wager::Ante { self.raises } else { 0 };
        (1..=raises).map(|circle| (Wager::Raise(circle), 1)).collect()
    }

    fn usual_odds(&self, _: Wager) -> Option<Odds> {
        Some(self.pays.usual())
    }

    fn packs(&self) -> CardSource {
        match self.shuffled {
            Shuffled::EveryHand => CardSource::EveryHand(self.packs),
            Shuffled::BetweenHands => CardSource::Shoe(self.packs),
        }
    }

    fn read_fall(&self, fallen: Fallen<'_>) -> Result<Card, Refusal> {
        match fallen {
            Fallen::Card(card) => Ok(card),
            other => Err(Refusal::new(
                None,
                format!("{} at Arizona Hold-Em", other.name()),
                "cards are dealt here",
            )),
        }
    }

    /// Cards are dealt to players in the order of their antes.
    fn places(table: &Table<'_, Self>) -> Result<Positions, Refusal> {
        Ok(Positions::first(u8::try_from(antes(table).count()).expect("a table has few places")))
    }

    fn take_places(table: &mut Table<'_, Self>) {
        let numbers: Vec<u32> = antes(table).map(|(number, _)| number).collect();
        for (&number, seat) in numbers.iter().zip(0 as Seat..) {
            table.stakes.change(number, |stake| stake.life.seat = seat);
        }
    }

    fn speaker(table: &Table<'_, Self>, seat: Seat) -> Option<PlayerId> {
        antes(table).find(|(_, ante)| ante.life.seat == seat).map(|(_, ante)| ante.player)
    }

    fn default_act(table: &Table<'_, Self>) -> Option<Act> {
        let player = Self::speaker(table, due(table)?)?;
        let who = Who::Person(table.people.name(player).into());
        Some(Act::Decides(Decision { who, verb: Verb::Checks, on: None }))
    }

    fn act(table: &mut Table<'_, Self>, act: &Act) -> Result<(), Refusal> {
        match act {
            Act::Misdeal => misdeal(table),
            Act::Decides(Decision { who: Who::Person(name), verb: Verb::Raises, on: None }) => {
                decide(table, name, Move::Raise)
            }
            Act::Decides(Decision { who: Who::Person(name), verb: Verb::Checks, on: None }) => {
                decide(table, name, Move::Check)
            }
            _ => table.house_bank(act),
        }
    }
}

type At<'b> = Table<'b, Seated<HoldEm, PLAYERS_MAX>>;

/// The standing antes, with their numbers.
fn antes<'a>(table: &'a At<'_>) -> impl Iterator<Item = (u32, &'a Stake<Seated<HoldEm, PLAYERS_MAX>>)> {
    table.stakes.standing().filter(|(_, stake)| stake.wager == Some(Wager::Ante))
}

/// `misdeal`: permitted between the first card and the first decision. The hand is dealt again from a complete pack.
fn misdeal(table: &mut At<'_>) -> Result<(), Refusal> {
    let undecided = table.deal.as_ref().is_some_and(|deal| deal.decided == 0);
    if !undecided || !table.in_play() {
        let allowed = "a hand is dealt again after its first card and before the first decision";
        return Err(Refusal::new(table.game.misdeal, "a mis-deal", allowed));
    }
    table.shoe.deal_again();
    table.deal = None;
    Ok(())
}

/// `ann raises`, `ann checks`: a decision of the player in turn. A raise is a further stake of the ante's size.
fn decide(table: &mut At<'_>, name: &str, mv: Move) -> Result<(), Refusal> {
    let player = table.people.id_of(name);
    let (Some(mut deal), Some((number, life, amount))) = (table.deal, ante_of(table, player)) else {
        return Err(out_of_turn(table, name));
    };
    table.game.check(&deal, life.seat, mv).map_err(|_| out_of_turn(table, name))?;
    let circle = deal.circle() + 1;
    table.game.play_unchecked(&mut deal, life.seat, mv);
    table.deal = Some(deal);
    if mv == Move::Raise {
        let wager = Wager::Raise(u8::try_from(circle).expect("a player has few circles"));
        table.lay(player, format!("raise {circle}"), amount, Some(wager), life, Some(number), None);
    }
    table.settle();
    Ok(())
}

/// The seat that must decide.
fn due(table: &At<'_>) -> Option<Seat> {
    let turn = table.deal.as_ref().map(|deal| table.game.turn(deal));
    if let Some(Turn::Seat(seat)) = turn { Some(seat) } else { None }
}

/// A player's ante; if there are several, the one whose turn it is.
fn ante_of(table: &At<'_>, player: PlayerId) -> Option<(u32, Life, Money)> {
    let due = due(table);
    let own = antes(table).filter(|(_, ante)| ante.player == player);
    let ante = own.min_by_key(|(_, ante)| Some(ante.life.seat) != due);
    ante.map(|(number, ante)| (number, ante.life, ante.amount))
}

fn out_of_turn(table: &At<'_>, name: &str) -> Refusal {
    let next = due(table).and_then(|seat| antes(table).find(|(_, ante)| ante.life.seat == seat));
    let allowed = match next {
        Some((_, ante)) => format!("it is the turn of {}", table.people.name(ante.player)),
        None if table.in_play() || table.deal.is_none() => {
            "players decide when all cards are dealt".to_owned()
        }
        None => "all decisions are made".to_owned(),
    };
    Refusal::new(table.game.play, format!("a decision by {name}"), allowed)
}
