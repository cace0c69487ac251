//! Runs the commands of documents, as far as they are ours: pipes, redirections, quotes and remarks.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::markdown::ROOT;

/// What a command printed, and its exit status.
pub(crate) struct Done {
    pub(crate) output: String,
    pub(crate) status: Option<i32>,
}

/// A folder in which commands run: what they write stays there, and they can read the examples.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let path =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join("documents").join(name.replace(['/', '.'], "-"));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(path.join("target")).unwrap();
        for name in ["examples", "docs", "rulebooks"] {
            copy(&Path::new(ROOT).join(name), &path.join(name));
        }
        Self(path)
    }

    /// Runs a line: commands of `croupier` and `cat`, connected by pipes.
    pub(crate) fn run(&self, line: &str) -> Done {
        let mut input = Vec::new();
        let mut done = Done { output: String::new(), status: Some(0) };
        for part in split(without_remark(line), '|') {
            let step = Step::parse(&part);
            if let Some(file) = &step.reads {
                input = std::fs::read(self.0.join(file))
                    .unwrap_or_else(|error| panic!("{line}: {file}: {error}"));
            }
            let (printed, complaints, status) = self.step(&step.words, &input, line);
            done = Done {
                output: String::from_utf8_lossy(&[printed.as_slice(), &complaints].concat()).into_owned(),
                status,
            };
            if let Some(file) = &step.writes {
                std::fs::write(self.0.join(file), &printed).unwrap();
            }
            input = printed;
        }
        done
    }

    fn step(&self, words: &[String], input: &[u8], line: &str) -> (Vec<u8>, Vec<u8>, Option<i32>) {
        let program = match words[0].as_str() {
            "croupier" => env!("CARGO_BIN_EXE_croupier"),
            "cat" => "cat",
            other => panic!("{line}: `{other}` is neither run here nor listed in elsewhere.rs"),
        };
        let mut child = Command::new(program)
            .args(&words[1..])
            .current_dir(&self.0)
            .env("COLUMNS", "120")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // A command that never reads closes the pipe early.
        let _ = child.stdin.take().unwrap().write_all(input);
        let output = child.wait_with_output().unwrap();
        (output.stdout, output.stderr, output.status.code())
    }
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap().map(Result::unwrap) {
        if entry.path().is_file() {
            std::fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
        }
    }
}

/// One command of a pipe: its words, and the files that it reads and writes.
struct Step {
    words: Vec<String>,
    reads: Option<String>,
    writes: Option<String>,
}

impl Step {
    fn parse(text: &str) -> Self {
        let mut step = Self { words: Vec::new(), reads: None, writes: None };
        let mut words = words(text).into_iter();
        while let Some(word) = words.next() {
            match word.as_str() {
                "<" => step.reads = words.next(),
                ">" => step.writes = words.next(),
                _ => step.words.push(word),
            }
        }
        step
    }
}

/// A line without the remark at its end.
pub(crate) fn without_remark(line: &str) -> &str {
    line.split("  #").next().unwrap_or(line).trim_end()
}

/// The parts of a text between a separator that is not in quotes.
fn split(text: &str, separator: char) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut quoted = false;
    for letter in text.chars() {
        quoted ^= letter == '"';
        if letter == separator && !quoted {
            parts.push(String::new());
        } else if let Some(part) = parts.last_mut() {
            part.push(letter);
        }
    }
    parts
}

/// The words of a command; quotes hold a word together.
pub(crate) fn words(text: &str) -> Vec<String> {
    let parts = split(text.trim(), ' ').into_iter().filter(|word| !word.is_empty());
    parts.map(|word| word.replace('"', "")).collect()
}
