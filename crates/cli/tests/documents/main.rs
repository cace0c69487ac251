//! Every command of every document works, and prints what the document shows.
//!
//! In a fenced block a line that begins with `$ ` is a command, and the lines after it are its output: `…` alone on a line
//! stands for any lines, and at the end of a line for the rest of it. In a block without such lines, every line that begins
//! with the name of a program is a command. Commands run in a folder of their document one after another, in an output of
//! 120 columns. A command must end with status 0 or 1 (a check found something), or with the one that its remark names
//! (`exit status 2`). What cannot run here is in `elsewhere.rs`, with the reason and the test that runs it.

mod elsewhere;
mod markdown;
mod shell;
mod synopsis;

use std::path::Path;

use markdown::{Document, ROOT, Shown, blocks, commands, documents, examples, links};
use shell::{Folder, without_remark};

/// Whether lines are as a document shows them.
fn is_as_shown(shown: &[&str], printed: &[&str]) -> bool {
    match (shown, printed) {
        ([], printed) => printed.is_empty(),
        (["…"], _) => true,
        (["…", rest @ ..], printed) => {
            (0..=printed.len()).any(|skipped| is_as_shown(rest, &printed[skipped..]))
        }
        ([one, rest @ ..], [line, others @ ..]) => {
            let same = match one.strip_suffix('…') {
                Some(beginning) => line.starts_with(beginning.trim_end()),
                None => line.trim_end() == one.trim_end(),
            };
            same && is_as_shown(rest, others)
        }
        _ => false,
    }
}

/// The exit status that the remark of a command names.
fn named_status(line: &str) -> Option<i32> {
    let (_, remark) = line.split_once("  #")?;
    let (_, status) = remark.split_once("exit status ")?;
    status.split(|letter: char| !letter.is_ascii_digit()).next()?.parse().ok()
}

/// What is wrong with a command, if anything is.
fn fault(command: &Shown, folder: &Folder) -> Option<String> {
    if synopsis::is_synopsis(without_remark(&command.line)) {
        return None;
    }
    let done = folder.run(&command.line);
    let (expected, status) = (named_status(&command.line), done.status.unwrap_or(-1));
    if !expected.map_or(status == 0 || status == 1, |expected| status == expected) {
        return Some(format!("exit status {status}\n{}", done.output));
    }
    let shown: Vec<&str> = command.output.iter().map(String::as_str).collect();
    let printed: Vec<&str> = done.output.lines().collect();
    let is_right = shown.is_empty() || is_as_shown(&shown, &printed);
    (!is_right).then(|| format!("it prints\n{}", done.output))
}

/// The faults of a document's commands, and how many of them were run.
fn faults(document: &Document) -> (Vec<String>, usize) {
    let folder = Folder::new(&document.path);
    let (mut faults, mut run) = (Vec::new(), 0);
    for command in commands(document) {
        let line = without_remark(&command.line);
        let fault = match elsewhere::of(line) {
            Some(_) => elsewhere::check_target(line).err(),
            None => {
                run += 1;
                fault(&command, &folder)
            }
        };
        faults.extend(fault.map(|fault| format!("{}: {}: {fault}", command.document, command.line)));
    }
    (faults, run)
}

#[test]
fn every_command_of_every_document_works_and_prints_what_is_shown() {
    let documents: Vec<Document> = documents().into_iter().chain(examples()).collect();
    let checked: Vec<(Vec<String>, usize)> = std::thread::scope(|scope| {
        let threads: Vec<_> =
            documents.iter().map(|document| scope.spawn(move || faults(document))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let all: Vec<String> = checked.iter().flat_map(|(faults, _)| faults.clone()).collect();
    assert!(all.is_empty(), "{}", all.join("\n"));
    let run: usize = checked.iter().map(|(_, run)| run).sum();
    assert!(run >= 45, "only {run} commands were found");
}

#[test]
fn a_command_that_does_not_work_is_found() {
    let planted = |text: &str| {
        let text = format!("```\n{text}\n```\n");
        faults(&Document { path: "planted.md".to_owned(), text }).0
    };
    assert_eq!(planted("croupier rules scotland-1970"), Vec::<String>::new());
    assert_eq!(planted("$ croupier rules scotland-1970\nscotland-1970: …\n…"), Vec::<String>::new());
    assert_eq!(planted("$ croupier rules scotland-1970\nscotland-1971: …\n…").len(), 1);
    assert_eq!(planted("croupier rules scotland-1971").len(), 1);
    assert_eq!(planted("croupier rules --no-such-option").len(), 1);
    assert_eq!(planted("croupier rules scotland-1971  # exit status 2"), Vec::<String>::new());
    assert_eq!(planted("make no-such-target").len(), 1);
    assert_eq!(planted("cargo test -p croupier-nothing").len(), 1);
}

#[test]
fn every_inline_command_and_option_exists() {
    let mut known = synopsis::Synopsis::default();
    let mut checked = 0;
    for document in documents() {
        for code in markdown::inline_code(&document.text) {
            checked += usize::from(code.starts_with("croupier ") || code.starts_with("--"));
            if let Err(error) = known.check(&code) {
                panic!("{}: `{code}`: {error}", document.path);
            }
        }
        for command in commands(&document) {
            let line = without_remark(&command.line);
            if line.starts_with("croupier ")
                && let Err(error) = known.check(line)
            {
                panic!("{}: {line}: {error}", document.path);
            }
        }
    }
    assert!(checked > 80, "only {checked} were found");
    assert!(known.check("croupier ruels").is_err());
    assert!(known.check("croupier rules --covrage").is_err());
    assert!(known.check("--no-such-option").is_err());
}

#[test]
fn commands_that_run_elsewhere_name_a_test_that_exists() {
    for elsewhere in elsewhere::ELSEWHERE {
        assert!(
            Path::new(ROOT).join(elsewhere.run_by).exists(),
            "{}: {}",
            elsewhere.command,
            elsewhere.run_by
        );
        assert!(!elsewhere.because.is_empty());
    }
}

#[test]
fn the_readme_lists_every_command() {
    let readme = std::fs::read_to_string(Path::new(ROOT).join("README.md")).unwrap();
    for name in synopsis::Synopsis::default().commands() {
        assert!(readme.contains(&format!("`croupier {name}")), "README.md lacks `croupier {name}`");
    }
}

#[test]
fn the_worked_example_is_the_file() {
    let guide = std::fs::read_to_string(Path::new(ROOT).join("docs/rulebooks.md")).unwrap();
    let file = std::fs::read_to_string(Path::new(ROOT).join("examples/ruritania.toml")).unwrap();
    let (example, _) = guide.split_once("## The families").unwrap();
    let parts: Vec<String> = blocks(example)
        .into_iter()
        .filter(|block| block.language == "toml")
        .map(|block| block.lines.join("\n"))
        .collect();
    assert!(parts.len() >= 6, "{}", parts.len());
    for part in parts {
        assert!(file.contains(&part), "this is not in the file:\n{part}");
    }
}

#[test]
fn links_lead_somewhere() {
    let mut followed = 0;
    for document in documents() {
        let path = Path::new(ROOT).join(&document.path);
        for link in links(&document.text).into_iter().filter(|link| !link.starts_with("http")) {
            let file = link.split('#').next().unwrap();
            let target = if file.is_empty() { path.clone() } else { path.with_file_name("").join(file) };
            assert!(target.exists(), "{}: {link}", document.path);
            followed += 1;
        }
    }
    assert!(followed > 10, "{followed}");
}
