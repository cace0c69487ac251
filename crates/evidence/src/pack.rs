//! The folder for a test lab, as files in memory.

use croupier_report::{ReportError, ReportProgress};
use serde_json::{Value, json};

use crate::artefact::{Artefact, sha256};
use crate::books::book_artefacts;
use crate::chapters::chapters;
use crate::clause::{Clause, ClauseChapter};
use crate::document::documents;
use crate::generator::generator_artefacts;
use crate::page::page;
use crate::prices::price_artefacts;
use crate::roles::{proof_artefact, role_artefacts};
use crate::sources::{CheckedHouse, EvidenceSources};
use crate::standard::{STANDARD, WORDING};

/// The name of the list of all files with their digests.
const MANIFEST: &str = "MANIFEST";

/// The folder for a test lab, as files in memory.
pub struct EvidencePack {
    files: Vec<Artefact>,
}

impl EvidencePack {
    /// Makes all files. The same sources give the same bytes.
    ///
    /// # Errors
    /// When the prices cannot be computed, or whoever waits has stopped it.
    pub fn make(sources: &EvidenceSources<'_>, progress: &dyn ReportProgress) -> Result<Self, ReportError> {
        let chapters = chapters();
        let mut files = vec![program_artefact(sources), configuration_artefact(sources), proof_artefact()];
        files.extend(clause_artefacts(&chapters));
        files.extend(book_artefacts(sources.shelf, sources.day));
        files.extend(generator_artefacts(sources.generator_fault.as_deref()));
        files.extend(role_artefacts());
        files.extend(document_artefacts());
        files.extend(sources.houses.iter().flat_map(house_artefacts));
        files.extend(sources.bills.iter().map(|bill| Artefact {
            path: format!("sbom/{}", bill.name),
            what: "bill of materials".to_owned(),
            bytes: bill.bytes.clone(),
        }));
        files.extend(price_artefacts(sources.shelf, sources.day, progress)?);
        files.sort_by(|one, other| one.path.cmp(&other.path));
        files.insert(0, page(&chapters, &files, sources));
        files.push(manifest(&files));
        Ok(Self { files })
    }

    /// The files. The last one is the list of the others, so that a folder without it is not whole.
    pub fn files(&self) -> &[Artefact] {
        &self.files
    }
}

fn program_artefact(sources: &EvidenceSources<'_>) -> Artefact {
    let mut value = sources.version.clone();
    value["blake3"] = json!(blake3::hash(sources.program).to_hex().as_str());
    value["sha256"] = json!(sha256(sources.program));
    value["bytes"] = json!(sources.program.len());
    Artefact::json(
        "program.json",
        "version, digests and self-test of the program that made this pack",
        &value,
    )
}

fn configuration_artefact(sources: &EvidenceSources<'_>) -> Artefact {
    let houses: Vec<&str> = sources.houses.iter().map(|house| house.name.as_str()).collect();
    let value = json!({ "serve": sources.options, "houses": houses });
    let what = "what the server can be configured with, with its defaults, and the house files of this pack";
    Artefact::json("configuration.json", what, &value)
}

fn house_artefacts(house: &CheckedHouse) -> [Artefact; 2] {
    let path = format!("houses/{}", house.name);
    let check = "what breaks the regulations in it, as `croupier check --json` writes it";
    [
        Artefact::json(format!("{path}.check.json"), check, &house.check),
        Artefact::text(path, "a house file", house.text.as_str()),
    ]
}

fn document_artefacts() -> impl Iterator<Item = Artefact> {
    documents().iter().map(|document| {
        let title = document.text.lines().next().unwrap_or_default().trim_start_matches("# ");
        Artefact::text(format!("documents/{}", document.name), title, document.text)
    })
}

fn clause_artefacts(chapters: &[ClauseChapter]) -> [Artefact; 2] {
    const HEADS: [&str; 12] = [
        "chapter",
        "title",
        "clause",
        "asks",
        "state",
        "says",
        "documents",
        "operations",
        "commands",
        "tests",
        "targets",
        "artefacts",
    ];
    let row = |chapter: &ClauseChapter, clause: &Clause| -> [String; 12] {
        let list = |items: &[String]| items.join("; ");
        [
            chapter.number.clone(),
            chapter.title.clone(),
            clause.number.clone(),
            clause.asks.clone(),
            clause.state.to_string(),
            clause.says.clone(),
            list(&clause.documents),
            list(&clause.operations),
            list(&clause.commands),
            list(&clause.tests),
            list(&clause.targets),
            list(&clause.artefacts),
        ]
    };
    let rows =
        chapters.iter().flat_map(|chapter| chapter.clauses.iter().map(move |clause| row(chapter, clause)));
    let chapters_json: Value = json!(chapters);
    let value = json!({ "standard": STANDARD, "wording": WORDING, "chapters": chapters_json });
    [
        Artefact::csv("clauses.csv", "the clauses as a table", HEADS, rows),
        Artefact::json("clauses.json", "the clauses for programs", &value),
    ]
}

/// The digests of all files, in the form that `sha256sum --check` reads.
fn manifest(files: &[Artefact]) -> Artefact {
    let lines: String = files.iter().map(|file| format!("{}  {}\n", file.sha256(), file.path)).collect();
    Artefact::text(MANIFEST, "SHA-256 of every file: `sha256sum --check MANIFEST`", lines)
}
