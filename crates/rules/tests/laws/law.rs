//! What a law test is given, and how it says what it expects.

use std::collections::BTreeMap;
use std::fmt;

use croupier_rules::book::{Chosen, Shelf};
use croupier_rules::games::AnyGame;
use croupier_rules::house::{Breach, HouseFile, check};
use croupier_rules::table::{Outcome, StakeVerdict, Verdict};
use croupier_rules::{Inadmissible, judge};
use jiff::civil::{Date, date};

use crate::minimal::changed;
use crate::struck::Struck;

/// Records without a date are judged as of this day, on which every book is in force.
const TODAY: Date = date(2020, 1, 1);

/// A law test under the provision it is for.
pub(crate) struct Registered {
    /// The table it is played at, as `RULEBOOK/GAME`.
    pub(crate) rules: &'static str,
    /// The provision.
    pub(crate) cite: &'static str,
    /// What it shows.
    pub(crate) name: &'static str,
    /// The test.
    pub(crate) test: fn(&Law<'_>),
}

impl Registered {
    /// The id of its book.
    pub(crate) fn book(&self) -> &'static str {
        self.rules.split_once('/').map_or(self.rules, |(book, _)| book)
    }

    /// The name under which it runs: a search for the citation finds law, code and test.
    pub(crate) fn title(&self) -> String {
        format!("{} {} {}", self.book(), self.cite, self.name)
    }
}

/// Lists the laws of one table, each under the provision it is for.
macro_rules! laws {
    ($rules:literal: $($cite:literal => $test:ident,)+) => {
        pub(crate) const LAWS: &[$crate::law::Registered] = &[
            $($crate::law::Registered { rules: $rules, cite: $cite, name: stringify!($test), test: $test }),+
        ];
    };
}
pub(crate) use laws;

/// The books under test, and a table of one of them.
///
/// Rounds are written as their acts, parted by `;`. The `rules` line is line 1, so the first act stands on line 2. Where
/// suits do not matter cards are written as ranks, `cards 8 T A`, and get suits that have not been out.
pub(crate) struct Law<'s> {
    shelf: &'s Shelf,
    rules: String,
    today: Date,
    struck: Struck<'s>,
}

impl<'s> Law<'s> {
    /// The law of this table.
    pub(crate) fn new(shelf: &'s Shelf, rules: &str) -> Self {
        Self::without(shelf, rules, Struck::NONE)
    }

    /// The law of this table without a provision.
    pub(crate) fn without(shelf: &'s Shelf, rules: &str, struck: Struck<'s>) -> Self {
        Self { shelf, rules: rules.to_owned(), today: TODAY, struck }
    }

    /// The same book at another of its tables.
    pub(crate) fn at(&self, game: &str) -> Self {
        let book = self.rules.split_once('/').map_or("", |(book, _)| book);
        Self { rules: format!("{book}/{game}"), ..*self }
    }

    /// The same table on another day.
    pub(crate) fn on(&self, today: Date) -> Self {
        Self { rules: self.rules.clone(), today, ..*self }
    }

    /// The smallest lawful house with this table and one thing changed; see [`changed`].
    #[track_caller]
    fn check(&self, from: &str, to: &str) -> Vec<Breach> {
        let text = changed(&self.rules, from, to);
        let house =
            HouseFile::read("house.toml", &text, self.shelf).unwrap_or_else(|error| panic!("{error}"));
        self.struck.breaches(check(&house, self.shelf, self.today))
    }

    /// A house with this change is in breach of this provision, and of nothing else.
    #[track_caller]
    pub(crate) fn breaks(&self, from: &str, to: &str, cite: &str) {
        let found = self.check(from, to);
        let cites: Vec<&str> = found.iter().map(|breach| first(&breach.cites)).collect();
        assert_eq!(cites, [cite], "{} with `{to}`: {found:?}", self.rules);
    }

    /// A house with this change is in order.
    #[track_caller]
    pub(crate) fn permits(&self, from: &str, to: &str) {
        assert_eq!(self.check(from, to), [], "{} with `{to}`", self.rules);
    }

    fn judge(&self, acts: &str) -> Result<Verdict, Inadmissible> {
        let mut suits = Suits::default();
        let lines: Vec<String> = acts.split(';').map(|act| suits.dress(act.trim())).collect();
        let record = format!("rules {}\n{}\n", self.rules, lines.join("\n"));
        self.struck.judge(record, |record| judge(self.shelf, record.as_bytes(), self.today))
    }

    /// The rules of the table as the book has them by default.
    pub(crate) fn game(&self) -> AnyGame {
        let (_, game) = self.shelf.game(&self.rules).unwrap_or_else(|unknown| panic!("{unknown}"));
        game.table(&Chosen::default())
    }

