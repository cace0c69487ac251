//! `croupier pay`: what a wager is paid, with the chips to push.

mod train;

use std::process::ExitCode;

use clap::Args;
use comfy_table::CellAlignment;
use croupier_kit::{Chips, Money, Stack, Unmade};
use croupier_rules::book::Shelf;
use croupier_rules::notation::nearest;
use croupier_rules::offer::{self, Ending, Quote};
use jiff::civil::Date;
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::output::{print, print_json, table};
use crate::table::{TableArgs, TableOf};

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    croupier pay RULEBOOK/dice \"place-win 4\" 10\n  \
    croupier pay RULEBOOK/blackjack box 25 blackjack\n  \
    croupier pay RULEBOOK/roulette red 10 0\n  \
    croupier pay RULEBOOK/roulette --train --questions 20")]
pub(crate) struct Pay {
    #[command(flatten)]
    table: TableArgs,
    /// The wager, in quotes where it has several words
    #[arg(required_unless_present = "train")]
    wager: Option<String>,
    /// The stake
    #[arg(required_unless_present = "train")]
    amount: Option<String>,
    /// What fell or what it is called; everything it can come to where none is named
    outcome: Option<String>,
    /// The values of the chips at hand, with commas (default: 1000,500,100,25,5,1,0.50,0.25,0.10,0.05,0.01)
    #[arg(long, value_name = "VALUES", value_delimiter = ',')]
    chips: Vec<String>,
    /// For machines
    #[arg(long, conflicts_with = "train")]
    json: bool,
    /// Ask what wagers of this game are paid, and take the time
    #[arg(long, conflicts_with_all = ["wager", "amount", "outcome"])]
    train: bool,
    /// How many questions
    #[arg(long, value_name = "N", default_value_t = 10, requires = "train")]
    questions: u32,
    /// Ask the same questions again: the seed of an earlier drill
    #[arg(long, value_name = "S", requires = "train")]
    seed: Option<u64>,
}

pub(crate) fn run(command: &Pay, shelf: &Shelf, day: Date) -> Result<ExitCode, Failure> {
    let table = command.table.on(shelf, day)?;
    let chips = read_chips(&command.chips)?;
    let (Some(wager), Some(amount)) = (&command.wager, &command.amount) else {
        return train::run(&table, &chips, command.questions, command.seed);
    };
    let stake: Money = amount.parse().map_err(|error| Failure::usage(format!("`{amount}` {error}")))?;
    let words: Vec<&str> = wager.split_whitespace().collect();
    let conduct = table.game.conduct();
    let quote = offer::quote(&table.rules, conduct, &words).map_err(|refusal| table.refused(&refusal))?;
    check_limits(&table, stake)?;
    offer::check_stake(&table.rules, conduct, &words, stake).map_err(|refusal| table.refused(&refusal))?;
    let endings = chosen_endings(&quote, command.outcome.as_deref())?;
    let slips: Vec<Slip<'_>> =
        endings.into_iter().map(|ending| Slip::of(ending, stake, &chips)).collect::<Result<_, _>>()?;
    if command.json {
        print_json(&slips_json(&table, &quote, stake, &slips))?;
    } else {
        print(slips_text(&table, &quote, stake, &slips))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn read_chips(values: &[String]) -> Result<Chips, Failure> {
    if values.is_empty() {
        return Ok(Chips::usual());
    }
    let read = |value: &String| {
        value.trim().parse::<Money>().map_err(|error| Failure::usage(format!("--chips: `{value}` {error}")))
    };
    let values: Vec<Money> = values.iter().map(read).collect::<Result<_, _>>()?;
    Chips::new(values).map_err(|error| Failure::usage(format!("--chips: {error}")))
}

/// The limits that `--house` gives hold here as they do at the table.
fn check_limits(table: &TableOf<'_>, stake: Money) -> Result<(), Failure> {
    let (least, most) = (table.chosen.stake_min, table.chosen.stake_max);
    let allowed = match (least, most) {
        (Some(least), _) if stake < least => format!("the least bet here is {least}"),
        (_, Some(most)) if stake > most => format!("the most that may be bet here is {most}"),
        _ => return Ok(()),
    };
    let found = format!("a bet of {stake}");
    Err(table.refused(&croupier_rules::law::Refusal::new(table.game.conduct().limits, found, allowed)))
}

/// The endings that an outcome names; all of them where there is none.
fn chosen_endings<'q>(quote: &'q Quote, outcome: Option<&str>) -> Result<Vec<&'q Ending>, Failure> {
    let Some(outcome) = outcome else { return Ok(quote.endings.iter().collect()) };
    let outcome = outcome.split_whitespace().collect::<Vec<_>>().join(" ");
    let found = quote.named(&outcome);
    if !found.is_empty() {
        return Ok(found);
    }
    let names: Vec<&str> = quote.endings.iter().map(|ending| ending.name.as_str()).collect();
    let hint = match nearest(&outcome, names.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("it comes to one of: {}", listed(quote)),
    };
    Err(Failure::usage(format!("`{}` does not come to `{outcome}`; {hint}", quote.wager)))
}

