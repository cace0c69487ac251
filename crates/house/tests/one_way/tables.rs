//! Random commands at tables: most of them carry the round on, the others are of any kind in any phase.

use croupier_house::House;
use croupier_house::command::{Announcement, Command, PaidWith, PlayerAction, TableCommand};
use croupier_house::ids::{Actor, PersonId};
use croupier_house::paper::{Count, ProposedAction, SlipKind, SlipStep};
use croupier_house::table::{LiveTable, Mode, OutcomeSource, Phase, TableState};

use crate::choice::{ATTENDED, anybody, one};
use crate::common::{CASHIER, GAMES, INSPECTOR, MANAGER, PLAYERS, Seeded, money};
use crate::reached::{AT_TABLES, PHASES, Reached};

const CHOICES: [PlayerAction; 12] = [
    PlayerAction::Draw,
    PlayerAction::Stand,
    PlayerAction::Stand,
    PlayerAction::Double,
    PlayerAction::Split,
    PlayerAction::Surrender,
    PlayerAction::Raise,
    PlayerAction::Check,
    PlayerAction::Follow,
    PlayerAction::EvenMoney,
    PlayerAction::Call,
    PlayerAction::Insure(money(5)),
];

const SAID: [Announcement; 8] = [
    Announcement::PlaceYourBets,
    Announcement::FinalBets,
    Announcement::NoMoreBets,
    Announcement::SpinLeft,
    Announcement::SpinRight,
    Announcement::VoidSpin,
    Announcement::Shuffle,
    Announcement::Misdeal,
];

/// A command at a table.
pub(crate) fn command(
    house: &House<'static>,
    c: &mut Seeded,
    reached: &Reached,
    now: i64,
) -> (Actor, Command) {
    let table = table(house, c);
    let fresh = reached.not_yet_given(table.phase()).filter(|_| c.below(2) == 0);
    let (by, act) = match fresh {
        Some(kind) => of_kind(house, c, table, kind),
        None if c.below(3) > 0 => forward(house, c, table, now),
        None => {
            let kind = one(c, &AT_TABLES);
            of_kind(house, c, table, kind)
        }
    };
    let by = if c.below(20) == 0 { anybody(c) } else { by };
    (by, Command::Table(table.id, act))
}

/// Some table. Those in a rare phase come as often as those in a common one.
fn table<'h>(house: &'h House<'static>, c: &mut Seeded) -> &'h TableState<'static> {
    let phase = one(c, &PHASES);
    let there: Vec<&TableState<'static>> =
        house.tables().iter().filter(|table| table.phase() == phase).collect();
    if there.is_empty() || c.below(3) == 0 {
        let place = c.below(house.tables().len() as u64);
        return &house.tables()[usize::try_from(place).unwrap()];
    }
    one(c, &there)
}

fn person_due(house: &House<'static>, table: &TableState<'_>) -> Option<PersonId> {
    let speaker = table.live.as_ref()?.due()?.speaker?;
    house.office.person_named(&speaker)
}

/// What carries the table on.
fn forward(
    house: &House<'static>,
    c: &mut Seeded,
    table: &TableState<'static>,
    now: i64,
) -> (Actor, TableCommand) {
    let dealer = Actor::Person(MANAGER);
    let Some(live) = &table.live else { return open(c, table) };
    let missing = PLAYERS.into_iter().find(|person| !table.seated.contains(person));
    if let Some(person) = missing.filter(|_| c.below(4) == 0) {
        return (Actor::Person(person), TableCommand::Sit { person });
    }
    let float = house
        .ledger
        .balance(croupier_house::ledger::Unit::Chips, croupier_house::ledger::Location::Float(table.id));
    if float < money(1_000) && c.below(4) == 0 {
        return slip(c, table);
    }
    let deciding = matches!(live.phase(), Phase::Decision | Phase::Insurance);
    if let Some(person) = person_due(house, table).filter(|_| deciding && c.below(3) > 0) {
        return decide(c, person);
    }
    let betting = matches!(live.phase(), Phase::PlaceYourBets | Phase::FinalBets);
    if betting && (!live.rules.any_standing() || c.below(3) == 0) {
        return bet(c, table, live);
    }
    if live.phase() == Phase::Insurance && c.below(2) == 0 {
        let person = one(c, &PLAYERS);
        return (Actor::Person(person), TableCommand::Decline { person });
    }
    match live.mode {
        Mode::Automatic => (Actor::House, TableCommand::Tick),
        Mode::Attended => attended(c, live, dealer, now),
    }
}

