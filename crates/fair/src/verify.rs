//! Checking a proof: every hash and every card again.

use crate::chain::ChainStep;
use crate::device::Outcome;
use crate::discrepancy::Discrepancy;
use crate::proof::Proof;
use crate::round::{key, receipt};
use crate::seed::Digest;

/// What a step looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StepKind {
    /// The seed against the anchor.
    Chain,
    /// The seed and the terms against the commitment.
    Commitment,
    /// The players' seeds against the receipt.
    Receipt,
    /// What fell against the key.
    Outcome,
    /// What someone noted against the proof.
    Noted,
}

impl StepKind {
    /// Its name, for machines.
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

/// One step of a check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// What it looked at.
    pub kind: StepKind,
    /// What was done, in words.
    pub told: String,
    /// What is wrong, if anything.
    pub discrepancy: Option<Discrepancy>,
}

/// A check from its first step to its last.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// In the order in which the round went.
    pub steps: Vec<Step>,
    /// What the seeds really give.
    pub verified: Verified,
}

/// What the seeds of a proof give.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verified {
    /// The key that decides it, public now that the seed is.
    pub key: Digest,
    /// What falls under it.
    pub outcome: Outcome,
}

impl Report {
    /// Everything that is wrong.
    pub fn discrepancies(&self) -> impl Iterator<Item = &Discrepancy> {
        self.steps.iter().filter_map(|step| step.discrepancy.as_ref())
    }
}

/// What someone wrote down while the round was played.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Noted {
    /// The anchor, published when the table opened.
    pub anchor: Option<Digest>,
    /// The commitment, published before betting.
    pub commitment: Option<Digest>,
    /// The receipt, published when the players' seeds were taken.
    pub receipt: Option<Digest>,
    /// Seeds that players gave, by seat.
    pub seeds: Vec<(u16, Vec<u8>)>,
}

/// Checks a proof: what it proves, or the first thing that is wrong with it.
pub fn verify(proof: &Proof) -> Result<Verified, Discrepancy> {
    let report = examine(proof, &Noted::default());
    let first = report.discrepancies().next().cloned();
    first.map_or(Ok(report.verified), Err)
}

/// Checks a proof against itself and against what was noted, and tells every step.
pub fn examine(proof: &Proof, noted: &Noted) -> Report {
    // Each step goes from what the proof claims, so that one falsehood is not told four times.
    let key = key(&proof.seed, &proof.receipt);
    let verified = Verified { key: Digest::new(*key.reveal()), outcome: proof.terms.device.deal(&key) };
    let mut steps = vec![chain(proof), commitment(proof), receipt_step(proof)];
    steps.extend(outcome(proof, &verified));
    steps.extend(notes(proof, noted));
    Report { steps, verified }
}

fn chain(proof: &Proof) -> Step {
    let (opening, link) = (&proof.terms.opening, proof.terms.link);
    let step = ChainStep::new(&opening.table, opening.links);
    let found = Digest::new(*step.back(link, &proof.seed, 0).reveal());
    let claimed = opening.anchor;
    let times = if link == 1 { "once".to_owned() } else { format!("{link} times") };
    Step {
        kind: StepKind::Chain,
        told: format!("the seed, hashed back {times}, gives the anchor {claimed} of the table"),
        discrepancy: (found != claimed).then_some(Discrepancy::Chain { claimed, found }),
    }
}

fn commitment(proof: &Proof) -> Step {
    let (claimed, found) = (proof.commitment, proof.terms.commitment(&proof.seed));
    Step {
        kind: StepKind::Commitment,
        told: format!("seed, link, round and device make the commitment {claimed}"),
        discrepancy: (found != claimed).then_some(Discrepancy::Commitment { claimed, found }),
    }
}

fn receipt_step(proof: &Proof) -> Step {
    let (claimed, found) = (proof.receipt, receipt(&proof.commitment, &proof.players));
    let players = match proof.players.iter().len() {
        0 => "no player's seed".to_owned(),
        1 => "one player's seed".to_owned(),
        many => format!("{many} players' seeds"),
    };
    Step {
        kind: StepKind::Receipt,
        told: format!("the commitment with {players} makes the receipt {claimed}"),
        discrepancy: (found != claimed).then_some(Discrepancy::Receipt { claimed, found }),
    }
}

/// What fell: one step, or two where a shoe has a cutting card.
fn outcome(proof: &Proof, verified: &Verified) -> Vec<Step> {
    let found = compare(&proof.outcome, &verified.outcome);
    let step = |(told, discrepancy): (String, Option<Discrepancy>)| Step {
        kind: StepKind::Outcome,
        told: format!("the key {} gives {told}", verified.key),
        discrepancy,
    };
    found.into_iter().map(step).collect()
}

fn compare(claimed: &Outcome, found: &Outcome) -> Vec<(String, Option<Discrepancy>)> {
    match (claimed, found) {
        (&Outcome::Pocket(claimed), &Outcome::Pocket(found)) => {
            let wrong = Discrepancy::Pocket { claimed, found };
            vec![(format!("pocket {claimed}"), (claimed != found).then_some(wrong))]
        }
        (&Outcome::Throw(claimed), &Outcome::Throw(found)) => {
            let wrong = Discrepancy::Throw { claimed, found };
            vec![(format!("the throw {claimed}"), (claimed != found).then_some(wrong))]
        }
        (Outcome::Shoe { cards, cut }, Outcome::Shoe { cards: found_cards, cut: found_cut }) => {
            let told = format!("these {} cards in this order", cards.len());
            let cards = (told, compare_cards(cards, found_cards));
            let wrong = Discrepancy::Cut { claimed: *cut, found: *found_cut };
            let told = cut.map(|cards| format!("a cutting card behind {cards} cards"));
            let differs = (cut != found_cut).then_some(wrong);
            let cut = told.or_else(|| differs.is_some().then(|| "no cutting card".to_owned()));
            [Some(cards), cut.map(|told| (told, differs))].into_iter().flatten().collect()
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

fn notes(proof: &Proof, noted: &Noted) -> Vec<Step> {
    let step = |told: String, discrepancy| Step { kind: StepKind::Noted, told, discrepancy };
    let digest =
        |what: &str, claimed: Digest, noted: Option<Digest>, wrong: fn(Digest, Digest) -> Discrepancy| {
            let told = format!("the {what} is the one that was noted");
            noted.map(|noted| step(told, (claimed != noted).then(|| wrong(claimed, noted))))
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
