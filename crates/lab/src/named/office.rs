//! Faults of the office: people, posts, signatures, and what is written on paper.

use croupier_house::event::Event;
use croupier_house::ids::Actor;
use croupier_house::office::{OfficeAction, Role};
use croupier_kit::Money;

use super::board::{Board, Plan, more};
use super::named_fault::{NamedFault, row};

pub(super) const FAULTS: &[NamedFault] = &[
    row("office-signed-alone", "one person proposes and authorises a matter of the office", signed_alone),
    row("office-signature-changed", "a matter of the office is signed by another person", signature_changed),
    row("office-unproposed", "a matter of the office is authorised that nobody proposed", unproposed),
    row(
        "office-unauthorised",
        "a matter of the office is carried out without its second person",
        unauthorised,
    ),
    row("office-proposal-changed", "another amount is carried out than was proposed", proposal_changed),
    row("office-carried-out-twice", "a matter of the office is carried out twice", carried_out_twice),
    row("staff-from-nowhere", "somebody becomes a manager without two people", staff_from_nowhere),
    row("staff-with-another-role", "a member of the staff has another post than was decided", staff_role),
    row("name-taken", "two people have one name", name_taken),
    row("player-does-staff-work", "a player does what only staff may do", player_as_staff),
    row("exclusion-shortened", "an exclusion ends earlier than was asked", exclusion_shortened),
    row("limit-raised-at-once", "a player's limit is raised without the time to think", limit_at_once),
    row("ruling-changed", "a ruling pays another amount than two people decided", ruling_changed),
    row("ruling-to-another", "a ruling pays another player than the one with the dispute", ruling_to_another),
    row("dispute-answered-unopened", "a dispute is answered that nobody opened", dispute_unopened),
    row("chips-confirmed-by-staff", "staff confirm chips in the place of the player", chips_by_staff),
    row("chips-never-laid-out", "a player confirms chips that nobody laid out", chips_not_laid_out),
    row("chips-changed", "a request for chips has another amount than was paid", chips_changed),
    row("roster-changed", "a roster has another time than two people decided", roster_changed),
    row("post-taken", "somebody takes a post without a roster or a second person", post_taken),
    row("reader-from-nowhere", "a reader that nobody added posts an outcome", reader_from_nowhere),
    row("founding-ended-late", "the founding of the house never ends", founding_left_out),
];

fn is_authorised(event: &Event) -> bool {
    matches!(event, Event::OfficeAuthorised { .. })
}

fn signed_alone(board: &Board) -> Option<Plan> {
    let place = board.find(is_authorised)?;
    let Event::OfficeAuthorised { signed: [first, _], .. } = *board.event(place) else { return None };
    let origin = (board.body(place).at, board.body(place).by);
    let mut plan = Vec::new();
    for next in place..board.drafts.len() {
        if (board.body(next).at, board.body(next).by) != origin {
            break;
        }
        let changed = board.change(next, |body| {
            body.by = Actor::Person(first);
            if let Event::OfficeAuthorised { signed, .. } = &mut body.event {
                *signed = [first; 2];
            }
        });
        plan.extend(changed.into_iter().flatten());
    }
    Some(plan)
}

fn signature_changed(board: &Board) -> Option<Plan> {
    board.change(board.find(is_authorised)?, |body| {
        if let Event::OfficeAuthorised { signed, .. } = &mut body.event {
            signed[1].0 += 1;
        }
    })
}

fn unproposed(board: &Board) -> Option<Plan> {
    board.remove(board.find(|event| matches!(event, Event::OfficeProposed { .. }))?)
}

fn unauthorised(board: &Board) -> Option<Plan> {
    board.remove(board.find(is_authorised)?)
}

fn proposal_changed(board: &Board) -> Option<Plan> {
    let is = |event: &Event| {
        matches!(
            event,
            Event::OfficeProposed { action: OfficeAction::Capital { .. } | OfficeAction::Issue { .. }, .. }
        )
    };
    board.change(board.find(is)?, |body| {
        if let Event::OfficeProposed {
            action: OfficeAction::Capital { cash: amount } | OfficeAction::Issue { amount, .. },
            ..
        } = &mut body.event
        {
            *amount = more(*amount, 100);
        }
    })
}

fn carried_out_twice(board: &Board) -> Option<Plan> {
    let place = board.find(|event| matches!(event, Event::CapitalMoved | Event::Issued))?;
    let again = board.drafts[place].clone();
    Some(vec![crate::fault::Splice { at: place + 1, out: 0, put: vec![again] }])
}

fn staff_from_nowhere(board: &Board) -> Option<Plan> {
    let manager = board.somebody(Role::Manager, None)?;
    let roles = board.drafts.iter().filter(|(_, body)| matches!(body.event, Event::Enrolled { .. }));
    let person = croupier_house::ids::PersonId(u32::try_from(roles.count()).ok()? + 1);
    let event = Event::Enrolled { person, handle: "mallory".into(), role: Role::Cashier, staff: None };
    board.append(board.office(), Actor::Person(manager), event, Vec::new())
}

fn staff_role(board: &Board) -> Option<Plan> {
    let is = |event: &Event| matches!(event, Event::Enrolled { role: Role::Inspector | Role::Dealer, .. });
    board.change(board.find(is)?, |body| {
        if let Event::Enrolled { role, .. } = &mut body.event {
            *role = Role::Cashier;
        }
    })
}

