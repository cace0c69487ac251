//! What a witness makes of the checkpoints of a house, honest or not.

use croupier_transparency::{
    AlarmKind, Checkpoint, ConsistencyProof, CosigningKey, Judgement, LogForm, Origin, SignedCheckpoint,
    SigningKey, StoredTree, VerifyingKey, Witness, cosigned_at, leaf_hash,
};

const AT: &str = "https://house.example/houses/1";

/// A house with all its keys, which can sign whatever it likes.
#[derive(Clone)]
struct House {
    tree: StoredTree,
    incarnation: u32,
    seed: [u8; 32],
}

impl House {
    fn with(entries: u64) -> Self {
        let mut house = Self { tree: StoredTree::default(), incarnation: 1, seed: [1; 32] };
        house.play(entries, "honest");
        house
    }

    fn play(&mut self, entries: u64, what: &str) {
        for _ in 0..entries {
            let entry = format!("{what} {}", self.tree.size());
            self.tree.append(leaf_hash(entry.as_bytes()));
        }
    }

    fn key(&self) -> SigningKey {
        SigningKey::new(&self.seed, self.origin()).unwrap()
    }

    fn origin(&self) -> Origin {
        Origin::new(1, self.incarnation, &[7; 32])
    }

    fn public(&self) -> VerifyingKey {
        self.key().public(LogForm::Tree)
    }

    fn signed_at(&self, sequence: u64) -> SignedCheckpoint {
        let root = Some(self.tree.root(sequence).unwrap());
        self.key().sign(Checkpoint { origin: self.origin(), sequence, hash: [9; 32], root })
    }

    fn signed(&self) -> SignedCheckpoint {
        self.signed_at(self.tree.size())
    }

    /// Shows a checkpoint to a witness, with the proofs that it can make.
    fn show(&self, witness: &mut Witness, signed: &SignedCheckpoint) -> Judgement {
        match witness.consider(AT, signed, &self.public(), 1_000).unwrap() {
            Judgement::Prove { first, second } => match ConsistencyProof::of(&self.tree, first, second) {
                Ok(proof) => witness.prove(signed, &proof, 1_000).unwrap(),
                Err(error) => witness.cannot_prove(signed, &error.to_string(), 1_000).unwrap(),
            },
            judged => judged,
        }
    }
}

fn last(witness: &Witness) -> u64 {
    witness.logs.last().unwrap().last().unwrap().checkpoint.sequence
}

#[test]
fn an_honest_house_raises_no_alarm() {
    let (mut house, mut witness) = (House::with(5), Witness::default());
    let early = house.signed();
    assert_eq!(house.show(&mut witness, &early), Judgement::First);
    assert_eq!(house.show(&mut witness, &early), Judgement::Same);
    for entries in [1, 1, 7, 300] {
        house.play(entries, "honest");
        assert_eq!(house.show(&mut witness, &house.signed()), Judgement::Extends);
        assert_eq!(last(&witness), house.tree.size());
    }
    assert_eq!(house.show(&mut witness, &early), Judgement::Older);
    assert_eq!((last(&witness), witness.alarms.len()), (314, 0));
    assert!(witness.may_cosign(&house.origin()));
}

/// Whoever has every key of the house can sign any history, but not the one that was witnessed.
#[test]
fn a_past_that_was_changed_is_found() {
    let (house, mut witness) = (House::with(50), Witness::default());
    house.show(&mut witness, &house.signed());
    for changed in [0, 25, 49] {
        let mut rewritten = House::with(changed);
        rewritten.play(1, "rewritten");
        rewritten.play(60 - rewritten.tree.size(), "honest");
        let mut witness = witness.clone();
        let judged = rewritten.show(&mut witness, &rewritten.signed());
        assert_eq!(judged, Judgement::Alarm(AlarmKind::Rewritten), "{changed}");
        assert!(!witness.may_cosign(&house.origin()));
        assert_eq!(last(&witness), 50, "the last that was believed remains");
        let alarm = &witness.alarms[0];
        assert_eq!((alarm.known.parse(), alarm.shown.parse()), (Ok(house.signed()), Ok(rewritten.signed())));
    }
}

