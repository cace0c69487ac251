//! `croupier verify`: verifies a shuffle, spin or throw against what the house published before it, and a bet against the
//! transparency log.

mod entry;

use std::process::ExitCode;

use clap::{Args, ValueHint};
use croupier_fair::{
    Device, DeviceOutcome, Digest, Example, Noted, Proof, ProofError, ProofReport, ProofStep,
};
use croupier_fair::{PLAYER_SEED_BYTES_MAX, Seed, examine, example};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::input_file::{display_name, read_bytes};
use crate::layout::paragraph;
use crate::output::{print, print_json};

#[derive(Args)]
pub(crate) struct VerifyArgs {
    /// The proof, or `-` for standard input
    #[arg(value_name = "FILE|-", required_unless_present = "example", value_hint = ValueHint::FilePath)]
    file: Option<String>,
    /// The anchor that you wrote down when the table opened
    #[arg(long, value_name = "HEX")]
    anchor: Option<Digest>,
    /// The commitment that you wrote down before betting
    #[arg(long, value_name = "HEX")]
    commitment: Option<Digest>,
    /// The receipt that you wrote down when the players' seeds were collected
    #[arg(long, value_name = "HEX")]
    receipt: Option<Digest>,
    /// A seed that you gave, with your seat; can be repeated
    #[arg(long = "player-seed", value_name = "SEAT=HEX", value_parser = player_seed)]
    player_seeds: Vec<(u16, Vec<u8>)>,
    /// For a bet: the public key of the house that you wrote down
    #[arg(long, value_name = "KEY")]
    key: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Print an example of a proof instead: wheel, dice or shoe
    #[arg(long, value_name = "KIND", requires = "seed", conflicts_with_all = NOTES)]
    example: Option<Example>,
    /// The last seed in the example's chain
    #[arg(long, value_name = "HEX", requires = "example")]
    seed: Option<Seed>,
}

/// The arguments that cannot be combined with an example.
const NOTES: [&str; 6] = ["file", "anchor", "commitment", "receipt", "player_seeds", "key"];

impl VerifyArgs {
    /// An option that was given and says something about a round.
    const fn round_option(&self) -> Option<&'static str> {
        match self {
            Self { anchor: Some(_), .. } => Some("--anchor"),
            Self { commitment: Some(_), .. } => Some("--commitment"),
            Self { receipt: Some(_), .. } => Some("--receipt"),
            Self { player_seeds, .. } if !player_seeds.is_empty() => Some("--player-seed"),
            _ => None,
        }
    }
}

fn player_seed(text: &str) -> Result<(u16, Vec<u8>), String> {
    let (seat, seed) = text.split_once('=').ok_or("write it as SEAT=HEX, such as 3=c0ffee")?;
    let seat = seat.parse().map_err(|_| format!("`{seat}` is not the number of a seat"))?;
    let pairs = (0..seed.len()).step_by(2).map(|at| seed.get(at..at + 2));
    let byte = |pair: Option<&str>| u8::from_str_radix(pair.filter(|pair| !pair.starts_with('+'))?, 16).ok();
    let bytes: Option<Vec<u8>> = pairs.map(byte).collect();
    let bytes = bytes.ok_or_else(|| format!("`{seed}` is not hexadecimal, two digits a byte"))?;
    match bytes.len() {
        0..=PLAYER_SEED_BYTES_MAX => Ok((seat, bytes)),
        long => Err(format!("a player's seed is at most {PLAYER_SEED_BYTES_MAX} bytes, not {long}")),
    }
}

pub(crate) fn run(command: &VerifyArgs) -> Result<ExitCode, Failure> {
    if let (Some(kind), Some(seed)) = (command.example, &command.seed) {
        print(example(kind, seed).to_json().trim_end())?;
        return Ok(ExitCode::SUCCESS);
    }
    let path = command.file.as_deref().unwrap_or("-");
    let name = display_name(path);
    let bytes = read_bytes(path)?;
    match entry::read(&bytes) {
        None => {}
        Some(Ok(proof)) => {
            if let Some(option) = command.round_option() {
                return Err(Failure::usage(format!(
                    "{option} is for the proof of a round, and {name} is that of a bet: use --key"
                )));
            }
            return entry::checked(name, &proof, command.key.as_deref(), command.json);
        }
        Some(Err(why)) => return Err(Failure::usage(format!("{name} is not a proof: {why}"))),
    }
    if command.key.is_some() {
        return Err(Failure::usage(format!(
            "--key is for the proof of a bet, and {name} is none: use --commitment or --anchor"
        )));
    }
    match Proof::read(&bytes) {
        Ok(proof) => checked(command, name, &proof),
        Err(error) if command.json => {
            print_json(&inadmissible_json(name, &error))?;
            Ok(ExitCode::from(2))
        }
        Err(error) => Err(inadmissible(name, &error)),
    }
}

