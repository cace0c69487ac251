//! An owner whose database answers late: what was asked for an earlier group or an earlier ownership changes nothing.

use std::sync::Arc;
use std::time::Duration;

use croupier_nodes::{
    ChainHead, ClusterView, CommandAnswer, CommandKey, DatabaseAnswer, DatabaseCall, DecidedCommand,
    HouseNumber, KeyedCommand, LeaseRow, LinkedEntry, Node, NodeAction, NodeInput, NodeSettings, PeerMessage,
    RunId,
};

const HOUSE: HouseNumber = HouseNumber(0);
const ME: RunId = RunId(1);

fn entry(sequence: u64) -> LinkedEntry {
    let before = if sequence == 1 { ChainHead::EMPTY.hash } else { [1; 32] };
    LinkedEntry { sequence, before, hash: [1; 32], format: 1, bytes: Vec::new().into() }
}

/// A node with a database that answers at once, except for what concerns groups.
struct Rig {
    node: Node,
    now: Duration,
    fence: u64,
    /// Whether the database has this node as the owner.
    is_owner: bool,
    /// The calls about groups that wait for an answer.
    groups: Vec<(u64, DatabaseCall)>,
    /// The requests to decide that wait for an answer.
    asked: Vec<(u64, Vec<KeyedCommand>)>,
    forgotten: usize,
    answered: usize,
    stored: usize,
    applied: usize,
}

impl Rig {
    /// A node that owns the house.
    fn owner() -> Self {
        let node = Node::new(ME, NodeSettings::default());
        let (groups, asked) = (Vec::new(), Vec::new());
        let mut rig = Self {
            node,
            now: Duration::ZERO,
            fence: 1,
            is_owner: true,
            groups,
            asked,
            forgotten: 0,
            answered: 0,
            stored: 0,
            applied: 0,
        };
        rig.give(NodeInput::Serve(HOUSE));
        rig.give(NodeInput::Opened { house: HOUSE, head: ChainHead::EMPTY });
        rig.wait(3000);
        assert!(rig.owns());
        rig
    }

    fn owns(&self) -> bool {
        self.node.owned().next().is_some()
    }

    fn wait(&mut self, milliseconds: u64) {
        for _ in 0..milliseconds / 20 {
            self.now += Duration::from_millis(20);
            self.give(NodeInput::Tick);
        }
    }

    fn give(&mut self, input: NodeInput) {
        for action in self.node.handle(input, self.now) {
            match action {
                NodeAction::Call { call, what } => self.call(call, what),
                NodeAction::Decide { number, commands, .. } => self.asked.push((number, commands)),
                NodeAction::Forget(_) => self.forgotten += 1,
                NodeAction::AnswerCommand { .. } => self.answered += 1,
                NodeAction::Stored(_) => self.stored += 1,
                NodeAction::Apply { entries, .. } => self.applied += entries.len(),
                _ => {}
            }
        }
    }

    fn call(&mut self, call: u64, what: DatabaseCall) {
        let answer = match &what {
            DatabaseCall::Write { .. } | DatabaseCall::FindOut { .. } => {
                return self.groups.push((call, what));
            }
            DatabaseCall::Look => {
                let run = self.node.owned().next().map(|_| ME);
                let lease = LeaseRow { house: HOUSE, run, fence: self.fence, renewals: 1, suspended: None };
                DatabaseAnswer::View(Arc::new(ClusterView {
                    format: 1,
                    leases: vec![lease],
                    ..ClusterView::default()
                }))
            }
            DatabaseCall::Claim { .. } | DatabaseCall::Renew { .. } if !self.is_owner => {
                DatabaseAnswer::NotOwner
            }
            DatabaseCall::Claim { .. } => {
                self.fence += 1;
                DatabaseAnswer::Owned { fence: self.fence }
            }
            DatabaseCall::Renew { .. } => DatabaseAnswer::Owned { fence: self.fence },
            DatabaseCall::ReadTail { .. } => {
                let (at, head) = (Some(ChainHead::EMPTY.hash), ChainHead::EMPTY);
                DatabaseAnswer::Tail { at, head, entries: Vec::new() }
            }
            _ => DatabaseAnswer::Done,
        };
        self.give(NodeInput::Database { call, answer });
    }

    fn command(&mut self, key: u128) {
        let command = KeyedCommand { key: CommandKey(key), again: false, body: Vec::new().into() };
        let client = u64::try_from(key).unwrap();
        self.give(NodeInput::Command { client, house: HOUSE, command });
    }

    /// The house answers what it was first asked: one entry for each command, from a sequence on.
    fn decides(&mut self, from: u64) {
        let (number, commands) = self.asked.remove(0);
        let done = |sequence| CommandAnswer::Done { fence: 1, sequence, body: Vec::new().into() };
        let decide = |sequence| DecidedCommand { entries: vec![entry(sequence)], answer: done(sequence) };
        let decisions = (from..).take(commands.len()).map(decide).collect();
        self.give(NodeInput::Decided { house: HOUSE, number, decisions });
    }

