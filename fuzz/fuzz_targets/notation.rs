//! Whatever is read as an act is written so that it is read as the same act; tidying twice is tidying once.
#![no_main]

use croupier_rules::notation::{read_line, tidy};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(text) = std::str::from_utf8(bytes)
        && let Some(line) = text.lines().next()
        && let Ok(line) = read_line(line)
    {
        assert_eq!(read_line(&line.to_string()).as_ref(), Ok(&line));
    }
    if let Ok(once) = tidy(bytes) {
        assert_eq!(tidy(once.as_bytes()).as_deref(), Ok(once.as_str()));
    }
});
