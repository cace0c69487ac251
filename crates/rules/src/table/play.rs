//! The acts at a table, one by one.

use std::sync::Arc;

use arrayvec::ArrayVec;
use croupier_kit::{Money, MoneySum};

use super::betting::Betting;
use super::payable::{MOVED_MAX, charge_of, check_payable};
use super::people::PlayerId;
use super::shoe::CardSource;
use super::side::read_side;
use super::stakes::{Backed, Offer, Stake, State};
use super::table_game::{Table, TableGame, TakeBack};
use crate::book::{CancelUntil, DealerBets};
use crate::commission::Charge;
use crate::contract::{Fallen, Turn};
use crate::law::{Cites, Refusal};
use crate::notation::{Act, Bid, On};

/// As many words as nearly all wagers have. They need no memory of their own.
const USUAL_WORDS: usize = 8;

/// A bid as the rules see it.
struct Assessed<G: TableGame> {
    /// What it is on; `None` if there is no such wager.
    on: Option<Backed<G::Wager>>,
    /// The number of the stake it belongs to.
    parent: Option<u32>,
    /// What it can move, or the refusal if the rules do not permit it.
    checked: Result<MoneySum, Refusal>,
}

/// What the rules say of a bet that is offered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BetAssessment<B> {
    /// The amount that it would take from its player: the bet, with the commission charged in advance.
    pub amount: Money,
    /// The bet, which can be made as long as the table does not change; or the refusal, if the rules do not permit it.
    pub checked: Result<B, Refusal>,
}

impl<B> BetAssessment<B> {
    /// The same for the bet as it is seen elsewhere.
    pub(crate) fn map<T>(self, with: impl FnOnce(B) -> T) -> BetAssessment<T> {
        BetAssessment { amount: self.amount, checked: self.checked.map(with) }
    }
}

/// A bet that the rules permit at a table as it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PermittedBet<W> {
    /// The number that its stake will have, and the state of betting: as long as both are the same, it can be made.
    number: u32,
    betting: Betting,
    player: PlayerId,
    on: Backed<W>,
    parent: Option<u32>,
    moved: MoneySum,
}

