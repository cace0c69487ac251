//! Faults of rounds: who bets what and when, who decides, what is called off.

use croupier_house::event::Event;
use croupier_house::ids::Actor;
use croupier_house::office::{LimitKind, Role};
use croupier_kit::Money;
use croupier_rules::notation::{Act, Bid, Decision, On, Verb};

use super::board::{Board, Plan, acts, change_acts, is_acted, set_lines};
use super::named_fault::{NamedFault, row};

pub(super) const FAULTS: &[NamedFault] = &[
    row("bet-after-no-more-bets", "a bet is written after no more bets was called", bet_late),
    row("bet-before-betting", "a bet is written before the round begins", bet_early),
    row("bet-above-maximum", "a bet is above the maximum of its table", |board| bet_of(board, 100_000_000)),
    row("bet-below-minimum", "a bet is below the minimum of its table", |board| bet_of(board, 1)),
    row("bet-without-funds", "a bet of more than its player has", |board| bet_of(board, 9_000_000_000_000)),
    row("bet-of-the-excluded", "an excluded player bets", bet_excluded),
    row("bet-of-the-refused", "a player who is refused service bets", bet_refused),
    row("bet-above-own-limit", "a player bets more than the own limit", bet_limited),
    row("bet-without-a-seat", "a player bets who has not sat down", bet_unseated),
    row("bet-by-another", "a player places a bet of another", bet_by_another),
    row("bet-of-another", "a bet is written for another player, and paid by the first", bet_of_another),
    row("bet-on-nothing", "a bet on a wager that the game does not have", bet_on_nothing),
    row("bet-left-out", "a bet is missing, and the rest of its round is there", bet_left_out),
    row("bet-doubled", "a bet is there twice, under one key", bet_doubled),
    row("no-more-bets-left-out", "nobody calls no more bets", no_more_left_out),
    row("round-left-out", "the beginning of a round is missing", round_left_out),
    row("round-number-skipped", "the number of a round is left out", round_skipped),
    row("record-number-skipped", "the number of a record is left out", record_skipped),
    row("decision-left-out", "a decision of a player is missing", decision_left_out),
    row("decision-changed", "a player draws and not stands, or the other way round", decision_changed),
    row("decision-of-another", "another player decides", decision_of_another),
    row(
        "default-as-a-decision",
        "what the house did in its time is written as the will of a player",
        default_as_decision,
    ),
    row("stake-taken-back-late", "a stake is taken back after no more bets was called", taken_back_late),
    row("void-by-one-person", "one person proposes and authorises that a round is void", void_alone),
    row("void-unproposed", "a round is void without a proposal", void_unproposed),
    row("void-of-another-round", "another round is void than two people decided", void_of_another),
    row("correction-by-one-person", "one person proposes and authorises a correction", correction_alone),
    row("correction-changed", "a correction has another line than two people decided", correction_changed),
    row("opened-alone", "one person proposes and authorises that a table opens", opened_alone),
    row("opener-miscounted", "a table opens with another float than was counted", opener_changed),
    row("closer-miscounted", "a table closes with another float than was counted", closer_changed),
    row("drop-miscounted", "the drop box had another amount than was counted", drop_changed),
    row("slip-changed", "a fill brings another amount than is on its slip", slip_changed),
    row("slip-step-skipped", "a step of a slip is missing", slip_skipped),
    row("slip-confirmed-by-its-sender", "who sent the chips confirms that they came", slip_alone),
    row("entry-changed", "the dealer confirms other cards than were entered", entry_changed),
    row("entry-by-a-player", "a player enters what fell", entry_by_player),
    row("reading-changed", "a reader read another outcome than was confirmed", reading_changed),
];

/// The first bet, and the first `no more bets` after it.
fn bet_and_close(board: &Board) -> Option<(usize, usize)> {
    let (place, ..) = board.own_bet()?;
    Some((place, board.find_after(place, closes)?))
}

fn closes(event: &Event) -> bool {
    acts(event).contains(&Act::NoMoreBets)
}

fn bet_late(board: &Board) -> Option<Plan> {
    let (place, closed) = bet_and_close(board)?;
    board.later(place, closed)
}

fn bet_early(board: &Board) -> Option<Plan> {
    let (place, ..) = board.own_bet()?;
    let began = board.find(|event| matches!(event, Event::RoundBegan { .. }))?;
    (began < place && board.stream(began) == board.stream(place)).then_some(())?;
    board.earlier(place, began)
}

fn bet_of(board: &Board, minor: i64) -> Option<Plan> {
    let (place, bid, _) = board.own_bet()?;
    board.bet_of(place, &bid, Money::from_minor(minor))
}

fn bet_excluded(board: &Board) -> Option<Plan> {
    let (place, _, person) = board.own_bet()?;
    let event = Event::Excluded { person, until: None, reason: "asked for it".into() };
    board.insert(place, board.office(), Actor::Person(person), event, Vec::new())
}

fn bet_refused(board: &Board) -> Option<Plan> {
    let (place, _, person) = board.own_bet()?;
    let manager = board.somebody(Role::Manager, None)?;
    let event = Event::ServiceRefused { person, reason: "drunk".into() };
    board.insert(place, board.office(), Actor::Person(manager), event, Vec::new())
}

