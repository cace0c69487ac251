//! Rebuilds the crate when the pages change, and warns where there are none.

use std::path::Path;

fn main() {
    let dist = Path::new("../../web/dist");
    // Cargo takes a path that does not exist for one that has changed, and would rebuild every time.
    drop(std::fs::create_dir_all(dist));
    println!("cargo::rerun-if-changed={}", dist.display());
    println!("cargo::rerun-if-changed=build.rs");
    if !dist.join("index.html").exists() {
        println!("cargo::warning=building without the pages: run `make web` first to have them");
    }
}
