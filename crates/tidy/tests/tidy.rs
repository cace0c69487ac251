//! The workspace is tidy, and each check finds an offence that is planted.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use croupier_tidy::{files, names, pages, rust, words};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Public names that may stand for two things, and why.
const REPEATED: &[(&str, &str)] = &[];

fn crates() -> Vec<PathBuf> {
    let folders = fs::read_dir(Path::new(ROOT).join("crates")).unwrap();
    let mut folders: Vec<_> = folders.map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    folders
}

/// A game's own names, and mirrors on the wire.
fn own(file: &str) -> bool {
    file.contains("/rules/src/games/") || file.contains("/server/src/wire/")
}

#[test]
fn no_file_of_a_crate_imports_itself_by_a_detour() {
    let mut cycles = Vec::new();
    let mut imports = 0;
    for folder in crates() {
        for root in ["src/lib.rs", "src/main.rs"] {
            let root = folder.join(root);
            if root.exists() {
                let graph = rust::Sources::read(&root).graph();
                imports += graph.imports();
                cycles.extend(graph.cycles());
            }
        }
    }
    assert!(imports > 500, "only {imports} imports were found");
    assert!(
        cycles.is_empty(),
        "{} cycles:\n{}",
        cycles.len(),
        cycles.join("\n").replace(&format!("{ROOT}/"), "")
    );
}

#[test]
fn no_file_of_the_pages_imports_itself_by_a_detour() {
    for (folder, least) in [("web/src", 100), ("web/playground", 20)] {
        let graph = pages::graph(&Path::new(ROOT).join(folder));
        assert!(graph.imports() > least, "only {} imports were found in {folder}", graph.imports());
        let cycles = graph.cycles();
        assert!(
            cycles.is_empty(),
            "{} cycles:\n{}",
            cycles.len(),
            cycles.join("\n").replace(&format!("{ROOT}/"), "")
        );
    }
}

#[test]
fn a_public_type_has_a_name_of_its_own() {
    let folders: Vec<_> = crates().into_iter().map(|folder| folder.join("src")).collect();
    let folders: Vec<_> = folders.iter().map(PathBuf::as_path).collect();
    let repeated = names::repeated(&folders, own);
    let permitted: BTreeSet<_> = REPEATED.iter().map(|(name, _)| *name).collect();
    let offences: Vec<_> = repeated
        .iter()
        .filter(|(name, _)| !permitted.contains(name.as_str()))
        .map(|(name, at)| format!("{name}: {}", at.join(", ")))
        .collect();
    assert!(
        offences.is_empty(),
        "{} names:\n{}",
        offences.len(),
        offences.join("\n").replace(&format!("{ROOT}/"), "")
    );
    for (name, why) in REPEATED {
        assert!(repeated.contains_key(*name), "{name} needs no exception any more ({why})");
    }
}

