//! Bets: placing them, taking them or half of them back, cancelling them.
use std::borrow::Cow;

use croupier_kit::Money;
use croupier_rules::notation::{Act, Area, Bid, On};
use croupier_rules::table::BetAssessment;

use super::funds::too_little;
use super::new_event::{NewEvent, Origin};
use crate::bounds::{STAKES_PER_PERSON, STAKES_PER_TABLE, check_room};
use crate::command::PaidWith;
use crate::event::{ActReason, Event};
use crate::house::{DecisionScope, House};
use crate::ids::{PersonId, TableId};
use crate::ledger::{LedgerOverlay, PostingError, Transaction, Unit};
use crate::postings::cash_played;
use crate::rejection::{Rejection, RejectionCode};
use crate::table::{ActGroup, Phase};

/// The most words of a wager.
const WORDS_MAX: usize = 40;

/// A bet that somebody wants to place.
pub(crate) struct BetRequest<'a> {
    pub(crate) person: PersonId,
    pub(crate) amount: Money,
    pub(crate) wager: &'a str,
    pub(crate) area: Option<&'a str>,
    pub(crate) with: PaidWith,
}

impl House<'_> {
    /// Places a bet, if the rules, the house and the player's own limits permit it and the player has enough money.
    pub(crate) fn bet(
        &self,
        id: TableId,
        origin: Origin,
        stake: &BetRequest<'_>,
    ) -> Result<Vec<NewEvent>, Rejection> {
        self.check_acts_for(id, origin, stake.person)?;
        self.check_plays(id, stake.person, origin.now)?;
        let by_dealer = origin.by.person().is_some_and(|by| by != stake.person);
        let bid = self.bid(stake, by_dealer)?;
        let table = self.table(id)?;
        let (live, context) = (table.open()?, self.context(table));
        let BetAssessment { amount, checked } = live.rules.assess_bet(&bid);
        self.check_own_limits(stake.person, amount, amount, origin.now)?;
        if stake.with == PaidWith::Cash {
            self.check_buy_in_limit(stake.person, amount, origin.now)?;
        }
        self.check_betting_open(id)?;
        // The rules come before the money: if both would refuse the bet, the provision is the answer.
        let permitted = checked.map_err(|refusal| Rejection::by_rules(&refusal, live.in_force.book))?;
        let remedy = "wait for the next round";
        check_room(live.stakes_placed_by(stake.person), STAKES_PER_PERSON, "stakes of one person", remedy)?;
        check_room(live.stakes_of_round(), STAKES_PER_TABLE, "stakes at this table", remedy)?;
        let unit = if stake.with == PaidWith::Wheel { Unit::Wheel } else { Unit::Chips };
        let staked = live.next_stake(stake.person, amount, unit, &context);
        let bought = (stake.with == PaidWith::Cash).then(|| cash_played(id, stake.person, amount));
        self.check_funds(bought.as_ref(), &staked)
            .map_err(|short| too_little(&short, "this bet", stake.person, origin, &self.office))?;
        let mut events = Vec::with_capacity(1 + usize::from(bought.is_some()));
        if let Some(bought) = bought {
            let event = Event::CashPlayed { person: stake.person, amount };
            events.push(NewEvent::at(id, event, vec![bought]));
        }
        let is_checked = events.is_empty();
        let bet = NewEvent::acted(id, ActGroup::of_bet(bid, permitted, staked), unit);
        events.push(NewEvent { is_checked, ..bet });
        Ok(events)
    }

    /// Checks that the player has enough for a stake, after the exchange that comes before it.
    fn check_funds(&self, bought: Option<&Transaction>, staked: &Transaction) -> Result<(), PostingError> {
        let Some(bought) = bought else { return self.ledger.check(std::slice::from_ref(staked)) };
        let mut overlay = LedgerOverlay::new(&self.ledger);
        overlay.post(std::slice::from_ref(bought))?;
        overlay.post(std::slice::from_ref(staked))
    }

    fn bid(&self, stake: &BetRequest<'_>, by_dealer: bool) -> Result<Bid, Rejection> {
        let malformed =
            |allowed: &str| Rejection::new(RejectionCode::Malformed, format!("`{}`", stake.wager), allowed);
        if stake.amount <= Money::ZERO || stake.amount > Money::AMOUNT_MAX {
            return Err(malformed("stake more than 0, and no more than can be counted"));
        }
        let wager = match is_spaced(stake.wager) {
            true => Cow::Borrowed(stake.wager),
            false => Cow::Owned(stake.wager.split_whitespace().collect::<Vec<_>>().join(" ")),
        };
        let words = || wager.as_bytes().split(|c| *c == b' ');
        if !is_spaced(&wager) || words().count() > WORDS_MAX {
            return Err(malformed("name a wager, such as `red` or `box 1`"));
        }
        let on = match wager.strip_prefix("behind ").filter(|number| !number.contains(' ')) {
            Some(number) => On::Behind(
                number.parse().map_err(|_| malformed("name the number of a stake after `behind`"))?,
            ),
            None if words().any(|word| word == b"at") => {
                return Err(malformed("name the area in the field `area`"));
            }
            None => On::Wager(wager.into()),
        };
        let at = match stake.area {
            None => None,
            Some("standing") => Some(Area::Standing),
            Some(number) => Some(Area::Numbered(
                number.parse().map_err(|_| malformed("name the area by its number, or `standing`"))?,
            )),
        };
        let player = self.office.person(stake.person)?.handle.clone();
        Ok(Bid { player, amount: stake.amount, on, at, by_dealer })
    }

    /// Checks that betting has been opened. Late bets are refused by the rules.
    fn check_betting_open(&self, id: TableId) -> Result<(), Rejection> {
        let live = self.table(id)?.open()?;
        let (conduct, book) = (live.in_force.game.conduct(), live.in_force.book);
        if live.phase() == Phase::Waiting {
            let rejection = Rejection::order("betting has not opened", "wait for `place your bets`");
            return Err(rejection.citing(conduct.place_your_bets, book));
        }
        if live.rules.bank_passes() && live.bank.is_none() {
            let rejection =
                Rejection::new(RejectionCode::Rules, "nobody holds the bank", "a player must take it first");
            return Err(rejection.citing(conduct.bank, book));
        }
        Ok(())
    }

    /// Takes a stake back, until no more bets is called.
    pub(crate) fn take_back(
        &self,
        id: TableId,
        origin: Origin,
        person: PersonId,
        stake: u32,
    ) -> Result<Vec<NewEvent>, Rejection> {
        self.check_acts_for(id, origin, person)?;
        let handle = self.office.person(person)?.handle.clone();
        let table = self.table(id)?;
        let (live, context) = (table.open()?, self.context(table));
        let check = live.rules.check_take_back(&handle, stake);
        check.map_err(|refusal| Rejection::by_rules(&refusal, live.in_force.book))?;
        let act = Act::TakesBack(handle, stake);
        // Before the first card nothing else follows, unless something lies behind the stake: nothing has to be tried on
        // a copy.
        let alone = live.rules.turn().is_none() && !live.rules.has_behind(stake);
        let Some(back) = live.stake_back(stake, &context).filter(|_| alone) else {
            return self.one_act(id, act, ActReason::Ordinary);
        };
        Ok(vec![NewEvent::acted(id, ActGroup::of(act, ActReason::Ordinary, vec![back]), Unit::Chips)])
    }

    /// Takes half of a stake that is held for the next round.
    pub(crate) fn take_half(
        &self,
        id: TableId,
        origin: Origin,
        person: PersonId,
        stake: u32,
    ) -> Result<Vec<NewEvent>, Rejection> {
        self.check_acts_for(id, origin, person)?;
        let handle = self.office.person(person)?.handle.clone();
        self.one_act(id, Act::TakesHalf(handle, stake), ActReason::Ordinary)
    }

    /// Cancels a standing stake. The staff of the table confirm that its player agrees.
    pub(crate) fn cancel(&self, id: TableId, origin: Origin, stake: u32) -> Result<Vec<NewEvent>, Rejection> {
        self.check_acts_for_players(id, origin)?;
        self.one_act(id, Act::Cancel(stake), ActReason::Ordinary)
    }

    /// Performs one act that places no stake.
    pub(crate) fn one_act(&self, id: TableId, act: Act, why: ActReason) -> Result<Vec<NewEvent>, Rejection> {
        let DecisionScope { mut live, context, .. } = self.decision_scope(id)?;
        let transactions = live.perform(std::slice::from_ref(&act), Unit::Chips, &context)?;
        Ok(vec![NewEvent::acted(id, ActGroup::of(act, why, transactions), Unit::Chips)])
    }
}

/// Whether a text is plain words with one space between them, as nearly every client sends a wager.
fn is_spaced(text: &str) -> bool {
    let mut after_space = true;
    for c in text.bytes() {
        let is_space = c == b' ';
        let fits = if is_space { !after_space } else { c.is_ascii_graphic() && c != b'#' };
        if !fits {
            return false;
        }
        after_space = is_space;
    }
    !after_space
}

#[cfg(test)]
mod tests {
    use super::is_spaced;

    #[test]
    fn words_with_one_space_between_them_need_no_other_form() {
        for text in ["red", "numbers 1 2 3 4", "box 1", "a"] {
            assert!(is_spaced(text), "{text}");
        }
        for text in
            ["", " ", " red", "red ", "numbers  1", "red\tblack", "red\u{a0}black", "r#d", "réd", "red\n"]
        {
            assert!(!is_spaced(text), "{text:?}");
        }
    }
}
