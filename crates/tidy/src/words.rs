//! Words that the project does not use.

use std::path::Path;

/// Words of a private vocabulary that had grown in this code base. `docs/glossary.md` has what to write instead.
pub const AVOIDED: &[&str] = &[
    "told", "kept", "taken up", "let go", "lets go", "stirred", "purses", "mood", "fares", "forgive",
    "furnish", "nought",
];

/// A phrase with such a word that stays: it is a value in rulebooks, and records name a rulebook by the digest of its text.
const FIXED: &str = "shown or told";

/// Every line of a file that has an avoided word, also inside an identifier, as `file:line: word`.
pub fn avoided(file: &Path, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let spaced = spaced(line).replace(FIXED, "");
        for word in AVOIDED {
            if format!(" {spaced} ").contains(&format!(" {word} ")) {
                found.push(format!("{}:{}: {word}", file.display(), number + 1));
            }
        }
    }
    found
}

/// The words of a line in lower case with single spaces: `KEYS_KEPT` and `keysKept` are two words each.
fn spaced(line: &str) -> String {
    let mut out = String::with_capacity(line.len() + 8);
    let mut before_lower = false;
    for letter in line.chars() {
        if before_lower && letter.is_uppercase() {
            out.push(' ');
        }
        before_lower = letter.is_lowercase();
        if letter.is_alphanumeric() {
            out.extend(letter.to_lowercase());
        } else {
            out.push(' ');
        }
    }
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}
