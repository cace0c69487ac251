//! The commands that entries can come from. An event says nearly all of its command; where it does not, there are several
//! candidates, and the one that leads to what is written is taken.

use croupier_house::House;
use croupier_house::command::{Announcement, Command, Founder, Founding, PaidWith, TableCommand};
use croupier_house::event::Event;
use croupier_house::ids::{Actor, DAY_MS, PersonId, TableId};
use croupier_house::journal::Entry;
use croupier_house::ledger::{Location, Unit};
use croupier_house::office::{AcceptedLoss, NewIncarnation, Role};
use croupier_kit::Money;
use croupier_rules::notation::{Act, read_act};

use crate::players::{announcement, bet, decisions, paid_with};

/// The commands that these entries can come from: those at one table, or those of the office. The first is the one whose
/// refusal is reported if none fits.
pub(crate) fn candidates(house: &House<'_>, entries: &[&Entry]) -> Vec<Command> {
    let Some(first) = entries.first() else { return Vec::new() };
    match first.stream.table {
        Some(id) => at_table(house, id, first, entries),
        None => of_office(first, entries),
    }
}

fn at_table(house: &House<'_>, id: TableId, first: &Entry, entries: &[&Entry]) -> Vec<Command> {
    let by = first.body.by;
    let mut found: Vec<TableCommand> = match &first.body.event {
        Event::Acted { lines, with, .. } => acted(house, id, by, lines, *with),
        Event::CashPlayed { .. } => cash_bet(house, entries).into_iter().collect(),
        Event::Declared { line, person, .. } => match read_act(line) {
            Ok(act) => {
                let mut all = decisions(house, id, by, &act);
                all.sort_by_key(|(decided, ..)| decided != person);
                all.into_iter()
                    .map(|(person, decision, on)| TableCommand::Declare { person, decision, on })
                    .collect()
            }
            Err(_) => Vec::new(),
        },
        Event::Left { person } if by == Actor::House => {
            vec![TableCommand::ClearSeats, TableCommand::Leave { person: *person }]
        }
        Event::Breached { lines, .. } => {
            vec![enter(lines), TableCommand::Reveal { lines: lines.to_string() }]
        }
        Event::BankGivenUp { .. } => vec![TableCommand::GiveUpBank],
        Event::ChipsConfirmed { number } => return vec![Command::ConfirmChips { number: *number }],
        Event::ExchangeRequested { number: _, person, exchange } => {
            return vec![Command::RequestExchange { at: Some(id), person: *person, exchange: *exchange }];
        }
        Event::Exchanged { number } => {
            return vec![Command::ConfirmExchange { at: Some(id), number: *number }];
        }
        Event::ExchangeWithdrawn { number } => {
            return vec![Command::WithdrawExchange { at: Some(id), number: *number }];
        }
        event => plain(event).into_iter().collect(),
    };
    if begins_round(&first.body.event) || drives_round(&first.body.event, by) {
        found.push(match by {
            Actor::House => TableCommand::Tick,
            Actor::Person(_) => TableCommand::Announce(Announcement::PlaceYourBets),
        });
    }
    found.into_iter().map(|command| Command::Table(id, command)).collect()
}

