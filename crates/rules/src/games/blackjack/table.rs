//! Blackjack at a table: its boxes, their callers, and the acts of the game.

use croupier_kit::{Card, Odds, Rank};

use super::boxes::{BlackjackStake, BlackjackTable, Series, caller, on_box, release_if_bare, seat_of};
use super::deal::{BOXES_MAX, Deal};
use super::facts::{self, FACTS};
use super::hand::Hand;
use super::kinds::KINDS;
use super::options::{BetsOnABox, BoxesAPerson, Caller, Shuffler};
use super::rules::Blackjack;
use super::wager::{Life, Wager};
use super::{behind, decide, insurance};
use crate::book::Conduct;
use crate::contract::{Fallen, Positions, Seat, Seated};
use crate::kind::{DeclaredWager, WagerWord};
use crate::law::Refusal;
use crate::notation::{Act, ActForm, BoxHand, Decision, Verb, count};
use crate::side::{DeclaredFact, RoundCards, SideWagers};
use crate::table::{CardSource, Offer, PlayerId, Table, TableGame, no_such_bet};

impl TableGame for Seated<Blackjack, BOXES_MAX> {
    type Series = Series;
    const ACTS: &'static [ActForm] = &[
        ActForm::Cards,
        ActForm::Shuffle,
        ActForm::CuttingCard,
        ActForm::Cuts,
        ActForm::CallsBox,
        ActForm::Insures,
        ActForm::EvenMoney,
        ActForm::DealerLooks,
        ActForm::Draws,
        ActForm::Stands,
        ActForm::Doubles,
        ActForm::Splits,
        ActForm::Follows,
        ActForm::Surrenders,
    ];

    const KINDS: &'static [&'static DeclaredWager] = KINDS;
    const FACTS: &'static [DeclaredFact<Self>] = FACTS;
    const SIDE_PER_BOX: bool = true;

    fn sides(&self) -> &SideWagers {
        &self.sides
    }

    fn kinds_of_rounds(&self, each: &mut dyn FnMut(&RoundCards<'_, Self>)) {
        facts::kinds_of_rounds(self, each);
    }

    fn side_place(&self, number: u32, _: &Conduct) -> Result<Seat, Refusal> {
        seat_of(number, self.boxes.most).ok_or_else(|| {
            let allowed = format!("there are boxes 1 to {}", self.boxes.most);
            Refusal::new(self.cites.boxes, format!("box {number}"), allowed)
        })
    }

    fn side_boxes(&self) -> u8 {
        self.boxes.most
    }

    fn wager_place(&self, wager: Wager) -> Option<Seat> {
        seat(Some(wager))
    }

    fn main_words(&self) -> Vec<WagerWord<'_>> {
        self.words_of_wagers()
    }

    fn read_wager(&self, words: &[&str], conduct: &Conduct) -> Result<Wager, Refusal> {
        let number = if let ["box", number] = words { count(number) } else { None };
        match number.map(|number| seat_of(number, self.boxes.most)) {
            Some(Some(seat)) => Ok(Wager::Box(seat)),
            Some(None) => Err(no_such_bet(self, self.cites.boxes, words)),
            None => Err(no_such_bet(self, conduct.no_such_wager, words)),
        }
    }

    /// In some books a box has only one bet (reg. 6(5), reading S7); in most a person may play several boxes (reg.
    /// 6(11)).
    /// Each hand of the box can be split off and doubled.
    fn added_later(&self, wager: Wager) -> Vec<(Wager, u32)> {
        match wager {
            Wager::Box(_) => vec![(wager, 2 * u32::from(self.split.hands_max).max(1) - 1)],
            Wager::Insurance(_) => Vec::new(),
        }
    }

    fn check_beside(table: &Table<'_, Self>, offer: &Offer<Self>) -> Result<(), Refusal> {
        let taken =
            table.game.bets_on_a_box == BetsOnABox::One && on_box(table, offer.wager).next().is_some();
        if taken {
            return Err(Refusal::new(
                table.game.cites.second_bet,
                "a second bet on the box",
                "a box takes one bet",
            ));
        }
        let elsewhere = |stake: &BlackjackStake| {
            stake.player == offer.player && stake.wager.is_some_and(|other| other != offer.wager)
        };
        if table.game.boxes_a_person == BoxesAPerson::One
            && table.stakes.standing().any(|(_, stake)| elsewhere(stake))
        {
            let allowed = "each person plays one box";
            return Err(Refusal::new(table.game.cites.boxes, "a bet on a second box", allowed));
        }
        Ok(())
    }

    fn describe(&self, deal: &Deal<BOXES_MAX>) -> String {
        let hand = |seat: Seat, place: usize, hand: &Hand| {
            format!("{}.{} has {}", seat + 1, place + 1, hand.score())
        };
        let boxes = (0..self.boxes.most).flat_map(|seat| {
            let hands = deal.at(seat).hands().iter().enumerate();
            hands.filter(|(_, h)| h.cards() > 0).map(move |(place, h)| hand(seat, place, h))
        });
        let shows = self.dealer_shows(deal).score();
        let dealer = (deal.dealer().cards() > 0).then(|| format!("the dealer shows {shows}"));
        boxes.chain(dealer).collect::<Vec<_>>().join("; ")
    }

    fn result(&self, deal: &Deal<BOXES_MAX>) -> String {
        let dealer = deal.dealer();
        if dealer.is_bust() {
            return "dealer bust".to_owned();
        }
        if dealer.is_two_card_21() {
            "dealer blackjack".to_owned()
        } else {
            format!("dealer {}", dealer.score())
        }
    }

    fn place_of(_: &Table<'_, Self>, seat: Seat, hand: Option<BoxHand>) -> String {
        match hand {
            Some(hand) => format!("box {}", hand.number),
            None if seat == Deal::<BOXES_MAX>::DEALER => "dealer".to_owned(),
            None => format!("box {}", seat + 1),
        }
    }

    /// Two cards that make 21 are a blackjack unless they come from a split.
    fn score_of(&self, cards: &[Card], is_split: bool) -> Option<String> {
        let hand = self.hand_of(cards.iter().map(|card| card.rank()));
        let score = hand.score();
        Some(match (hand.is_two_card_21(), hand.is_soft()) {
            _ if hand.is_bust() => format!("bust with {score}"),
            (true, _) if !is_split => "blackjack".to_owned(),
            (_, true) => format!("soft {score}"),
            _ => score.to_string(),
        })
    }

    fn wager_name(&self, wager: Wager) -> String {
        match wager {
            Wager::Box(_) => "box".to_owned(),
            Wager::Insurance(_) => "insurance".to_owned(),
        }
    }

    fn usual_odds(&self, wager: Wager) -> Option<Odds> {
        Some(match wager {
            Wager::Box(_) => self.ordinary.odds,
            Wager::Insurance(_) => self.insurance.odds,
        })
    }

    fn packs(&self) -> CardSource {
        match self.shuffler {
            Shuffler::Shoe => CardSource::Shoe(self.packs),
            Shuffler::Machine => CardSource::Shuffler(self.packs),
        }
    }

    fn read_fall(&self, fallen: Fallen<'_>) -> Result<Rank, Refusal> {
        match fallen {
            Fallen::Card(card) => Ok(self.lump(card.rank())),
            other => {
                Err(Refusal::new(None, format!("{} at blackjack", other.name()), "cards are dealt here"))
            }
        }
    }

    fn check_fall_at(table: &Table<'_, Self>) -> Result<(), Refusal> {
        behind::check_answered(table)
    }

    /// The boxes with bets; some books require more than one (reg. 6(1)(a)).
    fn places(table: &Table<'_, Self>) -> Result<Positions, Refusal> {
        let boxes = table.stakes.standing().filter_map(|(_, stake)| seat(stake.wager));
        let in_play = boxes.fold(Positions::NONE, Positions::with);
        let (rules, found) = (&table.game, in_play.count());
        if rules.boxes.least > 1 && found < u32::from(rules.boxes.least) {
            let allowed = format!("at least {} boxes need bets", rules.boxes.least);
            return Err(Refusal::new(rules.cites.boxes, format!("a deal to {found}"), allowed));
        }
        if found == 0 {
            return Err(Refusal::new(rules.cites.draw, "a card", "no box has a bet"));
        }
        Ok(in_play)
    }

    fn fallen(table: &mut Table<'_, Self>, to: Option<Seat>) {
        let dealer = Deal::<BOXES_MAX>::DEALER;
        let cuts = to.filter(|seat| *seat != dealer).and_then(|seat| caller(table, seat));
        table.shoe.cutting_card_to(cuts);
        table.series.behind = None;
    }

    fn next_hand(table: &mut Table<'_, Self>) {
        table.series = Series::default();
    }

    fn withdrawn(table: &mut Table<'_, Self>, number: u32) {
        release_if_bare(table, number);
    }

    fn speaker(table: &Table<'_, Self>, seat: Seat) -> Option<PlayerId> {
        caller(table, seat)
    }

    fn must_answer(table: &Table<'_, Self>) -> Option<PlayerId> {
        behind::must_answer(table)
    }

    fn spot(table: &Table<'_, Self>, seat: Seat) -> Option<BoxHand> {
        let playing = table.deal.as_ref().and_then(Deal::playing).filter(|at| at.seat == seat);
        let place = playing.map_or(0, |at| at.place);
        (seat < Deal::<BOXES_MAX>::DEALER)
            .then(|| BoxHand { number: u32::from(seat) + 1, hand: Some(u32::from(place) + 1) })
    }

    fn default_act(table: &Table<'_, Self>) -> Option<Act> {
        if let Some((player, first)) = behind::must_answer_on(table) {
            return Some(Act::Follows(table.people.name(player).into(), first));
        }
        let due = table.due()?;
        Some(Act::Decides(Decision { who: due.who, verb: Verb::Stands, on: None }))
    }

    fn offers_insurance(table: &Table<'_, Self>) -> bool {
        insurance::is_offered(table)
    }

    fn implied_by_next(&self, deal: &mut Deal<BOXES_MAX>) -> bool {
        let due = self.look_is_due(deal);
        if due {
            deal.look();
        }
        due
    }

    fn implied_by_end(&self, deal: &mut Deal<BOXES_MAX>) -> bool {
        let unseen = self.plays_unseen(deal);
        if unseen {
            deal.look();
        }
        unseen || self.implied_by_next(deal)
    }

    fn look_is_due(table: &Table<'_, Self>) -> bool {
        table.deal.as_ref().is_some_and(|deal| table.game.look_is_due(deal))
    }

    fn hole_card_is_due(table: &Table<'_, Self>) -> bool {
        table.deal.as_ref().is_some_and(|deal| table.game.hole_card_is_due(deal))
    }

    fn contradicts_look(table: &Table<'_, Self>, card: Card) -> bool {
        table.deal.as_ref().is_some_and(|deal| table.game.contradicts(deal, card.rank()))
    }

    fn offers_early_surrender(table: &Table<'_, Self>) -> bool {
        let open = |deal: &Deal<BOXES_MAX>| {
            table.game.early_surrender_is_open(deal) && table.game.before_look(deal).is_some()
        };
        table.deal.as_ref().is_some_and(open)
    }

    fn act(table: &mut Table<'_, Self>, act: &Act) -> Result<(), Refusal> {
        match act {
            Act::Decides(decision) => decide::decide(table, decision, act),
            Act::Follows(name, spot) => behind::follows(table, name, *spot),
            Act::Insures(name, amount, number) => {
                insurance::insure(table, name, *amount, *number);
                Ok(())
            }
            Act::EvenMoney(name, number) => insurance::even_money(table, name, *number),
            Act::DealerLooks => decide::dealer_looks(table),
            Act::Calls(name, number) => calls(table, name, *number),
            _ => table.house_bank(act),
        }
    }

    fn hand(&self, wager: Wager, life: Life) -> Option<String> {
        match wager {
            Wager::Box(seat) => Some(format!("{}.{}", seat + 1, life.place + 1)),
            Wager::Insurance(_) => None,
        }
    }
}

fn seat(wager: Option<Wager>) -> Option<Seat> {
    if let Some(Wager::Box(seat)) = wager { Some(seat) } else { None }
}

/// `ben calls box 1`: permitted before the first card, to a player with a bet on the box (7.2(2)).
fn calls(table: &mut BlackjackTable<'_>, name: &str, number: u32) -> Result<(), Refusal> {
    if table.game.caller == Caller::FirstBet {
        return Err(table.foreign("a caller by agreement"));
    }
    let player = table.people.id_of(name);
    let seat = seat_of(number, table.game.boxes.most);
    let has_bet =
        seat.is_some_and(|seat| on_box(table, Wager::Box(seat)).any(|(_, stake)| stake.player == player));
    if !has_bet || table.deal.is_some() {
        let allowed = "only a player with a bet on the box, before the first card";
        return Err(Refusal::new(table.game.cites.caller, format!("{name} calling box {number}"), allowed));
    }
    if let Some(place) = seat.and_then(|seat| table.series.callers.get_mut(usize::from(seat))) {
        *place = Some(player);
    }
    Ok(())
}
