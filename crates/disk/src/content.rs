//! The files of a disk: as programs see them, and as they are safe.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};

use crate::random::Random;

/// A disk writes a sector wholly or not at all.
const SECTOR: usize = 512;

/// The number of the top folder.
pub(crate) const TOP: u64 = 1;

/// What has happened to a disk.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct DiskCounts {
    /// Writes.
    pub writes: u64,
    /// Syncs of files and folders.
    pub syncs: u64,
    /// Writes that found no room.
    pub refused: u64,
}

/// What a power cut did to what was not safe.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct PowerCut {
    /// Writes that were lost.
    pub dropped: u64,
    /// Writes of which a part was lost.
    pub torn: u64,
    /// Writes that had reached the disk all the same.
    pub stayed: u64,
    /// Files and folders that were created, renamed or removed, and are not any more.
    pub undone: u64,
}

/// A change of a file.
#[derive(Clone, Debug)]
enum FileChange {
    Write { at: usize, bytes: Vec<u8> },
    Length(usize),
}

/// A change of the folders.
#[derive(Clone, Debug)]
enum FolderChange {
    Put { folder: u64, name: OsString, node: u64 },
    Remove { folder: u64, name: OsString },
}

type Folders = BTreeMap<u64, BTreeMap<OsString, u64>>;

/// A file.
#[derive(Clone, Debug, Default)]
struct File {
    now: Vec<u8>,
    safe: Vec<u8>,
    unsafe_changes: Vec<FileChange>,
}

/// The files and folders of a disk.
#[derive(Debug)]
pub(crate) struct Content {
    files: BTreeMap<u64, File>,
    /// Their permissions.
    modes: BTreeMap<u64, u16>,
    now: Folders,
    safe: Folders,
    unsafe_changes: Vec<FolderChange>,
    next: u64,
    room: Option<usize>,
    pub(crate) counts: DiskCounts,
}

/// Why something cannot be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DiskError {
    Missing,
    Exists,
    NotEmpty,
    NoFile,
    Full,
}

/// What a node is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NodeKind {
    pub(crate) is_folder: bool,
    pub(crate) length: usize,
    pub(crate) mode: u16,
}

impl Content {
    pub(crate) fn empty() -> Self {
        let top = || Folders::from([(TOP, BTreeMap::new())]);
        Self {
            files: BTreeMap::new(),
            modes: BTreeMap::from([(TOP, 0o700)]),
            now: top(),
            safe: top(),
            unsafe_changes: Vec::new(),
            next: TOP + 1,
            room: None,
            counts: DiskCounts::default(),
        }
    }

    /// Leaves so much room beside what is there, or any.
    pub(crate) fn set_room(&mut self, bytes: Option<usize>) {
        let used: usize = self.files.values().map(|file| file.now.len()).sum();
        self.room = bytes.map(|bytes| used + bytes);
    }

    fn check_room(&mut self, more: usize) -> Result<(), DiskError> {
        let Some(room) = self.room.filter(|_| more > 0) else { return Ok(()) };
        let used: usize = self.files.values().map(|file| file.now.len()).sum();
        if used + more <= room {
            return Ok(());
        }
        self.counts.refused += 1;
        Err(DiskError::Full)
    }

    pub(crate) fn kind(&self, node: u64) -> Result<NodeKind, DiskError> {
        let mode = *self.modes.get(&node).ok_or(DiskError::Missing)?;
        let length = self.files.get(&node).map(|file| file.now.len());
        Ok(NodeKind { is_folder: length.is_none(), length: length.unwrap_or(0), mode })
    }

    pub(crate) fn set_mode(&mut self, node: u64, mode: u16) {
        self.modes.insert(node, mode);
    }

    pub(crate) fn find(&self, folder: u64, name: &OsStr) -> Result<u64, DiskError> {
        self.now.get(&folder).and_then(|names| names.get(name)).copied().ok_or(DiskError::Missing)
    }

    /// The names in a folder.
    pub(crate) fn names(&self, folder: u64) -> Result<Vec<(OsString, u64)>, DiskError> {
        let names = self.now.get(&folder).ok_or(DiskError::Missing)?;
        Ok(names.iter().map(|(name, node)| (name.clone(), *node)).collect())
    }

    pub(crate) fn create(
        &mut self,
        folder: u64,
        name: &OsStr,
        mode: u16,
        is_folder: bool,
    ) -> Result<u64, DiskError> {
        if self.find(folder, name).is_ok() {
            return Err(DiskError::Exists);
        }
        let node = self.next;
        self.next += 1;
        self.modes.insert(node, mode);
        if is_folder {
            self.now.insert(node, BTreeMap::new());
        } else {
            self.files.insert(node, File::default());
        }
        self.change(FolderChange::Put { folder, name: name.to_owned(), node });
        Ok(node)
    }

