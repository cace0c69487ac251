//! Fair dealing at automatic tables: rounds are dealt from their chain and proved; tampering is found; another process
//! with the house key continues with the same cards; the journal has no future outcome in clear text.

use std::collections::BTreeSet;

use crate::common::{self, ANN, BEN, CAL, GAMES, Rig, TestVault, assert_same, money, shelf};
use croupier_fair::{Proof, verify};
use croupier_house::command::{Command, Request, TableCommand};
use croupier_house::event::Event;
use croupier_house::ids::{Actor, HouseId, TableId};
use croupier_house::journal::{Entry, EntryBody, JournalError};
use croupier_house::paper::{Count, ProposedAction};
use croupier_house::table::{LINKS, LINKS_REMEMBERED, Mode, Pace, Phase};
use croupier_house::view::link_proof;
use croupier_house::{House, RejectionCode};

/// A rig whose house deals fairly.
struct Fair {
    rig: Rig,
    vault: TestVault,
}

impl Fair {
    fn open(name: &str) -> (Self, TableId) {
        let mut fair = Self { rig: Rig::new(), vault: TestVault::new(5) };
        let id = fair.rig.table_named(name);
        fair.agree(id, ProposedAction::Open { mode: Mode::Automatic, opener: Count::default() });
        fair.rig.fill(id, 500);
        for person in common::PLAYERS {
            fair.rig.must_at(person, id, TableCommand::Sit { person });
        }
        (fair, id)
    }

    fn agree(&mut self, id: TableId, action: ProposedAction) {
        self.at(Actor::Person(common::MANAGER), id, TableCommand::Propose(action)).unwrap();
        let proposal = self.rig.table(id).papers.proposals_made;
        self.at(Actor::Person(common::INSPECTOR), id, TableCommand::Authorise { proposal }).unwrap();
    }

    fn at(&mut self, by: Actor, id: TableId, act: TableCommand) -> Result<(), croupier_house::Rejection> {
        self.rig.now.at += 1;
        let order = Request { key: None, by, command: Command::Table(id, act) };
        let done = self.rig.house.commit(&order, self.rig.now, &mut self.vault).map_err(common::rejected)?;
        self.rig.journal.extend(done.entries);
        Ok(())
    }

    fn tick(&mut self, id: TableId) {
        let name = self.rig.table(id).name.clone();
        self.at(Actor::House, id, TableCommand::Tick)
            .unwrap_or_else(|rejection| panic!("{name}: {rejection}"));
    }

    /// Bets by everybody, and on by time alone until it is paid.
    fn round(&mut self, id: TableId, wagers: &[&str]) {
        while self.rig.phase(id) != Phase::PlaceYourBets {
            self.tick(id);
        }
        self.bets(id, wagers);
        self.finish(id);
    }

    fn bets(&mut self, id: TableId, wagers: &[&str]) {
        if self.rig.table(id).open().unwrap().rules.bank_passes() {
            let decision = croupier_house::command::PlayerAction::TakeBank(money(300));
            let takes = |person| TableCommand::Decide { person, decision, on: None };
            let _ = [CAL, ANN, BEN].into_iter().any(|p| self.at(Actor::Person(p), id, takes(p)).is_ok());
        }
        for (place, person) in common::PLAYERS.into_iter().enumerate() {
            let _ = self.rig.bet(person, id, wagers[place % wagers.len()], money(20));
        }
    }

    fn finish(&mut self, id: TableId) {
        for _ in 0..200 {
            if matches!(self.rig.phase(id), Phase::Payment | Phase::Waiting) {
                return;
            }
            self.tick(id);
        }
        panic!("the round does not end");
    }

    fn proof(&self, id: TableId, round: u64) -> Result<Proof, croupier_house::Rejection> {
        let link = self.rig.house.link_of(id, round)?;
        let at = |version: u64| {
            let found =
                self.rig.journal.iter().find(|e| e.stream.table == Some(id) && e.body.version == version);
            &found.unwrap().body.event
        };
        link_proof([at(link.chain), at(link.committed), at(link.closed), at(link.revealed)])
    }
}

