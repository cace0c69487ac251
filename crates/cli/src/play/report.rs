//! Reports events at the table: results, hands, settled stakes, and the decisions that are due.

use croupier_house::command::PlayerAction;
use croupier_house::table::Phase;
use croupier_house::view::HandView;
use croupier_kit::Money;
use croupier_rules::table::{Outcome, StakeVerdict};

use super::cards::{CardStyle, hand_name};
use super::describe::{chance_result, describe_act, describe_row};
use super::keyword::Stage;
use super::message::{Message, cited, short_amount, unsigned};
use super::private_house::{NextBank, RecordedAct, YOU};
use super::session::{PastRound, PlaySession};
use super::{options, pages};

/// Whether the prompt is shown for the first time.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Prompt {
    First,
    Repeated,
}

/// Reports everything since the last report, and the available commands after a round.
pub(super) fn news(session: &mut PlaySession<'_>) -> Vec<Message> {
    let rounds = session.rounds();
    let mut messages = last_news(session);
    if session.rounds() == rounds {
        return messages;
    }
    if session.house.chips() == Money::ZERO && !session.can_deal() {
        messages.push(Message::plain(
            "Your purse is empty. Type `quit` to leave; --purse sets the money you start with.",
        ));
    } else if session.style.cards == CardStyle::Words {
        // On the screen this is always visible at the bottom.
        let options = options::while_betting(session).join(", ");
        messages.push(Message::plain(format!("You can type: {options}.")));
    }
    messages
}

/// The final report to a player who leaves.
pub(super) fn last_news(session: &mut PlaySession<'_>) -> Vec<Message> {
    let acts = session.house.take_acts();
    let results: Vec<_> = acts.iter().filter_map(|act| chance_result(act, session.of)).collect();
    session.results.extend(results);
    let mut messages: Vec<Message> =
        acts.iter().filter_map(|act| describe_act(act, session.of)).map(Message::plain).collect();
    messages.extend(new_hands(session));
    let over = matches!(session.house.phase(), Phase::Payment | Phase::Waiting) && !acts.is_empty();
    messages.extend(new_stakes(session, over));
    if acts.iter().any(|act: &RecordedAct| act.line == "no more bets") {
        remember_bets(session);
    }
    if over {
        let point = session.house.live().rules.point();
        messages.extend(point.map(|point| Message::plain(format!("The table's point is {point}."))));
        messages.push(end_round(session));
    }
    messages
}

/// The hands that have changed.
fn new_hands(session: &mut PlaySession<'_>) -> Vec<Message> {
    let hands = session.hands();
    let is_known = |hand: &&HandView| {
        let same =
            |known: &HandView| (&known.at, &known.hand, &known.cards) == (&hand.at, &hand.hand, &hand.cards);
        session.reported.hands.iter().any(same)
    };
    let new = hands.iter().filter(|hand| !is_known(hand));
    let messages = new.map(|hand| Message::plain(session.style.cards.hand(hand, &hands))).collect();
    session.reported.hands = hands;
    messages
}

/// Stores the bets of this round for `rebet`, except bets behind others. If there are none, the earlier ones remain.
fn remember_bets(session: &mut PlaySession<'_>) {
    let mut bets = std::mem::take(&mut session.bets);
    bets.retain(|bet| !bet.wager.starts_with("behind "));
    if !bets.is_empty() {
        session.last_bets = bets;
    }
}

fn end_round(session: &mut PlaySession<'_>) -> Message {
    session.last_round = Some(session.house.live().record.clone());
    let total = session.house.net();
    let net = Money::from_minor(total.minor() - session.reported.net.minor());
    session.reported.net = total;
    let round = u32::try_from(session.rounds() + 1).expect("nobody plays so many rounds");
    let (result, purse) = (round_result(session), session.house.chips());
    session.past.push(PastRound { round, result, net, purse });
    summary(session, net)
}

/// The result of this round in a few words.
fn round_result(session: &PlaySession<'_>) -> String {
    if let Some(result) = session.results.last() {
        return result.short.clone();
    }
    let hands = session.hands();
    let short: Vec<String> = hands.iter().map(|hand| session.style.cards.short_hand(hand, &hands)).collect();
    short.join("; ")
}

/// The result of the round and of the session so far.
fn summary(session: &PlaySession<'_>, net: Money) -> Message {
    let (standing, bank) = (session.house.on_table(), session.house.own_bank());
    let stands = match bank {
        Some((bank, NextBank::Stays)) => format!(" Your bank holds {bank}."),
        Some((bank, NextBank::Passes)) => format!(" Your bank passes on; the {bank} in it is returned."),
        None if standing > Money::ZERO => format!(" {standing} stays on the table."),
        None => String::new(),
    };
    let result = match net.minor() {
        0 if standing > Money::ZERO && bank.is_none() => "nothing is won or lost yet".to_owned(),
        0 => "you break even".to_owned(),
        1.. => format!("you win {net}"),
        _ => format!("you lose {}", unsigned(net)),
    };
    let (round, purse, since) = (session.rounds(), session.house.chips(), session.since_start());
    Message::plain(format!("Round {round}: {result}.{stands} Purse {purse}, {since}."))
}

