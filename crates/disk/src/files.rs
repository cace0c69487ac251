//! Answering the kernel.

use std::ffi::OsStr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use fuser::{
    BsdFileFlags, Errno, FileAttr, FileHandle, FileType, Filesystem, FopenFlags, Generation, INodeNo,
    LockOwner, OpenFlags, RenameFlags, ReplyAttr, ReplyCreate, ReplyData, ReplyDirectory, ReplyEmpty,
    ReplyEntry, ReplyStatfs, ReplyWrite, Request, TimeOrNow, WriteFlags,
};

use crate::content::{Content, DiskError, NodeKind};

/// The kernel asks again every time.
const TTL: Duration = Duration::ZERO;
const BLOCK: u32 = 4_096;
/// How large the disk says it is, in blocks.
const BLOCKS: u64 = 1 << 20;
const NO_HANDLE: FileHandle = FileHandle(0);
const FIRST: Generation = Generation(0);

/// The files, as the kernel asks for them.
pub(crate) struct Files {
    content: Arc<Mutex<Content>>,
}

impl From<DiskError> for Errno {
    fn from(error: DiskError) -> Self {
        match error {
            DiskError::Missing => Self::ENOENT,
            DiskError::Exists => Self::EEXIST,
            DiskError::NotEmpty => Self::ENOTEMPTY,
            DiskError::NoFile => Self::EISDIR,
            DiskError::Full => Self::ENOSPC,
        }
    }
}

fn size(of: u64) -> usize {
    usize::try_from(of).expect("a number of this machine")
}

fn mode(of: u32) -> u16 {
    u16::try_from(of & 0o7777).expect("twelve bits")
}

fn attributes(node: u64, kind: NodeKind, of: &Request) -> FileAttr {
    let (file_type, links) =
        if kind.is_folder { (FileType::Directory, 2) } else { (FileType::RegularFile, 1) };
    let time = SystemTime::UNIX_EPOCH;
    FileAttr {
        ino: INodeNo(node),
        size: kind.length as u64,
        blocks: (kind.length as u64).div_ceil(512),
        atime: time,
        mtime: time,
        ctime: time,
        crtime: time,
        kind: file_type,
        perm: kind.mode,
        nlink: links,
        uid: of.uid(),
        gid: of.gid(),
        rdev: 0,
        blksize: BLOCK,
        flags: 0,
    }
}

impl Files {
    pub(crate) const fn new(content: Arc<Mutex<Content>>) -> Self {
        Self { content }
    }

    fn lock(&self) -> MutexGuard<'_, Content> {
        self.content.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn made(&self, of: &Request, node: Result<u64, DiskError>) -> Result<FileAttr, DiskError> {
        let node = node?;
        Ok(attributes(node, self.lock().kind(node)?, of))
    }

    fn sync(&self, node: INodeNo, reply: ReplyEmpty) {
        self.lock().sync(node.0);
        reply.ok();
    }
}

fn entered(found: Result<FileAttr, DiskError>, reply: ReplyEntry) {
    match found {
        Ok(found) => reply.entry(&TTL, &found, FIRST),
        Err(error) => reply.error(error.into()),
    }
}

fn described(found: Result<FileAttr, DiskError>, reply: ReplyAttr) {
    match found {
        Ok(found) => reply.attr(&TTL, &found),
        Err(error) => reply.error(error.into()),
    }
}

fn done(result: Result<(), DiskError>, reply: ReplyEmpty) {
    match result {
        Ok(()) => reply.ok(),
        Err(error) => reply.error(error.into()),
    }
}

impl Filesystem for Files {
    fn lookup(&self, of: &Request, parent: INodeNo, name: &OsStr, reply: ReplyEntry) {
        let node = self.lock().find(parent.0, name);
        entered(self.made(of, node), reply);
    }

    fn getattr(&self, of: &Request, node: INodeNo, _: Option<FileHandle>, reply: ReplyAttr) {
        described(self.made(of, Ok(node.0)), reply);
    }

