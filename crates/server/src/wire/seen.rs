//! A table as one person sees it, on the wire.

use croupier_house::table::Mode;
use croupier_house::table::Phase;
use serde::Serialize;
use utoipa::ToSchema;

use super::{Amount, Signed, Word, Written};

/// A table as one person sees it: never a hidden card, and always the moves that are his.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Seen {
    /// Its number.
    pub table: u16,
    /// Its name.
    pub name: Box<str>,
    /// Its game, as `RULEBOOK/GAME`.
    pub game: Box<str>,
    /// The version its journal stands at.
    pub version: u64,
    /// The currency of its amounts.
    pub currency: Box<str>,
    /// How it is run; nothing while it is closed.
    #[schema(value_type = Option<String>, example = "automatic")]
    pub mode: Option<Mode>,
    /// Where it is in its round.
    #[schema(value_type = String, example = "place-your-bets")]
    pub phase: Phase,
    /// Which round.
    pub round: u64,
    /// How long the phase lasts, in milliseconds, where a timer ends it.
    pub lasts: i64,
    /// When something last happened, in milliseconds since 1970.
    pub since: i64,
    /// When the phase ends, where a timer ends it.
    pub deadline: Option<i64>,
    /// Who sits here.
    pub seated: Vec<SeenPlayer>,
    /// The cards that lie there, in the order in which they fell.
    pub cards: Vec<SeenCard>,
    /// The same by hand, with what each comes to.
    pub hands: Vec<SeenHand>,
    /// The stakes of this round, and those that stand from earlier ones.
    #[schema(value_type = Vec<SeenStake>)]
    pub stakes: Vec<Written<SeenStake>>,
    /// Whose decision is due.
    pub due: Option<SeenDue>,
    /// What this person may decide now.
    pub moves: Vec<SeenMove>,
    /// Who holds a bank that passes.
    pub bank: Option<SeenBank>,
    /// What the dealer has entered and waits to be confirmed; cards that fall face down only for those who work here.
    pub entry: Option<Box<str>>,
    /// What lies on the table in words, when the round is over.
    pub tells: String,
    /// What the wheel or the dice gave in this round.
    pub fell: Option<Fell>,
    /// The public lines of this round's record.
    #[schema(value_type = Vec<String>)]
    pub lines: Written<Vec<Box<str>>>,
    /// The last ten outcomes, the latest first.
    pub last: Vec<SeenOutcome>,
    /// Whether this is a table to learn at.
    pub learning: bool,
}

/// Somebody at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct SeenPlayer {
    /// The name.
    pub handle: Box<str>,
    /// Whether it is a robot of a demo house.
    pub robot: bool,
    /// Whether it is the one who looks.
    pub me: bool,
}

/// A card as one person sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct SeenCard {
    /// The seat it lies at.
    pub seat: u8,
    /// The hand of a box, such as `1.2`.
    pub hand: Option<String>,
    /// The card, such as `TH`; nothing where it lies face down.
    pub card: Option<String>,
}

/// A hand as one person sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct SeenHand {
    /// Where it lies: `dealer`, `box 3`, `banker`, `player`, `right`, `left`, `common`, or whose it is.
    pub at: String,
    /// Which hand of a box, such as `1.2`.
    pub hand: Option<String>,
    /// Its cards, such as `TH`; nothing where one lies face down.
    pub cards: Vec<Option<String>>,
    /// What it comes to, where all its cards lie open.
    pub score: Option<String>,
    /// Whether it waits for a decision.
    pub due: bool,
}

/// A stake, and what has become of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct SeenStake {
    /// Its number in the record.
    pub stake: u32,
    /// Whose it is.
    pub player: String,
    /// Whether it is this person's.
    pub mine: bool,
    /// On what.
    pub wager: String,
    /// The hand it follows.
    pub hand: Option<String>,
    /// How much.
    pub amount: Amount,
    /// What has become of it: `standing`, `won`, `lost` …
    pub outcome: &'static str,
    /// What goes back.
    pub returned: Amount,
    /// Under which provisions.
    pub cites: Vec<String>,
    /// The odds it was paid at, or would be.
    pub odds: Option<String>,
    /// What it won; less than nought where it lost, and nothing while it stands.
    pub profit: Option<Signed>,
    /// The number of the stake it belongs to.
    pub of: Option<u32>,
    /// What it has come to on its way, such as `point 6`.
    pub life: Option<String>,
    /// Why it was refused.
    pub reason: Option<String>,
    /// What became of it, in one sentence.
    pub why: Option<String>,
}