impl<G: TableGame> Table<'_, G> {
    /// Carries out the act, or refuses it: the record is then inadmissible at this point.
    ///
    /// A bet that the rules do not permit is not an error: it is recorded as refused, and the round continues.
    pub fn act(&mut self, act: &Act) -> Result<(), Refusal> {
        self.check_over(act)?;
        match act {
            Act::Rules(_) | Act::Date(_) | Act::House(_) => Err(Refusal::new(
                Cites::NONE,
                format!("`{act}` here"),
                "the head comes once, before the acts",
            )),
            Act::PlaceYourBets => self.place_your_bets(),
            Act::FinalBets => self.final_bets(),
            Act::NoMoreBets => self.no_more_bets(),
            Act::Bets(bid) => {
                self.bet(bid);
                Ok(())
            }
            Act::Cancel(number) => self.cancel(*number),
            Act::TakesBack(name, number) => self.take_back(name, *number),
            Act::Refuse(name) => {
                self.people.refuse(name);
                Ok(())
            }
            Act::Ball(word) => self.fall(Fallen::Ball(word)),
            Act::Dice(values) => self.fall(Fallen::Dice(values)),
            Act::Cards(cards) => cards.iter().try_for_each(|card| self.fall(Fallen::Card(*card))),
            Act::Shuffle => self.shuffle(),
            Act::CuttingCard => self.cutting_card(),
            Act::Cuts(name) => self.cuts(name),
            Act::NextHand => self.next_hand(),
            Act::Carries(stake) => self.carry(stake),
            Act::PlayersBank(..) | Act::HouseBank(_) => G::act(self, act),
            Act::Spin(_)
            | Act::VoidSpin
            | Act::Misdeal
            | Act::Calls(..)
            | Act::Decides(_)
            | Act::Insures(..)
            | Act::EvenMoney(..)
            | Act::DealerLooks
            | Act::Follows(..)
            | Act::TakesHalf(..)
            | Act::CallsStake(..) => {
                self.check_form(act)?;
                G::act(self, act)
            }
        }
    }

    /// Checks that the game has acts of this form.
    fn check_form(&self, act: &Act) -> Result<(), Refusal> {
        if G::ACTS.contains(&act.form()) { Ok(()) } else { Err(self.foreign(&format!("`{act}`"))) }
    }

    /// When a hand is over, only acts between hands may follow. Most acts check that themselves and cite the
    /// provision that they break; this check is for the others.
    fn check_over(&self, act: &Act) -> Result<(), Refusal> {
        let unaware = matches!(act, Act::Refuse(_)) && self.game.packs() == CardSource::None;
        if self.is_over() && unaware { Err(after_the_round(act)) } else { Ok(()) }
    }

    /// Whether the round is over and the next has not begun.
    pub fn is_over(&self) -> bool {
        self.deal.as_ref().is_some_and(|deal| self.game.turn(deal) == Turn::Over)
    }

    /// The refusal of an act that belongs to another game.
    pub fn foreign(&self, what: &str) -> Refusal {
        Refusal::new(Cites::NONE, format!("{what} at this game"), "this game has no such act")
    }

    /// `bank` at a table where the licence holder must hold the bank.
    pub fn house_bank(&self, act: &Act) -> Result<(), Refusal> {
        match act {
            Act::PlayersBank(name, _) => {
                let allowed = "only the licence holder or an employee may hold the bank";
                Err(Refusal::new(self.conduct.bank, format!("the bank held by {name}"), allowed))
            }
            Act::HouseBank(_) if self.is_over() => Err(after_the_round(act)),
            Act::HouseBank(_) => Ok(()),
            other => Err(self.foreign(&format!("`{other}`"))),
        }
    }

    /// Whether cards, ball or dice are on the table and the round is not over.
    pub fn in_play(&self) -> bool {
        self.deal.as_ref().is_some_and(|deal| self.game.turn(deal) != Turn::Over)
    }

    /// Makes a stake: accepted, or recorded as refused.
    fn bet(&mut self, bid: &Bid) {
        let player = self.people.id_of(&bid.player);
        let assessed = self.assess(player, bid);
        self.put_down(player, bid, assessed);
    }

    /// Makes a stake if the rules permit it, and otherwise leaves the table unchanged: at a live table a refused bet
    /// receives no number.
    ///
    /// # Errors
    /// The refusal, if the rules do not permit the bet.
    pub fn try_bet(&mut self, bid: &Bid) -> Result<u32, Refusal> {
        match self.assess(self.people.id_to_be(&bid.player), bid) {
            Assessed { checked: Err(refusal), .. } => Err(refusal),
            assessed => {
                let player = self.people.id_of(&bid.player);
                Ok(self.put_down(player, bid, assessed))
            }
        }
    }

    /// Says whether [`Table::try_bet`] would make the stake, and what it would take. Nothing is copied, however many stakes
    /// stand.
    pub fn assess_bet(&self, bid: &Bid) -> BetAssessment<PermittedBet<G::Wager>> {
        let player = self.people.id_to_be(&bid.player);
        let Assessed { on, parent, checked } = self.assess(player, bid);
        // A bid that has no charge is refused, and takes nothing.
        let charge = match on {
            Some(Backed::Main(wager)) => charge_of(&*self.game, wager, bid.amount),
            Some(Backed::Side(_)) | None => None,
        };
        let amount = charge.map_or(bid.amount, |charge| charge.with_bet(bid.amount));
        let permitted = |moved| {
            let on = on.expect("what is permitted is on something");
            let (number, betting) = (self.stakes.next_number(), self.betting);
            PermittedBet { number, betting, player, on, parent, moved }
        };
        BetAssessment { amount, checked: checked.map(permitted) }
    }

    /// Makes the stake of a bet that [`Table::assess_bet`] has permitted at this table. If another stake or an
    /// announcement has been made since, the bet is assessed again.
    ///
    /// # Errors
    /// The refusal, if it was assessed again and the rules do not permit it.
    pub fn make_permitted(&mut self, bid: &Bid, bet: &PermittedBet<G::Wager>) -> Result<u32, Refusal> {
        let PermittedBet { number, betting, player, on, parent, moved } = *bet;
        let is_same = (number, betting) == (self.stakes.next_number(), self.betting);
        if !is_same || !self.people.enter(player, &bid.player) {
            return self.try_bet(bid);
        }
        debug_assert_eq!(self.assess_bet(bid).checked.as_ref(), Ok(bet), "nothing has changed since");
        Ok(self.put_down(player, bid, Assessed { on: Some(on), parent, checked: Ok(moved) }))
    }

    /// What a bid is on, the number of the stake it belongs to, and the refusal if the rules do not permit it.
    fn assess(&self, player: PlayerId, bid: &Bid) -> Assessed<G> {
        let on = match self.read_on(&bid.on) {
            Ok(on) => on,
            Err(refusal) => return Assessed { on: None, parent: None, checked: Err(refusal) },
        };
        let (parent, checked) = match on {
            Backed::Side(bet) => (self.main_bet(player, bet), self.check_side(bid, player, bet)),
            Backed::Main(wager) => {
                let parent = if let On::Behind(number) = &bid.on { Some(*number) } else { None };
                let offer = Offer { player, amount: bid.amount, wager, parent };
                (parent, self.check_bid(bid, &offer))
            }
        };
        Assessed { on: Some(on), parent, checked }
    }

    /// Records a bid that has been assessed.
    fn put_down(&mut self, player: PlayerId, bid: &Bid, assessed: Assessed<G>) -> u32 {
        let Assessed { on, parent, checked } = assessed;
        if let Ok(moved) = checked {
            self.stakes.note_moved(moved);
        }
        let refusal = checked.err();
        let (words, life) = (bid.on.shared_words(), G::Life::default());
        match on {
            Some(Backed::Side(bet)) => self.lay_side(player, words, bid.amount, bet, parent, refusal),
            Some(Backed::Main(wager)) => {
                self.lay(player, words, bid.amount, Some(wager), life, parent, refusal)
            }
            None => self.lay(player, words, bid.amount, None, life, parent, refusal),
        }
    }

    /// Records a stake under the next number, as standing or refused.
    #[allow(clippy::too_many_arguments, reason = "these are the columns of a row, each once")]
    pub(crate) fn lay(
        &mut self,
        player: PlayerId,
        words: impl Into<Arc<str>>,
        amount: Money,
        wager: Option<G::Wager>,
        life: G::Life,
        parent: Option<u32>,
        refusal: Option<Refusal>,
    ) -> u32 {
        let charge = match (wager, &refusal) {
            (Some(wager), None) => {
                charge_of(&*self.game, wager, amount).expect("checked when the stake was accepted")
            }
            _ => Charge::default(),
        };
        self.stakes.put_down(Stake {
            player,
            words: words.into(),
            amount: charge.with_bet(amount),
            added: Money::ZERO,
            charge,
            wager,
            side: None,
            life,
            parent,
            period: self.betting.period,
            state: refusal.map_or(State::Standing, State::Refused),
        })
    }

    pub(super) fn read_on(&self, on: &On) -> Result<Backed<G::Wager>, Refusal> {
        match on {
            On::Behind(number) => G::read_behind(self, *number).map(Backed::Main),
            On::Wager(words) => {
                // One word is followed by one space: no need to look for other characters, as for every bet.
                let mut rest = words.split_ascii_whitespace();
                let few: ArrayVec<&str, USUAL_WORDS> = rest.by_ref().take(USUAL_WORDS).collect();
                match rest.next() {
                    None => self.read_words(&few),
                    Some(next) => {
                        self.read_words(&few.into_iter().chain([next]).chain(rest).collect::<Vec<_>>())
                    }
                }
            }
        }
    }

    /// Reads the words of a wager.
    fn read_words(&self, words: &[&str]) -> Result<Backed<G::Wager>, Refusal> {
        match read_side(&*self.game, words, self.conduct) {
            Some(side) => side.map(Backed::Side),
            None => self.game.read_wager(words, self.conduct).map(Backed::Main),
        }
    }

    /// Checks a bid, in the order in which the provisions are cited.
    fn check_bid(&self, bid: &Bid, offer: &Offer<G>) -> Result<MoneySum, Refusal> {
        self.check_placed(bid)?;
        if offer.parent.is_none() {
            self.check_limits(bid.amount)?;
        }
        self.check_taken(bid, offer.player)?;
        G::check_made_now(self, offer.wager)?;
        G::check_beside(self, offer)?;
        self.check_payable(offer)
    }

    /// Checks who places a bid, and where.
    pub(super) fn check_placed(&self, bid: &Bid) -> Result<(), Refusal> {
        if bid.by_dealer && self.conduct.dealer_bets == DealerBets::Never {
            let refusal = Refusal::new(
                self.conduct.no_such_wager,
                "a bet placed by the dealer",
                "players place their own bets here",
            );
            return Err(refusal);
        }
        bid.at.as_ref().map_or(Ok(()), |area| self.game.check_area(area, self.conduct))
    }

    /// Checks that bets are taken now, and from this person.
    pub(super) fn check_taken(&self, bid: &Bid, player: PlayerId) -> Result<(), Refusal> {
        if !self.betting.is_open() {
            return Err(Refusal::new(
                self.conduct.late,
                "betting is closed",
                "bet before the dealer says no more bets",
            ));
        }
        if self.people.is_refused(player) {
            let found = format!("a bet by {}", bid.player);
            return Err(Refusal::new(self.conduct.service, found, "this person is refused service"));
        }
        Ok(())
    }

    pub(super) fn check_limits(&self, amount: Money) -> Result<(), Refusal> {
        let (min, max) = self.limits;
        let allowed = match (min, max) {
            (Some(min), _) if amount < min => format!("the minimum here is {min}"),
            (_, Some(max)) if amount > max => format!("the maximum here is {max}"),
            _ => return Ok(()),
        };
        Err(Refusal::new(self.conduct.limits, format!("a bet of {amount}"), allowed))
    }

    /// Checks that every possible result of the stake is a whole number of minor units, because nothing is rounded, and
    /// that all results of the record together can be counted. Returns what the stake can move.
    pub(crate) fn check_payable(&self, offer: &Offer<G>) -> Result<MoneySum, Refusal> {
        let moved = check_payable(&*self.game, offer.wager, offer.amount)?;
        self.check_counted(offer.amount, moved)
    }

    /// Checks that what a bet can move can be counted together with all other bets of the record.
    pub(super) fn check_counted(&self, amount: Money, moved: MoneySum) -> Result<MoneySum, Refusal> {
        if self.stakes.moved() + moved <= MOVED_MAX {
            return Ok(moved);
        }
        let allowed = "all bets of this record together would be too large to pay";
        Err(Refusal::new(self.conduct.limits, format!("a stake of {amount}"), allowed))
    }

    /// `cancel 3 by consent`: permitted while the wager stands and, unless the book says otherwise, while betting is
    /// open.
    fn cancel(&mut self, number: u32) -> Result<(), Refusal> {
        let carried = self.check_standing(number)?;
        if self.conduct.cancel_until == CancelUntil::BettingCloses && !self.betting.is_open() {
            let cites = if carried.first().is_some() { carried } else { self.conduct.cancel_too_late };
            let allowed = "a bet can be cancelled only before betting closes";
            return Err(Refusal::new(cites, format!("cancelling stake {number} now"), allowed));
        }
        self.stakes.withdraw(number, State::Cancelled(self.conduct.cancelled));
        G::withdrawn(self, number);
        Ok(())
    }

    /// `ann takes back 3`: a player's own stake, before betting closes and before it has been played for.
    fn take_back(&mut self, name: &str, number: u32) -> Result<(), Refusal> {
        self.check_take_back(name, number)?;
        self.stakes.withdraw(number, State::Cancelled(self.conduct.cancelled));
        G::withdrawn(self, number);
        Ok(())
    }

    /// Checks whether a player may take this stake back. Nothing is copied, however many stakes stand.
    ///
    /// # Errors
    /// The refusal, if the rules do not permit it.
    pub fn check_take_back(&self, name: &str, number: u32) -> Result<(), Refusal> {
        let carried = self.check_standing(number)?;
        let player = self.people.known(name);
        let Some(stake) = self.stakes.get(number) else { return Ok(()) };
        let rule = stake.wager.map_or(TakeBack::SameBetting, |wager| self.game.take_back(wager, stake.life));
        let found = || format!("{name} taking back stake {number}");
        let own = Some(stake.player) == player;
        let (fresh, allowed) = match rule {
            TakeBack::Never(rule) if own => {
                return Err(Refusal::new(rule, found(), "this wager is a contract: it stays until decided"));
            }
            TakeBack::WhileOpen => (true, "players take back only their own stakes, while betting is open"),
            TakeBack::SameBetting | TakeBack::Never(_) => (
                stake.period == self.betting.period,
                "players take back only their own stakes, in the betting in which they made them",
            ),
        };
        if !own || !fresh || !self.betting.is_open() {
            let cites = if carried.first().is_some() { carried } else { self.conduct.cancel_too_late };
            return Err(Refusal::new(cites, found(), allowed));
        }
        Ok(())
    }

    /// Checks that the stake exists and stands; returns the citations if it is carried.
    fn check_standing(&self, number: u32) -> Result<Cites, Refusal> {
        match self.stakes.get(number) {
            Some(stake) if stake.state == State::Standing => {
                Ok(stake.wager.map_or(Cites::NONE, |wager| self.game.carried(wager, stake.life)))
            }
            found => {
                let found = if found.is_some() { "is no longer in play" } else { "does not exist" };
                let allowed = "only a stake in play can be returned";
                Err(Refusal::new(self.conduct.cancel_too_late, format!("stake {number} {found}"), allowed))
            }
        }
    }

    /// Applies a ball, a throw or a card. Nothing changes until everything has been checked.
    fn fall(&mut self, fallen: Fallen<'_>) -> Result<(), Refusal> {
        let chance = self.game.read_fall(fallen)?;
        G::check_fall_at(self)?;
        let mut deal = match self.deal {
            Some(deal) => deal,
            None => G::open_deal(self)?,
        };
        let implied = self.game.implied_by_next(&mut deal);
        self.game.check_fall(&deal, chance)?;
        if let Fallen::Card(card) = fallen {
            self.take_card(card)?;
        }
        if self.deal.is_none() {
            self.close_betting();
            G::take_places(self);
            self.begin_sides();
        }
        if implied {
            self.deal = Some(deal);
            self.settle();
        }
        let to = if let Turn::Chance(fall) = self.game.turn(&deal) { Some(fall.to) } else { None };
        if let (Fallen::Card(card), Some(seat)) = (fallen, to) {
            self.note_card(seat, card);
        }
        self.game.fall_unchecked(&mut deal, chance);
        self.deal = Some(deal);
        self.settle();
        G::fallen(self, to);
        self.shoe.cutting_card_to(None);
        self.last_deal = Some(deal);
        if matches!(self.game.turn(&deal), Turn::Bets) {
            self.deal = None;
            self.betting.reopen();
            self.finished = true;
        }
        Ok(())
    }

    /// Settles the stakes that the latest outcome or decision decides.
    pub fn settle(&mut self) {
        if let Some(deal) = &self.deal {
            let game = &self.game;
            self.stakes.settle(|wager, life| game.advance(wager, life, deal));
            self.finished |= game.turn(deal) == Turn::Over;
            self.settle_sides();
        }
    }

    /// Carries out what a record may leave out before this hand ends: the dealer's look under the card.
    pub fn end_hand(&mut self) {
        let implied = self.deal.as_mut().is_some_and(|deal| self.game.implied_by_end(deal));
        if implied {
            self.settle();
        }
    }

    /// The same as [`Table::end_hand`], if the hand is over then.
    pub(super) fn end_hand_if_over(&mut self) {
        let mut ended = self.deal;
        let implied = ended.as_mut().is_some_and(|deal| self.game.implied_by_end(deal));
        if implied && ended.as_ref().is_some_and(|deal| self.game.turn(deal) == Turn::Over) {
            self.end_hand();
        }
    }

    /// `next hand`: the previous hand must be finished.
    fn next_hand(&mut self) -> Result<(), Refusal> {
        self.end_hand_if_over();
        if !self.finished {
            return Err(Refusal::new(Cites::NONE, "`next hand`", "the current hand is not finished"));
        }
        self.deal = None;
        self.finished = false;
        self.betting.reopen();
        self.hand_begins = self.stakes.next_number();
        self.shoe.next_hand();
        G::next_hand(self);
        Ok(())
    }
}

/// The refusal of an act when only the next hand may follow.
fn after_the_round(act: &Act) -> Refusal {
    Refusal::new(Cites::NONE, format!("`{act}` after the round"), "only `next hand` may follow")
}