#[test]
fn two_checkpoints_of_one_size_are_a_fork_and_so_are_two_witnesses_that_compare() {
    let (mut one, mut other) = (House::with(20), House::with(20));
    one.play(1, "for one");
    other.play(1, "for the other");
    let (mut first, mut second) = (Witness::default(), Witness::default());
    one.show(&mut first, &one.signed());
    other.show(&mut second, &other.signed());
    // They compare what they have cosigned.
    let cosigned = CosigningKey::new("second", &[5; 32]).unwrap().cosign(&other.signed(), 7);
    assert_eq!(one.show(&mut first, &cosigned), Judgement::Alarm(AlarmKind::Fork));
    let evidence: SignedCheckpoint = first.alarms[0].shown.parse().unwrap();
    let key = CosigningKey::new("second", &[5; 32]).unwrap().public();
    assert_eq!(cosigned_at(&key, &evidence), Some(7), "the evidence has the signature of the other witness");
    // Also where the two are of different sizes.
    let mut third = Witness::default();
    one.play(9, "for one");
    one.show(&mut third, &one.signed());
    assert_eq!(one.show(&mut third, &cosigned), Judgement::Alarm(AlarmKind::Fork));
    assert!(!third.may_cosign(&one.origin()));
}

#[test]
fn entries_that_are_gone_are_missed() {
    let (house, mut witness) = (House::with(50), Witness::default());
    house.show(&mut witness, &house.signed());
    let shorter = House::with(40);
    assert_eq!(shorter.show(&mut witness, &shorter.signed()), Judgement::Alarm(AlarmKind::RolledBack));
    assert_eq!(last(&witness), 50);
}

#[test]
fn a_restored_house_is_a_new_log_and_the_alarm_stays() {
    let (house, mut witness) = (House::with(50), Witness::default());
    house.show(&mut witness, &house.signed());
    let mut restored = House { incarnation: 2, ..house.clone() };
    restored.play(3, "restored");
    assert_eq!(restored.show(&mut witness, &restored.signed()), Judgement::Alarm(AlarmKind::NewLog));
    let proof = ConsistencyProof::of(&restored.tree, 50, 53).unwrap();
    let said = witness.compare_logs(&restored.signed(), Some(&proof)).unwrap();
    assert!(said.starts_with("the new log has all 50"), "{said}");
    restored.play(3, "restored");
    assert_eq!(restored.show(&mut witness, &restored.signed()), Judgement::Extends);
    assert!(witness.may_cosign(&restored.origin()), "the new log is followed");
    let stored = serde_json::to_string(&witness).unwrap();
    let mut witness: Witness = serde_json::from_str(&stored).unwrap();
    assert_eq!(witness.open_alarms().count(), 1);
    assert!(witness.alarms[0].found.ends_with(&said));
    assert!(!witness.dismiss(2, 9) && witness.dismiss(1, 9) && !witness.dismiss(1, 9));
    assert_eq!((witness.open_alarms().count(), witness.alarms.len()), (0, 1));
    // The house that it was copied from must not go on beside it.
    let mut original = house;
    original.play(1, "honest");
    assert_eq!(original.show(&mut witness, &original.signed()), Judgement::Alarm(AlarmKind::EarlierLog));
}

#[test]
fn a_new_log_that_lacks_what_was_witnessed_says_so() {
    let (house, mut witness) = (House::with(50), Witness::default());
    house.show(&mut witness, &house.signed());
    let mut restored = House { incarnation: 2, ..House::with(40) };
    restored.play(20, "restored");
    restored.show(&mut witness, &restored.signed());
    let proof = ConsistencyProof::of(&restored.tree, 50, 60).unwrap();
    for proof in [Some(&proof), None] {
        let said = witness.compare_logs(&restored.signed(), proof).unwrap();
        assert!(said.starts_with("nothing shows that the new log has the 50"), "{said}");
    }
    // Seen for the first time after a newer one.
    let mut late = Witness::default();
    restored.show(&mut late, &restored.signed());
    assert_eq!(house.show(&mut late, &house.signed()), Judgement::Alarm(AlarmKind::EarlierLog));
    assert_eq!(late.logs.len(), 1);
}

