//! The head file: what each house has acknowledged, outside the database.
//!
//! A write-ahead log that lost its end looks like a shorter log, so the database alone cannot notice that acknowledged
//! entries are gone. After every commit, and before any answer, the sequence and hash of each house that was written
//! to go into this file, and the file is synced. At the next start the journal must reach at least that far.
//!
//! The file has its full size from the start, so that a write changes nothing but data. Each house has a slot with two
//! halves, written in turn: if a write is torn, the other half still has the head before it.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use croupier_house::ids::{HOUSES_MAX, HouseId};
use croupier_house::store::{HouseHead, StoreError};
use rustc_hash::FxHashMap;

use crate::private::make_private;

/// The name of the file in a data folder.
pub const HEAD_FILE: &str = "heads";

const SLOT: usize = 128;
const HALF: usize = SLOT / 2;
/// The length of a half that is used: sequence, hash, checksum.
const USED: usize = 8 + 32 + 16;
const MAGIC: &[u8; 16] = b"croupier heads 1";
const SIZE: usize = SLOT * (HOUSES_MAX as usize + 1);

/// The head file of a data folder.
#[derive(Debug)]
pub struct HeadFile {
    file: File,
    path: PathBuf,
    /// For houses that have a head: the half to write next, and the sequence of the latest head.
    next: FxHashMap<HouseId, NextHalf>,
    heads: Vec<(HouseId, HouseHead)>,
}

/// The half of a slot to write next, and the sequence in the other half.
#[derive(Clone, Copy, Debug, Default)]
struct NextHalf {
    half: usize,
    sequence: u64,
}

impl HeadFile {
    /// Creates the file with these heads, or replaces it in one step.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn create(folder: &Path, heads: &[(HouseId, HouseHead)]) -> Result<Self, StoreError> {
        let path = folder.join(HEAD_FILE);
        let fresh = folder.join("heads.new");
        let written = || -> std::io::Result<()> {
            drop(std::fs::remove_file(&fresh));
            make_private(&fresh)?;
            let mut bytes = vec![0; SIZE];
            bytes[..MAGIC.len()].copy_from_slice(MAGIC);
            for (house, head) in heads {
                let from = offset(*house);
                bytes[from..from + USED].copy_from_slice(&encode(*house, head));
            }
            let mut file = OpenOptions::new().write(true).open(&fresh)?;
            file.write_all(&bytes)?;
            file.sync_all()?;
            std::fs::rename(&fresh, &path)?;
            sync_folder(folder)
        };
        written().map_err(|error| failed(&path, &error))?;
        Self::open(folder)?.ok_or_else(|| StoreError::Failed(format!("{} is missing", path.display())))
    }

    /// Opens the file; `None` when there is none.
    ///
    /// # Errors
    /// When it cannot be read, or is not a head file, or neither half of a slot is whole.
    pub fn open(folder: &Path) -> Result<Option<Self>, StoreError> {
        let path = folder.join(HEAD_FILE);
        if !path.exists() {
            return Ok(None);
        }
        make_private(&path).map_err(|error| failed(&path, &error))?;
        let file = OpenOptions::new().read(true).write(true).open(&path);
        let mut file = file.map_err(|error| failed(&path, &error))?;
        let mut bytes = Vec::with_capacity(SIZE);
        file.read_to_end(&mut bytes).map_err(|error| failed(&path, &error))?;
        let (next, heads) = decode_all(&bytes).map_err(|why| damaged(&path, &why))?;
        Ok(Some(Self { file, path, next, heads }))
    }

    /// The heads that were in the file when it was opened.
    pub fn heads(&self) -> &[(HouseId, HouseHead)] {
        &self.heads
    }

    /// Writes heads, and returns when they are on disk. A head that is behind the one in the file is not written.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn write(&mut self, heads: &[(HouseId, HouseHead)]) -> Result<(), StoreError> {
        if heads.is_empty() {
            return Ok(());
        }
        for (house, head) in heads {
            let NextHalf { half, sequence } = self.next.get(house).copied().unwrap_or_default();
            if head.sequence < sequence {
                continue;
            }
            let place = (offset(*house) + half * HALF) as u64;
            self.file.seek(SeekFrom::Start(place)).map_err(|error| failed(&self.path, &error))?;
            self.file.write_all(&encode(*house, head)).map_err(|error| failed(&self.path, &error))?;
            self.next.insert(*house, NextHalf { half: 1 - half, sequence: head.sequence });
        }
        self.file.sync_data().map_err(|error| failed(&self.path, &error))
    }
}