#[test]
fn every_game_is_dealt_from_its_chain_and_proved() {
    for (name, wagers) in GAMES {
        let (mut fair, id) = Fair::open(name);
        let seed = TableCommand::GiveSeed { person: ANN, seed: "ann's own".to_owned() };
        for round in 0..6 {
            if round == 3 {
                fair.at(Actor::Person(ANN), id, seed.clone()).unwrap();
            }
            fair.round(id, wagers);
        }
        while fair.rig.table(id).open().unwrap().rules.any_standing() {
            fair.tick(id);
        }
        let rounds = fair.rig.table(id).rounds;
        if matches!(fair.rig.phase(id), Phase::Payment | Phase::Waiting) {
            fair.tick(id);
        }
        fair.agree(id, ProposedAction::Close { closer: Count::default() });
        for round in 1..=rounds {
            let proof =
                fair.proof(id, round).unwrap_or_else(|rejection| panic!("{name} {round}: {rejection}"));
            verify(&proof).unwrap_or_else(|why| panic!("{name} {round}: {why}"));
            assert_eq!(Proof::read(proof.to_json().as_bytes()).unwrap(), proof);
        }
        let with_ann = (1..=rounds).filter(|round| fair.proof(id, *round).unwrap().players.iter().len() == 1);
        assert!(with_ann.count() >= usize::from(rounds > 6), "{name}: a seed that was given counts");
        fair.rig.replay();
    }
}

#[test]
fn a_seed_counts_until_no_more_bets_and_not_after() {
    let (mut fair, id) = Fair::open("American A");
    fair.tick(id);
    let before = fair.rig.house.fair(id, Some(ANN)).unwrap();
    assert!(before.commitment.is_some() && before.receipt.is_none(), "committed before betting");
    fair.bets(id, &["red"]);
    fair.at(Actor::Person(ANN), id, TableCommand::GiveSeed { person: ANN, seed: "in time".into() }).unwrap();
    fair.tick(id);
    fair.tick(id);
    assert_eq!(fair.rig.phase(id), Phase::Outcome.min(fair.rig.phase(id)));
    fair.at(Actor::Person(BEN), id, TableCommand::GiveSeed { person: BEN, seed: "too late".into() }).unwrap();
    let closed = fair.rig.house.fair(id, Some(BEN)).unwrap();
    assert_eq!(closed.players.iter().map(|p| &*p.handle).collect::<Vec<_>>(), ["ann"]);
    assert_eq!(closed.my_seed.as_deref(), Some("too late"));
    assert_eq!(fair.proof(id, 1).unwrap_err().code, RejectionCode::Order, "not revealed while the ball runs");
    fair.finish(id);
    let first = fair.proof(id, 1).unwrap();
    assert_eq!(first.commitment.to_string(), before.commitment.unwrap());
    assert_eq!(first.players.at(1).unwrap().bytes(), b"in time");
    fair.round(id, &["red"]);
    assert_eq!(fair.proof(id, 2).unwrap().players.iter().len(), 2, "and for the next round it does");
    let long = TableCommand::GiveSeed { person: ANN, seed: "x".repeat(65) };
    assert_eq!(fair.at(Actor::Person(ANN), id, long).unwrap_err().code, RejectionCode::Malformed);
    let other = TableCommand::GiveSeed { person: ANN, seed: "x".into() };
    assert_eq!(fair.at(Actor::Person(BEN), id, other).unwrap_err().code, RejectionCode::Authority);
}

