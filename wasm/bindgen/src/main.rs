//! Writes the JavaScript and the types of the package beside its WebAssembly: `croupier-wasm-bindgen FILE.wasm FOLDER`.
//!
//! The lock file of this workspace keeps the library at the version of the macros, which the command of the same name would
//! have to be installed in.

use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [wasm, folder] = arguments.as_slice() else {
        eprintln!("usage: croupier-wasm-bindgen FILE.wasm FOLDER");
        return ExitCode::from(2);
    };
    let mut bindgen = Bindgen::new();
    bindgen.input_path(wasm).typescript(true).remove_name_section(true).remove_producers_section(true);
    // Whoever loads the module says where it is: a page may have it in itself.
    bindgen.omit_default_module_path(true);
    match bindgen.web(true).and_then(|bindgen| bindgen.generate(folder)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{wasm}: {error:#}");
            ExitCode::FAILURE
        }
    }
}