    /// The verdict on a round that is in order.
    #[track_caller]
    pub(crate) fn verdict(&self, acts: &str) -> Verdict {
        self.judge(acts).unwrap_or_else(|error| panic!("`{acts}` is inadmissible at {error}"))
    }

    /// Every stake of a round.
    #[track_caller]
    pub(crate) fn bets(&self, acts: &str) -> Vec<Bet> {
        let bet = |row| Bet { row, round: acts.to_owned() };
        self.verdict(acts).rows.into_iter().map(bet).collect()
    }

    /// The stake with this number.
    #[track_caller]
    pub(crate) fn bet(&self, number: usize, acts: &str) -> Bet {
        let found = self.bets(acts).into_iter().nth(number - 1);
        found.unwrap_or_else(|| panic!("`{acts}` has no stake {number}"))
    }

    /// The only stake, or the last.
    #[track_caller]
    pub(crate) fn last(&self, acts: &str) -> Bet {
        self.bets(acts).pop().unwrap_or_else(|| panic!("`{acts}` has no stake"))
    }

    /// The last stake put down is refused under this provision; `""` where the book is silent.
    #[track_caller]
    pub(crate) fn refuses(&self, acts: &str, cite: &str) {
        self.last(acts).refused(cite);
    }

    /// Every stake is accepted.
    #[track_caller]
    pub(crate) fn accepts(&self, acts: &str) {
        for bet in self.bets(acts) {
            assert_ne!(bet.row.outcome, Outcome::Refused, "{bet:?}");
        }
    }

    /// The round is inadmissible at this line under this provision; `""` where the book is silent.
    #[track_caller]
    pub(crate) fn inadmissible(&self, acts: &str, line: u32, cite: &str) {
        match self.judge(acts) {
            Ok(_) => panic!("`{acts}` was admitted"),
            Err(error) => {
                assert_eq!((error.line, first(&error.cites)), (line, cite), "`{acts}`: {}", error.message);
            }
        }
    }
}

/// A table of a book, for the laws that hold at every table.
pub(crate) struct At {
    /// The game.
    pub(crate) game: &'static str,
    /// What stands before the bets, with a `;` after it: who holds the bank.
    pub(crate) before: &'static str,
    /// Three wagers that may lie beside one another.
    pub(crate) wagers: [&'static str; 3],
    /// What falls, and is decided by ann and cal, so that the first two wagers win evens.
    pub(crate) fall: &'static str,
}

impl At {
    /// The first bet of a round.
    pub(crate) fn bet(&self, player: &str, amount: &str, wager: usize) -> String {
        format!("{}{player} bets {amount} on {}", self.before, self.wagers[wager])
    }

    /// A bet of 10 by ann and one by cal.
    pub(crate) fn two_bets(&self) -> String {
        format!("{}; cal bets 10 on {}", self.bet("ann", "10", 0), self.wagers[1])
    }

