//! The journal: any change, removal, insertion or move is found.

use crate::common::{ANN, BEN, Rig, money, shelf};
use croupier_house::House;
use croupier_house::event::Event;
use croupier_house::ids::{Actor, HouseId, IdempotencyKey, StreamId, TableId};
use croupier_house::journal::{Entry, EntryBody, JournalError};
use croupier_house::ledger::{Ledger, Leg, Location, PostingError, Transaction, TransactionKind, Unit};
use croupier_house::table::{Mode, Pace};

fn rounds() -> Rig {
    let mut rig = Rig::new();
    let id = rig.open("American A", Mode::Automatic);
    for _ in 0..3 {
        rig.tick(id).unwrap();
        rig.bet(ANN, id, "red", money(20)).unwrap();
        rig.bet(BEN, id, "straight 17", money(10)).unwrap();
        rig.finish(id);
    }
    rig
}

fn read(entries: &[Entry]) -> Result<(), JournalError> {
    let mut house = House::new(HouseId(1), shelf(), "test", Pace::NONE);
    for entry in entries {
        house.apply(&Entry::read(entry.stream, entry.body.sequence, entry.bytes.clone())?)?;
    }
    Ok(())
}

#[test]
fn tampering_with_a_journal_is_found() {
    let rig = rounds();
    let whole = rig.journal.clone();
    assert_eq!(read(&whole), Ok(()));
    let last_of = |entries: &[Entry], place: usize| {
        !entries[place + 1..].iter().any(|e| e.stream == entries[place].stream)
    };
    for place in (0..whole.len()).step_by(3) {
        let mut cut = whole.clone();
        cut.remove(place);
        // The tail of a journal can be cut off unseen: that is what signed heads are for.
        assert!(last_of(&whole, place) || read(&cut).is_err(), "entry {place} was cut out");
        let mut twice = whole.clone();
        twice.insert(place, whole[place].clone());
        assert!(matches!(read(&twice), Err(JournalError::Version { .. })), "entry {place} came twice");
        let mut changed = whole.clone();
        let mut bytes = changed[place].bytes.to_vec();
        let middle = bytes.len() * 3 / 4;
        bytes[middle] ^= 1;
        changed[place].bytes = bytes.into();
        assert!(last_of(&whole, place) || read(&changed).is_err(), "entry {place} was changed");
    }
    let mut swapped = whole;
    let place = swapped.windows(2).position(|pair| pair[0].stream == pair[1].stream).unwrap();
    swapped.swap(place, place + 1);
    assert!(matches!(read(&swapped), Err(JournalError::Version { .. })));
}

#[test]
fn money_that_does_not_follow_from_the_play_is_found() {
    let rig = rounds();
    let place = rig
        .journal
        .iter()
        .position(|entry| entry.body.ledger.iter().any(|t| t.kind == TransactionKind::Settle))
        .unwrap();
    let honest = &rig.journal[place];
    let mut body: EntryBody = honest.body.clone();
    // The house pays itself what the player has won: the books balance, but it is wrong.
    body.ledger.retain(|transaction| transaction.kind != TransactionKind::Settle);
    let mut house = House::new(HouseId(1), shelf(), "test", Pace::NONE);
    for entry in &rig.journal[..place] {
        house.apply(entry).unwrap();
    }
    let forged = Entry::write(honest.stream, body).unwrap();
    assert!(matches!(house.apply(&forged), Err(JournalError::Replay(..))));
}

/// An entry with a bit of everything.
fn example() -> (StreamId, EntryBody) {
    let leg = Leg {
        unit: Unit::Chips,
        from: Location::Player(ANN),
        to: Location::Layout(TableId(3)),
        amount: money(1),
    };
    let body = EntryBody {
        prev: [7; 32],
        salt: [8; 16],
        sequence: 1_000,
        version: 300,
        at: 1_000,
        by: Actor::Person(ANN),
        key: Some((IdempotencyKey(9), 5)),
        event: Event::Sat { person: ANN },
        ledger: vec![Transaction { kind: TransactionKind::Stake, stake: Some(2), legs: vec![leg].into() }],
    };
    (StreamId { house: HouseId(1), table: Some(TableId(3)) }, body)
}

/// version 300, at 1000 zigzag, person 6, key 9 digest 5, event 18 person 6, one stake of stake 2
const REST: &str = "ac02d00f0106010905120601070102010104060803c801";

fn bytes_of(hex: &str) -> Vec<u8> {
    let digits: Vec<char> = hex.chars().filter(|digit| !digit.is_whitespace()).collect();
    digits.chunks(2).map(|pair| u8::from_str_radix(&String::from_iter(pair), 16).unwrap()).collect()
}

