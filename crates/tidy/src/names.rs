//! Public type names that stand for two things.

use std::collections::BTreeMap;
use std::path::Path;

use syn::{Attribute, Ident, Item, Visibility};

use crate::files;

/// Every public type name below these folders that is defined more than once, with the files that define it.
///
/// `own` says of a file whether its names are its own affair: a game's (`roulette::Wager`), or a mirror on the wire.
pub fn repeated(folders: &[&Path], own: impl Fn(&str) -> bool) -> BTreeMap<String, Vec<String>> {
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for folder in folders {
        for file in files(folder, &[".rs"]) {
            let name = file.display().to_string();
            if own(&name) {
                continue;
            }
            let text = std::fs::read_to_string(&file).expect("a readable file");
            let parsed = syn::parse_file(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
            for defined in public_types(&parsed.items) {
                places.entry(defined).or_default().push(name.clone());
            }
        }
    }
    places.retain(|_, files| files.len() > 1);
    places
}

fn public_types(items: &[Item]) -> Vec<String> {
    let mut found = Vec::new();
    for item in items {
        let (attributes, visibility, name): (&[Attribute], &Visibility, &Ident) = match item {
            Item::Struct(item) => (&item.attrs, &item.vis, &item.ident),
            Item::Enum(item) => (&item.attrs, &item.vis, &item.ident),
            Item::Trait(item) => (&item.attrs, &item.vis, &item.ident),
            Item::Type(item) => (&item.attrs, &item.vis, &item.ident),
            Item::Mod(item) => {
                let inner = item.content.as_ref().map(|(_, items)| public_types(items));
                found.extend(inner.into_iter().flatten());
                continue;
            }
            _ => continue,
        };
        if matches!(visibility, Visibility::Public(_)) && !attributes.iter().any(|a| a.path().is_ident("cfg"))
        {
            found.push(name.to_string());
        }
    }
    found
}
