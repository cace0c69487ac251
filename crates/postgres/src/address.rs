//! Where the database is and how to connect to it: a connection string as `libpq` knows them.
//!
//! The driver reads all of it but the modes of TLS that check a certificate, and the file with the certificates that are
//! believed: those are read here.

use std::path::PathBuf;
use std::time::Duration;

use croupier_house::store::StoreError;
use tokio_postgres::Config;
use tokio_postgres::config::SslMode;

use crate::tls::{CertificateCheck, Tls};

/// The maximum time for opening a connection, at all hosts together.
pub(crate) const CONNECT_MAX: Duration = Duration::from_secs(5);

/// The time after which a connection whose other side does not answer is given up.
const UNANSWERED_MAX: Duration = Duration::from_secs(10);

/// Where the database is and how to connect to it.
#[derive(Clone)]
pub(crate) struct Address {
    pub(crate) config: Config,
    pub(crate) tls: Tls,
}

impl Address {
    /// Reads a connection string: words such as `host=a,b dbname=croupier`, or a URL.
    ///
    /// # Errors
    /// When it cannot be understood, or the file of certificates cannot be read.
    pub(crate) fn read(text: &str) -> Result<Self, StoreError> {
        let failed = |why: String| StoreError::Failed(format!("the address of the store: {why}"));
        let mut found = TlsWords::default();
        let rest = match text.starts_with("postgres://") || text.starts_with("postgresql://") {
            true => found.take_from_url(text),
            false => found.take_from_words(text),
        };
        let mut config: Config = rest
            .map_err(failed)?
            .parse()
            .map_err(|error: tokio_postgres::Error| failed(described(&error)))?;
        let (mode, check) = found.mode().map_err(failed)?;
        config.ssl_mode(mode);
        if config.get_application_name().is_none() {
            config.application_name("croupier");
        }
        if config.get_connect_timeout().is_none() {
            // One that does not answer leaves time for the next.
            let hosts = u32::try_from(config.get_hosts().len()).unwrap_or(1).max(1);
            config.connect_timeout(CONNECT_MAX / hosts);
        }
        if config.get_tcp_user_timeout().is_none() {
            config.tcp_user_timeout(UNANSWERED_MAX);
        }
        Ok(Self { config, tls: Tls::new(&check).map_err(failed)? })
    }
}

fn described(error: &tokio_postgres::Error) -> String {
    match std::error::Error::source(error) {
        Some(cause) => format!("{error}: {cause}"),
        None => error.to_string(),
    }
}

/// The words of a connection string that say how TLS is used.
#[derive(Default)]
struct TlsWords {
    mode: Option<String>,
    roots: Option<PathBuf>,
}

impl TlsWords {
    /// Whether a word was one of these.
    fn take(&mut self, key: &str, value: &str) -> bool {
        match key {
            "sslmode" => self.mode = Some(value.to_owned()),
            "sslrootcert" => self.roots = Some(PathBuf::from(value)),
            _ => return false,
        }
        true
    }

    /// Takes the words out of a URL, and returns the rest of it.
    fn take_from_url(&mut self, url: &str) -> Result<String, String> {
        let Some((base, query)) = url.split_once('?') else { return Ok(url.to_owned()) };
        let mut others = Vec::new();
        for pair in query.split('&') {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            if !self.take(key, &unescaped(value)?) {
                others.push(pair);
            }
        }
        Ok(if others.is_empty() { base.to_owned() } else { format!("{base}?{}", others.join("&")) })
    }

    /// Takes the words out of a list of words, and returns the others.
    fn take_from_words(&mut self, text: &str) -> Result<String, String> {
        let (mut others, mut left) = (Vec::new(), text.trim_start());
        while !left.is_empty() {
            let (key, after) = left.split_once('=').ok_or_else(|| format!("`{left}` has no value"))?;
            let (value, length) = word_value(after);
            if !self.take(key.trim(), &value) {
                others.push(&left[..left.len() - after.len() + length]);
            }
            left = after[length..].trim_start();
        }
        Ok(others.join(" "))
    }

