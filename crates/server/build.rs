//! Rebuilds the crate when the pages that it embeds change, and warns where there are none. A program for development
//! embeds none: it reads them from their folder when it runs, and is not built again for them.

use std::path::Path;

fn main() {
    let dist = Path::new("../../web/dist");
    // Cargo takes a path that does not exist for one that has changed, and would rebuild every time.
    drop(std::fs::create_dir_all(dist));
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var_os("PROFILE").is_some_and(|profile| profile == "debug") {
        return;
    }
    println!("cargo::rerun-if-changed={}", dist.display());
    if !dist.join("index.html").exists() {
        println!("cargo::warning=building without the pages: run `make web` first to have them");
    }
}
