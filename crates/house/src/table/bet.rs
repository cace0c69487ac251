//! Stakes: put down, taken back, cancelled.

use croupier_kit::Money;
use croupier_rules::notation::{Act, Area, Bid, On};

use super::sitting::{Around, Phase};
use crate::command::With;
use crate::event::{Event, Why};
use crate::house::{Ask, Draft, House};
use crate::ids::{Now, PersonId, TableId};
use crate::ledger::{Account, Kind, Leg, Place, Transaction, Unit, Unposted};
use crate::refusal::{Code, Refusal};

/// A stake that somebody wants to put down.
pub(crate) struct Stake<'a> {
    pub(crate) person: PersonId,
    pub(crate) amount: Money,
    pub(crate) wager: &'a str,
    pub(crate) area: Option<&'a str>,
    pub(crate) with: With,
}

impl House<'_> {
    /// A stake is put down, if the rules, the house and the person's own limits permit it and the chips are there.
    pub(crate) fn bet(&mut self, id: TableId, ask: Ask, stake: &Stake<'_>) -> Result<Vec<Draft>, Refusal> {
        self.check_speaks_for(id, ask, stake.person)?;
        self.check_plays(id, stake.person, ask.now)?;
        self.check_own_limits(stake.person, stake.amount, stake.amount, ask.now)?;
        if stake.with == With::Cash {
            self.check_bought(stake.person, stake.amount, ask.now)?;
        }
        self.check_bets_invited(id)?;
        let by_dealer = ask.by.person().is_some_and(|by| by != stake.person);
        let bid = self.bid(stake, by_dealer)?;
        let (needed, funds) = self.funds(id, stake);
        let (table, office, _) = self.parts(id)?;
        let around = Around { table: id, office, wheel: &table.wheel };
        let Some(sitting) = table.sitting.as_mut() else { return Err(Refusal::unknown("open table")) };
        let act = Act::Bets(bid);
        if let Err(short) = funds {
            // What the rules have against it is said first.
            let book = sitting.law.book;
            sitting.rules.clone().try_act(&act).map_err(|refusal| Refusal::by_rules(&refusal, book))?;
            return Err(Refusal::new(
                Code::Funds,
                short.to_string(),
                "a stake is put down with what is there",
            ));
        }
        let with = if stake.with == With::Wheel { Unit::Wheel } else { Unit::Chips };
        let staked = sitting.perform(std::slice::from_ref(&act), with, &around)?;
        let mut drafts = Vec::with_capacity(2);
        if stake.with == With::Cash {
            let event = Event::CashPlayed { person: stake.person, amount: stake.amount };
            drafts.push(Draft::at(id, event, needed.into_iter().take(1).collect()));
        }
        let event = Event::Acted { lines: sitting.last_line().into(), with, why: Why::Told };
        drafts.push(Draft::at(id, event, staked));
        Ok(drafts)
    }

    /// What must be moved first, and whether all is there that the stake takes.
    fn funds(&self, id: TableId, stake: &Stake<'_>) -> (Vec<Transaction>, Result<(), Unposted>) {
        let (unit, place) = match stake.with {
            With::Chips => (Unit::Chips, Place::Held(stake.person)),
            With::Wheel => (Unit::Wheel, Place::Wheel(stake.person, id)),
            With::Cash => {
                let needed = transactions(id, stake);
                let funds = self.ledger.check(&needed);
                return (needed, funds);
            }
        };
        let there = self.ledger.balance(unit, place);
        let account = Account { house: self.id, unit, place };
        let short = Unposted::Short { account, there, asked: stake.amount };
        (Vec::new(), if there >= stake.amount { Ok(()) } else { Err(short) })
    }

    fn bid(&self, stake: &Stake<'_>, by_dealer: bool) -> Result<Bid, Refusal> {
        let malformed = |allowed: &str| Refusal::new(Code::Malformed, format!("`{}`", stake.wager), allowed);
        if stake.amount <= Money::ZERO || stake.amount > Money::AMOUNT_MAX {
            return Err(malformed("a stake is more than nought, and not more than can be counted"));
        }
        let plain = |word: &str| word.chars().all(|c| c.is_ascii_graphic() && c != '#');
        let words: Vec<&str> = stake.wager.split_whitespace().collect();
        if words.is_empty() || words.len() > 40 || !words.iter().all(|word| plain(word)) {
            return Err(malformed("the words of a wager, such as `red` or `box 1`"));
        }
        let on = match words.as_slice() {
            ["behind", number] => {
                On::Behind(number.parse().map_err(|_| malformed("behind the number of a stake"))?)
            }
            _ if words.contains(&"at") => return Err(malformed("an area is named apart")),
            words => On::Wager(words.iter().map(|word| (*word).into()).collect()),
        };
        let at = match stake.area {
            None => None,
            Some("standing") => Some(Area::Standing),
            Some(number) => Some(Area::Numbered(
                number.parse().map_err(|_| malformed("an area is a number, or `standing`"))?,
            )),
        };
        let player = self.office.person(stake.person)?.handle.clone();
        Ok(Bid { player, amount: stake.amount, on, at, by_dealer })
    }

    /// The person sits here and may be served.
    pub(crate) fn check_plays(&self, id: TableId, person: PersonId, now: Now) -> Result<(), Refusal> {
        let table = self.table(id)?;
        let sitting = table.open()?;
        let cite = |refusal: Refusal| refusal.citing(sitting.law.game.conduct().service, sitting.law.book);
        self.office.check_served(person, now).map_err(cite)?;
        if table.seated.contains(&person) {
            return Ok(());
        }
        Err(Refusal::order("somebody who does not sit here", "who plays takes a seat first"))
    }

    /// Bets are made when they have been invited; late ones are the rules' to refuse.
    fn check_bets_invited(&self, id: TableId) -> Result<(), Refusal> {
        let sitting = self.table(id)?.open()?;
        let (conduct, book) = (sitting.law.game.conduct(), sitting.law.book);
        if sitting.phase() == Phase::Waiting {
            let refusal =
                Refusal::order("a bet before bets are invited", "`place your bets` opens the betting");
            return Err(refusal.citing(conduct.place_your_bets, book));
        }
        if sitting.rules.bank_passes() && sitting.bank.is_none() {
            let refusal = Refusal::new(Code::Rules, "nobody holds the bank", "a player takes it first");
            return Err(refusal.citing(conduct.bank, book));
        }
        Ok(())
    }

    /// The limits that a person has set himself, where so much more is staked and one stake comes to so much by it.
    pub(crate) fn check_own_limits(
        &self,
        person: PersonId,
        more: Money,
        stake: Money,
        now: Now,
    ) -> Result<(), Refusal> {
        self.office.person(person)?.check_limits(more, stake, now)
    }

    /// A stake goes back before no more bets.
    pub(crate) fn take_back(
        &mut self,
        id: TableId,
        ask: Ask,
        person: PersonId,
        stake: u32,
    ) -> Result<Vec<Draft>, Refusal> {
        self.check_speaks_for(id, ask, person)?;
        let handle = self.office.person(person)?.handle.clone();
        self.one_act(id, &Act::TakesBack(handle, stake), Why::Told)
    }

    /// A standing stake is cancelled by consent: whoever stands for the house says that its player agrees.
    pub(crate) fn cancel(&mut self, id: TableId, ask: Ask, stake: u32) -> Result<Vec<Draft>, Refusal> {
        self.check_hears(id, ask)?;
        self.one_act(id, &Act::Cancel(stake), Why::Told)
    }

    /// One act that lays no stake: refused, or done.
    pub(crate) fn one_act(&mut self, id: TableId, act: &Act, why: Why) -> Result<Vec<Draft>, Refusal> {
        let (table, office, _) = self.parts(id)?;
        let around = Around { table: id, office, wheel: &table.wheel };
        let Some(sitting) = table.sitting.as_mut() else { return Err(Refusal::unknown("open table")) };
        let transactions = sitting.perform(std::slice::from_ref(act), Unit::Chips, &around)?;
        let event = Event::Acted { lines: act.to_string().into(), with: Unit::Chips, why };
        Ok(vec![Draft::at(id, event, transactions)])
    }
}

/// What a stake of cash that plays moves: it is changed first.
fn transactions(id: TableId, stake: &Stake<'_>) -> Vec<Transaction> {
    let &Stake { person, amount, .. } = stake;
    let leg = |unit, from, to| Leg { unit, from, to, amount };
    let held = Place::Held(person);
    let given = leg(Unit::Cash, Place::Purse(person), Place::Drop(id));
    let change = Transaction::new(Kind::BuyIn, vec![given, leg(Unit::Chips, Place::Float(id), held)]);
    vec![change, Transaction::new(Kind::Stake, vec![leg(Unit::Chips, held, Place::Layout(id))])]
}