/// The commands whose event says all of them.
fn plain(event: &Event) -> Option<TableCommand> {
    Some(match event {
        Event::Sat { person } => TableCommand::Sit { person: *person },
        Event::Left { person } => TableCommand::Leave { person: *person },
        Event::Declined { person } => TableCommand::Decline { person: *person },
        Event::Entered { lines } => enter(lines),
        Event::EntryDropped => TableCommand::DropEntry,
        Event::Proposed { action, .. } => TableCommand::Propose(action.clone()),
        Event::Authorised { proposal } => TableCommand::Authorise { proposal: *proposal },
        Event::Withdrawn { proposal } => TableCommand::Withdraw { proposal: *proposal },
        Event::SlipRequested { kind, chips, .. } => {
            TableCommand::RequestSlip { kind: *kind, chips: chips.clone() }
        }
        Event::SlipStepped { number, step } => TableCommand::StepSlip { number: *number, step: step.clone() },
        Event::Revealed { lines } => TableCommand::Reveal { lines: lines.to_string() },
        Event::SeedGiven { person, seed } => {
            TableCommand::GiveSeed { person: *person, seed: String::from_utf8(seed.to_vec()).ok()? }
        }
        Event::Readied { person } => TableCommand::Ready { person: *person },
        Event::WentAway { person } => TableCommand::NoteAway { person: *person },
        Event::CameBack { person } => TableCommand::NoteBack { person: *person },
        Event::ReaderAdded { name, .. } => TableCommand::AddReader { name: name.to_string() },
        Event::ReaderRevoked { reader } => TableCommand::RevokeReader { reader: *reader },
        Event::OutcomeRead { reader, sequence, lines } => {
            TableCommand::Read { reader: *reader, sequence: *sequence, lines: without_shuffle(lines) }
        }
        Event::InspectorCalled { reason, .. } => TableCommand::CallInspector { reason: reason.to_string() },
        Event::CallAnswered { .. } => TableCommand::AnswerCall,
        _ => return None,
    })
}

/// Whether a round can begin with this event.
const fn begins_round(event: &Event) -> bool {
    matches!(event, Event::RoundBegan { .. } | Event::BankGivenUp { .. })
}

/// Whether the timers of the house can cause this event.
fn drives_round(event: &Event, by: Actor) -> bool {
    let begins = |lines: &str| lines.starts_with("next hand") || lines.starts_with("shuffle");
    match event {
        Event::InsuranceClosed | Event::RoundInterrupted { .. } => by == Actor::House,
        Event::Acted { lines, .. } => by == Actor::House || begins(lines),
        _ => false,
    }
}

fn enter(lines: &str) -> TableCommand {
    TableCommand::Enter { lines: without_shuffle(lines) }
}

/// The lines as they were entered: a shuffle before a cut is restated by the house.
fn without_shuffle(lines: &str) -> String {
    lines.lines().filter(|line| *line != "shuffle").collect::<Vec<_>>().join("\n")
}

fn acted(house: &House<'_>, id: TableId, by: Actor, lines: &str, with: Unit) -> Vec<TableCommand> {
    let Some(Ok(first)) = lines.lines().next().map(read_act) else { return Vec::new() };
    match &first {
        Act::Bets(bid) => bet(house, bid, paid_with(with)).into_iter().collect(),
        Act::TakesBack(name, stake) => {
            let person = house.office.person_named(name);
            person.map(|person| TableCommand::TakeBack { person, stake: *stake }).into_iter().collect()
        }
        Act::TakesHalf(name, stake) => {
            let person = house.office.person_named(name);
            person.map(|person| TableCommand::TakeHalf { person, stake: *stake }).into_iter().collect()
        }
        Act::Cancel(stake) => vec![TableCommand::Cancel { stake: *stake }],
        Act::Ball(_) | Act::Dice(_) | Act::Cards(_) | Act::CuttingCard | Act::Cuts(_) | Act::DealerLooks => {
            vec![TableCommand::ConfirmEntry]
        }
        act => {
            let announced = announcement(act).map(TableCommand::Announce).into_iter();
            // A cut begins with the shuffle before it.
            let entered = matches!(act, Act::Shuffle).then_some(TableCommand::ConfirmEntry);
            let decided = decisions(house, id, by, act)
                .into_iter()
                .map(|(person, decision, on)| TableCommand::Decide { person, decision, on });
            announced.chain(entered).chain(decided).collect()
        }
    }
}

/// A bet that was paid with cash: the exchange, then the bet.
fn cash_bet(house: &House<'_>, entries: &[&Entry]) -> Option<TableCommand> {
    match &entries.get(1)?.body.event {
        Event::Acted { lines, .. } => match read_act(lines.lines().next()?).ok()? {
            Act::Bets(bid) => bet(house, &bid, PaidWith::Cash),
            _ => None,
        },
        _ => None,
    }
}

