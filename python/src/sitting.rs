//! A sitting at a table of any game: people bet and decide in the words of the notation, and the dealer deals from a seed.
//! The table of the rules says whose turn it is and what is permitted; this file knows no game.

use std::collections::BTreeMap;

use croupier_kit::{Card, Money};
use croupier_maths::advice::DECLINE;
use croupier_maths::{Advice, Advisor, PlayerView};
use croupier_rules::contract::{Face, Seat, Turn};
use croupier_rules::games::AnyTable;
use croupier_rules::law::Refusal;
use croupier_rules::notation::{Act, Bid, BoxHand, Decision, Direction, Name, On, Verb, Who};
use croupier_rules::offer::{Laid, listings};
use croupier_rules::table::CardSource;
use croupier_sim::random::{RandomStream, RandomWords, StreamPurpose};
use pyo3::prelude::*;

use crate::errors;
use crate::table::{NativeTable, money};

/// A card on the table.
#[derive(Clone)]
struct LaidCard {
    card: Card,
    seat: Seat,
    spot: Option<BoxHand>,
    face: Face,
}

/// A sitting.
#[pyclass(module = "croupier._croupier")]
pub(crate) struct NativeSitting {
    book: &'static croupier_rules::book::Book,
    name: String,
    table: AnyTable<'static>,
    people: Vec<Name>,
    /// The wagers that are bets, in words.
    wagers: Vec<String>,
    words: RandomWords,
    cards: Vec<LaidCard>,
    record: String,
    /// Who has answered whether they insure in this round.
    answered: Vec<bool>,
    /// What each person has won or lost since it was last asked.
    gains: Vec<Money>,
    /// What each stake of the record has brought so far.
    settled: BTreeMap<u32, Money>,
    /// The first stake of the round.
    round_from: u32,
    last: Option<String>,
}

/// Best play of a table that can be asked at every decision.
#[pyclass(frozen, module = "croupier._croupier")]
pub(crate) struct NativeAdvisor(pub(crate) Advisor);

/// An option of a person whose turn it is: its name and the act.
type Choice = (String, Option<Act>);

impl NativeSitting {
    pub(crate) fn new(py: Python<'_>, of: &NativeTable, people: Vec<String>, seed: u64) -> PyResult<Self> {
        if people.is_empty() {
            return Err(errors::usage(py, "a sitting has at least one person"));
        }
        let table = of.table();
        let offered = listings(&table.rules).into_iter().filter(|kind| kind.laid == Laid::Bet);
        let wagers = offered.flat_map(|kind| kind.words).collect();
        let mut record = format!("rules {}\ndate {}\n", of.name, of.day);
        let limits = [("min", of.chosen.stake_min), ("max", of.chosen.stake_max)];
        let limits = limits.iter().filter_map(|(key, limit)| limit.map(|limit| format!("{key}={limit}")));
        let settings: Vec<String> =
            of.chosen.iter().map(|(key, value)| format!("{key}={value}")).chain(limits).collect();
        if !settings.is_empty() {
            record.push_str(&format!("house {}\n", settings.join(" ")));
        }
        let count = people.len();
        Ok(Self {
            book: table.book,
            name: of.name.clone(),
            table: AnyTable::new(table.book, table.game, &of.chosen),
            people: people.into_iter().map(Into::into).collect(),
            wagers,
            words: RandomWords::new(RandomStream::new(seed, 0, StreamPurpose::Chance)),
            cards: Vec::new(),
            record,
            answered: vec![false; count],
            gains: vec![Money::ZERO; count],
            settled: BTreeMap::new(),
            round_from: 1,
            last: None,
        })
    }

    /// A number below another one, each as likely.
    #[allow(clippy::cast_possible_truncation, reason = "the product of two halves is below 2^64")]
    fn below(&mut self, count: u32) -> u32 {
        loop {
            let product = u64::from(self.words.half()) * u64::from(count);
            if product as u32 >= (u32::MAX - count + 1) % count {
                return (product >> 32) as u32;
            }
        }
    }

