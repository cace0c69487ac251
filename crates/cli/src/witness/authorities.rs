//! Who may sign the certificates of houses.

use std::path::Path;

use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use ureq::tls::{Certificate, RootCerts};

/// Those that this machine trusts.
///
/// # Errors
/// When it has none.
pub(super) fn of_this_machine() -> Result<RootCerts, String> {
    let found = rustls_native_certs::load_native_certs();
    if found.certs.is_empty() {
        let why: Vec<String> = found.errors.iter().map(ToString::to_string).collect();
        let why = if why.is_empty() { "nothing is installed".to_owned() } else { why.join("; ") };
        return Err(format!(
            "this machine trusts no certificates ({why}): install its package ca-certificates, or give --authority FILE"
        ));
    }
    Ok(roots(&found.certs))
}

/// Those of a file in PEM.
///
/// # Errors
/// When it cannot be read, or has none.
pub(super) fn of_file(path: &Path) -> Result<RootCerts, String> {
    let wrong = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let read = CertificateDer::pem_file_iter(path).map_err(|error| wrong(&error))?;
    let certificates: Vec<CertificateDer<'_>> =
        read.collect::<Result<_, _>>().map_err(|error| wrong(&error))?;
    match certificates.is_empty() {
        true => Err(wrong(&"it has no certificate in PEM")),
        false => Ok(roots(&certificates)),
    }
}

fn roots(certificates: &[CertificateDer<'_>]) -> RootCerts {
    let certificates: Vec<Certificate<'static>> =
        certificates.iter().map(|one| Certificate::from_der(one).to_owned()).collect();
    RootCerts::new_with_certs(&certificates)
}
