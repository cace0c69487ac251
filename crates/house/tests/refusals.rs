//! A refused command leaves the whole house as it was: the two refusals that once destroyed a table, and their like.

use crate::common::{ANN, BEN, CASHIER, INSPECTOR, MANAGER, Rig, TestVault, money, rejected, state_digest};
use croupier_house::command::{Command, Request, TableCommand};
use croupier_house::ids::{Actor, TableId};
use croupier_house::ledger::Unit;
use croupier_house::office::Exchange;
use croupier_house::paper::{Count, ProposedAction};
use croupier_house::table::{Mode, Phase};
use croupier_house::{Rejection, RejectionCode};

/// A house with an automatic wheel that deals from a chain of seeds.
struct Wheel {
    rig: Rig,
    vault: TestVault,
    id: TableId,
}

impl Wheel {
    fn open() -> Self {
        let rig = Rig::new();
        let id = rig.table_named("American A");
        let mut wheel = Self { rig, vault: TestVault::new(5), id };
        let proposal =
            wheel.propose(ProposedAction::Open { mode: Mode::Automatic, opener: Count::default() });
        wheel.authorise(proposal).unwrap();
        for person in [ANN, BEN] {
            wheel.at(Actor::Person(person), TableCommand::Sit { person }).unwrap();
        }
        wheel
    }

    fn give(&mut self, by: Actor, command: Command) -> Result<(), Rejection> {
        self.rig.now.at += 1;
        let request = Request { key: None, by, command };
        let done = self.rig.house.commit(&request, self.rig.now, &mut self.vault).map_err(rejected)?;
        self.rig.journal.extend(done.entries);
        Ok(())
    }

    fn at(&mut self, by: Actor, act: TableCommand) -> Result<(), Rejection> {
        self.give(by, Command::Table(self.id, act))
    }

    fn propose(&mut self, action: ProposedAction) -> u32 {
        self.at(Actor::Person(MANAGER), TableCommand::Propose(action)).unwrap();
        self.rig.table(self.id).papers.proposals_made
    }

    fn authorise(&mut self, proposal: u32) -> Result<(), Rejection> {
        self.at(Actor::Person(INSPECTOR), TableCommand::Authorise { proposal })
    }

    fn tick(&mut self) {
        self.at(Actor::House, TableCommand::Tick).unwrap();
    }

    fn bet(&mut self, wager: &str) {
        let id = self.id;
        let bet = TableCommand::Bet {
            person: ANN,
            amount: money(20),
            wager: wager.to_owned(),
            area: None,
            with: croupier_house::command::PaidWith::Chips,
        };
        self.give(Actor::Person(ANN), Command::Table(id, bet)).unwrap();
    }

    /// Plays the round to its end, and opens the journal again.
    fn finish_and_replay(&mut self) {
        while self.rig.phase(self.id) != Phase::Payment {
            self.tick();
        }
        self.rig.replay();
    }

    /// Ann holds wheel chips that the empty float cannot cash in.
    fn take_wheel_chips(&mut self) {
        let exchange = Exchange::ToWheel { with: Unit::Cash, amount: money(100), colour: 1, value: money(1) };
        let at = Some(self.id);
        self.give(Actor::Person(ANN), Command::RequestExchange { at, person: ANN, exchange }).unwrap();
        let number = self.rig.table(self.id).exchanges.last_number;
        self.give(Actor::Person(MANAGER), Command::ConfirmExchange { at, number }).unwrap();
    }
}

#[test]
fn refusing_to_close_for_funds_while_bets_are_placed_keeps_the_bound_seed() {
    let mut wheel = Wheel::open();
    wheel.take_wheel_chips();
    wheel.tick();
    assert_eq!(wheel.rig.phase(wheel.id), Phase::PlaceYourBets);
    let proposal = wheel.propose(ProposedAction::Close { closer: Count::default() });
    let before = state_digest(&wheel.rig.house);
    let refused = wheel.authorise(proposal).unwrap_err();
    assert_eq!(refused.code, RejectionCode::Funds);
    assert_eq!(state_digest(&wheel.rig.house), before);
    // The round that follows is dealt from the seed that was committed to before.
    wheel.bet("red");
    wheel.finish_and_replay();
}

#[test]
fn authorising_a_void_under_a_wrong_house_key_keeps_every_stake() {
    let mut wheel = Wheel::open();
    wheel.tick();
    for wager in ["red", "straight 17", "odd"] {
        wheel.bet(wager);
    }
    let round = wheel.rig.table(wheel.id).rounds;
    let reason = "the ball left the wheel".to_owned();
    let proposal = wheel.propose(ProposedAction::Void { round, reason });
    let before = state_digest(&wheel.rig.house);
    let right = std::mem::replace(&mut wheel.vault, TestVault::under(9, [7; 32]));
    wheel.authorise(proposal).unwrap_err();
    assert_eq!(state_digest(&wheel.rig.house), before);
    assert_eq!(wheel.rig.table(wheel.id).open().unwrap().stakes().count(), 3);
    wheel.vault = right;
    wheel.finish_and_replay();
}

#[test]
fn a_wrong_house_key_commits_to_no_link_though_the_chain_is_cached() {
    let mut wheel = Wheel::open();
    wheel.tick();
    wheel.bet("red");
    wheel.finish_and_replay();
    let before = state_digest(&wheel.rig.house);
    let right = std::mem::replace(&mut wheel.vault, TestVault::under(9, [7; 32]));
    wheel.at(Actor::House, TableCommand::Tick).unwrap_err();
    assert_eq!(state_digest(&wheel.rig.house), before);
    wheel.vault = right;
    wheel.tick();
    wheel.bet("red");
    wheel.finish_and_replay();
}

#[test]
fn a_refused_bet_adds_no_name_to_the_table() {
    let mut wheel = Wheel::open();
    wheel.tick();
    let before = state_digest(&wheel.rig.house);
    let bet = |wager: &str, amount| TableCommand::Bet {
        person: BEN,
        amount,
        wager: wager.to_owned(),
        area: None,
        with: croupier_house::command::PaidWith::Chips,
    };
    for refused in [bet("straight 99", money(20)), bet("red", money(9_000_000)), bet("red", money(0))] {
        wheel.at(Actor::Person(BEN), refused).unwrap_err();
    }
    wheel.at(Actor::Person(CASHIER), bet("red", money(20))).unwrap_err();
    wheel.at(Actor::Person(BEN), TableCommand::TakeBack { person: BEN, stake: 1 }).unwrap_err();
    assert_eq!(state_digest(&wheel.rig.house), before);
}