/// What a dealer does next.
fn attended(c: &mut Seeded, live: &LiveTable<'_>, dealer: Actor, now: i64) -> (Actor, TableCommand) {
    let say = |what| (dealer, TableCommand::Announce(what));
    if live.entry.is_some() {
        return (dealer, TableCommand::ConfirmEntry);
    }
    match live.phase() {
        Phase::Waiting | Phase::Payment if live.rules.shoe().1.is_spent() => say(Announcement::Shuffle),
        Phase::Waiting | Phase::Payment => say(Announcement::PlaceYourBets),
        Phase::PlaceYourBets if c.below(2) == 0 => say(Announcement::FinalBets),
        Phase::PlaceYourBets | Phase::FinalBets if live.rules.wheel().is_some() && now % 2 == 0 => {
            say(one(c, &[Announcement::SpinLeft, Announcement::SpinRight]))
        }
        Phase::PlaceYourBets | Phase::FinalBets => say(Announcement::NoMoreBets),
        Phase::NoMoreBets if c.below(6) == 0 => (dealer, TableCommand::Reveal { lines: whole(c, live) }),
        _ => (dealer, TableCommand::Enter { lines: outcome(c, live) }),
    }
}

/// A possible outcome at a table now.
fn outcome(c: &mut Seeded, live: &LiveTable<'_>) -> String {
    if let Some(wheel) = live.rules.wheel() {
        return format!("ball {}", c.ball(wheel));
    }
    if live.rules.throws_dice() {
        let [first, second] = c.dice();
        return format!("dice {first} {second}");
    }
    let left = live.rules.shoe().1.left();
    if left.is_empty() || c.below(30) == 0 {
        return "cutting card".to_owned();
    }
    format!("cards {}", c.card(8, left))
}

fn open(c: &mut Seeded, table: &TableState<'_>) -> (Actor, TableCommand) {
    let proposals = &table.papers.proposals;
    let waiting = proposals.iter().find(|(_, known)| known.action.is_opening());
    if let Some((proposal, _)) = waiting {
        return (Actor::Person(INSPECTOR), TableCommand::Authorise { proposal: *proposal });
    }
    let usual = if ATTENDED.contains(&&*table.name) { Mode::Attended } else { Mode::Automatic };
    let mode = if c.below(5) == 0 { one(c, &[Mode::Automatic, Mode::Attended]) } else { usual };
    let (opener, note) = (Count::default(), "a test".to_owned());
    let action = match c.below(4) {
        0 => ProposedAction::OpenNoted { mode, opener, note },
        _ => ProposedAction::Open { mode, opener },
    };
    (Actor::Person(MANAGER), TableCommand::Propose(action))
}

fn bet(c: &mut Seeded, table: &TableState<'_>, live: &LiveTable<'_>) -> (Actor, TableCommand) {
    let person = one(c, &PLAYERS);
    if live.rules.bank_passes() && live.bank.is_none() {
        let decision = PlayerAction::TakeBank(money(one(c, &[200, 300, 1_000])));
        return (Actor::Person(person), TableCommand::Decide { person, decision, on: None });
    }
    let game = GAMES.iter().find(|(known, _)| alike(known, &table.name));
    let (_, others) = one(c, &GAMES);
    let wagers = game.map_or(&["player"][..], |(_, wagers)| wagers);
    let among = if c.below(12) == 0 { others } else { wagers };
    let wager = one(c, among).to_owned();
    let amount = money(one(c, &[20, 20, 20, 10, 40, 50, 100, 1, 22, 300, 90_000, 0]));
    let with = one(c, &[PaidWith::Chips, PaidWith::Chips, PaidWith::Chips, PaidWith::Wheel, PaidWith::Cash]);
    let area = one(c, &[None, None, None, None, None, None, None, Some("standing")]).map(ToOwned::to_owned);
    (Actor::Person(person), TableCommand::Bet { person, amount, wager, area, with })
}

