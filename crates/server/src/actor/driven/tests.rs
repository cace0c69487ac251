use std::path::PathBuf;

use croupier_house::command::{Command, Request};
use croupier_house::ids::{Actor, IdempotencyKey};
use croupier_house::ledger::{Location, Unit};
use croupier_house::table::Pace;
use croupier_kit::Money;
use croupier_nodes::CommandKey;
use croupier_rules::book::Shelf;
use croupier_store::{MIGRATION_CHUNK, Migration, StoreOptions};
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};
use tokio::sync::mpsc::UnboundedReceiver;

use super::super::house_actor::ActorSettings;
use super::*;
use crate::clock::ClockTrust;
use crate::dealing::OsChance;
use crate::storage::HouseStore;

const HOUSE: HouseId = HouseId(1);

fn shelf() -> &'static Shelf {
    static SHELF: OnceLock<Shelf> = OnceLock::new();
    SHELF.get_or_init(Shelf::built_in)
}

/// A house without entries, and what it says to the node that drives it.
struct DrivenHouse {
    folder: PathBuf,
    handle: HouseHandle,
    requests: UnboundedReceiver<NodeRequest>,
}

impl DrivenHouse {
    fn open(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("croupier-driven-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let mut silent = |_| ControlFlow::Continue(());
        let migration = Migration { chunk: MIGRATION_CHUNK, report: &mut silent };
        let store = HouseStore::open_folder(&folder, StoreOptions::default(), migration).unwrap();
        let (link, requests) = NodeLink::new(name);
        let handle = HouseHandle::open(ActorSettings {
            house: HOUSE,
            shelf: shelf(),
            build: "test".to_owned(),
            pace: Pace::NONE,
            store: Arc::new(store),
            keys: None,
            snapshot_every: 1_000,
            chance: Box::new(OsChance::new().unwrap()),
            changes: None,
            learning: Vec::new(),
            clock: ClockTrust::Accept,
            beside: false,
            checkpoints: None,
            link: Some(link),
        });
        let mut house = Self { folder, handle: handle.unwrap(), requests };
        assert!(matches!(house.next(), NodeRequest::Serve { .. }));
        house
    }

    fn next(&mut self) -> NodeRequest {
        self.requests.blocking_recv().unwrap()
    }

    /// Asks for a decision on a command that brings the house so much cash.
    fn ask(&self, number: u64, cash: i64) {
        let key = IdempotencyKey(u128::from(number));
        let command = Command::Capital { cash: Money::from_minor(cash) };
        let request = Request { key: Some(key), by: Actor::House, command };
        let body = encode(&ForwardedCommand { request, made: None, in_round: None, at_version: None });
        let command = KeyedCommand { key: CommandKey(key.0), again: false, body: body.unwrap() };
        let request = DecideRequest { number, fence: 1, format: u16::MAX, commands: vec![command] };
        self.handle.decide(request);
    }

    /// What it has decided: entries, and what waits for them to be stored.
    fn decided(&mut self) -> (Vec<LinkedEntry>, DecidedGroup) {
        let NodeRequest::Decided { mut decisions, group, .. } = self.next() else { panic!("a decision") };
        (decisions.remove(0).entries, group.unwrap())
    }

    fn head(&mut self) -> ChainHead {
        self.handle.report_head();
        let NodeRequest::Opened { head, .. } = self.next() else { panic!("the head") };
        head
    }
}

impl Drop for DrivenHouse {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.folder));
    }
}

/// A decision may reach the node after it has lost the house, and after entries of the next owner have reached the house.
#[test]
fn what_is_decided_while_the_house_is_lost_is_forgotten_before_the_next_owners_entries_are_applied() {
    let (mut lost, mut next) = (DrivenHouse::open("lost"), DrivenHouse::open("next"));
    next.ask(1, 100);
    let (mut entries, first) = next.decided();
    next.ask(2, 200);
    let (later, second) = next.decided();
    entries.extend(later);
    assert!(entries.len() > 1);
    lost.ask(1, 300);
    lost.handle.forget();
    lost.handle.set_owned(false);
    lost.handle.apply(entries.clone());
    // Only now does the node get the decision, and abandon it.
    let (_, group) = lost.decided();
    (group.stored)(Err(StoreError::Failed("the house is lost".to_owned())));
    assert_eq!(lost.head(), entries.last().unwrap().head());
    [first, second].into_iter().for_each(|group| (group.stored)(Ok(())));
}

/// A read may wait for a group that is not stored. The actor hears of both at once, or of the group first.
#[test]
fn what_was_read_after_a_group_that_could_not_be_stored_is_not_released() {
    let mut house = DrivenHouse::open("unstored");
    house.ask(1, 300);
    let (_, group) = house.decided();
    let (sender, read) = std::sync::mpsc::sync_channel(1);
    house.handle.put_always(Message::Read(Box::new(move |state| {
        let cash = state.house.ledger.balance(Unit::Cash, Location::Cage);
        Box::new(move || {
            let _ = sender.send(cash);
        })
    })));
    // The house has read before it hears that the group was not stored.
    assert_eq!(house.head().sequence, 1);
    (group.stored)(Err(StoreError::Failed("the database is gone".to_owned())));
    assert_eq!(read.recv().ok(), None);
}
