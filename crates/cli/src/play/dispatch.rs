//! Executes the lines that the player types.

use croupier_house::Rejection;
use croupier_house::command::PlayerAction;
use croupier_kit::Money;

use super::bets;
use super::cards::CardStyle;
use super::decide::{self, choice};
use super::input::{self, HandAction, Input};
use super::keyword::Stage;
use super::message::{Message, Tone};
use super::options;
use super::pages;
use super::report::{self, Prompt};
use super::session::PlaySession;

/// The reply to a typed line.
pub(super) enum Reply {
    /// Messages. They are also in the log.
    Messages(Vec<Message>),
    /// A longer text to read: a title and lines.
    Page(&'static str, Vec<String>),
    /// The player leaves.
    Quit,
}

/// The welcome messages at the start.
pub(super) fn welcome(session: &mut PlaySession<'_>) -> Vec<Message> {
    let (game, book) = (session.of.game.title(), session.of.book.title());
    let limits = session.limits().map(|limits| format!(" {limits}")).unwrap_or_default();
    let purse = session.house.chips();
    let mut messages = vec![Message::plain(format!("{game}, {book}. Play money: {purse}.{limits}"))];
    if session.style.cards == CardStyle::Words {
        let words = "`odds` lists what each pays and costs, `help` lists the commands, `quit` leaves.";
        messages.push(Message::plain(format!("The wagers: {}. {words}", pages::wager_forms(session))));
    }
    let started = session.house.begin();
    messages.extend(started.err().map(|refusal| Message::refused(refusal.to_string())));
    messages.extend(report::news(session));
    messages.extend(invitation(session));
    session.log.extend(messages.iter().cloned());
    messages
}

/// How to begin, with an example bet.
fn invitation(session: &PlaySession<'_>) -> Vec<Message> {
    let mut messages: Vec<Message> = Vec::new();
    if let Some(bank) = options::sample_bank(session) {
        messages.push(Message::plain(format!(
            "Nobody holds the bank. Type `{bank}` to take it; if you bet instead, a robot takes it."
        )));
    }
    if session.house.bank_must_pass() {
        messages.push(Message::plain("The bank passes to another: a robot takes it when you bet."));
    }
    let deal = options::deal_word(session);
    messages.push(Message::plain(match options::sample_bet(session) {
        _ if session.house.holds_bank() => {
            format!("You hold the bank. Press Enter to {deal}, or type `give-up`.")
        }
        Some(bet) => format!("Type a bet such as `{bet}`, then press Enter to {deal}."),
        None => {
            "Your purse is too small for a bet. Type `quit` to leave; --purse sets the money you start with."
                .to_owned()
        }
    }));
    messages
}

/// Executes a line.
pub(super) fn run_line(session: &mut PlaySession<'_>, line: &str) -> Reply {
    match input::parse(line, session.stage()) {
        Ok(Input::Quit) => Reply::Quit,
        Ok(Input::Help) => Reply::Page("Commands", pages::help(session)),
        Ok(Input::Odds(None)) => Reply::Page("Odds and edges", pages::odds(session)),
        Ok(Input::Rules) => Reply::Page("Rules", pages::rules(session)),
        Ok(Input::Why) => Reply::Page("Why", pages::why(session)),
        Ok(Input::History) => Reply::Page("Rounds", pages::history(session)),
        Ok(Input::Odds(Some(wager))) => {
            let odds = pages::odds_of(session, &wager);
            log(session, vec![odds])
        }
        Ok(Input::Hint) => {
            let hint = pages::hint(session);
            log(session, hint)
        }
        Ok(input) => {
            let messages = act(session, input);
            log(session, messages)
        }
        Err(error) => {
            let mut messages = vec![Message::refused(error)];
            messages.extend(report::prompt(session, Prompt::Repeated));
            log(session, messages)
        }
    }
}

fn log(session: &mut PlaySession<'_>, messages: Vec<Message>) -> Reply {
    session.log.extend(messages.iter().cloned());
    Reply::Messages(messages)
}

/// Performs an action at the table and reports the results.
fn act(session: &mut PlaySession<'_>, input: Input) -> Vec<Message> {
    let mut messages = Vec::new();
    let advice = session.advice();
    let (decision, done) = done(session, input, &mut messages);
    let refused = done.is_err() || messages.iter().any(|message| message.tone == Tone::Refused);
    // The better decision is shown before the result of the one that was made.
    let better = decision.filter(|_| !refused).and_then(|word| decide::review(session, advice, word));
    let news = report::news(session);
    let mut all: Vec<Message> = better.into_iter().chain(news).chain(messages).collect();
    all.extend(done.err().map(|refusal| Message::refused(format!("Refused: {refusal}."))));
    all.extend(report::prompt(session, if refused { Prompt::Repeated } else { Prompt::First }));
    all
}

/// Executes the input. Returns the decision, if it was one.
fn done(
    session: &mut PlaySession<'_>,
    input: Input,
    messages: &mut Vec<Message>,
) -> (Option<&'static str>, Result<(), Rejection>) {
    let done = match input {
        Input::Bets(bets) => {
            bets.into_iter().for_each(|bet| messages.extend(bets::bet(session, bet)));
            Ok(())
        }
        Input::Undo => bets::undo(session, 1, messages),
        Input::Half(number) => bets::half(session, number, messages),
        Input::Clear => bets::undo(session, usize::MAX, messages),
        Input::Rebet => {
            bets::rebet(session, messages);
            Ok(())
        }
        Input::Double(_) if session.stage() == Stage::Betting => bets::double(session, messages),
        Input::Double(on) => return decide::decide(session, PlayerAction::Double, on, messages),
        Input::Decide(HandAction::Follow, on) => return decide::follow(session, on, messages),
        Input::Decide(action, on) => return decide::decide(session, choice(action), on, messages),
        Input::Insure(amount, on) => return decide::insure(session, amount, on, messages),
        Input::EvenMoney(on) => return decide::even_money(session, on, messages),
        Input::Decline => return decide::decline(session, messages),
        Input::Bank(amount) => session.house.take_bank(amount),
        Input::Take(number) => {
            let taken = session.house.begin().and_then(|()| session.house.take_back(number));
            if taken.is_ok() {
                messages.push(Message::plain(format!("Stake {number} is taken back.")));
            }
            taken
        }
        Input::Call(call) => {
            let called = session.house.call_stake(&call);
            if called.is_ok() {
                messages.push(Message::plain(format!("Called: stake {call}.")));
            }
            called
        }
        Input::GiveUp if !session.house.holds_bank() => {
            messages.push(Message::refused("You hold no bank to give up."));
            Ok(())
        }
        Input::GiveUp => session.house.give_up_bank(),
        Input::Deal => return deal(session, messages),
        Input::Odds(_)
        | Input::Rules
        | Input::Why
        | Input::History
        | Input::Hint
        | Input::Help
        | Input::Quit => Ok(()),
    };
    (None, done)
}

/// Deals, spins or throws, if there is a stake or a bank.
fn deal(
    session: &mut PlaySession<'_>,
    messages: &mut Vec<Message>,
) -> (Option<&'static str>, Result<(), Rejection>) {
    match session.stage() {
        Stage::Deciding => {
            messages.push(Message::plain("Decide on your hand first."));
            return (None, Ok(()));
        }
        Stage::Insuring => return decide::decline(session, messages),
        Stage::Betting | Stage::Always => {}
    }
    let dealt = session.house.begin().and_then(|()| {
        if session.house.on_table() > Money::ZERO {
            return session.house.deal();
        }
        messages.extend(report::news(session));
        messages.extend(invitation(session));
        Ok(())
    });
    (None, dealt)
}

/// The player leaves: bets are taken back if possible, and the defaults finish the current round.
pub(super) fn leave(session: &mut PlaySession<'_>) -> Vec<Message> {
    let mut messages = Vec::new();
    if !session.bets.is_empty() {
        let _ = bets::undo(session, usize::MAX, &mut messages);
    }
    if session.stage() != Stage::Betting {
        messages.push(Message::plain(
            "You leave in the middle of a round: your open decisions take their defaults.",
        ));
    }
    let left = session.house.finish();
    messages.extend(report::last_news(session));
    if session.house.holds_bank() {
        let _ = session.house.give_up_bank();
    }
    messages.extend(left.err().map(|refusal| Message::refused(refusal.to_string())));
    messages.extend(report::farewell(session));
    messages
}
