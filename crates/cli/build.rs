//! Links the program with its relocations packed: they are half a megabyte otherwise.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is_gnu = ["LINUX", "GNU"] == [cfg("OS").as_str(), cfg("ENV").as_str()];
    if is_gnu {
        println!("cargo::rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    }
}

/// What the program is built for.
fn cfg(what: &str) -> String {
    std::env::var(format!("CARGO_CFG_TARGET_{what}")).unwrap_or_default().to_uppercase()
}
