//! The recorded journals in which the audit finds nothing.

use std::path::Path;

use croupier_lab::GoodJournal;

use crate::file::{Recorded, folder, recorded_shelf};
use crate::next::house_key;
use crate::scenes::{Scene, all as all_scenes};

/// The recorded journals that this version of the program would have written.
const GOOD: [&str; 9] = [
    "en-prison/automatic-en-prison",
    "dealer-poker/automatic-dealer-poker",
    "plaques/plaques",
    "roster/roster",
    "rulings/rulings",
    "readers/readers",
    "nodes/nodes",
    "edition-texts/edition-texts",
    "count-notes/count-notes",
];

/// One of them.
pub(crate) fn good(name: &str) -> GoodJournal {
    let path = folder().join(format!("{name}.journal"));
    let recorded = Recorded::read(&std::fs::read(&path).unwrap()).unwrap();
    let expected = std::fs::read_to_string(path.with_extension("expected")).unwrap();
    let digests: Vec<&str> =
        expected.lines().filter_map(|line| line.strip_prefix("book ")?.split(' ').nth(1)).collect();
    let set: &Path = path.parent().unwrap();
    let shelf = recorded_shelf(set, &digests).unwrap();
    GoodJournal::of(name, recorded.house, recorded.read_entries(), shelf)
        .unwrap_or_else(|why| panic!("{name}: {why}"))
}

/// All of them whose name contains these letters.
pub(crate) fn all(only: &str) -> Vec<GoodJournal> {
    GOOD.iter().filter(|name| name.contains(only)).map(|name| good(name)).collect()
}

/// Scenes that go on from journals of the first format, and houses that another version of the program began, which has
/// other books.
const OF_OTHER_VERSIONS: [&str; 5] =
    ["raised-automatic", "raised-office", "editions", "editions-stored", "incarnations"];

/// Journals of houses that this program plays now, by the commands of the recordings: twelve games in both modes, the
/// office, papers, two demo houses. Those whose name contains these letters.
pub(crate) fn played(only: &str) -> Vec<GoodJournal> {
    let keys = house_key(&folder().join("1"));
    let scenes = all_scenes().into_iter();
    let scenes =
        scenes.filter(|scene| scene.name.contains(only) && !OF_OTHER_VERSIONS.contains(&scene.name.as_str()));
    let play = |scene: Scene| {
        let (recorded, shelf) = scene.record(&keys);
        GoodJournal::of(&scene.name, recorded.house, recorded.read_entries(), shelf)
            .unwrap_or_else(|why| panic!("{}: {why}", scene.name))
    };
    scenes.map(play).collect()
}
