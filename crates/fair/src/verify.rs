//! Verifying a proof: every hash and every card is recomputed.

use serde_json::{Map, Value, json};

use crate::device::DeviceOutcome;
use crate::discrepancy::Discrepancy;
use crate::opening::ChainStep;
use crate::proof::Proof;
use crate::seed::Digest;
use crate::terms::{key, receipt};

/// The subject of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProofStepKind {
    /// Compares the seed with the anchor.
    Chain,
    /// Compares the seed and the terms with the commitment.
    Commitment,
    /// Compares the players' seeds with the receipt.
    Receipt,
    /// Compares the outcome with the key.
    Outcome,
    /// Compares the proof with noted values.
    Noted,
}

impl ProofStepKind {
    /// Its name, to be read by programs.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Chain => "chain",
            Self::Commitment => "commitment",
            Self::Receipt => "receipt",
            Self::Outcome => "outcome",
            Self::Noted => "noted",
        }
    }
}

/// One step of the verification.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofStep {
    /// The subject.
    pub kind: ProofStepKind,
    /// A description of the step.
    pub description: String,
    /// The discrepancy, if there is one.
    pub discrepancy: Option<Discrepancy>,
}

/// All steps of the verification.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofReport {
    /// In the order of the round.
    pub steps: Vec<ProofStep>,
    /// The values computed from the seeds.
    pub verified: Verified,
}

/// The values computed from the seeds of a proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verified {
    /// The key that determines the outcome. It is public once the seed is.
    pub key: Digest,
    /// The outcome of this key.
    pub outcome: DeviceOutcome,
}

impl ProofReport {
    /// All discrepancies.
    pub fn discrepancies(&self) -> impl Iterator<Item = &Discrepancy> {
        self.steps.iter().filter_map(|step| step.discrepancy.as_ref())
    }

    /// The report on a proof as JSON.
    pub fn json(&self, proof: &Proof) -> Map<String, Value> {
        let terms = &proof.terms;
        let names: Vec<&str> = self.discrepancies().map(Discrepancy::name).collect();
        let said = [
            ("table", json!(terms.opening.table.as_str())),
            ("round", json!(terms.round.as_str())),
            ("link", json!(terms.link)),
            ("links", json!(terms.opening.links)),
            ("good", json!(names.is_empty())),
            ("discrepancies", json!(names)),
            ("steps", self.steps.iter().map(ProofStep::json).collect()),
            ("key", json!(self.verified.key.to_string())),
            ("outcome", json!(self.verified.outcome)),
        ];
        said.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
    }
}

impl ProofStep {
    fn json(&self) -> Value {
        let step = self.kind.name();
        match &self.discrepancy {
            None => json!({ "step": step, "good": true, "says": self.description }),
            Some(found) => {
                json!({ "step": step, "good": false, "says": found.to_string(), "discrepancy": found.name() })
            }
        }
    }
}

/// Values that someone noted while the round was played.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Noted {
    /// The anchor, published when the table opened.
    pub anchor: Option<Digest>,
    /// The commitment, published before betting.
    pub commitment: Option<Digest>,
    /// The receipt, published when the players' seeds were closed.
    pub receipt: Option<Digest>,
    /// Seeds that players gave, by seat.
    pub seeds: Vec<(u16, Vec<u8>)>,
}

/// Verifies a proof: returns what it proves, or the first discrepancy.
pub fn verify(proof: &Proof) -> Result<Verified, Discrepancy> {
    let report = examine(proof, &Noted::default());
    let first = report.discrepancies().next().cloned();
    first.map_or(Ok(report.verified), Err)
}

/// Verifies a proof, also against noted values, and reports every step.
pub fn examine(proof: &Proof, noted: &Noted) -> ProofReport {
    // Each step starts from the claims of the proof, so that one false claim is reported only once.
    let key = key(&proof.seed, &proof.receipt);
    let verified = Verified { key: Digest::new(*key.reveal()), outcome: proof.terms.device.deal(&key) };
    let mut steps = vec![chain(proof), commitment(proof), receipt_step(proof)];
    steps.extend(outcome(proof, &verified));
    steps.extend(notes(proof, noted));
    ProofReport { steps, verified }
}

fn chain(proof: &Proof) -> ProofStep {
    let (opening, link) = (&proof.terms.opening, proof.terms.link);
    let step = ChainStep::new(&opening.table, opening.links);
    let found = Digest::new(*step.back(link, &proof.seed, 0).reveal());
    let claimed = opening.anchor;
    let times = if link == 1 { "once".to_owned() } else { format!("{link} times") };
    ProofStep {
        kind: ProofStepKind::Chain,
        description: format!("the seed, hashed back {times}, gives the anchor {claimed} of the table"),
        discrepancy: (found != claimed).then_some(Discrepancy::Chain { claimed, found }),
    }
}

