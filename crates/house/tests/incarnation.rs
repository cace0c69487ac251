//! A restored house deals nothing that the house it was copied from has dealt or can deal, and publishes nothing that
//! house is going to deal. Without its key a house goes on with everything but automatic dealing.

use std::collections::BTreeSet;

use crate::common::{
    ANN, BEN, CAL, CASHIER, INSPECTOR, MANAGER, PLAYERS, REGULATOR, Rig, TestVault, money, rejected,
};
use croupier_fair::{Keyring, Seed};
use croupier_house::command::{Command, Request, TableCommand};
use croupier_house::event::Event;
use croupier_house::ids::{Actor, PersonId, TableId};
use croupier_house::ledger::{Location, Unit};
use croupier_house::office::{AcceptedLoss, NewIncarnation, NotedKey};
use croupier_house::paper::{Count, ProposedAction};
use croupier_house::table::{Mode, OutcomeSource, Phase, Vault};
use croupier_house::{Rejection, RejectionCode};
use croupier_kit::{Card, Money, Pocket, Shoe, Wheel};

/// A vault that gives every chain the same secret, as if a copy of the whole machine went on: the worst case.
struct SameSecret {
    nonces: TestVault,
    held: Option<&'static str>,
}

impl SameSecret {
    fn new() -> Self {
        Self { nonces: TestVault::new(3), held: None }
    }
}

impl Vault for SameSecret {
    fn secret(&mut self) -> Seed {
        Seed::new([7; 32])
    }
    fn nonce(&mut self) -> [u8; 24] {
        self.nonces.nonce()
    }
    fn keyring(&self) -> &Keyring {
        self.nonces.keyring()
    }
}

impl OutcomeSource for SameSecret {
    fn ball(&mut self, _: &Wheel) -> Pocket {
        panic!("outcomes follow from the seeds")
    }
    fn dice(&mut self) -> [u32; 2] {
        panic!("outcomes follow from the seeds")
    }
    fn card(&mut self, _: u8, _: &Shoe) -> Card {
        panic!("outcomes follow from the seeds")
    }
    fn salt(&mut self) -> [u8; 16] {
        self.nonces.salt()
    }
    fn held(&self) -> Option<&str> {
        self.held
    }
    fn vault(&mut self) -> Option<&mut dyn Vault> {
        Some(self)
    }
}

/// A house that deals from seeds.
struct Dealing {
    rig: Rig,
    vault: SameSecret,
}

impl Dealing {
    fn open(name: &str) -> (Self, TableId) {
        let mut dealing = Self { rig: Rig::new(), vault: SameSecret::new() };
        let id = dealing.rig.table_named(name);
        dealing.agree(id, ProposedAction::Open { mode: Mode::Automatic, opener: Count::default() }).unwrap();
        dealing.rig.fill(id, 500);
        for person in PLAYERS {
            dealing.rig.must_at(person, id, TableCommand::Sit { person });
        }
        (dealing, id)
    }

    /// The same house from its journal, as a restored copy has it.
    fn copy(&self) -> Self {
        let mut copy = Self { rig: Rig::founded(), vault: SameSecret::new() };
        copy.rig.house = self.rig.replay();
        (copy.rig.now, copy.rig.journal, copy.rig.keys) =
            (self.rig.now, self.rig.journal.clone(), self.rig.keys);
        copy
    }

    fn commit(&mut self, by: Actor, command: Command) -> Result<(), Rejection> {
        self.rig.now.at += 1;
        let done = self.rig.house.commit(&Request { key: None, by, command }, self.rig.now, &mut self.vault);
        self.rig.journal.extend(done.map_err(rejected)?.entries);
        Ok(())
    }

    fn at(&mut self, by: PersonId, id: TableId, act: TableCommand) -> Result<(), Rejection> {
        self.commit(Actor::Person(by), Command::Table(id, act))
    }

    fn agree(&mut self, id: TableId, action: ProposedAction) -> Result<(), Rejection> {
        self.at(MANAGER, id, TableCommand::Propose(action))?;
        let proposal = self.rig.table(id).papers.proposals_made;
        self.at(INSPECTOR, id, TableCommand::Authorise { proposal })
    }

    fn tick(&mut self, id: TableId) {
        self.commit(Actor::House, Command::Table(id, TableCommand::Tick)).unwrap();
    }

    fn place_bets(&mut self, id: TableId, wager: &str) {
        while self.rig.phase(id) != Phase::PlaceYourBets {
            self.tick(id);
        }
        for person in PLAYERS {
            self.rig.bet(person, id, wager, money(20)).unwrap();
        }
    }

    fn finish(&mut self, id: TableId) {
        while !matches!(self.rig.phase(id), Phase::Payment | Phase::Waiting) {
            self.tick(id);
        }
    }

