//! Rulebooks, and what is asked of them: judging, checking, prices, signs.

use croupier_maths::PriceQuery;
use croupier_report::{
    ReportTable, choose, faults_json, game_in_force, inadmissible_json, judged_json, prices_json,
    rulebook_json, table_prices, verdict_json,
};
use croupier_rules::book;
use croupier_rules::{judge, judge_explained};
use croupier_sign::Sign;
use jiff::civil::Date;
use js_sys::Object;
use serde_json::Value;
use wasm_bindgen::prelude::*;

use crate::inputs;

/// Rulebooks: those of the program, and those that are added.
#[wasm_bindgen]
pub struct Shelf {
    shelf: book::Shelf,
}

/// A value as the command prints it.
fn printed(value: &Value) -> String {
    format!("{value:#}\n")
}

/// A value as JavaScript has it.
fn parsed(value: &Value) -> Result<JsValue, JsValue> {
    js_sys::JSON::parse(&value.to_string())
}

impl Shelf {
    fn verdict(&self, record: &JsValue, day: &str) -> Result<Value, JsError> {
        let judged = judge(&self.shelf, &inputs::bytes(record), inputs::day(day)?);
        Ok(judged.map_or_else(|error| inadmissible_json(&error), |verdict| verdict_json(&verdict)))
    }

    fn explained(&self, record: &JsValue, day: &str) -> Result<Value, JsError> {
        let judged = judge_explained(&self.shelf, &inputs::bytes(record), inputs::day(day)?);
        Ok(judged_json(&judged, &self.shelf))
    }

    fn table(&self, game: &str, day: &str, of_house: Option<Object>) -> Result<ReportTable<'_>, JsError> {
        let (book, game) = game_in_force(&self.shelf, game, inputs::day(day)?).map_err(inputs::error)?;
        let settings = inputs::settings(of_house)?;
        let pairs = settings.iter().map(|(key, value)| (key.as_str(), value.as_str()));
        let chosen = choose(book::Chosen::default(), pairs, book, game).map_err(inputs::error)?;
        Ok(ReportTable::new(book, game, chosen))
    }

    fn priced(&self, game: &str, day: &str, of_house: Option<Object>) -> Result<Value, JsError> {
        let table = self.table(game, day, of_house)?;
        let query = PriceQuery::default();
        let prices = table_prices(&table, &query).map_err(inputs::error)?;
        Ok(prices_json(&table, &query, &prices))
    }
}

#[wasm_bindgen]
impl Shelf {
    /// The rulebooks of the program.
    #[wasm_bindgen(constructor)]
    #[expect(clippy::new_without_default, reason = "JavaScript has no defaults")]
    pub fn new() -> Self {
        Self { shelf: book::Shelf::built_in() }
    }

    /// The same rulebooks and one more, from the text of a file; it replaces the book of the same id. A file with
    /// faults is an error that names them all; `faults` has them with their places.
    #[wasm_bindgen(js_name = withBook)]
    pub fn with_book(&self, file: &str, text: &str) -> Result<Self, JsError> {
        let mut more = self.shelf.clone();
        more.add(file, text).map_err(inputs::error)?;
        Ok(Self { shelf: more })
    }

    /// The faults of the text of a rulebook, each with its line and column, from 1.
    #[wasm_bindgen(unchecked_return_type = "Fault[]")]
    pub fn faults(&self, file: &str, text: &str) -> Result<JsValue, JsValue> {
        match book::Book::read(file, text) {
            Ok(_) => Ok(js_sys::Array::new().into()),
            Err(error) => parsed(&faults_json(file, &error)["error"]["faults"]),
        }
    }

    /// The rulebooks with their games, settings and provisions, as `croupier rules --json` prints them.
    #[wasm_bindgen(unchecked_return_type = "Rulebook[]")]
    pub fn books(&self) -> Result<JsValue, JsValue> {
        let books = self.shelf.books().iter().map(|book| book.on(Date::MAX));
        parsed(
            &books.map(|book| rulebook_json(book, book.games().iter(), book.provisions().iter())).collect(),
        )
    }

    /// The text of a rulebook.
    pub fn text(&self, rulebook: &str) -> Result<String, JsError> {
        self.shelf.book(rulebook).map(|book| book.text().to_owned()).map_err(inputs::error)
    }

    /// The verdict on a record, by the law of a day where the record names none.
    #[wasm_bindgen(unchecked_return_type = "Verdict | Inadmissible")]
    pub fn judge(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string | Uint8Array")] record: &JsValue,
        day: &str,
    ) -> Result<JsValue, JsValue> {
        parsed(&self.verdict(record, day)?)
    }

    /// The same as a text: the bytes that `croupier adjudicate --json` prints.
    #[wasm_bindgen(js_name = judgeJson)]
    pub fn judge_json(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string | Uint8Array")] record: &JsValue,
        day: &str,
    ) -> Result<String, JsError> {
        Ok(printed(&self.verdict(record, day)?))
    }

    /// The verdict on a record with its explanation, step by step.
    #[wasm_bindgen(unchecked_return_type = "Explained")]
    pub fn why(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string | Uint8Array")] record: &JsValue,
        day: &str,
    ) -> Result<JsValue, JsValue> {
        parsed(&self.explained(record, day)?)
    }

    /// The same as a text: the bytes that `croupier adjudicate --why --json` prints.
    #[wasm_bindgen(js_name = whyJson)]
    pub fn why_json(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string | Uint8Array")] record: &JsValue,
        day: &str,
    ) -> Result<String, JsError> {
        Ok(printed(&self.explained(record, day)?))
    }

    /// The price of every wager of a game, written `RULEBOOK/GAME`, by the law of a day and with the settings of a
    /// house. Some games take seconds.
    #[wasm_bindgen(unchecked_return_type = "Prices")]
    pub fn prices(
        &self,
        game: &str,
        day: &str,
        #[wasm_bindgen(unchecked_optional_param_type = "Settings")] settings: Option<Object>,
    ) -> Result<JsValue, JsValue> {
        parsed(&self.priced(game, day, settings)?)
    }

    /// The same as a text: the bytes that `croupier odds --json` prints.
    #[wasm_bindgen(js_name = pricesJson)]
    pub fn prices_json(
        &self,
        game: &str,
        day: &str,
        #[wasm_bindgen(unchecked_optional_param_type = "Settings")] settings: Option<Object>,
    ) -> Result<String, JsError> {
        Ok(printed(&self.priced(game, day, settings)?))
    }

    /// The limits-and-odds sign of a table as SVG: what `croupier sign --format svg` prints.
    pub fn sign(
        &self,
        game: &str,
        day: &str,
        #[wasm_bindgen(unchecked_optional_param_type = "Settings")] settings: Option<Object>,
    ) -> Result<String, JsError> {
        let table = self.table(game, day, settings)?;
        Ok(Sign::new(table.book, table.game, &table.chosen).svg())
    }
}
