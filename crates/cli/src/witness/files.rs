//! The folder of a witness: its key, what it knows, and the checkpoints that it has signed.

use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use croupier_transparency::{CosigningKey, SignedCheckpoint, Witness, cosigned_at};

/// The files of the folder.
const KEY: &str = "witness.key";
const STATE: &str = "state.json";
const NOTES: &str = "notes";
const LOCK: &str = "witness.lock";

/// The folder of a witness that runs.
pub(super) struct WitnessFolder {
    path: PathBuf,
    key: CosigningKey,
    /// What it knows.
    pub(super) witness: Witness,
    _lock: File,
}

/// The time, in milliseconds since 1970.
pub(super) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).expect("the clock is after 1970");
    i64::try_from(since.as_millis()).expect("the clock is before the year 292,000,000")
}

fn named(path: &Path, error: &dyn std::fmt::Display) -> String {
    format!("{}: {error}", path.display())
}

impl WitnessFolder {
    /// Opens a folder, or makes it. Only one witness can use it.
    pub(super) fn open(path: &Path, name: &str) -> Result<Self, String> {
        std::fs::create_dir_all(path.join(NOTES)).map_err(|error| named(path, &error))?;
        let lock = path.join(LOCK);
        let file = private(&lock, false).map_err(|error| named(&lock, &error))?;
        file.try_lock().map_err(|_| format!("another witness uses {}: end it first", path.display()))?;
        let key = CosigningKey::new(name, &seed(&path.join(KEY))?).map_err(|error| error.to_string())?;
        let state = path.join(STATE);
        let witness = match std::fs::read(&state) {
            Ok(text) => serde_json::from_slice(&text).map_err(|error| named(&state, &error))?,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Witness::default(),
            Err(error) => return Err(named(&state, &error)),
        };
        Ok(Self { path: path.to_owned(), key, witness, _lock: file })
    }

    /// The public key, as others verify its signatures with.
    pub(super) fn public_key(&self) -> String {
        self.key.public().to_string()
    }

    pub(super) fn state_file(&self) -> PathBuf {
        self.path.join(STATE)
    }

    /// Stores what is known, and signs the last checkpoint of each log that may be signed. What is known comes first: a
    /// witness must never have signed what it does not remember.
    pub(super) fn store(&self) -> Result<(), String> {
        let text = serde_json::to_vec_pretty(&self.witness).expect("what a witness knows is JSON");
        replace(&self.state_file(), &text)?;
        for log in &self.witness.logs {
            let last = log.last().map_err(|error| named(&self.state_file(), &error))?;
            if self.witness.may_cosign(&last.checkpoint.origin) {
                self.cosign(&last)?;
            }
        }
        Ok(())
    }

    /// Signs a checkpoint, unless it is signed already.
    fn cosign(&self, last: &SignedCheckpoint) -> Result<(), String> {
        let name = last.checkpoint.origin.to_string().replace('/', "-");
        let path = self.path.join(NOTES).join(format!("{name}.note"));
        let signed =
            std::fs::read_to_string(&path).ok().and_then(|text| text.parse::<SignedCheckpoint>().ok());
        let public = self.key.public();
        let is_done = signed.is_some_and(|signed| {
            signed.checkpoint == last.checkpoint && cosigned_at(&public, &signed).is_some()
        });
        if is_done {
            return Ok(());
        }
        let at = u64::try_from(now() / 1_000).expect("the clock is after 1970");
        replace(&path, self.key.cosign(last, at).to_string().as_bytes())
    }
}

/// The seed of the key. It is made once.
fn seed(path: &Path) -> Result<[u8; 32], String> {
    match std::fs::read_to_string(path) {
        Ok(text) => from_hex(text.trim()).ok_or_else(|| {
            format!("{} is not the key of a witness: restore it, or begin with a new folder", path.display())
        }),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => make_seed(path),
        Err(error) => Err(named(path, &error)),
    }
}

fn make_seed(path: &Path) -> Result<[u8; 32], String> {
    let mut seed = [0; 32];
    getrandom::fill(&mut seed).map_err(|error| format!("the system gives no random bytes: {error}"))?;
    let hex: String = seed.iter().map(|byte| format!("{byte:02x}")).collect();
    let mut file = private(path, true).map_err(|error| named(path, &error))?;
    let written = writeln!(file, "{hex}").and_then(|()| file.sync_all());
    written.map_err(|error| named(path, &error))?;
    Ok(seed)
}

fn from_hex(text: &str) -> Option<[u8; 32]> {
    let digits = text.len() == 64 && text.bytes().all(|digit| digit.is_ascii_hexdigit());
    let bytes = (0..32).map(|at| u8::from_str_radix(text.get(2 * at..2 * at + 2)?, 16).ok());
    let bytes: Vec<u8> = bytes.collect::<Option<_>>()?;
    if digits { bytes.try_into().ok() } else { None }
}

/// Opens a file that only its owner can read; a new one may be required.
fn private(path: &Path, is_new: bool) -> std::io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).create_new(is_new).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Replaces a file as a whole: whoever reads it finds the old text or the new one, also after a crash.
pub(super) fn replace(path: &Path, text: &[u8]) -> Result<(), String> {
    let new = path.with_extension("new");
    let written = (|| {
        let mut file = OpenOptions::new().write(true).create(true).truncate(true).open(&new)?;
        file.write_all(text)?;
        file.sync_all()?;
        std::fs::rename(&new, path)?;
        File::open(path.parent().unwrap_or(Path::new(".")))?.sync_all()
    })();
    written.map_err(|error: std::io::Error| named(path, &error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_is_made_once_and_only_one_witness_uses_a_folder() {
        let path = std::env::temp_dir().join(format!("croupier-witness-files-{}", std::process::id()));
        drop(std::fs::remove_dir_all(&path));
        let first = WitnessFolder::open(&path, "w").unwrap();
        let public = first.public_key();
        assert!(WitnessFolder::open(&path, "w").is_err_and(|why| why.contains("another witness")));
        first.store().unwrap();
        drop(first);
        assert_eq!(WitnessFolder::open(&path, "w").unwrap().public_key(), public);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = std::fs::metadata(path.join(KEY)).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
        std::fs::write(path.join(KEY), "no key").unwrap();
        assert!(WitnessFolder::open(&path, "w").is_err_and(|why| why.contains("not the key")));
        std::fs::remove_dir_all(&path).unwrap();
    }
}
