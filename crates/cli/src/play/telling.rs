//! What happens at the table, told in lines: for the log of the screen and for plain reading alike.

use croupier_house::event::ActReason;
use croupier_house::view::HandView;
use croupier_kit::{Card, Money, Rank, Suit};
use croupier_rules::notation::{Act, Decision, Who, read_act};
use croupier_rules::offer::quote;
use croupier_rules::table::{Outcome, StakeVerdict};

use super::parlour::{Deed, YOU};
use crate::table::TableOf;

/// How a line is meant, for those who see colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tone {
    /// What happens.
    Plain,
    /// What the visitor has won.
    Won,
    /// What he has lost.
    Lost,
    /// What is not permitted.
    Refused,
    /// Advice.
    Hint,
}

/// One line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Said {
    pub(super) tone: Tone,
    pub(super) text: String,
}

impl Said {
    pub(super) fn plain(text: impl Into<String>) -> Self {
        Self { tone: Tone::Plain, text: text.into() }
    }

    pub(super) fn refused(text: impl Into<String>) -> Self {
        Self { tone: Tone::Refused, text: text.into() }
    }

    pub(super) fn hint(text: impl Into<String>) -> Self {
        Self { tone: Tone::Hint, text: text.into() }
    }
}

/// How cards are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cards {
    /// `10♥`
    Symbols,
    /// `ten of hearts`
    Words,
}

impl Cards {
    /// A card, or one that lies face down.
    pub(super) fn write(self, card: Option<&str>) -> String {
        let card = card.map(str::parse::<Card>).and_then(Result::ok);
        match (self, card) {
            (Self::Symbols, None) => "▒▒".to_owned(),
            (Self::Words, None) => "a card face down".to_owned(),
            (Self::Symbols, Some(card)) => {
                format!("{}{}", rank_symbol(card.rank()), suit_symbol(card.suit()))
            }
            (Self::Words, Some(card)) => format!("{} of {}", rank_word(card.rank()), suit_word(card.suit())),
        }
    }

    /// A hand: whose it is, its cards, what it counts. The others tell whether its box is split.
    pub(super) fn hand(self, hand: &HandView, all: &[HandView]) -> String {
        let cards: Vec<String> = hand.cards.iter().map(|card| self.write(card.as_deref())).collect();
        let between = if self == Self::Symbols { " " } else { ", " };
        let score = hand.score.as_ref().map(|score| format!(" ({score})")).unwrap_or_default();
        format!("{}: {}{score}", name(hand, all), cards.join(between))
    }

    /// A hand in few words: what it counts, or its cards where it counts nothing.
    pub(super) fn brief(self, hand: &HandView, all: &[HandView]) -> String {
        match &hand.score {
            Some(score) => format!("{} {score}", name(hand, all)),
            None => self.hand(hand, all),
        }
    }
}

/// Whose a hand is; a hand of a split box by its number.
pub(super) fn name(hand: &HandView, all: &[HandView]) -> String {
    let split = all.iter().filter(|other| other.at == hand.at).count() > 1;
    match &hand.hand {
        Some(number) if split && number.contains('.') => format!("box {number}"),
        _ => hand.at.clone(),
    }
}

/// The hands with those of one box together.
pub(super) fn gathered(hands: &[HandView]) -> Vec<&HandView> {
    let mut gathered: Vec<&HandView> = hands.iter().collect();
    let first = |hand: &HandView| hands.iter().position(|other| other.at == hand.at);
    gathered.sort_by_key(|hand| first(hand));
    gathered
}

/// As it is printed on the card; in the notation a ten is a `T`.
fn rank_symbol(rank: Rank) -> String {
    if rank == Rank::Ten { "10".to_owned() } else { rank.symbol().to_string() }
}

const fn suit_symbol(suit: Suit) -> char {
    match suit {
        Suit::Spades => '♠',
        Suit::Hearts => '♥',
        Suit::Diamonds => '♦',
        Suit::Clubs => '♣',
    }
}

const fn suit_word(suit: Suit) -> &'static str {
    match suit {
        Suit::Spades => "spades",
        Suit::Hearts => "hearts",
        Suit::Diamonds => "diamonds",
        Suit::Clubs => "clubs",
    }
}

const fn rank_word(rank: Rank) -> &'static str {
    match rank {
        Rank::Two => "two",
        Rank::Three => "three",
        Rank::Four => "four",
        Rank::Five => "five",
        Rank::Six => "six",
        Rank::Seven => "seven",
        Rank::Eight => "eight",
        Rank::Nine => "nine",
        Rank::Ten => "ten",
        Rank::Jack => "jack",
        Rank::Queen => "queen",
        Rank::King => "king",
        Rank::Ace => "ace",
    }
}

/// A pocket with the word for its colour, where the book has colours.
pub(super) fn pocket(of: &TableOf<'_>, ball: &str) -> String {
    let holds = |name: &&str| {
        quote(&of.rules, of.game.conduct(), &[name]).is_ok_and(|quote| {
            let won = quote.endings.iter().filter(|ending| ending.outcome() == Outcome::Won);
            won.flat_map(|ending| &ending.falls).any(|fall| fall == ball)
        })
    };
    let colour = ["red", "black"].into_iter().find(|name| holds(name));
    let zero = ball.chars().all(|letter| letter == '0').then_some("green");
    colour.or(zero).map_or_else(|| ball.to_owned(), |colour| format!("{ball}, {colour}"))
}

