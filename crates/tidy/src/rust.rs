//! The imports between the files of one crate.
//!
//! An import is a `use`, or a path such as `super::table::Table` in the code. It points to the file that defines the
//! thing, however often it is re-exported on the way; `mod` and `pub use` by themselves are no imports. Tests are left
//! out. Paths are resolved as text, without types: a method call is no import.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Attribute, Item, ItemMod, UseTree, Visibility};

use crate::graph::Graph;

/// A module path inside a crate, the root being empty.
type ModulePath = Vec<String>;

/// What a name in a module stands for.
#[derive(Clone, Debug)]
enum Meaning {
    /// It is defined here.
    Item,
    /// It is a child module.
    Module,
    /// It is imported from elsewhere: a path as written in this module.
    Import(Vec<String>),
}

#[derive(Debug, Default)]
struct Module {
    file: String,
    names: BTreeMap<String, Vec<Meaning>>,
    globs: Vec<Vec<String>>,
    /// Private imports and the paths in the code: what this module depends on.
    paths: Vec<Vec<String>>,
}

/// A crate's modules, read from its `src` folder.
#[derive(Debug, Default)]
pub struct Sources {
    modules: BTreeMap<ModulePath, Module>,
    macros: BTreeMap<String, String>,
}

impl Sources {
    /// Reads a crate from its root file, `src/lib.rs` or `src/main.rs`.
    pub fn read(root: &Path) -> Sources {
        let mut sources = Sources::default();
        let folder = root.parent().expect("a source file is in a folder").to_owned();
        sources.read_file(root, &folder, &[]);
        sources
    }

    /// The graph of imports between the files.
    pub fn graph(&self) -> Graph {
        let mut graph = Graph::default();
        for (path, module) in &self.modules {
            graph.node(&module.file);
            for used in &module.paths {
                if let Some(file) = self.defining_file(path, used, 0) {
                    graph.edge(&module.file, &file);
                }
            }
        }
        graph
    }

    fn read_file(&mut self, file: &Path, folder: &Path, path: &[String]) {
        let text =
            std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let parsed = syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        self.read_items(parsed.items, file, folder, path);
    }

    fn read_items(&mut self, items: Vec<Item>, file: &Path, folder: &Path, path: &[String]) {
        let mut module = Module { file: file.display().to_string(), ..Module::default() };
        for item in items {
            if attributes(&item).iter().any(is_for_tests) {
                continue;
            }
            match item {
                Item::Use(item) => {
                    let public = !matches!(item.vis, Visibility::Inherited);
                    read_use(&item.tree, &mut Vec::new(), public, &mut module);
                }
                Item::Mod(item) => {
                    add(&mut module, item.ident.to_string(), Meaning::Module);
                    self.read_child(item, file, folder, path);
                }
                Item::Macro(item) => {
                    if let Some(name) = &item.ident {
                        self.macros.insert(name.to_string(), module.file.clone());
                    }
                    collect_paths(item.to_token_stream(), &mut module.paths);
                }
                item => {
                    if let Some(name) = defined_name(&item) {
                        add(&mut module, name, Meaning::Item);
                    }
                    collect_paths(item.to_token_stream(), &mut module.paths);
                }
            }
        }
        self.modules.insert(path.to_vec(), module);
    }

    fn read_child(&mut self, item: ItemMod, file: &Path, folder: &Path, path: &[String]) {
        let name = item.ident.to_string();
        let mut child = path.to_vec();
        child.push(name.clone());
        if let Some((_, items)) = item.content {
            self.read_items(items, file, &folder.join(name), &child);
            return;
        }
        let (file, folder) = child_file(folder, &name);
        self.read_file(&file, &folder, &child);
    }

    /// The file that defines what a path names, seen from a module; `None` for another crate, a local name or a module.
    fn defining_file(&self, from: &[String], path: &[String], depth: usize) -> Option<String> {
        if depth > 16 {
            return None;
        }
        let (first, rest) = path.split_first()?;
        match first.as_str() {
            "crate" => self.walk(&[], rest, depth),
            "self" => self.walk(from, rest, depth),
            "super" => self.walk(&from[..from.len().saturating_sub(1)], rest, depth),
            _ => self.walk(from, path, depth),
        }
    }

