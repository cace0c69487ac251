//! `croupier witness`: follows the transparency logs of houses, and says so when one changes its past.

mod authorities;
mod files;
mod house_client;
mod metrics;
mod watch;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, ValueHint};
use croupier_transparency::{SignedCheckpoint, VerifyingKey, read_notes};
use serde_json::json;
use ureq::tls::RootCerts;

use self::files::WitnessFolder;
use self::house_client::HouseClient;
use self::watch::{Sight, compare, look};
use crate::count::count;
use crate::failure::Failure;
use crate::output::{print, print_json};

/// What the command does, in the help.
const HELP: &str = "\
Follows the signed checkpoints of houses, and checks with a proof of the house that each extends the last: that no entry \
was changed, removed or added in the past. What it has checked it signs with a key of its own (FOLDER/witness.key, made at \
the first run), and stores in FOLDER/notes, one file for each log, for anybody who compares. It needs no account.

An alarm is raised when the past was changed, two histories are shown, entries are gone, the house begins a new log (it was \
restored), an old log goes on beside a new one, the key or the house changes, or nothing that a house shows can be checked \
for longer than --silence. It is written to standard error at every look until you dismiss it, with both signed \
checkpoints as evidence in FOLDER/state.json. A log that contradicted itself is never signed again.

Give the keys that the houses have published (--key), or the first key that is seen is believed. The signatures protect \
what is read, also over http; with an https address the certificate of the house is checked as well. \
docs/transparency.md describes everything.

Exit status: 0 all is well, 1 an alarm is open, 2 a house could not be checked (with --once), or the usage is wrong.

Examples:
  croupier witness --folder witness http://127.0.0.1:8080/api/v1/houses/1
  croupier witness --folder witness --key KEY https://play.example/api/v1/houses/1
  croupier witness --folder witness --once --json http://127.0.0.1:8080/api/v1/houses/1
  croupier witness --folder witness --once --compare other-witness.note http://127.0.0.1:8080/api/v1/houses/1
  croupier witness --folder witness --metrics /var/lib/prometheus/node-exporter/witness.prom http://127.0.0.1:8080/api/v1/houses/1
  croupier witness --folder witness --dismiss 1";