/// A decision that is due.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct SeenDue {
    /// Who takes it: a person, or a hand of a baccarat table. Nothing where that alone would tell of cards that this
    /// person does not see.
    pub who: Option<String>,
    /// The person who speaks; nobody where the house does.
    pub speaker: Option<Box<str>>,
    /// Whether it is this person's.
    pub mine: bool,
    /// The seat whose turn it is.
    pub seat: Option<u8>,
    /// About which hand, such as `1.2`.
    pub on: Option<String>,
    /// What is taken when nobody decides in time, as the record will say it; nothing where it would tell of cards that
    /// this person does not see.
    pub by_default: Option<String>,
}

/// Something a person may decide now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct SeenMove {
    /// What.
    pub decision: Word,
    /// For so much, where it names an amount.
    pub amount: Option<Amount>,
    /// For which box or hand, where that must be said.
    pub on: Option<String>,
    /// In words.
    pub words: String,
}

/// A bank that passes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct SeenBank {
    /// Who holds it.
    pub holder: Box<str>,
    /// What is in it.
    pub amount: Signed,
    /// Whether it is this person's.
    pub mine: bool,
}

/// What the wheel or the dice gave.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, ToSchema)]
pub struct Fell {
    /// Where the ball lies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ball: Option<Box<str>>,
    /// Which way it ran.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub direction: Option<Box<str>>,
    /// What the dice show.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dice: Option<Vec<u32>>,
}

/// How a round came out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct SeenOutcome {
    /// Which round.
    pub round: u64,
    /// When it was over.
    pub at: i64,
    /// In a few words.
    pub result: Box<str>,
    /// Whether it was made void.
    pub void: bool,
}

/// Something that happened, for people.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Told {
    /// Its version in the journal.
    pub version: u64,
    /// When.
    pub at: i64,
    /// Who did it; `house` for the house itself.
    pub by: Box<str>,
    /// What it was.
    pub what: &'static str,
    /// In one line.
    pub text: String,
}

/// What a person has, in the currency of the house.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, ToSchema)]
pub struct Balances {
    /// The currency, by its three letters.
    pub currency: Box<str>,
    /// What the person has taken from the pocket, less what was paid out: below nought is money that lies in the house.
    pub cash: Signed,
    /// Value chips.
    pub chips: Amount,
    /// Plaques.
    pub plaques: Amount,
    /// Wheel chips, by table.
    pub wheel: Vec<WheelHeld>,
}

/// Wheel chips at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct WheelHeld {
    /// The table.
    pub table: u16,
    /// The colour.
    pub colour: u8,
    /// What one is worth.
    pub value: Amount,
    /// What they come to.
    pub amount: Amount,
}

/// A table in the lobby.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Lobby {
    /// Its number.
    pub id: u16,
    /// Its name.
    pub name: Box<str>,
    /// Its game, as `RULEBOOK/GAME`.
    pub game: Box<str>,
    /// What the game is called.
    pub title: String,
    /// Its family: roulette, dice, baccarat, blackjack, poker, in-between.
    pub family: &'static str,
    /// The title of the rulebook.
    pub jurisdiction: String,
    /// How it is run; nothing while it is closed.
    #[schema(value_type = Option<String>, example = "automatic")]
    pub mode: Option<Mode>,
    /// Where it is in its round.
    #[schema(value_type = String, example = "place-your-bets")]
    pub phase: Phase,
    /// The least that may be staked.
    pub min: Option<Amount>,
    /// The most that may be staked.
    pub max: Option<Amount>,
    /// How many sit there.
    pub seated: usize,
    /// How many boxes or areas it has, where their number is set.
    pub seats_max: Option<u8>,
    /// Which round.
    pub round: u64,
    /// Whether this is a table to learn at.
    pub learning: bool,
    /// Whether it is open.
    pub open: bool,
    /// The currency of its limits.
    pub currency: Box<str>,
    /// When the phase ends, where a timer ends it.
    pub deadline: Option<i64>,
}
