//! A graph of files and their imports, and its cycles.

use std::collections::{BTreeMap, BTreeSet};

/// Which file imports from which.
#[derive(Debug, Default)]
pub struct Graph {
    edges: BTreeMap<String, BTreeSet<String>>,
}

impl Graph {
    /// Adds a file, with no import yet.
    pub fn node(&mut self, file: &str) {
        self.edges.entry(file.to_owned()).or_default();
    }

    /// Adds an import. A file may use what it defines itself.
    pub fn edge(&mut self, from: &str, to: &str) {
        self.node(to);
        let targets = self.edges.entry(from.to_owned()).or_default();
        if from != to {
            targets.insert(to.to_owned());
        }
    }

    /// How many files there are.
    pub fn len(&self) -> usize {
        self.edges.len()
    }

    /// Whether there is no file.
    pub fn is_empty(&self) -> bool {
        self.edges.is_empty()
    }

    /// How many imports there are.
    pub fn imports(&self) -> usize {
        self.edges.values().map(BTreeSet::len).sum()
    }

    /// One shortest cycle through each group of files that import each other, as `a -> b -> a`.
    pub fn cycles(&self) -> Vec<String> {
        let mut reported = BTreeSet::new();
        let mut cycles = Vec::new();
        for start in self.edges.keys() {
            if reported.contains(start) {
                continue;
            }
            if let Some(cycle) = self.shortest_cycle(start) {
                reported.extend(cycle.iter().cloned());
                cycles.push(cycle.join(" -> "));
            }
        }
        cycles
    }

    /// Breadth first from a file back to itself.
    fn shortest_cycle(&self, start: &str) -> Option<Vec<String>> {
        let mut came_from: BTreeMap<&str, &str> = BTreeMap::new();
        let mut frontier = vec![start];
        while !frontier.is_empty() {
            let mut next = Vec::new();
            for file in frontier {
                for target in &self.edges[file] {
                    if target == start {
                        return Some(path_back(start, file, &came_from));
                    }
                    if !came_from.contains_key(target.as_str()) {
                        came_from.insert(target, file);
                        next.push(target.as_str());
                    }
                }
            }
            frontier = next;
        }
        None
    }
}

/// The cycle that starts and ends at `start` and passes `last` just before its end.
fn path_back(start: &str, last: &str, came_from: &BTreeMap<&str, &str>) -> Vec<String> {
    let mut path = vec![start.to_owned()];
    let mut file = last;
    while file != start {
        path.push(file.to_owned());
        file = came_from[file];
    }
    path.push(start.to_owned());
    path.reverse();
    path
}