    fn setattr(
        &self,
        of: &Request,
        node: INodeNo,
        new_mode: Option<u32>,
        _: Option<u32>,
        _: Option<u32>,
        length: Option<u64>,
        _: Option<TimeOrNow>,
        _: Option<TimeOrNow>,
        _: Option<SystemTime>,
        _: Option<FileHandle>,
        _: Option<SystemTime>,
        _: Option<SystemTime>,
        _: Option<SystemTime>,
        _: Option<BsdFileFlags>,
        reply: ReplyAttr,
    ) {
        if let Some(new) = new_mode {
            self.lock().set_mode(node.0, mode(new));
        }
        let changed = length.map_or(Ok(()), |length| self.lock().set_length(node.0, size(length)));
        described(changed.and_then(|()| self.made(of, Ok(node.0))), reply);
    }

    fn mkdir(&self, of: &Request, parent: INodeNo, name: &OsStr, new: u32, mask: u32, reply: ReplyEntry) {
        let node = self.lock().create(parent.0, name, mode(new & !mask), true);
        entered(self.made(of, node), reply);
    }

    fn unlink(&self, _: &Request, parent: INodeNo, name: &OsStr, reply: ReplyEmpty) {
        done(self.lock().remove(parent.0, name), reply);
    }

    fn rmdir(&self, _: &Request, parent: INodeNo, name: &OsStr, reply: ReplyEmpty) {
        done(self.lock().remove(parent.0, name), reply);
    }

    fn rename(
        &self,
        _: &Request,
        parent: INodeNo,
        name: &OsStr,
        to: INodeNo,
        new: &OsStr,
        _: RenameFlags,
        reply: ReplyEmpty,
    ) {
        done(self.lock().rename((parent.0, name), (to.0, new)), reply);
    }

    fn create(
        &self,
        of: &Request,
        parent: INodeNo,
        name: &OsStr,
        new: u32,
        mask: u32,
        _: i32,
        reply: ReplyCreate,
    ) {
        let node = self.lock().create(parent.0, name, mode(new & !mask), false);
        match self.made(of, node) {
            Ok(made) => reply.created(&TTL, &made, FIRST, NO_HANDLE, FopenFlags::empty()),
            Err(error) => reply.error(error.into()),
        }
    }

    fn read(
        &self,
        _: &Request,
        node: INodeNo,
        _: FileHandle,
        at: u64,
        length: u32,
        _: OpenFlags,
        _: Option<LockOwner>,
        reply: ReplyData,
    ) {
        match self.lock().read(node.0, size(at), size(length.into())) {
            Ok(bytes) => reply.data(bytes),
            Err(error) => reply.error(error.into()),
        }
    }

    fn write(
        &self,
        _: &Request,
        node: INodeNo,
        _: FileHandle,
        at: u64,
        bytes: &[u8],
        _: WriteFlags,
        _: OpenFlags,
        _: Option<LockOwner>,
        reply: ReplyWrite,
    ) {
        let written = self.lock().write(node.0, size(at), bytes);
        match written {
            Ok(()) => reply.written(u32::try_from(bytes.len()).expect("the kernel writes little at once")),
            Err(error) => reply.error(error.into()),
        }
    }

    fn flush(&self, _: &Request, _: INodeNo, _: FileHandle, _: LockOwner, reply: ReplyEmpty) {
        reply.ok();
    }

    fn fsync(&self, _: &Request, node: INodeNo, _: FileHandle, _: bool, reply: ReplyEmpty) {
        self.sync(node, reply);
    }

    fn fsyncdir(&self, _: &Request, node: INodeNo, _: FileHandle, _: bool, reply: ReplyEmpty) {
        self.sync(node, reply);
    }

    fn readdir(&self, _: &Request, node: INodeNo, _: FileHandle, from: u64, mut reply: ReplyDirectory) {
        let content = self.lock();
        let names = match content.names(node.0) {
            Ok(names) => names,
            Err(error) => return reply.error(error.into()),
        };
        let dots = [(".".into(), node.0), ("..".into(), node.0)];
        for (place, (name, found)) in dots.into_iter().chain(names).enumerate().skip(size(from)) {
            let is_folder = content.kind(found).is_ok_and(|kind| kind.is_folder);
            let kind = if is_folder { FileType::Directory } else { FileType::RegularFile };
            if reply.add(INodeNo(found), place as u64 + 1, kind, name) {
                break;
            }
        }
        reply.ok();
    }

    fn statfs(&self, _: &Request, _: INodeNo, reply: ReplyStatfs) {
        reply.statfs(BLOCKS, BLOCKS / 2, BLOCKS / 2, BLOCKS, BLOCKS / 2, BLOCK, 255, BLOCK);
    }
}
