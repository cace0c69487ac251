//! A part of a response that many clients get.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use serde::ser::Error;
use serde::{Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};

/// A value that is serialised at most once, however many clients get it: hundreds of subscribers watch a table with
/// hundreds of stakes. Clones share the JSON.
#[derive(Debug)]
pub struct SharedJson<T>(Arc<Cached<T>>);

#[derive(Debug)]
struct Cached<T> {
    value: T,
    json: OnceLock<Box<RawValue>>,
}

impl<T> From<T> for SharedJson<T> {
    fn from(value: T) -> Self {
        Self(Arc::new(Cached { value, json: OnceLock::new() }))
    }
}

impl<T> Clone for SharedJson<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T> Deref for SharedJson<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0.value
    }
}

impl<T: PartialEq> PartialEq for SharedJson<T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Eq> Eq for SharedJson<T> {}

impl<T: Serialize> Serialize for SharedJson<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Cached { value, json } = &*self.0;
        match json.get() {
            Some(json) => json.serialize(serializer),
            None => {
                let fresh = to_raw_value(value).map_err(S::Error::custom)?;
                json.get_or_init(|| fresh).serialize(serializer)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    /// Counts how often it is serialised.
    #[derive(Default)]
    struct Counted(AtomicU32);

    impl Serialize for Counted {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_u32(self.0.fetch_add(1, Ordering::Relaxed) + 1)
        }
    }

    #[test]
    fn a_value_is_serialised_once_for_all_clones() {
        let shared = SharedJson::from(Counted::default());
        let texts = serde_json::to_string(&[&shared, &shared.clone(), &shared]).unwrap();
        assert_eq!(texts, "[1,1,1]");
    }

    #[test]
    fn the_json_is_that_of_the_value() {
        let value = vec![("a \"b\"\n", Some(7)), ("c", None)];
        let plain = serde_json::to_string(&value).unwrap();
        assert_eq!(serde_json::to_string(&SharedJson::from(value)).unwrap(), plain);
    }
}