#[derive(Args)]
#[command(after_help = HELP)]
pub(crate) struct WitnessArgs {
    /// The addresses of the houses, such as <https://play.example/api/v1/houses/1>
    #[arg(value_name = "ADDRESS", required_unless_present = "dismiss", value_parser = address)]
    houses: Vec<String>,
    /// The folder for the key, what is known, and the signed checkpoints; made if it does not exist
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    folder: PathBuf,
    /// The name of this witness in its signatures
    #[arg(long, value_name = "NAME", default_value = "croupier-witness")]
    name: String,
    /// A key that a house has published (`/checkpoint/key`): only logs that are signed with one of these are believed at
    /// first sight; can be repeated
    #[arg(long = "key", value_name = "KEY", value_parser = key)]
    keys: Vec<VerifyingKey>,
    /// The certificates of those who may sign the certificates of the houses, in PEM, instead of those that this machine
    /// trusts
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    authority: Option<PathBuf>,
    /// Look once at each house, and end
    #[arg(long)]
    once: bool,
    /// The time between two looks, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = count::<u32>)]
    every: u32,
    /// Raise an alarm when nothing that a house shows can be checked for so long, in minutes
    #[arg(long, value_name = "MINUTES", default_value_t = 10, value_parser = count::<u32>)]
    silence: u32,
    /// Write what was seen into this file after every look, as metrics for Prometheus (the textfile collector of its node
    /// exporter reads them)
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    metrics: Option<PathBuf>,
    /// Compare with checkpoints that another witness has signed or stored
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    compare: Vec<PathBuf>,
    /// Dismiss the alarm with this number; it remains on record
    #[arg(long, value_name = "NUMBER", conflicts_with_all = ["houses", "once", "compare", "silence", "metrics"], value_parser = count::<u64>)]
    dismiss: Option<u64>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

fn address(text: &str) -> Result<String, String> {
    let text = text.trim_end_matches('/');
    match text.split_once("://") {
        Some(("http" | "https", rest)) if rest.contains("/houses/") => Ok(text.to_owned()),
        _ => Err("write it as https://HOST/api/v1/houses/NUMBER".to_owned()),
    }
}

fn key(text: &str) -> Result<VerifyingKey, String> {
    text.trim().parse().map_err(|_| "write the key as the house publishes it: NAME+ID+KEY".to_owned())
}

pub(crate) fn run(command: &WitnessArgs) -> Result<ExitCode, Failure> {
    let mut folder = WitnessFolder::open(&command.folder, &command.name).map_err(Failure::usage)?;
    if let Some(number) = command.dismiss {
        return dismiss(&mut folder, number);
    }
    let agent = house_client::agent(authorities(command)?);
    let client = |house: &String| HouseClient { agent: agent.clone(), address: house.clone() };
    let clients: Vec<HouseClient> = command.houses.iter().map(client).collect();
    let others = read_others(&command.compare)?;
    loop {
        let mut sights: Vec<Sight> = Vec::new();
        for client in &clients {
            let sight = look(&mut folder.witness, client, &command.keys);
            note_silence(command, &mut folder, client, &sight);
            sights.push(sight);
            for note in &others {
                sights.extend(compare(&mut folder.witness, client, note));
            }
        }
        let strangers = others.iter().filter(|note| !is_followed(&folder, note));
        sights.extend(strangers.map(Sight::not_followed));
        folder.store().map_err(Failure::usage)?;
        if let Some(file) = &command.metrics {
            let text = metrics::of(&folder.witness, &sights, files::now());
            files::replace(file, text.as_bytes()).map_err(Failure::usage)?;
        }
        report(command, &folder, &sights)?;
        if command.once {
            return Ok(status(&folder, &sights));
        }
        std::thread::sleep(Duration::from_secs(command.every.max(1).into()));
    }
}

/// Notes whether a house could be checked, and for how long it could not.
fn note_silence(command: &WitnessArgs, folder: &mut WitnessFolder, client: &HouseClient, sight: &Sight) {
    let (witness, at) = (&mut folder.witness, files::now());
    if sight.is_checked {
        witness.checked(&client.address, at);
    } else {
        let patience = 60_000 * i64::from(command.silence);
        witness.unchecked(&client.address, sight.text(), patience, at);
    }
}

/// Whose signatures under certificates are believed; `None` where no house is asked over TLS.
fn authorities(command: &WitnessArgs) -> Result<Option<RootCerts>, Failure> {
    if !command.houses.iter().any(|house| house.starts_with("https:")) {
        return Ok(None);
    }
    let found = match &command.authority {
        Some(file) => authorities::of_file(file),
        None => authorities::of_this_machine(),
    };
    found.map(Some).map_err(Failure::usage)
}

fn is_followed(folder: &WitnessFolder, note: &SignedCheckpoint) -> bool {
    let origin = |note: &SignedCheckpoint| note.checkpoint.origin;
    folder.witness.logs.iter().any(|log| log.last().is_ok_and(|last| origin(&last) == origin(note)))
}

fn read_others(files: &[PathBuf]) -> Result<Vec<SignedCheckpoint>, Failure> {
    let mut notes = Vec::new();
    for file in files {
        let name = file.display().to_string();
        let text = std::fs::read_to_string(file).map_err(|error| Failure::unreadable(&name, &error))?;
        let found = read_notes(&text).map_err(|error| Failure::usage(format!("{name}: {error}")))?;
        if found.is_empty() {
            return Err(Failure::usage(format!("{name} has no checkpoint in it")));
        }
        notes.extend(found);
    }
    Ok(notes)
}

fn dismiss(folder: &mut WitnessFolder, number: u64) -> Result<ExitCode, Failure> {
    if !folder.witness.dismiss(number, files::now()) {
        return Err(Failure::usage(format!("no alarm {number} is open")));
    }
    folder.store().map_err(Failure::usage)?;
    print(format!(
        "Alarm {number} is dismissed. It remains on record in {}.",
        folder.state_file().display()
    ))?;
    Ok(ExitCode::SUCCESS)
}

/// Writes what was seen, and every open alarm.
fn report(command: &WitnessArgs, folder: &WitnessFolder, sights: &[Sight]) -> Result<(), Failure> {
    if command.json {
        print_json(&json!({
            "witness": folder.public_key(),
            "houses": sights.iter().map(Sight::to_json).collect::<Vec<_>>(),
            "alarms": folder.witness.open_alarms().collect::<Vec<_>>(),
        }))?;
    } else {
        for sight in sights.iter().filter(|sight| command.once || sight.is_news) {
            print(sight)?;
        }
    }
    for alarm in folder.witness.open_alarms() {
        eprintln!("croupier: ALARM: {alarm}");
    }
    for sight in sights.iter().filter(|sight| !sight.is_checked) {
        eprintln!("croupier: {sight}");
    }
    Ok(())
}

fn status(folder: &WitnessFolder, sights: &[Sight]) -> ExitCode {
    if folder.witness.open_alarms().next().is_some() {
        return ExitCode::from(1);
    }
    let is_checked = sights.iter().all(|sight| sight.is_checked);
    if is_checked { ExitCode::SUCCESS } else { ExitCode::from(2) }
}