#[test]
fn another_key_and_another_house_are_noticed() {
    let (house, mut witness) = (House::with(50), Witness::default());
    house.show(&mut witness, &house.signed());
    let stolen = House { seed: [2; 32], ..house.clone() };
    assert_eq!(stolen.show(&mut witness, &stolen.signed()), Judgement::Alarm(AlarmKind::KeyChanged));
    assert!(witness.consider(AT, &house.signed(), &stolen.public(), 1).is_err(), "signed by somebody else");
    let origin = Origin::new(1, 1, &[8; 32]);
    let key = SigningKey::new(&[1; 32], origin).unwrap();
    let other = key.sign(Checkpoint { origin, sequence: 3, hash: [9; 32], root: Some([1; 32]) });
    let judged = witness.consider(AT, &other, &key.public(LogForm::Tree), 1);
    assert_eq!(judged, Ok(Judgement::Alarm(AlarmKind::OtherHouse)));
    let judged = witness.consider("https://other.example", &other, &key.public(LogForm::Tree), 1);
    assert_eq!(judged, Ok(Judgement::First));
}

#[test]
fn an_alarm_is_raised_once_and_checkpoints_without_a_tree_are_refused() {
    let (house, mut witness) = (House::with(50), Witness::default());
    house.show(&mut witness, &house.signed());
    let mut other = House::with(20);
    other.play(40, "rewritten");
    for _ in 0..3 {
        other.show(&mut witness, &other.signed());
    }
    assert_eq!(witness.alarms.len(), 1);
    let chain = house.key().sign(Checkpoint { root: None, ..house.signed().checkpoint });
    let error = witness.consider(AT, &chain, &house.key().public(LogForm::Chain), 1).unwrap_err();
    assert!(error.to_string().contains("without a tree"), "{error}");
    let proof = ConsistencyProof::of(&house.tree, 20, 50).unwrap();
    assert!(witness.prove(&other.signed(), &proof, 1).is_err(), "it is about other sizes");
}

#[test]
fn a_house_that_shows_nothing_for_too_long_raises_an_alarm() {
    const PATIENCE: i64 = 600_000;
    let minute = |minute: i64| 60_000 * minute;
    let (mut house, mut witness) = (House::with(50), Witness::default());
    witness.unchecked(AT, "connection refused", PATIENCE, minute(0));
    assert!(witness.logs.is_empty(), "a house that never answered is not followed");
    house.show(&mut witness, &house.signed());
    witness.checked(AT, minute(1));
    // The witness itself did not look for a day: that is no silence of the house.
    for (at, alarms) in [(1_500, 0), (1_509, 0), (1_510, 1), (1_511, 1)] {
        witness.unchecked(AT, "connection refused", PATIENCE, minute(at));
        assert_eq!(witness.alarms.len(), alarms, "{at}");
    }
    let alarm = &witness.alarms[0];
    assert_eq!((alarm.kind, &alarm.shown), (AlarmKind::Silent, &String::new()));
    assert_eq!(alarm.found, "nothing could be checked for 10 minutes: connection refused");
    assert!(witness.dismiss(1, minute(1_512)));
    witness.unchecked(AT, "connection refused", PATIENCE, minute(1_530));
    assert_eq!(witness.open_alarms().count(), 0, "somebody knows of this silence");
    // It answers again, and has nothing to hide.
    house.play(3, "honest");
    assert_eq!(house.show(&mut witness, &house.signed()), Judgement::Extends);
    witness.checked(AT, minute(1_540));
    assert!(witness.alarms[0].found.ends_with("; it was checked again after 40 minutes"));
    assert!(witness.may_cosign(&house.origin()));
    // The next silence is another alarm.
    for at in [1_600, 1_620] {
        witness.unchecked(AT, "its proof cannot be read", PATIENCE, minute(at));
    }
    assert_eq!((witness.open_alarms().count(), witness.alarms.len()), (1, 2));
    // The clock was a day ahead when the silence began, and is set right.
    witness.checked(AT, minute(1_630));
    for at in [3_100, 1_640, 1_650] {
        witness.unchecked(AT, "connection refused", PATIENCE, minute(at));
    }
    assert_eq!(witness.alarms.len(), 3);
}
