//! The chapters of the standard, from the files in `clauses`.

use crate::clause::ClauseChapter;

const FILES: [&str; 6] = [
    include_str!("../clauses/platform.toml"),
    include_str!("../clauses/generator.toml"),
    include_str!("../clauses/games.toml"),
    include_str!("../clauses/procedures.toml"),
    include_str!("../clauses/security.toml"),
    include_str!("../clauses/providers.toml"),
];

/// All chapters, in the order of the standard.
///
/// # Panics
/// If one of the files cannot be read. No build that passes its tests has such a file.
pub fn chapters() -> Vec<ClauseChapter> {
    FILES.iter().map(|text| toml::from_str(text).expect("the files of clauses are well-formed")).collect()
}
