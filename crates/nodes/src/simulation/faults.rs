//! What fails in a simulation, and how it is repaired.

use crate::database::DatabaseAnswer;
use crate::ids::HouseNumber;
use crate::node::{Membership, Node, NodeInput};
use crate::simulation::report::Outage;
use crate::simulation::scenario::SimFault;
use crate::simulation::world::{SimEvent, World};

impl World<'_> {
    pub(crate) fn fault(&mut self, fault: SimFault) {
        if self.is_over {
            return;
        }
        let time = self.time;
        match fault {
            SimFault::Kill(node) => self.kill(node),
            SimFault::Start(node) => self.restart(node, false),
            SimFault::Pause(node, span) => self.pause(node, span),
            SimFault::CutFromNodes(node, span) => self.machines[node].cut_from_nodes = time + span,
            SimFault::CutFromDatabase(node, span) => self.machines[node].cut_from_database = time + span,
            SimFault::Hang(node, hung) => {
                self.database.hangs.insert(node, hung);
            }
            SimFault::Promote { gone, loses } => self.database_fails(gone, loses),
            SimFault::JumpClock(node, by) => self.machines[node].wall += by,
            SimFault::Drain(node) => self.drain(node),
            SimFault::Upgrade(node) => {
                self.drain(node);
                self.after(200_000, SimEvent::Restart { node, upgrade: true });
            }
        }
    }

    fn owned_by(&self, node: usize) -> Vec<(HouseNumber, u64)> {
        let run = self.machines[node].run;
        let rows = self.database.tables.leases().iter().filter(|row| row.run == Some(run));
        rows.map(|row| (row.house, row.fence)).collect()
    }

    fn kill(&mut self, node: usize) {
        if self.machines[node].node.take().is_none() {
            return;
        }
        for (house, fence) in self.owned_by(node) {
            self.measures.killed.insert(house, self.time);
            self.measures.unanswered.insert(house, Outage { since: self.time, fence, owned_at: None });
        }
        self.machines[node].paused = false;
        self.machines[node].killed = self.time;
        self.machines[node].backlog.clear();
        self.reset_clients(node);
    }

    fn pause(&mut self, node: usize, span: u64) {
        let machine = &mut self.machines[node];
        if machine.node.is_none() || machine.paused {
            return;
        }
        machine.paused = true;
        if span > 3_000_000 {
            for (house, _) in self.owned_by(node) {
                self.measures.paused.insert(house, self.time);
            }
        }
        self.after(span, SimEvent::Resume { node });
    }

    pub(crate) fn resume(&mut self, node: usize) {
        if !self.machines[node].paused {
            return;
        }
        self.machines[node].paused = false;
        // What arrived meanwhile is read before or after the timers of the node: both happen.
        if self.random.happens(500_000) {
            self.give(node, NodeInput::Tick);
        }
        let backlog: Vec<SimEvent> = self.machines[node].backlog.drain(..).collect();
        for event in backlog {
            let delay = self.random.below(50);
            self.after(delay, event);
        }
    }

    fn drain(&mut self, node: usize) {
        if self.machines[node].node.is_some() && !self.machines[node].paused {
            self.give(node, NodeInput::Drain);
        }
    }

    /// Starts a node that does not run, or that has left and answered everybody.
    pub(crate) fn restart(&mut self, node: usize, upgrade: bool) {
        let machine = &mut self.machines[node];
        let is_done = machine
            .node
            .as_ref()
            .is_none_or(|state| state.membership() == Membership::Left && state.waiting_commands() == 0);
        let drains = machine.node.as_ref().is_some_and(Node::is_draining);
        if !is_done {
            if drains {
                self.after(200_000, SimEvent::Restart { node, upgrade });
            }
            return;
        }
        machine.format += u16::from(upgrade);
        machine.node = None;
        self.reset_clients(node);
        self.start(node);
    }

    fn database_fails(&mut self, gone: u64, loses: u64) {
        if !self.database.is_up {
            return;
        }
        self.database.is_up = false;
        let gone_since = self.time;
        self.after(gone, SimEvent::Promoted { gone_since, loses });
        // All connections break.
        for node in 0..self.machines.len() {
            let run = self.machines[node].run;
            let calls: Vec<u64> = self.machines[node].outstanding.iter().copied().collect();
            for call in calls {
                let delay = self.latency();
                let answer = DatabaseAnswer::Lost;
                self.after(delay, SimEvent::FromDatabase { node, run, call, answer });
            }
        }
    }

    pub(crate) fn promoted(&mut self, gone_since: u64, loses: u64) {
        let lost_since = (loses > 0).then(|| gone_since.saturating_sub(loses));
        self.measures.lost_entries += self.database.promote(lost_since);
        self.show_entries();
    }

    /// The end: everything is repaired, and no further request is sent.
    pub(crate) fn repair(&mut self) {
        self.is_over = true;
        for node in 0..self.machines.len() {
            self.machines[node].cut_from_nodes = 0;
            self.machines[node].cut_from_database = 0;
            self.resume(node);
            let is_wanted = !self.scenario.absent.contains(&node);
            let serves = self.machines[node].node.as_ref().is_some_and(|state| !state.is_draining());
            if !serves && is_wanted {
                self.kill(node);
                self.start(node);
            }
        }
    }
}
