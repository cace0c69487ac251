//! What a node knows.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::Duration;

use crate::database::DatabaseCall;
use crate::desk::{OwnerDesk, TicketAnswers};
use crate::follower::Follower;
use crate::forward::{Forwarder, SeenAttempts};
use crate::ids::{ChainHead, HouseNumber, RunId};
use crate::lease::{LeaseClock, LeaseState};
use crate::members::Members;
use crate::message::{CommandAnswer, OwnerHint, PeerMessage};
use crate::node::io::{NodeAction, NodeNote};
use crate::rows::{JoinRefusal, SuspensionReason};
use crate::settings::NodeSettings;
use crate::watch::StillWatch;

/// How a node belongs to the cluster.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Membership {
    /// It wants to join.
    Joining,
    /// It is a member.
    Joined,
    /// It may not join.
    Refused(JoinRefusal),
    /// It has left.
    Left,
}

/// A house that this node gives away.
#[derive(Clone, Debug)]
pub(crate) struct Giving {
    pub(crate) to: RunId,
    pub(crate) until: Duration,
    /// Whether the receiver is ready and no further group is decided.
    pub(crate) is_closing: bool,
    /// Whether the outcome of the release is unknown.
    pub(crate) is_unsure: bool,
}

/// A house that this node has been offered and would own.
#[derive(Clone, Debug)]
pub(crate) struct Promised {
    pub(crate) from: RunId,
    pub(crate) fence: u64,
    pub(crate) head: u64,
    pub(crate) ready: Option<Duration>,
    pub(crate) until: Duration,
}

/// A house at this node: it serves, follows or owns it, or is about to.
#[derive(Debug)]
pub(crate) struct HouseHere {
    pub(crate) serves: bool,
    pub(crate) lease: LeaseClock,
    /// `None` while the house is being loaded.
    pub(crate) follower: Option<Follower>,
    pub(crate) follow_at: Duration,
    /// Whom the last request to be pushed entries went to.
    pub(crate) follows: Option<RunId>,
    /// The commands, while this node owns the house or is about to.
    pub(crate) desk: Option<OwnerDesk>,
    /// The group that the house is deciding, perhaps for an earlier desk.
    pub(crate) asked: Option<u64>,
    /// The calls whose answers say what became of the groups that are being written: one for each in their order, or one for all.
    pub(crate) group_calls: VecDeque<u64>,
    /// Who is pushed entries, until when.
    pub(crate) audience: BTreeMap<RunId, Duration>,
    pub(crate) push_at: Duration,
    /// When the database is asked again after it could not be.
    pub(crate) retry_at: Option<Duration>,
    pub(crate) giving: Option<Giving>,
    pub(crate) promised: Option<Promised>,
    pub(crate) suspended: Option<SuspensionReason>,
}

impl HouseHere {
    pub(crate) const fn new() -> Self {
        Self {
            serves: false,
            lease: LeaseClock::away(),
            follower: None,
            follow_at: Duration::ZERO,
            follows: None,
            desk: None,
            asked: None,
            group_calls: VecDeque::new(),
            audience: BTreeMap::new(),
            push_at: Duration::ZERO,
            retry_at: None,
            giving: None,
            promised: None,
            suspended: None,
        }
    }

    /// Whether the house may have decided something that is not stored, and has not been made to forget it. It cannot apply what others
    /// have committed then.
    pub(crate) fn may_be_ahead(&self) -> bool {
        self.asked.is_some() || self.desk.as_ref().is_some_and(|desk| !desk.is_idle())
    }

    pub(crate) fn head(&self) -> ChainHead {
        self.follower.as_ref().map_or(ChainHead::EMPTY, Follower::applied)
    }
}

/// The lease of a house as the database last showed it, and since when.
#[derive(Clone, Debug, Default)]
pub(crate) struct WatchedLease {
    pub(crate) watch: StillWatch<(Option<RunId>, u64, u64)>,
    pub(crate) owner: Option<OwnerHint>,
    /// When that was heard.
    pub(crate) heard: Duration,
}

