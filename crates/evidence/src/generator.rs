//! The test vectors of fair dealing, computed again by this program, and the self-test of the generator.

use std::num::NonZeroU32;

use croupier_fair::{Chain, Discrepancy, Draws, Noted, OutcomeKey, Proof, Seed, examine};
use serde::Serialize;
use serde_json::{Value, json};

use crate::artefact::Artefact;

/// The test vectors, which the second implementation has written.
pub const VECTORS: &str = include_str!("../../../docs/fairness-vectors.json");

/// How many vectors of a kind there are, and how many of them came out as they should.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct GeneratorCheck {
    /// Seeds of a chain.
    pub chain: [usize; 2],
    /// Numbers that were drawn.
    pub draws: [usize; 2],
    /// Proofs of rounds, which must be good.
    pub rounds: [usize; 2],
    /// False proofs, of which the discrepancy must be named.
    pub false_rounds: [usize; 2],
}

impl GeneratorCheck {
    /// Whether all of them came out as they should.
    pub fn is_right(&self) -> bool {
        let kinds = [self.chain, self.draws, self.rounds, self.false_rounds];
        kinds.iter().all(|[of, right]| *of > 0 && of == right)
    }
}

/// Computes test vectors again. What cannot be read is not right.
pub fn check_vectors(vectors: &Value) -> GeneratorCheck {
    let rows = |key: &str| vectors[key].as_array().cloned().unwrap_or_default();
    GeneratorCheck {
        chain: chain(&vectors["chain"]),
        draws: rows("draws").iter().map(draws).fold([0, 0], |[of, right], [o, r]| [of + o, right + r]),
        rounds: counted(&rows("rounds"), |row| discrepancies(row).is_some_and(|found| found.is_empty())),
        false_rounds: counted(&rows("false"), |row| {
            discrepancies(row).is_some_and(|found| json!(found) == row["discrepancies"])
        }),
    }
}

fn counted(rows: &[Value], is_right: impl Fn(&Value) -> bool) -> [usize; 2] {
    [rows.len(), rows.iter().filter(|row| is_right(row)).count()]
}

/// The seeds of the chain, by the last of them.
fn chain(vector: &Value) -> [usize; 2] {
    let seeds: Vec<&str> =
        vector["seeds"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let open = || -> Option<Chain> {
        let links = u32::try_from(vector["links"].as_u64()?).ok()?;
        let last: Seed = seeds.last()?.parse().ok()?;
        Chain::open(vector["table"].as_str()?.parse().ok()?, links, last).ok()
    };
    let Some(chain) = open() else { return [seeds.len(), 0] };
    let is_right = |(link, text): (u32, &&str)| match link {
        0 => chain.opening().anchor.to_string() == **text,
        link => {
            let seed: Option<Seed> = text.parse().ok();
            let ours = chain.seed(link).ok();
            seed.zip(ours).is_some_and(|(seed, ours)| seed.reveal() == ours.reveal())
        }
    };
    [seeds.len(), (0..).zip(&seeds).filter(|row| is_right(*row)).count()]
}

/// The draws from one key.
fn draws(vector: &Value) -> [usize; 2] {
    let numbers = |key: &str| -> Vec<u32> {
        let list = vector[key].as_array().into_iter().flatten();
        list.filter_map(Value::as_u64).filter_map(|number| u32::try_from(number).ok()).collect()
    };
    let (bounds, drawn) = (numbers("bounds"), numbers("draws"));
    let key: Option<Seed> = vector["key"].as_str().and_then(|text| text.parse().ok());
    let Some(key) = key else { return [bounds.len(), 0] };
    let mut draws = Draws::new(&OutcomeKey::new(*key.reveal()));
    let is_right = |(bound, number): &(&u32, &u32)| {
        NonZeroU32::new(**bound).is_some_and(|bound| draws.below(bound) == **number)
    };
    [bounds.len(), bounds.iter().zip(&drawn).filter(is_right).count()]
}

/// The names of the discrepancies in the proof of a row; `None` if it is no proof.
fn discrepancies(row: &Value) -> Option<Vec<&'static str>> {
    let proof = Proof::read(row["proof"].to_string().as_bytes()).ok()?;
    Some(examine(&proof, &Noted::default()).discrepancies().map(Discrepancy::name).collect())
}

/// The vectors, and what this program makes of them.
pub(crate) fn generator_artefacts(fault: Option<&str>) -> Vec<Artefact> {
    let vectors: Value = serde_json::from_str(VECTORS).unwrap_or_default();
    let check = check_vectors(&vectors);
    let kind = |[of, right]: [usize; 2]| json!({ "vectors": of, "right": right });
    let value = json!({
        "vectors": {
            "chain": kind(check.chain),
            "draws": kind(check.draws),
            "rounds": kind(check.rounds),
            "false_rounds": kind(check.false_rounds),
        },
        "right": check.is_right(),
        "self_test": { "passed": fault.is_none(), "fault": fault },
        "self_test_has": [
            "known answers: ChaCha20 as in RFC 8439, BLAKE3 as in its authors' test vectors",
            "two samples of 2,500 bytes are not the same",
            "repetition count (NIST SP 800-90B, 4.4.1)",
            "adaptive proportion (NIST SP 800-90B, 4.4.2)",
            "the count of the bits that are set",
        ],
    });
    vec![
        Artefact::text(
            "generator/vectors.json",
            "test vectors of fair dealing, by the second implementation",
            VECTORS,
        ),
        Artefact::json(
            "generator/check.json",
            "the vectors computed again by this program, and the self-test of the generator on the machine that made this pack",
            &value,
        ),
    ]
}
