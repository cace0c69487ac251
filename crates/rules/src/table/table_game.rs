//! A game at a table, and the table.
//!
//! They are in one file because each is defined by the other: what every game shares is done by the table, and what is a
//! game's own is asked of the game.

use std::sync::Arc;

use croupier_kit::{Card, Money, Odds, Wheel};

use super::betting::Betting;
use super::people::{People, PlayerId};
use super::shoe::{CardSource, TableShoe};
use super::stakes::{Offer, Stake, Stakes, State};
use super::status::PassingBank;
use crate::book::{Chosen, Citations, Conduct};
use crate::contract::{Fallen, Game, Positions, Seat};
use crate::law::{Cites, Refusal};
use crate::notation::{Act, Area, BoxHand, Direction, Side};

/// What a table asks of its game: the words of its wagers, which stakes may lie beside which, and the acts that only
/// this game has.
pub trait TableGame: Game {
    /// What this game remembers beyond the deal: the way of the last spin, the bank, who calls a box.
    type Series: Default + Clone + Send;

    /// The wager that these words name.
    fn read_wager(&self, words: &[&str], conduct: &Conduct) -> Result<Self::Wager, Refusal>;

    /// The name of a wager as prices, signs and pages list it: `numbers 18`, `place-win 4`, `box`.
    fn wager_name(&self, wager: Self::Wager) -> String;

    /// What lies on the table, in words, for explanations and screen readers.
    fn describe(&self, deal: &Self::Deal) -> String;

    /// How the round came out, in a word or two: the pocket, the dice, the side that won, what the dealer had.
    fn result(&self, deal: &Self::Deal) -> String {
        self.describe(deal)
    }

    /// Where cards lie: `dealer`, `box 3`, `banker`, `player`, `right`, `left`, `common`, `hand`, or the name of the
    /// person whose they are.
    fn place_of(table: &Table<'_, Self>, seat: Seat, _hand: Option<BoxHand>) -> String {
        Self::speaker(table, seat).map_or("hand", |player| table.people.name(player)).to_owned()
    }

    /// What cards that all lie open come to: `17`, `soft 17`, `blackjack`, `bust`; `None` where they have no score.
    fn score_of(&self, _cards: &[Card], _is_split: bool) -> Option<String> {
        None
    }

    /// How far a stake that stands has come: its point, at dice.
    fn progress(&self, _life: Self::Life) -> Option<String> {
        None
    }

    /// The wheel, where the game has one.
    fn wheel(&self) -> Option<&Wheel> {
        None
    }

    /// The way the next spin must run, where the book says so.
    fn spin_due(_table: &Table<'_, Self>) -> Option<Direction> {
        None
    }

    /// Whether the wheel is turning.
    fn is_spinning(_table: &Table<'_, Self>) -> bool {
        false
    }

    /// Whether dice are thrown here.
    fn throws_dice(&self) -> bool {
        false
    }

    /// How many of the common cards lie open; `None` where the game has none.
    fn common_turned(_table: &Table<'_, Self>) -> Option<usize> {
        None
    }

    /// Whether the bank passes from player to player.
    fn bank_passes(&self) -> bool {
        false
    }

    /// The banker's score so far, where there is a banker's hand.
    fn banker_score(&self, _deal: &Self::Deal) -> Option<u8> {
        None
    }

    /// The wager behind a stake; most games have none.
    fn read_behind(table: &Table<'_, Self>, parent: u32) -> Result<Self::Wager, Refusal> {
        let found = format!("behind {parent}");
        Err(Refusal::new(table.conduct.no_such_wager, found, "this game has no bets behind another"))
    }

    /// Whether chips may lie on this area; most tables have none.
    fn check_area(&self, _area: &Area, _conduct: &Conduct) -> Result<(), Refusal> {
        Err(Refusal::new(Cites::NONE, "a betting area", "this table has no numbered areas"))
    }

    /// Whether the stake may lie beside those that are there.
    fn check_beside(_table: &Table<'_, Self>, _offer: &Offer<Self>) -> Result<(), Refusal> {
        Ok(())
    }

    /// The odds of an ordinary win; `None` for a bet of several chips.
    fn usual_odds(&self, wager: Self::Wager) -> Option<Odds>;

    /// What the game is dealt from.
    fn packs(&self) -> CardSource {
        CardSource::None
    }

