//! The one entrance of a node.

use std::time::Duration;

use crate::database::DatabaseAnswer;
use crate::ids::RunId;
use crate::lease::LeaseState;
use crate::message::{OwnerHint, PeerMessage};
use crate::node::io::{NodeAction, NodeInput};
use crate::node::state::{CallPurpose, Node};
use crate::rows::SuspensionReason;

impl Node {
    /// Handles an input at `now`, a time of this node's own monotonic clock. Returns what is to be done, in this order.
    pub fn handle(&mut self, input: NodeInput, now: Duration) -> Vec<NodeAction> {
        match input {
            NodeInput::Tick => self.tick(now),
            NodeInput::Database { call, answer } => self.database(call, answer, now),
            NodeInput::Peer { from, message } => self.peer(from, message, now),
            NodeInput::Serve(house) => self.open_house(house).serves = true,
            NodeInput::Opened { house, head } => self.opened(house, head, now),
            NodeInput::Command { client, house, command } => self.command(client, house, command, now),
            NodeInput::Read { read, house, token } => self.read(read, house, token, now),
            NodeInput::Decided { house, number, decisions } => self.decided(house, number, decisions, now),
            NodeInput::ApplyFailed { house, sequence } => {
                self.suspend(house, SuspensionReason::Damaged { sequence }, now);
            }
            NodeInput::Drain => self.drains = true,
        }
        self.decide(now);
        std::mem::take(&mut self.actions)
    }

    fn tick(&mut self, now: Duration) {
        self.tick_member(now);
        self.renew_due(now);
        self.tick_houses(now);
        self.tick_offers(now);
        self.tick_forwards(now);
    }

    fn database(&mut self, call: u64, answer: DatabaseAnswer, now: Duration) {
        let Some(purpose) = self.calls.remove(&call) else { return };
        match purpose {
            CallPurpose::Announce => self.announced(&answer),
            CallPurpose::Beat => self.beaten(&answer, now),
            CallPurpose::Look { sent } => self.looked(sent, answer, now),
            CallPurpose::Claim(house) => self.claim_answered(house, &answer, now),
            CallPurpose::Renew(house) => self.renewed(house, &answer, now),
            CallPurpose::Release(house) => self.release_answered(house, &answer, now),
            CallPurpose::Write(house) => {
                let groups = self.groups_of_call(house, call);
                self.write_answered(house, groups, &answer, now);
            }
            CallPurpose::FindOut(house) => {
                if self.groups_of_call(house, call) > 0 {
                    self.found_out(house, &answer, now);
                }
            }
            CallPurpose::Tail { house, from, fence } => self.tail_read(house, from, fence, answer, now),
            CallPurpose::Leave | CallPurpose::Other => {}
        }
    }

    fn peer(&mut self, from: RunId, message: PeerMessage, now: Duration) {
        match message {
            PeerMessage::Follow { house } => self.follow_asked(house, from, now),
            PeerMessage::Push { house, fence, head, entries } => {
                self.pushed(house, OwnerHint { run: from, fence }, head, entries, now);
            }
            PeerMessage::Forward { attempt, house, command } => {
                self.forwarded(from, attempt, house, command, now);
            }
            PeerMessage::Answer { attempt, answer } => self.answered(attempt, answer, now),
            PeerMessage::Offer { house, fence, head, draining: _ } => {
                self.offered(from, house, fence, head, now);
            }
            PeerMessage::OfferReply { house, fence: _, ready } => {
                self.offer_answered(house, from, ready, now);
            }
            PeerMessage::Granted { house, fence, head, audience } => {
                self.granted(from, house, (fence, head), audience, now);
            }
        }
    }

    /// What this node is to a house, for the page that lists nodes.
    pub fn lease_state(&self, house: crate::ids::HouseNumber) -> LeaseState {
        self.houses.get(&house).map_or(LeaseState::Away, |here| here.lease.state())
    }
}