    pub(crate) fn remove(&mut self, folder: u64, name: &OsStr) -> Result<(), DiskError> {
        let node = self.find(folder, name)?;
        if self.now.get(&node).is_some_and(|names| !names.is_empty()) {
            return Err(DiskError::NotEmpty);
        }
        self.change(FolderChange::Remove { folder, name: name.to_owned() });
        Ok(())
    }

    pub(crate) fn rename(&mut self, from: (u64, &OsStr), to: (u64, &OsStr)) -> Result<(), DiskError> {
        let node = self.find(from.0, from.1)?;
        // One step: a name never has nothing behind it in between.
        self.change(FolderChange::Put { folder: to.0, name: to.1.to_owned(), node });
        self.change(FolderChange::Remove { folder: from.0, name: from.1.to_owned() });
        Ok(())
    }

    fn change(&mut self, change: FolderChange) {
        apply_to_folders(&mut self.now, &change);
        self.unsafe_changes.push(change);
    }

    pub(crate) fn read(&self, node: u64, at: usize, length: usize) -> Result<&[u8], DiskError> {
        let file = self.files.get(&node).ok_or(DiskError::NoFile)?;
        let end = (at + length).min(file.now.len());
        Ok(file.now.get(at..end).unwrap_or_default())
    }

    pub(crate) fn write(&mut self, node: u64, at: usize, bytes: &[u8]) -> Result<(), DiskError> {
        let length = self.files.get(&node).ok_or(DiskError::NoFile)?.now.len();
        self.check_room((at + bytes.len()).saturating_sub(length))?;
        self.counts.writes += 1;
        self.change_file(node, FileChange::Write { at, bytes: bytes.to_vec() })
    }

    pub(crate) fn set_length(&mut self, node: u64, length: usize) -> Result<(), DiskError> {
        let before = self.files.get(&node).ok_or(DiskError::NoFile)?.now.len();
        self.check_room(length.saturating_sub(before))?;
        self.change_file(node, FileChange::Length(length))
    }

    fn change_file(&mut self, node: u64, change: FileChange) -> Result<(), DiskError> {
        let file = self.files.get_mut(&node).ok_or(DiskError::NoFile)?;
        apply_to_file(&mut file.now, &change);
        file.unsafe_changes.push(change);
        Ok(())
    }

    /// Makes a file or folder safe, and every name.
    pub(crate) fn sync(&mut self, node: u64) {
        self.counts.syncs += 1;
        if let Some(file) = self.files.get_mut(&node) {
            for change in file.unsafe_changes.drain(..) {
                apply_to_file(&mut file.safe, &change);
            }
        }
        for change in self.unsafe_changes.drain(..) {
            apply_to_folders(&mut self.safe, &change);
        }
    }

    /// Loses what is not safe, as far as a disk might.
    pub(crate) fn lose_power(&mut self, random: &mut Random) -> PowerCut {
        let mut cut = PowerCut::default();
        let changes = std::mem::take(&mut self.unsafe_changes);
        let stay = usize::try_from(random.below(changes.len() as u64 + 1)).unwrap_or(0);
        changes[..stay].iter().for_each(|change| apply_to_folders(&mut self.safe, change));
        cut.undone = (changes.len() - stay) as u64;
        self.now.clone_from(&self.safe);
        let named: Vec<u64> = self.now.values().flat_map(|names| names.values().copied()).collect();
        for node in &named {
            // A folder that is named, but whose own creation was not safe, cannot be: it is named by that.
            if !self.files.contains_key(node) {
                self.now.entry(*node).or_default();
            }
        }
        self.files.retain(|node, _| named.contains(node));
        for file in self.files.values_mut() {
            file.lose_power(random, &mut cut);
        }
        cut
    }
}

impl File {
    fn lose_power(&mut self, random: &mut Random, cut: &mut PowerCut) {
        let changes = std::mem::take(&mut self.unsafe_changes);
        // Sometimes nothing had reached the disk, sometimes everything, and sometimes every sector for itself.
        let luck = random.below(4);
        for change in changes {
            match change {
                FileChange::Length(length) => {
                    if luck == 1 || (luck > 1 && random.below(2) == 0) {
                        self.safe.resize(length, 0);
                    }
                }
                FileChange::Write { at, bytes } => self.write_in_part(at, &bytes, luck, random, cut),
            }
        }
        self.now.clone_from(&self.safe);
    }

    fn write_in_part(&mut self, at: usize, bytes: &[u8], luck: u64, random: &mut Random, cut: &mut PowerCut) {
        let (mut from, mut stayed, mut sectors) = (0, 0, 0);
        while from < bytes.len() {
            let border = (at + from) / SECTOR * SECTOR + SECTOR - at;
            let to = border.min(bytes.len());
            sectors += 1;
            if luck == 1 || (luck > 1 && random.below(2) == 0) {
                put(&mut self.safe, at + from, &bytes[from..to]);
                stayed += 1;
            }
            from = to;
        }
        match stayed {
            0 => cut.dropped += 1,
            all if all == sectors => cut.stayed += 1,
            _ => cut.torn += 1,
        }
    }
}

