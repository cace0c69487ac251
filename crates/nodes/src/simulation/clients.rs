//! The clients of a simulation: each sends a request, repeats it under the same key until it is answered, and pauses.

use std::sync::Arc;

use crate::forward::ClientAnswer;
use crate::history::{ClientOperation, ClientRequest, ClientResponse};
use crate::ids::{CommandKey, HouseNumber, KeyedCommand};
use crate::message::CommandAnswer;
use crate::node::{NodeInput, ReadAnswer};
use crate::simulation::defect::Defect;
use crate::simulation::houses::SimCommand;
use crate::simulation::replica::total_in;
use crate::simulation::world::{ClientAsks, ClientHears, ClientWaits, SimClient, SimEvent, World};

/// How long a client waits for a node before it asks another.
const CLIENT_PATIENCE: u64 = 2_500_000;

impl World<'_> {
    pub(crate) fn add_clients(&mut self, first: u64) {
        for house in 0..self.scenario.houses {
            for _ in 0..self.scenario.clients {
                let client = self.clients.len();
                self.clients.push(SimClient {
                    house: HouseNumber(house),
                    token: 0,
                    operation: None,
                    key: CommandKey(0),
                    body: Vec::new().into(),
                    attempt: 0,
                    again: false,
                });
                let delay = first + self.random.below(self.scenario.pause);
                self.after(delay, SimEvent::ClientNext(client));
            }
        }
    }

    /// A client sends its open request again, or the next one.
    pub(crate) fn client_next(&mut self, client: usize) {
        if self.clients[client].operation.is_none() {
            if self.is_over {
                return;
            }
            self.new_request(client);
        }
        self.ask(client);
    }

    fn new_request(&mut self, client: usize) {
        let key = CommandKey((client as u128) << 64 | u128::from(self.random.next()));
        let house = self.clients[client].house;
        let SimCommand { body, amount } = self.houses.command(house, &mut self.random);
        let reads = self.random.happens(400_000);
        let request = match (reads, amount) {
            (true, _) => ClientRequest::Read,
            (false, Some(amount)) => ClientRequest::Add { key: key.0, amount },
            (false, None) => ClientRequest::Command { key: key.0 },
        };
        let state = &mut self.clients[client];
        (state.key, state.body, state.again) = (key, body, false);
        state.operation = Some(self.history.operations.len());
        self.history.operations.push(ClientOperation {
            client: u32::try_from(client).expect("few clients"),
            house: state.house.0,
            invoked: self.time,
            request,
            response: None,
            turned_away: 0,
            unreadable: 0,
        });
    }

    /// Sends the open request to some node.
    fn ask(&mut self, client: usize) {
        let state = &self.clients[client];
        let Some(operation) = state.operation else { return };
        let house = state.house;
        let (asked, node) = match self.history.operations[operation].request {
            ClientRequest::Read => {
                let ignores = self.scenario.defect == Some(Defect::IgnoresTokens);
                let token = if ignores { 0 } else { state.token };
                let serving = self.serving(house);
                (ClientAsks::Read { house, token }, self.some_of(&serving))
            }
            ClientRequest::Add { .. } | ClientRequest::Command { .. } => {
                let (key, again, body) = (state.key, state.again, Arc::clone(&state.body));
                let command = KeyedCommand { key, again, body };
                let all: Vec<usize> = (0..self.scenario.nodes).collect();
                (ClientAsks::Command { house, command }, self.some_of(&all))
            }
        };
        self.next_request += 1;
        let request = self.next_request;
        let state = &mut self.clients[client];
        state.again = true;
        state.attempt = request;
        self.waits.insert(request, ClientWaits { client, attempt: request, node });
        let delay = self.latency();
        self.after(delay, SimEvent::ClientArrives { node, request, asked });
        self.after(CLIENT_PATIENCE, SimEvent::ClientLate { client, attempt: request });
    }

    /// One of these nodes that the load balancer offers, or of all if it offers none.
    fn some_of(&mut self, nodes: &[usize]) -> usize {
        let offered: Vec<usize> = nodes.iter().copied().filter(|node| self.is_offered(*node)).collect();
        let among = if offered.is_empty() { nodes } else { &offered };
        among[self.random.index(among.len())]
    }

    /// A request arrives at a node, or where one was.
    pub(crate) fn client_arrives(&mut self, node: usize, request: u64, asked: ClientAsks) {
        if self.machines[node].node.is_none() {
            return self.answer_client(node, request, ClientHears::Reset);
        }
        if self.machines[node].paused {
            let event = SimEvent::ClientArrives { node, request, asked };
            return self.machines[node].backlog.push_back(event);
        }
        self.planted_timeout(node, request, &asked);
        let input = match asked {
            ClientAsks::Command { house, command } => NodeInput::Command { client: request, house, command },
            ClientAsks::Read { house, token } => NodeInput::Read { read: request, house, token },
        };
        self.give(node, input);
    }

    /// A node answers a request.
    pub(crate) fn answer_client(&mut self, node: usize, request: u64, heard: ClientHears) {
        let Some(waits) = self.waits.remove(&request) else { return };
        debug_assert_eq!(waits.node, node);
        let delay = self.latency();
        let (client, attempt) = (waits.client, waits.attempt);
        self.after(delay, SimEvent::ClientHears { client, attempt, heard });
    }

    /// The connections of a node break.
    pub(crate) fn reset_clients(&mut self, node: usize) {
        let open = self.waits.iter().filter(|(_, waits)| waits.node == node);
        let open: Vec<u64> = open.map(|(request, _)| *request).collect();
        for request in open {
            self.answer_client(node, request, ClientHears::Reset);
        }
    }

    pub(crate) fn client_late(&mut self, client: usize, attempt: u64) {
        let state = &self.clients[client];
        if state.attempt == attempt && state.operation.is_some() {
            // It closes the connection: an answer to this attempt does not reach it.
            self.waits.remove(&attempt);
            self.ask(client);
        }
    }

    pub(crate) fn client_hears(&mut self, client: usize, attempt: u64, heard: ClientHears) {
        let Some(operation) =
            self.clients[client].operation.filter(|_| self.clients[client].attempt == attempt)
        else {
            return;
        };
        let response = match heard {
            ClientHears::Command(ClientAnswer::House(CommandAnswer::Done { fence, sequence, body })) => {
                Some(ClientResponse::Added { sequence, total: total_in(&body), fence })
            }
            ClientHears::Command(ClientAnswer::House(_)) => Some(ClientResponse::Refused),
            ClientHears::Read { answer: ReadAnswer::Show, sequence, total } => {
                Some(ClientResponse::Shown { sequence, total })
            }
            ClientHears::Command(ClientAnswer::Suspended(_))
            | ClientHears::Read { answer: ReadAnswer::Suspended(_), .. } => Some(ClientResponse::Suspended),
            ClientHears::Command(ClientAnswer::Busy | ClientAnswer::Unavailable)
            | ClientHears::Read { answer: ReadAnswer::Late, .. } => {
                self.history.operations[operation].turned_away += 1;
                None
            }
            ClientHears::Read { answer: ReadAnswer::Unreadable, .. } => {
                self.history.operations[operation].unreadable += 1;
                None
            }
            ClientHears::Reset
            | ClientHears::Command(ClientAnswer::NotServing)
            | ClientHears::Read { answer: ReadAnswer::NotServed, .. } => None,
        };
        match response {
            Some(response) => self.complete(client, operation, response),
            None => {
                let delay = self.random.between(20_000, 100_000);
                self.after(delay, SimEvent::ClientNext(client));
            }
        }
    }

    fn complete(&mut self, client: usize, operation: usize, response: ClientResponse) {
        let time = self.time;
        let record = &mut self.history.operations[operation];
        record.response = Some((time, response));
        let invoked = record.invoked;
        let took = time - invoked;
        let state = &mut self.clients[client];
        state.operation = None;
        match response {
            ClientResponse::Added { sequence, fence, .. } => {
                state.token = state.token.max(sequence);
                self.measures.command.add(took);
                let house = self.clients[client].house;
                let unanswered = &mut self.measures.unanswered;
                if let Some(outage) = unanswered.get(&house).copied()
                    && fence > outage.fence
                {
                    unanswered.remove(&house);
                    // Nobody had waited if the command was sent later.
                    if outage.owned_at.is_some_and(|at| invoked <= at) {
                        self.measures.answer_after_kill.add(time - outage.since);
                    }
                }
            }
            ClientResponse::Shown { sequence, .. } => {
                state.token = state.token.max(sequence);
                self.measures.read.add(took);
            }
            ClientResponse::Refused => self.measures.command.add(took),
            // There is nothing more to ask of a house that is suspended.
            ClientResponse::Suspended => return,
        }
        let delay = self.scenario.pause / 2 + self.random.below(self.scenario.pause);
        self.after(delay, SimEvent::ClientNext(client));
    }
}