/// The outcomes of a wager, each once, with what falls for them where that is short.
fn listed(quote: &Quote) -> String {
    let mut names: Vec<String> = Vec::new();
    for ending in &quote.endings {
        let falls = match ending.falls.len() {
            1..=4 => format!(" ({})", ending.falls.join(", ")),
            _ => String::new(),
        };
        let name = format!("{}{falls}", ending.name);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names.join(", ")
}

/// What one ending brings for one stake.
struct Slip<'q> {
    ending: &'q Ending,
    /// What is won or lost.
    winnings: Money,
    /// What goes back to the player, the stake included.
    returned: Money,
    /// What the dealer pushes.
    push: Money,
    chips: Result<Vec<Stack>, Unmade>,
}

impl<'q> Slip<'q> {
    fn of(ending: &'q Ending, stake: Money, chips: &Chips) -> Result<Self, Failure> {
        let counted = |error: croupier_kit::Overflow| Failure::usage(error.to_string());
        let winnings = ending.profit(stake).map_err(counted)?.ok_or_else(|| {
            Failure::usage(format!("a stake of {stake} cannot be paid exactly when {}", ending.when))
        })?;
        let stays = ending.payout.is_none();
        let returned = if stays { Money::ZERO } else { stake.plus(winnings).map_err(counted)? };
        let push = pushed(winnings, returned);
        Ok(Self { ending, winnings, returned, push, chips: chips.make(push) })
    }

    /// The chips in words: `3 × 5.00 + 4 × 1.00`.
    fn chips_words(&self) -> String {
        match &self.chips {
            _ if self.ending.payout.is_none() => "none: the stake stays".to_owned(),
            Ok(stacks) => {
                let stack = |stack: &Stack| format!("{} × {}", stack.count, stack.value);
                stacks.iter().map(stack).collect::<Vec<_>>().join(" + ")
            }
            Err(unmade) => format!("{} {unmade}", self.push),
        }
    }
}

/// What a dealer pushes to the player: the winnings beside the stake that lies there, or what is left of a stake that
/// lost a part.
const fn pushed(winnings: Money, returned: Money) -> Money {
    if winnings.minor() >= 0 { winnings } else { returned }
}

fn slips_text(table_of: &TableOf<'_>, quote: &Quote, stake: Money, slips: &[Slip<'_>]) -> String {
    let mut rows = table(["outcome", "when", "odds", "winnings", "returned", "chips to push", "provision"]);
    for slip in slips {
        let odds = slip.ending.odds().map(|odds| odds.to_string()).unwrap_or_default();
        let cites = table_of.cite(slip.ending.cites).join(", ");
        rows.add_row([
            slip.ending.name.clone(),
            slip.ending.when.clone(),
            odds,
            slip.winnings.to_string(),
            slip.returned.to_string(),
            slip.chips_words(),
            cites,
        ]);
    }
    for column in [3, 4] {
        if let Some(column) = rows.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let currency = table_of.currency().map(|currency| format!("{currency} ")).unwrap_or_default();
    format!("{}: {currency}{stake} on {}\n{rows}", table_of.name(), quote.wager)
}

fn slips_json(table: &TableOf<'_>, quote: &Quote, stake: Money, slips: &[Slip<'_>]) -> Value {
    json!({
        "rules": table.name(),
        "wager": quote.wager,
        "stake": stake.to_string(),
        "currency": table.currency(),
        "step": quote.step.to_string(),
        "outcomes": slips.iter().map(|slip| slip_json(table, slip)).collect::<Vec<_>>(),
    })
}

fn slip_json(table: &TableOf<'_>, slip: &Slip<'_>) -> Value {
    let stack = |stack: &Stack| json!({ "chip": stack.value.to_string(), "count": stack.count });
    json!({
        "name": slip.ending.name,
        "outcome": slip.ending.outcome().name(),
        "when": slip.ending.when,
        "odds": slip.ending.odds().map(|odds| odds.to_string()),
        "winnings": slip.winnings.to_string(),
        "returned": slip.returned.to_string(),
        "push": slip.push.to_string(),
        "chips": slip.chips.as_ref().ok().map(|stacks| stacks.iter().map(stack).collect::<Vec<_>>()),
        "chips_fault": slip.chips.as_ref().err().map(ToString::to_string),
        "cites": table.cite(slip.ending.cites),
    })
}