type Slots = (FxHashMap<HouseId, NextHalf>, Vec<(HouseId, HouseHead)>);

fn decode_all(bytes: &[u8]) -> Result<Slots, String> {
    if bytes.len() != SIZE || !bytes.starts_with(MAGIC) {
        return Err("it is not a head file".to_owned());
    }
    let (mut next, mut heads) = (FxHashMap::default(), Vec::new());
    for house in (0..HOUSES_MAX).map(HouseId) {
        let from = offset(house);
        let slot = &bytes[from..from + SLOT];
        if slot.iter().all(|byte| *byte == 0) {
            continue;
        }
        let halves = [0, 1].map(|half| decode(house, &slot[half * HALF..half * HALF + USED]));
        let (latest, head) = match halves {
            [Some(first), Some(second)] if second.sequence > first.sequence => (1, second),
            [Some(first), _] => (0, first),
            [None, Some(second)] => (1, second),
            [None, None] => return Err(format!("the slot of house {} cannot be read", house.0)),
        };
        next.insert(house, NextHalf { half: 1 - latest, sequence: head.sequence });
        heads.push((house, head));
    }
    Ok((next, heads))
}

const fn offset(house: HouseId) -> usize {
    SLOT * (house.0 as usize + 1)
}

fn encode(house: HouseId, head: &HouseHead) -> [u8; USED] {
    let mut half = [0; USED];
    half[..8].copy_from_slice(&head.sequence.to_le_bytes());
    half[8..40].copy_from_slice(&head.hash);
    let sum = checksum(house, &half[..40]);
    half[40..].copy_from_slice(&sum);
    half
}

fn decode(house: HouseId, half: &[u8]) -> Option<HouseHead> {
    let (content, sum) = half.split_at_checked(40)?;
    if *sum != checksum(house, content) {
        return None;
    }
    let sequence = u64::from_le_bytes(*content.first_chunk()?);
    Some(HouseHead { sequence, hash: *content.last_chunk()? })
}

fn checksum(house: HouseId, content: &[u8]) -> [u8; 16] {
    let mut hasher = blake3::Hasher::new();
    hasher.update(MAGIC).update(&house.0.to_le_bytes()).update(content);
    let mut sum = [0; 16];
    hasher.finalize_xof().fill(&mut sum);
    sum
}

/// Syncs a folder, so that a renamed file is there after a crash.
#[cfg(unix)]
fn sync_folder(folder: &Path) -> std::io::Result<()> {
    File::open(folder)?.sync_all()
}

#[cfg(not(unix))]
fn sync_folder(_: &Path) -> std::io::Result<()> {
    Ok(())
}

fn failed(path: &Path, error: &std::io::Error) -> StoreError {
    if error.kind() == std::io::ErrorKind::StorageFull {
        return StoreError::Full;
    }
    StoreError::Failed(format!("{}: {error}", path.display()))
}

