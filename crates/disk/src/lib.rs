//! A disk for tests, as a file system of the kernel (FUSE): its power can be cut, and it can be full.
//!
//! Everything lies in memory, twice: as programs see it, and as it is safe. A sync makes a file safe. When the power is cut,
//! what was written and not synced is dropped, torn at the borders of sectors and reordered at random, and the disk goes on
//! with what is left. Files are created, renamed and removed in order, as file systems with a journal do it: a sync of
//! anything makes all of that safe, and a power cut leaves some of the first steps after that.
//!
//! `content` has the files and what a power cut does to them, `files` answers the kernel.

mod content;
mod files;
mod random;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use fuser::{BackgroundSession, Config, MountOption};

use content::Content;
pub use content::{DiskCounts, PowerCut};
use files::Files;
use random::Random;

/// A disk that is mounted at a folder.
pub struct Disk {
    content: Arc<Mutex<Content>>,
    session: Option<BackgroundSession>,
    at: PathBuf,
}

impl Disk {
    /// An empty disk, mounted at an empty folder.
    ///
    /// # Errors
    /// When the folder cannot be made, or this process may not mount: that takes `/dev/fuse`, and root or `fusermount3`.
    pub fn mount(at: &Path) -> io::Result<Self> {
        std::fs::create_dir_all(at)?;
        let content = Arc::new(Mutex::new(Content::empty()));
        let session = Some(mounted(&content, at)?);
        Ok(Self { content, session, at: at.to_owned() })
    }

    /// Where it is mounted.
    pub fn path(&self) -> &Path {
        &self.at
    }

    fn lock(&self) -> MutexGuard<'_, Content> {
        self.content.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Cuts the power, and mounts what is left. Whoever has used it must have ended before.
    ///
    /// # Errors
    /// When it cannot be mounted again, or is still in use.
    pub fn cut_power(&mut self, seed: u64) -> io::Result<PowerCut> {
        // The kernel has passed everything on that was written: it holds nothing back without being asked to.
        if let Some(session) = self.session.take() {
            session.umount_and_join()?;
        }
        let cut = self.lock().lose_power(&mut Random::new(seed));
        self.session = Some(mounted(&self.content, &self.at)?);
        Ok(cut)
    }

    /// Leaves so much room beside what is there, or any.
    pub fn set_room(&self, bytes: Option<usize>) {
        self.lock().set_room(bytes);
    }

    /// What has happened to it.
    pub fn counts(&self) -> DiskCounts {
        self.lock().counts
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        if let Some(session) = self.session.take() {
            drop(session.umount_and_join());
        }
    }
}

fn mounted(content: &Arc<Mutex<Content>>, at: &Path) -> io::Result<BackgroundSession> {
    let mut config = Config::default();
    config.mount_options = vec![MountOption::FSName("croupier-disk".to_owned()), MountOption::NoAtime];
    fuser::spawn_mount(Files::new(Arc::clone(content)), at, &config)
}
