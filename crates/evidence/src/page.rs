//! The page that a person opens first.

use std::fmt::Write;

use croupier_pen::escape;
use croupier_report::REPORT_STYLE;

use crate::artefact::Artefact;
use crate::clause::{Clause, ClauseChapter, ClauseState};
use crate::sources::EvidenceSources;
use crate::standard::{STANDARD, WORDING};

const STYLE: &str = include_str!("page.css");

/// The states of which a reader wants to see the clauses first.
const OPEN: [ClauseState; 2] = [ClauseState::NotMet, ClauseState::Partly];

/// The page, with links to the other files.
pub(crate) fn page(
    chapters: &[ClauseChapter],
    files: &[Artefact],
    sources: &EvidenceSources<'_>,
) -> Artefact {
    let parts = [
        head(sources),
        section("How to read it", &reading()),
        section("At a glance", &counts(chapters)),
        section("What is not met, and what is met in part", &open(chapters)),
        chapters.iter().map(chapter_part).collect(),
        section("Files", &file_list(files, sources)),
    ];
    let html = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>Evidence for a test lab</title>\n<style>\n{REPORT_STYLE}{STYLE}</style>\n</head>\n<body>\n<main>\n{}</main>\n</body>\n</html>\n",
        parts.concat()
    );
    Artefact::text("index.html", "this page", html)
}

fn section(title: &str, content: &str) -> String {
    format!("<section>\n<h2>{}</h2>\n{content}</section>\n", escape(title))
}

fn head(sources: &EvidenceSources<'_>) -> String {
    let version = sources.version["version"].as_str().unwrap_or_default();
    let day =
        sources.day.map_or_else(|| "with all amendments of the books".to_owned(), |day| format!("on {day}"));
    let pairs = [
        ("Standard", STANDARD.to_owned()),
        ("Program", format!("croupier {version}")),
        ("SHA-256", crate::artefact::sha256(sources.program)),
        ("Law", day),
    ];
    let pairs: String = pairs
        .iter()
        .map(|(key, value)| format!("<div><dt>{key}</dt><dd>{}</dd></div>\n", escape(value)))
        .collect();
    format!(
        "<header>\n<p>For a test lab</p>\n<h1>Evidence, clause by clause</h1>\n</header>\n<dl>\n{pairs}</dl>\n"
    )
}

fn reading() -> String {
    let states: String = ClauseState::ALL
        .iter()
        .map(|state| {
            format!("<tr><td class=\"state\">{state}</td><td>{}</td></tr>\n", escape(state.meaning()))
        })
        .collect();
    format!(
        "<p>{}</p>\n<p>A test is named by its crate, its file and its name; <code>server/tests/api.rs::name</code> is run by <code>cargo test -p croupier-server name</code> in the sources. A target is run by <code>make</code>. Documents, digests, rulebooks and prices are in this folder.</p>\n{}",
        escape(WORDING),
        table(&["State", "Meaning"], &states)
    )
}

fn table(heads: &[&str], rows: &str) -> String {
    let heads: String = heads.iter().map(|head| format!("<th scope=\"col\">{}</th>", escape(head))).collect();
    format!(
        "<div class=\"wide\"><table><thead><tr>{heads}</tr></thead><tbody>\n{rows}</tbody></table></div>\n"
    )
}

fn counts(chapters: &[ClauseChapter]) -> String {
    let row = |name: &str, count: &dyn Fn(ClauseState) -> usize| {
        let cells: String =
            ClauseState::ALL.iter().map(|state| format!("<td>{}</td>", count(*state))).collect();
        format!("<tr><td>{}</td>{cells}</tr>\n", escape(name))
    };
    let mut rows: String = chapters
        .iter()
        .map(|chapter| row(&format!("{} {}", chapter.number, chapter.title), &|state| chapter.count(state)))
        .collect();
    rows.push_str(&row("all", &|state| chapters.iter().map(|chapter| chapter.count(state)).sum()));
    let heads: Vec<&str> =
        std::iter::once("Chapter").chain(ClauseState::ALL.map(ClauseState::words)).collect();
    table(&heads, &rows)
}

