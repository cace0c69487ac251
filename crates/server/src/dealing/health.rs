//! The self-test of what outcomes are drawn from: known answers of its functions, and what the operating system gives as randomness. It
//! runs when a house opens and every minute after. Where it fails, automatic tables stop dealing until the server is started again.
//!
//! The tests of randomness are those for sources in operation (NIST SP 800-90B, 4.4, and a count of the bits). They find a source that is
//! stuck, repeats itself, or is badly biased; they cannot tell a good generator from a bad one that looks like chance. They fail a good
//! source less often than once in four hundred million runs.

use std::fmt;
use std::num::NonZeroU32;

use croupier_fair::{Draws, OutcomeKey};

use super::os_chance::OsChance;

/// The bytes of a sample.
const SAMPLE: usize = 2_500;
/// So many equal bytes in a row are a fault: a chance of 2^-40 at each place.
const REPEATED: usize = 6;
/// The bytes of a window, and how often its first byte comes again in it at most: a chance below 2^-57.
const WINDOW: usize = 512;
const AGAIN_MAX: usize = 24;
/// The bits of a sample that are set differ from half of them at most by so many: 7.5 standard deviations, a chance below 2^-43.
const BITS_OFF_MAX: usize = 530;

/// The first words of `ChaCha20` with key, nonce and counter zero (RFC 8439, A.1), and the first of the second block.
const CHACHA: [(usize, u32); 5] =
    [(0, 0xade0_b876), (1, 0x903d_f1a0), (2, 0xe56a_5d40), (3, 0x28bd_8653), (16, 0xbee7_079f)];
/// The BLAKE3 hash of nothing, from the test vectors of its authors.
const BLAKE3: &str = "af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262";

/// Why the self-test failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HealthFault {
    /// A function gives another answer than the known one.
    Answer(&'static str),
    /// There is no randomness.
    Source(String),
    /// The same sample came twice.
    Same,
    /// A byte is repeated too often in a row.
    Repeated(u8),
    /// A byte comes too often.
    Frequent(u8),
    /// Too few or too many bits are set, of so many.
    Biased(usize, usize),
}

impl fmt::Display for HealthFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the generator has failed its self-test: ")?;
        match self {
            Self::Answer(function) => write!(f, "{function} gives a wrong answer"),
            Self::Source(why) => write!(f, "there is no randomness ({why})"),
            Self::Same => f.write_str("the same random bytes came twice"),
            Self::Repeated(byte) => write!(f, "the byte {byte} came {REPEATED} times in a row"),
            Self::Frequent(byte) => {
                write!(f, "the byte {byte} came more than {AGAIN_MAX} times among {WINDOW}")
            }
            Self::Biased(set, of) => write!(f, "{set} of {of} random bits are set"),
        }?;
        f.write_str(". Have the machine examined, and start the server again")
    }
}

/// A source of random bytes.
pub trait ByteSource {
    /// Fills the bytes.
    ///
    /// # Errors
    /// When there is no randomness.
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), String>;
}

/// The operating system.
pub struct OsBytes;

impl ByteSource for OsBytes {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), String> {
        getrandom::fill(bytes).map_err(|error| error.to_string())
    }
}

impl ByteSource for OsChance {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), String> {
        self.fill_bytes(bytes);
        Ok(())
    }
}

/// The self-test, with what it has seen of a source before.
#[derive(Clone, Debug, Default)]
pub struct SelfTest {
    last: Option<[u8; 32]>,
}

impl SelfTest {
    /// Tests everything that live outcomes follow from: once, when a house opens.
    ///
    /// # Errors
    /// The first fault.
    pub fn at_start() -> Result<(), HealthFault> {
        known_answers()?;
        Self::default().examine(&mut OsBytes)?;
        let mut outcomes = OsChance::new().map_err(|error| HealthFault::Source(error.to_string()))?;
        Self::default().examine(&mut outcomes)
    }

    /// Tests again: known answers, and a new sample of a source.
    ///
    /// # Errors
    /// The first fault.
    pub fn again(&mut self, source: &mut dyn ByteSource) -> Result<(), HealthFault> {
        known_answers()?;
        self.examine(source)
    }

    /// Examines a sample of a source.
    fn examine(&mut self, source: &mut dyn ByteSource) -> Result<(), HealthFault> {
        let mut sample = [0; SAMPLE];
        source.fill(&mut sample).map_err(HealthFault::Source)?;
        let digest = *blake3::hash(&sample).as_bytes();
        if self.last.replace(digest) == Some(digest) {
            return Err(HealthFault::Same);
        }
        repetition(&sample)?;
        proportion(&sample)?;
        balance(&sample)
    }
}

