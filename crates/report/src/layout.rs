//! Wrapping text to a width.

/// A paragraph wrapped to a width. Where the width is not known it is one line.
#[must_use]
pub fn paragraph(text: &str, width: Option<usize>) -> String {
    width.map_or_else(|| text.to_owned(), |width| wrap(text, width).join("\n"))
}

/// The number of columns of a text. Every character that the program prints takes one column.
#[must_use]
pub fn columns(text: &str) -> usize {
    text.chars().count()
}

/// Wraps text to lines of at most `width` columns. Lines break between words and never inside a figure. A word that
/// is too long for any line gets its own line. Following lines have the indentation of the first.
#[must_use]
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    text.split('\n').flat_map(|line| wrap_line(line, width.max(1))).collect()
}

fn wrap_line(line: &str, width: usize) -> Vec<String> {
    if columns(line) <= width {
        return vec![line.to_owned()];
    }
    let indent: String = line.chars().take_while(|letter| *letter == ' ').collect();
    let mut lines: Vec<String> = Vec::new();
    for word in words(line) {
        match lines.last_mut() {
            Some(last) if columns(last) + 1 + columns(&word) <= width => {
                last.push(' ');
                last.push_str(&word);
            }
            _ => lines.push(format!("{indent}{word}")),
        }
    }
    lines
}

/// The width of the longest piece of a text that must stay on one line.
#[must_use]
pub fn longest_word(text: &str) -> usize {
    words(text).iter().map(|word| columns(word)).max().unwrap_or(0)
}

/// Splits a text into pieces between which a line may break. A figure stays with its unit: `2.9000 %`, `35 to 1`,
/// `3 × 5.00`.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    // A no-break space is not a separator.
    for word in text.split([' ', '\n']).filter(|word| !word.is_empty()) {
        match words.last_mut() {
            Some(last) if belongs(last, word) => {
                last.push(' ');
                last.push_str(word);
            }
            _ => words.push(word.to_owned()),
        }
    }
    words
}

/// Units after a figure.
const UNITS: [&str; 6] = ["%", "to", "×", "s", "M", "k"];
/// Abbreviations before the number of a provision.
const PROVISIONS: [&str; 5] = ["reg.", "para.", "Sch.", "art.", "r."];

/// Whether a word must stay on the same line as the words before it.
fn belongs(before: &str, word: &str) -> bool {
    let last = before.rsplit(' ').next().unwrap_or(before);
    let unit = word.trim_end_matches([',', ';', '.', ')', ':']);
    let is_unit = last.ends_with(|letter: char| letter.is_ascii_digit()) && UNITS.contains(&unit);
    let is_after_unit = before.len() > last.len() && ["to", "×"].contains(&last) && starts_figure(word);
    let is_cited =
        PROVISIONS.contains(&last.trim_start_matches('(')) && (starts_figure(word) || word == "para.");
    is_unit || is_after_unit || is_cited
}

fn starts_figure(word: &str) -> bool {
    word.starts_with(|letter: char| letter.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_breaks_between_words() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("  a bc", 4), ["  a", "  bc"]);
        assert_eq!(wrap("", 4), [""]);
        assert_eq!(wrap("extraordinary", 4), ["extraordinary"]);
    }

    #[test]
    fn a_figure_keeps_its_unit() {
        assert_eq!(wrap("edge 2.9000 % here", 10), ["edge", "2.9000 %", "here"]);
        assert_eq!(wrap("pays 35 to 1, often", 9), ["pays", "35 to 1,", "often"]);
        assert_eq!(wrap("by reg. 3(6), Sch. para. 1(2)", 9), ["by", "reg. 3(6),", "Sch. para. 1(2)"]);
        assert_eq!(wrap("won (reg. 3(6))", 9), ["won", "(reg. 3(6))"]);
        assert_eq!(longest_word("1 × 100.00 + 2 × 5.00"), "1 × 100.00".chars().count());
    }
}