/// The stakes that have changed since the last report. After a round, also the standing ones.
fn new_stakes(session: &mut PlaySession<'_>, over: bool) -> Vec<Message> {
    if session.reported.record != session.house.records() {
        session.reported.record = session.house.records();
        session.reported.stakes.clear();
    }
    let sitting = session.house.live();
    let lives = |number: u32| sitting.rules.progress_of(number);
    let rows: Vec<(StakeVerdict, Option<String>)> = sitting
        .stakes()
        .filter_map(|(number, _)| sitting.rules.row_of(number).map(|row| (row, lives(number))))
        .collect();
    let mut messages = Vec::new();
    for (row, life) in rows {
        let stands = row.outcome == Outcome::Standing;
        let now = (row.outcome, row.stake, life.clone());
        let is_new = session.reported.stakes.get(&row.bet) != Some(&now);
        if stands && over && row.player == YOU && (is_new || !session.reported.hands.is_empty()) {
            messages.push(standing(session, &row, life.as_deref()));
        } else if is_new {
            messages.extend(describe_row(&row));
        }
        if !stands || over {
            session.reported.stakes.insert(row.bet, now);
        }
    }
    messages
}

/// Why a stake of the player is still standing.
fn standing(session: &PlaySession<'_>, row: &StakeVerdict, life: Option<&str>) -> Message {
    let listing = session.listings.iter().find(|listing| listing.words.contains(&row.wager));
    let carried = listing.and_then(|l| l.endings.iter().find(|ending| ending.payout.is_none()));
    let why = match (life, carried) {
        (Some(life), _) if row.of.is_none() && session.has_behind() && options::has_point(Some(life)) => {
            let (amount, number) = (short_amount(row.stake), row.bet);
            format!("stands, {life}; type `{amount} behind {number}` to bet behind it")
        }
        (Some(life), _) => format!("stands, {life}"),
        (None, Some(ending)) => {
            format!("stands for the next round, {}{}", ending.when, cited(&session.of.cite(ending.cites)))
        }
        (None, None) => "stands until it is decided".to_owned(),
    };
    Message::plain(format!("{} on {} (stake {}): {why}.", row.stake, row.wager, row.bet))
}

/// The decision that the player has to make. In learning mode the first prompt includes advice.
pub(super) fn prompt(session: &PlaySession<'_>, prompt: Prompt) -> Vec<Message> {
    let offered = options::offered(session).join(", ");
    let mut messages = match session.stage() {
        Stage::Betting | Stage::Always => return Vec::new(),
        Stage::Insuring => vec![Message::plain(format!("Insurance is offered: {offered}."))],
        Stage::Deciding => {
            let hand = hand_to_decide(session).unwrap_or_default();
            let raise = session.moves().into_iter().find(|offered| offered.decision == PlayerAction::Raise);
            let adds = raise.map(|raise| format!(" A raise adds {}.", raise.adds)).unwrap_or_default();
            vec![Message::plain(format!("Your decision on {hand}: {offered}.{adds}"))]
        }
    };
    if session.is_learning() && prompt == Prompt::First {
        messages.extend(pages::hint(session));
    }
    messages
}

/// The hand that has to decide, with its score.
fn hand_to_decide(session: &PlaySession<'_>) -> Option<String> {
    let seen = session.house.seen();
    let due = seen.due?;
    let hand = seen.hands.iter().find(|hand| hand.due);
    let whose = match (&due.on, hand) {
        (Some(_), Some(hand)) => hand_name(hand, &seen.hands),
        (Some(on), None) => format!("box {on}"),
        (None, _) if due.who.as_deref() == Some(YOU) => "your hand".to_owned(),
        (None, _) => format!("the {} hand", due.who.as_deref().unwrap_or("other")),
    };
    let score = hand.and_then(|hand| hand.score.as_ref());
    Some(score.map_or_else(|| whose.clone(), |score| format!("{whose} ({score})")))
}

/// The result of the session.
pub(super) fn farewell(session: &PlaySession<'_>) -> Vec<Message> {
    let mut messages = Vec::new();
    let standing = session.house.on_table();
    if standing > Money::ZERO {
        messages.push(Message::plain(format!(
            "{standing} on the table is undecided. It stays yours, neither won nor lost."
        )));
    }
    let net = session.house.net();
    let result = match net.minor() {
        0 => "you broke even".to_owned(),
        1.. => format!("you won {net}"),
        _ => format!("you lost {}", unsigned(net)),
    };
    let rounds = match session.rounds() {
        1 => "1 round".to_owned(),
        rounds => format!("{rounds} rounds"),
    };
    messages.push(Message::plain(format!("After {rounds} {result} in play money.")));
    messages.extend(mistakes(session));
    messages
}

fn mistakes(session: &PlaySession<'_>) -> Option<Message> {
    let mistakes = session.mistakes;
    let decisions = match mistakes.count {
        0 => return None,
        1 => "1 decision".to_owned(),
        count => format!("{count} decisions"),
    };
    // If best play is a mixed strategy, a single decision has no cost of its own.
    Some(Message::plain(if mistakes.cost > 0.0 {
        format!("{decisions} against best play cost {:.2} on average.", mistakes.cost)
    } else {
        format!("{decisions} went against best play.")
    }))
}
