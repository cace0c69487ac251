//! The documents, and the commands in them.

use std::path::{Path, PathBuf};

/// The root of the project.
pub(crate) const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// A document: its path from the root, and its text.
pub(crate) struct Document {
    pub(crate) path: String,
    pub(crate) text: String,
}

/// A command of a document, with the output that the document shows after it.
pub(crate) struct Shown {
    pub(crate) document: String,
    pub(crate) line: String,
    pub(crate) output: Vec<String>,
}

/// The files of a folder of the project.
fn files(folder: &str) -> Vec<(String, PathBuf)> {
    let root = Path::new(ROOT);
    let entries = std::fs::read_dir(root.join(folder)).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = entries.filter(|path| path.is_file()).collect();
    files.sort();
    let name = |path: &PathBuf| path.strip_prefix(root).unwrap().to_string_lossy().into_owned();
    files.into_iter().map(|path| (name(&path), path)).collect()
}

/// Every document: those at the root and those in `docs`.
pub(crate) fn documents() -> Vec<Document> {
    let files = [files(""), files("docs")].concat();
    let markdown =
        files.into_iter().filter(|(_, path)| path.extension().is_some_and(|ending| ending == "md"));
    let read =
        |(path, file): (String, PathBuf)| Document { path, text: std::fs::read_to_string(file).unwrap() };
    markdown.map(read).collect()
}

/// The first lines of the examples as documents: the commands in their comments.
pub(crate) fn examples() -> Vec<Document> {
    let commands = |(path, file): (String, PathBuf)| {
        let text = std::fs::read_to_string(file).unwrap();
        let lines = text.lines().take(12).map(|line| line.trim_start_matches(['#', '/', '*', ' ']));
        let lines: Vec<&str> = lines.filter(|line| is_command(line)).collect();
        Document { path, text: format!("```\n{}\n```\n", lines.join("\n")) }
    };
    files("examples").into_iter().map(commands).collect()
}

/// A fenced block: its language, and its lines.
pub(crate) struct Block<'t> {
    pub(crate) language: &'t str,
    pub(crate) lines: Vec<&'t str>,
}

/// The fenced blocks of a text.
pub(crate) fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut found: Vec<Block<'_>> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        match line.strip_prefix("```") {
            Some(language) if !inside => {
                found.push(Block { language, lines: Vec::new() });
                inside = true;
            }
            Some(_) => inside = false,
            None if inside => found.last_mut().unwrap().lines.push(line),
            None => {}
        }
    }
    found
}

/// The programs whose lines in a block are commands. Other blocks are files, output or formats.
const PROGRAMS: [&str; 14] = [
    "croupier",
    "cargo",
    "cat",
    "cd",
    "curl",
    "deno",
    "docker",
    "make",
    "nats-server",
    "node",
    "npm",
    "npx",
    "python3",
    "tsc",
];

fn is_command(line: &str) -> bool {
    let first = line.split_whitespace().find(|word| !word.contains('='));
    first.is_some_and(|first| PROGRAMS.contains(&first))
}

/// The commands of a document in its order. In a block with lines that begin with `$ `, those are the commands and the
/// others are output; in other blocks, every line that begins with a known program is a command without output.
pub(crate) fn commands(document: &Document) -> Vec<Shown> {
    let shown = |line: String, output: &[&str]| Shown {
        document: document.path.clone(),
        line,
        output: output.iter().map(|line| (*line).to_owned()).collect(),
    };
    let mut found = Vec::new();
    for block in blocks(&document.text).iter().filter(|block| is_shell(block)) {
        let starts: Vec<usize> =
            (0..block.lines.len()).filter(|place| block.lines[*place].starts_with("$ ")).collect();
        for (which, start) in starts.iter().enumerate() {
            let end = starts.get(which + 1).copied().unwrap_or(block.lines.len());
            found.push(shown(block.lines[*start][2..].to_owned(), &block.lines[start + 1..end]));
        }
        if starts.is_empty() {
            found.extend(
                joined(&block.lines).into_iter().filter(|line| is_command(line)).map(|line| shown(line, &[])),
            );
        }
    }
    found
}

fn is_shell(block: &Block<'_>) -> bool {
    ["", "sh", "bash", "console", "text"].contains(&block.language)
}

/// Lines, with those that end in `\` joined to the next.
fn joined(lines: &[&str]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut open = false;
    for line in lines {
        let (text, continues) =
            line.trim_end().strip_suffix('\\').map_or((*line, false), |text| (text, true));
        match found.last_mut() {
            Some(last) if open => {
                last.push(' ');
                last.push_str(text.trim());
            }
            _ => found.push(text.to_owned()),
        }
        open = continues;
    }
    found
}

/// The inline code of a text, outside blocks: what is between single backticks.
pub(crate) fn inline_code(text: &str) -> Vec<String> {
    let mut inside = false;
    let prose = text.lines().filter(|line| {
        let fence = line.starts_with("```");
        inside ^= fence;
        !inside && !fence
    });
    let prose = prose.collect::<Vec<_>>().join("\n");
    prose.split('`').skip(1).step_by(2).map(|code| code.replace('\n', " ").replace("\\|", "|")).collect()
}

/// The links of a text.
pub(crate) fn links(text: &str) -> Vec<&str> {
    text.split("](").skip(1).filter_map(|rest| rest.split(')').next()).collect()
}
