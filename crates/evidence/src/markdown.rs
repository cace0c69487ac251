//! Headings and tables of documents.

/// The lines of a document that are in no fenced block.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut is_fenced = false;
    text.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        is_fenced ^= is_fence;
        !is_fenced && !is_fence
    })
}

/// The anchors of the headings of a document, as forges make them.
pub fn anchors(text: &str) -> Vec<String> {
    let headings = prose(text).filter_map(|line| line.strip_prefix('#'));
    headings.map(|heading| anchor(heading.trim_start_matches('#').trim())).collect()
}

fn anchor(heading: &str) -> String {
    let letters = heading.chars().flat_map(char::to_lowercase);
    let wanted = letters.filter(|letter| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_'));
    wanted.map(|letter| if letter == ' ' { '-' } else { letter }).collect()
}

/// The first table after a line: its heads, then its rows. Cells are without the marks of code.
pub fn table_after(text: &str, line: &str) -> Option<Vec<Vec<String>>> {
    let mut lines = text.lines().skip_while(|other| *other != line).skip(1);
    let first = lines.find(|line| line.starts_with('|'))?;
    let rows = std::iter::once(first).chain(lines.take_while(|line| line.starts_with('|')));
    let is_rule = |row: &&str| row.chars().all(|letter| matches!(letter, '|' | '-' | ':' | ' '));
    Some(rows.filter(|row| !is_rule(row)).map(cells).collect())
}

fn cells(row: &str) -> Vec<String> {
    let inner = row.trim().trim_start_matches('|').trim_end_matches('|');
    inner.split('|').map(|cell| cell.trim().replace('`', "")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_have_the_anchors_that_links_use() {
        let text = "# Fair dealing, byte by byte\n```\n# no heading\n```\n## `croupier serve`\n## A player's own bets\n### 1. Charter\n";
        let due = ["fair-dealing-byte-by-byte", "croupier-serve", "a-players-own-bets", "1-charter"];
        assert_eq!(anchors(text), due);
    }

    #[test]
    fn a_table_is_found_after_its_heading() {
        let text = "### One\n\n| a | b |\n|---|---|\n| `x` | – |\n\n### Two\n| c |\n|---|\n";
        let due = |rows: &[&[&str]]| {
            Some(rows.iter().map(|row| row.iter().map(|cell| (*cell).to_owned()).collect()).collect())
        };
        assert_eq!(table_after(text, "### One"), due(&[&["a", "b"], &["x", "–"]]));
        assert_eq!(table_after(text, "### Two"), due(&[&["c"]]));
        assert_eq!(table_after(text, "### Three"), None);
    }
}
