//! Bets: placing them, taking them back, cancelling them.
use croupier_kit::Money;
use croupier_rules::notation::{Act, Area, Bid, On};

use super::funds::too_little;
use super::new_event::{NewEvent, Origin};
use crate::command::PaidWith;
use crate::event::{ActReason, Event};
use crate::house::{House, OpenTable};
use crate::ids::{PersonId, TableId};
use crate::ledger::{Account, Leg, Location, PostingError, Transaction, TransactionKind, Unit};
use crate::rejection::{Rejection, RejectionCode};
use crate::table::Phase;

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
        &mut self,
        id: TableId,
        origin: Origin,
        stake: &BetRequest<'_>,
    ) -> Result<Vec<NewEvent>, Rejection> {
        self.check_acts_for(id, origin, stake.person)?;
        self.check_plays(id, stake.person, origin.now)?;
        self.check_own_limits(stake.person, stake.amount, stake.amount, origin.now)?;
        if stake.with == PaidWith::Cash {
            self.check_buy_in_limit(stake.person, stake.amount, origin.now)?;
        }
        self.check_betting_open(id)?;
        let by_dealer = origin.by.person().is_some_and(|by| by != stake.person);
        let bid = self.bid(stake, by_dealer)?;
        let (needed, funds) = self.funds(id, stake);
        let OpenTable { live, context, .. } = self.live_table(id)?;
        let act = Act::Bets(bid);
        if let Err(short) = funds {
            // If the rules refuse the bet, that refusal takes precedence.
            let book = live.in_force.book;
            live.rules.clone().try_act(&act).map_err(|rejection| Rejection::by_rules(&rejection, book))?;
            return Err(too_little(&short, "this bet", stake.person, origin, context.office));
        }
        let with = if stake.with == PaidWith::Wheel { Unit::Wheel } else { Unit::Chips };
        let staked = live.perform(std::slice::from_ref(&act), with, &context)?;
        let mut events = Vec::with_capacity(2);
        if stake.with == PaidWith::Cash {
            let event = Event::CashPlayed { person: stake.person, amount: stake.amount };
            events.push(NewEvent::at(id, event, needed.into_iter().take(1).collect()));
        }
        let event = Event::Acted { lines: live.last_line().into(), with, why: ActReason::Ordinary };
        events.push(NewEvent::at(id, event, staked));
        Ok(events)
    }

    /// The transactions that must come first, and whether the player has enough for the bet.
    fn funds(&self, id: TableId, stake: &BetRequest<'_>) -> (Vec<Transaction>, Result<(), PostingError>) {
        let (unit, location) = match stake.with {
            PaidWith::Chips => (Unit::Chips, Location::Player(stake.person)),
            PaidWith::Wheel => (Unit::Wheel, Location::Wheel(stake.person, id)),
            PaidWith::Cash => {
                let needed = transactions(id, stake);
                let funds = self.ledger.check(&needed);
                return (needed, funds);
            }
        };
        let available = self.ledger.balance(unit, location);
        let account = Account { house: self.id, unit, location };
        let short = PostingError::Short { account, available, needed: stake.amount };
        (Vec::new(), if available >= stake.amount { Ok(()) } else { Err(short) })
    }

    fn bid(&self, stake: &BetRequest<'_>, by_dealer: bool) -> Result<Bid, Rejection> {
        let malformed =
            |allowed: &str| Rejection::new(RejectionCode::Malformed, format!("`{}`", stake.wager), allowed);
        if stake.amount <= Money::ZERO || stake.amount > Money::AMOUNT_MAX {
            return Err(malformed("stake more than 0, and no more than can be counted"));
        }
        let plain = |word: &str| word.chars().all(|c| c.is_ascii_graphic() && c != '#');
        let words: Vec<&str> = stake.wager.split_whitespace().collect();
        if words.is_empty() || words.len() > 40 || !words.iter().all(|word| plain(word)) {
            return Err(malformed("name a wager, such as `red` or `box 1`"));
        }
        let on = match words.as_slice() {
            ["behind", number] => On::Behind(
                number.parse().map_err(|_| malformed("name the number of a stake after `behind`"))?,
            ),
            _ if words.contains(&"at") => return Err(malformed("name the area in the field `area`")),
            words => On::Wager(words.iter().map(|word| (*word).into()).collect()),
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
        &mut self,
        id: TableId,
        origin: Origin,
        person: PersonId,
        stake: u32,
    ) -> Result<Vec<NewEvent>, Rejection> {
        self.check_acts_for(id, origin, person)?;
        let handle = self.office.person(person)?.handle.clone();
        self.one_act(id, &Act::TakesBack(handle, stake), ActReason::Ordinary)
    }

    /// Cancels a standing stake. The staff of the table confirm that its player agrees.
    pub(crate) fn cancel(
        &mut self,
        id: TableId,
        origin: Origin,
        stake: u32,
    ) -> Result<Vec<NewEvent>, Rejection> {
        self.check_acts_for_players(id, origin)?;
        self.one_act(id, &Act::Cancel(stake), ActReason::Ordinary)
    }

    /// Performs one act that places no stake.
    pub(crate) fn one_act(
        &mut self,
        id: TableId,
        act: &Act,
        why: ActReason,
    ) -> Result<Vec<NewEvent>, Rejection> {
        let OpenTable { live, context, .. } = self.live_table(id)?;
        let transactions = live.perform(std::slice::from_ref(act), Unit::Chips, &context)?;
        let event = Event::Acted { lines: act.to_string().into(), with: Unit::Chips, why };
        Ok(vec![NewEvent::at(id, event, transactions)])
    }
}

/// The transactions of a bet in cash: the cash is exchanged for chips, which are staked.
fn transactions(id: TableId, stake: &BetRequest<'_>) -> Vec<Transaction> {
    let &BetRequest { person, amount, .. } = stake;
    let leg = |unit, from, to| Leg { unit, from, to, amount };
    let player = Location::Player(person);
    let given = leg(Unit::Cash, Location::Wallet(person), Location::Drop(id));
    let change =
        Transaction::new(TransactionKind::BuyIn, vec![given, leg(Unit::Chips, Location::Float(id), player)]);
    vec![
        change,
        Transaction::new(TransactionKind::Stake, vec![leg(Unit::Chips, player, Location::Layout(id))]),
    ]
}
