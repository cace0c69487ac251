//! A game at a table, and the table.
//!
//! They are in one file because each is defined by the other: the table does everything that all games share, and
//! asks the game for everything else.

use std::sync::Arc;

use croupier_kit::{Card, Money, Odds, Wheel};

use super::betting::Betting;
use super::continuation::{LastRound, SeriesContinuation};
use super::people::{People, PlayerId};
use super::shoe::{CardSource, TableShoe};
use super::stakes::{Offer, Stake, Stakes, State};
use super::status::{BehindRoom, PassingBank};
use crate::book::{Chosen, Citations, Conduct};
use crate::commission::Commission;
use crate::contract::{Fallen, Game, Positions, Seat};
use crate::kind::{DeclaredWager, WagerWord};
use crate::law::{Cites, Refusal, Rule};
use crate::notation::{Act, ActForm, Area, BoxHand, Call, Direction, Side};
use crate::side::{DeclaredFact, RoundCards, SideWagers};

/// What a table needs from its game: the words for its wagers, which stakes may be combined, and the acts that only
/// this game has.
pub trait TableGame: Game + 'static {
    /// The state of this game beyond the deal: the direction of the last spin, the bank, the callers of the boxes.
    type Series: Default + Clone + Send;

    /// The forms of acts that it has beside those of every game. An act of another form is refused before the game sees it.
    const ACTS: &'static [ActForm];

    /// The kinds of wagers that the family understands.
    const KINDS: &'static [&'static DeclaredWager];

    /// The facts of a round that side wagers can be on; most games have none.
    const FACTS: &'static [DeclaredFact<Self>] = &[];

    /// Whether a side wager can be made for a box.
    const SIDE_PER_BOX: bool = false;

    /// The side wagers of the table.
    fn sides(&self) -> &SideWagers {
        SideWagers::NONE
    }

    /// Calls `each` for at least one round of every kind that facts distinguish, played to its end. Only the reader of books
    /// asks: it reports cases that never happen.
    fn kinds_of_rounds(&self, _each: &mut dyn FnMut(&RoundCards<'_, Self>)) {}

    /// The seat of the box that a side wager is made for.
    fn side_place(&self, number: u32, conduct: &Conduct) -> Result<Seat, Refusal> {
        Err(Refusal::new(conduct.no_such_wager, format!("box {number}"), "this game has no boxes"))
    }

    /// How many boxes a side wager can be made for.
    fn side_boxes(&self) -> u8 {
        0
    }

    /// The box that a main wager is on, if the game has boxes.
    fn wager_place(&self, _wager: Self::Wager) -> Option<Seat> {
        None
    }

    /// The seat of the player's own hand, for side wagers on facts of that hand; asked when the first card falls and the
    /// places are assigned.
    fn side_seat(_table: &Table<'_, Self>, _stake: &Stake<Self>) -> Option<Seat> {
        None
    }

    /// The words of the table's wagers, without its side wagers.
    fn main_words(&self) -> Vec<WagerWord<'_>>;

    /// The wager that these words name.
    fn read_wager(&self, words: &[&str], conduct: &Conduct) -> Result<Self::Wager, Refusal>;

    /// The name of a wager in prices, signs and pages: `numbers 18`, `place-win 4`, `box`.
    fn wager_name(&self, wager: Self::Wager) -> String;

    /// A description of what lies on the table, for explanations and screen readers.
    fn describe(&self, deal: &Self::Deal) -> String;

    /// The result of the round, in a word or two: the pocket, the dice, the side that won, the dealer's score.
    fn result(&self, deal: &Self::Deal) -> String {
        self.describe(deal)
    }

    /// The place of the cards: `dealer`, `box 3`, `banker`, `player`, `right`, `left`, `common`, `hand`, or the name
    /// of the person who holds them.
    fn place_of(table: &Table<'_, Self>, seat: Seat, _hand: Option<BoxHand>) -> String {
        Self::speaker(table, seat).map_or("hand", |player| table.people.name(player)).to_owned()
    }

    /// The score of cards that are all face up: `17`, `soft 17`, `blackjack`, `bust`; `None` if they have no score.
    fn score_of(&self, _cards: &[Card], _is_split: bool) -> Option<String> {
        None
    }

    /// The progress of a standing stake: at dice, its point.
    fn progress(&self, _wager: Self::Wager, _life: Self::Life) -> Option<String> {
        None
    }

    /// The wheel, if the game has one.
    fn wheel(&self) -> Option<&Wheel> {
        None
    }

    /// The direction in which the next spin must run, if the book prescribes it.
    fn spin_due(_table: &Table<'_, Self>) -> Option<Direction> {
        None
    }

    /// Whether the wheel is turning.
    fn is_spinning(_table: &Table<'_, Self>) -> bool {
        false
    }

    /// Whether this game is played with dice.
    fn throws_dice(&self) -> bool {
        false
    }

    /// Whether the cards at a seat are common to all hands.
    fn is_common(&self, _seat: Seat) -> bool {
        false
    }

    /// Whether the same cards decide everything that is staked in a round, whoever stakes it, so that any two of its bets
    /// have one covariance.
    fn decides_together(&self) -> bool {
        false
    }

    /// Whether a player has only one bet in a hand, so that nothing can be bet beside one that is carried over.
    fn one_bet_each(&self) -> bool {
        false
    }

    /// How many of the common cards are face up; `None` if the game has none.
    fn common_turned(_table: &Table<'_, Self>) -> Option<usize> {
        None
    }

    /// Whether the bank passes from player to player.
    fn bank_passes(&self) -> bool {
        false
    }

    /// The banker's score so far, if there is a banker's hand.
    fn banker_score(&self, _deal: &Self::Deal) -> Option<u8> {
        None
    }

    /// The wager behind a stake; most games have none.
    fn read_behind(table: &Table<'_, Self>, parent: u32) -> Result<Self::Wager, Refusal> {
        let found = format!("behind {parent}");
        Err(Refusal::new(table.conduct.no_such_wager, found, "this game has no bets behind another"))
    }

    /// Checks whether chips may be placed on this area; most tables have no areas.
    fn check_area(&self, _area: &Area, _conduct: &Conduct) -> Result<(), Refusal> {
        Err(Refusal::new(Cites::NONE, "a betting area", "this table has no numbered areas"))
    }

    /// Checks whether a wager may be made at this point of the series; most may be made whenever betting is open.
    fn check_made_now(_table: &Table<'_, Self>, _wager: Self::Wager) -> Result<(), Refusal> {
        Ok(())
    }

    /// When a player may take a stake back.
    fn take_back(&self, _wager: Self::Wager, _life: Self::Life) -> TakeBack {
        TakeBack::SameBetting
    }

    /// Checks whether the stake may be made in addition to the existing ones.
    fn check_beside(_table: &Table<'_, Self>, _offer: &Offer<Self>) -> Result<(), Refusal> {
        Ok(())
    }

    /// The odds of an ordinary win; `None` for a bet of several chips.
    fn usual_odds(&self, wager: Self::Wager) -> Option<Odds>;

    /// What the player's decisions can add to a bet on this wager: stakes on these wagers, each so many times the bet.
    fn added_later(&self, _wager: Self::Wager) -> Vec<(Self::Wager, u32)> {
        Vec::new()
    }

    /// The commission on a wager; most have none.
    fn commission(&self, _wager: Self::Wager) -> Option<Commission> {
        None
    }

    /// The source of the game's cards.
    fn packs(&self) -> CardSource {
        CardSource::None
    }

    /// Reads a ball, throw or card as an outcome, as far as the rules distinguish it.
    fn read_fall(&self, fallen: Fallen<'_>) -> Result<Self::Chance, Refusal>;

    /// A deal that begins with the places in play.
    fn open_deal(table: &Table<'_, Self>) -> Result<Self::Deal, Refusal> {
        Ok(table.game.open(Self::places(table)?))
    }

    /// Called when betting has just closed.
    fn betting_closed(_table: &mut Table<'_, Self>) {}

    /// The places in play at the first card.
    fn places(_table: &Table<'_, Self>) -> Result<Positions, Refusal> {
        Ok(Positions::NONE)
    }

    /// Called at the first card: assigns the stakes to their places.
    fn take_places(_table: &mut Table<'_, Self>) {}

    /// Changes a deal by what a record may leave out before the next outcome, and returns whether there was anything:
    /// at blackjack the dealer's look under the card.
    fn implied_by_next(&self, _deal: &mut Self::Deal) -> bool {
        false
    }

    /// The same before a decision and before the hand ends: at blackjack the dealer's second card may lie unseen then.
    fn implied_by_end(&self, deal: &mut Self::Deal) -> bool {
        self.implied_by_next(deal)
    }

    /// Whether the dealer has yet to look under the card before anybody plays.
    fn look_is_due(_table: &Table<'_, Self>) -> bool {
        false
    }

    /// Whether the only card due is the dealer's second one, face down.
    fn hole_card_is_due(_table: &Table<'_, Self>) -> bool {
        false
    }

    /// Whether this card is due to the dealer, who has looked at it and said that it makes no blackjack, and it does.
    fn contradicts_look(_table: &Table<'_, Self>, _card: Card) -> bool {
        false
    }

    /// Whether a hand may be given up now, before the dealer looks.
    fn offers_early_surrender(_table: &Table<'_, Self>) -> bool {
        false
    }

    /// Checks whether a ball, throw or card is permitted, in addition to the check of the deal.
    fn check_fall_at(_table: &Table<'_, Self>) -> Result<(), Refusal> {
        Ok(())
    }

    /// Called after a ball, throw or card, when the stakes have been settled.
    fn fallen(_table: &mut Table<'_, Self>, _to: Option<Seat>) {}

    /// Called when a stake no longer stands because it was cancelled or taken back.
    fn withdrawn(_table: &mut Table<'_, Self>, _number: u32) {}

    /// Called when a new hand begins.
    fn next_hand(_table: &mut Table<'_, Self>) {}

    /// Carries out an act that only this game has.
    fn act(table: &mut Table<'_, Self>, act: &Act) -> Result<(), Refusal>;

    /// The citations of a standing stake: none, unless it is carried to the next hand.
    fn carried(&self, _wager: Self::Wager, _life: Self::Life) -> Cites {
        Cites::NONE
    }

    /// The level at which the game holds a standing stake for the next round. Such a stake is outside the limits.
    fn held_level(&self, _life: Self::Life) -> Option<u8> {
        None
    }

    /// The life of a stake that is held at this level; `None` if this wager cannot be.
    fn held_life(&self, _wager: Self::Wager, _level: u8) -> Option<Self::Life> {
        None
    }

    /// What can still be bet behind a stake; `None` where nothing can.
    fn behind_room(_table: &Table<'_, Self>, _number: u32) -> Option<BehindRoom> {
        None
    }

    /// Whether the owner of a held stake may take half of it now.
    fn is_half_offered(_table: &Table<'_, Self>, _number: u32) -> bool {
        false
    }

    /// The life of a stake that was carried into a record with this point; `None` if no such stake stands between
    /// two rounds.
    fn carried_life(&self, _wager: Self::Wager, _point: Option<u8>) -> Option<Self::Life> {
        None
    }

    /// Called when a stake of the record before has been restated.
    fn restated(_table: &mut Table<'_, Self>, _wager: Self::Wager, _life: Self::Life) -> Result<(), Refusal> {
        Ok(())
    }

    /// Whether the state of the series can be seen from the standing stakes, so that a record may end here and another
    /// begin with them.
    fn may_end_record(_table: &Table<'_, Self>) -> bool {
        true
    }

    /// The life of a stake that its player calls on or off; `None` if this wager cannot be called.
    fn called(&self, _wager: Self::Wager, _life: Self::Life, _call: Call) -> Option<Self::Life> {
        None
    }

    /// What its player called a stake.
    fn call_of(&self, _life: Self::Life) -> Option<Call> {
        None
    }

    /// The table's point, at dice; `None` while it has none, and where nothing depends on it.
    fn table_point(_table: &Table<'_, Self>) -> Option<u8> {
        None
    }

    /// The point of a standing stake.
    fn point_of(&self, _life: Self::Life) -> Option<u8> {
        None
    }

    /// The hand that a stake is on, as the rows of a verdict name it.
    fn hand(&self, _wager: Self::Wager, _life: Self::Life) -> Option<String> {
        None
    }

    /// The person who decides for a seat; `None` if the house does.
    fn speaker(_table: &Table<'_, Self>, _seat: Seat) -> Option<PlayerId> {
        None
    }

    /// The raise of a player, where it can be more than they have standing.
    fn raise_of(_table: &Table<'_, Self>, _player: PlayerId) -> Option<Money> {
        None
    }

    /// The player behind who must answer a split before play continues.
    fn must_answer(_table: &Table<'_, Self>) -> Option<PlayerId> {
        None
    }

    /// The hand of a baccarat table at a seat.
    fn side(&self, _seat: Seat) -> Option<Side> {
        None
    }

    /// The box and hand in play at a seat, if the game has boxes.
    fn spot(_table: &Table<'_, Self>, _seat: Seat) -> Option<BoxHand> {
        None
    }

    /// The act that is applied when the time for a decision runs out; `None` if no decision is due.
    fn default_act(_table: &Table<'_, Self>) -> Option<Act> {
        None
    }

    /// The act of a robot whose turn it is: the default, unless that gives up a stake whatever the hand is.
    fn robot_act(table: &Table<'_, Self>) -> Option<Act> {
        Self::default_act(table)
    }

    /// A hidden hand that has only one possible move now, with that move; `None` if the hand has a choice or no hand
    /// is hidden.
    fn bound_act(_table: &Table<'_, Self>) -> Option<(Seat, Act)> {
        None
    }

    /// Whether insurance or even money is on offer now.
    fn offers_insurance(_table: &Table<'_, Self>) -> bool {
        false
    }

    /// The bank, if it passes from player to player and somebody holds it.
    fn passing_bank(_table: &Table<'_, Self>) -> Option<PassingBank> {
        None
    }

    /// Called when the banker gives up a bank that passes, between rounds: at a live table the money is returned to
    /// the banker.
    fn bank_given_up(_table: &mut Table<'_, Self>) {}

    /// Called when a new record has begun and stakes are numbered from one again.
    fn renewed(_table: &mut Table<'_, Self>) {}

    /// The state of this game that continues in the record that begins.
    fn continuation(_table: &Table<'_, Self>) -> SeriesContinuation {
        SeriesContinuation::None
    }

    /// Called at an empty table that continues from the record before.
    fn resume(_table: &mut Table<'_, Self>, _from: &SeriesContinuation) {}

    /// The wins and losses of the people who have held the bank, if it is not the house's.
    fn bankers(_table: &Table<'_, Self>) -> Vec<(PlayerId, Money)> {
        Vec::new()
    }
}

/// When a player may take a stake back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TakeBack {
    /// In the betting in which it was made.
    SameBetting,
    /// Whenever betting is open.
    WhileOpen,
    /// Never: this provision makes it a contract.
    Never(Rule),
}

/// A table at which one game is played.
#[derive(Clone)]
pub struct Table<'b, G: TableGame> {
    /// The rules in force, shared by every copy of the table.
    pub game: Arc<G>,
    /// The provisions that its refusals cite.
    pub conduct: &'b Conduct,
    /// The state of the game beyond the deal.
    pub series: G::Series,
    /// Everyone who has been named.
    pub people: People,
    /// Every stake made.
    pub stakes: Stakes<G>,
    /// Whether bets may be made.
    pub betting: Betting,
    /// What lies on the table; `None` before the first card, ball or throw.
    pub deal: Option<G::Deal>,
    /// What lay on the table after the last ball, throw or card. At dice, betting opens again after each throw and
    /// clears the table.
    pub(super) last_deal: Option<G::Deal>,
    /// The last round of the record before, if the table was played again from its record.
    pub(super) round_before: Option<LastRound>,
    /// The cards of the round as they fell, with the seats that received them, if the game has side wagers.
    pub(super) fell: Vec<(Seat, Card)>,
    /// The shoe.
    pub shoe: TableShoe,
    citations: &'b Citations,
    pub(super) limits: (Option<Money>, Option<Money>),
    /// Whether the hand is over.
    pub(super) finished: bool,
    /// The number of the first stake of this hand.
    pub(super) hand_begins: u32,
}

impl<'b, G: TableGame> Table<'b, G> {
    /// An empty table.
    pub fn new(
        citations: &'b Citations,
        conduct: &'b Conduct,
        chosen: &Chosen,
        game: impl Into<Arc<G>>,
    ) -> Self {
        let game: Arc<G> = game.into();
        let shoe = TableShoe::new(game.packs());
        Self {
            game,
            conduct,
            series: G::Series::default(),
            people: People::default(),
            stakes: Stakes::default(),
            betting: Betting::default(),
            deal: None,
            last_deal: None,
            round_before: None,
            fell: Vec::new(),
            shoe,
            citations,
            limits: (chosen.stake_min, chosen.stake_max),
            finished: false,
            hand_begins: 1,
        }
    }

    /// The texts of the book's citations.
    pub fn citations(&self) -> &'b Citations {
        self.citations
    }

    /// What lay on the table after the last ball, throw or card.
    pub(crate) fn last_deal(&self) -> Option<&G::Deal> {
        self.deal.as_ref().or(self.last_deal.as_ref())
    }

    /// The stakes of this hand that were accepted, settled or not, with their numbers.
    pub fn bets_of_hand(&self) -> impl Iterator<Item = (u32, &Stake<G>)> {
        self.accepted_bets().skip_while(|(number, _)| *number < self.hand_begins)
    }

    /// The stakes of the record that were accepted, settled or not, with their numbers.
    pub fn accepted_bets(&self) -> impl Iterator<Item = (u32, &Stake<G>)> {
        self.stakes.iter().filter(|(_, stake)| !matches!(stake.state, State::Refused(_)))
    }
}
