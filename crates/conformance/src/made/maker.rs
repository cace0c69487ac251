//! Makes books: a game of a book that exists, changed step by step within the forms of its family, and now and then one
//! step beyond them.

use serde_json::Value as Form;
use toml::{Table, Value};

use super::form::{Forms, is_required};
use crate::choice::Choices;

/// A made book.
#[derive(Clone, Debug)]
pub struct MadeBook {
    /// Its text.
    pub text: String,
    /// What was changed, in order.
    pub steps: Vec<String>,
}

/// Makes books from the games of other books.
pub struct BookMaker {
    forms: Forms,
    /// Each game with the provisions and the conduct of its book.
    games: Vec<Seed>,
}

struct Seed {
    id: String,
    game: Table,
    conduct: Option<Value>,
    provisions: Vec<String>,
}

impl BookMaker {
    /// A maker that starts from the games of these books.
    ///
    /// # Panics
    /// When a text is not TOML: the books to start from are ours.
    pub fn new<'t>(texts: impl IntoIterator<Item = &'t str>) -> Self {
        let seeds = texts
            .into_iter()
            .flat_map(|text| seeds(&text.parse::<Table>().expect("a book to start from is TOML")));
        Self { forms: Forms::new(croupier_rules::book::schema()), games: seeds.collect() }
    }

    /// Makes a book.
    pub fn make(&self, choices: &mut Choices<'_>) -> MadeBook {
        let mut steps = Vec::new();
        let Some(seed) = choices.one_of(&self.games) else { return MadeBook { text: String::new(), steps } };
        let mut game = Value::Table(seed.game.clone());
        steps.push(format!("from {}", seed.id));
        let form = seed.game.get("family").and_then(Value::as_str).and_then(|name| self.forms.of_game(name));
        if let Some(form) = form {
            for _ in 0..choices.below(5) {
                steps.push(self.change(form, &mut game, &seed.provisions, choices));
            }
        }
        if choices.below(3) == 0 {
            steps.push(spoil(&mut game, choices));
        }
        MadeBook { text: seed.book(game), steps }
    }

    /// Changes one part of a value within its form.
    fn change(&self, form: &Form, value: &mut Value, cites: &[String], choices: &mut Choices<'_>) -> String {
        let form = self.forms.branch_of(form, value);
        let deeper = choices.below(3) > 0;
        match value {
            Value::Table(table) => self.change_table(form, table, deeper, cites, choices),
            Value::Array(rows) => {
                let items = &form["items"];
                let place = choices.place(rows.len());
                match choices.below(4) {
                    0 if !rows.is_empty() => {
                        rows.remove(place);
                        format!("removed row {place}")
                    }
                    1 => {
                        rows.push(self.forms.make(items, cites, 3, choices));
                        "added a row".to_owned()
                    }
                    _ => match rows.get_mut(place) {
                        Some(row) => format!("{place}/{}", self.change(items, row, cites, choices)),
                        None => "nothing in an empty list".to_owned(),
                    },
                }
            }
            _ => {
                *value = self.forms.make(form, cites, 3, choices);
                format!("= {value}")
            }
        }
    }

    fn change_table(
        &self,
        form: &Form,
        table: &mut Table,
        deeper: bool,
        cites: &[String],
        choices: &mut Choices<'_>,
    ) -> String {
        let properties = form.get("properties").and_then(Form::as_object);
        let all: Vec<(&String, &Form)> = properties.into_iter().flatten().collect();
        let there: Vec<&(&String, &Form)> =
            all.iter().filter(|(key, _)| *key != "family" && table.contains_key(*key)).collect();
        if let Some((key, inner)) = choices.one_of(&there).filter(|_| deeper)
            && let Some(value) = table.get_mut(*key)
        {
            return format!("{key}/{}", self.change(inner, value, cites, choices));
        }
        let Some((key, inner)) = choices.one_of(&all).filter(|(key, _)| *key != "family") else {
            return "nothing in a table without keys".to_owned();
        };
        if table.contains_key(*key) && !is_required(form, key) && choices.below(2) == 0 {
            table.remove(*key);
            return format!("removed {key}");
        }
        table.insert((*key).clone(), self.forms.make(inner, cites, 3, choices));
        format!("made {key}")
    }
}

/// One step off what is valid, anywhere.
fn spoil(value: &mut Value, choices: &mut Choices<'_>) -> String {
    const NUMBERS: [i64; 8] = [-1, 0, 1, 99, 256, 65_536, i64::MAX, i64::MIN];
    match value {
        Value::Table(table) if choices.below(4) > 0 => {
            let keys: Vec<String> = table.keys().cloned().collect();
            match choices.one_of(&keys).and_then(|key| table.get_mut(key).map(|inner| (key, inner))) {
                Some((key, inner)) => format!("{key}/{}", spoil(inner, choices)),
                None => "spoilt nothing".to_owned(),
            }
        }
        Value::Table(table) => {
            let keys: Vec<String> = table.keys().cloned().collect();
            let key = choices.one_of(&keys).cloned().unwrap_or_default();
            match choices.below(3) {
                0 => drop(table.remove(&key)),
                1 => drop(table.insert(format!("{key}x"), Value::Integer(1))),
                _ => drop(table.insert(key.clone(), Value::Array(Vec::new()))),
            }
            format!("spoilt {key}")
        }
        Value::Array(rows) if !rows.is_empty() => {
            let place = choices.place(rows.len());
            match choices.below(3) {
                0 => rows.push(rows[place].clone()),
                1 => drop(rows.remove(place)),
                _ => return format!("{place}/{}", spoil(&mut rows[place], choices)),
            }
            format!("spoilt row {place}")
        }
        Value::Integer(number) => {
            *number = *choices.pick(&NUMBERS);
            format!("spoilt to {number}")
        }
        Value::String(text) => {
            match choices.below(3) {
                0 => text.push('x'),
                1 => {
                    text.pop();
                }
                _ => "99999999999 to 1".clone_into(text),
            }
            format!("spoilt to `{text}`")
        }
        other => {
            *other = Value::String("spoilt".to_owned());
            "spoilt".to_owned()
        }
    }
}

/// The games of a book.
fn seeds(book: &Table) -> Vec<Seed> {
    let rows = book.get("provision").and_then(Value::as_array).into_iter().flatten();
    let ids = rows.filter_map(|row| row.get("id")).filter_map(Value::as_str).map(ToOwned::to_owned);
    let provisions: Vec<String> = ids.collect();
    let games = book.get("game").and_then(Value::as_table).into_iter().flatten();
    let seed = |(id, game): (&String, &Value)| {
        let id = id.clone();
        let game = game.as_table()?.clone();
        Some(Seed { id, game, conduct: book.get("conduct").cloned(), provisions: provisions.clone() })
    };
    games.filter_map(seed).collect()
}

impl Seed {
    /// The book with a game like this one.
    fn book(&self, game: Value) -> String {
        let provision = |id: &String| {
            let mut row = Table::new();
            row.insert("id".to_owned(), id.clone().into());
            row.insert("gist".to_owned(), "made".into());
            row.insert("kind".to_owned(), "enforced".into());
            Value::Table(row)
        };
        let mut book = Table::new();
        book.insert("id".to_owned(), "made".into());
        book.insert("title".to_owned(), "A made book".into());
        book.insert("provision".to_owned(), Value::Array(self.provisions.iter().map(provision).collect()));
        book.extend(self.conduct.clone().map(|conduct| ("conduct".to_owned(), conduct)));
        let games = Table::from_iter([(self.id.clone(), game)]);
        book.insert("game".to_owned(), Value::Table(games));
        book.to_string()
    }
}
