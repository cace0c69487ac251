//! `croupier lab evidence`, as people run it.

use std::collections::BTreeMap;
use std::path::Path;

use croupier_evidence::chapters;

use crate::common::{Scratch, run};

/// All files below a folder, by their paths with slashes.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut left = vec![folder.to_owned()];
    while let Some(next) = left.pop() {
        for entry in std::fs::read_dir(next).unwrap().map(Result::unwrap) {
            let path = entry.path();
            if path.is_dir() {
                left.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().to_string_lossy().replace('\\', "/");
                found.insert(name, std::fs::read(&path).unwrap());
            }
        }
    }
    found
}

#[test]
fn a_folder_is_written_whole_and_twice_the_same() {
    let scratch = Scratch::new("evidence-whole");
    let bill = scratch.path("croupier.cdx.json");
    std::fs::write(&bill, "{\"bomFormat\": \"CycloneDX\"}").unwrap();
    let (one, two) = (scratch.path("one"), scratch.path("two"));
    let make = |into: &str| {
        let house = "examples/house.toml";
        run(&["lab", "evidence", "--into", into, "--house", house, "--sbom", &bill, "--on", "2026-11-01"])
    };
    let (status, out, error) = make(&one);
    assert_eq!(status, Some(0), "{out}{error}");
    let written = files(Path::new(&one));
    assert!(out.contains(&format!("wrote {} files", written.len())) && out.contains("not met"), "{out}");
    let manifest = String::from_utf8(written["MANIFEST"].clone()).unwrap();
    assert_eq!(manifest.lines().count(), written.len() - 1);
    for line in manifest.lines() {
        let (digest, path) = line.split_once("  ").unwrap();
        assert!(written.contains_key(path) && digest.len() == 64, "{line}");
    }
    let json = |path: &str| -> serde_json::Value { serde_json::from_slice(&written[path]).unwrap() };
    assert_eq!(json("houses/house.toml.check.json")["breaches"], serde_json::json!([]));
    assert_eq!(json("program.json")["self_test"]["failed"], serde_json::json!([]));
    let options = json("configuration.json");
    let options = options["serve"].as_array().unwrap();
    let data = options.iter().find(|option| option["option"] == "--data").unwrap();
    assert_eq!((&data["default"], &data["environment"]), (&"data".into(), &"CROUPIER_DATA".into()));
    assert_eq!(json("prices.json").as_array().unwrap().len(), 12);
    let (status, _, error) = make(&two);
    assert_eq!(status, Some(0), "{error}");
    assert_eq!(written, files(Path::new(&two)), "the same bytes");
}

#[test]
fn a_folder_that_is_not_empty_is_refused_and_says_what_to_do() {
    let scratch = Scratch::new("evidence-refused");
    std::fs::write(scratch.path("there.txt"), "there").unwrap();
    let into = scratch.folder().display().to_string();
    let (status, _, error) = run(&["lab", "evidence", "--into", &into]);
    assert_eq!(status, Some(2), "{error}");
    assert!(error.contains("is not empty: name a folder that does not exist yet"), "{error}");
    assert_eq!(files(scratch.folder()).len(), 1);
    let (status, _, error) = run(&["lab", "evidence", "--into", &scratch.path("there.txt")]);
    assert_eq!(status, Some(2), "{error}");
}

#[test]
fn what_is_no_house_and_no_bill_of_materials_is_refused_before_anything_is_written() {
    let scratch = Scratch::new("evidence-inputs");
    let (into, wrong) = (scratch.path("pack"), scratch.path("wrong.json"));
    std::fs::write(&wrong, "{}").unwrap();
    let refused = |args: &[&str], says: &str| {
        let all = [&["lab", "evidence", "--into", &into], args].concat();
        let (status, _, error) = run(&all);
        assert_eq!(status, Some(2), "{error}");
        assert!(error.contains(says), "{error}");
        assert!(!Path::new(&into).exists());
    };
    refused(&["--sbom", &wrong], "no bill of materials in CycloneDX");
    refused(&["--sbom", &scratch.path("absent.json")], "cannot read");
    refused(&["--house", &wrong], "wrong.json");
    refused(&["--house", "examples/house.toml", "--house", "examples/house.toml"], "rename one of them");
}

#[test]
fn every_command_that_a_clause_names_is_one_of_the_program() {
    let chapters = chapters();
    let clauses = chapters.iter().flat_map(|chapter| &chapter.clauses);
    let mut helps: BTreeMap<String, String> = BTreeMap::new();
    for clause in clauses {
        for command in &clause.commands {
            let words: Vec<&str> = command.split(' ').skip(1).collect();
            let names: Vec<&str> = words.iter().copied().filter(|word| !word.starts_with("--")).collect();
            let help = helps.entry(names.join(" ")).or_insert_with(|| {
                let (status, out, error) = run(&[&names[..], &["--help"]].concat());
                assert_eq!(status, Some(0), "{}: {command}: {error}", clause.number);
                out
            });
            let mut options = words.iter().filter(|word| word.starts_with("--"));
            assert!(options.all(|option| help.contains(option)), "{}: {command}", clause.number);
        }
    }
    assert!(helps.len() > 8, "{helps:?}");
}
