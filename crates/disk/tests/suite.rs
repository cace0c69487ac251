//! The disk under programs.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::PathBuf;

use croupier_disk::Disk;

fn mounted(name: &str) -> (Disk, PathBuf) {
    let at = std::env::temp_dir().join(format!("croupier-disk-{}-{name}", std::process::id()));
    let disk = Disk::mount(&at).expect("mounting takes /dev/fuse, and root or fusermount3");
    (disk, at)
}

#[test]
fn programs_find_what_they_have_synced_after_a_power_cut() {
    let (mut disk, at) = mounted("power");
    let path = at.join("folder/file");
    std::fs::create_dir(at.join("folder")).unwrap();
    let mut lost = 0;
    for seed in 0..20 {
        let mut file =
            OpenOptions::new().create(true).truncate(false).read(true).write(true).open(&path).unwrap();
        let safe = vec![u8::try_from(seed).unwrap(); 20_000];
        file.write_all(&safe).unwrap();
        file.sync_data().unwrap();
        file.seek(SeekFrom::Start(5_000)).unwrap();
        file.write_all(&[0xff; 9_000]).unwrap();
        drop(file);
        let cut = disk.cut_power(seed).unwrap();
        lost += cut.dropped + cut.torn;
        let mut found = Vec::new();
        File::open(&path).unwrap().read_to_end(&mut found).unwrap();
        assert_eq!(
            (found.len(), &found[..5_000], &found[14_000..]),
            (20_000, &safe[..5_000], &safe[14_000..])
        );
    }
    assert!(lost > 5, "{lost}");
    drop(disk);
    std::fs::remove_dir(at).unwrap();
}

#[test]
fn a_full_disk_says_so() {
    let (disk, at) = mounted("full");
    let mut file = File::create(at.join("file")).unwrap();
    file.write_all(&[1; 1_000]).unwrap();
    disk.set_room(Some(0));
    let refused = file.write_all(&[1; 1_000]).unwrap_err();
    assert_eq!(refused.kind(), std::io::ErrorKind::StorageFull);
    disk.set_room(None);
    file.write_all(&[1; 1_000]).unwrap();
    assert_eq!(disk.counts().refused, 1);
    drop(file);
    drop(disk);
    std::fs::remove_dir(at).unwrap();
}