/// Whether two tables have the same game, by their names without numbers and letters.
fn alike(known: &str, name: &str) -> bool {
    let stem = |name: &str| name.split([' ', ',']).next().unwrap_or_default().to_owned();
    known == name || (stem(known) == stem(name) && known.len() == name.len())
}

fn decide(c: &mut Seeded, person: PersonId) -> (Actor, TableCommand) {
    let on = one(c, &[None, None, None, None, Some("1"), Some("2"), Some("1.1"), Some("x")]);
    let (decision, on) = (one(c, &CHOICES), on.map(ToOwned::to_owned));
    (Actor::Person(person), TableCommand::Decide { person, decision, on })
}

fn slip(c: &mut Seeded, table: &TableState<'_>) -> (Actor, TableCommand) {
    let chips = Count(vec![(money(1_000), u32::try_from(c.below(30)).unwrap())]);
    let Some((number, known)) = table.papers.slips.iter().next() else {
        let kind = one(c, &[SlipKind::Fill, SlipKind::Fill, SlipKind::Fill, SlipKind::Credit]);
        return (Actor::Person(MANAGER), TableCommand::RequestSlip { kind, chips });
    };
    let step = match c.below(12) {
        0 => SlipStep::Void("a test".to_owned()),
        1..=5 => SlipStep::Send,
        6..=8 => SlipStep::Deliver,
        _ => SlipStep::Confirm,
    };
    let by = match (known.kind, &step) {
        (SlipKind::Fill, SlipStep::Confirm) => INSPECTOR,
        (SlipKind::Credit, SlipStep::Send | SlipStep::Deliver) => MANAGER,
        _ => CASHIER,
    };
    (Actor::Person(by), TableCommand::StepSlip { number: *number, step })
}

/// A command of a kind, in order or not.
fn of_kind(
    house: &House<'static>,
    c: &mut Seeded,
    table: &TableState<'static>,
    kind: &str,
) -> (Actor, TableCommand) {
    let person = person_due(house, table).filter(|_| c.below(2) == 0).unwrap_or_else(|| one(c, &PLAYERS));
    let (own, dealer) = (Actor::Person(person), Actor::Person(MANAGER));
    let live = table.live.as_ref();
    let stake =
        u32::try_from(c.below(live.map_or(2, |live| u64::from(live.rules.next_number()) + 1))).unwrap();
    let proposal = table.papers.proposals.keys().next_back().copied().unwrap_or(table.papers.proposals_made);
    match kind {
        "Sit" => (own, TableCommand::Sit { person }),
        "Leave" => (own, TableCommand::Leave { person }),
        "Bet" => match live.map(|live| bet(c, table, live)) {
            Some(bet @ (_, TableCommand::Bet { .. })) => bet,
            _ => {
                let (amount, wager) = (money(20), "red".to_owned());
                (own, TableCommand::Bet { person, amount, wager, area: None, with: PaidWith::Chips })
            }
        },
        "TakeBack" => (own, TableCommand::TakeBack { person, stake }),
        "Cancel" => (dealer, TableCommand::Cancel { stake }),
        "Decide" => decide(c, person),
        "Decline" => (own, TableCommand::Decline { person }),
        "GiveUpBank" => {
            let holder = live.and_then(|live| live.bank).map(|(holder, _)| Actor::Person(holder));
            (holder.unwrap_or(own), TableCommand::GiveUpBank)
        }
        "Announce" => (dealer, TableCommand::Announce(one(c, &SAID))),
        "Enter" => {
            let lines = live.map_or_else(|| "ball 17".to_owned(), |live| outcome(c, live));
            (dealer, TableCommand::Enter { lines })
        }
        "ConfirmEntry" => (dealer, TableCommand::ConfirmEntry),
        "DropEntry" => (dealer, TableCommand::DropEntry),
        "Declare" => {
            let decision = one(c, &[PlayerAction::Stand, PlayerAction::Raise, PlayerAction::Check]);
            (dealer, TableCommand::Declare { person, decision, on: None })
        }
        "Reveal" => {
            (dealer, TableCommand::Reveal { lines: live.map_or_else(String::new, |live| whole(c, live)) })
        }
        "Tick" => (Actor::House, TableCommand::Tick),
        "Propose" => (dealer, TableCommand::Propose(action(c, table))),
        "Authorise" => (Actor::Person(INSPECTOR), TableCommand::Authorise { proposal }),
        "Withdraw" => (dealer, TableCommand::Withdraw { proposal }),
        "RequestSlip" => {
            // No list of slips grows for ever.
            let count = u32::try_from(c.below(3)).unwrap() * u32::from(table.papers.slips.len() < 4);
            let kind = one(c, &[SlipKind::Fill, SlipKind::Credit]);
            (dealer, TableCommand::RequestSlip { kind, chips: Count(vec![(money(100), count)]) })
        }
        "StepSlip" => match slip(c, table) {
            stepped @ (_, TableCommand::StepSlip { .. }) => stepped,
            _ => (dealer, TableCommand::StepSlip { number: 9_999, step: SlipStep::Send }),
        },
        "GiveSeed" => {
            let seed = one(c, &["", "mine", "another"]).repeat(usize::try_from(c.below(20)).unwrap());
            (own, TableCommand::GiveSeed { person, seed })
        }
        "NoteAway" => (Actor::House, TableCommand::NoteAway { person }),
        "NoteBack" => {
            let person = table.away.keys().next().copied().unwrap_or(person);
            (Actor::House, TableCommand::NoteBack { person })
        }
        "ClearSeats" => (Actor::House, TableCommand::ClearSeats),
        "AddReader" => {
            let name = one(c, &["camera", "scanner", "shoe", "x"]).to_owned();
            (Actor::Person(MANAGER), TableCommand::AddReader { name })
        }
        "RevokeReader" => {
            // Most of them stay, so that one is there when something is to be read.
            let reader = table.readers.active.keys().next().copied().filter(|_| c.below(4) == 0).unwrap_or(9);
            (Actor::Person(MANAGER), TableCommand::RevokeReader { reader })
        }
        "Read" => {
            let (reader, last) =
                table.readers.active.iter().next().map_or((9, 0), |(number, reader)| (*number, reader.last));
            let lines = live.map_or_else(String::new, |live| outcome(c, live));
            (Actor::House, TableCommand::Read { reader, sequence: last + c.below(3), lines })
        }
        "CallInspector" => {
            (dealer, TableCommand::CallInspector { reason: one(c, &["a test", ""]).to_owned() })
        }
        "AnswerCall" => (Actor::Person(INSPECTOR), TableCommand::AnswerCall),
        _ => (own, TableCommand::Ready { person }),
    }
}

