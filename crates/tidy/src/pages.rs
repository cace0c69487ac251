//! The imports between the files of the pages.

use std::path::{Path, PathBuf};

use crate::files;
use crate::graph::Graph;

/// The graph of imports between the TypeScript and Svelte files below a folder; their tests are left out.
pub fn graph(folder: &Path) -> Graph {
    let mut graph = Graph::default();
    for file in files(folder, &[".ts", ".svelte"]) {
        let name = file.display().to_string();
        if name.ends_with(".test.ts") || name.ends_with(".d.ts") {
            continue;
        }
        graph.node(&name);
        let text = std::fs::read_to_string(&file).expect("a readable file");
        for target in specifiers(&text) {
            if let Some(found) = resolve(&file, target) {
                graph.edge(&name, &found.display().to_string());
            }
        }
    }
    graph
}

/// What the `import` and `export … from` statements of a file name, as far as it is a file beside it.
fn specifiers(text: &str) -> impl Iterator<Item = &str> {
    let after = ["from '", "from \"", "import '", "import \"", "import('", "import(\""];
    after.into_iter().flat_map(move |word| {
        text.match_indices(word).filter_map(move |(at, _)| {
            let rest = &text[at + word.len()..];
            let end = rest.find(['\'', '"'])?;
            rest[..end].starts_with('.').then_some(&rest[..end])
        })
    })
}

fn resolve(importer: &Path, target: &str) -> Option<PathBuf> {
    let joined = normal(&importer.parent()?.join(target));
    let endings = ["", ".ts", ".svelte.ts", "/index.ts"];
    let found = endings.iter().map(|ending| PathBuf::from(format!("{}{ending}", joined.display())));
    found
        .filter(|path| path.is_file())
        .find(|path| path.extension().is_some_and(|e| e == "ts" || e == "svelte"))
}

/// A path without `.` and `..`.
fn normal(path: &Path) -> PathBuf {
    let mut parts = PathBuf::new();
    for part in path.components() {
        match part {
            std::path::Component::CurDir => {}
            std::path::Component::ParentDir => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts
}