/// Why the database was asked.
#[derive(Clone, Copy, Debug)]
pub(crate) enum CallPurpose {
    Announce,
    Beat,
    Leave,
    Look { sent: Duration },
    Claim(HouseNumber),
    Renew(HouseNumber),
    Release(HouseNumber),
    Write(HouseNumber),
    FindOut(HouseNumber),
    Tail { house: HouseNumber, from: ChainHead, fence: Option<u64> },
    Other,
}

/// A lease that may be claimed, unless it changes before.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RipeLease {
    pub(crate) house: HouseNumber,
    pub(crate) at: Duration,
    pub(crate) run: Option<RunId>,
    pub(crate) renewals: u64,
    /// Whether it is claimed only as long as this node has less than its share.
    pub(crate) needs_share: bool,
}

/// One node: owns and follows houses, and sends commands on to their owners.
#[derive(Debug)]
pub struct Node {
    pub(crate) me: RunId,
    pub(crate) settings: NodeSettings,
    pub(crate) membership: Membership,
    pub(crate) is_joining: bool,
    pub(crate) drains: bool,
    pub(crate) members: Members,
    /// By the number of the house.
    pub(crate) leases: Vec<WatchedLease>,
    pub(crate) houses: BTreeMap<HouseNumber, HouseHere>,
    pub(crate) forwarder: Forwarder,
    pub(crate) seen: SeenAttempts,
    pub(crate) calls: BTreeMap<u64, CallPurpose>,
    pub(crate) next_call: u64,
    pub(crate) next_decision: u64,
    pub(crate) look_at: Duration,
    pub(crate) is_looking: bool,
    pub(crate) beat_at: Duration,
    pub(crate) ripe: Vec<RipeLease>,
    /// Claims under way.
    pub(crate) claims: usize,
    /// Nodes that have declined a house, until when they are not asked again.
    pub(crate) declined: BTreeMap<RunId, Duration>,
    /// Houses whose desk may have a group to decide.
    pub(crate) busy: BTreeSet<HouseNumber>,
    pub(crate) actions: Vec<NodeAction>,
}

impl Node {
    /// A node that wants to join. `me` is another one at every start.
    pub fn new(me: RunId, settings: NodeSettings) -> Self {
        Self {
            me,
            settings,
            membership: Membership::Joining,
            is_joining: false,
            drains: false,
            members: Members::default(),
            leases: Vec::new(),
            houses: BTreeMap::new(),
            forwarder: Forwarder::default(),
            seen: SeenAttempts::default(),
            calls: BTreeMap::new(),
            next_call: 0,
            next_decision: 0,
            look_at: Duration::ZERO,
            is_looking: false,
            beat_at: Duration::ZERO,
            ripe: Vec::new(),
            claims: 0,
            declined: BTreeMap::new(),
            busy: BTreeSet::new(),
            actions: Vec::new(),
        }
    }

    /// How this node belongs to the cluster.
    pub const fn membership(&self) -> Membership {
        self.membership
    }

    /// Whether clients are served: a node that may not join, or has left, serves nobody.
    pub const fn serves_clients(&self) -> bool {
        matches!(self.membership, Membership::Joining | Membership::Joined)
    }

    /// Whether this node gives all its houses away.
    pub const fn is_draining(&self) -> bool {
        self.drains
    }

    /// How many commands of clients wait for an answer.
    pub fn waiting_commands(&self) -> usize {
        self.forwarder.len()
    }

    /// The houses that this node owns, with their fences.
    pub fn owned(&self) -> impl Iterator<Item = (HouseNumber, u64)> {
        let owned = self.houses.iter().filter(|(_, here)| here.lease.state() == LeaseState::Owning);
        owned.map(|(house, here)| (*house, here.lease.fence()))
    }

    /// Whether this node may tick the tables of a house now.
    pub fn may_act(&self, house: HouseNumber, now: Duration) -> bool {
        self.houses.get(&house).is_some_and(|here| here.lease.may_act(now))
    }