    /// What the words mean (`PostgreSQL` manual, 34.19.1). Without them, TLS is used where the server has it.
    fn mode(self) -> Result<(SslMode, CertificateCheck), String> {
        let needs_roots = |roots: Option<PathBuf>, mode: &str| {
            roots.ok_or_else(|| format!("sslmode={mode} needs sslrootcert=FILE, the certificates to believe"))
        };
        Ok(match self.mode.as_deref() {
            Some("disable") => (SslMode::Disable, CertificateCheck::None),
            None | Some("prefer") => (SslMode::Prefer, CertificateCheck::None),
            // A file of certificates is there to be compared with.
            Some("require") => match self.roots {
                Some(roots) => (SslMode::Require, CertificateCheck::Authority(roots)),
                None => (SslMode::Require, CertificateCheck::None),
            },
            Some("verify-ca") => {
                (SslMode::Require, CertificateCheck::Authority(needs_roots(self.roots, "verify-ca")?))
            }
            Some("verify-full") => {
                (SslMode::Require, CertificateCheck::Full(needs_roots(self.roots, "verify-full")?))
            }
            Some(other) => {
                return Err(format!(
                    "sslmode is `{other}`: write disable, prefer, require, verify-ca or verify-full"
                ));
            }
        })
    }
}

/// The value at the beginning of a text, and its length there. It may be in quotes, and has escapes.
fn word_value(text: &str) -> (String, usize) {
    let blank = text.len() - text.trim_start().len();
    let mut letters = text[blank..].char_indices();
    let is_quoted = text[blank..].starts_with('\'');
    if is_quoted {
        letters.next();
    }
    let mut value = String::new();
    while let Some((place, letter)) = letters.next() {
        match letter {
            '\\' => value.extend(letters.next().map(|(_, escaped)| escaped)),
            '\'' if is_quoted => return (value, blank + place + 1),
            letter if letter.is_whitespace() && !is_quoted => return (value, blank + place),
            letter => value.push(letter),
        }
    }
    (value, text.len())
}

/// A value of a URL without its escapes.
fn unescaped(value: &str) -> Result<String, String> {
    let wrong = || format!("`{value}` has an escape that cannot be read");
    let (mut bytes, mut left) = (Vec::new(), value.bytes());
    while let Some(byte) = left.next() {
        if byte == b'%' {
            let digits = [left.next().ok_or_else(wrong)?, left.next().ok_or_else(wrong)?];
            let digits = std::str::from_utf8(&digits).map_err(|_| wrong())?;
            bytes.push(u8::from_str_radix(digits, 16).map_err(|_| wrong())?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).map_err(|_| wrong())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> (String, Option<String>, Option<PathBuf>) {
        let mut found = TlsWords::default();
        let rest = if text.contains("://") { found.take_from_url(text) } else { found.take_from_words(text) };
        (rest.unwrap(), found.mode, found.roots)
    }

    #[test]
    fn the_words_about_tls_are_taken_and_the_others_stay() {
        let mode = Some("verify-full".to_owned());
        let of = |path: &str| Some(PathBuf::from(path));
        let url = "postgres://a:b@c:1/d?sslmode=verify-full&connect_timeout=3&sslrootcert=%2Ftmp%2Fa%20b.pem";
        assert_eq!(
            words(url),
            ("postgres://a:b@c:1/d?connect_timeout=3".to_owned(), mode.clone(), of("/tmp/a b.pem"))
        );
        assert_eq!(words("postgres://c/d?sslmode=verify-full").0, "postgres://c/d");
        let list = "host=c sslmode = verify-full password='p q\\'r' sslrootcert='/tmp/a b.pem' dbname=d";
        let rest = "host=c password='p q\\'r' dbname=d".to_owned();
        assert_eq!(words(list), (rest, mode, of("/tmp/a b.pem")));
        assert_eq!(words("host=c"), ("host=c".to_owned(), None, None));
    }

    #[test]
    fn what_cannot_be_understood_is_refused() {
        let refused = |text: &str| match Address::read(text) {
            Ok(_) => panic!("{text} is accepted"),
            Err(error) => error.to_string(),
        };
        assert!(refused("host=c sslmode=verify-all").contains("`verify-all`: write disable, prefer"));
        assert!(refused("host=c sslmode=verify-full").contains("needs sslrootcert=FILE"));
        assert!(refused("postgres://c/d?sslmode=verify-ca").contains("needs sslrootcert=FILE"));
        assert!(refused("host=c sslmode=require sslrootcert=/missing.pem").contains("/missing.pem"));
        assert!(refused("postgres://c/d?sslrootcert=%2").contains("escape"));
        assert!(refused("host").contains("`host` has no value"));
        assert!(refused("host=c hots=d").contains("hots"));
    }
}
