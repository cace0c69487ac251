//! What the dealer does: cards, balls and dice from the seed, until somebody has to decide.

use croupier_kit::{Card, Money};
use croupier_rules::contract::Turn;
use croupier_rules::law::Refusal;
use croupier_rules::notation::{Act, Decision, Direction, Verb};
use croupier_rules::table::{CardSource, TableCard, split_cards, usual_cut};

use super::NativeSitting;

impl NativeSitting {
    /// A number below another one, each as likely.
    #[allow(clippy::cast_possible_truncation, reason = "the product of two halves is below 2^64")]
    pub(super) fn below(&mut self, count: u32) -> u32 {
        loop {
            let product = u64::from(self.words.half()) * u64::from(count);
            if product as u32 >= (u32::MAX - count + 1) % count {
                return (product >> 32) as u32;
            }
        }
    }

    /// Carries out an act, and counts what it settles.
    pub(super) fn perform(&mut self, act: &Act) -> Result<(), Refusal> {
        let split = matches!(act, Act::Decides(Decision { verb: Verb::Splits, .. }))
            .then(|| self.table.due().and_then(|due| due.on))
            .flatten();
        let next = self.table.next_fall();
        self.table.try_act(act)?;
        self.record.push_str(&act.to_string());
        self.record.push('\n');
        match act {
            Act::Cards(cards) => {
                if let (Some(place), [card]) = (next, cards.as_slice()) {
                    self.cards.push(TableCard::fallen(*card, place));
                }
            }
            Act::Ball(pocket) => self.last = Some(pocket.to_string()),
            Act::Dice(throw) => self.last = Some(format!("{} {}", throw[0], throw[1])),
            _ => {}
        }
        if let Some(split) = split {
            split_cards(&mut self.cards, split);
        }
        self.count();
        Ok(())
    }

    /// Adds to the gains what stakes have brought.
    pub(super) fn count(&mut self) {
        let mut touched = Vec::new();
        self.table.take_touched(&mut touched);
        for number in touched {
            let Some(now) = self.table.stake_now(number) else { continue };
            let profit = now.returned.map_or(0, |returned| returned.minor() - now.amount.minor());
            let before = self.settled.insert(number, Money::from_minor(profit)).map_or(0, Money::minor);
            let name = self.table.name(now.player);
            if let Some(place) = self.people.iter().position(|person| **person == *name) {
                self.gains[place] = Money::from_minor(self.gains[place].minor() + profit - before);
            }
        }
    }

    /// Deals until somebody has to decide, or nothing is left to deal.
    pub(super) fn deal_on(&mut self) -> Result<(), Refusal> {
        loop {
            if self.insured_next().is_some() {
                return Ok(());
            }
            let act = if self.table.look_is_due() {
                Act::DealerLooks
            } else if let Some(due) = self.table.due() {
                match self.table.default_act().filter(|_| due.speaker.is_none()) {
                    Some(act) => act,
                    None => return Ok(()),
                }
            } else {
                match self.table.turn() {
                    Some(Turn::Chance(_)) => match self.next_card() {
                        Some(act) => act,
                        None => return Ok(()),
                    },
                    Some(Turn::Over | Turn::Bets | Turn::Seat(_)) => return Ok(()),
                    None => return self.first_outcome(),
                }
            };
            self.perform(&act)?;
        }
    }

    /// The ball, the dice or the first card, and what follows.
    pub(super) fn first_outcome(&mut self) -> Result<(), Refusal> {
        if let Some(wheel) = self.table.wheel() {
            let order: Vec<String> = wheel.order().iter().map(ToString::to_string).collect();
            let way = self.table.spin_due().unwrap_or(Direction::Left);
            self.perform(&Act::Spin(way))?;
            let count = u32::try_from(order.len()).expect("a wheel has few pockets");
            let pocket = self.below(count) as usize;
            return self.perform(&Act::Ball(order[pocket].as_str().into()));
        }
        if self.table.throws_dice() {
            let throw = vec![self.below(6) + 1, self.below(6) + 1];
            return self.perform(&Act::Dice(throw));
        }
        match self.next_card() {
            Some(act) => {
                self.perform(&act)?;
                self.deal_on()
            }
            None => Ok(()),
        }
    }

    pub(super) fn next_card(&mut self) -> Option<Act> {
        let (kind, shoe) = self.table.shoe();
        let left = *shoe.left();
        if let CardSource::Shoe(packs) = kind
            && shoe.holds_cutting_card()
            && left.len() <= usual_cut(packs)
        {
            return Some(Act::CuttingCard);
        }
        if left.is_empty() {
            return None;
        }
        let mut place = self.below(left.len());
        Card::pack()
            .find(|card| {
                let count = u32::from(left.count(*card));
                let here = place < count;
                place -= if here { 0 } else { count };
                here
            })
            .map(|card| Act::Cards(vec![card]))
    }
}
