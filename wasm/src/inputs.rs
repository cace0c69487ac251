//! What a caller passes: records, days and settings.

use jiff::civil::Date;
use js_sys::{Array, Object, Uint8Array};
use wasm_bindgen::prelude::*;

/// The bytes of a record, which is a text or bytes. A record of bytes need not be text.
pub(crate) fn bytes(record: &JsValue) -> Vec<u8> {
    record.as_string().map_or_else(|| Uint8Array::new(record).to_vec(), String::into_bytes)
}

/// A day, as `2026-11-19`.
pub(crate) fn day(text: &str) -> Result<Date, JsError> {
    text.parse().map_err(|error| JsError::new(&format!("`{text}` is no day: {error}")))
}

/// The settings of a house, from an object with a text for each key.
pub(crate) fn settings(of_house: Option<Object>) -> Result<Vec<(String, String)>, JsError> {
    let entries = of_house.map(|object| Object::entries(&object)).unwrap_or_default();
    entries
        .iter()
        .map(|entry| {
            let pair = Array::from(&entry);
            pair.get(0)
                .as_string()
                .zip(pair.get(1).as_string())
                .ok_or_else(|| JsError::new("write every setting as a text, such as { decks: \"6\" }"))
        })
        .collect()
}

/// An error with its words.
pub(crate) fn error(error: impl std::fmt::Display) -> JsError {
    JsError::new(&error.to_string())
}