fn name_taken(board: &Board) -> Option<Plan> {
    let is = |event: &Event| matches!(event, Event::Enrolled { .. });
    let first = board.find(is)?;
    let Event::Enrolled { handle: taken, .. } = board.event(first) else { return None };
    board.change(board.find_after(first, is)?, |body| {
        if let Event::Enrolled { handle, .. } = &mut body.event {
            handle.clone_from(taken);
        }
    })
}

fn player_as_staff(board: &Board) -> Option<Plan> {
    let player = board.somebody(Role::Player, None)?;
    let is = |event: &Event| {
        matches!(event, Event::SlipRequested { .. } | Event::Proposed { .. } | Event::ChipsLaidOut { .. })
    };
    board.change(board.find(is)?, |body| {
        body.by = Actor::Person(player);
        if let Event::Proposed { by, .. } = &mut body.event {
            *by = player;
        }
    })
}

fn exclusion_shortened(board: &Board) -> Option<Plan> {
    let is = |event: &Event| matches!(event, Event::Excluded { until: Some(_), .. });
    board.change(board.find(is)?, |body| {
        if let Event::Excluded { until: Some(until), .. } = &mut body.event {
            *until -= 3_600_000;
        }
    })
}

fn limit_at_once(board: &Board) -> Option<Plan> {
    let raised = (0..board.drafts.len()).find(
        |place| matches!(board.event(*place), Event::LimitSet { from, .. } if *from > board.body(*place).at),
    )?;
    board.change(raised, |body| {
        let at = body.at;
        if let Event::LimitSet { from, .. } = &mut body.event {
            *from = at;
        }
    })
}

fn is_paid(event: &Event) -> bool {
    matches!(event, Event::DisputePaid { .. })
}

fn ruling_changed(board: &Board) -> Option<Plan> {
    board.change(board.find(is_paid)?, |body| {
        if let Event::DisputePaid { amount, .. } = &mut body.event {
            *amount = more(*amount, 100);
        }
        for leg in body.ledger.iter_mut().flat_map(|moved| &mut moved.legs) {
            leg.amount = Money::from_minor(leg.amount.minor() + 100);
        }
    })
}

fn ruling_to_another(board: &Board) -> Option<Plan> {
    let place = board.find(is_paid)?;
    let Event::DisputePaid { person: paid, .. } = *board.event(place) else { return None };
    let other = board.somebody(Role::Player, Some(paid))?;
    board.change(place, |body| {
        if let Event::DisputePaid { person, .. } = &mut body.event {
            *person = other;
        }
        for leg in body.ledger.iter_mut().flat_map(|moved| &mut moved.legs) {
            leg.to = croupier_house::ledger::Location::Player(other);
        }
    })
}

fn dispute_unopened(board: &Board) -> Option<Plan> {
    let place = board.find(|event| matches!(event, Event::DisputeOpened { .. }))?;
    board.find_after(place, |event| matches!(event, Event::DisputeAnswered { .. }))?;
    board.remove(place)
}

fn chips_by_staff(board: &Board) -> Option<Plan> {
    let cashier = board.somebody(Role::Cashier, None)?;
    let place = board.find(|event| matches!(event, Event::ChipsConfirmed { .. }))?;
    board.change(place, |body| body.by = Actor::Person(cashier))
}

fn chips_not_laid_out(board: &Board) -> Option<Plan> {
    let confirmed = board.find(|event| matches!(event, Event::ChipsConfirmed { .. }))?;
    let Event::ChipsConfirmed { number } = *board.event(confirmed) else { return None };
    board
        .remove(board.find(|event| matches!(event, Event::ChipsLaidOut { number: of, .. } if *of == number))?)
}

fn chips_changed(board: &Board) -> Option<Plan> {
    let confirmed = board.find(|event| matches!(event, Event::ChipsConfirmed { .. }))?;
    let Event::ChipsConfirmed { number } = *board.event(confirmed) else { return None };
    let asked =
        board.find(|event| matches!(event, Event::ChipsRequested { number: of, .. } if *of == number))?;
    board.change(asked, |body| {
        if let Event::ChipsRequested { amount, .. } = &mut body.event {
            *amount = more(*amount, -100);
        }
    })
}

fn roster_changed(board: &Board) -> Option<Plan> {
    board.change(board.find(|event| matches!(event, Event::RosterAdopted { .. }))?, |body| {
        if let Event::RosterAdopted { to, .. } = &mut body.event {
            *to += 60_000;
        }
    })
}

fn post_taken(board: &Board) -> Option<Plan> {
    use croupier_house::office::TablePost;
    let table = board.drafts.iter().find_map(|(stream, _)| stream.table)?;
    // By a roster one person may take a post.
    if board.find(|event| matches!(event, Event::RosterAdopted { .. })).is_some() {
        return None;
    }
    let person = board.somebody(Role::Inspector, None)?;
    let event = Event::Assigned { table, post: TablePost::Inspector, person: Some(person) };
    board.append(board.office(), Actor::Person(person), event, Vec::new())
}

fn reader_from_nowhere(board: &Board) -> Option<Plan> {
    let added = board.find(|event| matches!(event, Event::ReaderAdded { .. }))?;
    board.find_after(added, |event| matches!(event, Event::OutcomeRead { .. }))?;
    board.remove(added)
}

fn founding_left_out(board: &Board) -> Option<Plan> {
    board.remove(board.find(|event| matches!(event, Event::FoundingEnded { .. }))?)
}
