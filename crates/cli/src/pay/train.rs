//! `croupier pay --train`: a timed exercise for dealers.

use std::io::{BufRead, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant, SystemTime};

use croupier_kit::{Chips, Money, gcd};
use croupier_rules::offer::{self, Ending, Listing, Quote};

use super::payment::pushed;
use crate::failure::Failure;
use crate::layout::paragraph;
use crate::table::SelectedTable;

/// The text before the first question.
const RULES: &str = "Type what you pay: the winnings, without the stake. If a stake is shared or surrendered, type what is \
    returned; if nothing is paid, type 0. An empty line skips a question, Ctrl-D ends the training.";

/// A repeatable pseudo-random number generator (`SplitMix64`).
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ (word >> 31)
    }

    /// A number below `count`. The slight bias does not matter here.
    fn below(&mut self, count: usize) -> usize {
        usize::try_from(self.next() % count.max(1) as u64).expect("it is below a length")
    }

    fn one_of<'t, T>(&mut self, list: &'t [T]) -> Option<&'t T> {
        list.get(self.below(list.len()))
    }
}

/// One question: a stake, its outcome, and the correct payment.
struct Question {
    words: String,
    stake: Money,
    ending: Ending,
    /// The result of the spin, throw or deal, if it has a name.
    result: Option<String>,
    answer: Money,
}

/// The score so far.
#[derive(Default)]
struct Score {
    asked: u32,
    right: u32,
    took: Duration,
}

pub(super) fn run(
    table: &SelectedTable<'_>,
    chips: &Chips,
    questions: u32,
    seed: Option<u64>,
) -> Result<ExitCode, Failure> {
    let seed = seed.unwrap_or_else(clock_seed);
    let mut dice = Dice(seed);
    let mut input = std::io::stdin().lock().lines();
    let mut out = std::io::stdout().lock();
    let listings = offer::listings(&table.rules);
    let mut question = ask(table, &listings, chips, &mut dice).ok_or_else(|| {
        Failure::usage("no stake within these limits can be paid in these chips".to_owned())
    })?;
    let head = format!("{} — {questions} questions, seed {seed}", table.game.title());
    writeln!(out, "{head}\n{}", paragraph(RULES))?;
    let mut score = Score::default();
    for number in 1..=questions {
        write!(out, "\n{number}. {}\n   pay: ", question.text())?;
        out.flush()?;
        let begun = Instant::now();
        let Some(line) = input.next().transpose()? else {
            writeln!(out, "\nThe training ends here.")?;
            break;
        };
        let took = begun.elapsed();
        let right = read_answer(&line) == Some(question.answer);
        score.asked += 1;
        score.right += u32::from(right);
        score.took += took;
        writeln!(out, "   {}", question.mark(table, &line, right, took))?;
        question = ask(table, &listings, chips, &mut dice).unwrap_or(question);
    }
    writeln!(out, "\n{}", score.text())?;
    Ok(ExitCode::SUCCESS)
}

/// A seed from the clock. It is short, so that it can be typed in.
fn clock_seed() -> u64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    Dice(u64::from(since.subsec_nanos()) ^ since.as_secs()).next() % 1_000_000
}

/// Makes a question; `None` if many attempts failed.
fn ask(table: &SelectedTable<'_>, listings: &[Listing], chips: &Chips, dice: &mut Dice) -> Option<Question> {
    (0..1000).find_map(|_| {
        let listing = dice.one_of(listings)?;
        let words = dice.one_of(&listing.words)?.clone();
        let split: Vec<&str> = words.split(' ').collect();
        let quote = offer::quote(&table.rules, table.game.conduct(), &split).ok()?;
        let stake = stake_for(&quote, table, chips, dice)?;
        offer::check_stake(&table.rules, table.game.conduct(), &split, stake).ok()?;
        let ending = pick(&quote.endings, dice)?.clone();
        let charge = quote.charge(stake)?;
        let winnings = ending.profit(stake, charge).ok()??;
        let answer = pushed(stake, charge.with_bet(stake).plus(winnings).ok()?).ok()?;
        let answer = if ending.payout.is_none() { Money::ZERO } else { answer };
        let result = dice.one_of(&ending.falls).cloned();
        Some(Question { words, stake, ending, result, answer })
    })
}

/// A stake of equal chips that can be paid exactly and is within the limits.
fn stake_for(quote: &Quote, table: &SelectedTable<'_>, chips: &Chips, dice: &mut Dice) -> Option<Money> {
    // Players stake chips from 1 to 100. Larger and smaller chips are for payments only.
    let staked: Vec<Money> =
        chips.values().iter().copied().filter(|chip| (100..=10_000).contains(&chip.minor())).collect();
    let chip = *dice.one_of(if staked.is_empty() { chips.values() } else { &staked })?;
    // The smallest number of chips whose total is a multiple of the step.
    let common = gcd(chip.minor().unsigned_abs(), quote.step.minor().unsigned_abs());
    let together = quote.step.minor() / i64::try_from(common).ok()?;
    let most = usize::try_from(20 / together).expect("a number of chips is positive").max(1);
    let count = together * (i64::try_from(dice.below(most)).ok()? + 1);
    let stake = chip.times(count).ok()?;
    let least = table.chosen.stake_min.is_none_or(|least| least <= stake);
    let most = table.chosen.stake_max.is_none_or(|most| stake <= most);
    (least && most).then_some(stake)
}

/// Picks an outcome: usually one that is paid, sometimes another.
fn pick<'e>(endings: &'e [Ending], dice: &mut Dice) -> Option<&'e Ending> {
    let paid: Vec<&Ending> = endings.iter().filter(|ending| ending.odds().is_some()).collect();
    match dice.below(5) {
        0 => dice.one_of(endings),
        _ if paid.is_empty() => dice.one_of(endings),
        _ => dice.one_of(&paid).copied(),
    }
}

/// Parses the amount that was typed. It may be zero.
fn read_answer(line: &str) -> Option<Money> {
    let text = line.trim().replace(',', "");
    let is_zero = !text.is_empty() && text.bytes().all(|b| b == b'0' || b == b'.') && text.contains('0');
    if is_zero { Some(Money::ZERO) } else { text.parse().ok() }
}

impl Question {
    fn text(&self) -> String {
        let result = match &self.result {
            Some(result) => format!("{result} ({})", self.ending.name),
            None => format!("{}: {}", self.ending.name, self.ending.when),
        };
        format!("{} on {} — {result}", self.stake, self.words)
    }

    fn mark(&self, table: &SelectedTable<'_>, line: &str, right: bool, took: Duration) -> String {
        let odds = self.ending.odds().map(|odds| format!(" at {odds}")).unwrap_or_default();
        let cites = table.cite(self.ending.cites).join(", ");
        let because = if cites.is_empty() { String::new() } else { format!(" ({cites})") };
        let verdict = match (right, line.trim()) {
            (true, _) => format!("right: {}", self.answer),
            (false, "") => format!("skipped: it is {}", self.answer),
            (false, said) => format!("wrong: it is {}, not {said}", self.answer),
        };
        format!("{verdict}{odds}{because} · {:.1} s", took.as_secs_f64())
    }
}

impl Score {
    fn text(&self) -> String {
        let each = self.took.checked_div(self.asked).unwrap_or_default().as_secs_f64();
        let took = self.took.as_secs_f64();
        match self.asked {
            0 => "No question was answered.".to_owned(),
            asked => format!("{} of {asked} right in {took:.1} s, {each:.1} s per question.", self.right),
        }
    }
}
