//! A table as one person sees it.

use serde::Serialize;
use utoipa::ToSchema;

use super::amount::{Amount, Signed};
use super::decision::Decision;
use super::kinds::{Family, Mode, Phase, StakeOutcome};
use super::shared_json::SharedJson;

/// A table as one person sees it. It contains no hidden card of anybody else, and the moves that this person may make now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct TableView {
    /// The number of the table.
    pub table: u16,
    /// The name of the table.
    pub name: Box<str>,
    /// The game, as `RULEBOOK/GAME`.
    pub game: Box<str>,
    /// The version of the table's journal that this view shows.
    pub version: u64,
    /// The currency of all amounts, as three letters.
    pub currency: Box<str>,
    /// How the table is run; null while it is closed.
    pub mode: Option<Mode>,
    /// The phase of the round.
    pub phase: Phase,
    /// The number of the round.
    pub round: u64,
    /// The length of this phase in milliseconds, where a timer ends it; otherwise 0.
    pub lasts: i64,
    /// How long each card, ball or throw is shown before what follows from it, in milliseconds. The deadline counts it.
    pub showing: i64,
    /// When this phase began or was last extended, in milliseconds since 1970.
    pub since: i64,
    /// When the timer ends this phase, in milliseconds since 1970; null where no timer does.
    pub deadline: Option<i64>,
    /// The players who sit at the table.
    pub seated: Vec<PlayerView>,
    /// Who is waited for at an attended table, and what for, such as `the dealer, to call for bets`; null elsewhere.
    pub awaited: Option<String>,
    /// Where the next cards of an attended table go, in order, as far as it does not depend on the cards themselves, such as `box 1`.
    pub next_cards: Vec<String>,
    /// The cards on the table, in the order in which they were dealt.
    pub cards: Vec<CardView>,
    /// The same cards by hand, with the score of each hand.
    pub hands: Vec<HandView>,
    /// The stakes of this round, and those that stand from earlier rounds.
    #[schema(value_type = Vec<StakeView>)]
    pub stakes: Vec<SharedJson<StakeView>>,
    /// The decision that the table waits for; null where it waits for none.
    pub due: Option<DecisionView>,
    /// The decisions that this person may make now.
    pub moves: Vec<MoveView>,
    /// The bank of a game in which players hold it in turn; null in other games.
    pub bank: Option<BankView>,
    /// What the dealer has entered and not yet confirmed. Staff see all of it; others do not see cards that fall face down.
    pub entry: Option<Box<str>>,
    /// The croupier's call when the round is over: the result in words. Empty before.
    pub call: String,
    /// What the wheel or the dice gave in this round; null before, and at card tables.
    pub fell: Option<Outcome>,
    /// The public lines of this round's record, in the notation.
    #[schema(value_type = Vec<String>)]
    pub lines: SharedJson<Vec<Box<str>>>,
    /// The last ten results, the latest first.
    pub last: Vec<RoundResult>,
    /// Whether this is a learning table: it shows edges and best play.
    pub learning: bool,
    /// Why this automatic table does not deal now; null where it does.
    pub held: Option<Box<str>>,
    /// Why this table is suspended: it takes no round until two people void its round or close it. Null where it is not.
    pub suspended: Option<Box<str>>,
    /// The table's point at dice; null while it has none, and at other games.
    pub point: Option<u8>,
    /// The name of the reader that `entry` is from; null where the staff entered it.
    pub entry_from: Option<Box<str>>,
    /// The direction in which the next spin must run: `left` or `right`; null where the rules prescribe none.
    pub spin: Option<&'static str>,
    /// The cutting card has come out: the provisions under which the dealer shuffles before the next hand. Null while nothing has to be shuffled.
    pub shuffle: Option<Vec<String>>,
    /// The decisions about cards that the dealer does not see, as they were declared in this round, in the notation.
    pub declared: Vec<Box<str>>,
    /// Whether a robot deals this attended table of a demo: nobody of the staff has dealt it in the last two minutes.
    pub robot_deals: bool,
    /// The call for an inspector that nobody has answered yet, for the staff; null otherwise.
    pub called: Option<CallView>,
}

