//! Baccarat at a table: the words for its wagers, its betting areas, and the decisions of the hands.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use croupier_kit::{Card, Money, Odds};

use super::bank::{self, Coups};
use super::deal::{BANKER, Deal, LEFT, Move, PLAYER, Pip, pip};
use super::drawing::Third;
use super::facts::{self, FACTS};
use super::kinds::KINDS;
use super::rules::{Baccarat, Backs, Clause, Condition, HeldBy, Opposing, StandingArea};
use super::wager::Wager;
use crate::book::Conduct;
use crate::commission::Commission;
use crate::contract::{Face, Fallen, Game, Positions, Seat, Turn};
use crate::kind::{DeclaredWager, WagerWord};
use crate::law::Refusal;
use crate::notation::{Act, ActForm, Area, BoxHand, Decision, Side, Verb, Who};
use crate::side::{DeclaredFact, RoundCards, SideWagers};
use crate::table::{
    CardSource, Offer, PassingBank, PlayerId, SeriesContinuation, State, Table, TableGame, no_such_bet,
};

impl TableGame for Baccarat {
    type Series = Coups;
    const ACTS: &'static [ActForm] = &[
        ActForm::BetsAtArea,
        ActForm::Cards,
        ActForm::Shuffle,
        ActForm::CuttingCard,
        ActForm::Cuts,
        ActForm::PlayersBank,
        ActForm::HandDecides,
    ];
    const KINDS: &'static [&'static DeclaredWager] = KINDS;
    const FACTS: &'static [DeclaredFact<Self>] = FACTS;

    fn sides(&self) -> &SideWagers {
        &self.sides
    }

    fn kinds_of_rounds(&self, each: &mut dyn FnMut(&RoundCards<'_, Self>)) {
        facts::kinds_of_rounds(self, each);
    }

    fn commission(&self, wager: Wager) -> Option<Commission> {
        self.clause(wager).and_then(|clause| clause.commission)
    }

    fn main_words(&self) -> Vec<WagerWord<'_>> {
        self.words_of_wagers()
    }

    fn read_wager(&self, words: &[&str], conduct: &Conduct) -> Result<Wager, Refusal> {
        let found = (0..).zip(&self.clauses).find(|(_, clause)| words == [&*clause.name]);
        if let Some((place, clause)) = found {
            return self.check_conditions(clause).map(|()| Wager(place));
        }
        Err(no_such_bet(self, conduct.no_such_wager, words))
    }

    fn check_area(&self, area: &Area, _: &Conduct) -> Result<(), Refusal> {
        let Some(areas) = self.areas else {
            return Err(Refusal::new(None, "a betting area", "this table has no numbered areas"));
        };
        match (area, areas.standing) {
            (Area::Numbered(number), _) if (1..=u32::from(areas.numbered)).contains(number) => Ok(()),
            (Area::Standing, StandingArea::Own) => Ok(()),
            (Area::Standing, StandingArea::None(rule)) => {
                Err(Refusal::new(rule, "the area for standing players", "this table has none"))
            }
            (Area::Numbered(_) | Area::Unknown(_), _) => {
                let allowed = format!("the table has areas 1 to {}", areas.numbered);
                Err(Refusal::new(areas.cite, "there is no such area", allowed))
            }
        }
    }

    fn check_beside(table: &Table<'_, Self>, offer: &Offer<Self>) -> Result<(), Refusal> {
        bank::check_stake(table, offer)
    }

    fn describe(&self, deal: &Deal) -> String {
        let name = |seat: Seat| match (seat, self.hands.order().len()) {
            (BANKER, _) => "the banker",
            (LEFT, _) => "the left hand",
            (_, 2) => "the player",
            _ => "the right hand",
        };
        let hands = self.hands.order().iter().filter(|seat| deal.hand(**seat).cards() > 0);
        hands
            .map(|seat| format!("{} has {}", name(*seat), deal.hand(*seat).score()))
            .collect::<Vec<_>>()
            .join("; ")
    }

    /// The side that won, by the name that the book gives to the bet on it.
    fn result(&self, deal: &Deal) -> String {
        let against_banker = |seat| deal.hand(seat).score().cmp(&deal.hand(BANKER).score());
        let named = |backs: Backs, plain: &str| {
            let clause = self.clauses.iter().find(|clause| clause.backs == backs);
            clause.map_or_else(|| plain.to_owned(), |clause| clause.name.to_string())
        };
        let word = |seat| match against_banker(seat) {
            Ordering::Greater => "wins",
            Ordering::Less => "loses",
            Ordering::Equal => "draws",
        };
        match (self.hands, against_banker(PLAYER)) {
            (Opposing::Two, _) => format!("right {}, left {}", word(PLAYER), word(LEFT)),
            (Opposing::One, Ordering::Greater) => named(Backs::Hand(PLAYER), "player"),
            (Opposing::One, Ordering::Less) => named(Backs::Banker, "banker"),
            (Opposing::One, Ordering::Equal) => named(Backs::Tie, "tie"),
        }
    }

    fn place_of(table: &Table<'_, Self>, seat: Seat, _: Option<BoxHand>) -> String {
        let place = match (seat, table.game.hands) {
            (BANKER, _) => "banker",
            (LEFT, _) => "left",
            (_, Opposing::Two) => "right",
            (_, Opposing::One) => "player",
        };
        place.to_owned()
    }

    fn score_of(&self, cards: &[Card], _: bool) -> Option<String> {
        let sum: u32 = cards.iter().map(|card| u32::from(pip(card.rank()))).sum();
        Some((sum % 10).to_string())
    }

    fn bank_passes(&self) -> bool {
        self.bank.held == HeldBy::Passing
    }

    fn decides_together(&self) -> bool {
        true
    }

    fn banker_score(&self, deal: &Deal) -> Option<u8> {
        Some(deal.hand(BANKER).score())
    }

    fn wager_name(&self, wager: Wager) -> String {
        self.clause(wager).map_or_else(String::new, |clause| clause.name.to_string())
    }

    fn usual_odds(&self, wager: Wager) -> Option<Odds> {
        self.clause(wager).map(|clause| clause.odds)
    }

    fn packs(&self) -> CardSource {
        CardSource::Shoe(self.packs)
    }

    fn read_fall(&self, fallen: Fallen<'_>) -> Result<Pip, Refusal> {
        match fallen {
            Fallen::Card(card) => Ok(pip(card.rank())),
            other => Err(Refusal::new(None, format!("{} at baccarat", other.name()), "cards are dealt here")),
        }
    }

    /// Checks wagers that require another one. This waits until betting closes because the other may still be made.
    fn betting_closed(table: &mut Table<'_, Self>) {
        for (number, refusal) in alone(table) {
            table.stakes.withdraw(number, State::Refused(refusal));
        }
    }

    fn places(table: &Table<'_, Self>) -> Result<Positions, Refusal> {
        bank::check_held(table)?;
        Ok(table.game.hands.order().iter().fold(Positions::NONE, |places, seat| places.with(*seat)))
    }

    fn fallen(table: &mut Table<'_, Self>, _: Option<Seat>) {
        bank::settle_bank(table);
    }

    fn act(table: &mut Table<'_, Self>, act: &Act) -> Result<(), Refusal> {
        match act {
            Act::Decides(decision) => decide(table, decision, act),
            Act::PlayersBank(..) | Act::HouseBank(_) => bank::take_bank(table, act),
            other => Err(table.foreign(&format!("`{other}`"))),
        }
    }

    /// The banker decides for the banker's hand, and the player with the largest stake on a hand for any other
    /// (reading S5a).
    fn speaker(table: &Table<'_, Self>, seat: Seat) -> Option<PlayerId> {
        if seat == BANKER {
            return table.series.banker();
        }
        let backs = |wager: Option<Wager>| {
            wager.and_then(|wager| table.game.clause(wager)).is_some_and(|clause| clause.backs.is_on(seat))
        };
        let on_it = table.stakes.standing().filter(|(_, stake)| backs(stake.wager));
        // The first of the largest: `max_by_key` would return the last.
        let largest = on_it.reduce(|a, b| if b.1.amount > a.1.amount { b } else { a });
        largest.map(|(_, stake)| stake.player)
    }

    fn side(&self, seat: Seat) -> Option<Side> {
        Side::ALL.into_iter().map(|(side, _)| side).find(|side| self.seat(*side) == Some(seat))
    }

    /// A hand with a choice draws (classical play draws on five); the banker plays by the drawing table.
    fn default_act(table: &Table<'_, Self>) -> Option<Act> {
        let deal = table.deal.as_ref()?;
        let Turn::Seat(seat) = table.game.turn(deal) else { return None };
        let stands = seat == BANKER && table.game.by_tableau(deal) == Third::Stands;
        let verb = if stands { Verb::Stands } else { Verb::Draws };
        Some(Act::Decides(Decision { who: Who::Side(table.game.side(seat)?), verb, on: None }))
    }

    /// A hand that may decide now and has only one possible decision.
    fn bound_act(table: &Table<'_, Self>) -> Option<(Seat, Act)> {
        let deal = table.deal.as_ref()?;
        let hidden = table.game.first_cards == Face::Down && !table.game.drawing.leaves_no_choice();
        if !hidden || table.game.turn(deal) == Turn::Over {
            return None;
        }
        let words = |seat| {
            let may = |mv| table.game.check(deal, seat, mv).is_ok();
            match (may(Move::Draw), may(Move::Stand)) {
                (false, false) => None,
                (true, true) => Some((seat, None)),
                (draws, _) => Some((seat, Some(if draws { Verb::Draws } else { Verb::Stands }))),
            }
        };
        let (seat, verb) = [PLAYER, LEFT, BANKER].into_iter().find_map(words)?;
        let who = Who::Side(table.game.side(seat)?);
        Some((seat, Act::Decides(Decision { who, verb: verb?, on: None })))
    }

    fn passing_bank(table: &Table<'_, Self>) -> Option<PassingBank> {
        table.series.passing()
    }

    fn bank_given_up(table: &mut Table<'_, Self>) {
        table.series.give_up();
    }

    fn renewed(table: &mut Table<'_, Self>) {
        table.series.renew();
    }

    fn continuation(table: &Table<'_, Self>) -> SeriesContinuation {
        bank::continuation(table)
    }

    fn resume(table: &mut Table<'_, Self>, from: &SeriesContinuation) {
        bank::resume(table, from);
    }

    fn bankers(table: &Table<'_, Self>) -> Vec<(PlayerId, Money)> {
        table.series.results().to_vec()
    }
}