fn put(bytes: &mut Vec<u8>, at: usize, new: &[u8]) {
    let end = at + new.len();
    if bytes.len() < end {
        bytes.resize(end, 0);
    }
    bytes[at..end].copy_from_slice(new);
}

fn apply_to_file(bytes: &mut Vec<u8>, change: &FileChange) {
    match change {
        FileChange::Write { at, bytes: new } => put(bytes, *at, new),
        FileChange::Length(length) => bytes.resize(*length, 0),
    }
}

fn apply_to_folders(folders: &mut Folders, change: &FolderChange) {
    match change {
        FolderChange::Put { folder, name, node } => {
            folders.entry(*folder).or_default().insert(name.clone(), *node);
        }
        FolderChange::Remove { folder, name } => {
            folders.entry(*folder).or_default().remove(name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> &OsStr {
        OsStr::new(text)
    }

    fn whole(content: &Content, node: u64) -> Vec<u8> {
        content.read(node, 0, usize::MAX / 2).unwrap().to_vec()
    }

    #[test]
    fn what_was_synced_stays_and_the_rest_may_go() {
        let (mut dropped, mut torn, mut stayed) = (0, 0, 0);
        for seed in 0..200 {
            let mut disk = Content::empty();
            let file = disk.create(TOP, name("file"), 0o600, false).unwrap();
            disk.write(file, 0, &[1; 3 * SECTOR]).unwrap();
            disk.sync(file);
            disk.write(file, SECTOR / 2, &[2; 2 * SECTOR]).unwrap();
            assert_eq!(whole(&disk, file)[SECTOR], 2, "programs see what they have written");
            let cut = disk.lose_power(&mut Random::new(seed));
            let left = whole(&disk, file);
            assert_eq!(left.len(), 3 * SECTOR);
            let outside = left[..SECTOR / 2].iter().chain(&left[SECTOR / 2 + 2 * SECTOR..]);
            assert!(outside.copied().all(|byte| byte == 1), "seed {seed}");
            let is_one = |half: &[u8]| half.iter().all(|byte| *byte == half[0]);
            assert!(left.chunks(SECTOR / 2).all(is_one), "a sector is written wholly or not at all");
            (dropped, torn, stayed) = (dropped + cut.dropped, torn + cut.torn, stayed + cut.stayed);
        }
        assert!(dropped > 20 && torn > 20 && stayed > 20, "{dropped}, {torn}, {stayed}");
    }

    #[test]
    fn names_go_in_order_and_a_sync_of_anything_makes_them_safe() {
        let mut lengths = [0; 4];
        for seed in 0..100 {
            let mut disk = Content::empty();
            let first = disk.create(TOP, name("first"), 0o600, false).unwrap();
            disk.write(first, 0, b"a").unwrap();
            disk.sync(first);
            for number in 0..3 {
                disk.create(TOP, name(&format!("later {number}")), 0o600, false).unwrap();
            }
            disk.lose_power(&mut Random::new(seed));
            let names: Vec<_> = disk.names(TOP).unwrap().into_iter().map(|(name, _)| name).collect();
            let expected = ["first", "later 0", "later 1", "later 2"];
            assert!(expected.iter().take(names.len()).eq(names.iter()), "{names:?}");
            lengths[names.len() - 1] += 1;
        }
        assert!(lengths.iter().all(|count| *count > 5), "{lengths:?}");
    }

    #[test]
    fn a_renamed_file_is_there_under_one_of_its_names() {
        for seed in 0..50 {
            let mut disk = Content::empty();
            for (text, byte) in [("old", 1), ("new", 2)] {
                let file = disk.create(TOP, name(text), 0o600, false).unwrap();
                disk.write(file, 0, &[byte]).unwrap();
                disk.sync(file);
            }
            disk.rename((TOP, name("new")), (TOP, name("old"))).unwrap();
            disk.lose_power(&mut Random::new(seed));
            let there = disk.find(TOP, name("old")).unwrap();
            assert!([[1], [2]].iter().any(|byte| whole(&disk, there) == byte));
        }
    }

    #[test]
    fn a_full_disk_takes_nothing_more_until_there_is_room() {
        let mut disk = Content::empty();
        let file = disk.create(TOP, name("file"), 0o600, false).unwrap();
        disk.write(file, 0, &[1; 100]).unwrap();
        disk.set_room(Some(10));
        assert_eq!(disk.write(file, 100, &[1; 11]), Err(DiskError::Full));
        assert_eq!(disk.write(file, 0, &[2; 110]), Ok(()));
        assert_eq!((disk.set_length(file, 111), disk.counts.refused), (Err(DiskError::Full), 2));
        disk.set_room(None);
        assert_eq!(disk.set_length(file, 1 << 20), Ok(()));
    }
}
