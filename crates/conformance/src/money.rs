//! A second count of the money at a table, made as a cashier would make it. Chips move from the player to the layout
//! when a stake is placed, and from the layout and the bank to the player when it is closed. It shares no sum with
//! the verdict.

use std::collections::BTreeMap;

use croupier_kit::Money;
use croupier_rules::table::{Outcome, PlayerId, StakeNow, StakeVerdict, Verdict};

/// Where every chip is: with the players, on the layout, in the bank. All start at zero, so the sum is always zero.
#[derive(Default)]
pub(crate) struct MoneyMoved {
    /// By player: winnings so far, less the chips on the layout.
    players: BTreeMap<PlayerId, i64>,
    layout: i64,
    bank: i64,
    /// Every stake by number: its player, the amount staked, and the amount returned once it was closed.
    stakes: BTreeMap<u32, (PlayerId, i64, Option<i64>)>,
}

impl MoneyMoved {
    /// Moves the chips of a stake that an act has changed.
    pub(crate) fn note(&mut self, number: u32, now: StakeNow) -> Result<(), String> {
        let (player, laid, closed) = self.stakes.get(&number).copied().unwrap_or((now.player, 0, None));
        if player != now.player || closed.is_some_and(|back| now.returned.map(Money::minor) != Some(back)) {
            return Err(format!("stake {number} changed after it was closed"));
        }
        let more = now.amount.minor() - laid;
        if more < 0 || closed.is_some() && more != 0 {
            return Err(format!("stake {number} went from {laid} to {}", now.amount.minor()));
        }
        let own = self.players.entry(player).or_default();
        *own -= more;
        self.layout += more;
        if let (None, Some(back)) = (closed, now.returned) {
            let back = back.minor();
            if back < 0 {
                return Err(format!("stake {number} takes {back} back"));
            }
            *own += back;
            self.layout -= now.amount.minor();
            self.bank += now.amount.minor() - back;
        }
        self.stakes.insert(number, (player, now.amount.minor(), now.returned.map(Money::minor)));
        Ok(())
    }

    /// Compares a verdict with the chips moved. `bankers` are the players who have held a bank that passes between
    /// players, and `name` gives the name of a player.
    pub(crate) fn check<'n>(
        &self,
        verdict: &Verdict,
        bankers: Option<&[Box<str>]>,
        name: impl Fn(PlayerId) -> &'n str,
    ) -> Result<(), String> {
        if verdict.rows.len() != self.stakes.len() {
            return Err(format!("{} rows and {} stakes", verdict.rows.len(), self.stakes.len()));
        }
        verdict.rows.iter().try_for_each(|row| self.check_row(row, &name))?;
        let mut banked = 0;
        let stands = |player: PlayerId| -> i64 {
            let open = self.stakes.values().filter(|(of, _, back)| *of == player && back.is_none());
            open.map(|(_, laid, _)| laid).sum()
        };
        for (&player, &own) in &self.players {
            let net = verdict.net.iter().find(|(known, _)| known == name(player));
            let net = net.map_or(0, |(_, net)| net.minor());
            let by_bank = net - (own + stands(player));
            let may_bank =
                bankers.is_some_and(|bankers| bankers.iter().any(|known| **known == *name(player)));
            if by_bank != 0 && !may_bank {
                return Err(format!("{} won {net} and moved {own}", name(player)));
            }
            banked += by_bank;
        }
        // A player who held the bank and never bet has a net result and no stake.
        let known = |who: &str| self.players.keys().any(|player| name(*player) == who);
        banked += verdict.net.iter().filter(|(who, _)| !known(who)).map(|(_, net)| net.minor()).sum::<i64>();
        if verdict.bank.minor() + banked != self.bank {
            return Err(format!("the bank won {} and {banked}, and {} was moved", verdict.bank, self.bank));
        }
        if bankers.is_some() && verdict.bank != Money::ZERO || bankers.is_none() && banked != 0 {
            return Err(format!("{banked} of {} belongs to another bank", self.bank));
        }
        let open: i64 = self.stakes.values().filter(|stake| stake.2.is_none()).map(|stake| stake.1).sum();
        if self.layout != open {
            return Err(format!("{} lies on the layout and {open} stands", self.layout));
        }
        Ok(())
    }

    /// Checks that a row agrees with the chips moved for its stake, and with its odds.
    fn check_row<'n>(&self, row: &StakeVerdict, name: impl Fn(PlayerId) -> &'n str) -> Result<(), String> {
        let wrong = |what: &str| Err(format!("{what}: {row:?}"));
        let Some(&(player, laid, back)) = self.stakes.get(&row.bet) else { return wrong("no such stake") };
        if name(player) != row.player || laid != row.stake.minor() {
            return wrong("another stake was laid");
        }
        let stands = row.outcome == Outcome::Standing;
        if stands != back.is_none() || row.returned.minor() != back.unwrap_or(0) {
            return wrong("other money was moved");
        }
        if !stands && row.profit.minor() != back.unwrap_or(0) - laid {
            return wrong("what came back is not the stake and what it won");
        }
        if is_profit_of(row) { Ok(()) } else { wrong("the outcome and the odds say something else") }
    }
}