fn action(c: &mut Seeded, table: &TableState<'_>) -> ProposedAction {
    let (round, reason) = (table.rounds, one(c, &["a test", "a test", ""]).to_owned());
    // Proposals that nobody authorises would pile up.
    match if table.papers.proposals.len() > 5 { 9 } else { c.below(6) } {
        0 => ProposedAction::Open { mode: Mode::Automatic, opener: Count::default() },
        1 => ProposedAction::Close { closer: Count::default() },
        2 => ProposedAction::Drop { cash: Count::default() },
        3 => ProposedAction::Void { round, reason },
        4 => {
            let (from, to) = ("ball 17".to_owned(), "ball 18".to_owned());
            ProposedAction::Correct { round, from, to, reason }
        }
        _ => ProposedAction::Void { round: round + 1, reason },
    }
}

/// The cards of a whole round, as far as nobody has to decide.
fn whole(c: &mut Seeded, live: &LiveTable<'_>) -> String {
    let mut rules = live.rules.clone();
    let mut lines = Vec::new();
    let mut declared = live.declared.iter().map(|declared| declared.line.to_string());
    for _ in 0..60 {
        let left = *rules.shoe().1.left();
        if left.is_empty() || rules.is_over() {
            break;
        }
        if rules.due().is_some() {
            let Some(line) = declared.next() else { break };
            let act = croupier_rules::notation::read_act(&line).unwrap();
            if rules.try_act(&act).is_err() {
                break;
            }
            lines.push(line);
            continue;
        }
        let card = c.card(8, &left);
        if rules.try_act(&croupier_rules::notation::Act::Cards(vec![card])).is_err() {
            break;
        }
        lines.push(format!("cards {card}"));
    }
    lines.join("\n")
}
