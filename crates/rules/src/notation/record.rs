//! The lines of a record, with their numbers and comments.

use super::line::Line;
use super::misread::Misread;
use super::read::read_line;

/// A line as read, with its number from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Numbered {
    /// The line number in the record.
    pub number: u32,
    /// The line, or the reason why it could not be read.
    pub line: Result<Line, Misread>,
}

/// The lines of a record, read one by one.
pub fn lines(record: &[u8]) -> impl Iterator<Item = Numbered> + '_ {
    let body = record.strip_suffix(b"\n").unwrap_or(record);
    let pieces = (!record.is_empty()).then(|| body.split(|&b| b == b'\n')).into_iter().flatten();
    pieces.zip(1..).map(|(bytes, number)| {
        let line = match std::str::from_utf8(bytes) {
            Ok(text) => read_line(text),
            Err(_) => Err(Misread::new("the line is not UTF-8 text")),
        };
        Numbered { number, line }
    })
}

/// Formats a record: single spaces, with comments preserved and aligned within a block of acts.
pub fn tidy(record: &[u8]) -> Result<String, (u32, Misread)> {
    let lines: Vec<Line> =
        lines(record).map(|n| n.line.map_err(|misread| (n.number, misread))).collect::<Result<_, _>>()?;
    let mut out = String::new();
    for block in lines.chunk_by(|a, b| (a.act.is_some()) == (b.act.is_some())) {
        let wide = block.iter().filter(|l| l.comment.is_some()).map(|l| act_text(l).chars().count()).max();
        for line in block {
            let text = match (&line.act, &line.comment, wide) {
                (Some(_), Some(comment), Some(wide)) => format!("{:wide$}  # {comment}", act_text(line)),
                _ => line.to_string(),
            };
            out.push_str(&text);
            out.push('\n');
        }
    }
    Ok(out)
}

fn act_text(line: &Line) -> String {
    line.act.as_ref().map(ToString::to_string).unwrap_or_default()
}
