//! `croupier pay`: the payment of a wager, with the chips to push.

mod payment;
mod train;

use std::process::ExitCode;

use clap::Args;
use croupier_kit::{Chips, Money, Stack};
use croupier_rules::book::Shelf;
use croupier_rules::notation::nearest;
use croupier_rules::offer::{self, Ending, Quote};
use jiff::civil::Date;
use serde_json::{Value, json};

use crate::count::{count, count_above_zero};
use crate::failure::Failure;
use crate::odds::asked_wager;
use crate::output::{print, print_json, table};
use crate::table::{SelectedTable, TableArgs};
use payment::Payment;

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    croupier pay RULEBOOK/dice \"place-win 4\" 10\n  \
    croupier pay RULEBOOK/blackjack box 25 blackjack\n  \
    croupier pay RULEBOOK/roulette red 10 0\n  \
    croupier pay RULEBOOK/roulette \"10 on split 17 20\" 17\n  \
    croupier pay RULEBOOK/roulette --train --questions 20")]
pub(crate) struct PayArgs {
    #[command(flatten)]
    table: TableArgs,
    /// The wager, in quotes if it has several words; with its stake or without ("5 on red")
    #[arg(value_name = "WAGER", required_unless_present = "train")]
    wager: Option<String>,
    /// The stake, unless the wager has it
    #[arg(value_name = "AMOUNT")]
    amount: Option<String>,
    /// The outcome [default: all outcomes]
    #[arg(value_name = "OUTCOME")]
    outcome: Option<String>,
    /// The values of the chips, separated by commas [default: 1000,500,100,25,5,1,0.50,0.25,0.10,0.05,0.01]
    #[arg(long, value_name = "VALUES", value_delimiter = ',')]
    chips: Vec<String>,
    /// Print JSON
    #[arg(long, conflicts_with = "train")]
    json: bool,
    /// Train a dealer: ask what wagers of this game are paid, against the clock
    #[arg(long, conflicts_with_all = ["wager", "amount", "outcome"])]
    train: bool,
    /// How many questions
    #[arg(long, value_name = "N", default_value_t = 10, requires = "train", value_parser = count_above_zero::<u32>)]
    questions: u32,
    /// Ask the same questions again: the seed of an earlier training
    #[arg(long, value_name = "S", requires = "train", value_parser = count::<u64>)]
    seed: Option<u64>,
}

pub(crate) fn run(command: &PayArgs, shelf: &Shelf, day: Date) -> Result<ExitCode, Failure> {
    let table = command.table.on(shelf, day)?;
    let chips = read_chips(&command.chips)?;
    let Some(wager) = &command.wager else {
        return train::run(&table, &chips, command.questions, command.seed);
    };
    let Question { wager, stake, outcome } = Question::of(command, wager)?;
    let words: Vec<&str> = wager.split_whitespace().collect();
    let conduct = table.game.conduct();
    let quote = offer::quote(&table.rules, conduct, &words).map_err(|refusal| table.refused(&refusal))?;
    check_limits(&table, stake)?;
    offer::check_stake(&table.rules, conduct, &words, stake).map_err(|refusal| table.refused(&refusal))?;
    let charge = quote.charge(stake).expect("the stake was checked");
    let endings = chosen_endings(&quote, outcome)?;
    let payments: Vec<Payment<'_>> = endings
        .into_iter()
        .map(|ending| Payment::of(ending, stake, charge, &chips))
        .collect::<Result<_, _>>()?;
    let stake = charge.with_bet(stake);
    if command.json {
        print_json(&payments_json(&table, &quote, stake, &payments))?;
    } else {
        print(payments_text(&table, &quote, stake, &payments))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What is asked: a wager, its stake, and one of its outcomes or all.
struct Question<'a> {
    wager: &'a str,
    stake: Money,
    outcome: Option<&'a str>,
}

impl<'a> Question<'a> {
    /// Where the wager has its stake, what follows it is the outcome.
    fn of(command: &'a PayArgs, wager: &'a str) -> Result<Self, Failure> {
        let (stake, wager) = asked_wager(wager)?;
        let (amount, outcome) = (command.amount.as_deref(), command.outcome.as_deref());
        match (stake, amount) {
            (Some(_), Some(amount)) if outcome.is_some() => {
                Err(Failure::usage(format!("the stake is given twice, before the wager and as `{amount}`")))
            }
            (Some(stake), outcome) => Ok(Self { wager, stake, outcome }),
            (None, Some(amount)) => {
                let stake = amount.parse().map_err(|error| Failure::usage(format!("`{amount}` {error}")))?;
                Ok(Self { wager, stake, outcome })
            }
            (None, None) => {
                let hint = format!("write `croupier pay RULEBOOK/GAME \"{wager}\" 5` or \"5 on {wager}\"");
                Err(Failure::usage(format!("the stake is missing; {hint}")))
            }
        }
    }
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

/// Checks the limits given with `--house`, which apply as at the table.
fn check_limits(table: &SelectedTable<'_>, stake: Money) -> Result<(), Failure> {
    let (least, most) = (table.chosen.stake_min, table.chosen.stake_max);
    let allowed = match (least, most) {
        (Some(least), _) if stake < least => format!("the lowest bet here is {least}"),
        (_, Some(most)) if stake > most => format!("the highest bet here is {most}"),
        _ => return Ok(()),
    };
    let found = format!("a bet of {stake}");
    Err(table.refused(&croupier_rules::law::Refusal::new(table.game.conduct().limits, found, allowed)))
}

/// The endings that an outcome names; all endings if no outcome is given.
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
        None => format!("its outcomes are: {}", listed(quote)),
    };
    Err(Failure::usage(format!("`{}` has no outcome `{outcome}`; {hint}", quote.wager)))
}