    /// Carries out an act, and counts what it settles.
    fn perform(&mut self, act: &Act) -> Result<(), Refusal> {
        let split = matches!(act, Act::Decides(Decision { verb: Verb::Splits, .. }))
            .then(|| self.table.due().and_then(|due| due.on))
            .flatten();
        let next = self.table.next_fall();
        self.table.try_act(act)?;
        self.record.push_str(&act.to_string());
        self.record.push('\n');
        match act {
            Act::Cards(cards) => {
                if let (Some((fall, spot)), [card]) = (next, cards.as_slice()) {
                    self.cards.push(LaidCard { card: *card, seat: fall.to, spot, face: fall.face });
                }
            }
            Act::Ball(pocket) => self.last = Some(pocket.to_string()),
            Act::Dice(throw) => self.last = Some(format!("{} {}", throw[0], throw[1])),
            _ => {}
        }
        self.lay_split(split);
        self.count();
        Ok(())
    }

    /// The second card of a split hand lies on the new hand, which gets the next number.
    fn lay_split(&mut self, split: Option<BoxHand>) {
        let Some(split) = split else { return };
        let of_box =
            self.cards.iter().filter_map(|card| card.spot).filter(|spot| spot.number == split.number);
        let new = of_box.filter_map(|spot| spot.hand).max().map(|hand| hand + 1);
        if let Some(second) = self.cards.iter_mut().rfind(|card| card.spot == Some(split)) {
            second.spot = Some(BoxHand { number: split.number, hand: new });
        }
    }

