//! A node as the door for commands: its own houses' are decided here, the others' are sent on.

use std::time::Duration;

use crate::desk::Ticket;
use crate::forward::ClientAnswer;
use crate::ids::{HouseNumber, KeyedCommand, RunId};
use crate::lease::LeaseState;
use crate::message::{CommandAnswer, PeerMessage};
use crate::node::io::NodeAction;
use crate::node::state::Node;

impl Node {
    /// A client has sent a command.
    pub(crate) fn command(&mut self, client: u64, house: HouseNumber, command: KeyedCommand, now: Duration) {
        if !self.serves_clients() {
            let answer = ClientAnswer::NotServing;
            return self.actions.push(NodeAction::AnswerCommand { client, answer });
        }
        if self.forwarder.accept(client, house, command, now, &self.settings) {
            self.forward_due(now);
        } else {
            self.actions.push(NodeAction::AnswerCommand { client, answer: ClientAnswer::Busy });
        }
    }

    /// Sends the commands that are due.
    pub(crate) fn forward_due(&mut self, now: Duration) {
        for due in self.forwarder.due(now) {
            if let Some(reason) = self.houses.get(&due.house).and_then(|here| here.suspended) {
                let client = self.forwarder.finish(due.place);
                let answer = ClientAnswer::Suspended(reason);
                self.actions.extend(client.map(|client| NodeAction::AnswerCommand { client, answer }));
                continue;
            }
            let Some(to) = self.where_to_send(due.house) else {
                self.forwarder.postpone(due.place, now + self.settings.gap_wait);
                continue;
            };
            let Some((attempt, command)) = self.forwarder.send(due.place, to, now, &self.settings) else {
                continue;
            };
            if to == self.me {
                self.submit(due.house, command, Ticket { from: to, attempt }, now);
            } else {
                self.send(to, PeerMessage::Forward { attempt, house: due.house, command });
            }
        }
    }

    /// The node that a command for a house is sent to. A house that is only promised still has its owner.
    fn where_to_send(&self, house: HouseNumber) -> Option<RunId> {
        let owner = self.owner_of(house).map(|hint| hint.run);
        let here = self.houses.get(&house).filter(|here| here.desk.is_some());
        let is_here =
            here.is_some_and(|here| here.lease.state() != LeaseState::Away || owner == Some(self.me));
        if is_here { Some(self.me) } else { owner.filter(|owner| *owner != self.me) }
    }

    pub(crate) fn tick_forwards(&mut self, now: Duration) {
        for (client, answer) in self.forwarder.tick(now) {
            self.actions.push(NodeAction::AnswerCommand { client, answer });
        }
        self.forward_due(now);
    }

    /// Another node has sent a command.
    pub(crate) fn forwarded(
        &mut self,
        from: RunId,
        attempt: u64,
        house: HouseNumber,
        command: KeyedCommand,
        now: Duration,
    ) {
        if self.seen.is_new(from, attempt) {
            self.submit(house, command, Ticket { from, attempt }, now);
        }
    }

    fn submit(&mut self, house: HouseNumber, command: KeyedCommand, ticket: Ticket, now: Duration) {
        let hint = self.hint(house);
        let answer = match self.houses.get_mut(&house) {
            None => Some(hint),
            Some(here) => match (here.suspended, &mut here.desk) {
                (Some(reason), _) => Some(CommandAnswer::Suspended(reason)),
                (None, Some(desk)) => desk.submit(command, ticket, now, &self.settings),
                (None, None) => Some(hint),
            },
        };
        if let Some(answer) = answer {
            self.answer(vec![(ticket, answer)], now);
        }
        self.busy.insert(house);
    }
}
