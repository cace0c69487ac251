//! Descriptions of events at the table, as sentences.

use croupier_house::event::ActReason;
use croupier_kit::Money;
use croupier_rules::notation::{Act, Decision, Who, read_act};
use croupier_rules::offer::quote;
use croupier_rules::table::{Outcome, StakeVerdict};

use super::message::{Message, Tone, cited, unsigned};
use super::private_house::{RecordedAct, YOU};
use crate::table::SelectedTable;

/// A pocket with its colour in words, if the rulebook has colours.
fn pocket(of: &SelectedTable<'_>, ball: &str) -> String {
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

/// The outcome of the wheel or the dice: as a sentence, and in short form for a list.
pub(super) struct ChanceResult {
    pub(super) sentence: String,
    pub(super) short: String,
}

/// The outcome of a spin or throw, if the act is one.
pub(super) fn chance_result(act: &RecordedAct, of: &SelectedTable<'_>) -> Option<ChanceResult> {
    let short = match read_act(&act.line).ok()? {
        Act::Ball(ball) => pocket(of, &ball).replace(',', ""),
        Act::Dice(dice) => {
            let shown: Vec<String> = dice.iter().map(ToString::to_string).collect();
            format!("{} ({})", dice.iter().sum::<u32>(), shown.join("+"))
        }
        _ => return None,
    };
    Some(ChanceResult { sentence: describe_act(act, of)?, short })
}

/// An act as a sentence; `None` if the player is informed of it in another way.
pub(super) fn describe_act(act: &RecordedAct, of: &SelectedTable<'_>) -> Option<String> {
    let why = match act.why {
        ActReason::Ordinary => "",
        ActReason::TimedOut => " (the default)",
        ActReason::HousePolicy => " (the house's declared policy)",
    };
    Some(match read_act(&act.line).ok()? {
        Act::PlaceYourBets => "Place your bets.".to_owned(),
        Act::NoMoreBets => "No more bets.".to_owned(),
        Act::Spin(way) => format!("The wheel is spun to the {}.", way.name()),
        Act::Ball(ball) => format!("The ball lands on {}.", pocket(of, &ball)),
        Act::Dice(dice) => {
            let shown: Vec<String> = dice.iter().map(ToString::to_string).collect();
            format!("The dice show {}: {}.", shown.join(" and "), dice.iter().sum::<u32>())
        }
        Act::Shuffle => "The cards are shuffled.".to_owned(),
        Act::DealerLooks => "The dealer looks at the card face down.".to_owned(),
        Act::CuttingCard => "The cutting card is reached: the shoe ends with this hand.".to_owned(),
        Act::Bets(bid) if *bid.player != *YOU => {
            format!("{} bets {} on {}.", bid.player, bid.amount, bid.on.words())
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
        Act::Insures(name, amount, number) => {
            format!("{} {amount} on box {number}.", conjugated(&name, "insure"))
        }
        Act::EvenMoney(name, number) => format!("{} even money on box {number}.", conjugated(&name, "take")),
        Act::TakesHalf(name, number) => format!("{} half of stake {number}.", conjugated(&name, "take")),
        Act::Follows(name, hand) => format!("{} hand {hand}{why}.", conjugated(&name, "follow")),
        _ => return None,
    })
}

/// A name with its verb: `You take`, `Robot_Ada takes`.
fn conjugated(name: &str, verb: &str) -> String {
    if name == YOU { format!("You {verb}") } else { format!("{name} {verb}s") }
}

/// The settlement of a stake, with the provisions; `None` while it is standing.
pub(super) fn describe_row(row: &StakeVerdict) -> Option<Message> {
    let odds = row.odds.map(|odds| format!(" at {odds}")).unwrap_or_default();
    let less = row.commission.map(|charged| format!(" less {charged} commission")).unwrap_or_default();
    let bonus = row.bonus.map(|bonus| format!(", {bonus} of it as a bonus")).unwrap_or_default();
    let what = match row.outcome {
        Outcome::Won if row.profit <= Money::ZERO && row.bonus.is_some() => {
            format!("lost, but a bonus is paid: {} is returned", row.returned)
        }
        Outcome::Won if row.profit < Money::ZERO => {
            format!("won in part, {} less than the stake", unsigned(row.profit))
        }
        Outcome::Won => format!("won{odds}{less}, {} is paid{bonus}", row.profit),
        Outcome::Lost if row.returned > Money::ZERO => format!("lost, but {} is returned", row.returned),
        Outcome::Lost => "lost".to_owned(),
        Outcome::Void => "void, the stake is returned".to_owned(),
        Outcome::Halved => format!("shared with the bank, {} is returned", row.returned),
        Outcome::Surrendered => format!("surrendered, {} is returned", row.returned),
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
    let text = format!("{whose}{} on {}{hand}: {what}{}.", row.stake, row.wager, cited(&row.cites));
    Some(Message { tone, text })
}