/// A call for an inspector.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct CallView {
    /// Who called.
    pub by: Box<str>,
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// The reason.
    pub reason: Box<str>,
}

/// A player at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct PlayerView {
    /// The player's name.
    pub handle: Box<str>,
    /// Whether the player is a robot of a demo house.
    pub robot: bool,
    /// Whether the player is the one who asks.
    pub me: bool,
    /// Whether the player is gone: nobody waits for him, and he gives the seat back after five minutes.
    pub away: bool,
}

/// A card as one person sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct CardView {
    /// The seat it lies at.
    pub seat: u8,
    /// The hand of a box, such as `1.2`; null where there are no boxes.
    pub hand: Option<String>,
    /// The card, such as `TH` for the ten of hearts; null where it lies face down.
    pub card: Option<String>,
}

/// A hand as one person sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct HandView {
    /// Where it lies: `dealer`, `box 3`, `banker`, `player`, `right`, `left`, `common`, or a player's name.
    pub at: String,
    /// The hand of a box, such as `1.2`; null where there are no boxes.
    pub hand: Option<String>,
    /// Its cards, such as `TH`; null for a card that lies face down.
    pub cards: Vec<Option<String>>,
    /// Its score; null while a card lies face down.
    pub score: Option<String>,
    /// Whether the table waits for a decision on this hand.
    pub due: bool,
}

/// A stake and its outcome.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct StakeView {
    /// The number of the stake in the record.
    pub stake: u32,
    /// The name of the player.
    pub player: String,
    /// Whether it is a stake of the person who asks.
    pub mine: bool,
    /// The wager, in the notation.
    pub wager: String,
    /// The hand it is on, such as `1.2`; null where there are no boxes.
    pub hand: Option<String>,
    /// The amount.
    pub amount: Amount,
    /// The outcome.
    #[schema(value_type = StakeOutcome)]
    pub outcome: &'static str,
    /// What is returned to the player: the stake and its winnings.
    pub returned: Amount,
    /// The provisions that decided it, the deciding one first.
    pub cites: Vec<String>,
    /// The odds it was paid at, or would be.
    pub odds: Option<String>,
    /// What it won, negative where it lost; null while it stands.
    pub profit: Option<Signed>,
    /// The number of the stake that this one belongs to (insurance, a double, odds behind a bet).
    pub of: Option<u32>,
    /// Its state on the way to a decision, such as `point 6`.
    pub life: Option<String>,
    /// Whether its player may call it on and off.
    pub calls: bool,
    /// What the player can take now of a stake that is held for the next spin: half of it; null where nothing can be taken.
    pub half: Option<Amount>,
    /// What can still be bet behind it; null where nothing can.
    pub behind: Option<BehindOffer>,
    /// Why it was refused.
    pub reason: Option<String>,
    /// The outcome in one sentence; null while it stands.
    pub why: Option<String>,
}

/// The bets that a stake with a point takes behind it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct BehindOffer {
    /// What it is paid, such as `2 to 1`.
    pub odds: String,
    /// Every such bet is a multiple of this amount, so that it can be paid exactly.
    pub step: Amount,
    /// The largest such bet.
    pub most: Amount,
}

impl StakeView {
    /// Whether it is not decided yet.
    pub fn is_standing(&self) -> bool {
        self.outcome == "standing"
    }
}

/// The decision that a table waits for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct DecisionView {
    /// Who decides: a person, or a hand of a baccarat table. Null where this would reveal cards that the person who asks may not see.
    pub who: Option<String>,
    /// The player who speaks for it; null where the house does.
    pub speaker: Option<Box<str>>,
    /// Whether it is the decision of the person who asks.
    pub mine: bool,
    /// The seat whose turn it is.
    pub seat: Option<u8>,
    /// The hand it is about, such as `1.2`.
    pub on: Option<String>,
    /// What is decided when time runs out, in the notation. Null where this would reveal cards that the person who asks may not see.
    pub by_default: Option<String>,
    /// Why a hidden hand of the person who asks has no choice; null where it has one. It is asked all the same: a table that did not wait
    /// for it would reveal the hand.
    pub bound: Option<String>,
}

