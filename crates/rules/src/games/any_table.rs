//! A table of whichever game, for those who have many.

use croupier_kit::{Card, Money, Overflow, Wheel};

use super::any::AnyGame;
use super::baccarat::Baccarat;
use super::blackjack::{BOXES_MAX, Blackjack};
use super::dice::Dice;
use super::in_between::{self, InBetween};
use super::poker::{self, HoldEm};
use super::roulette::Roulette;
use crate::book::{Book, Chosen, GameBook};
use crate::contract::{Fall, Seat, Seated, Turn};
use crate::law::Refusal;
use crate::notation::{Act, BoxHand, Decision, Direction, Name};
use crate::table::{
    Betting, CardSource, Due, PassingBank, PlayerId, StakeNow, StakeVerdict, Table, TableGame, TableShoe,
    Verdict,
};

/// A table of one of the games: a closed choice, as [`AnyGame`] is.
#[derive(Clone)]
#[allow(missing_docs, reason = "the games are their own names")]
#[allow(clippy::large_enum_variant, reason = "a table stays in place, and a pointer would cost every act")]
pub enum AnyTable<'b> {
    Roulette(Table<'b, Roulette>),
    Dice(Table<'b, Dice>),
    Blackjack(Table<'b, Seated<Blackjack, BOXES_MAX>>),
    Baccarat(Table<'b, Baccarat>),
    InBetween(Table<'b, Seated<InBetween, { in_between::PLAYERS_MAX }>>),
    Poker(Table<'b, Seated<HoldEm, { poker::PLAYERS_MAX }>>),
}

/// Runs the same code for a table of whichever game.
macro_rules! at {
    ($any:expr, $table:ident => $body:expr) => {
        match $any {
            AnyTable::Roulette($table) => $body,
            AnyTable::Dice($table) => $body,
            AnyTable::Blackjack($table) => $body,
            AnyTable::Baccarat($table) => $body,
            AnyTable::InBetween($table) => $body,
            AnyTable::Poker($table) => $body,
        }
    };
}

impl<'b> AnyTable<'b> {
    /// An empty table of a game of a book, with what the house has chosen.
    pub fn new(book: &'b Book, game: &'b GameBook, chosen: &Chosen) -> Self {
        let (citations, conduct) = (book.citations(), game.conduct());
        match game.table(chosen) {
            AnyGame::Roulette(rules) => Self::Roulette(Table::new(citations, conduct, chosen, rules)),
            AnyGame::Dice(rules) => Self::Dice(Table::new(citations, conduct, chosen, rules)),
            AnyGame::Blackjack(rules) => Self::Blackjack(Table::new(citations, conduct, chosen, rules)),
            AnyGame::Baccarat(rules) => Self::Baccarat(Table::new(citations, conduct, chosen, rules)),
            AnyGame::InBetween(rules) => Self::InBetween(Table::new(citations, conduct, chosen, rules)),
            AnyGame::Poker(rules) => Self::Poker(Table::new(citations, conduct, chosen, rules)),
        }
    }

    /// Does what the act says, or refuses it and stays as it was; see [`Table::try_act`].
    ///
    /// # Errors
    /// What the rules have against it.
    pub fn try_act(&mut self, act: &Act) -> Result<(), Refusal> {
        at!(self, table => table.try_act(act))
    }

    /// The numbers of new and changed stakes since the last call.
    pub fn take_touched(&mut self, into: &mut Vec<u32>) {
        at!(self, table => table.stakes.take_touched(into));
    }

    /// A stake as money sees it.
    pub fn stake_now(&self, number: u32) -> Option<StakeNow> {
        at!(self, table => table.stake_now(number))
    }

    /// The verdict on one stake as it is now.
    pub fn row_of(&self, number: u32) -> Option<StakeVerdict> {
        at!(self, table => table.row_of(number))
    }

    /// The verdict on every stake so far.
    ///
    /// # Errors
    /// When an amount cannot be counted.
    pub fn verdict(&self, rules: &str) -> Result<Verdict, Overflow> {
        at!(self, table => table.verdict(rules))
    }

    /// The number that the next stake will have.
    pub fn next_number(&self) -> u32 {
        at!(self, table => table.stakes.next_number())
    }

    /// Whether any stake stands.
    pub fn any_standing(&self) -> bool {
        at!(self, table => table.stakes.any_standing())
    }

    /// The name of a person who has been named at the table.
    pub fn name(&self, player: PlayerId) -> &str {
        at!(self, table => table.people.name(player))
    }

    /// Whether bets may be made, and what has been announced.
    pub fn betting(&self) -> Betting {
        at!(self, table => table.betting)
    }

    /// What the table waits for; `None` before anything has fallen.
    pub fn turn(&self) -> Option<Turn> {
        at!(self, table => table.turn())
    }

    /// Whether the round has been played out and the next has not begun.
    pub fn is_over(&self) -> bool {
        at!(self, table => table.is_over())
    }

    /// Whether `next hand` may be said.
    pub fn is_finished(&self) -> bool {
        at!(self, table => table.is_finished())
    }

    /// Whether something has fallen and the round is not over.
    pub fn in_play(&self) -> bool {
        at!(self, table => table.in_play())
    }

    /// The decision that is due.
    pub fn due(&self) -> Option<Due> {
        at!(self, table => table.due())
    }

    /// Where the next card goes, and the hand of a box that gets it.
    pub fn next_fall(&self) -> Option<(Fall, Option<BoxHand>)> {
        at!(self, table => table.next_fall())
    }

    /// What is taken when the time for a decision runs out: no insurance, no double, no split; the first hand is followed;
    /// stand, check; a choice on 5 draws; a banker plays by the drawing table.
    pub fn default_act(&self) -> Option<Act> {
        at!(self, table => TableGame::default_act(table))
    }

    /// A hidden hand that has only one move, and that move. It must be asked like a hand that has a choice: skipping it would
    /// reveal its score.
    pub fn bound(&self) -> Option<(Due, Act)> {
        let (seat, act) = at!(self, table => TableGame::bound_act(table))?;
        let Act::Decides(Decision { who, .. }) = &act else { return None };
        let due = Due { who: who.clone(), speaker: self.speaker(seat).map(Into::into), on: None };
        Some((due, act))
    }

    /// Whether insurance or even money is on offer now.
    pub fn offers_insurance(&self) -> bool {
        at!(self, table => TableGame::offers_insurance(table))
    }

    /// The bank, where it passes from player to player and somebody holds it.
    pub fn passing_bank(&self) -> Option<(PassingBank, Name)> {
        let bank = at!(self, table => TableGame::passing_bank(table))?;
        Some((bank, self.name(bank.holder).into()))
    }

    /// The banker has given up a bank that passes: nobody holds it until another takes it.
    pub fn give_up_bank(&mut self) {
        at!(self, table => TableGame::bank_given_up(table));
    }

    /// Whether the bank of this table passes from player to player.
    pub fn bank_passes(&self) -> bool {
        at!(self, table => table.game.bank_passes())
    }

    /// What lies on the table, in words.
    pub fn describe(&self) -> String {
        at!(self, table => table.describe())
    }

    /// Whether there is anything to deal, spin or throw for.
    ///
    /// # Errors
    /// Why the first card may not fall.
    pub fn check_begin(&self) -> Result<(), Refusal> {
        at!(self, table => table.check_begin())
    }

    /// The shoe, and what it is made of.
    pub fn shoe(&self) -> (CardSource, &TableShoe) {
        at!(self, table => (table.game.packs(), &table.shoe))
    }

    /// The wheel, where the game has one.
    pub fn wheel(&self) -> Option<&Wheel> {
        at!(self, table => table.game.wheel())
    }

    /// The way the next spin must run, where the book says so.
    pub fn spin_due(&self) -> Option<Direction> {
        at!(self, table => TableGame::spin_due(table))
    }

    /// Whether the wheel is turning.
    pub fn is_spinning(&self) -> bool {
        at!(self, table => TableGame::is_spinning(table))
    }

    /// Whether dice are thrown here.
    pub fn throws_dice(&self) -> bool {
        at!(self, table => table.game.throws_dice())
    }

    /// The banker's score so far, where there is a banker's hand.
    pub fn banker_score(&self) -> Option<u8> {
        at!(self, table => table.deal.as_ref().and_then(|deal| table.game.banker_score(deal)))
    }

    /// What the person has standing at the table.
    pub fn standing_of(&self, name: &str) -> Money {
        at!(self, table => {
            let own = table.stakes.standing().filter(|(_, stake)| table.people.name(stake.player) == name);
            own.fold(Money::ZERO, |sum, (_, stake)| sum.plus(stake.amount).unwrap_or(sum))
        })
    }

    /// Who speaks for a seat; nobody where the house does.
    pub fn speaker(&self, seat: Seat) -> Option<&str> {
        at!(self, table => TableGame::speaker(table, seat).map(|player| table.people.name(player)))
    }

    /// How many of the common cards lie open; `None` where the game has none.
    pub fn common_turned(&self) -> Option<usize> {
        at!(self, table => TableGame::common_turned(table))
    }

    /// Where cards lie: `dealer`, `box 3`, `banker`, `player`, `right`, `left`, `common`, `hand`, or the name of the
    /// person whose they are.
    pub fn place_of(&self, seat: Seat, hand: Option<BoxHand>) -> String {
        at!(self, table => TableGame::place_of(table, seat, hand))
    }

    /// What cards that all lie open come to: `17`, `soft 17`, `blackjack`, `bust`; `None` where they have no score.
    pub fn score_of(&self, cards: &[Card], is_split: bool) -> Option<String> {
        at!(self, table => table.game.score_of(cards, is_split).filter(|_| !cards.is_empty()))
    }

    /// How the last round came out, in a word or two; nothing before the first.
    pub fn result(&self) -> String {
        at!(self, table => table.last_deal().map(|deal| table.game.result(deal)).unwrap_or_default())
    }

    /// How far a stake has come: its point, at dice.
    pub fn progress_of(&self, number: u32) -> Option<String> {
        at!(self, table => table.progress_of(number))
    }

    /// Whether a record may end here; see [`Table::may_renew`].
    pub fn may_renew(&self) -> bool {
        at!(self, table => table.may_renew())
    }

    /// A new record begins; see [`Table::renew`].
    pub fn renew(&mut self) {
        at!(self, table => table.renew());
    }
}