/// Whether the functions give the answers that their standards have.
fn known_answers() -> Result<(), HealthFault> {
    let mut draws = Draws::new(&OutcomeKey::new([0; 32]));
    // A draw below the largest bound is the word itself.
    let words: Vec<u32> = (0..17).map(|_| draws.below(NonZeroU32::MAX)).collect();
    if CHACHA.iter().any(|(place, word)| words[*place] != *word) {
        return Err(HealthFault::Answer("ChaCha20"));
    }
    if blake3::hash(&[]).to_hex().as_str() != BLAKE3 {
        return Err(HealthFault::Answer("BLAKE3"));
    }
    Ok(())
}

/// The repetition count test.
fn repetition(sample: &[u8]) -> Result<(), HealthFault> {
    let stuck = sample.windows(REPEATED).find(|window| window.iter().all(|byte| *byte == window[0]));
    stuck.map_or(Ok(()), |window| Err(HealthFault::Repeated(window[0])))
}

/// The adaptive proportion test.
fn proportion(sample: &[u8]) -> Result<(), HealthFault> {
    for window in sample.chunks_exact(WINDOW) {
        let [first, rest @ ..] = window else { continue };
        let again: usize = rest.iter().map(|byte| usize::from(byte == first)).sum();
        if again > AGAIN_MAX {
            return Err(HealthFault::Frequent(*first));
        }
    }
    Ok(())
}

/// The count of the bits.
fn balance(sample: &[u8]) -> Result<(), HealthFault> {
    let set: usize = sample.iter().map(|byte| byte.count_ones() as usize).sum();
    let of = sample.len() * 8;
    if set.abs_diff(of / 2) > BITS_OFF_MAX {
        return Err(HealthFault::Biased(set, of));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A source that is made of a function of the place.
    struct Made(fn(usize) -> u8);

    impl ByteSource for Made {
        fn fill(&mut self, bytes: &mut [u8]) -> Result<(), String> {
            bytes.iter_mut().enumerate().for_each(|(place, byte)| *byte = (self.0)(place));
            Ok(())
        }
    }

    struct Broken;

    impl ByteSource for Broken {
        fn fill(&mut self, _: &mut [u8]) -> Result<(), String> {
            Err("no device".to_owned())
        }
    }

    /// Bytes that look like chance, always the same.
    fn mixed(place: usize) -> u8 {
        blake3::hash(&place.to_le_bytes()).as_bytes()[0]
    }

    #[test]
    fn good_sources_pass_again_and_again() {
        SelfTest::at_start().unwrap();
        let (mut test, mut chance) = (SelfTest::default(), OsChance::new().unwrap());
        for _ in 0..2_000 {
            test.again(&mut OsBytes).unwrap();
            test.again(&mut chance).unwrap();
        }
    }

    #[test]
    fn every_fault_is_found() {
        let mut test = SelfTest::default();
        assert_eq!(test.examine(&mut Broken), Err(HealthFault::Source("no device".to_owned())));
        assert_eq!(test.examine(&mut Made(|_| 0)), Err(HealthFault::Repeated(0)));
        let sticks = |place: usize| if (1_000..1_006).contains(&place) { 7 } else { mixed(place) };
        assert_eq!(test.examine(&mut Made(sticks)), Err(HealthFault::Repeated(7)));
        let often = |place: usize| if place.is_multiple_of(16) { 200 } else { mixed(place) };
        assert_eq!(test.examine(&mut Made(often)), Err(HealthFault::Frequent(200)));
        let leans = |place: usize| mixed(place) | (mixed(place + 9_999) & 0b1000_0001);
        assert!(matches!(test.examine(&mut Made(leans)), Err(HealthFault::Biased(..))));
        assert_eq!(test.examine(&mut Made(mixed)), Ok(()), "once it may come");
        assert_eq!(test.examine(&mut Made(mixed)), Err(HealthFault::Same), "but not twice");
    }

    #[test]
    fn five_equal_bytes_are_chance() {
        let five = |place: usize| if (1_000..1_005).contains(&place) { 7 } else { mixed(place) };
        assert_eq!(SelfTest::default().examine(&mut Made(five)), Ok(()));
    }
}
