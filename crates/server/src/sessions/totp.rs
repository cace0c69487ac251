//! Codes of a second factor that change every 30 seconds: TOTP as in RFC 6238, six digits with SHA-1, which is what
//! authenticator programs use.

use totp_rs::{Algorithm, TOTP};

/// The length of a secret in bytes, as RFC 4226 recommends.
pub(crate) const SECRET_BYTES: usize = 20;
/// The duration of a step in seconds.
pub(super) const STEP: i64 = 30;
/// The number of steps before and after the current one whose codes are accepted, because clocks differ.
const SKEW: i64 = 1;

/// The code of a step.
pub(super) fn code_of(secret: &[u8; SECRET_BYTES], step: i64) -> Option<String> {
    let seconds = u64::try_from(step.checked_mul(STEP)?).ok()?;
    let totp = TOTP::new(Algorithm::SHA1, 6, 0, STEP.unsigned_abs(), secret.to_vec()).ok()?;
    Some(totp.generate(seconds))
}

/// The step that a code belongs to, at a time in milliseconds since 1970; `None` if the code is wrong. The code of step
/// `last`, and of those before it, was used and is not accepted again.
pub(crate) fn step_of(secret: &[u8; SECRET_BYTES], code: &str, last: i64, now: i64) -> Option<i64> {
    let current = now.div_euclid(1000 * STEP);
    let mut found = None;
    for step in current - SKEW..=current + SKEW {
        // Hashes are compared in constant time, and every step is compared.
        let is = code_of(secret, step)
            .is_some_and(|due| blake3::hash(due.as_bytes()) == blake3::hash(code.as_bytes()));
        if is && step > last {
            found = Some(step);
        }
    }
    found
}

/// A secret as authenticator programs read it: base 32 (RFC 4648) without padding.
pub(crate) fn written(secret: &[u8; SECRET_BYTES]) -> String {
    const LETTERS: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    let groups = secret.chunks_exact(5).flat_map(|group| {
        let bits = group.iter().fold(0_u64, |bits, byte| bits << 8 | u64::from(*byte));
        (0..8).rev().map(move |place| LETTERS[usize::try_from(bits >> (5 * place) & 31).expect("five bits")])
    });
    groups.map(char::from).collect()
}

/// The address that authenticator programs read from a picture or a link.
pub(crate) fn address(secret: &[u8; SECRET_BYTES], issuer: &str, account: &str) -> String {
    let (issuer, account) = (escaped(issuer), escaped(account));
    format!("otpauth://totp/{issuer}:{account}?secret={}&issuer={issuer}", written(secret))
}

fn escaped(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    text.bytes()
        .map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &[u8; SECRET_BYTES] = b"12345678901234567890";

    /// The last six digits of the codes in appendix B of RFC 6238.
    #[test]
    fn the_codes_are_those_of_the_rfc() {
        let vectors = [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_111_111_111, "050471"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
            (20_000_000_000, "353130"),
        ];
        for (seconds, code) in vectors {
            assert_eq!(step_of(SECRET, code, 0, seconds * 1000), Some(seconds / 30), "{seconds}");
        }
    }

    #[test]
    fn a_code_works_once_and_only_near_its_time() {
        let at = 1_234_567_890_000;
        let step = step_of(SECRET, "005924", 0, at).unwrap();
        assert_eq!(step_of(SECRET, "005924", step, at), None, "it was used");
        assert_eq!(step_of(SECRET, "005924", 0, at + 29_000), Some(step));
        assert_eq!(step_of(SECRET, "005924", 0, at + 90_000), None, "it is old");
        assert_eq!(step_of(SECRET, "005925", 0, at), None);
    }

    #[test]
    fn a_secret_is_written_in_base_32() {
        assert_eq!(written(SECRET), "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
        let address = address(SECRET, "Lowveld Tables", "moira");
        assert!(address.starts_with("otpauth://totp/Lowveld%20Tables:moira?secret=GEZD"), "{address}");
    }
}