/// A decision that a person may make now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct MoveView {
    /// The decision.
    pub decision: Decision,
    /// The player whose decision it is, where the staff of an attended table act for the player; null where it is one's own.
    pub player: Option<Box<str>>,
    /// The amount, where the decision needs one.
    pub amount: Option<Amount>,
    /// The box or hand, where the decision must name one.
    pub on: Option<String>,
    /// What it adds to the player's stakes; null where it adds nothing.
    pub adds: Option<Amount>,
    /// The move in words, such as `insure box 1 for 5.00`.
    pub words: String,
    /// What it means for the player, such as `take one more card`.
    pub means: &'static str,
}

/// A bank that players hold in turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct BankView {
    /// The name of the holder.
    pub holder: Box<str>,
    /// The amount in it.
    pub amount: Signed,
    /// Whether the person who asks holds it.
    pub mine: bool,
}

/// What the wheel or the dice gave.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, ToSchema)]
pub struct Outcome {
    /// The pocket the ball fell into.
    pub ball: Option<Box<str>>,
    /// The direction of the spin: `left` or `right`.
    pub direction: Option<Box<str>>,
    /// The two dice.
    #[schema(min_items = 2, max_items = 2)]
    pub dice: Option<Vec<u32>>,
}

/// The result of a round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct RoundResult {
    /// The number of the round.
    pub round: u64,
    /// When it ended, in milliseconds since 1970.
    pub at: i64,
    /// The result in a few words.
    pub result: Box<str>,
    /// Whether the round was declared void.
    pub void: bool,
}

/// What a person has, in the currency of the house.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, ToSchema)]
pub struct Balances {
    /// The currency, as three letters.
    pub currency: Box<str>,
    /// Cash paid out to the person less cash brought in: negative while the house holds the person's money.
    pub cash: Signed,
    /// Value chips.
    pub chips: Amount,
    /// How much of the value chips is held for a cash-out and cannot be staked.
    pub held: Amount,
    /// Plaques.
    pub plaques: Amount,
    /// Wheel chips, by table.
    pub wheel: Vec<WheelChips>,
}

/// The wheel chips of a person at one table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct WheelChips {
    /// The number of the table.
    pub table: u16,
    /// The number of the colour.
    pub colour: u8,
    /// The value of one chip.
    pub value: Amount,
    /// The value of all of them.
    pub amount: Amount,
}

/// A table in the lobby.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct TableSummary {
    /// The number of the table.
    pub id: u16,
    /// The name of the table.
    pub name: Box<str>,
    /// The game, as `RULEBOOK/GAME`.
    pub game: Box<str>,
    /// The title of the game.
    pub title: String,
    /// The family of the game.
    pub family: Family,
    /// The title of the rulebook.
    pub jurisdiction: String,
    /// How the table is run; null while it is closed.
    pub mode: Option<Mode>,
    /// The phase of the round.
    pub phase: Phase,
    /// The smallest stake; null where there is no limit.
    pub min: Option<Amount>,
    /// The largest stake; null where there is no limit.
    pub max: Option<Amount>,
    /// How many players sit at the table.
    pub seated: usize,
    /// How many boxes or areas it has, where the game has them.
    pub seats_max: Option<u8>,
    /// The number of the round.
    pub round: u64,
    /// Whether this is a learning table.
    pub learning: bool,
    /// Whether the table is open.
    pub open: bool,
    /// The currency of its limits, as three letters.
    pub currency: Box<str>,
    /// When the timer ends this phase, in milliseconds since 1970; null where no timer does.
    pub deadline: Option<i64>,
}