/// Whether the profit follows from the outcome and from the odds as written.
fn is_profit_of(row: &StakeVerdict) -> bool {
    let (stake, profit) = (i128::from(row.stake.minor()), i128::from(row.profit.minor()));
    let commission = row.commission.map_or(0, |charged| i128::from(charged.minor()));
    match (row.outcome, row.odds) {
        (Outcome::Won, Some(odds)) => {
            let text = odds.to_string();
            let parts = text.split_once(" to ").and_then(|(to, on)| Some((halves(to)?, halves(on)?)));
            // A commission was charged in advance, and is then part of the stake, or on the win.
            parts.is_some_and(|(to, on)| {
                [stake, stake - commission].iter().any(|bet| (profit + commission) * on == bet * to)
            })
        }
        // The stake is lost, returned or paid, and a bonus beside it.
        (Outcome::Won, None) if row.bonus.is_some() => {
            row.bonus.is_some_and(|bonus| profit >= i128::from(bonus.minor()) - stake)
        }
        // Several chips, some of which win.
        (Outcome::Won, None) => profit > -stake,
        // No table here plays with the setting by which only original bets are lost.
        (Outcome::Lost, _) => profit == -stake,
        (Outcome::Halved | Outcome::Surrendered, _) => profit * 2 == -stake,
        (Outcome::Void | Outcome::Cancelled | Outcome::Refused | Outcome::Standing, _) => profit == 0,
    }
}

/// A number as odds write it, such as `9½`, in halves.
fn halves(text: &str) -> Option<i128> {
    match text.strip_suffix('½') {
        Some("") => Some(1),
        Some(whole) => Some(whole.parse::<i128>().ok()? * 2 + 1),
        None => Some(text.parse::<i128>().ok()? * 2),
    }
}

#[cfg(test)]
mod tests {
    use croupier_rules::book::{Chosen, Shelf};
    use croupier_rules::notation::read_act;
    use croupier_rules::table::Table;
    use croupier_rules::with_game;

    use super::*;

    /// Two players at a wheel: one wins, one loses, and one bet of a second spin stands.
    fn counted() -> (MoneyMoved, Verdict, BTreeMap<PlayerId, String>) {
        let shelf = Shelf::built_in();
        let (book, game) = shelf.game("scotland-1970/roulette").unwrap();
        let chosen = Chosen::default();
        with_game!(game.table(&chosen), rules => {
            let mut table = Table::new(book.citations(), game.conduct(), &chosen, rules);
            let (mut moved, mut touched) = (MoneyMoved::default(), Vec::new());
            for act in ["ann bets 10 on red", "ben bets 20 on straight 17", "ball 1", "next hand", "ann bets 5 on odd"] {
                table.act(&read_act(act).unwrap()).unwrap();
                table.stakes.take_touched(&mut touched);
                touched.iter().for_each(|number| moved.note(*number, table.stake_now(*number).unwrap()).unwrap());
            }
            let names = moved.players.keys().map(|player| (*player, table.people.name(*player).to_owned()));
            let names = names.collect();
            (moved, table.verdict(""), names)
        })
    }

    fn complaint(change: impl FnOnce(&mut Verdict)) -> Option<String> {
        let (moved, mut verdict, names) = counted();
        change(&mut verdict);
        moved.check(&verdict, None, |player| names[&player].as_str()).err()
    }

    #[test]
    fn a_verdict_that_is_right_passes_and_any_other_does_not() {
        let minor = Money::from_minor;
        assert_eq!(complaint(|_| ()), None);
        let wrong: [fn(&mut Verdict); 7] = [
            |verdict| verdict.bank = verdict.bank.plus(Money::from_minor(1)).unwrap(),
            |verdict| verdict.net[0].1 = Money::ZERO,
            |verdict| verdict.rows[0].returned = Money::from_minor(1999),
            |verdict| verdict.rows[0].profit = Money::from_minor(999),
            |verdict| verdict.rows[0].odds = "2 to 1".parse().ok(),
            |verdict| verdict.rows[2].outcome = Outcome::Void,
            |verdict| drop(verdict.rows.pop()),
        ];
        for (place, change) in wrong.into_iter().enumerate() {
            assert!(complaint(change).is_some(), "change {place} is found");
        }
        // Changing net and bank together balances, but is still wrong.
        let both = complaint(|verdict| {
            verdict.bank = verdict.bank.plus(minor(5)).unwrap();
            verdict.net[0].1 = verdict.net[0].1.minus(minor(5)).unwrap();
        });
        assert!(both.is_some());
    }

    #[test]
    fn a_lost_stake_is_lost_whole_and_a_halved_one_by_half() {
        let (_, verdict, _) = counted();
        let with = |outcome, profit| {
            is_profit_of(&StakeVerdict {
                outcome,
                profit: Money::from_minor(profit),
                ..verdict.rows[1].clone()
            })
        };
        assert!(with(Outcome::Lost, -2000) && !with(Outcome::Lost, -1000));
        assert!(with(Outcome::Halved, -1000) && !with(Outcome::Halved, -2000));
        assert!(with(Outcome::Void, 0) && !with(Outcome::Void, -2000));
    }

    #[test]
    fn a_closed_stake_does_not_change() {
        let (mut moved, _, names) = counted();
        let player = *names.keys().next().unwrap();
        let now = |amount, returned| StakeNow {
            player,
            amount: Money::from_minor(amount),
            returned,
            decided: true,
        };
        assert!(moved.note(1, now(1000, Some(Money::from_minor(3000)))).is_err());
        assert!(moved.note(1, now(1000, None)).is_err());
        assert!(moved.note(3, now(400, None)).is_err(), "a stake is not made smaller");
    }
}
