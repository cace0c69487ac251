//! Positions in a rulebook file, written as the keys that lead to them: `game/roulette/wager/column/odds`.

use std::collections::HashMap;

/// A file as a value, in which keys are looked up. The names of the rows of a list are collected once.
pub(super) struct ValueTree {
    root: toml::Value,
    /// The rows of each list by name; a list is written as the keys and numbers that lead to it.
    rows: HashMap<String, HashMap<String, usize>>,
}

/// The keys by which a row of a list is found.
const NAMES: [&str; 3] = ["name", "key", "id"];

impl ValueTree {
    pub(super) fn new(root: toml::Table) -> Self {
        Self { root: toml::Value::Table(root), rows: HashMap::new() }
    }

    pub(super) const fn root(&self) -> &toml::Value {
        &self.root
    }

    /// The value that some keys lead to. A row of a list is found by its `name`, `key` or `id`, or else by its number.
    pub(super) fn find(&mut self, path: &str) -> Option<&mut toml::Value> {
        self.walk(path).map(|(_, value)| value)
    }

    /// The place of a row of a list of the file.
    pub(super) fn row(&mut self, list: &str, row: &str) -> Option<usize> {
        let (walked, _) = self.walk(&format!("{list}/{row}"))?;
        walked.rsplit_once('/').and_then(|(_, place)| place.parse().ok())
    }

    /// Changes a value. Returns what it was, or `None` if there is nothing to change.
    pub(super) fn change(&mut self, path: &str, to: toml::Value) -> Option<toml::Value> {
        let (walked, value) = self.walk(path)?;
        let before = std::mem::replace(value, to);
        // A new row or a new name can be found by other names; lists within a new value are new.
        let (row, key) = walked.rsplit_once('/').unwrap_or(("", &walked));
        let list = if NAMES.contains(&key) { row.rsplit_once('/').map(|(list, _)| list) } else { Some(row) };
        let (list, below) = (list.unwrap_or_default().to_owned(), format!("{walked}/"));
        self.rows.retain(|known, _| *known != list && *known != walked && !known.starts_with(&below));
        Some(before)
    }

    /// The value that some keys lead to, with the keys and numbers that were taken.
    fn walk(&mut self, path: &str) -> Option<(String, &mut toml::Value)> {
        let (mut value, mut walked) = (&mut self.root, String::new());
        for step in path.split('/') {
            let (taken, next) = match value {
                toml::Value::Table(table) => (step.to_owned(), table.get_mut(step)?),
                toml::Value::Array(rows) => {
                    let names = self.rows.entry(walked.clone()).or_insert_with(|| names_of(rows));
                    let place = names.get(step).copied().or_else(|| step.parse().ok())?;
                    (place.to_string(), rows.get_mut(place)?)
                }
                _ => return None,
            };
            if !walked.is_empty() {
                walked.push('/');
            }
            walked.push_str(&taken);
            value = next;
        }
        Some((walked, value))
    }
}

/// The place of each row by name; the first of several with one name counts.
fn names_of(rows: &[toml::Value]) -> HashMap<String, usize> {
    let mut names = HashMap::new();
    for (place, row) in rows.iter().enumerate() {
        for name in NAMES.iter().filter_map(|key| row.get(key)).filter_map(toml::Value::as_str) {
            names.entry(name.to_owned()).or_insert(place);
        }
    }
    names
}

/// The text of a rulebook file without the mutations that it lists, which may lead to what was changed in a copy of it; `None` if the
/// text is not TOML.
pub fn without_mutations(text: &str) -> Option<String> {
    let mut root: toml::Table = toml::from_str(text).ok()?;
    let provisions = root.get_mut("provision").and_then(toml::Value::as_array_mut);
    for provision in provisions.into_iter().flatten().filter_map(toml::Value::as_table_mut) {
        provision.remove("mutation");
    }
    toml::to_string(&root).ok()
}

/// The text of a rulebook file with one value changed; `None` if the text is not TOML or the keys lead nowhere.
pub fn with_value(text: &str, at: &str, to: &toml::Value) -> Option<String> {
    let mut tree = ValueTree::new(toml::from_str(text).ok()?);
    tree.change(at, to.clone())?;
    // Only a table can be written as a file; any other value would be written as an inline table.
    toml::to_string(tree.root()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_found_by_their_names_after_each_change() {
        let text = "[[row]]\nid = 'a'\n[[row]]\nname = 'b'\ninner = [{ key = 'c', is = 1 }]\n";
        let mut tree = ValueTree::new(toml::from_str(text).unwrap());
        let is = |tree: &mut ValueTree, path: &str| tree.find(path).and_then(|value| value.as_integer());
        assert_eq!(is(&mut tree, "row/b/inner/c/is"), Some(1));
        assert_eq!(is(&mut tree, "row/1/inner/0/is"), Some(1));
        assert_eq!(tree.change("row/b/name", "d".into()), Some("b".into()));
        assert_eq!((is(&mut tree, "row/b/inner/c/is"), is(&mut tree, "row/d/inner/c/is")), (None, Some(1)));
        let inner = toml::toml! { inner = [{ key = "e", is = 2 }] };
        tree.change("row/d/inner", inner["inner"].clone()).unwrap();
        assert_eq!((is(&mut tree, "row/d/inner/c/is"), is(&mut tree, "row/d/inner/e/is")), (None, Some(2)));
        tree.change("row/0", toml::toml! { id = "f" }.into()).unwrap();
        assert!(tree.find("row/a").is_none() && tree.find("row/f/id").is_some());
        assert_eq!(tree.change("row/none", 1.into()), None);
        assert_eq!(tree.change("row/f/id/deeper", 1.into()), None);
    }
}
