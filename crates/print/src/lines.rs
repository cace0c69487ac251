//! Text broken into lines that fit.

use crate::faces::Face;

/// A font with its size.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Type {
    pub(crate) face: Face,
    pub(crate) size: f32,
}

impl Type {
    /// The distance from one line to the next.
    pub(crate) fn leading(self) -> f32 {
        self.size * 1.32
    }

    /// The distance from the top of a line to its baseline.
    pub(crate) fn ascent(self) -> f32 {
        self.size * 0.95
    }

    /// The width of a line, without the space at its end.
    pub(crate) fn width(self, line: &str) -> f32 {
        self.face.width(line.trim_end_matches(' '), self.size)
    }

    /// The width of the longest word of a text.
    pub(crate) fn longest_word(self, text: &str) -> f32 {
        text.split_whitespace().map(|word| self.width(&self.face.printable(word))).fold(0.0, f32::max)
    }

    /// The width of the longest line of a text that is not broken.
    pub(crate) fn natural(self, text: &str) -> f32 {
        text.lines().map(|line| self.width(&self.face.printable(line))).fold(0.0, f32::max)
    }

    /// The text in lines of at most this width. A line that goes on ends with a space, so that words stay apart when the
    /// text is copied. A word that is too long for a line is broken.
    pub(crate) fn wrapped(self, text: &str, width: f32) -> Vec<String> {
        let lines: Vec<&str> = if text.is_empty() { vec![""] } else { text.split('\n').collect() };
        lines.into_iter().flat_map(|line| self.wrapped_line(&self.face.printable(line), width)).collect()
    }

    fn wrapped_line(self, text: &str, width: f32) -> Vec<String> {
        let mut lines = vec![String::new()];
        let mut long = 0.0;
        for word in text.split_inclusive(' ') {
            let line = lines.last_mut().expect("there is always a line");
            if line.is_empty() || long + self.width(word) <= width {
                line.push_str(word);
                long += self.face.width(word, self.size);
            } else {
                lines.push(word.to_owned());
                long = self.face.width(word, self.size);
            }
            if self.width(word) > width {
                self.break_last(&mut lines, width);
                long = lines.last().map_or(0.0, |line| self.face.width(line, self.size));
            }
        }
        lines
    }

    /// Breaks the last line where it is too long.
    fn break_last(self, lines: &mut Vec<String>, width: f32) {
        while let Some(line) = lines.last_mut().filter(|line| self.width(line) > width) {
            let mut sum = 0.0;
            let fits = |(_, letter): &(usize, char)| {
                sum += self.face.width(letter.encode_utf8(&mut [0; 4]), self.size);
                sum <= width
            };
            // At least one letter, however narrow the line is.
            let place = line.char_indices().take_while(fits).count().max(1);
            let Some((at, _)) = line.char_indices().nth(place) else { return };
            let rest = line.split_off(at);
            lines.push(rest);
        }
    }
}