fn bet_limited(board: &Board) -> Option<Plan> {
    let (place, _, person) = board.own_bet()?;
    let from = board.body(place).at;
    let amount = Some(Money::from_minor(1));
    let event = Event::LimitSet { person, limit: LimitKind::Stake, amount, from };
    board.insert(place, board.office(), Actor::Person(person), event, Vec::new())
}

fn bet_unseated(board: &Board) -> Option<Plan> {
    let (_, _, better) = board.own_bet()?;
    board.remove(board.find(|event| matches!(event, Event::Sat { person } if *person == better))?)
}

fn bet_by_another(board: &Board) -> Option<Plan> {
    let (place, _, person) = board.own_bet()?;
    let other = board.somebody(Role::Player, Some(person))?;
    board.change(place, |body| body.by = Actor::Person(other))
}

fn bet_of_another(board: &Board) -> Option<Plan> {
    let (place, bid, _) = board.own_bet()?;
    let mut others = board.bets().map(|(_, other)| other.player);
    let player = others.find(|player| *player != bid.player)?;
    board.change(place, |body| set_lines(&mut body.event, &Act::Bets(Bid { player, ..bid }).to_string()))
}

fn bet_on_nothing(board: &Board) -> Option<Plan> {
    let (place, bid, _) = board.own_bet()?;
    let on = On::Wager("fortune 99".into());
    board.change(place, |body| set_lines(&mut body.event, &Act::Bets(Bid { on, ..bid }).to_string()))
}

fn bet_left_out(board: &Board) -> Option<Plan> {
    let (place, _) = bet_and_close(board)?;
    board.remove(place)
}

fn bet_doubled(board: &Board) -> Option<Plan> {
    let doubled = |(place, ..): &(usize, Bid)| board.body(*place).key.is_some();
    let (place, _) = board.bets().find(doubled)?;
    let (stream, body) = board.drafts[place].clone();
    Some(vec![crate::fault::Splice { at: place + 1, out: 0, put: vec![(stream, body)] }])
}

fn no_more_left_out(board: &Board) -> Option<Plan> {
    board.remove(board.find(closes)?)
}

fn round_left_out(board: &Board) -> Option<Plan> {
    board.remove(board.find(|event| matches!(event, Event::RoundBegan { .. }))?)
}

fn round_skipped(board: &Board) -> Option<Plan> {
    let place = board.find_last(|event| matches!(event, Event::RoundBegan { .. }))?;
    board.change(place, |body| {
        if let Event::RoundBegan { round, .. } = &mut body.event {
            *round += 1;
        }
    })
}

fn record_skipped(board: &Board) -> Option<Plan> {
    let place = board.find_last(|event| matches!(event, Event::RoundBegan { .. }))?;
    board.change(place, |body| {
        if let Event::RoundBegan { record, .. } = &mut body.event {
            *record += 1;
        }
    })
}

/// The first decision of a player.
fn decision(board: &Board) -> Option<usize> {
    board.line(|act| matches!(act, Act::Decides(_)))
}

fn decision_left_out(board: &Board) -> Option<Plan> {
    board.remove(decision(board)?)
}

fn decision_changed(board: &Board) -> Option<Plan> {
    board.change(decision(board)?, |body| {
        change_acts(&mut body.event, |all| {
            for act in all {
                if let Act::Decides(Decision { verb, .. }) = act {
                    *verb = if *verb == Verb::Stands { Verb::Draws } else { Verb::Stands };
                }
            }
        });
    })
}

fn decision_of_another(board: &Board) -> Option<Plan> {
    let place = decision(board)?;
    let by = board.body(place).by.person();
    let other = board.somebody(Role::Player, by)?;
    board.change(place, |body| body.by = Actor::Person(other))
}

fn default_as_decision(board: &Board) -> Option<Plan> {
    use croupier_house::event::ActReason;
    let is = |event: &Event| matches!(event, Event::Acted { why: ActReason::TimedOut, .. });
    board.change(board.find(is)?, |body| {
        if let Event::Acted { why, .. } = &mut body.event {
            *why = ActReason::Ordinary;
        }
    })
}

fn taken_back_late(board: &Board) -> Option<Plan> {
    let place = board.line(|act| matches!(act, Act::TakesBack(..)))?;
    let closed = board.find_after(place, closes)?;
    board.later(place, closed)
}