fn commitment(proof: &Proof) -> ProofStep {
    let (claimed, found) = (proof.commitment, proof.terms.commitment(&proof.seed));
    ProofStep {
        kind: ProofStepKind::Commitment,
        description: format!("seed, link, round and device make the commitment {claimed}"),
        discrepancy: (found != claimed).then_some(Discrepancy::Commitment { claimed, found }),
    }
}

fn receipt_step(proof: &Proof) -> ProofStep {
    let (claimed, found) = (proof.receipt, receipt(&proof.commitment, &proof.players));
    let players = match proof.players.iter().len() {
        0 => "no player's seed".to_owned(),
        1 => "one player's seed".to_owned(),
        many => format!("{many} players' seeds"),
    };
    ProofStep {
        kind: ProofStepKind::Receipt,
        description: format!("the commitment with {players} makes the receipt {claimed}"),
        discrepancy: (found != claimed).then_some(Discrepancy::Receipt { claimed, found }),
    }
}

/// Verifies the outcome: one step, or two if a shoe has a cutting card.
fn outcome(proof: &Proof, verified: &Verified) -> Vec<ProofStep> {
    let found = compare(&proof.outcome, &verified.outcome);
    let step = |(text, discrepancy): (String, Option<Discrepancy>)| ProofStep {
        kind: ProofStepKind::Outcome,
        description: format!("the key {} gives {text}", verified.key),
        discrepancy,
    };
    found.into_iter().map(step).collect()
}

fn compare(claimed: &DeviceOutcome, found: &DeviceOutcome) -> Vec<(String, Option<Discrepancy>)> {
    match (claimed, found) {
        (&DeviceOutcome::Pocket(claimed), &DeviceOutcome::Pocket(found)) => {
            let wrong = Discrepancy::Pocket { claimed, found };
            vec![(format!("pocket {claimed}"), (claimed != found).then_some(wrong))]
        }
        (&DeviceOutcome::Throw(claimed), &DeviceOutcome::Throw(found)) => {
            let wrong = Discrepancy::Throw { claimed, found };
            vec![(format!("the throw {claimed}"), (claimed != found).then_some(wrong))]
        }
        (DeviceOutcome::Shoe { cards, cut }, DeviceOutcome::Shoe { cards: found_cards, cut: found_cut }) => {
            let text = format!("these {} cards in this order", cards.len());
            let cards = (text, compare_cards(cards, found_cards));
            let wrong = Discrepancy::Cut { claimed: *cut, found: *found_cut };
            let text = cut.map(|cards| format!("a cutting card behind {cards} cards"));
            let differs = (cut != found_cut).then_some(wrong);
            let cut = text.or_else(|| differs.is_some().then(|| "no cutting card".to_owned()));
            [Some(cards), cut.map(|text| (text, differs))].into_iter().flatten().collect()
        }
        _ => vec![("something else".to_owned(), Some(Discrepancy::Kind))],
    }
}

fn compare_cards(claimed: &[croupier_kit::Card], found: &[croupier_kit::Card]) -> Option<Discrepancy> {
    if claimed.len() != found.len() {
        return Some(Discrepancy::CardCount { claimed: claimed.len(), found: found.len() });
    }
    let differs = claimed.iter().zip(found).position(|(claimed, found)| claimed != found)?;
    Some(Discrepancy::Card { place: differs + 1, claimed: claimed[differs], found: found[differs] })
}

fn notes(proof: &Proof, noted: &Noted) -> Vec<ProofStep> {
    let step =
        |description: String, discrepancy| ProofStep { kind: ProofStepKind::Noted, description, discrepancy };
    let digest =
        |what: &str, claimed: Digest, noted: Option<Digest>, wrong: fn(Digest, Digest) -> Discrepancy| {
            let text = format!("the {what} is the one that was noted");
            noted.map(|noted| step(text, (claimed != noted).then(|| wrong(claimed, noted))))
        };
    let digests = [
        digest("anchor", proof.terms.opening.anchor, noted.anchor, |claimed, noted| {
            Discrepancy::NotedAnchor { claimed, noted }
        }),
        digest("commitment", proof.commitment, noted.commitment, |claimed, noted| {
            Discrepancy::NotedCommitment { claimed, noted }
        }),
        digest("receipt", proof.receipt, noted.receipt, |claimed, noted| Discrepancy::NotedReceipt {
            claimed,
            noted,
        }),
    ];
    let seeds = noted.seeds.iter().map(|(seat, bytes)| {
        let there = proof.players.at(*seat).is_some_and(|seed| seed.bytes() == bytes);
        let wrong = (!there).then_some(Discrepancy::NotedSeed { seat: *seat });
        step(format!("the seed of seat {seat} is the one that was given"), wrong)
    });
    digests.into_iter().flatten().chain(seeds).collect()
}