    /// A further bet of 10, on the third wager.
    pub(crate) fn more(&self, player: &str) -> String {
        format!("{player} bets 10 on {}", self.wagers[2])
    }
}

/// The line of the last act of a round.
pub(crate) fn last_line(acts: &str) -> u32 {
    u32::try_from(acts.split(';').count()).unwrap() + 1
}

/// The verdict on one stake, to be held against what the law says.
pub(crate) struct Bet {
    row: StakeVerdict,
    round: String,
}

impl fmt::Debug for Bet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`: {:?}", self.round, self.row)
    }
}

impl Bet {
    #[track_caller]
    fn came_to(self, outcome: Outcome, profit: &str) -> Self {
        let found = (self.row.outcome.name(), self.row.profit.to_string());
        assert_eq!(found, (outcome.name(), profit.to_owned()), "{self:?}");
        let returned = self.row.stake.plus(self.row.profit).unwrap();
        let standing = outcome == Outcome::Standing;
        assert_eq!(
            self.row.returned,
            if standing { croupier_kit::Money::ZERO } else { returned },
            "{self:?}"
        );
        self
    }

    /// Won at these odds, with this profit.
    #[track_caller]
    pub(crate) fn won(self, odds: &str, profit: &str) -> Self {
        assert_eq!(self.row.odds.map(|odds| odds.to_string()).as_deref(), Some(odds), "{self:?}");
        self.came_to(Outcome::Won, profit)
    }

    /// Won as a bet of several chips, with this profit net of those that lost.
    #[track_caller]
    pub(crate) fn won_net(self, profit: &str) -> Self {
        assert_eq!(self.row.odds, None, "{self:?}");
        self.came_to(Outcome::Won, profit)
    }

    /// Lost, all of it.
    #[track_caller]
    pub(crate) fn lost(self) -> Self {
        let all = self.row.stake.negated().unwrap().to_string();
        self.came_to(Outcome::Lost, &all)
    }

    /// Shared equally with the bank.
    #[track_caller]
    pub(crate) fn halved(self, profit: &str) -> Self {
        assert_eq!(self.row.profit.times(-2), Ok(self.row.stake), "{self:?}");
        self.came_to(Outcome::Halved, profit)
    }

    /// Lost but for a part that comes back.
    #[track_caller]
    pub(crate) fn lost_in_part(self, profit: &str) -> Self {
        self.came_to(Outcome::Lost, profit)
    }

    /// Neither won nor lost, and returned.
    #[track_caller]
    pub(crate) fn void(self) -> Self {
        self.came_to(Outcome::Void, "0.00")
    }

    /// Given up for half.
    #[track_caller]
    pub(crate) fn surrendered(self, profit: &str) -> Self {
        assert_eq!(self.row.profit.times(-2), Ok(self.row.stake), "{self:?}");
        self.came_to(Outcome::Surrendered, profit)
    }

    /// So much was staked.
    #[track_caller]
    pub(crate) fn staked(self, amount: &str) -> Self {
        assert_eq!(self.row.stake.to_string(), amount, "{self:?}");
        self
    }

    /// It followed this hand.
    #[track_caller]
    pub(crate) fn hand(self, hand: &str) -> Self {
        assert_eq!(self.row.hand.as_deref(), Some(hand), "{self:?}");
        self
    }

    /// It has these words, and belongs to the stake with this number.
    #[track_caller]
    pub(crate) fn belongs(self, wager: &str, of: u32) -> Self {
        assert_eq!((self.row.wager.as_str(), self.row.of), (wager, Some(of)), "{self:?}");
        self
    }

    /// Called off, and returned.
    #[track_caller]
    pub(crate) fn cancelled(self) -> Self {
        self.came_to(Outcome::Cancelled, "0.00")
    }

    /// Not decided.
    #[track_caller]
    pub(crate) fn standing(self) -> Self {
        self.came_to(Outcome::Standing, "0.00")
    }

    /// Refused under this provision, and returned.
    #[track_caller]
    pub(crate) fn refused(self, cite: &str) -> Self {
        assert_eq!(first(&self.row.cites), cite, "{self:?}");
        self.came_to(Outcome::Refused, "0.00")
    }

    /// The citations begin with these.
    #[track_caller]
    pub(crate) fn cites(self, cites: &[&str]) -> Self {
        let found: Vec<&str> = self.row.cites.iter().map(String::as_str).take(cites.len()).collect();
        assert_eq!(found, cites, "{self:?}");
        self
    }

    /// What became of it and why, for holding one stake against another.
    pub(crate) fn summary(&self) -> String {
        format!("{} {} {:?}", self.row.outcome.name(), self.row.profit, self.row.cites)
    }

    /// A bonus of this amount is part of its profit.
    #[track_caller]
    pub(crate) fn bonus(self, amount: &str) -> Self {
        assert_eq!(self.row.bonus.map(|bonus| bonus.to_string()).as_deref(), Some(amount), "{self:?}");
        self
    }

    /// No bonus is paid on it.
    #[track_caller]
    pub(crate) fn no_bonus(self) -> Self {
        assert_eq!(self.row.bonus, None, "{self:?}");
        self
    }

    /// What became of it, in a word.
    pub(crate) fn outcome(&self) -> &'static str {
        self.row.outcome.name()
    }

    /// It cites nothing.
    #[track_caller]
    pub(crate) fn cites_nothing(self) -> Self {
        assert!(self.row.cites.is_empty(), "{self:?}");
        self
    }
}

fn first(cites: &[String]) -> &str {
    cites.first().map_or("", String::as_str)
}

/// Gives suits to cards that are written as ranks: each rank in spades first, then in the other suits, and again.
#[derive(Default)]
struct Suits {
    out: BTreeMap<String, usize>,
}

impl Suits {
    fn dress(&mut self, act: &str) -> String {
        match act.strip_prefix("cards ") {
            Some(cards) => format!(
                "cards {}",
                cards.split(' ').map(|card| self.suited(card)).collect::<Vec<_>>().join(" ")
            ),
            None => act.to_owned(),
        }
    }

    fn suited(&mut self, card: &str) -> String {
        if card.len() > 1 {
            return card.to_owned();
        }
        let count = self.out.entry(card.to_owned()).or_default();
        *count += 1;
        format!("{card}{}", ["S", "H", "D", "C"][(*count - 1) % 4])
    }
}
