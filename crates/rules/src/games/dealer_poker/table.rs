//! Poker against a dealer's hand at a table: one ante per player, raises of a multiple of it, folds and misdeals.

use croupier_kit::{Card, Money, Odds};

use super::facts::{self, FACTS};
use super::kinds::KINDS;
use super::{Deal, DealerPoker, HandKind, Move, PLAYERS_MAX, Wager};
use crate::book::Conduct;
use crate::contract::{Fallen, Game, Positions, Seat, Seated, Turn};
use crate::kind::{DeclaredWager, WagerWord};
use crate::law::Refusal;
use crate::notation::{Act, ActForm, BoxHand, Decision, Verb, Who};
use crate::side::{DeclaredFact, RoundCards, SideWagers};
use crate::table::{CardSource, Offer, PlayerId, Stake, State, Table, TableGame, no_such_bet};

/// The words of the raise in a record.
const RAISE: &str = "raise 1";

impl TableGame for Seated<DealerPoker, PLAYERS_MAX> {
    type Series = ();
    const ACTS: &'static [ActForm] =
        &[ActForm::Cards, ActForm::Shuffle, ActForm::Cuts, ActForm::Misdeal, ActForm::Raises, ActForm::Folds];
    const KINDS: &'static [&'static DeclaredWager] = KINDS;
    const FACTS: &'static [DeclaredFact<Self>] = FACTS;

    fn sides(&self) -> &SideWagers {
        &self.sides
    }

    fn kinds_of_rounds(&self, each: &mut dyn FnMut(&RoundCards<'_, Self>)) {
        facts::kinds_of_rounds(self, each);
    }

    /// The player's ante says which hand a side wager is on.
    fn side_seat(table: &Table<'_, Self>, stake: &Stake<Self>) -> Option<Seat> {
        antes(table).find(|(_, ante)| ante.player == stake.player).map(|(_, ante)| ante.life.seat)
    }

    fn main_words(&self) -> Vec<WagerWord<'_>> {
        DealerPoker::words_of_wagers()
    }

    fn read_wager(&self, words: &[&str], conduct: &Conduct) -> Result<Wager, Refusal> {
        match words {
            ["ante"] => Ok(Wager::Ante),
            _ => Err(no_such_bet(self, conduct.no_such_wager, words)),
        }
    }

    /// Each player may make one ante. The raise that may follow it must be payable too.
    fn check_beside(table: &Table<'_, Self>, offer: &Offer<Self>) -> Result<(), Refusal> {
        let seats = table.game.seats;
        match antes(table).find(|(_, stake)| stake.player == offer.player) {
            Some((number, _)) => {
                let allowed = format!("each player has one ante, and yours is stake {number}");
                Err(Refusal::new(table.game.play, "a second ante", allowed))
            }
            None if antes(table).count() >= usize::from(seats) => Err(Refusal::new(
                table.conduct.packs,
                "one more player",
                format!("the table is full: it seats {seats}"),
            )),
            None => Ok(()),
        }
    }

    /// The raise.
    fn added_later(&self, wager: Wager) -> Vec<(Wager, u32)> {
        if wager == Wager::Ante { vec![(Wager::Raise, self.multiple.into())] } else { Vec::new() }
    }

    fn describe(&self, deal: &Deal<PLAYERS_MAX>) -> String {
        if self.turn(deal) != Turn::Over {
            return String::new();
        }
        let players = (1..).zip(0..deal.players).map(|(number, seat)| {
            let folded = if deal.folded(seat) { " and folds" } else { "" };
            format!("player {number} has {}{folded}", self.words_of(deal.hands[usize::from(seat)]))
        });
        let dealer = std::iter::once(format!("the dealer has {}", self.words_of(deal.dealer)));
        players.chain(dealer).collect::<Vec<_>>().join("; ")
    }

    /// The dealer's hand, as in `pair`, or that it does not qualify.
    fn result(&self, deal: &Deal<PLAYERS_MAX>) -> String {
        let dealer = self.strength_of(deal.dealer);
        let fails = self.qualifies.as_ref().is_some_and(|qualifies| dealer < qualifies.least);
        if fails { "dealer not qualified".to_owned() } else { format!("dealer {}", dealer.kind().words()) }
    }

    /// `dealer`, or the name of the person who plays the hand or, once the round is over, who played it.
    fn place_of(table: &Table<'_, Self>, seat: Seat, _: Option<BoxHand>) -> String {
        if seat == Deal::<PLAYERS_MAX>::DEALER {
            return "dealer".to_owned();
        }
        Self::speaker(table, seat).map_or("hand", |player| table.people.name(player)).to_owned()
    }

    fn score_of(&self, cards: &[Card], _: bool) -> Option<String> {
        let complete = cards.len() == usize::from(self.size.cards());
        complete.then(|| self.size.strength(cards).kind().words())
    }

    fn one_bet_each(&self) -> bool {
        true
    }

    fn wager_name(&self, wager: Wager) -> String {
        match wager {
            Wager::Ante => "ante".to_owned(),
            Wager::Raise => RAISE.to_owned(),
        }
    }

    fn usual_odds(&self, wager: Wager) -> Option<Odds> {
        match wager {
            Wager::Ante => Some(self.ante.odds),
            Wager::Raise => Some(self.raise.usual.odds),
        }
    }

    fn packs(&self) -> CardSource {
        CardSource::EveryHand(1)
    }

    fn read_fall(&self, fallen: Fallen<'_>) -> Result<Card, Refusal> {
        match fallen {
            Fallen::Card(card) => Ok(card),
            Fallen::Ball(_) | Fallen::Dice(_) => {
                Err(Refusal::new(None, format!("{} at a card table", fallen.name()), "cards are dealt here"))
            }
        }
    }

    /// Cards are dealt to players in the order of their antes.
    fn places(table: &Table<'_, Self>) -> Result<Positions, Refusal> {
        let players = u8::try_from(antes(table).count()).expect("a table seats few players");
        Ok(Positions::first(players))
    }

    fn take_places(table: &mut Table<'_, Self>) {
        let numbers: Vec<u32> = antes(table).map(|(number, _)| number).collect();
        for (&number, seat) in numbers.iter().zip(0 as Seat..) {
            table.stakes.change(number, |stake| stake.life.seat = seat);
        }
    }

    /// The player whose ante the hand is, folded or not.
    fn speaker(table: &Table<'_, Self>, seat: Seat) -> Option<PlayerId> {
        let is_dealt = |stake: &Stake<Self>| matches!(stake.state, State::Standing | State::Decided(..));
        let of_seat = |stake: &Stake<Self>| stake.wager == Some(Wager::Ante) && stake.life.seat == seat;
        let mut dealt = table.bets_of_hand().filter(|(_, stake)| is_dealt(stake) && of_seat(stake));
        dealt.next().map(|(_, stake)| stake.player)
    }

    fn raise_of(table: &Table<'_, Self>, player: PlayerId) -> Option<Money> {
        let (_, own) = antes(table).find(|(_, ante)| ante.player == player)?;
        Some(own.amount.times(table.game.multiple.into()).expect("checked when the ante was accepted"))
    }

    /// Nobody raises for a player who says nothing.
    fn default_act(table: &Table<'_, Self>) -> Option<Act> {
        let player = Self::speaker(table, due(table)?)?;
        let who = Who::Person(table.people.name(player).into());
        Some(Act::Decides(Decision { who, verb: Verb::Folds, on: None }))
    }

    /// A robot raises with a hand that would qualify if it were the dealer's; where every hand qualifies, with more than a high card.
    fn robot_act(table: &Table<'_, Self>) -> Option<Act> {
        let (seat, deal) = (due(table)?, table.deal.as_ref()?);
        let own = table.game.strength_of(deal.hands[usize::from(seat)]);
        let raises = match &table.game.qualifies {
            Some(qualifies) => own >= qualifies.least,
            None => own.kind() != HandKind::HighCard,
        };
        let act = Self::default_act(table)?;
        match act {
            Act::Decides(decision) if raises => {
                Some(Act::Decides(Decision { verb: Verb::Raises, ..decision }))
            }
            other => Some(other),
        }
    }

    fn act(table: &mut Table<'_, Self>, act: &Act) -> Result<(), Refusal> {
        match act {
            Act::Misdeal => misdeal(table),
            Act::Decides(Decision { who: Who::Person(name), verb: Verb::Raises, on: None }) => {
                decide(table, name, Move::Raise)
            }
            Act::Decides(Decision { who: Who::Person(name), verb: Verb::Folds, on: None }) => {
                decide(table, name, Move::Fold)
            }
            _ => table.house_bank(act),
        }
    }
}