    /// Whether a house is being loaded. One that is loaded when this node no longer wants it is forgotten.
    pub fn is_loading(&self, house: HouseNumber) -> bool {
        self.houses.get(&house).is_some_and(|here| here.follower.is_none())
    }

    /// How many known entries of a house this node has not applied, and how long it has heard nothing.
    pub fn lag(&self, house: HouseNumber, now: Duration) -> Option<(u64, Duration)> {
        let follower = self.houses.get(&house)?.follower.as_ref()?;
        Some((follower.lag(), follower.silence(now)))
    }

    pub(crate) fn call(&mut self, purpose: CallPurpose, what: DatabaseCall) {
        self.next_call += 1;
        self.calls.insert(self.next_call, purpose);
        self.actions.push(NodeAction::Call { call: self.next_call, what });
    }

    /// Asks the database to write a group of a house.
    pub(crate) fn call_to_write(&mut self, house: HouseNumber, what: DatabaseCall) {
        self.call(CallPurpose::Write(house), what);
        if let Some(here) = self.houses.get_mut(&house) {
            here.group_calls.push_back(self.next_call);
        }
    }

    /// Asks the database what became of the groups of a house. What is answered to their writes counts no more.
    pub(crate) fn call_to_find_out(&mut self, house: HouseNumber) {
        self.call(CallPurpose::FindOut(house), DatabaseCall::FindOut { house });
        if let Some(here) = self.houses.get_mut(&house) {
            here.group_calls = VecDeque::from([self.next_call]);
        }
    }

    pub(crate) fn send(&mut self, to: RunId, message: PeerMessage) {
        self.actions.push(NodeAction::Send { to, message });
    }

    pub(crate) fn note(&mut self, note: NodeNote) {
        self.actions.push(NodeAction::Note(note));
    }

    /// How many houses this node has a lease of.
    pub(crate) fn owned_count(&self) -> usize {
        self.houses.values().filter(|here| here.lease.has_lease()).count()
    }

    pub(crate) fn owner_of(&self, house: HouseNumber) -> Option<OwnerHint> {
        self.leases.get(usize::from(house.0)).and_then(|lease| lease.owner)
    }

    pub(crate) fn watched(&mut self, house: HouseNumber) -> &mut WatchedLease {
        let place = usize::from(house.0);
        if place >= self.leases.len() {
            self.leases.resize_with(place + 1, WatchedLease::default);
        }
        &mut self.leases[place]
    }

    /// Notes where the owner of a house is said to be. The higher fence is right.
    pub(crate) fn hear_of_owner(&mut self, house: HouseNumber, hint: OwnerHint, now: Duration) {
        let lease = self.watched(house);
        if lease.owner.is_none_or(|known| known.fence < hint.fence) {
            lease.owner = Some(hint);
            lease.heard = now;
            self.forwarder.redirect(house, hint.run, now);
        }
    }

    pub(crate) fn hint(&self, house: HouseNumber) -> CommandAnswer {
        CommandAnswer::NotOwner(self.owner_of(house).filter(|hint| hint.run != self.me))
    }

    /// Brings answers to those who wait for them, here or at other nodes.
    pub(crate) fn answer(&mut self, answers: TicketAnswers, now: Duration) {
        for (ticket, answer) in answers {
            if ticket.from == self.me {
                self.answered(ticket.attempt, answer, now);
            } else {
                self.send(ticket.from, PeerMessage::Answer { attempt: ticket.attempt, answer });
            }
        }
    }

    /// The answer to an attempt of this node.
    pub(crate) fn answered(&mut self, attempt: u64, answer: CommandAnswer, now: Duration) {
        let result = self.forwarder.answered(attempt, answer, now, &self.settings);
        if let Some((client, answer)) = result.client {
            self.actions.push(NodeAction::AnswerCommand { client, answer });
        }
        if let Some((house, hint)) = result.owner {
            self.hear_of_owner(house, hint, now);
        }
    }
}
