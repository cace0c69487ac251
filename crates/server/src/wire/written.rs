//! A part of an answer that many are sent.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use serde::ser::Error;
use serde::{Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};

/// Something that is written as JSON once, however many are sent it: hundreds listen at a table with hundreds of stakes.
/// Clones share the text.
#[derive(Debug)]
pub struct Written<T>(Arc<Sheet<T>>);

#[derive(Debug)]
struct Sheet<T> {
    said: T,
    text: OnceLock<Box<RawValue>>,
}

impl<T> From<T> for Written<T> {
    fn from(said: T) -> Self {
        Self(Arc::new(Sheet { said, text: OnceLock::new() }))
    }
}

impl<T> Clone for Written<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T> Deref for Written<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0.said
    }
}

impl<T: PartialEq> PartialEq for Written<T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Eq> Eq for Written<T> {}

impl<T: Serialize> Serialize for Written<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Sheet { said, text } = &*self.0;
        match text.get() {
            Some(text) => text.serialize(serializer),
            None => {
                let fresh = to_raw_value(said).map_err(S::Error::custom)?;
                text.get_or_init(|| fresh).serialize(serializer)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    /// How often it was written.
    #[derive(Default)]
    struct Counted(AtomicU32);

    impl Serialize for Counted {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_u32(self.0.fetch_add(1, Ordering::Relaxed) + 1)
        }
    }

    #[test]
    fn it_is_written_once_for_all_its_readers() {
        let written = Written::from(Counted::default());
        let texts = serde_json::to_string(&[&written, &written.clone(), &written]).unwrap();
        assert_eq!(texts, "[1,1,1]");
    }

    #[test]
    fn it_reads_like_what_it_says() {
        let said = vec![("a \"b\"\n", Some(7)), ("c", None)];
        let plain = serde_json::to_string(&said).unwrap();
        assert_eq!(serde_json::to_string(&Written::from(said)).unwrap(), plain);
    }
}