type At<'b> = Table<'b, Seated<DealerPoker, PLAYERS_MAX>>;

/// The standing antes, with their numbers.
fn antes<'a>(table: &'a At<'_>) -> impl Iterator<Item = (u32, &'a Stake<Seated<DealerPoker, PLAYERS_MAX>>)> {
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

/// `ann raises`, `ann folds`: a decision of the player in turn. A raise is a further stake.
fn decide(table: &mut At<'_>, name: &str, mv: Move) -> Result<(), Refusal> {
    let player = table.people.id_of(name);
    let due = due(table);
    let own = antes(table).find(|(_, ante)| ante.player == player && Some(ante.life.seat) == due);
    let (Some(mut deal), Some((number, life, ante))) =
        (table.deal, own.map(|(number, ante)| (number, ante.life, ante.amount)))
    else {
        return Err(out_of_turn(table, name));
    };
    table.game.check(&deal, life.seat, mv)?;
    table.game.play_unchecked(&mut deal, life.seat, mv);
    table.deal = Some(deal);
    if mv == Move::Raise {
        let amount = ante.times(table.game.multiple.into());
        let amount = amount.expect("an ante is accepted only if the raise on it can be counted");
        table.lay(player, RAISE, amount, Some(Wager::Raise), life, Some(number), None);
    }
    table.settle();
    Ok(())
}

/// The seat that must decide.
fn due(table: &At<'_>) -> Option<Seat> {
    let turn = table.deal.as_ref().map(|deal| table.game.turn(deal));
    if let Some(Turn::Seat(seat)) = turn { Some(seat) } else { None }
}

fn out_of_turn(table: &At<'_>, name: &str) -> Refusal {
    let next = due(table).and_then(|seat| Seated::<DealerPoker, PLAYERS_MAX>::speaker(table, seat));
    let allowed = match next {
        Some(player) => format!("it is the turn of {}", table.people.name(player)),
        None if table.in_play() || table.deal.is_none() => {
            "players decide when all cards are dealt".to_owned()
        }
        None => "all decisions are made".to_owned(),
    };
    Refusal::new(table.game.play, format!("a decision by {name}"), allowed)
}

impl DealerPoker {
    /// The cards of a hand, and its kind.
    fn words_of(&self, cards: [Card; 5]) -> String {
        let cards = &cards[..usize::from(self.size.cards())];
        let text = cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        format!("{text} ({})", self.size.strength(cards).kind().words())
    }
}