#[test]
fn the_bytes_of_an_entry_stay_what_they_are() {
    let (stream, body) = example();
    let entry = Entry::write(stream, body).unwrap();
    let (prev, salt) = ("07".repeat(32), "08".repeat(16));
    // format, prev, salt | house 1, table 3, sequence 1000 | the rest
    assert_eq!(*entry.bytes, bytes_of(&format!("02{prev}{salt} 01 0103 e807 {REST}")));
    assert_eq!(Entry::read(stream, 1_000, entry.bytes.clone()).unwrap(), entry);
    for (bytes, why) in [
        (vec![], "empty"),
        (vec![3], "format"),
        (vec![1, 2], "truncated"),
        (vec![2, 2], "truncated"),
        (entry.bytes[..40].to_vec(), "truncated"),
        (entry.bytes[..60].to_vec(), ""),
    ] {
        let read = Entry::read(stream, 1_000, bytes);
        assert!(matches!(read, Err(JournalError::Unreadable(said)) if said.contains(why)));
    }
}

#[test]
fn an_entry_is_read_only_in_its_own_house_journal_and_place() {
    let (stream, body) = example();
    let bytes = Entry::write(stream, body).unwrap().bytes;
    let elsewhere = [
        (StreamId { house: HouseId(2), ..stream }, 1_000),
        (StreamId { table: None, ..stream }, 1_000),
        (StreamId { table: Some(TableId(4)), ..stream }, 1_000),
        (stream, 1_001),
    ];
    for (stream, sequence) in elsewhere {
        let read = Entry::read(stream, sequence, bytes.clone());
        assert!(
            matches!(read, Err(JournalError::Unreadable(said)) if said.contains("entry 1000 of house 1"))
        );
    }
}

#[test]
fn entries_of_the_first_format_are_read_and_their_sequence_is_their_place() {
    let (stream, body) = example();
    let prev = "07".repeat(32);
    let entry = Entry::read(stream, 1_000, bytes_of(&format!("01{prev} {REST}"))).unwrap();
    assert!(entry.is_of_first_format());
    assert_eq!(entry.body, EntryBody { salt: [0; 16], ..body });
}

#[test]
fn every_round_records_its_book_its_settings_and_its_build() {
    let rig = rounds();
    let digest = shelf().book("mpumalanga").unwrap().digest().to_owned();
    let mut rounds_begun = 0;
    for entry in &rig.journal {
        if let Event::RoundBegan { book, settings, build, .. } = &entry.body.event {
            let hex: String = book.iter().map(|byte| format!("{byte:02x}")).collect();
            assert_eq!((hex.as_str(), *settings, &**build), (digest.as_str(), 1, "test"));
            rounds_begun += 1;
        }
    }
    assert_eq!(rounds_begun, 3);
}

#[test]
fn no_money_moves_from_player_to_player_or_outside_its_kind() {
    let ledger = Ledger::new(HouseId(1));
    let leg = |unit, from, to| Leg { unit, from, to, amount: money(1) };
    let refused = |kind, legs: Vec<Leg>| ledger.check(&[Transaction::new(kind, legs.into())]).unwrap_err();
    let gift = leg(Unit::Chips, Location::Player(ANN), Location::Player(BEN));
    for kind in [
        TransactionKind::Settle,
        TransactionKind::Correct,
        TransactionKind::BuyIn,
        TransactionKind::Return,
        TransactionKind::Stake,
    ] {
        assert!(matches!(refused(kind, vec![gift]), PostingError::NotPermitted(..)));
    }
    let [given, taken] = [
        leg(Unit::Cash, Location::Wallet(ANN), Location::Cage),
        leg(Unit::Chips, Location::Cage, Location::Player(BEN)),
    ];
    assert_eq!(
        refused(TransactionKind::BuyIn, vec![given, taken]),
        PostingError::Unequal(TransactionKind::BuyIn),
        "chips for another's cash"
    );
    assert_eq!(
        refused(TransactionKind::BuyIn, vec![given]),
        PostingError::Unequal(TransactionKind::BuyIn),
        "cash for nothing"
    );
    let none = Leg { amount: money(0), ..given };
    assert!(matches!(refused(TransactionKind::BuyIn, vec![none, none]), PostingError::NotPermitted(..)));
    let stake = leg(Unit::Chips, Location::Player(ANN), Location::Layout(TableId(1)));
    assert!(matches!(refused(TransactionKind::Stake, vec![stake]), PostingError::Short { .. }));
}

#[test]
fn a_command_to_a_table_is_written_to_its_own_journal() {
    let rig = rounds();
    let id = rig.table_named("American A");
    let own = rig.journal.iter().filter(|entry| entry.stream.table == Some(id)).count() as u64;
    assert_eq!(rig.house.head(StreamId { house: HouseId(1), table: Some(id) }).version, own);
}
