//! A table of any of the games, for callers that manage several games.

use croupier_kit::{Card, Money, MoneySum, Wheel};

use super::list::AnyTable;
use crate::contract::{Face, Fall, Seat, Turn};
use crate::law::Refusal;
use crate::notation::{Act, BoxHand, CarriedStake, Decision, Direction, Name};
use crate::table::{
    BehindRoom, Betting, CardSource, Continuation, CountedStakes, Due, PassingBank, PlayerId, StakeNow,
    StakeVerdict, TableCard, TableGame, TableShoe, Verdict,
};
use crate::with_family;

/// Runs the same code for a table of any game.
macro_rules! at {
    ($any:expr, $table:ident => $body:expr) => {
        with_family!([AnyTable] $any, $table => $body)
    };
}

impl AnyTable<'_> {
    /// Carries out the act, or refuses it and leaves the table unchanged; see [`Table::try_act`](crate::table::Table::try_act).
    ///
    /// # Errors
    /// The refusal, if the rules do not permit the act.
    pub fn try_act(&mut self, act: &Act) -> Result<(), Refusal> {
        at!(self, table => table.try_act(act))
    }

    /// Checks whether a player may take a stake back; see [`Table::check_take_back`](crate::table::Table::check_take_back).
    ///
    /// # Errors
    /// The refusal, if the rules do not permit it.
    pub fn check_take_back(&self, name: &str, number: u32) -> Result<(), Refusal> {
        at!(self, table => table.check_take_back(name, number))
    }

    /// The numbers of new and changed stakes since the last call.
    pub fn take_touched(&mut self, into: &mut Vec<u32>) {
        at!(self, table => table.stakes.take_touched(into));
    }

    /// The part of a stake that the ledger needs.
    pub fn stake_now(&self, number: u32) -> Option<StakeNow> {
        at!(self, table => table.stake_now(number))
    }

    /// Stakes as figures count them; see [`Table::counted`](crate::table::Table::counted).
    pub fn counted(&self, numbers: impl Iterator<Item = u32>) -> CountedStakes {
        at!(self, table => table.counted(numbers))
    }

    /// The current verdict on one stake.
    pub fn row_of(&self, number: u32) -> Option<StakeVerdict> {
        at!(self, table => table.row_of(number))
    }

    /// The verdict on every stake so far.
    pub fn verdict(&self, rules: &str) -> Verdict {
        at!(self, table => table.verdict(rules))
    }

    /// The number that the next stake will have.
    pub fn next_number(&self) -> u32 {
        at!(self, table => table.stakes.next_number())
    }

    /// Whether any stake is standing.
    pub fn any_standing(&self) -> bool {
        at!(self, table => table.stakes.any_standing())
    }

    /// The name of a person already named at the table.
    pub fn name(&self, player: PlayerId) -> &str {
        at!(self, table => table.people.name(player))
    }

    /// Whether bets may be made, and which announcements have been made.
    pub fn betting(&self) -> Betting {
        at!(self, table => table.betting)
    }

    /// What the table waits for; `None` before the first card, ball or throw.
    pub fn turn(&self) -> Option<Turn> {
        at!(self, table => table.turn())
    }

    /// Whether the round is over and the next has not begun.
    pub fn is_over(&self) -> bool {
        at!(self, table => table.is_over())
    }

    /// Whether the act `next hand` is permitted now.
    pub fn is_finished(&self) -> bool {
        at!(self, table => table.is_finished())
    }

    /// Whether a round has begun (a card, ball or throw is on the table) and is not over.
    pub fn in_play(&self) -> bool {
        at!(self, table => table.in_play())
    }

    /// The decision that is due.
    pub fn due(&self) -> Option<Due> {
        at!(self, table => table.due())
    }

    /// The seat that receives the next card and how it lies, with the box hand that receives it.
    pub fn next_fall(&self) -> Option<(Fall, Option<BoxHand>)> {
        at!(self, table => table.next_fall())
    }

    /// The act that is applied when the time for a decision runs out: no insurance, no double, no split; a player
    /// behind follows the first hand; stand or check; a choice on 5 draws; a banker plays by the drawing table.
    pub fn default_act(&self) -> Option<Act> {
        at!(self, table => TableGame::default_act(table))
    }

    /// The act of a robot whose turn it is.
    pub fn robot_act(&self) -> Option<Act> {
        at!(self, table => TableGame::robot_act(table))
    }

    /// A hidden hand that has only one possible move, with that move. The table must wait for it as for a hand with a
    /// choice: skipping it would reveal its score.
    pub fn bound(&self) -> Option<(Due, Act)> {
        let (seat, act) = at!(self, table => TableGame::bound_act(table))?;
        let Act::Decides(Decision { who, .. }) = &act else { return None };
        let due = Due { who: who.clone(), speaker: self.speaker(seat).map(Into::into), on: None };
        Some((due, act))
    }

    /// Whether the dealer has yet to look under the card before anybody plays.
    pub fn look_is_due(&self) -> bool {
        at!(self, table => TableGame::look_is_due(table))
    }

    /// Whether the only card due is the dealer's second one, face down.
    pub fn hole_card_is_due(&self) -> bool {
        at!(self, table => TableGame::hole_card_is_due(table))
    }

    /// Whether this card is due to the dealer, who has looked at it and said that it makes no blackjack, and it does.
    pub fn contradicts_look(&self, card: Card) -> bool {
        at!(self, table => TableGame::contradicts_look(table, card))
    }

    /// Whether a hand may be given up now, before the dealer looks.
    pub fn offers_early_surrender(&self) -> bool {
        at!(self, table => TableGame::offers_early_surrender(table))
    }

    /// Whether insurance or even money is on offer now.
    pub fn offers_insurance(&self) -> bool {
        at!(self, table => TableGame::offers_insurance(table))
    }

    /// The bank and its holder, if it passes from player to player and somebody holds it.
    pub fn passing_bank(&self) -> Option<(PassingBank, Name)> {
        let bank = at!(self, table => TableGame::passing_bank(table))?;
        Some((bank, self.name(bank.holder).into()))
    }

    /// Records that the banker gives up a bank that passes: nobody holds it until another player takes it.
    pub fn give_up_bank(&mut self) {
        at!(self, table => TableGame::bank_given_up(table));
    }

    /// Whether the bank of this table passes from player to player.
    pub fn bank_passes(&self) -> bool {
        at!(self, table => table.game.bank_passes())
    }

    /// A description of what lies on the table, in words.
    pub fn describe(&self) -> String {
        at!(self, table => table.describe())
    }

    /// Whether there is anything to deal, spin or throw for.
    ///
    /// # Errors
    /// The reason why the first card may not be dealt.
    pub fn check_begin(&self) -> Result<(), Refusal> {
        at!(self, table => table.check_begin())
    }

    /// The kind of shoe, and what is left in it.
    pub fn shoe(&self) -> (CardSource, &TableShoe) {
        at!(self, table => (table.game.packs(), &table.shoe))
    }

    /// The wheel, if the game has one.
    pub fn wheel(&self) -> Option<&Wheel> {
        at!(self, table => table.game.wheel())
    }

    /// The direction in which the next spin must run, if the book prescribes it.
    pub fn spin_due(&self) -> Option<Direction> {
        at!(self, table => TableGame::spin_due(table))
    }

    /// Whether the wheel is turning.
    pub fn is_spinning(&self) -> bool {
        at!(self, table => TableGame::is_spinning(table))
    }

    /// Whether this game is played with dice.
    pub fn throws_dice(&self) -> bool {
        at!(self, table => table.game.throws_dice())
    }

    /// The banker's score so far, if there is a banker's hand.
    pub fn banker_score(&self) -> Option<u8> {
        at!(self, table => table.deal.as_ref().and_then(|deal| table.game.banker_score(deal)))
    }

    /// The sum of the person's standing stakes.
    pub fn standing_of(&self, name: &str) -> Money {
        at!(self, table => {
            let own = table.stakes.standing().filter(|(_, stake)| table.people.name(stake.player) == name);
            let sum: MoneySum = own.map(|(_, stake)| stake.amount).sum();
            Money::try_from(sum).expect("the stakes of a record can be counted together")
        })
    }

    /// The most that one decision of a person adds to their stakes: as much as they have standing, or a raise.
    pub fn added_most(&self, name: &str) -> Money {
        let raise = at!(self, table => table.people.known(name).and_then(|player| TableGame::raise_of(table, player)));
        raise.unwrap_or_else(|| self.standing_of(name))
    }

    /// What one person has staked since this number, standing or not.
    pub fn staked_since(&self, number: u32, name: &str) -> Money {
        at!(self, table => {
            let own = table.stakes.iter().filter(|(at, stake)| *at >= number && table.people.name(stake.player) == name);
            let sum: MoneySum = own.map(|(_, stake)| stake.amount).sum();
            Money::try_from(sum).expect("the stakes of a record can be counted together")
        })
    }

    /// The person who decides for a seat; `None` if the house does.
    pub fn speaker(&self, seat: Seat) -> Option<&str> {
        at!(self, table => TableGame::speaker(table, seat).map(|player| table.people.name(player)))
    }

    /// How many of the common cards are face up; `None` if the game has none.
    pub fn common_turned(&self) -> Option<usize> {
        at!(self, table => TableGame::common_turned(table))
    }

    /// The cards on this table, and whether each is visible to a person, or to the public: it lies face up, it is the person's own,
    /// or it was turned.
    pub fn visible<'s>(
        &'s self,
        cards: &'s [TableCard],
        viewer: Option<&'s str>,
    ) -> impl Iterator<Item = (&'s TableCard, bool)> {
        let over = self.is_over();
        let common = self.common_turned();
        let mut commons = 0;
        cards.iter().map(move |on| {
            let speaker = self.speaker(on.seat);
            // Common cards belong to no seat. They are turned over one by one.
            let is_turned = common.is_some_and(|turned| speaker.is_none() && commons < turned);
            commons += usize::from(speaker.is_none());
            let own = viewer.is_some() && speaker == viewer;
            (on, over || on.face == Face::Up || own || is_turned)
        })
    }

    /// Whether the cards at a seat are common to all hands.
    pub fn is_common(&self, seat: Seat) -> bool {
        at!(self, table => table.game.is_common(seat))
    }

    /// The place of the cards: `dealer`, `box 3`, `banker`, `player`, `right`, `left`, `common`, `hand`, or the name
    /// of the person who holds them.
    pub fn place_of(&self, seat: Seat, hand: Option<BoxHand>) -> String {
        at!(self, table => TableGame::place_of(table, seat, hand))
    }

    /// The score of cards that are all face up: `17`, `soft 17`, `blackjack`, `bust`; `None` if they have no score.
    pub fn score_of(&self, cards: &[Card], is_split: bool) -> Option<String> {
        at!(self, table => table.game.score_of(cards, is_split).filter(|_| !cards.is_empty()))
    }

    /// The result of the last round, in a word or two; empty before the first round.
    pub fn result(&self) -> String {
        at!(self, table => table.result())
    }

    /// Whether a standing stake is behind this one or belongs to it.
    pub fn has_behind(&self, number: u32) -> bool {
        at!(self, table => table.stakes.children(number).next().is_some())
    }

    /// Whether the player of a standing stake may call it on and off.
    pub fn is_callable(&self, number: u32) -> bool {
        at!(self, table => table.is_callable(number))
    }

    /// The table's point, at dice.
    pub fn point(&self) -> Option<u8> {
        at!(self, table => table.point())
    }

    /// The progress of a stake: at dice, its point.
    pub fn progress_of(&self, number: u32) -> Option<String> {
        at!(self, table => table.progress_of(number))
    }

    /// What can still be bet behind a stake; `None` where nothing can.
    pub fn behind_room(&self, number: u32) -> Option<BehindRoom> {
        at!(self, table => TableGame::behind_room(table, number))
    }

    /// Whether the owner of a held stake may take half of it now.
    pub fn is_half_offered(&self, number: u32) -> bool {
        at!(self, table => TableGame::is_half_offered(table, number))
    }

    /// Whether a record may end here; see [`Table::may_renew`](crate::table::Table::may_renew).
    pub fn may_renew(&self) -> bool {
        at!(self, table => table.may_renew())
    }

    /// Begins a new record; see [`Table::renew`](crate::table::Table::renew).
    pub fn renew(&mut self) {
        at!(self, table => table.renew());
    }

    /// The standing stakes as the next record states them; see [`Table::carried_stakes`](crate::table::Table::carried_stakes).
    pub fn carried_stakes(&self) -> Option<Vec<(u32, CarriedStake)>> {
        at!(self, table => table.carried_stakes())
    }

    /// What the table carries over into the record that begins.
    pub fn continuation(&self) -> Continuation {
        at!(self, table => table.continuation())
    }

    /// Lets an empty table continue from the record before.
    pub fn resume(&mut self, from: &Continuation) {
        at!(self, table => table.resume(from));
    }
}