/// The standing stakes without the other wager that they require.
fn alone(table: &Table<'_, Baccarat>) -> Vec<(u32, Refusal)> {
    let game = &table.game;
    if game.clauses.iter().all(|clause| clause.beside.is_empty()) {
        return Vec::new();
    }
    let clauses = table
        .stakes
        .standing()
        .filter_map(|(number, stake)| Some((number, stake.player, game.clause(stake.wager?)?)));
    let clauses: Vec<(u32, PlayerId, &Clause)> = clauses.collect();
    let has: BTreeSet<(PlayerId, &str)> =
        clauses.iter().map(|(_, player, clause)| (*player, &*clause.name)).collect();
    let lacks = clauses.iter().filter(|(_, player, clause)| {
        !clause.beside.is_empty() && !clause.beside.iter().any(|name| has.contains(&(*player, name)))
    });
    let refused = lacks.map(|(number, _, clause)| {
        let allowed = format!("bet on {} as well", clause.beside.join(" or "));
        (*number, Refusal::new(clause.beside_cite, format!("a bet on {} alone", clause.name), allowed))
    });
    refused.collect()
}

/// `player draws`, `banker stands`: refused in a game that leaves nobody a choice.
fn decide(table: &mut Table<'_, Baccarat>, decision: &Decision, act: &Act) -> Result<(), Refusal> {
    let speaks = !table.game.drawing.leaves_no_choice();
    let seat =
        if let (Who::Side(side), true) = (&decision.who, speaks) { table.game.seat(*side) } else { None };
    let mv = match decision.verb {
        Verb::Draws => Some(Move::Draw),
        Verb::Stands => Some(Move::Stand),
        _ => None,
    };
    let (Some(seat), Some(mv)) = (seat, mv) else { return Err(table.foreign(&format!("`{act}`"))) };
    let mut deal = table.deal.unwrap_or_default();
    table.game.check(&deal, seat, mv)?;
    table.game.play_unchecked(&mut deal, seat, mv);
    table.deal = Some(deal);
    table.settle();
    bank::settle_bank(table);
    Ok(())
}