fn of_office(first: &Entry, entries: &[&Entry]) -> Vec<Command> {
    let (by, at) = (first.body.by, first.body.at);
    vec![match &first.body.event {
        Event::HouseFileAdopted { .. } | Event::EditionStored { .. } | Event::EditionAdopted { .. } => {
            return of_texts(entries);
        }
        Event::Enrolled { handle, role, staff, .. } => {
            return enrolled(entries, handle, *role, staff.as_deref());
        }
        Event::Approved(draft) => Command::Approve(draft.clone()),
        Event::Assigned { .. } => return assigned(entries),
        Event::ServiceRefused { person, reason } => {
            Command::RefuseService { person: *person, reason: reason.to_string() }
        }
        Event::ServiceResumed { person, reason } => {
            Command::ResumeService { person: *person, reason: reason.to_string() }
        }
        Event::Excluded { person, until, reason } => {
            let days = until.and_then(|until| u32::try_from((until - at).div_euclid(DAY_MS)).ok());
            Command::Exclude { person: *person, days, reason: reason.to_string() }
        }
        Event::LimitSet { limit, amount, .. } => Command::SetLimit { limit: *limit, amount: *amount },
        Event::CapitalMoved => Command::Capital { cash: moved(first).1 },
        Event::Issued => {
            let (unit, amount) = moved(first);
            Command::Issue { unit, amount }
        }
        Event::ExchangeRequested { person, exchange, .. } => {
            Command::RequestExchange { at: None, person: *person, exchange: *exchange }
        }
        Event::Exchanged { number } => Command::ConfirmExchange { at: None, number: *number },
        Event::ExchangeWithdrawn { number } => Command::WithdrawExchange { at: None, number: *number },
        Event::DisputeOpened { table, round, about, .. } => {
            Command::OpenDispute { table: *table, round: *round, about: about.to_string() }
        }
        Event::DisputeAnswered { dispute, ruling } => {
            Command::AnswerDispute { dispute: *dispute, ruling: ruling.to_string() }
        }
        Event::DisputeEscalated { dispute, .. } => Command::EscalateDispute { dispute: *dispute },
        Event::OfficeProposed { action, .. } => Command::ProposeOffice(action.clone()),
        Event::OfficeAuthorised { proposal, .. } => Command::AuthoriseOffice { proposal: *proposal },
        Event::OfficeWithdrawn { proposal } => Command::WithdrawOffice { proposal: *proposal },
        Event::DocumentNoted { person, document } => {
            Command::NoteDocument { person: *person, document: *document }
        }
        Event::ManagerRecovered { staff, reason, .. } => {
            Command::RecoverManager { staff: staff.to_string(), reason: reason.to_string() }
        }
        Event::KeyNoted(key) => Command::NoteKey(*key),
        Event::OwnerNoted { node } => Command::NoteOwner { node: node.clone() },
        Event::Restored { .. } | Event::LossAccepted { .. } => {
            return incarnation(entries).map(Command::BeginIncarnation).into_iter().collect();
        }
        Event::ChipsRequested { kind, amount, .. } => Command::RequestChips { kind: *kind, amount: *amount },
        Event::ChipsLaidOut { number, table } => Command::LayOutChips { number: *number, table: *table },
        Event::ChipsConfirmed { number } => Command::ConfirmChips { number: *number },
        Event::ChipsCancelled { number, reason } => {
            Command::CancelChips { number: *number, reason: reason.to_string() }
        }
        Event::RosterAdopted { .. } | Event::PasswordReset { .. } if by == Actor::House => return Vec::new(),
        _ => return Vec::new(),
    }]
}

/// A house file is adopted, with the texts it needs; or texts alone are stored; or the house is founded at once.
fn of_texts(entries: &[&Entry]) -> Vec<Command> {
    let file = entries.iter().find_map(|entry| match &entry.body.event {
        Event::HouseFileAdopted { file, .. } => Some(file.to_string()),
        _ => None,
    });
    let Some(file) = file else { return vec![Command::StoreEditions] };
    let mut all = vec![Command::AdoptHouseFile { file: file.clone() }];
    all.extend(founding(entries, file).map(|founding| Command::Found(Box::new(founding))));
    // A house file may follow a command of its own that stored texts at the same time.
    all.push(Command::StoreEditions);
    all
}

