//! Reading input files; `-` is standard input.

use std::io::Read;

use crate::failure::Failure;

/// The name of a file in messages.
pub(crate) fn display_name(file: &str) -> &str {
    if file == "-" { "standard input" } else { file }
}

/// The bytes of a file or of standard input.
pub(crate) fn read_bytes(file: &str) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let done = match file {
        "-" => std::io::stdin().lock().read_to_end(&mut bytes).map(|_| ()),
        path => std::fs::read(path).map(|read| bytes = read),
    };
    done.map(|()| bytes).map_err(|error| Failure::unreadable(display_name(file), &error))
}

/// The text of a file or of standard input.
pub(crate) fn read_text(file: &str) -> Result<String, Failure> {
    String::from_utf8(read_bytes(file)?)
        .map_err(|_| Failure::usage(format!("{} is not UTF-8 text", display_name(file))))
}