/// What the wheel or the dice gave: as a sentence, and as it stands in a row of several.
pub(super) struct Fall {
    pub(super) told: String,
    pub(super) brief: String,
}

/// What fell, if something did.
pub(super) fn fall(done: &Deed, of: &TableOf<'_>) -> Option<Fall> {
    let brief = match read_act(&done.line).ok()? {
        Act::Ball(ball) => pocket(of, &ball).replace(',', ""),
        Act::Dice(dice) => {
            let shown: Vec<String> = dice.iter().map(ToString::to_string).collect();
            format!("{} ({})", dice.iter().sum::<u32>(), shown.join("+"))
        }
        _ => return None,
    };
    Some(Fall { told: deed(done, of)?, brief })
}

/// Something that was done, for people; nothing where it is told otherwise.
pub(super) fn deed(deed: &Deed, of: &TableOf<'_>) -> Option<String> {
    let why = match deed.why {
        ActReason::Ordinary => "",
        ActReason::TimedOut => " (the default)",
        ActReason::HousePolicy => " (the house's declared policy)",
    };
    Some(match read_act(&deed.line).ok()? {
        Act::PlaceYourBets => "Place your bets.".to_owned(),
        Act::NoMoreBets => "No more bets.".to_owned(),
        Act::Spin(way) => format!("The wheel is spun to the {}.", way.name()),
        Act::Ball(ball) => format!("The ball lies on {}.", pocket(of, &ball)),
        Act::Dice(dice) => {
            let shown: Vec<String> = dice.iter().map(ToString::to_string).collect();
            format!("The dice show {}: {}.", shown.join(" and "), dice.iter().sum::<u32>())
        }
        Act::Shuffle => "The cards are shuffled.".to_owned(),
        Act::CuttingCard => "The cutting card comes: the shoe ends with this hand.".to_owned(),
        Act::Bets(bid) if *bid.player != *YOU => {
            format!("{} bets {} on {}.", bid.player, bid.amount, bid.on)
        }
        Act::PlayersBank(name, amount) if *name == *YOU => format!("You hold the bank with {amount}."),
        Act::PlayersBank(name, amount) => format!("{name} holds the bank with {amount}."),
        Act::Decides(Decision { who, verb, .. }) => match who {
            Who::Person(name) if *name == *YOU => {
                let verb = verb.name();
                format!("You {}{why}.", verb.strip_suffix('s').unwrap_or(verb))
            }
            Who::Person(name) => format!("{name} {}{why}.", verb.name()),
            Who::Side(side) => format!("The {} {}{why}.", side.name(), verb.name()),
        },
        Act::Insures(name, amount, number) => format!("{} {amount} on box {number}.", third(&name, "insure")),
        Act::EvenMoney(name, number) => format!("{} even money on box {number}.", third(&name, "take")),
        Act::Follows(name, hand) => format!("{} hand {hand}{why}.", third(&name, "follow")),
        _ => return None,
    })
}

/// `You take`, `Robot_Ada takes`.
fn third(name: &str, verb: &str) -> String {
    if name == YOU { format!("You {verb}") } else { format!("{name} {verb}s") }
}

/// What has become of a stake, with the provisions.
pub(super) fn row(row: &StakeVerdict) -> Option<Said> {
    let odds = row.odds.map(|odds| format!(" at {odds}")).unwrap_or_default();
    let what = match row.outcome {
        Outcome::Won if row.profit < Money::ZERO => {
            format!("won in part, {} less than it cost", unsigned(row.profit))
        }
        Outcome::Won => format!("won{odds}, {} is paid", row.profit),
        Outcome::Lost if row.returned > Money::ZERO => format!("lost, but {} of it goes back", row.returned),
        Outcome::Lost => "lost".to_owned(),
        Outcome::Void => "void, the stake goes back".to_owned(),
        Outcome::Halved => format!("shared with the bank, {} goes back", row.returned),
        Outcome::Surrendered => format!("given up, {} goes back", row.returned),
        Outcome::Cancelled | Outcome::Refused | Outcome::Standing => return None,
    };
    let tone = match row.profit.minor() {
        _ if row.player != YOU => Tone::Plain,
        1.. => Tone::Won,
        0 => Tone::Plain,
        _ => Tone::Lost,
    };
    let whose = if row.player == YOU { String::new() } else { format!("{}: ", row.player) };
    let hand = row
        .hand
        .as_ref()
        .filter(|hand| !hand.ends_with(".1"))
        .map(|hand| format!(", hand {hand}"))
        .unwrap_or_default();
    let cites = if row.cites.is_empty() { String::new() } else { format!(" ({})", row.cites.join(", ")) };
    let text = format!("{whose}{} on {}{hand}: {what}{cites}.", row.stake, row.wager);
    Some(Said { tone, text })
}

/// An amount without its sign.
pub(super) fn unsigned(amount: Money) -> String {
    amount.to_string().trim_start_matches('-').to_owned()
}

/// An amount with its sign.
pub(super) fn signed(amount: Money) -> String {
    match amount.minor() {
        1.. => format!("+{amount}"),
        0 => "±0.00".to_owned(),
        _ => format!("−{}", unsigned(amount)),
    }
}