/// The authorisation that an event follows from, by the person who made the proposal.
fn alone(board: &Board, is: impl Fn(&Event) -> bool) -> Option<Plan> {
    let place = board.find(is)?;
    let own = board.stream(place);
    let authorised = (0..place).rev().find(|before| {
        board.stream(*before) == own && matches!(board.event(*before), Event::Authorised { .. })
    })?;
    let Event::Authorised { proposal } = *board.event(authorised) else { return None };
    let made = board.drafts[..authorised].iter().find_map(|(stream, body)| match body.event {
        Event::Proposed { proposal: of, by, .. } if of == proposal && *stream == own => Some(by),
        _ => None,
    })?;
    let mut plan = Vec::new();
    let origin = (board.body(authorised).at, board.body(authorised).by);
    for next in authorised..board.drafts.len() {
        if (board.body(next).at, board.body(next).by) != origin {
            break;
        }
        let changed = board.change(next, |body| {
            body.by = Actor::Person(made);
            if let Event::RoundVoided { signed, .. }
            | Event::Corrected { signed, .. }
            | Event::Opened { signed, .. } = &mut body.event
            {
                *signed = [made; 2];
            }
        });
        plan.extend(changed.into_iter().flatten());
    }
    Some(plan)
}

fn void_alone(board: &Board) -> Option<Plan> {
    alone(board, is_void)
}

fn is_void(event: &Event) -> bool {
    matches!(event, Event::RoundVoided { .. })
}

fn void_unproposed(board: &Board) -> Option<Plan> {
    let place = board.find(is_void)?;
    let authorised = (0..place).rev().find(|before| {
        board.stream(*before) == board.stream(place)
            && matches!(board.event(*before), Event::Authorised { .. })
    })?;
    board.remove(authorised)
}

fn void_of_another(board: &Board) -> Option<Plan> {
    board.change(board.find(is_void)?, |body| {
        if let Event::RoundVoided { round, .. } = &mut body.event {
            *round += 1;
        }
    })
}

fn correction_alone(board: &Board) -> Option<Plan> {
    alone(board, |event| matches!(event, Event::Corrected { .. }))
}

fn correction_changed(board: &Board) -> Option<Plan> {
    board.change(board.find(|event| matches!(event, Event::Corrected { .. }))?, |body| {
        if let Event::Corrected { from, to, .. } = &mut body.event {
            *to = from.clone();
        }
    })
}

fn opened_alone(board: &Board) -> Option<Plan> {
    alone(board, |event| matches!(event, Event::Opened { .. }))
}

fn opener_changed(board: &Board) -> Option<Plan> {
    board.change(board.find(|event| matches!(event, Event::Opened { .. }))?, |body| {
        if let Event::Opened { opener, .. } = &mut body.event {
            opener.0.push((Money::from_minor(10_000), 1));
        }
    })
}

fn closer_changed(board: &Board) -> Option<Plan> {
    board.change(board.find(|event| matches!(event, Event::Closed { .. }))?, |body| {
        if let Event::Closed { closer, .. } = &mut body.event {
            closer.0.push((Money::from_minor(10_000), 1));
        }
    })
}

fn drop_changed(board: &Board) -> Option<Plan> {
    board.change(board.find(|event| matches!(event, Event::DropCounted { .. }))?, |body| {
        if let Event::DropCounted { cash, .. } = &mut body.event {
            cash.0.push((Money::from_minor(1000), 1));
        }
    })
}

fn slip_changed(board: &Board) -> Option<Plan> {
    board.change(board.find(|event| matches!(event, Event::SlipRequested { .. }))?, |body| {
        if let Event::SlipRequested { chips, .. } = &mut body.event {
            chips.0.iter_mut().for_each(|(_, pieces)| *pieces += 1);
        }
    })
}

fn is_step(event: &Event) -> bool {
    matches!(event, Event::SlipStepped { .. })
}

fn slip_skipped(board: &Board) -> Option<Plan> {
    let first = board.find(is_step)?;
    board.remove(board.find_after(first, is_step)?)
}

fn slip_alone(board: &Board) -> Option<Plan> {
    use croupier_house::paper::SlipStep;
    let sent = board.find(is_step)?;
    let confirms = |event: &Event| matches!(event, Event::SlipStepped { step: SlipStep::Confirm, .. });
    let by = board.body(sent).by;
    board.change(board.find_after(sent, confirms)?, |body| body.by = by)
}

fn entry_changed(board: &Board) -> Option<Plan> {
    let place = board.find(|event| matches!(event, Event::Entered { .. }))?;
    let confirmed = board.find_after(place, is_acted)?;
    (acts(board.event(confirmed)).iter().any(super::seeds::is_outcome)).then_some(())?;
    board.change(confirmed, |body| change_acts(&mut body.event, |all| super::seeds::other_outcome(all)))
}

fn entry_by_player(board: &Board) -> Option<Plan> {
    let player = board.somebody(Role::Player, None)?;
    let place = board.find(|event| matches!(event, Event::Entered { .. }))?;
    board.change(place, |body| body.by = Actor::Person(player))
}

fn reading_changed(board: &Board) -> Option<Plan> {
    let read = board.find(|event| matches!(event, Event::OutcomeRead { .. }))?;
    board.find_after(read, |event| acts(event).iter().any(super::seeds::is_outcome))?;
    board.change(read, |body| {
        if let Event::OutcomeRead { lines, .. } = &mut body.event {
            let all = lines.lines().filter_map(|line| croupier_rules::notation::read_act(line).ok());
            let mut all: Vec<Act> = all.collect();
            super::seeds::other_outcome(&mut all);
            *lines = all.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n").into();
        }
    })
}