    /// The database answers the first call about a group.
    fn answers(&mut self, answer: DatabaseAnswer) {
        let (call, _) = self.groups.remove(0);
        self.give(NodeInput::Database { call, answer });
    }
}

#[test]
fn a_house_is_asked_again_only_when_it_has_answered() {
    let mut rig = Rig::owner();
    rig.command(1);
    rig.decides(1);
    // The second is being decided while the first turns out not to be stored.
    rig.command(2);
    assert_eq!((rig.asked.len(), rig.groups.len()), (1, 1));
    rig.answers(DatabaseAnswer::Lost);
    rig.answers(DatabaseAnswer::Found { fence: 5, head: ChainHead::EMPTY });
    assert_eq!((rig.forgotten, rig.asked.len()), (1, 1), "the house has not answered");
    rig.decides(2);
    // It has decided on what is not there: it forgets that too, and decides both.
    assert_eq!((rig.forgotten, rig.asked.len(), rig.groups.len()), (2, 1, 0));
    assert_eq!(rig.asked[0].1.iter().map(|command| command.key.0).collect::<Vec<_>>(), [1, 2]);
    rig.decides(1);
    rig.answers(DatabaseAnswer::Done);
    assert_eq!(rig.answered, 2);
}

#[test]
fn the_answer_to_the_write_of_an_earlier_ownership_says_nothing_of_a_later_one() {
    let mut rig = Rig::owner();
    rig.command(1);
    rig.decides(1);
    let earlier = rig.groups.remove(0);
    // A renewal is refused: the house is lost, and claimed again. The command is tried again.
    rig.is_owner = false;
    rig.wait(600);
    assert!(rig.forgotten > 0, "it was lost");
    rig.is_owner = true;
    rig.wait(3000);
    assert!(rig.owns());
    rig.decides(1);
    assert_eq!((rig.groups.len(), rig.answered), (1, 0));
    rig.give(NodeInput::Database { call: earlier.0, answer: DatabaseAnswer::Done });
    assert_eq!(rig.answered, 0, "it is not stored");
    rig.answers(DatabaseAnswer::Done);
    assert_eq!(rig.answered, 1);
}

/// An owner with two groups of one command each that are being written.
fn two_writes() -> Rig {
    let mut rig = Rig::owner();
    for sequence in [1, 2] {
        rig.command(sequence.into());
        rig.decides(sequence);
    }
    assert_eq!(rig.groups.len(), 2);
    rig
}

#[test]
fn a_group_that_is_stored_says_that_those_before_it_are() {
    let mut rig = two_writes();
    let (second, _) = rig.groups.remove(1);
    rig.give(NodeInput::Database { call: second, answer: DatabaseAnswer::Done });
    assert_eq!((rig.stored, rig.answered, rig.applied), (2, 2, 2));
    rig.answers(DatabaseAnswer::Lost);
    assert_eq!((rig.stored, rig.groups.len()), (2, 0), "it is known");
}

#[test]
fn what_follows_a_group_that_is_stored_and_is_not_itself_is_decided_again() {
    let mut rig = two_writes();
    rig.answers(DatabaseAnswer::Lost);
    let (found_out, _) = rig.groups.pop().unwrap();
    // What the second write is answered counts no more.
    rig.answers(DatabaseAnswer::Lost);
    assert!(rig.groups.is_empty());
    let answer = DatabaseAnswer::Found { fence: 5, head: entry(1).head() };
    rig.give(NodeInput::Database { call: found_out, answer });
    assert_eq!((rig.stored, rig.answered, rig.forgotten), (1, 1, 1));
    assert_eq!(rig.asked[0].1[0].key, CommandKey(2));
}

#[test]
fn a_house_that_may_have_decided_applies_nothing_of_others() {
    let mut rig = Rig::owner();
    rig.command(1);
    // The house is lost while it decides: what it decides then it has to forget first.
    rig.is_owner = false;
    rig.wait(3000);
    assert!(!rig.owns());
    let fence = rig.fence + 1;
    let push = |from: u64| PeerMessage::Push {
        house: HOUSE,
        fence,
        head: entry(2).head(),
        entries: (from..=2).map(entry).collect(),
    };
    rig.give(NodeInput::Peer { from: RunId(2), message: push(1) });
    assert_eq!(rig.applied, 0);
    let forgotten = rig.forgotten;
    rig.decides(1);
    assert_eq!(rig.forgotten, forgotten + 1);
    rig.give(NodeInput::Peer { from: RunId(2), message: push(1) });
    assert_eq!(rig.applied, 2);
}
