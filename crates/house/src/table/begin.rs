//! How a round begins, and how the phases of an automatic table go on.

use croupier_rules::notation::{Act, Direction};
use croupier_rules::table::CardSource;

use super::deal::{Chance, Passage};
use super::fair::{Drawn, Names, no_key};
use super::sitting::{Around, Phase};
use crate::command::Mode;
use crate::event::{Event, Why};
use crate::house::{Draft, House};
use crate::ids::{Now, TableId};
use crate::ledger::Unit;
use crate::refusal::{Code, Refusal};

impl House<'_> {
    /// A round begins: the one before is put away, the cards are shuffled if they must be, and bets are invited.
    pub(crate) fn begin_round(
        &mut self,
        id: TableId,
        now: Now,
        chance: &mut dyn Chance,
    ) -> Result<Vec<Draft>, Refusal> {
        self.check_hours(id, now)?;
        let build = self.build.clone();
        let name = format!("h{}-t{}", self.id.0, id.0);
        let (table, office, _) = self.parts(id)?;
        if !matches!(table.phase(), Phase::Waiting | Phase::Payment) {
            let cites = table.open()?.law.game.conduct().place_your_bets;
            let refusal = Refusal::order("a round is being played", "bets are invited when it is over");
            return Err(refusal.citing(cites, table.open()?.law.book));
        }
        let around = Around { table: id, office, wheel: &table.wheel };
        let Some(sitting) = table.sitting.as_mut() else { return Err(Refusal::unknown("open table")) };
        let mut drafts = Vec::new();
        let mut before = Vec::new();
        let automatic = sitting.mode == Mode::Automatic;
        let names = Names { table: name, round: table.rounds + 1 };
        let bound = match chance.vault().filter(|_| automatic) {
            Some(vault) => sitting.bind(&names, vault)?,
            None if sitting.dealing.is_some() => return Err(no_key()),
            None => Vec::new(),
        };
        drafts.extend(bound.into_iter().map(|event| Draft::at(id, event, Vec::new())));
        if sitting.rules.is_over() {
            sitting.say(&Act::NextHand, Why::Told, &around, &mut before)?;
        }
        if automatic && sitting.rules.shoe().1.is_spent() {
            sitting.say(&Act::Shuffle, Why::Told, &around, &mut before)?;
            chance.shuffled();
        }
        drafts.extend(passages(id, before));
        if let Some((person, _)) = sitting.bank
            && (office.check_served(person, now).is_err()
                || sitting.rules.passing_bank().is_none_or(|(bank, _)| bank.passes))
        {
            let back = sitting.give_up_bank(&around);
            drafts.push(Draft::at(id, Event::BankGivenUp { person }, back.into_iter().collect()));
        }
        if matches!(sitting.rules.shoe().0, CardSource::EveryHand(_) | CardSource::Shuffler(_)) {
            chance.shuffled();
        }
        let new_record = sitting.rules.may_renew();
        let (round, record) = (table.rounds + 1, table.records + u64::from(new_record));
        sitting.begin_round(new_record);
        let (book, settings) = (sitting.law.digest, sitting.settings);
        drafts.push(Draft::at(id, Event::RoundBegan { round, record, book, settings, build }, Vec::new()));
        let mut invited = Vec::new();
        sitting.say(&Act::PlaceYourBets, Why::Told, &around, &mut invited)?;
        drafts.extend(passages(id, invited));
        Ok(drafts)
    }

    /// The time of the phase is up at an automatic table.
    pub(crate) fn tick(
        &mut self,
        id: TableId,
        now: Now,
        chance: &mut dyn Chance,
    ) -> Result<Vec<Draft>, Refusal> {
        let pace = self.pace;
        let (table, office, _) = self.parts(id)?;
        let phase = table.phase();
        let early = table.is_early(&pace, now.at);
        if table.open()?.mode == Mode::Attended {
            return Err(Refusal::order("the table is attended", "its dealer announces the phases"));
        }
        if early {
            return Err(Refusal::order("the time of the phase is not up", "it is waited for"));
        }
        if matches!(phase, Phase::Waiting | Phase::Payment) {
            if table.seated.is_empty() {
                return Err(Refusal::order("nobody sits at the table", "somebody sits down first"));
            }
            return self.begin_round(id, now, chance);
        }
        let around = Around { table: id, office, wheel: &table.wheel };
        let Some(sitting) = table.sitting.as_mut() else { return Err(Refusal::unknown("open table")) };
        let mut drawn = sitting.drawn(chance)?;
        let chance = settled(drawn.as_mut(), chance);
        let mut out: Vec<Passage> = Vec::new();
        let mut drafts = Vec::new();
        let mut closed = None;
        match phase {
            Phase::PlaceYourBets | Phase::FinalBets => {
                let book = sitting.law.book;
                sitting.rules.check_begin().map_err(|refusal| Refusal::by_rules(&refusal, book))?;
                let act = if phase == Phase::PlaceYourBets { Act::FinalBets } else { Act::NoMoreBets };
                sitting.say(&act, Why::Told, &around, &mut out)?;
                if phase == Phase::FinalBets && sitting.rules.wheel().is_some() {
                    let way = sitting.rules.spin_due().unwrap_or(Direction::Left);
                    sitting.say(&Act::Spin(way), Why::Told, &around, &mut out)?;
                }
                if phase == Phase::FinalBets {
                    closed = sitting.close_seeds(&table.seeds)?;
                }
            }
            Phase::Insurance => {
                sitting.insurance_closed = true;
                drafts.push(Draft::at(id, Event::InsuranceClosed, Vec::new()));
                sitting.deal_on(&around, chance, &mut out)?;
            }
            Phase::Decision => {
                if let Some(act) = sitting.default_act() {
                    sitting.say(&act, Why::ByDefault, &around, &mut out)?;
                }
                sitting.deal_on(&around, chance, &mut out)?;
            }
            _ => {
                sitting.deal_on(&around, chance, &mut out)?;
                if out.is_empty() {
                    let allowed = "the round cannot be finished: it is void, and all stakes go back";
                    return Err(Refusal::order("the shoe is empty", allowed));
                }
            }
        }
        drafts.extend(passages(id, out));
        let revealed = sitting.reveal_when_over(drawn.as_ref())?;
        drafts.extend(closed.into_iter().chain(revealed).map(|event| Draft::at(id, event, Vec::new())));
        Ok(drafts)
    }

    /// A round begins only within the table's hours.
    pub(crate) fn check_hours(&self, id: TableId, now: Now) -> Result<(), Refusal> {
        let table = self.table(id)?;
        let hours = self.of_charter(id)?.hours.as_ref().map(toml::Spanned::get_ref);
        match hours {
            Some(hours) if !hours.hold(now.minute) => {
                let (found, allowed) =
                    (format!("{} is closed at this hour", table.name), format!("it is open {hours}"));
                let refusal = Refusal::new(Code::Rules, found, allowed);
                let (book, game) = self.book_of(id, now.date)?;
                Err(refusal.citing(game.conduct().hours, book))
            }
            _ => Ok(()),
        }
    }
}

/// What was settled beforehand, else chance itself.
pub(crate) fn settled<'a>(drawn: Option<&'a mut Drawn>, chance: &'a mut dyn Chance) -> &'a mut dyn Chance {
    match drawn {
        Some(drawn) => drawn,
        None => chance,
    }
}

/// The events that tell some passages.
pub(crate) fn passages(id: TableId, passages: Vec<Passage>) -> impl Iterator<Item = Draft> {
    passages.into_iter().map(move |passage| {
        let (event, transactions) = passage.into_event(Unit::Chips);
        Draft::at(id, event, transactions)
    })
}