/// The outcomes of a wager, each listed once, with the results that lead to them if there are few.
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

fn payments_text(
    table_of: &SelectedTable<'_>,
    quote: &Quote,
    stake: Money,
    payments: &[Payment<'_>],
) -> String {
    let mut rows = table(["outcome", "when", "odds", "winnings", "returned", "chips to push", "provision"]);
    for payment in payments {
        let odds = payment.ending.odds().map(|odds| odds.to_string()).unwrap_or_default();
        let cites = table_of.cite(payment.cites(quote)).join(", ");
        rows.add_row([
            payment.ending.name.clone(),
            payment.ending.when.clone(),
            odds,
            payment.winnings.to_string(),
            payment.returned.to_string(),
            payment.chips_words(),
            cites,
        ]);
    }
    rows.align_right(&[3, 4]);
    let currency = table_of.currency().map(|currency| format!("{currency} ")).unwrap_or_default();
    let commission =
        quote.commission.map(|commission| format!(", commission {commission}")).unwrap_or_default();
    format!("{}: {currency}{stake} on {}{commission}\n{rows}", table_of.name(), quote.wager)
}

fn payments_json(table: &SelectedTable<'_>, quote: &Quote, stake: Money, payments: &[Payment<'_>]) -> Value {
    json!({
        "rules": table.name(),
        "wager": quote.wager,
        "stake": stake.to_string(),
        "currency": table.currency(),
        "step": quote.step.to_string(),
        "outcomes": payments.iter().map(|payment| payment_json(table, quote, payment)).collect::<Vec<_>>(),
    })
}

fn payment_json(table: &SelectedTable<'_>, quote: &Quote, payment: &Payment<'_>) -> Value {
    let stack = |stack: &Stack| json!({ "chip": stack.value.to_string(), "count": stack.count });
    json!({
        "name": payment.ending.name,
        "outcome": payment.ending.outcome().name(),
        "when": payment.ending.when,
        "odds": payment.ending.odds().map(|odds| odds.to_string()),
        "commission": (payment.commission > Money::ZERO).then(|| payment.commission.to_string()),
        "winnings": payment.winnings.to_string(),
        "returned": payment.returned.to_string(),
        "push": payment.push.to_string(),
        "chips": payment.chips.as_ref().ok().map(|stacks| stacks.iter().map(stack).collect::<Vec<_>>()),
        "chips_fault": payment.chips.as_ref().err().map(ToString::to_string),
        "cites": table.cite(payment.cites(quote)),
    })
}