    fn walk(&self, module: &[String], path: &[String], depth: usize) -> Option<String> {
        let (name, rest) = path.split_first()?;
        if name == "super" {
            return self.walk(&module[..module.len().saturating_sub(1)], rest, depth);
        }
        let inside = self.modules.get(module)?;
        for meaning in inside.names.get(name).into_iter().flatten() {
            let found = match meaning {
                Meaning::Item => Some(inside.file.clone()),
                Meaning::Module => self.walk(&[module, std::slice::from_ref(name)].concat(), rest, depth),
                // An import of its own name means another crate.
                Meaning::Import(target) if target.first() == Some(name) && target.len() == 1 => None,
                Meaning::Import(target) => self.defining_file(module, &[target, rest].concat(), depth + 1),
            };
            if found.is_some() {
                return found;
            }
        }
        let globbed = inside
            .globs
            .iter()
            .find_map(|glob| self.defining_file(module, &[glob, path].concat(), depth + 1));
        let of_macro =
            || if rest.is_empty() && module.is_empty() { self.macros.get(name).cloned() } else { None };
        globbed.or_else(of_macro)
    }
}

fn child_file(folder: &Path, name: &str) -> (PathBuf, PathBuf) {
    let flat = folder.join(format!("{name}.rs"));
    let own = folder.join(name);
    if flat.exists() { (flat, own) } else { (own.join("mod.rs"), own) }
}

fn add(module: &mut Module, name: String, meaning: Meaning) {
    module.names.entry(name).or_default().push(meaning);
}

/// Takes a `use` apart into its leaves.
fn read_use(tree: &UseTree, prefix: &mut Vec<String>, public: bool, module: &mut Module) {
    match tree {
        UseTree::Path(path) => {
            prefix.push(path.ident.to_string());
            read_use(&path.tree, prefix, public, module);
            prefix.pop();
        }
        UseTree::Group(group) => {
            for tree in &group.items {
                read_use(tree, prefix, public, module);
            }
        }
        UseTree::Name(name) => leaf(&name.ident.to_string(), &name.ident.to_string(), prefix, public, module),
        UseTree::Rename(name) => {
            leaf(&name.ident.to_string(), &name.rename.to_string(), prefix, public, module)
        }
        UseTree::Glob(_) => module.globs.push(prefix.clone()),
    }
}

fn leaf(name: &str, alias: &str, prefix: &[String], public: bool, module: &mut Module) {
    let mut path = prefix.to_vec();
    let mut alias = alias.to_owned();
    if name == "self" {
        alias = if alias == "self" { path.last().cloned().unwrap_or_default() } else { alias };
    } else {
        path.push(name.to_owned());
    }
    if !public {
        module.paths.push(path.clone());
    }
    add(module, alias, Meaning::Import(path));
}

/// Every path of two or more names in the code, also inside macros.
fn collect_paths(tokens: TokenStream, paths: &mut Vec<Vec<String>>) {
    let mut current: Vec<String> = Vec::new();
    let mut colons = 0;
    let mut finish = |current: &mut Vec<String>| {
        if current.len() > 1 {
            paths.push(std::mem::take(current));
        }
        current.clear();
    };
    let mut groups = Vec::new();
    for token in tokens {
        match token {
            TokenTree::Ident(name) => {
                if colons != 2 {
                    finish(&mut current);
                }
                current.push(name.to_string());
                colons = 0;
            }
            TokenTree::Punct(mark) if mark.as_char() == ':' => colons += 1,
            TokenTree::Group(group) => {
                finish(&mut current);
                groups.push(group.stream());
                colons = 0;
            }
            _ => {
                finish(&mut current);
                colons = 0;
            }
        }
    }
    finish(&mut current);
    for group in groups {
        collect_paths(group, paths);
    }
}

fn is_for_tests(attribute: &Attribute) -> bool {
    attribute.path().is_ident("cfg")
        && attribute.meta.to_token_stream().to_string().replace(' ', "") == "cfg(test)"
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

fn defined_name(item: &Item) -> Option<String> {
    let name = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Union(item) => &item.ident,
        _ => return None,
    };
    Some(name.to_string())
}
