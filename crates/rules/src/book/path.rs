//! Positions in a rulebook file, written as the keys that lead to them: `game/roulette/wager/column/odds`.

/// The value that some keys lead to. A row of a list is found by its `name`, `key` or `id`, or else by its number.
pub(super) fn find<'a>(value: &'a mut toml::Value, path: &str) -> Option<&'a mut toml::Value> {
    path.split('/').try_fold(value, |value, step| match value {
        toml::Value::Table(table) => table.get_mut(step),
        toml::Value::Array(rows) => {
            let place = rows.iter().position(|row| is_named(row, step)).or_else(|| step.parse().ok())?;
            rows.get_mut(place)
        }
        _ => None,
    })
}

fn is_named(row: &toml::Value, name: &str) -> bool {
    ["name", "key", "id"].iter().any(|key| row.get(key).and_then(toml::Value::as_str) == Some(name))
}

/// The text of a rulebook file with one value changed; `None` if the text is not TOML or the keys lead nowhere.
pub fn with_value(text: &str, at: &str, to: &toml::Value) -> Option<String> {
    let mut root = toml::Value::Table(toml::from_str(text).ok()?);
    *find(&mut root, at)? = to.clone();
    // Only a table can be written as a file; any other value would be written as an inline table.
    toml::to_string(&root).ok()
}
