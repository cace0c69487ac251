//! The types of TypeScript that the package declares.

use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const FORMS: &str = include_str!("../npm/forms.ts");