    /// Plays rounds and closes the table, so that every seed is revealed.
    fn play_and_close(&mut self, id: TableId, wager: &str, rounds: usize) {
        for _ in 0..rounds {
            self.place_bets(id, wager);
            self.finish(id);
        }
        while self.rig.table(id).open().unwrap().rules.any_standing() {
            self.tick(id);
        }
        self.agree(id, ProposedAction::Close { closer: Count::default() }).unwrap();
    }

    fn restore(&mut self, original_gone: bool) {
        let last = self.rig.journal.last().unwrap();
        let copied = (u64::try_from(self.rig.journal.len()).unwrap(), last.hash);
        let checkpoint = Some("the last known one".to_owned());
        let new = NewIncarnation { copied, original_gone, checkpoint, loss: None };
        self.commit(Actor::House, Command::BeginIncarnation(new)).unwrap();
    }

    /// What was published and dealt after a place in the journal.
    fn dealt_after(&self, place: usize) -> Dealt {
        let mut dealt = Dealt::default();
        for entry in &self.rig.journal[place..] {
            match &entry.body.event {
                Event::ChainOpened { anchor, .. } => drop(dealt.anchors.insert(*anchor)),
                Event::Committed { commitment, .. } => drop(dealt.commitments.insert(*commitment)),
                Event::SeedRevealed { seed, .. } => drop(dealt.seeds.insert(*seed)),
                Event::Acted { lines, .. } => {
                    let fell =
                        |line: &&str| ["ball ", "dice ", "cards "].iter().any(|word| line.starts_with(word));
                    dealt.outcomes.extend(lines.lines().filter(fell).map(ToOwned::to_owned));
                }
                _ => {}
            }
        }
        dealt
    }
}

#[derive(Default)]
struct Dealt {
    anchors: BTreeSet<[u8; 32]>,
    commitments: BTreeSet<[u8; 32]>,
    seeds: BTreeSet<[u8; 32]>,
    /// The lines with balls, dice or cards, in order.
    outcomes: Vec<String>,
}

/// A table of each device.
const DEVICES: [(&str, &str); 3] = [("Wheel 1", "red"), ("Dice 1", "win"), ("Punto", "punto")];

#[test]
fn six_rounds_after_a_restore_are_not_those_of_the_original() {
    for (name, wager) in DEVICES {
        let (mut original, id) = Dealing::open(name);
        for _ in 0..2 {
            original.place_bets(id, wager);
            original.finish(id);
        }
        original.place_bets(id, wager);
        let mut restored = original.copy();
        let place = original.rig.journal.len();
        original.finish(id);
        original.play_and_close(id, wager, 6);
        restored.restore(false);
        restored.play_and_close(id, wager, 6);
        let (one, other) = (original.dealt_after(place), restored.dealt_after(place));
        assert!(other.anchors.len() == 1 && !other.commitments.is_empty(), "{name}: a new chain");
        assert!(one.commitments.is_disjoint(&other.commitments), "{name}: commitments");
        assert!(!one.seeds.is_empty() && one.seeds.is_disjoint(&other.seeds), "{name}: seeds");
        assert!(one.outcomes.len() >= 6 && other.outcomes.len() >= 6, "{name}");
        assert_ne!(one.outcomes[..6], other.outcomes[..6], "{name}: outcomes");
        restored.rig.replay();
    }
}

#[test]
fn an_open_round_is_void_in_the_restored_house_and_its_stakes_go_back() {
    for (name, wager) in DEVICES {
        let (mut dealing, id) = Dealing::open(name);
        let chips = |dealing: &Dealing, person| {
            dealing.rig.house.ledger.balance(Unit::Chips, Location::Player(person))
        };
        while dealing.rig.phase(id) != Phase::PlaceYourBets {
            dealing.tick(id);
        }
        let before: Vec<Money> = PLAYERS.map(|person| chips(&dealing, person)).to_vec();
        dealing.place_bets(id, wager);
        dealing.tick(id);
        let mut restored = dealing.copy();
        restored.restore(false);
        let after: Vec<Money> = PLAYERS.map(|person| chips(&restored, person)).to_vec();
        assert_eq!(before, after, "{name}");
        let layout = restored.rig.house.ledger.balance(Unit::Chips, Location::Layout(id));
        assert_eq!((restored.rig.phase(id), layout), (Phase::Waiting, Money::ZERO), "{name}");
        assert_eq!(restored.rig.house.office.incarnation.number, 2);
        restored.rig.replay();
    }
}