    /// Adds to the gains what stakes have brought.
    fn count(&mut self) {
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
    fn deal_on(&mut self) -> Result<(), Refusal> {
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
    fn first_outcome(&mut self) -> Result<(), Refusal> {
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

    fn next_card(&mut self) -> Option<Act> {
        let (kind, shoe) = self.table.shoe();
        let left = *shoe.left();
        if let CardSource::Shoe(packs) = kind
            && shoe.holds_cutting_card()
            && left.len() <= if packs <= 2 { u32::from(packs) * 52 } else { 52 }
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

    /// The person who has yet to say whether they insure or take even money.
    fn insured_next(&self) -> Option<usize> {
        if !self.table.offers_insurance() && !self.table.offers_early_surrender() {
            return None;
        }
        (0..self.people.len()).find(|place| !self.answered[*place] && !self.insurances(*place).is_empty())
    }

    /// What a person may do when insurance is offered.
    fn insurances(&self, place: usize) -> Vec<Choice> {
        let name = &self.people[place];
        let boxes = self.boxes_of(name);
        let tried = boxes.into_iter().flat_map(|(number, stake)| {
            let half = Money::from_minor(stake.minor() / 2);
            [
                (format!("insure {number}"), Act::Insures(name.clone(), half, number)),
                (format!("even-money {number}"), Act::EvenMoney(name.clone(), number)),
                (format!("surrender {number}"), self.surrender(name, number)),
            ]
        });
        let early = self.table.offers_early_surrender();
        let offered = tried.filter(|(_, act)| early || !matches!(act, Act::Decides(_)));
        offered.filter(|(_, act)| self.may(act)).map(|(word, act)| (word, Some(act))).collect()
    }

    /// A surrender of a box before the dealer looks.
    fn surrender(&self, name: &Name, number: u32) -> Act {
        let on = Some(BoxHand { number, hand: None });
        Act::Decides(Decision { who: Who::Person(name.clone()), verb: Verb::Surrenders, on })
    }

    /// The boxes on which a person has a standing bet, with the amount.
    fn boxes_of(&self, name: &str) -> Vec<(u32, Money)> {
        let rows = (self.round_from..self.table.next_number()).filter_map(|number| self.table.row_of(number));
        let own =
            rows.filter(|row| row.player == name && row.outcome == croupier_rules::table::Outcome::Standing);
        own.filter_map(|row| Some((row.wager.split(' ').nth(1)?.parse().ok()?, row.stake))).collect()
    }

    /// Whether the rules permit an act now; it is tried on a copy of the table.
    fn may(&self, act: &Act) -> bool {
        self.table.clone().try_act(act).is_ok()
    }

    /// Whose turn it is, and what they may do.
    fn turn(&self) -> Option<(usize, Vec<Choice>)> {
        if let Some(place) = self.insured_next() {
            let mut choices = self.insurances(place);
            choices.push((DECLINE.to_owned(), None));
            return Some((place, choices));
        }
        let due = self.table.due()?;
        let speaker = due.speaker.as_deref()?;
        let place = self.people.iter().position(|person| **person == *speaker)?;
        let decides = |(verb, word): &(Verb, &'static str)| {
            let act = Act::Decides(Decision { who: due.who.clone(), verb: *verb, on: due.on });
            ((*word).to_owned(), Some(act))
        };
        let mut tried: Vec<Choice> = Verb::ALL.iter().map(decides).collect();
        let mut spots: Vec<BoxHand> = self.cards.iter().filter_map(|card| card.spot).collect();
        spots.dedup();
        if let Who::Person(name) = &due.who {
            tried.extend(spots.into_iter().map(|spot| {
                (format!("follows {}", spot.hand.unwrap_or(1)), Some(Act::Follows(name.clone(), spot)))
            }));
        }
        tried.retain(|(_, act)| act.as_ref().is_some_and(|act| self.may(act)));
        Some((place, tried))
    }

    /// Whether a person sees a card: it lies face up, it is their own, or it was turned.
    fn visible(&self, name: &str) -> Vec<bool> {
        let over = self.table.is_over();
        let common = self.table.common_turned();
        let mut commons = 0;
        let seen = self.cards.iter().map(|on| {
            let speaker = self.table.speaker(on.seat);
            let turned = common.is_some_and(|turned| speaker.is_none() && commons < turned);
            commons += usize::from(speaker.is_none());
            over || on.face == Face::Up || speaker == Some(name) || turned
        });
        seen.collect()
    }

    /// Best play in what the person whose turn it is sees.
    fn advice(&self, advisor: &Advisor) -> Option<Advice> {
        let (place, choices) = self.turn()?;
        let insured = self.insured_next().is_some();
        let on = if insured {
            self.boxes_of(&self.people[place]).first().and_then(|(number, _)| self.hand_of(*number))
        } else {
            self.table.due()?.on
        };
        let seat = match (on, self.table.turn()) {
            (Some(on), _) => self.cards.iter().find(|card| card.spot == Some(on))?.seat,
            (None, Some(Turn::Seat(seat))) => seat,
            _ => return None,
        };
        let mine = |card: &LaidCard| match on {
            Some(_) => card.spot == on,
            None => card.seat == seat,
        };
        let seen: Vec<(&LaidCard, bool)> = self.cards.iter().zip(self.visible(&self.people[place])).collect();
        let own: Vec<Card> = seen.iter().filter(|(card, _)| mine(card)).map(|(card, _)| card.card).collect();
        let others: Vec<(Seat, Option<Card>)> = seen
            .iter()
            .filter(|(card, _)| !mine(card))
            .map(|(card, open)| (card.seat, open.then_some(card.card)))
            .collect();
        let others_of_box = |spot: BoxHand| {
            self.cards
                .iter()
                .filter_map(|card| card.spot)
                .any(|other| other.number == spot.number && other != spot)
        };
        let split = on.filter(|spot| others_of_box(*spot)).and_then(|spot| u8::try_from(spot.hand?).ok());
        let may_split = choices
            .iter()
            .any(|(_, act)| matches!(act, Some(Act::Decides(Decision { verb: Verb::Splits, .. }))));
        let view = PlayerView { seat, own: &own, others: &others, split, may_split };
        if insured { advisor.on_insurance(view) } else { advisor.advise(view) }
    }

    /// The first hand of a box.
    fn hand_of(&self, number: u32) -> Option<BoxHand> {
        self.cards.iter().filter_map(|card| card.spot).find(|spot| spot.number == number)
    }

    fn bid(&self, person: usize, amount: Money, wager: &str) -> Bid {
        let on = On::Wager(wager.into());
        Bid { player: self.people[person].clone(), amount, on, at: None, by_dealer: false }
    }
}

#[pymethods]
impl NativeSitting {
    /// The bets that the table lists, in words.
    #[getter]
    fn wagers(&self) -> Vec<String> {
        self.wagers.clone()
    }

    /// The names of the people.
    #[getter]
    fn people(&self) -> Vec<String> {
        self.people.iter().map(ToString::to_string).collect()
    }

    /// The record so far.
    #[getter]
    fn record(&self) -> &str {
        &self.record
    }

    /// The pocket or the dice of the last round.
    #[getter]
    fn last(&self) -> Option<&str> {
        self.last.as_deref()
    }

    /// The point of the table, at dice.
    #[getter]
    fn point(&self) -> Option<u8> {
        self.table.point()
    }

    /// How many cards are left in the shoe.
    #[getter]
    fn cards_left(&self) -> u32 {
        self.table.shoe().1.left().len()
    }

    /// Whether the cards are shuffled before the next round.
    #[getter]
    fn is_spent(&self) -> bool {
        self.table.shoe().1.is_spent()
    }

    /// Whether bets may be made.
    #[getter]
    fn takes_bets(&self) -> bool {
        self.table.betting().is_open() && !self.table.in_play() && !self.table.is_over()
    }

    /// Whether a person has anything standing.
    fn stands(&self, person: usize) -> bool {
        self.table.standing_of(&self.people[person]) > Money::ZERO
    }

    /// Which bets the rules permit to a person now, for the same amount on each.
    fn may_bet(&self, py: Python<'_>, person: usize, amount: &str) -> PyResult<Vec<bool>> {
        let amount = money(py, amount)?;
        let may = |wager: &String| self.table.assess_bet(&self.bid(person, amount, wager)).checked.is_ok();
        Ok(self.wagers.iter().map(may).collect())
    }

    /// Makes a bet.
    fn bet(&mut self, py: Python<'_>, person: usize, amount: &str, wager: &str) -> PyResult<()> {
        let bid = self.bid(person, money(py, amount)?, wager);
        self.perform(&Act::Bets(bid)).map_err(|refusal| errors::refused(py, self.book, &refusal))
    }

    /// A person takes the bank, where it passes from player to player.
    fn take_bank(&mut self, py: Python<'_>, person: usize, amount: &str) -> PyResult<()> {
        let act = Act::PlayersBank(self.people[person].clone(), money(py, amount)?);
        self.perform(&act).map_err(|refusal| errors::refused(py, self.book, &refusal))
    }

    /// The bank that passes from player to player: who holds it, and its amount.
    #[getter]
    fn bank(&self) -> Option<(String, String)> {
        self.table.passing_bank().map(|(bank, name)| (name.to_string(), bank.amount.to_string()))
    }

    /// Whether there is anything to deal, spin or throw for.
    fn may_deal(&self) -> bool {
        self.table.check_begin().is_ok()
    }

    /// Ends the betting, and deals until somebody has to decide or the round is over.
    fn deal(&mut self, py: Python<'_>) -> PyResult<()> {
        self.table.check_begin().map_err(|refusal| errors::refused(py, self.book, &refusal))?;
        self.deal_on().map_err(|refusal| errors::refused(py, self.book, &refusal))
    }

    /// The person whose turn it is, and what they may do, in words; `None` if nobody has to decide.
    fn turn_of(&self) -> Option<(usize, Vec<String>)> {
        self.turn().map(|(place, choices)| (place, choices.into_iter().map(|(word, _)| word).collect()))
    }

    /// The person whose turn it is does something, in the words of `turn_of`; then cards are dealt.
    fn decide(&mut self, py: Python<'_>, word: &str) -> PyResult<()> {
        let Some((place, choices)) = self.turn() else {
            return Err(errors::usage(py, "no decision is due"));
        };
        let words: Vec<&str> = choices.iter().map(|(word, _)| word.as_str()).collect();
        let Some((_, act)) = choices.iter().find(|(known, _)| known == word) else {
            return Err(errors::usage(py, format!("`{word}`: the rules permit {}", words.join(", "))));
        };
        if self.insured_next().is_some() {
            // One answer covers all boxes of a person who declines; each insurance is an answer for its box.
            self.answered[place] = act.is_none();
        }
        if let Some(act) = act.clone() {
            self.perform(&act).map_err(|refusal| errors::refused(py, self.book, &refusal))?;
        }
        self.deal_on().map_err(|refusal| errors::refused(py, self.book, &refusal))
    }

    /// Whether the round is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.table.is_over() || (self.table.turn().is_none() && self.table.betting().is_open())
    }

    /// Clears the table for the next round, and shuffles if the cutting card has come out.
    fn next_round(&mut self, py: Python<'_>) -> PyResult<()> {
        let mut acts = Vec::new();
        if self.table.is_over() {
            acts.push(Act::NextHand);
        }
        if self.table.shoe().1.is_spent() {
            acts.push(Act::Shuffle);
        }
        for act in acts {
            self.perform(&act).map_err(|refusal| errors::refused(py, self.book, &refusal))?;
        }
        self.cards.clear();
        self.answered.fill(false);
        if self.table.may_renew() {
            self.table.renew();
            self.settled.clear();
        }
        self.round_from = self.table.next_number();
        Ok(())
    }

    /// What each person has won or lost since this was last asked.
    fn take_gains(&mut self) -> Vec<String> {
        let gains = self.gains.iter().map(ToString::to_string).collect();
        self.gains.fill(Money::ZERO);
        gains
    }

    /// The cards as a person sees them: where each lies, whether it is the person's own, and its place in a sorted
    /// pack; `None` if it is face down.
    fn view(&self, person: usize) -> Vec<(String, bool, Option<usize>)> {
        let name = &*self.people[person];
        let seen = self.visible(name);
        let cards = self.cards.iter().zip(seen).map(|(on, open)| {
            let hand = on.spot.and_then(|spot| spot.hand).filter(|hand| *hand > 1);
            let place = self.table.place_of(on.seat, on.spot);
            let place = hand.map_or(place.clone(), |hand| format!("{place}.{hand}"));
            let own = self.table.speaker(on.seat) == Some(name);
            (place, own, open.then(|| on.card.index()))
        });
        cards.collect()
    }

    /// The place of the hand that decides.
    fn due_place(&self) -> Option<String> {
        let due = self.table.due()?;
        let on = |card: &&LaidCard| match due.on {
            Some(spot) => card.spot == Some(spot),
            None => matches!(self.table.turn(), Some(Turn::Seat(seat)) if seat == card.seat),
        };
        let card = self.cards.iter().find(on)?;
        let hand = card.spot.and_then(|spot| spot.hand).filter(|hand| *hand > 1);
        let place = self.table.place_of(card.seat, card.spot);
        Some(hand.map_or(place.clone(), |hand| format!("{place}.{hand}")))
    }

    /// The standing stakes of a person: wager, amount, and progress, such as a point.
    fn standing(&self, person: usize) -> Vec<(String, String, Option<String>)> {
        let name = &*self.people[person];
        let rows =
            (1..self.table.next_number()).filter_map(|number| Some((number, self.table.row_of(number)?)));
        let own = rows
            .filter(|(_, row)| row.player == name && row.outcome == croupier_rules::table::Outcome::Standing);
        own.map(|(number, row)| (row.wager, row.stake.to_string(), self.table.progress_of(number))).collect()
    }

    /// Whether the bank passes from player to player.
    #[getter]
    fn bank_passes(&self) -> bool {
        self.table.bank_passes()
    }

    /// Whether the bank that passes must be taken by somebody.
    #[getter]
    fn lacks_bank(&self) -> bool {
        self.table.bank_passes() && self.table.passing_bank().is_none_or(|(bank, _)| bank.passes)
    }

    /// Best play of the person whose turn it is, from what this person sees: each decision with its probability. Empty if
    /// best play is not known.
    fn advise(&self, py: Python<'_>, advisor: &NativeAdvisor) -> Vec<(String, f64)> {
        let advice = py.detach(|| self.advice(&advisor.0));
        let options = advice.map_or_else(Vec::new, |advice| advice.options);
        options.into_iter().map(|option| (option.decision.to_owned(), option.share.value())).collect()
    }

    /// The table in words.
    fn describe(&self) -> String {
        let described = self.table.describe();
        if described.is_empty() { self.name.clone() } else { described }
    }
}