fn open(chapters: &[ClauseChapter]) -> String {
    let mut rows = String::new();
    for state in OPEN {
        let clauses = chapters.iter().flat_map(|chapter| &chapter.clauses);
        for clause in clauses.filter(|clause| clause.state == state) {
            let cells = [&clause.number, &clause.asks, &clause.says].map(|text| prose(text));
            let [number, asks, says] = cells;
            let _ = writeln!(
                rows,
                "<tr><td>{number}</td><td class=\"state\">{state}</td><td>{asks}</td><td>{says}</td></tr>"
            );
        }
    }
    table(&["Clause", "State", "What it asks, in our words", "What is missing, and what is there"], &rows)
}

fn chapter_part(chapter: &ClauseChapter) -> String {
    let rows: String = chapter.clauses.iter().map(clause_row).collect();
    let heads = ["Clause", "What it asks, in our words", "State", "How", "Where", "Shown by"];
    section(&format!("{} {}", chapter.number, chapter.title), &table(&heads, &rows))
}

fn clause_row(clause: &Clause) -> String {
    let [number, asks, says] = [&clause.number, &clause.asks, &clause.says].map(|text| prose(text));
    let state = clause.state;
    let place = [
        items(&clause.documents, document_link),
        items(&clause.operations, code),
        items(&clause.commands, code),
    ];
    let shown = [
        items(&clause.tests, code),
        items(&clause.targets, |target| code(&format!("make {target}"))),
        items(&clause.artefacts, |path| link(path, path)),
    ];
    format!(
        "<tr><td>{number}</td><td>{asks}</td><td class=\"state\">{state}</td><td>{says}</td><td>{}</td><td>{}</td></tr>\n",
        place.concat(),
        shown.concat()
    )
}

fn items(items: &[String], written: impl Fn(&str) -> String) -> String {
    items.iter().map(|item| format!("<p>{}</p>", written(item))).collect()
}

/// A sentence, in which marks of code become code.
fn prose(text: &str) -> String {
    let parts = text.split('`').enumerate();
    parts.map(|(place, part)| if place % 2 == 1 { code(part) } else { escape(part) }).collect()
}

fn code(text: &str) -> String {
    format!("<code>{}</code>", escape(text))
}

fn link(path: &str, text: &str) -> String {
    format!("<a href=\"{}\">{}</a>", escape(path), escape(text))
}

/// A link to a document of the pack; its section is named, because a browser shows the text as it is.
fn document_link(place: &str) -> String {
    let (name, heading) = place.split_once('#').unwrap_or((place, ""));
    link(&format!("documents/{name}"), &format!("{name}, {}", heading.replace('-', " ")))
}

fn file_list(files: &[Artefact], sources: &EvidenceSources<'_>) -> String {
    let rows: String = files
        .iter()
        .map(|file| {
            let [link, what] = [link(&file.path, &file.path), prose(&file.what)];
            format!("<tr><td>{link}</td><td>{what}</td></tr>\n")
        })
        .collect();
    let last = format!(
        "<tr><td>{}</td><td>SHA-256 of every file: <code>sha256sum --check MANIFEST</code></td></tr>\n",
        link("MANIFEST", "MANIFEST")
    );
    let absent = match (sources.bills.is_empty(), sources.houses.is_empty()) {
        (false, false) => String::new(),
        (no_bills, no_houses) => {
            let bills = "<p>There is no bill of materials: <code>make sbom</code> writes it, and <code>--sbom</code> puts it here.</p>\n";
            let houses =
                "<p>There is no house file: <code>--house</code> puts one here, with the check of it.</p>\n";
            [if no_bills { bills } else { "" }, if no_houses { houses } else { "" }].concat()
        }
    };
    table(&["File", "What it is"], &(rows + &last)) + &absent
}