fn checked(command: &VerifyArgs, name: &str, proof: &Proof) -> Result<ExitCode, Failure> {
    let noted = Noted {
        anchor: command.anchor,
        commitment: command.commitment,
        receipt: command.receipt,
        seeds: command.player_seeds.clone(),
    };
    let report = examine(proof, &noted);
    match command.json {
        true => print_json(&report_json(name, proof, &report))?,
        false => print(explained(name, proof, &report, &noted))?,
    }
    let good = report.discrepancies().next().is_none();
    Ok(if good { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn inadmissible(name: &str, error: &ProofError) -> Failure {
    let faults = match error {
        ProofError::Json(error) => format!(" {error}"),
        ProofError::Faults(faults) => faults.iter().map(|fault| format!("\n  {fault}")).collect(),
    };
    Failure::usage(format!("{name} is not a proof:{faults}"))
}

fn inadmissible_json(name: &str, error: &ProofError) -> Value {
    let faults = match error {
        ProofError::Json(error) => {
            vec![json!({ "line": error.line(), "column": error.column(), "message": error.to_string() })]
        }
        ProofError::Faults(faults) => {
            faults.iter().map(|fault| json!({ "field": fault.field, "message": fault.message })).collect()
        }
    };
    json!({ "error": { "file": name, "faults": faults } })
}

fn report_json(name: &str, proof: &Proof, report: &ProofReport) -> Value {
    let mut said = serde_json::Map::new();
    said.insert("file".to_owned(), json!(name));
    said.extend(report.json(proof));
    Value::Object(said)
}

/// The steps of the verification as text.
fn explained(name: &str, proof: &Proof, report: &ProofReport, noted: &Noted) -> String {
    let terms = &proof.terms;
    let (table, links) = (&terms.opening.table, terms.opening.links);
    let head = format!(
        "{name}: {}, round {} at table {table}, link {} of {links}\n",
        device(&terms.device),
        terms.round,
        terms.link
    );
    let steps = report.steps.iter().enumerate().map(|(at, step)| explained_step(at + 1, step));
    let mut lines: Vec<String> = [head].into_iter().chain(steps).collect();
    lines.push(String::new());
    lines.extend(conclusion(report, noted));
    lines.join("\n")
}

fn explained_step(number: usize, step: &ProofStep) -> String {
    let kind = step.kind.name();
    match &step.discrepancy {
        None => format!("{number}. good   {kind:<10}  {}", step.description),
        Some(found) => format!("{number}. FALSE  {kind:<10}  {found}"),
    }
}

fn conclusion(report: &ProofReport, noted: &Noted) -> Vec<String> {
    let result = result_text(&report.verified.outcome);
    match report.discrepancies().count() {
        0 if noted.anchor.is_none() && noted.commitment.is_none() => vec![
            format!("The proof is consistent: {result}."),
            paragraph(
                "To check that the house promised this result, compare it with what was published before the round: use \
                 --commitment or --anchor.",
            ),
        ],
        0 => vec![format!("This is what the house promised: {result}.")],
        1 => vec!["1 discrepancy: this is not what the house promised.".to_owned()],
        many => vec![format!("{many} discrepancies: this is not what the house promised.")],
    }
}

fn device(device: &Device) -> String {
    match device {
        Device::Wheel(wheel) => format!("a spin of a wheel of {} pockets", wheel.order().len()),
        Device::Dice => "a throw of two dice".to_owned(),
        Device::Shoe(packs) if packs.count() == 1 => "a shuffle of one pack".to_owned(),
        Device::Shoe(packs) => format!("a shuffle of {} packs", packs.count()),
    }
}

fn result_text(outcome: &DeviceOutcome) -> String {
    match outcome {
        DeviceOutcome::Pocket(pocket) => format!("the ball lands in {pocket}"),
        DeviceOutcome::Throw(throw) => format!("the dice show {throw}"),
        DeviceOutcome::Shoe { cards, cut } => {
            let first: Vec<String> = cards.iter().take(6).map(ToString::to_string).collect();
            let cut = cut.map_or(String::new(), |cards| format!(", cutting card after {cards}"));
            format!("{} cards, starting with {}{cut}", cards.len(), first.join(" "))
        }
    }
}
