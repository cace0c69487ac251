//! The key file of a data folder, with the keys that encrypt seeds; and secrets from the operating system.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::Path;

use croupier_fair::{Digest, HouseKey, KeyId, Keyring, Seed};
use croupier_house::table::{OutcomeSource, Vault};
use croupier_kit::{Card, Pocket, Shoe, Wheel};

use super::os_chance::OsChance;

/// The name of the key file in a data folder. Each line is a number and a key of 64 hexadecimal digits; the first key
/// encrypts.
pub const KEY_FILE: &str = "house.key";

/// What the key file of a data folder contains.
#[derive(Clone, Debug)]
pub enum KeyFile {
    /// Keys, the first of which encrypts.
    Keys(Keyring),
    /// There is no key file.
    Missing,
    /// The file does not contain keys, for this reason.
    Unreadable(String),
}

impl KeyFile {
    /// Reads the key file of a data folder. A missing file is not replaced: what the lost key has encrypted could not
    /// be read with another one.
    pub fn read(folder: &Path) -> Self {
        match std::fs::read_to_string(folder.join(KEY_FILE)) {
            Ok(text) => parse(&text).map_or_else(Self::Unreadable, Self::Keys),
            Err(error) if error.kind() == ErrorKind::NotFound => Self::Missing,
            Err(error) => Self::Unreadable(error.to_string()),
        }
    }

    /// Creates the key file of a data folder, together with its first house.
    ///
    /// # Errors
    /// When there is a key file already, or it cannot be written.
    pub fn create(folder: &Path) -> Result<Self, String> {
        let path = folder.join(KEY_FILE);
        let text = make(&path).map_err(|error| format!("the house key in {}: {error}", path.display()))?;
        parse(&text).map(Self::Keys)
    }

    /// The keys.
    pub const fn keys(&self) -> Option<&Keyring> {
        match self {
            Self::Keys(keys) => Some(keys),
            Self::Missing | Self::Unreadable(_) => None,
        }
    }
}

/// Provably fair dealing with the keys of a data folder. Without keys there is no dealing from seeds.
pub struct KeyVault {
    seeds: Option<SeedVault>,
    /// The source for outcomes that do not come from a chain.
    os: OsChance,
}

impl KeyVault {
    /// A vault with these keys.
    ///
    /// # Errors
    /// When the operating system gives no randomness.
    pub fn new(file: &KeyFile) -> Result<Self, String> {
        let os = OsChance::new().map_err(|error| error.to_string())?;
        Ok(Self { seeds: file.keys().cloned().map(SeedVault), os })
    }
}

/// Creates a key file that only its owner can read.
fn make(path: &Path) -> Result<String, String> {
    let key = Digest::new(random().map_err(|error| error.to_string())?);
    let text = format!("1 {key}\n");
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path).map_err(|error| error.to_string())?;
    file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).map_err(|error| error.to_string())?;
    Ok(text)
}

fn parse(text: &str) -> Result<Keyring, String> {
    let mut keys = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let (number, key) = line.trim().split_once(' ').ok_or("a line must be a number and a key")?;
        let number = number.parse().map_err(|_| format!("`{number}` is not the number of a key"))?;
        let key: Digest = key.trim().parse().map_err(|error| format!("key {number} {error}"))?;
        keys.push(HouseKey::new(KeyId(number), *key.as_bytes()));
    }
    if keys.is_empty() {
        return Err("it contains no key".to_owned());
    }
    let former = keys.split_off(1);
    let current = keys.pop().ok_or("it contains no key")?;
    Keyring::new(current, former).map_err(|error| error.to_string())
}

fn random<const N: usize>() -> Result<[u8; N], getrandom::Error> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes)?;
    Ok(bytes)
}

/// Random bytes from the operating system. A failure is not expected, because the system has provided some before. If
/// it fails, the actor panics and replays its house from the journal.
fn secret<const N: usize>() -> [u8; N] {
    random().unwrap_or_else(|error| unreachable!("the operating system gives no randomness: {error}"))
}

/// New seeds from the operating system, and the keys that encrypt them.
struct SeedVault(Keyring);

impl Vault for SeedVault {
    fn secret(&mut self) -> Seed {
        Seed::new(secret())
    }

    fn nonce(&mut self) -> [u8; 24] {
        secret()
    }

    fn keyring(&self) -> &Keyring {
        &self.0
    }
}

impl OutcomeSource for KeyVault {
    fn ball(&mut self, wheel: &Wheel) -> Pocket {
        self.os.ball(wheel)
    }

    fn dice(&mut self) -> [u32; 2] {
        self.os.dice()
    }

    fn card(&mut self, packs: u8, left: &Shoe) -> Card {
        self.os.card(packs, left)
    }

    fn salt(&mut self) -> [u8; 16] {
        self.os.salt()
    }

    fn vault(&mut self) -> Option<&mut dyn Vault> {
        self.seeds.as_mut().map(|seeds| seeds as &mut dyn Vault)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_key_encrypts() {
        let key = |figure: &str| figure.repeat(64);
        assert!(parse(&format!("2 {}\n1 {}\n", key("a"), key("b"))).is_ok());
        for (text, why) in [
            (String::new(), "no key"),
            (format!("1 {}\n1 {}\n", key("a"), key("b")), "number 1"),
            ("1 abc".to_owned(), "64"),
            (format!("x {}", key("a")), "not the number"),
            (key("a"), "a number and a key"),
        ] {
            let found = parse(&text).map(drop).unwrap_err();
            assert!(found.contains(why), "{found}");
        }
    }
}