fn damaged(path: &Path, why: &str) -> StoreError {
    StoreError::Damaged(format!("{}: {why}. Run `croupier doctor`", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(sequence: u64) -> HouseHead {
        let byte = u8::try_from(sequence % 256).unwrap();
        HouseHead { sequence, hash: [byte; 32] }
    }

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("croupier-heads-{name}-{}", std::process::id()));
        drop(std::fs::remove_dir_all(&folder));
        std::fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn the_last_head_of_each_house_is_read_back() {
        let folder = folder("last");
        assert!(HeadFile::open(&folder).unwrap().is_none());
        let mut file = HeadFile::create(&folder, &[(HouseId(7), head(70))]).unwrap();
        for sequence in 1..=9 {
            file.write(&[(HouseId(1), head(sequence)), (HouseId(1023), head(sequence * 1000))]).unwrap();
        }
        let again = HeadFile::open(&folder).unwrap().unwrap();
        let due = [(HouseId(1), head(9)), (HouseId(7), head(70)), (HouseId(1023), head(9000))];
        assert_eq!(again.heads(), due);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_head_never_goes_back() {
        let folder = folder("back");
        let mut file = HeadFile::create(&folder, &[(HouseId(1), head(5))]).unwrap();
        for sequence in [7, 6, 4, 7] {
            file.write(&[(HouseId(1), head(sequence))]).unwrap();
            assert_eq!(HeadFile::open(&folder).unwrap().unwrap().heads(), [(HouseId(1), head(7))]);
        }
        // A torn write of the next head leaves the latest one.
        file.write(&[(HouseId(1), head(8))]).unwrap();
        let mut bytes = std::fs::read(folder.join(HEAD_FILE)).unwrap();
        let latest = bytes.windows(8).position(|eight| eight == 8_u64.to_le_bytes()).unwrap();
        bytes[latest + 20] ^= 1;
        std::fs::write(folder.join(HEAD_FILE), bytes).unwrap();
        assert_eq!(HeadFile::open(&folder).unwrap().unwrap().heads(), [(HouseId(1), head(7))]);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_write_torn_at_any_byte_leaves_the_head_before_it() {
        let folder = folder("torn");
        let mut file = HeadFile::create(&folder, &[(HouseId(1), head(1))]).unwrap();
        file.write(&[(HouseId(1), head(2))]).unwrap();
        let before = std::fs::read(folder.join(HEAD_FILE)).unwrap();
        file.write(&[(HouseId(1), head(3))]).unwrap();
        let after = std::fs::read(folder.join(HEAD_FILE)).unwrap();
        let changed: Vec<usize> = (0..SIZE).filter(|place| before[*place] != after[*place]).collect();
        for cut in changed[0]..=changed[changed.len() - 1] {
            let torn = [&after[..cut], &before[cut..]].concat();
            std::fs::write(folder.join(HEAD_FILE), torn).unwrap();
            let found = HeadFile::open(&folder).unwrap().unwrap();
            assert!(
                [[(HouseId(1), head(2))], [(HouseId(1), head(3))]].iter().any(|due| found.heads() == due)
            );
        }
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_slot_with_two_bad_halves_and_another_file_are_damage() {
        let folder = folder("bad");
        let mut file = HeadFile::create(&folder, &[(HouseId(1), head(1))]).unwrap();
        file.write(&[(HouseId(1), head(2))]).unwrap();
        let path = folder.join(HEAD_FILE);
        let mut bytes = std::fs::read(&path).unwrap();
        bytes[offset(HouseId(1))] ^= 1;
        bytes[offset(HouseId(1)) + HALF] ^= 1;
        std::fs::write(&path, &bytes).unwrap();
        assert!(matches!(HeadFile::open(&folder), Err(StoreError::Damaged(_))));
        // The slot of one house copied to that of another.
        let mut moved =
            std::fs::read(HeadFile::create(&folder, &[(HouseId(1), head(1))]).unwrap().path).unwrap();
        moved.copy_within(offset(HouseId(1))..offset(HouseId(2)), offset(HouseId(2)));
        std::fs::write(&path, &moved).unwrap();
        assert!(matches!(HeadFile::open(&folder), Err(StoreError::Damaged(_))));
        std::fs::write(&path, b"short").unwrap();
        assert!(matches!(HeadFile::open(&folder), Err(StoreError::Damaged(_))));
        std::fs::remove_dir_all(folder).unwrap();
    }
}