#[test]
fn a_shoe_has_one_link_and_another_process_deals_the_same_cards_from_it() {
    let (mut fair, id) = Fair::open("Punto");
    for _ in 0..3 {
        fair.round(id, &["punto", "banco"]);
    }
    assert_eq!(fair.rig.table(id).links.iter().count(), 1, "three coups, one shoe");
    assert_eq!(fair.proof(id, 2).unwrap_err().code, RejectionCode::Order, "the shoe is not over");
    while fair.rig.phase(id) != Phase::NoMoreBets {
        if fair.rig.phase(id) == Phase::PlaceYourBets {
            fair.bets(id, &["punto"]);
        }
        fair.tick(id);
    }
    // Another process reads the journal in the middle of the round; the first goes on as well.
    let mut other = Fair { rig: Rig::founded(), vault: TestVault::new(99) };
    other.rig.house = fair.rig.replay();
    (other.rig.now, other.rig.journal) = (fair.rig.now, fair.rig.journal.clone());
    other.rig.keys = fair.rig.keys;
    for process in [&mut fair, &mut other] {
        process.finish(id);
        for _ in 0..8 {
            process.round(id, &["punto"]);
        }
    }
    assert_same(&fair.rig.house, &other.rig.house);
    // Without the house key nobody goes on.
    let mut thief = Rig::founded();
    thief.house = fair.rig.replay();
    (thief.now, thief.keys) = (fair.rig.now, fair.rig.keys);
    let tick = thief.tick(id).unwrap_err();
    assert_eq!(tick.found, "the seeds of this table are sealed");
}

#[test]
fn the_journal_has_no_future_outcomes() {
    let (mut fair, id) = Fair::open("Punto");
    for _ in 0..2 {
        fair.round(id, &["punto", "banco"]);
    }
    let bytes: Vec<u8> = fair.rig.journal.iter().flat_map(|entry| entry.bytes.to_vec()).collect();
    let dealt = fair.rig.table(id).open().unwrap().cards.len();
    fair.tick(id);
    fair.agree(id, ProposedAction::Close { closer: Count::default() });
    let proof = fair.proof(id, 1).unwrap();
    let stands = |needle: &[u8]| bytes.windows(needle.len()).any(|window| window == needle);
    assert!(dealt > 0 && !stands(proof.seed.reveal()), "the seed of the shoe");
    assert!(!stands(&proof.seed.reveal()[..8]), "nor a part of it");
    let croupier_fair::DeviceOutcome::Shoe { cards, .. } = &proof.outcome else { panic!("a shoe") };
    let words: Vec<String> = cards.iter().map(ToString::to_string).collect();
    for from in 20..words.len() - 6 {
        assert!(!stands(words[from..from + 6].join(" ").as_bytes()), "cards from {from}");
    }
    assert!(stands(proof.commitment.as_bytes()) && stands(proof.terms.opening.anchor.as_bytes()));
}

#[test]
fn a_void_round_reveals_its_link_and_never_uses_it_again() {
    let (mut fair, id) = Fair::open("Punto");
    fair.round(id, &["punto"]);
    fair.tick(id);
    fair.bets(id, &["punto"]);
    fair.agree(id, ProposedAction::Void { round: 2, reason: "a lamp fell".to_owned() });
    verify(&fair.proof(id, 1).unwrap()).unwrap();
    fair.round(id, &["banco"]);
    let links: Vec<u64> = fair.rig.table(id).links.iter().map(|link| link.round).collect();
    assert_eq!(links, [1, 3], "a new shoe");
    fair.rig.replay();
}