fn founding(entries: &[&Entry], file: String) -> Option<Founding> {
    let mut people = entries.iter().filter_map(|entry| match &entry.body.event {
        Event::Enrolled { handle, role, staff: Some(staff), .. } => {
            Some(Founder { handle: handle.to_string(), role: *role, staff: staff.to_string() })
        }
        _ => None,
    });
    let manager = people.next()?;
    let issued = |wanted: Unit| {
        let all = entries.iter().filter(|entry| matches!(entry.body.event, Event::Issued));
        all.map(|entry| moved(entry))
            .find(|(unit, _)| *unit == wanted)
            .map_or(Money::ZERO, |(_, amount)| amount)
    };
    let cash = entries.iter().find(|entry| matches!(entry.body.event, Event::CapitalMoved));
    let cash = cash.map_or(Money::ZERO, |entry| moved(entry).1);
    let staff = people.collect();
    Some(Founding { file, manager, staff, cash, chips: issued(Unit::Chips), plaques: issued(Unit::Plaques) })
}

fn enrolled(entries: &[&Entry], handle: &str, role: Role, staff: Option<&str>) -> Vec<Command> {
    let handle = handle.to_owned();
    let document = entries.get(1).and_then(|entry| match &entry.body.event {
        Event::DocumentNoted { document, .. } => Some(*document),
        _ => None,
    });
    let enrol = |staff: Option<String>| Command::Enrol { handle: handle.clone(), role, staff };
    let mut all = vec![enrol(staff.map(Into::into))];
    if let (Role::Player, Some(document)) = (role, document) {
        all.insert(0, Command::EnrolPlayer { handle: handle.clone(), document });
    }
    if staff.is_some() {
        // The house enrols the first manager of its file, whose name it finds there.
        all.push(enrol(None));
    }
    all
}

fn assigned(entries: &[&Entry]) -> Vec<Command> {
    let posts = entries.iter().map_while(|entry| match &entry.body.event {
        Event::Assigned { table, post, person } => Some((*table, *post, *person, entry.body.by)),
        _ => None,
    });
    let posts: Vec<_> = posts.collect();
    let own =
        |(.., person, by): &&(_, _, Option<PersonId>, Actor)| person.is_some() && *person == by.person();
    let taken = posts.iter().rev().find(own);
    let first = posts.first().map(|(table, post, person, _)| Command::Assign {
        table: *table,
        post: *post,
        person: *person,
    });
    taken
        .map(|(table, post, ..)| Command::TakeOver { table: *table, post: *post })
        .into_iter()
        .chain(first)
        .collect()
}

fn incarnation(entries: &[&Entry]) -> Option<NewIncarnation> {
    let loss = entries.iter().find_map(|entry| match &entry.body.event {
        Event::LossAccepted { acknowledged, by, .. } => {
            Some(AcceptedLoss { acknowledged: *acknowledged, by: *by })
        }
        _ => None,
    });
    entries.iter().find_map(|entry| match &entry.body.event {
        Event::Restored { sequence, hash, original_gone, checkpoint, .. } => Some(NewIncarnation {
            copied: (*sequence, *hash),
            original_gone: *original_gone,
            checkpoint: checkpoint.as_deref().map(Into::into),
            loss,
        }),
        _ => None,
    })
}

/// The amount that came into the cage from outside; negative if it went out.
fn moved(entry: &Entry) -> (Unit, Money) {
    let leg = entry.body.ledger.first().and_then(|transaction| transaction.legs.first());
    leg.map_or((Unit::Chips, Money::ZERO), |leg| match leg.to {
        Location::Cage => (leg.unit, leg.amount),
        _ => (leg.unit, Money::from_minor(-leg.amount.minor())),
    })
}