/// The rulebooks are left out: records and journals name them by the digest of their text, so they stay as they are.
#[test]
fn no_private_vocabulary() {
    let places = [
        "crates",
        "web/src",
        "web/playground",
        "web/tests",
        "wasm",
        "docs",
        "examples",
        "packaging",
        "scripts",
        "fuzz/fuzz_targets",
        "oracle",
    ];
    let mut texts: Vec<_> = places
        .iter()
        .flat_map(|folder| {
            files(&Path::new(ROOT).join(folder), &[".rs", ".ts", ".svelte", ".css", ".md", ".toml", ".py"])
        })
        .collect();
    texts.extend(
        ["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "Makefile"]
            .map(|f| Path::new(ROOT).join(f)),
    );
    // The list itself and its test, and the recordings of earlier versions and the rulebooks, which stay as they are.
    texts.retain(|path| {
        !path.ends_with("tidy/src/words.rs")
            && !path.ends_with("tidy/tests/tidy.rs")
            && !path.ends_with("docs/glossary.md")
            && !["/tests/journals/", "/rules/rulebooks/"]
                .iter()
                .any(|folder| path.to_string_lossy().contains(folder))
    });
    assert!(texts.len() > 500, "only {} files were read", texts.len());
    let mut found = Vec::new();
    for path in texts {
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        found.extend(words::avoided(&path, &text));
    }
    assert!(
        found.is_empty(),
        "{} lines:\n{}",
        found.len(),
        found.join("\n").replace(&format!("{ROOT}/"), "")
    );
}

/// A folder of this test's own with these files.
fn planted(name: &str, sources: &[(&str, &str)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    for (file, text) in sources {
        let path = folder.join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

/// The test files and folders of a crate that none of its test programs contains.
fn without_program(folder: &Path) -> Vec<String> {
    let read = |file: &str| fs::read_to_string(folder.join(file)).unwrap_or_default();
    let (manifest, suite) = (read("Cargo.toml"), read("tests/suite.rs"));
    if !manifest.contains("\nautotests = false\n") {
        return Vec::new();
    }
    let Ok(entries) = fs::read_dir(folder.join("tests")) else { return Vec::new() };
    let paths = entries.map(|entry| entry.unwrap().path());
    let sources = paths.filter(|path| {
        path.extension().is_some_and(|ending| ending == "rs")
            || ["main.rs", "mod.rs"].iter().any(|file| path.join(file).exists())
    });
    let names = sources.map(|path| path.file_stem().unwrap().to_string_lossy().into_owned());
    let is_built = |name: &String| {
        manifest.contains(&format!("[[test]]\nname = \"{name}\"\n"))
            || suite.contains(&format!("\nmod {name};\n"))
    };
    names.filter(|name| !is_built(name)).collect()
}

#[test]
fn every_test_file_belongs_to_a_test_program() {
    for folder in crates() {
        assert_eq!(without_program(&folder), Vec::<String>::new(), "{}", folder.display());
    }
    let manifest =
        "[package]\nautotests = false\n\n[[test]]\nname = \"suite\"\n\n[[test]]\nname = \"alone\"\n";
    let files = ["alone/main.rs", "built.rs", "common/mod.rs", "data/a.txt", "forgotten.rs", "left/mod.rs"];
    let mut sources: Vec<_> = files.iter().map(|file| (format!("tests/{file}"), "")).collect();
    sources.push(("Cargo.toml".to_owned(), manifest));
    sources.push(("tests/suite.rs".to_owned(), "//! All.\n\nmod built;\nmod common;\n"));
    let sources: Vec<_> = sources.iter().map(|(file, text)| (file.as_str(), *text)).collect();
    let mut found = without_program(&planted("programs", &sources));
    found.sort();
    assert_eq!(found, ["forgotten", "left"]);
}

/// The source files of a crate whose tests are in no test program: its library is not built for tests, and its suite does
/// not include the file.
fn tests_not_built(folder: &Path) -> Vec<String> {
    let read = |file: &str| fs::read_to_string(folder.join(file)).unwrap_or_default();
    let (manifest, suite) = (read("Cargo.toml"), read("tests/suite.rs"));
    if !manifest.split("\n[").any(|part| part.starts_with("lib]") && part.contains("\ntest = false")) {
        return Vec::new();
    }
    let sources = files(&folder.join("src"), &["rs"]).into_iter();
    let with_tests = sources.filter(|path| fs::read_to_string(path).unwrap().contains("#[cfg(test)]"));
    let names = with_tests.map(|path| path.strip_prefix(folder).unwrap().to_string_lossy().into_owned());
    names.filter(|name| !suite.contains(&format!("#[path = \"../{name}\"]"))).collect()
}

#[test]
fn every_test_beside_the_code_is_built() {
    for folder in crates() {
        assert_eq!(tests_not_built(&folder), Vec::<String>::new(), "{}", folder.display());
    }
    let tests = "#[cfg(test)]\nmod tests {}\n";
    let sources = [
        (
            "Cargo.toml",
            "[package]\nname = \"a\"\n\n# Why.\n[lib]\ntest = false\n\n[[test]]\nname = \"suite\"\n",
        ),
        ("src/in/the_suite.rs", tests),
        ("src/in/nothing.rs", tests),
        ("src/without.rs", ""),
        ("tests/suite.rs", "#[path = \"../src/in/the_suite.rs\"]\nmod the_suite;\n"),
    ];
    assert_eq!(tests_not_built(&planted("beside", &sources)), ["src/in/nothing.rs"]);
}

/// The examples in the documentation of a crate that says that it has none.
fn examples_not_run(folder: &Path) -> Vec<String> {
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
    if !manifest.contains("\ndoctest = false\n") {
        return Vec::new();
    }
    let mut found = Vec::new();
    for path in files(&folder.join("src"), &[".rs"]) {
        let text = fs::read_to_string(&path).unwrap();
        let lines = text.lines().map(str::trim_start);
        let comments =
            lines.filter_map(|line| line.strip_prefix("/// ").or_else(|| line.strip_prefix("//! ")));
        let fences = comments.filter_map(|line| line.trim_start().strip_prefix("```"));
        let opening =
            fences.step_by(2).filter(|language| !["text", "toml", "json", "http"].contains(language));
        found.extend(opening.map(|_| path.display().to_string()));
    }
    found
}

#[test]
fn every_example_in_the_documentation_is_run() {
    for folder in crates() {
        assert_eq!(examples_not_run(&folder), Vec::<String>::new());
    }
    let example = "//! ```\n//! assert!(true);\n//! ```\n";
    let sources = [
        ("Cargo.toml", "[lib]\ndoctest = false\n"),
        ("src/lib.rs", example),
        ("src/a.rs", "/// ```text\n/// so\n/// ```\nfn a() {}\n"),
    ];
    assert_eq!(examples_not_run(&planted("examples", &sources)).len(), 1);
    let run = [("Cargo.toml", "[package]\n"), ("src/lib.rs", example)];
    assert_eq!(examples_not_run(&planted("examples-run", &run)).len(), 0);
}

#[test]
fn a_planted_cycle_is_found_through_a_re_export_a_glob_and_a_path() {
    let cases = [
        (
            "through-use",
            "pub use a::A;\nmod a;\nmod b;",
            "use crate::b::B;\npub struct A(B);",
            "use super::A;\npub struct B(Box<A>);",
        ),
        (
            "through-path",
            "mod a;\nmod b;",
            "pub fn a() { crate::b::b() }",
            "pub fn b() { vec![super::a::a()]; }",
        ),
        (
            "through-glob",
            "mod a;\nmod b;\npub use a::*;",
            "pub fn a() { super::b::b() }",
            "pub fn b() { crate::a() }",
        ),
        (
            "through-module",
            "mod a;\nmod b;",
            "use super::b;\npub fn a() { b::b() }",
            "use crate::a::a as other;\npub fn b() { other() }",
        ),
    ];
    for (name, lib, a, b) in cases {
        let folder = planted(name, &[("lib.rs", lib), ("a.rs", a), ("b.rs", b)]);
        let cycles = rust::Sources::read(&folder.join("lib.rs")).graph().cycles();
        assert_eq!(cycles.len(), 1, "{name}: {cycles:?}");
        assert!(cycles[0].contains("a.rs -> ") && cycles[0].contains("b.rs"), "{cycles:?}");
    }
}

#[test]
fn a_parent_that_uses_its_child_and_is_used_by_it_is_a_cycle() {
    let folder = planted(
        "parent",
        &[("lib.rs", "mod a;\npub struct P(a::A);"), ("a.rs", "use super::P;\npub struct A(Box<P>);")],
    );
    assert_eq!(rust::Sources::read(&folder.join("lib.rs")).graph().cycles().len(), 1);
}

#[test]
fn modules_re_exports_and_tests_are_no_cycle() {
    let a = "pub struct A;\n#[cfg(test)]\nmod tests { use crate::b::B; }";
    let folder = planted(
        "one-way",
        &[
            ("lib.rs", "pub mod a;\nmod b;\npub use b::B;"),
            ("a.rs", a),
            ("b.rs", "use crate::a::A;\npub struct B(A);"),
        ],
    );
    let graph = rust::Sources::read(&folder.join("lib.rs")).graph();
    assert_eq!((graph.imports(), graph.cycles().len()), (1, 0), "{graph:?}");
}

#[test]
fn a_planted_cycle_of_pages_is_found() {
    let sources = [
        ("a.svelte", "<script lang=\"ts\">\nimport { b } from './in/b';\n</script>"),
        ("in/b.ts", "import type { C } from './c.svelte';\nexport const b = 1;"),
        ("in/c.svelte.ts", "import A from '../a.svelte';\nexport type C = typeof A;"),
    ];
    let cycles = pages::graph(&planted("pages", &sources)).cycles();
    assert_eq!(cycles.len(), 1, "{cycles:?}");
}

#[test]
fn a_planted_second_meaning_is_found() {
    let folder = planted(
        "names",
        &[
            ("one/a.rs", "pub struct Table;\npub(crate) struct Hidden;"),
            ("two/b.rs", "pub mod inner { pub enum Table {} }\nstruct Hidden;"),
            ("rules/src/games/dice.rs", "pub struct Table;"),
        ],
    );
    let repeated = names::repeated(&[&folder], own);
    assert_eq!(repeated.keys().collect::<Vec<_>>(), ["Table"]);
    assert_eq!(repeated["Table"].len(), 2, "{repeated:?}");
}

#[test]
fn a_planted_word_is_found_in_prose_and_in_names() {
    let file = Path::new("a.rs");
    let lines = "fn keys_kept() {}\nconst KEYS_KEPT: u8 = 1;\nlet keysKept = 1;\n// what is taken  up\nlet folded = unfolded;";
    assert_eq!(
        words::avoided(file, lines),
        ["a.rs:1: kept", "a.rs:2: kept", "a.rs:3: kept", "a.rs:4: taken up"]
    );
}