    /// What has fallen, as far as the rules distinguish it.
    fn read_fall(&self, fallen: Fallen<'_>) -> Result<Self::Chance, Refusal>;

    /// Betting has just closed.
    fn betting_closed(_table: &mut Table<'_, Self>) {}

    /// The places in play when the first card falls.
    fn places(_table: &Table<'_, Self>) -> Result<Positions, Refusal> {
        Ok(Positions::NONE)
    }

    /// The first card falls: stakes learn which place is theirs.
    fn take_places(_table: &mut Table<'_, Self>) {}

    /// Whether anything may fall, beyond what the deal says.
    fn check_fall_at(_table: &Table<'_, Self>) -> Result<(), Refusal> {
        Ok(())
    }

    /// Something has fallen and the stakes have been settled.
    fn fallen(_table: &mut Table<'_, Self>, _to: Option<Seat>) {}

    /// A stake no longer stands: it was cancelled or taken back.
    fn withdrawn(_table: &mut Table<'_, Self>, _number: u32) {}

    /// A new hand begins.
    fn next_hand(_table: &mut Table<'_, Self>) {}

    /// An act that only this game knows.
    fn act(table: &mut Table<'_, Self>, act: &Act) -> Result<(), Refusal>;

    /// What a stake that stands cites: nothing, unless it is carried to the next hand.
    fn carried(&self, _life: Self::Life) -> Cites {
        Cites::NONE
    }

    /// The hand a stake follows, as rows name it.
    fn hand(&self, _wager: Self::Wager, _life: Self::Life) -> Option<String> {
        None
    }

    /// Who speaks for a seat that decides; nobody where the house does.
    fn speaker(_table: &Table<'_, Self>, _seat: Seat) -> Option<PlayerId> {
        None
    }

    /// The player behind who must answer a split before anything else happens.
    fn must_answer(_table: &Table<'_, Self>) -> Option<PlayerId> {
        None
    }

    /// The hand of a baccarat table that a seat is.
    fn side(&self, _seat: Seat) -> Option<Side> {
        None
    }

    /// The box and hand that plays at a seat, where the game has boxes.
    fn spot(_table: &Table<'_, Self>, _seat: Seat) -> Option<BoxHand> {
        None
    }

    /// What is taken when the time for a decision runs out; `None` where none is due.
    fn default_act(_table: &Table<'_, Self>) -> Option<Act> {
        None
    }

    /// A hidden hand that has only one move now, with that move; `None` where a hand has a choice, or no hand is hidden.
    fn bound_act(_table: &Table<'_, Self>) -> Option<(Seat, Act)> {
        None
    }

    /// Whether insurance or even money is on offer now.
    fn offers_insurance(_table: &Table<'_, Self>) -> bool {
        false
    }

    /// The bank, where it passes from player to player and somebody holds it.
    fn passing_bank(_table: &Table<'_, Self>) -> Option<PassingBank> {
        None
    }

    /// The banker has given up a bank that passes, between rounds: at a live table it is returned to him.
    fn bank_given_up(_table: &mut Table<'_, Self>) {}

    /// A new record has begun and stakes are numbered from one again.
    fn renewed(_table: &mut Table<'_, Self>) {}

    /// What the people who held the bank have won and lost by it, where it is not the house's.
    fn bankers(_table: &Table<'_, Self>) -> Vec<(PlayerId, Money)> {
        Vec::new()
    }
}

/// A table at which one game is played.
#[derive(Clone)]
pub struct Table<'b, G: TableGame> {
    /// The rules in force, shared by every copy of the table.
    pub game: Arc<G>,
    /// What its refusals cite.
    pub conduct: &'b Conduct,
    /// What the game remembers beyond the deal.
    pub series: G::Series,
    /// Everyone who has been named.
    pub people: People,
    /// Every stake put down.
    pub stakes: Stakes<G>,
    /// Whether bets may be made.
    pub betting: Betting,
    /// What lies on the table, once something has fallen.
    pub deal: Option<G::Deal>,
    /// What lay there when something fell last; at dice betting opens again and clears the table.
    pub(super) last_deal: Option<G::Deal>,
    /// The shoe.
    pub shoe: TableShoe,
    citations: &'b Citations,
    pub(super) limits: (Option<Money>, Option<Money>),
    /// Whether the hand has been played out.
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
            shoe,
            citations,
            limits: (chosen.stake_min, chosen.stake_max),
            finished: false,
            hand_begins: 1,
        }
    }

    /// The texts of the citations of its book.
    pub fn citations(&self) -> &'b Citations {
        self.citations
    }

    /// What lay on the table when something fell last.
    pub(crate) fn last_deal(&self) -> Option<&G::Deal> {
        self.deal.as_ref().or(self.last_deal.as_ref())
    }

    /// The stakes put down in this hand that were accepted, settled or not, with their numbers.
    pub fn bets_of_hand(&self) -> impl Iterator<Item = (u32, &Stake<G>)> {
        let this_hand = self.stakes.iter().skip(self.hand_begins as usize - 1);
        this_hand.filter(|(_, stake)| !matches!(stake.state, State::Refused(_)))
    }
}