#[test]
fn a_link_is_revealed_only_when_the_original_is_gone() {
    for (name, wager) in DEVICES {
        let (mut dealing, id) = Dealing::open(name);
        dealing.place_bets(id, wager);
        for (gone, revealed) in [(false, 0), (true, 1)] {
            let mut restored = dealing.copy();
            let place = restored.rig.journal.len();
            restored.restore(gone);
            assert_eq!(restored.dealt_after(place).seeds.len(), revealed, "{name}, {gone}");
            let retired = |event: &Event| matches!(event, Event::ChainRetired { .. });
            let events = restored.rig.journal[place..].iter();
            assert_eq!(events.filter(|entry| retired(&entry.body.event)).count(), 1, "{name}");
            let first = &restored.rig.journal[place].body.event;
            assert!(
                matches!(first, Event::Restored { incarnation: 2, original_gone, checkpoint: Some(_), .. } if *original_gone == gone)
            );
            assert!(restored.rig.table(id).open().unwrap().seed_chain.is_none());
            restored.rig.replay();
        }
    }
}

#[test]
fn a_round_that_is_over_is_not_taken_back() {
    let (mut dealing, id) = Dealing::open("Wheel 1");
    dealing.place_bets(id, "red");
    dealing.finish(id);
    let chips = |dealing: &Dealing| {
        PLAYERS.map(|person| dealing.rig.house.ledger.balance(Unit::Chips, Location::Player(person)))
    };
    let before = chips(&dealing);
    dealing.restore(true);
    assert_eq!(chips(&dealing), before);
    dealing.play_and_close(id, "red", 1);
}

#[test]
fn a_loss_is_accepted_by_two_people_of_different_posts() {
    let (dealing, _) = Dealing::open("Wheel 1");
    let accepted = |by| {
        let mut dealing = dealing.copy();
        let loss = Some(AcceptedLoss { acknowledged: (99, [9; 32]), by });
        let new = NewIncarnation { copied: (5, [5; 32]), original_gone: false, checkpoint: None, loss };
        let done = dealing.commit(Actor::House, Command::BeginIncarnation(new));
        let gap = dealing.rig.journal.iter().find_map(|entry| match &entry.body.event {
            Event::LossAccepted { acknowledged, found, by } => Some((acknowledged.0, found.0, *by)),
            _ => None,
        });
        (done.map_err(|rejection| rejection.code), gap)
    };
    assert_eq!(accepted([MANAGER, CASHIER]), (Ok(()), Some((99, 5, [MANAGER, CASHIER]))));
    for by in [[MANAGER, MANAGER], [MANAGER, ANN], [REGULATOR, MANAGER]] {
        assert_eq!(accepted(by), (Err(RejectionCode::Authority), None), "{by:?}");
    }
    assert_eq!(accepted([MANAGER, PersonId(99)]).0, Err(RejectionCode::Unknown));
}

#[test]
fn only_the_house_itself_notes_a_key_or_begins_an_incarnation() {
    let (mut dealing, _) = Dealing::open("Wheel 1");
    let key = NotedKey { key: 1, check: [1; 32] };
    let new = NewIncarnation { copied: (5, [5; 32]), original_gone: true, checkpoint: None, loss: None };
    for command in [Command::NoteKey(key), Command::BeginIncarnation(new)] {
        let refused = dealing.commit(Actor::Person(MANAGER), command).unwrap_err();
        assert_eq!(refused.code, RejectionCode::Authority);
    }
    dealing.commit(Actor::House, Command::NoteKey(key)).unwrap();
    assert_eq!(dealing.rig.replay().office.incarnation.key, Some(key));
}

#[test]
fn without_the_key_nothing_automatic_deals_and_the_rest_goes_on() {
    let (mut dealing, id) = Dealing::open("Punto");
    dealing.place_bets(id, "punto");
    dealing.vault.held = Some("house.key is missing");
    let place = dealing.rig.journal.len();
    let refused = dealing.commit(Actor::House, Command::Table(id, TableCommand::Tick)).unwrap_err();
    assert!(refused.found.contains("house.key is missing"), "{refused}");
    let other = dealing.rig.table_named("Wheel 1");
    let opens = ProposedAction::Open { mode: Mode::Automatic, opener: Count::default() };
    assert!(dealing.agree(other, opens).unwrap_err().found.contains("do not deal"));
    dealing.agree(other, ProposedAction::Open { mode: Mode::Attended, opener: Count::default() }).unwrap();
    let round = dealing.rig.table(id).rounds;
    dealing.agree(id, ProposedAction::Void { round, reason: "the key is missing".to_owned() }).unwrap();
    let layout = dealing.rig.house.ledger.balance(Unit::Chips, Location::Layout(id));
    assert_eq!(layout, Money::ZERO, "stakes are returned");
    assert!(dealing.dealt_after(place).seeds.is_empty() && dealing.dealt_after(place).outcomes.is_empty());
    dealing.vault.held = None;
    for person in [ANN, BEN, CAL] {
        assert!(dealing.rig.table(id).seated.contains(&person));
    }
    dealing.play_and_close(id, "punto", 2);
    dealing.rig.replay();
}
