//! What the documents show is what the command says.
//!
//! In a fenced block a line that begins with `$ ` is a command; what follows is its output, where `…` alone on a line
//! stands for any lines and at the end of one for the rest of it. `< FILE` is what is typed.

mod common;

use std::path::{Path, PathBuf};

use common::croupier;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The documents, with their names.
fn documents() -> Vec<(String, String)> {
    let root = Path::new(ROOT);
    let docs = std::fs::read_dir(root.join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let mut paths: Vec<PathBuf> = docs.chain([root.join("README.md")]).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "md"));
    paths.sort();
    let read = |path: PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        (name, std::fs::read_to_string(path).unwrap())
    };
    paths.into_iter().map(read).collect()
}

/// The fenced blocks of a document: what they are of, and their lines.
fn blocks(text: &str) -> Vec<(&str, Vec<&str>)> {
    let mut found: Vec<(&str, Vec<&str>)> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        match line.strip_prefix("```") {
            Some(kind) if !inside => {
                found.push((kind, Vec::new()));
                inside = true;
            }
            Some(_) => inside = false,
            None if inside => found.last_mut().unwrap().1.push(line),
            None => {}
        }
    }
    found
}

/// The words of a command line, without the remark at its end.
fn words(line: &str) -> Vec<String> {
    let line = line.split("  #").next().unwrap();
    let mut words = Vec::new();
    for (place, part) in line.split('"').enumerate() {
        match place % 2 {
            0 => words.extend(part.split_whitespace().map(ToOwned::to_owned)),
            _ => words.push(part.to_owned()),
        }
    }
    words
}

/// What a command says, on either output.
fn said(line: &str) -> String {
    let (line, typed) = line.split_once(" < ").map_or((line, None), |(line, file)| (line, Some(file)));
    let words = words(line);
    match words[0].as_str() {
        "croupier" => {
            let typed = typed.map(|file| std::fs::read(Path::new(ROOT).join(file.trim())).unwrap());
            let args = words[1..].iter().map(String::as_str).collect::<Vec<_>>();
            let output = croupier(&args, typed.unwrap_or_default());
            format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
        }
        "cat" => std::fs::read_to_string(Path::new(ROOT).join(&words[1])).unwrap(),
        other => panic!("the documents show `{other}`, which is not run here"),
    }
}

/// Whether some lines are as they are shown.
fn is_as_shown(shown: &[&str], said: &[&str]) -> bool {
    match (shown, said) {
        ([], said) => said.is_empty(),
        (["…"], _) => true,
        (["…", rest @ ..], said) => (0..=said.len()).any(|skipped| is_as_shown(rest, &said[skipped..])),
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

#[test]
fn every_command_that_is_shown_says_what_is_shown() {
    let mut run = 0;
    for (name, text) in documents() {
        for (_, lines) in blocks(&text) {
            let starts: Vec<usize> =
                (0..lines.len()).filter(|place| lines[*place].starts_with("$ ")).collect();
            for (which, start) in starts.iter().enumerate() {
                let end = starts.get(which + 1).copied().unwrap_or(lines.len());
                let shown = &lines[start + 1..end];
                let said = said(&lines[*start][2..]);
                let told: Vec<&str> = said.lines().collect();
                assert!(shown.is_empty() || is_as_shown(shown, &told), "{name}: {}\n{said}", lines[*start]);
                run += 1;
            }
        }
    }
    assert!(run >= 12, "{run}");
}

#[test]
fn every_command_that_is_named_is_taken() {
    let mut run = 0;
    for (name, text) in documents() {
        let blocks = blocks(&text);
        let named = blocks.iter().flat_map(|(_, lines)| lines).filter(|line| line.starts_with("croupier "));
        // Files and servers that a reader has for himself are not there.
        let own = |line: &&&str| {
            ["RULEBOOK", "proof.json", "part", "nats://", "\\"].iter().any(|word| line.contains(word))
        };
        for line in named.filter(|line| !line.contains(['[', '…', '|']) && !own(line)) {
            // What a shell does with the answer is the shell's.
            let args = words(line.split(" > ").next().unwrap_or(line));
            let output = croupier(&args[1..].iter().map(String::as_str).collect::<Vec<_>>(), "");
            assert_ne!(
                output.status.code(),
                Some(2),
                "{name}: {line}\n{}",
                String::from_utf8_lossy(&output.stderr)
            );
            run += 1;
        }
    }
    assert!(run >= 7, "{run}");
}

#[test]
fn the_worked_example_is_the_file() {
    let (_, guide) = documents().into_iter().find(|(name, _)| name == "rulebooks.md").unwrap();
    let file = std::fs::read_to_string(Path::new(ROOT).join("examples/ruritania.toml")).unwrap();
    let (example, _) = guide.split_once("## The families").unwrap();
    let parts: Vec<String> = blocks(example)
        .into_iter()
        .filter(|(kind, _)| *kind == "toml")
        .map(|(_, lines)| lines.join("\n"))
        .collect();
    assert!(parts.len() >= 6, "{}", parts.len());
    for part in parts {
        assert!(file.contains(&part), "this is not in the file:\n{part}");
    }
}

#[test]
fn links_lead_somewhere() {
    let mut followed = 0;
    for (name, text) in documents() {
        let folder =
            if name == "README.md" { Path::new(ROOT).to_owned() } else { Path::new(ROOT).join("docs") };
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if !link.starts_with("http") {
                let path = folder.join(link.split('#').next().unwrap());
                assert!(path.exists(), "{name}: {link}");
                followed += 1;
            }
        }
    }
    assert!(followed > 10, "{followed}");
}