#[test]
fn a_chain_that_is_used_up_is_followed_by_another_and_seeds_given_before_lapse() {
    let (mut fair, id) = Fair::open("American A");
    fair.rig.audited = false;
    fair.at(Actor::Person(ANN), id, TableCommand::GiveSeed { person: ANN, seed: "known too early".into() })
        .unwrap();
    for _ in 0..u64::from(LINKS) + 2 {
        fair.round(id, &["red"]);
    }
    let table = fair.rig.table(id);
    let chains: BTreeSet<u64> = table.links.iter().map(|link| link.chain).collect();
    assert_eq!((chains.len(), table.links.iter().count()), (2, LINKS_REMEMBERED));
    assert!(fair.proof(id, 1).is_err(), "the first round is only in the store");
    let dispute = |round| Command::OpenDispute { table: id, round, about: "it was black".to_owned() };
    let refused = fair.rig.give(Actor::Person(ANN), dispute(1)).unwrap_err();
    assert_eq!(refused.found, "the round is too long ago");
    fair.rig.must(Actor::Person(ANN), dispute(u64::from(LINKS)));
    let last = fair.proof(id, u64::from(LINKS)).unwrap();
    let next = fair.proof(id, u64::from(LINKS) + 1).unwrap();
    verify(&last).unwrap();
    verify(&next).unwrap();
    assert_eq!((last.terms.link, next.terms.link), (LINKS, 1));
    assert_ne!(last.terms.opening.anchor, next.terms.opening.anchor);
    assert_eq!((last.players.iter().len(), next.players.iter().len()), (1, 0));
    fair.rig.replay();
}

/// The journal with one event changed, and every hash after it made right again.
fn forged(journal: &[Entry], change: impl Fn(&mut Event) -> bool) -> Vec<Entry> {
    let mut prev = [0; 32];
    let mut changed = false;
    let forged = journal.iter().map(|entry| {
        let mut event = entry.body.event.clone();
        changed = changed || change(&mut event);
        let entry = Entry::write(entry.stream, EntryBody { prev, event, ..entry.body.clone() }).unwrap();
        prev = entry.hash;
        entry
    });
    let forged: Vec<Entry> = forged.collect();
    assert_ne!(forged, journal, "something was changed");
    forged
}

fn found_in(journal: &[Entry]) -> Option<JournalError> {
    let mut again = House::new(HouseId(1), shelf(), "test", Pace::NONE);
    journal.iter().find_map(|entry| again.apply(entry).err())
}

#[test]
fn tampering_is_found_when_the_journal_is_read_again() {
    let (mut fair, id) = Fair::open("American A");
    for _ in 0..3 {
        fair.round(id, &["red"]);
    }
    let journal = &fair.rig.journal;
    assert_eq!(found_in(journal), None);
    let outcome = journal.iter().find_map(|entry| match &entry.body.event {
        Event::Acted { lines, .. } if lines.contains("ball ") => Some(lines.clone()),
        _ => None,
    });
    let outcome = outcome.unwrap();
    // Red 1 and red 3 pay the same: only the seed shows the difference.
    let pocket = outcome.trim_start_matches("ball ").to_owned();
    let red = ["1", "3", "5", "7", "9", "12", "14", "16", "18", "19", "21", "23"];
    let black = ["2", "4", "6", "8", "10", "11", "13", "15", "17", "20", "22", "24"];
    let paid = |of: &[&str]| of.iter().find(|other| **other != pocket).map(|other| format!("ball {other}"));
    let found = [paid(&red), paid(&black)].into_iter().flatten().filter_map(|other| {
        let forged = forged(journal, |event| match event {
            Event::Acted { lines, .. } if **lines == *outcome => {
                *lines = other.as_str().into();
                true
            }
            _ => false,
        });
        found_in(&forged)
    });
    let found: Vec<String> = found.map(|fault| fault.to_string()).collect();
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found.iter().any(|fault| fault.contains("another outcome than was dealt")), "{found:?}");
    let seed = forged(journal, |event| match event {
        Event::SeedRevealed { seed, .. } => {
            seed[0] ^= 1;
            true
        }
        _ => false,
    });
    assert!(found_in(&seed).unwrap().to_string().contains("chain"));
    let promise = forged(journal, |event| match event {
        Event::Committed { commitment, .. } => {
            commitment[0] ^= 1;
            true
        }
        _ => false,
    });
    assert!(found_in(&promise).is_some());
    let receipt = forged(journal, |event| match event {
        Event::SeedsClosed { players, .. } => {
            players.push((BEN, Box::from(*b"slipped in")));
            true
        }
        _ => false,
    });
    assert!(found_in(&receipt).unwrap().to_string().contains("receipt"));
}
