//! Outcomes as the journal has them: deciding a command again deals what was dealt.

use std::collections::VecDeque;
use std::sync::LazyLock;

use croupier_fair::{HouseKey, KeyId, Keyring, Opening, Seed};
use croupier_house::House;
use croupier_house::event::Event;
use croupier_house::journal::Entry;
use croupier_house::table::{OutcomeSource, Vault};
use croupier_kit::{Card, Pocket, Shoe, Wheel};
use croupier_rules::notation::{Act, read_act};

/// What fell in the entries of a command, in order.
#[derive(Clone)]
enum Fell {
    Ball(Box<str>),
    Dice([u32; 2]),
    Card(Card),
    CuttingCard,
}

/// The outcomes of one command.
#[derive(Clone, Default)]
pub(crate) struct Script {
    fell: VecDeque<Fell>,
    /// The seeds that are revealed, by the name of the chain and the number of the link.
    revealed: Vec<(String, u32, Seed)>,
    held: Option<Box<str>>,
    /// Whether the table has a chain of seeds.
    has_chain: bool,
    vault: ClosedVault,
}

/// A vault without secrets. A table that has committed to its link asks for none.
#[derive(Clone, Default)]
struct ClosedVault;

/// A key that opens nothing.
static NO_KEY: LazyLock<Keyring> = LazyLock::new(|| {
    Keyring::new(HouseKey::new(KeyId(0), [0; 32]), Vec::new()).expect("one key has one number")
});

impl Script {
    /// The outcomes of these entries, which begin with those of one command.
    pub(crate) fn of(house: &House<'_>, entries: &[&Entry]) -> Self {
        let table = entries.first().and_then(|entry| entry.stream.table);
        let live = table.and_then(|id| house.table(id).ok()?.live.as_ref());
        let has_chain = live.is_some_and(|live| live.seed_chain.is_some());
        let is_signed =
            entries.first().is_some_and(|entry| matches!(entry.body.event, Event::Authorised { .. }));
        let mut script = Self { has_chain, ..Self::default() };
        for entry in entries {
            match (&entry.body.event, entry.stream.table) {
                // What follows belongs to another link.
                (Event::Committed { .. } | Event::ChainOpened { .. }, id) if id == table => break,
                (Event::Acted { lines, .. }, _) => lines.lines().for_each(|line| script.note(line)),
                (Event::SeedRevealed { link, seed }, Some(id)) => {
                    script.revealed.push((house.chain_name(id), *link, Seed::new(*seed)));
                }
                (Event::ChainRetired { reason }, _) if is_signed => script.held = Some(reason.clone()),
                _ => {}
            }
        }
        script
    }

    fn note(&mut self, line: &str) {
        // Only these lines are read: most others are bets.
        let is_outcome = ["ball ", "dice ", "cards ", "cutting "].iter().any(|word| line.starts_with(word));
        match is_outcome.then(|| read_act(line)) {
            Some(Ok(Act::Ball(pocket))) => self.fell.push_back(Fell::Ball(pocket)),
            Some(Ok(Act::Dice(sides))) => {
                self.fell.extend(<[u32; 2]>::try_from(sides).ok().map(Fell::Dice));
            }
            Some(Ok(Act::Cards(cards))) => self.fell.extend(cards.into_iter().map(Fell::Card)),
            Some(Ok(Act::CuttingCard)) => self.fell.push_back(Fell::CuttingCard),
            _ => {}
        }
    }
}

impl OutcomeSource for Script {
    fn ball(&mut self, wheel: &Wheel) -> Pocket {
        let named = match self.fell.pop_front() {
            Some(Fell::Ball(name)) => {
                wheel.order().iter().find(|pocket| pocket.to_string() == *name).copied()
            }
            _ => None,
        };
        // Where the journal has none, any will do: the event then differs from what is written.
        named.unwrap_or(wheel.order()[0])
    }

    fn dice(&mut self) -> [u32; 2] {
        match self.fell.pop_front() {
            Some(Fell::Dice(sides)) => sides,
            _ => [1, 1],
        }
    }

    fn card(&mut self, _: u8, left: &Shoe) -> Card {
        match self.fell.pop_front() {
            Some(Fell::Card(card)) => card,
            _ => Card::pack()
                .find(|card| left.count(*card) > 0)
                .expect("a card is asked for where some are left"),
        }
    }

    fn cut_at(&mut self, _: u8) -> u32 {
        match self.fell.front() {
            Some(Fell::CuttingCard) => {
                self.fell.pop_front();
                u32::MAX
            }
            _ => 0,
        }
    }

    fn salt(&mut self) -> [u8; 16] {
        [0; 16]
    }

    fn held(&self) -> Option<&str> {
        self.held.as_deref()
    }

    fn followed(&self, opening: &Opening, link: u32) -> Option<Option<Seed>> {
        let fits = |(chain, of, _): &&(String, u32, Seed)| *chain == opening.table.as_str() && *of == link;
        Some(self.revealed.iter().find(fits).map(|(.., seed)| seed.clone()))
    }

    fn vault(&mut self) -> Option<&mut dyn Vault> {
        if self.has_chain { Some(&mut self.vault) } else { None }
    }
}

impl Vault for ClosedVault {
    fn secret(&mut self) -> Seed {
        Seed::new([0; 32])
    }

    fn nonce(&mut self) -> [u8; 24] {
        [0; 24]
    }

    fn keyring(&self) -> &Keyring {
        &NO_KEY
    }
}
