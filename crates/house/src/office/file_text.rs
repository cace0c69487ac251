//! What is known of a house file whose text this program cannot read: its tables, which have journals of their own,
//! and its time zone, which says when days begin.

/// The words of a house file, line by line.
#[derive(Default)]
pub(crate) struct FileText {
    /// The names and the games of its tables, in order.
    pub(crate) tables: Vec<(String, String)>,
    /// Its time zone.
    pub(crate) time_zone: Option<String>,
}

impl FileText {
    /// Finds `time_zone` before the first section, and `name` and `game` in every section `[[table]]`.
    pub(crate) fn read(text: &str) -> Self {
        let (mut found, mut section) = (Self::default(), "");
        for line in text.lines().map(str::trim) {
            if line.starts_with('[') {
                section = line.split('#').next().map_or("", str::trim);
                if section == "[[table]]" {
                    found.tables.push((String::new(), String::new()));
                }
                continue;
            }
            let Some((key, value)) = quoted(line) else { continue };
            match (section, key, found.tables.last_mut()) {
                ("", "time_zone", _) => found.time_zone = Some(value.to_owned()),
                ("[[table]]", "name", Some(table)) => value.clone_into(&mut table.0),
                ("[[table]]", "game", Some(table)) => value.clone_into(&mut table.1),
                _ => {}
            }
        }
        found
    }
}

/// A line such as `key = "value"`.
fn quoted(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once('=')?;
    let value = value.trim_start();
    let quote = value.chars().next().filter(|first| ['"', '\''].contains(first))?;
    let value = value.get(1..)?.split(quote).next()?;
    Some((key.trim(), value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_and_zone_are_found_in_a_text_that_is_no_toml() {
        let text = "= broken\ntime_zone = \"Africa/Johannesburg\" # here\n[other]\nname = 'x'\n[[table]] # one\n\
                    name = 'Wheel 1'\ngame = \"a/b\"\nsetting = 1\n[[table]]\ngame=\"c/d\"\nname=\"Dice\"\n[[staff]]\nname = \"Y\"\n";
        let found = FileText::read(text);
        assert_eq!(found.time_zone.as_deref(), Some("Africa/Johannesburg"));
        let tables = [("Wheel 1", "a/b"), ("Dice", "c/d")];
        assert_eq!(found.tables, tables.map(|(name, game)| (name.to_owned(), game.to_owned())));
    }
}
