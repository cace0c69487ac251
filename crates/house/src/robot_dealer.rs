//! The robot that deals the attended tables of a demo house until a person does. It takes the steps that a dealer takes, one command at a
//! time; the outcomes are passed in.

use croupier_rules::notation::{Act, Decision, Direction};
use croupier_rules::table::CardSource;

use crate::bounds::ROBOT_RETURNS_MS;
use crate::command::{Announcement, PlayerAction, TableCommand};
use crate::house::House;
use crate::ids::{PersonId, TableId};
use crate::robot::is_robot;
use crate::table::{LiveTable, Mode, OutcomeSource, Pace, Phase, TableState};

/// How long the robot leaves an outcome in view before it confirms it, in milliseconds.
const READ_BACK_MS: i64 = 1_500;

/// Whether the robot deals a table at this time.
pub fn deals(table: &TableState<'_>, now: i64) -> bool {
    table.mode() == Some(Mode::Attended) && now.saturating_sub(table.dealt_by_staff) >= ROBOT_RETURNS_MS
}

/// The next step of the robot at a table; `None` while it waits.
pub fn next_step(
    house: &House<'_>,
    id: TableId,
    now: i64,
    outcomes: &mut dyn OutcomeSource,
) -> Option<TableCommand> {
    let table = house.table(id).ok()?;
    let live = table.live.as_ref().filter(|_| deals(table, now))?;
    // What people have to settle among themselves comes first.
    let disputed = table.papers.proposals.values().any(|proposal| proposal.action.round().is_some());
    if disputed || table.called.is_some() || !live.declared.is_empty() {
        return None;
    }
    if live.entry.is_some() {
        return entry_step(table, now);
    }
    let phase = live.phase();
    let waits = wait(&house.pace(), live, phase);
    // Within a phase each card has its time.
    let since = if is_dealt(phase) { table.since } else { table.phase_since };
    if now.saturating_sub(since) < waits {
        return None;
    }
    match phase {
        Phase::Closed => None,
        Phase::Waiting | Phase::Payment => {
            let mut people = table.seated.iter().filter(|person| !is_robot(house.name_of(**person)));
            people.next()?;
            let spent = live.rules.shoe().1.is_spent();
            Some(TableCommand::Announce(match spent {
                true => Announcement::Shuffle,
                false => Announcement::PlaceYourBets,
            }))
        }
        Phase::PlaceYourBets => {
            live.rules.check_begin().ok()?;
            Some(TableCommand::Announce(Announcement::FinalBets))
        }
        Phase::FinalBets => Some(TableCommand::Announce(Announcement::NoMoreBets)),
        Phase::NoMoreBets | Phase::Outcome => outcome_step(live, outcomes),
        Phase::Insurance => {
            let mut asked = live.stakes().filter(|(_, placed)| placed.returned.is_none());
            let person = asked
                .find_map(|(_, placed)| (!live.declined.contains(&placed.person)).then_some(placed.person))?;
            Some(TableCommand::Decline { person })
        }
        Phase::Decision => decision_step(house, table, live),
    }
}

/// An outcome that waits: the robot confirms its own, and drops what a person left there.
fn entry_step(table: &TableState<'_>, now: i64) -> Option<TableCommand> {
    if table.since <= table.dealt_by_staff {
        return Some(TableCommand::DropEntry);
    }
    (now.saturating_sub(table.since) >= READ_BACK_MS).then_some(TableCommand::ConfirmEntry)
}

const fn is_dealt(phase: Phase) -> bool {
    matches!(phase, Phase::NoMoreBets | Phase::Outcome)
}

/// How long a phase lasts when the robot deals.
fn wait(pace: &Pace, live: &LiveTable<'_>, phase: Phase) -> i64 {
    match phase {
        Phase::Waiting => pace.payment,
        dealt if is_dealt(dealt) && live.rules.is_spinning() => pace.ball,
        dealt if is_dealt(dealt) => pace.card,
        other => pace.of(other),
    }
}

/// The spin, or what fell.
fn outcome_step(live: &LiveTable<'_>, outcomes: &mut dyn OutcomeSource) -> Option<TableCommand> {
    if let Some(wheel) = live.rules.wheel() {
        if !live.rules.is_spinning() {
            // Where the book prescribes no direction, all spins go one way.
            return Some(TableCommand::Announce(match live.rules.spin_due() {
                Some(Direction::Right) => Announcement::SpinRight,
                _ => Announcement::SpinLeft,
            }));
        }
        return Some(TableCommand::Enter { lines: format!("ball {}", outcomes.ball(wheel)) });
    }
    if live.rules.throws_dice() {
        let [one, other] = outcomes.dice();
        return Some(TableCommand::Enter { lines: format!("dice {one} {other}") });
    }
    card_line(live, outcomes).map(|lines| TableCommand::Enter { lines })
}

/// The next card, the cutting card if it comes first, or that the dealer looks; `None` when the shoe is empty: then people void the round.
fn card_line(live: &LiveTable<'_>, outcomes: &mut dyn OutcomeSource) -> Option<String> {
    if live.rules.look_is_due() {
        return Some(Act::DealerLooks.to_string());
    }
    let (kind, shoe) = live.rules.shoe();
    let packs = match kind {
        CardSource::Shoe(packs)
            if shoe.holds_cutting_card() && shoe.left().len() <= outcomes.cut_at(packs) =>
        {
            return Some(Act::CuttingCard.to_string());
        }
        CardSource::None => return None,
        CardSource::Shoe(packs) | CardSource::EveryHand(packs) | CardSource::Shuffler(packs) => packs,
    };
    (!shoe.left().is_empty()).then(|| Act::Cards(vec![outcomes.card(packs, shoe.left())]).to_string())
}

/// The stated default of the hand whose turn it is.
fn decision_step(house: &House<'_>, table: &TableState<'_>, live: &LiveTable<'_>) -> Option<TableCommand> {
    let due = live.due()?;
    let speaker = due.speaker.as_deref().and_then(|name| house.office.person_named(name));
    // For the hand of the house somebody has to be named.
    let person: PersonId = speaker.or_else(|| table.seated.first().copied())?;
    let (decision, on) = match live.default_act()? {
        Act::Decides(Decision { verb, on, .. }) => (verb.into(), on.map(|on| on.to_string())),
        Act::Follows(_, spot) => (PlayerAction::Follow, Some(spot.to_string())),
        _ => return None,
    };
    Some(TableCommand::Decide { person, decision, on })
}
