//! A round explained step by step: what happened, which provision applies, what follows.

use croupier_kit::Money;
use jiff::civil::Date;

use crate::law::Cites;
use crate::notation::Act;
use crate::table::{Outcome, StakeVerdict, State, Table, TableGame};

/// One step: an act, and its consequences.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The line of the record.
    pub line: u32,
    /// The act, as written in the record.
    pub act: String,
    /// What lies on the table afterwards, in words; empty if nothing was dealt, spun, thrown or turned over.
    pub lies: String,
    /// The consequences, stake by stake.
    pub follows: Vec<Consequence>,
}

/// The consequence of an act for one stake.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Consequence {
    /// The number of the stake.
    pub bet: u32,
    /// The consequence, in words.
    pub says: String,
    /// The provisions it is based on, the deciding one first.
    pub cites: Vec<String>,
}

/// The law that a round is judged by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LawInForce {
    /// The id of the book.
    pub rulebook: String,
    /// The day whose law applies.
    pub day: Date,
}

/// The explanation so far; each act adds a step.
#[derive(Clone, Debug, Default)]
pub struct Argument {
    /// The law; `None` if the record ends before it names one that was in force.
    pub under: Option<LawInForce>,
    /// The steps, in order.
    pub steps: Vec<Step>,
    /// The state and amount of each stake after the last step.
    last: Vec<(State, Money)>,
    /// What lay on the table after the last step.
    lay: String,
}

impl Argument {
    /// Adds the step for an act that has just been carried out.
    pub(crate) fn add<G: TableGame>(&mut self, line: u32, act: &Act, table: &Table<'_, G>) {
        let mut follows = Vec::new();
        for (number, stake) in table.stakes.iter() {
            let place = number as usize - 1;
            let now = (stake.state.clone(), stake.amount);
            let before = self.last.get(place);
            if before == Some(&now) {
                continue;
            }
            follows.push(consequence(number, before, table));
            match before {
                Some(_) => self.last[place] = now,
                None => self.last.push(now),
            }
        }
        let lies = table.last_deal().map(|deal| table.game.describe(deal)).unwrap_or_default();
        // A decision can turn cards over, as the last one at poker does.
        let is_new = matches!(act, Act::Ball(_) | Act::Dice(_) | Act::Cards(_)) || lies != self.lay;
        self.lay.clone_from(&lies);
        self.steps.push(Step {
            line,
            act: act.to_string(),
            lies: if is_new { lies } else { String::new() },
            follows,
        });
    }
}

fn consequence<G: TableGame>(
    number: u32,
    before: Option<&(State, Money)>,
    table: &Table<'_, G>,
) -> Consequence {
    let cite = |cites: Cites| cites.iter().map(|rule| table.citations().text(rule).to_owned()).collect();
    let Some(row) = table.row_of(number) else {
        return Consequence { bet: number, says: String::new(), cites: Vec::new() };
    };
    let cites = match &table.stakes.get(number).map(|stake| &stake.state) {
        Some(State::Decided(settled, _)) => cite(settled.cites),
        Some(State::Cancelled(cites)) => cite(*cites),
        Some(State::Refused(refusal)) => cite(refusal.cites),
        Some(State::Standing) | None => Vec::new(),
    };
    Consequence { bet: number, says: says(&row, before), cites }
}

/// The consequence for a stake, in words.
fn says(row: &StakeVerdict, before: Option<&(State, Money)>) -> String {
    let StakeVerdict { bet, player, wager, stake, profit, returned, .. } = row;
    let odds = row.odds.map(|odds| format!(" at {odds}")).unwrap_or_default();
    let less = row.commission.map(|charged| format!(", less a commission of {charged}")).unwrap_or_default();
    let bonus = row.bonus.map(|bonus| format!(", {bonus} of it as a bonus")).unwrap_or_default();
    let with = row.commission.map(|charged| format!(", {charged} of it commission")).unwrap_or_default();
    let hand = row.hand.as_ref().map(|hand| format!(", hand {hand}")).unwrap_or_default();
    let whose = format!("stake {bet} ({player}, {stake} on {wager}{hand})");
    match row.outcome {
        Outcome::Standing if before.is_none() => format!("{whose} is accepted and stands{odds}{with}"),
        Outcome::Standing => format!("{whose} is now {stake}"),
        Outcome::Won => {
            format!("{whose} is won{odds}{less}: {profit} is paid{bonus} and {returned} is returned")
        }
        Outcome::Lost if *returned > Money::ZERO => {
            format!("{whose} is lost, but {returned} of it is returned")
        }
        Outcome::Lost => format!("{whose} is lost"),
        Outcome::Void => format!("{whose} is void: {returned} is returned"),
        Outcome::Halved => format!("{whose} is shared with the bank: {returned} is returned"),
        Outcome::Surrendered => format!("{whose} is given up for half: {returned} is returned"),
        Outcome::Cancelled => format!("{whose} is cancelled: {returned} is returned"),
        Outcome::Refused => {
            let reason = row.reason.as_deref().unwrap_or("the rules do not permit it");
            format!("{whose} is refused and returned ({reason})")
        }
    }
}
