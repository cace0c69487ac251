//! An automatic shoe that runs out in the middle of a round: the round is void by itself, and every stake is returned.

use croupier_house::command::{Command, Request, TableCommand};
use croupier_house::event::Event;
use croupier_house::ids::{Actor, TableId};
use croupier_house::table::{Mode, OutcomeSource, Phase};
use croupier_kit::{Card, Money, Pocket, Shoe, Wheel};

use crate::common::{PLAYERS, Rig, Seeded, money};

/// A shoe whose cutting card lies behind its last card.
struct ToTheEnd(Seeded);

impl OutcomeSource for ToTheEnd {
    fn ball(&mut self, wheel: &Wheel) -> Pocket {
        self.0.ball(wheel)
    }
    fn dice(&mut self) -> [u32; 2] {
        self.0.dice()
    }
    fn card(&mut self, packs: u8, left: &Shoe) -> Card {
        self.0.card(packs, left)
    }
    fn cut_at(&mut self, _: u8) -> u32 {
        0
    }
    fn salt(&mut self) -> [u8; 16] {
        self.0.salt()
    }
}

/// Ticks; the events that follow.
fn tick(rig: &mut Rig, chance: &mut ToTheEnd, id: TableId) -> Vec<Event> {
    rig.now.at += 1;
    let request = Request { key: None, by: Actor::House, command: Command::Table(id, TableCommand::Tick) };
    let done = rig.house.commit(&request, rig.now, chance).unwrap_or_else(|error| panic!("{error}"));
    rig.journal.extend(done.entries.iter().cloned());
    rig.audit();
    done.entries.into_iter().map(|entry| entry.body.event).collect()
}

#[test]
fn a_round_that_the_shoe_cannot_finish_is_void_with_every_stake_back() {
    for name in ["Jack A", "Punto A", "Twenty-one"] {
        let mut rig = Rig::new();
        let id = rig.open(name, Mode::Automatic);
        let mut chance = ToTheEnd(Seeded(11));
        let mut before = Vec::new();
        let is_void = (0..4_000).any(|_| {
            if rig.phase(id) == Phase::PlaceYourBets
                && !rig.table(id).live.as_ref().unwrap().rules.any_standing()
            {
                before = PLAYERS.map(|person| rig.chips(person)).to_vec();
                let wagers = if name == "Punto A" { ["punto"; 3] } else { ["box 1", "box 2", "box 3"] };
                for (person, wager) in PLAYERS.into_iter().zip(wagers) {
                    rig.bet(person, id, wager, money(50)).unwrap();
                }
            }
            let events = tick(&mut rig, &mut chance, id);
            events.iter().any(|event| matches!(event, Event::RoundInterrupted { undone: true, .. }))
        });
        assert!(is_void, "{name}: the shoe never ran out in a round");
        let after: Vec<Money> = PLAYERS.map(|person| rig.chips(person)).to_vec();
        assert_eq!(after, before, "{name}: every stake is back");
        // The table goes on with a full shoe.
        let round = rig.table(id).rounds;
        while rig.phase(id) != Phase::PlaceYourBets {
            tick(&mut rig, &mut chance, id);
        }
        assert!(rig.table(id).rounds > round);
        assert!(rig.table(id).live.as_ref().unwrap().rules.shoe().1.left().len() > 52);
    }
}
