//! The player's decisions, and their cost compared with best play.

use croupier_house::Rejection;
use croupier_house::command::PlayerAction;
use croupier_kit::Money;

use super::advice::{HandAdvice, word_of};
use super::input::HandAction;
use super::keyword::Stage;
use super::message::Message;
use super::session::PlaySession;

/// The word for the decision, if one was made, and whether the house accepted it.
type Decided = (Option<&'static str>, Result<(), Rejection>);

fn refuse(messages: &mut Vec<Message>, why: impl Into<String>) -> Decided {
    messages.push(Message::refused(why));
    (None, Ok(()))
}

/// Makes the player's decision.
pub(super) fn decide(
    session: &mut PlaySession<'_>,
    decision: PlayerAction,
    on: Option<String>,
    messages: &mut Vec<Message>,
) -> Decided {
    let word = word_of(decision);
    if session.stage() == Stage::Betting {
        let text = format!("`{word}` is for playing a hand: bet first, then press Enter to deal.");
        return refuse(messages, text);
    }
    (Some(word), session.house.decide(decision, on))
}

/// Compares a decision with best play. In learning mode shows the better decision.
pub(super) fn review(
    session: &mut PlaySession<'_>,
    advice: Option<HandAdvice>,
    decision: &str,
) -> Option<Message> {
    let advice = advice.filter(|advice| advice.is_mistake(decision))?;
    let cost = advice.cost(decision).map(|cost| cost.max(0.0));
    session.mistakes.count += 1;
    session.mistakes.cost += cost.unwrap_or(0.0);
    let costs = cost.map(|cost| format!(" To {decision} costs {cost:.2} on average.")).unwrap_or_default();
    session.is_learning().then(|| Message::hint(format!("Better: {}.{costs}", advice.best())))
}

/// Insures a box, for half its stake if no amount is given.
pub(super) fn insure(
    session: &mut PlaySession<'_>,
    amount: Option<Money>,
    on: Option<String>,
    messages: &mut Vec<Message>,
) -> Decided {
    let on = on.or_else(|| box_offered(session, |choice| matches!(choice, PlayerAction::Insure(_))));
    let half = session.moves().iter().find_map(|offered| match offered.decision {
        PlayerAction::Insure(half) if offered.on == on => Some(half),
        _ => None,
    });
    match amount.or(half) {
        Some(amount) if on.is_some() => decide(session, PlayerAction::Insure(amount), on, messages),
        _ => refuse(messages, "Insurance is not offered now, only when the dealer shows an Ace."),
    }
}

/// Takes even money.
pub(super) fn even_money(
    session: &mut PlaySession<'_>,
    on: Option<String>,
    messages: &mut Vec<Message>,
) -> Decided {
    let on = on.or_else(|| box_offered(session, |choice| choice == PlayerAction::EvenMoney));
    if on.is_none() {
        let why = "Even money is not offered now, only for a blackjack when the dealer shows an Ace.";
        return refuse(messages, why);
    }
    decide(session, PlayerAction::EvenMoney, on, messages)
}

/// Follows one of two hands.
pub(super) fn follow(
    session: &mut PlaySession<'_>,
    on: Option<String>,
    messages: &mut Vec<Message>,
) -> Decided {
    if on.is_none() && box_offered(session, |choice| choice == PlayerAction::Follow).is_none() {
        let why = "There is nothing to follow: a bet behind a box follows a hand when the box is split.";
        return refuse(messages, why);
    }
    decide(session, PlayerAction::Follow, on, messages)
}

/// The first box for which a decision is offered.
fn box_offered(session: &PlaySession<'_>, is: impl Fn(PlayerAction) -> bool) -> Option<String> {
    session.moves().into_iter().find(|offered| is(offered.decision)).and_then(|offered| offered.on)
}

/// Declines insurance.
pub(super) fn decline(session: &mut PlaySession<'_>, messages: &mut Vec<Message>) -> Decided {
    if session.stage() != Stage::Insuring {
        messages.push(Message::plain("There is no offer to decline."));
        return (None, Ok(()));
    }
    (Some("decline"), session.house.decline())
}

/// The decision that corresponds to an action.
pub(super) const fn choice(action: HandAction) -> PlayerAction {
    match action {
        HandAction::Draw => PlayerAction::Draw,
        HandAction::Stand => PlayerAction::Stand,
        HandAction::Split => PlayerAction::Split,
        HandAction::Surrender => PlayerAction::Surrender,
        HandAction::Raise => PlayerAction::Raise,
        HandAction::Check => PlayerAction::Check,
        HandAction::Fold => PlayerAction::Fold,
        HandAction::Follow => PlayerAction::Follow,
    }
}
