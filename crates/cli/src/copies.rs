//! `croupier backup` and `croupier restore`.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, ValueHint};
use croupier_rules::book::Shelf;
use croupier_server::config::StoreAddress;
use croupier_server::copies::{self, BackupOptions, RestoreOptions, SecretsState};
use croupier_server::sealed_secrets::Passphrase;

use crate::failure::Failure;

/// What a copy contains, in the help of `backup`.
const BACKUP: &str = "\
The copy is one consistent picture of the journals, taken while the houses work; nothing in the data folder or the database \
is changed. Then it is read back and replayed; a copy that is not sound is removed, and the exit status is 2. A copy of a \
database is the same kind of folder as that of a data folder, and needs no PostgreSQL.

The secrets (house key, password hashes, sessions) go into a file of their own, encrypted with the passphrase, or stay \
behind. Without the house key a restored house opens, but its automatic tables do not deal.";

#[derive(Args)]
#[command(after_help = BACKUP)]
pub(crate) struct BackupArgs {
    /// The data folder; with --store that of a node, which has the house key
    #[arg(long, value_name = "FOLDER", env = "CROUPIER_DATA", default_value = "data")]
    data: PathBuf,
    /// The `PostgreSQL` database that has the journals, as with `serve`; nodes may serve it meanwhile
    #[arg(long, value_name = "ADDRESS", env = "CROUPIER_STORE", hide_env_values = true)]
    store: Option<StoreAddress>,
    /// The folder to copy to; it is created
    #[arg(value_hint = ValueHint::DirPath)]
    to: PathBuf,
    /// Encrypt the secrets with the passphrase in this file, of 12 bytes or more
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "without_secrets")]
    secrets_passphrase_file: Option<PathBuf>,
    /// Leave the secrets behind; the default, which is said loudly where it is not asked for
    #[arg(long)]
    without_secrets: bool,
    /// Read the copy back, but do not replay its houses
    #[arg(long)]
    quick: bool,
}

/// What a restored house is, in the help of `restore`.
const RESTORE: &str = "\
A restored house begins a new incarnation: open rounds are void and their stakes returned, and every chain of seeds is \
given up and never revealed, so that it deals nothing that the original has dealt or can deal. A drill beside the living \
house is safe. Nobody is logged in at a restored house.

When the original is gone for good, say so with --original-is-gone: then the seeds of open rounds are revealed, and \
players can check them.

With --store the journals go into an empty database, and DATA is the new data folder of a node.

A database that the tools of PostgreSQL have restored (a dump, or a base backup and the log up to a point in time) is the \
same incarnation as the original and would deal rounds that are known. --in-place begins a new incarnation of all its \
houses; give it before a node serves them. All nodes must be stopped. It is not for a synchronous standby that was \
promoted: that one has everything that was acknowledged, and goes on as it is.";

#[derive(Args)]
#[command(after_help = RESTORE)]
pub(crate) struct RestoreArgs {
    /// The copy
    #[arg(value_hint = ValueHint::DirPath, required_unless_present = "in_place")]
    from: Option<PathBuf>,
    /// The new data folder; it is created. With --in-place the data folder of a node, which has the house key
    #[arg(long, value_name = "FOLDER", env = "CROUPIER_DATA", default_value = "data")]
    data: PathBuf,
    /// The `PostgreSQL` database that gets the journals, which must be empty; with --in-place the one that has them
    #[arg(long, value_name = "ADDRESS", env = "CROUPIER_STORE", hide_env_values = true)]
    store: Option<StoreAddress>,
    /// Begin a new incarnation of the houses that are in the database, which was restored by other means
    #[arg(long, requires = "store", conflicts_with_all = ["from", "secrets_passphrase_file"])]
    in_place: bool,
    /// Decrypt the secrets with the passphrase in this file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    secrets_passphrase_file: Option<PathBuf>,
    /// Make a new house key, because the old one is lost or stays with the original
    #[arg(long, conflicts_with = "secrets_passphrase_file")]
    new_key: bool,
    /// State that the original house no longer exists, so that the seeds of its open rounds can be revealed
    #[arg(long)]
    original_is_gone: bool,
    /// Read the copy back, but do not replay its houses
    #[arg(long)]
    quick: bool,
    /// Restore although the system clock is more than 30 days ahead of the last entry of the copy
    #[arg(long)]
    accept_clock: bool,
}

