//! Edges that others have published, compared with what the program computes, and the table of them in
//! `docs/prices.md`. A family has a file of rows here; a new file needs no line anywhere else.
//! `CROUPIER_WRITE_PRICES=1` rewrites the table.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use croupier_kit::Ratio;
use croupier_maths::{Figure, Price, PriceQuery, odds};
use croupier_rules::book::{Chosen, Shelf};
use serde::Deserialize;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
const ROWS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/published");
const HEADING: &str = "## Published edges\n";
const INTRODUCTION: &str = "Edges per unit of the bet as made, computed by this program from the book named in the row, beside the figure that others have\n\
    published. `make published` writes the tables from `crates/maths/tests/published`, and a test compares every row.\n";
/// Longer fractions are shown as decimals only.
const FRACTION_MAX: usize = 15;

/// The rows of one family.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Published {
    title: String,
    row: Vec<Row>,
}

/// A published edge.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    /// The file of the book, from the root of the repository.
    book: String,
    /// The game of that book.
    game: String,
    /// What the house chooses, as in `--house`.
    #[serde(default)]
    house: BTreeMap<String, String>,
    /// The wager, as `croupier odds --wager` takes it.
    wager: String,
    /// The edge as a fraction …
    edge: Option<String>,
    /// … or in per cent, to as many places as were published.
    percent: Option<String>,
    /// Who published it, in words.
    source: String,
}

/// A table that some rows ask about: its book, its game and what the house chose.
type Table<'r> = (&'r str, &'r str, &'r BTreeMap<String, String>);

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn files() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(ROWS).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|e| e == "toml")).collect();
    files.sort();
    files
}

/// The prices of a table at the settings that the rows name.
fn prices((book, game, house): Table<'_>) -> Vec<Price> {
    let mut shelf = Shelf::default();
    shelf.add(book, &read(&Path::new(ROOT).join(book))).unwrap_or_else(|error| panic!("{book}: {error}"));
    let game = shelf.books()[0].games().iter().find(|known| known.id() == game);
    let game = game.unwrap_or_else(|| panic!("{book} has no such game"));
    let mut chosen = Chosen::default();
    for (key, value) in house {
        chosen.choose(key, value, &game.envelope()).unwrap_or_else(|refusal| panic!("{book}: {refusal:?}"));
    }
    let list = odds(&game.table(&chosen), &PriceQuery::default()).unwrap();
    list.prices.into_iter().chain(list.combined).collect()
}

/// A figure in per cent, to so many places.
fn percent(figure: &Figure, places: usize) -> String {
    match figure {
        Figure::Exact(ratio) => (ratio * &Ratio::whole(100)).to_decimal(places),
        Figure::Near { value, .. } | Figure::Estimated { value, .. } => format!("{:.places$}", value * 100.0),
    }
}

/// The computed edge of a row, which is the published one.
fn compared(row: &Row, edge: &Figure) {
    let at = format!("{}: {}: {}", row.book, row.game, row.wager);
    match (&row.edge, &row.percent) {
        (Some(fraction), None) => {
            let exact = edge.exact().unwrap_or_else(|| panic!("{at}: the edge is not exact"));
            assert_eq!(exact.to_string(), *fraction, "{at}");
        }
        (None, Some(figure)) => {
            let places = figure.split_once('.').map_or(0, |(_, places)| places.len());
            assert_eq!(percent(edge, places), *figure, "{at}");
        }
        _ => panic!("{at}: a row has either `edge` or `percent`"),
    }
}

fn shown(row: &Row, edge: &Figure) -> String {
    let fraction = edge.exact().map(ToString::to_string).filter(|text| text.len() <= FRACTION_MAX);
    let house: String = row.house.iter().map(|(key, value)| format!(" `{key}={value}`")).collect();
    format!(
        "| [{book}](../{book}) | `{}`{house} | `{}` | {} | {} % | {} | {} |\n",
        row.game,
        row.wager,
        fraction.as_deref().unwrap_or("–"),
        percent(edge, 5),
        row.edge.clone().unwrap_or_else(|| format!("{} %", row.percent.as_deref().unwrap_or_default())),
        row.source,
        book = row.book,
    )
}

/// The section of the document, with every row compared on the way.
fn section() -> String {
    let mut text = format!("{HEADING}{INTRODUCTION}");
    let mut priced: Vec<(String, Vec<Price>)> = Vec::new();
    for path in files() {
        let published: Published =
            toml::from_str(&read(&path)).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        write!(
            text,
            "\n### {}\n\n| book | game | wager | edge | in per cent | published | by |\n|---|---|---|---|---|---|---|\n",
            published.title
        )
        .unwrap();
        for row in &published.row {
            let table: Table<'_> = (&row.book, &row.game, &row.house);
            let key = format!("{table:?}");
            if priced.iter().all(|(known, _)| *known != key) {
                priced.push((key.clone(), prices(table)));
            }
            let (_, prices) = priced.iter().find(|(known, _)| *known == key).unwrap();
            let price = prices.iter().find(|price| price.wager == row.wager);
            let price =
                price.unwrap_or_else(|| panic!("{}: {}: no price of {}", row.book, row.game, row.wager));
            compared(row, &price.edge);
            text.push_str(&shown(row, &price.edge));
        }
    }
    text
}

/// The document with another section of published edges, which goes up to the next heading of its rank.
fn with_section(document: &str, section: &str) -> String {
    let (before, rest) = document.split_once(HEADING).expect("the document has the section");
    let after = rest.find("\n## ").map_or("", |place| &rest[place..]);
    format!("{before}{section}{after}")
}

#[test]
fn the_document_has_the_published_edges_as_the_program_computes_them() {
    let path = Path::new(ROOT).join("docs/prices.md");
    let document = read(&path);
    let written = with_section(&document, &section());
    if std::env::var_os("CROUPIER_WRITE_PRICES").is_some_and(|set| set == "1") {
        std::fs::write(&path, &written).unwrap();
    }
    let document = read(&path);
    assert!(document == written, "docs/prices.md is not what the program computes: run `make published`");
}

/// A figure that differs in its last place is found: the comparison can fail.
#[test]
fn another_figure_is_not_the_published_one() {
    let row = |edge: Option<&str>, percent: Option<&str>| Row {
        book: "a book".into(),
        game: "roulette".into(),
        house: BTreeMap::new(),
        wager: "red".into(),
        edge: edge.map(Into::into),
        percent: percent.map(Into::into),
        source: "nobody".into(),
    };
    let edge = Figure::Exact(Ratio::new(1, 37));
    let agrees = |row: Row| std::panic::catch_unwind(|| compared(&row, &edge)).is_ok();
    assert!(agrees(row(Some("1/37"), None)) && agrees(row(None, Some("2.70"))));
    assert!(!agrees(row(Some("1/38"), None)) && !agrees(row(None, Some("2.71"))));
    assert!(!agrees(row(None, None)) && !agrees(row(Some("1/37"), Some("2.70"))));
}