impl Baccarat {
    /// The seat of a hand, if the game has that hand.
    fn seat(&self, side: Side) -> Option<Seat> {
        match (side, self.hands) {
            (Side::Banker, _) => Some(BANKER),
            (Side::Player, Opposing::One) | (Side::Right, Opposing::Two) => Some(PLAYER),
            (Side::Left, Opposing::Two) => Some(LEFT),
            _ => None,
        }
    }

    /// Checks whether the game meets the conditions of this wager.
    pub(super) fn check_conditions(&self, clause: &Clause) -> Result<(), Refusal> {
        let unmet = clause.conditions.iter().find(|(condition, _)| !self.meets(*condition));
        unmet.map_or(Ok(()), |(condition, rule)| {
            let allowed = match condition {
                Condition::HouseBank => "only where the bank is the house's",
                Condition::OneHand => "only where one hand opposes the banker's",
                Condition::NoChoice => "only where nobody has a choice about a third card",
            };
            Err(Refusal::new(*rule, format!("`{}`", clause.name), allowed))
        })
    }

    /// Whether the wager may be accepted at this table.
    pub fn accepts(&self, clause: &Clause) -> bool {
        clause.conditions.iter().all(|(condition, _)| self.meets(*condition))
    }

    fn meets(&self, condition: Condition) -> bool {
        match condition {
            Condition::HouseBank => self.bank.held == HeldBy::House,
            Condition::OneHand => self.hands == Opposing::One,
            Condition::NoChoice => self.drawing.leaves_no_choice(),
        }
    }
}
