//! What a pack is made from.

use croupier_rules::book::Shelf;
use jiff::civil::Date;
use serde_json::Value;

/// A house file with what the check of it says.
#[derive(Clone, Debug)]
pub struct CheckedHouse {
    /// The name of the file, without its folder.
    pub name: String,
    /// Its text.
    pub text: String,
    /// The breaches of the regulations that were found, as `croupier check --json` writes them.
    pub check: Value,
}

/// A bill of materials, as `make sbom` writes it.
#[derive(Clone, Debug)]
pub struct BillOfMaterials {
    /// The name of the file, without its folder.
    pub name: String,
    /// Its content.
    pub bytes: Vec<u8>,
}

/// What a pack is made from.
pub struct EvidenceSources<'s> {
    /// The bytes of the program.
    pub program: &'s [u8],
    /// What the program says of itself, as `croupier version --verify --json` writes it.
    pub version: Value,
    /// The options that the server can be configured with, and their defaults.
    pub options: Value,
    /// Why the generator of this machine fails its self-test; `None` if it passes.
    pub generator_fault: Option<String>,
    /// The rulebooks.
    pub shelf: &'s Shelf,
    /// The day whose law applies. Without it, the books have all of their amendments.
    pub day: Option<Date>,
    /// House files to be examined with the program.
    pub houses: Vec<CheckedHouse>,
    /// Bills of materials.
    pub bills: Vec<BillOfMaterials>,
}