fn passphrase(path: Option<&Path>) -> Result<Option<Passphrase>, Failure> {
    let Some(path) = path else { return Ok(None) };
    let content =
        std::fs::read(path).map_err(|error| Failure::usage(format!("{}: {error}", path.display())))?;
    Passphrase::from_file(content).map(Some).map_err(|error| Failure::usage(error.to_string()))
}

/// Reports progress where it does not disturb the output.
fn progress(line: &str) {
    eprintln!("{line}");
}

pub(crate) fn backup(command: &BackupArgs, shelf: Shelf) -> Result<ExitCode, Failure> {
    let secrets = passphrase(command.secrets_passphrase_file.as_deref())?;
    if secrets.is_none() && !command.without_secrets {
        progress(
            "WARNING: the house key and the passwords are NOT in this copy. Without the key a restored house does not \
             deal at automatic tables. Use --secrets-passphrase-file to include them, or --without-secrets to accept it.",
        );
    }
    // The rulebooks are used until the program ends.
    let shelf: &'static Shelf = Box::leak(Box::new(shelf));
    let options = BackupOptions { store: command.store.clone(), secrets, quick: command.quick };
    let copied = copies::backup(&command.data, &command.to, &options, shelf, &mut progress)
        .map_err(|error| Failure::usage(error.to_string()))?;
    let secrets = match copied.secrets {
        SecretsState::Sealed => "with encrypted secrets",
        SecretsState::LeftBehind => "without secrets",
    };
    let mut out = std::io::stdout().lock();
    let (to, entries, bytes) = (command.to.display(), copied.entries, copied.bytes);
    writeln!(out, "copied to {to}: {entries} entries, {bytes} bytes, {secrets}")?;
    for house in copied.houses {
        writeln!(out, "house {}: entry {}, hash {}", house.house, house.sequence, house.hash)?;
    }
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn restore(command: &RestoreArgs, shelf: Shelf) -> Result<ExitCode, Failure> {
    let secrets = passphrase(command.secrets_passphrase_file.as_deref())?;
    let has_key = secrets.is_some() || command.new_key;
    let options = RestoreOptions {
        store: command.store.clone(),
        secrets,
        new_key: command.new_key,
        original_gone: command.original_is_gone,
        quick: command.quick,
        accept_clock: command.accept_clock,
    };
    let shelf: &'static Shelf = Box::leak(Box::new(shelf));
    let restored = match (&command.from, &command.store) {
        (Some(from), _) => copies::restore(from, &command.data, &options, shelf, &mut progress),
        (None, Some(store)) => copies::restore_in_place(&command.data, store, &options, shelf, &mut progress),
        (None, None) => return Err(Failure::usage("name a copy, or a database with --in-place".to_owned())),
    };
    let restored = restored.map_err(|error| Failure::usage(error.to_string()))?;
    if !has_key && !command.data.join(croupier_server::dealing::KEY_FILE).exists() {
        progress(
            "WARNING: there is no house key in the restored folder: automatic tables do not deal until it is put back.",
        );
    }
    let mut out = std::io::stdout().lock();
    match command.in_place {
        true => writeln!(out, "a new incarnation of every house of the database has begun")?,
        false => writeln!(out, "restored to {} as a new incarnation", command.data.display())?,
    }
    for house in restored {
        writeln!(out, "house {}: after entry {}, hash {}", house.house, house.sequence, house.hash)?;
    }
    Ok(ExitCode::SUCCESS)
}
