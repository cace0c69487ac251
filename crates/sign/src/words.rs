//! Text for people: capital letters, wagers without hyphens, lines that fit.

/// A word of the notation as people write it: without hyphens, except between digits.
pub(crate) fn spoken(word: &str) -> String {
    let letters: Vec<char> = word.chars().collect();
    let figure = |place: usize| letters.get(place).is_some_and(char::is_ascii_digit);
    let spoken = |(place, letter): (usize, &char)| match letter {
        '-' if place == 0 || !figure(place - 1) || !figure(place + 1) => ' ',
        letter => *letter,
    };
    letters.iter().enumerate().map(spoken).collect()
}

/// The text with its first letter capitalised.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The text in lines of at most `width` letters, except for longer words.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if long(line) + 1 + long(word) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// The number of letters in a text.
pub(crate) fn long(text: &str) -> usize {
    text.chars().count()
}
