//! A house that was opened goes on: what happens next at a table, by the next commands that it takes.

use std::path::Path;

use croupier_fair::{HouseKey, KeyId, Keyring, Seed};
use croupier_house::command::{Announcement, Command, PaidWith, PlayerAction, Request, TableCommand};
use croupier_house::event::Event;
use croupier_house::ids::{Actor, Now, PersonId, TableId};
use croupier_house::office::Role;
use croupier_house::table::{Mode, OutcomeSource, Phase, Vault};
use croupier_house::{Accepted, House};
use croupier_kit::{Card, Money, Pocket, Shoe, Wheel};

use crate::common::Seeded;

/// So many commands are tried out at a table.
const COMMANDS: usize = 4;

/// The decisions that are tried, in this order: the rules say which is lawful.
const DECISIONS: [PlayerAction; 4] =
    [PlayerAction::Draw, PlayerAction::Stand, PlayerAction::Check, PlayerAction::Raise];

/// The secrets of a house from a seed. Nothing is drawn from plain chance: what falls follows from the chain of seeds.
pub(crate) struct Strongbox {
    pub(crate) chance: Seeded,
    pub(crate) keys: Keyring,
}

impl Strongbox {
    pub(crate) fn new(seed: u64, keys: Keyring) -> Self {
        Self { chance: Seeded(seed), keys }
    }

    fn bytes<const N: usize>(&mut self) -> [u8; N] {
        std::array::from_fn(|_| u8::try_from(self.chance.below(256)).unwrap())
    }
}

impl Vault for Strongbox {
    fn secret(&mut self) -> Seed {
        Seed::new(self.bytes())
    }
    fn nonce(&mut self) -> [u8; 24] {
        self.bytes()
    }
    fn keyring(&self) -> &Keyring {
        &self.keys
    }
}

impl OutcomeSource for Strongbox {
    fn ball(&mut self, _: &Wheel) -> Pocket {
        panic!("what falls follows from the seeds")
    }
    fn dice(&mut self) -> [u32; 2] {
        panic!("what falls follows from the seeds")
    }
    fn card(&mut self, _: u8, _: &Shoe) -> Card {
        panic!("what falls follows from the seeds")
    }
    fn salt(&mut self) -> [u8; 16] {
        self.chance.salt()
    }
    fn vault(&mut self) -> Option<&mut dyn Vault> {
        Some(self)
    }
}

/// The key of the houses of a set, as a data folder has it.
pub(crate) fn house_key(of: &Path) -> Keyring {
    let text = std::fs::read_to_string(of.join("house.key")).unwrap();
    let (number, key) = text.trim().split_once(' ').unwrap();
    let key: croupier_fair::Digest = key.parse().unwrap();
    Keyring::new(HouseKey::new(KeyId(number.parse().unwrap()), *key.as_bytes()), vec![]).unwrap()
}

/// What the next commands at a table do. The house key opens what was sealed: the cards are those of the recording.
pub(crate) fn go_on(house: &mut House<'_>, id: TableId, mut now: Now, keys: &Keyring) -> String {
    let mut vault = Strongbox::new(99, keys.clone());
    let mut done_so_far = Vec::new();
    for _ in 0..COMMANDS {
        let due = house.table(id).unwrap().deadline(&house.pace()).unwrap_or_default();
        now.at = due.max(now.at + 1000);
        let done = candidates(house, id).into_iter().find_map(|(by, act)| {
            let order = Request { key: None, by, command: Command::Table(id, act) };
            house.commit(&order, now, &mut vault).ok()
        });
        match done {
            Some(done) => done_so_far.push(words(&done)),
            None => break,
        }
    }
    done_so_far.join("; ")
}

/// What might be done at a table now, the likeliest first.
fn candidates(house: &House<'_>, id: TableId) -> Vec<(Actor, TableCommand)> {
    let table = house.table(id).unwrap();
    let Ok(live) = table.open() else { return Vec::new() };
    let players: Vec<PersonId> =
        house.office.people().filter(|(_, person)| person.role == Role::Player).map(|(id, _)| id).collect();
    let manager = house.office.people().find(|(_, person)| person.role == Role::Manager);
    let staff = Actor::Person(manager.map_or(PersonId(1), |(id, _)| id));
    let mut all = Vec::new();
    let betting = matches!(live.phase(), Phase::PlaceYourBets | Phase::FinalBets);
    if betting && !live.rules.any_standing() {
        all.extend(bets(&players));
    }
    if let Some(speaker) = live.due().and_then(|due| house.office.person_named(&due.speaker?)) {
        all.extend(DECISIONS.map(|decision| {
            (Actor::Person(speaker), TableCommand::Decide { person: speaker, decision, on: None })
        }));
    }
    match live.mode {
        Mode::Automatic => all.push((Actor::House, TableCommand::Tick)),
        Mode::Attended => {
            let card = Card::pack().find(|card| live.rules.shoe().1.left().count(*card) > 0);
            let cards = card.map(|card| format!("cards {card}")).unwrap_or_default();
            let enter = |lines: &str| TableCommand::Enter { lines: lines.to_owned() };
            let say = TableCommand::Announce;
            let acts = [
                TableCommand::ConfirmEntry,
                say(Announcement::PlaceYourBets),
                say(Announcement::NoMoreBets),
                say(Announcement::SpinLeft),
                say(Announcement::SpinRight),
                enter("ball 7"),
                enter("dice 3 4"),
                enter(&cards),
                enter("cutting card"),
                say(Announcement::Shuffle),
            ];
            all.extend(acts.map(|act| (staff, act)));
        }
    }
    all.extend(players.iter().map(|person| (Actor::Person(*person), TableCommand::Sit { person: *person })));
    all
}

fn bets(players: &[PersonId]) -> Vec<(Actor, TableCommand)> {
    let mut all = Vec::new();
    for person in players {
        let decision = PlayerAction::TakeBank(Money::from_minor(30_000));
        all.push((Actor::Person(*person), TableCommand::Decide { person: *person, decision, on: None }));
    }
    for wager in ["box 1", "red", "win", "punto", "player", "right", "ante", "hand"] {
        for amount in [2000, 5000, 1000, 100_000] {
            for person in players {
                let (person, amount, wager) = (*person, Money::from_minor(amount), wager.to_owned());
                let bet = TableCommand::Bet { person, amount, wager, area: None, with: PaidWith::default() };
                all.push((Actor::Person(person), bet));
            }
        }
    }
    all
}

/// What a command did, as far as it shows in the record.
fn words(done: &Accepted) -> String {
    let line = |event: &Event| match event {
        Event::Acted { lines, .. } | Event::Revealed { lines } => Some(lines.replace('\n', " / ")),
        Event::Entered { lines } => Some(format!("entered {}", lines.replace('\n', " / "))),
        Event::RoundBegan { round, .. } => Some(format!("round {round}")),
        Event::InsuranceClosed => Some("no insurance".to_owned()),
        Event::Sat { person } => Some(format!("person {} sits down", person.0)),
        Event::SeedRevealed { link, .. } => Some(format!("seed {link} revealed")),
        _ => None,
    };
    let lines: Vec<String> = done.entries.iter().filter_map(|entry| line(&entry.body.event)).collect();
    lines.join(", ")
}
