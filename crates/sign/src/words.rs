//! Words for people: capital letters, wagers without hyphens, lines that fit.

/// A word of the notation as people write it: without hyphens, save between figures.
pub(crate) fn spoken(word: &str) -> String {
    let letters: Vec<char> = word.chars().collect();
    let figure = |place: usize| letters.get(place).is_some_and(char::is_ascii_digit);
    let spoken = |(place, letter): (usize, &char)| match letter {
        '-' if place == 0 || !figure(place - 1) || !figure(place + 1) => ' ',
        letter => *letter,
    };
    letters.iter().enumerate().map(spoken).collect()
}

/// With a capital letter.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Words in lines no longer than this, where no word is.
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

/// How many letters a text has.
pub(crate) fn long(text: &str) -> usize {
    text.chars().count()
}
