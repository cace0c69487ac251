//! Reading and writing proofs as JSON.

use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use croupier_kit::{Card, Pocket, Throw, Wheel};
use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::bytes::{hex, unhex};
use crate::device::{CutRange, Device, DeviceOutcome, ShoeSpec};
use crate::opening::{LINKS_MAX, Opening};
use crate::players::PlayerSeeds;
use crate::proof::{FORMAT, Proof};
use crate::seed::{Digest, Label, Seed};
use crate::terms::RoundTerms;

/// A fault in a document that makes it an invalid proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofFault {
    /// The name of the field, as in `outcome.cards`.
    pub field: &'static str,
    /// A description of the fault.
    pub message: String,
}

impl fmt::Display for ProofFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` {}", self.field, self.message)
    }
}

/// Why a document is not a proof.
#[derive(Debug)]
pub enum ProofError {
    /// It is not JSON, or does not have the fields of a proof; the message names the line and column.
    Json(serde_json::Error),
    /// Fields have invalid values: all faults.
    Faults(Vec<ProofFault>),
}

impl fmt::Display for ProofError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Json(error) => error.fmt(f),
            Self::Faults(faults) => {
                let faults: Vec<String> = faults.iter().map(ProofFault::to_string).collect();
                f.write_str(&faults.join("; "))
            }
        }
    }
}

impl std::error::Error for ProofError {}

impl Proof {
    /// Reads a proof from JSON, or returns all its faults.
    pub fn read(json: &[u8]) -> Result<Self, ProofError> {
        read(json)
    }

    /// The proof as JSON. The bytes are always the same: fields in fixed order, two spaces per level, a line feed at
    /// the end.
    pub fn to_json(&self) -> String {
        write(self)
    }
}

/// Accepts only a JSON object. Serde would also accept a list for a struct, and two verifiers must not disagree on
/// that.
#[derive(Serialize)]
#[serde(transparent)]
struct Object<T>(T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Fields<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Fields<T> {
            type Value = Object<T>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<Object<T>, A::Error> {
                T::deserialize(MapAccessDeserializer::new(fields)).map(Object)
            }
        }
        deserializer.deserialize_map(Fields(PhantomData))
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    format: String,
    table: String,
    links: u32,
    anchor: String,
    link: u32,
    round: String,
    device: DeviceText,
    commitment: String,
    players: Vec<Object<PlayerText>>,
    receipt: String,
    seed: String,
    outcome: OutcomeText,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum DeviceText {
    Wheel(Object<WheelText>),
    Dice(Object<DiceText>),
    Shoe(Object<ShoeText>),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WheelText {
    order: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct DiceText {}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ShoeText {
    packs: u8,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    cut: Option<Object<CutText>>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CutText {
    low: u16,
    high: u16,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayerText {
    seat: u16,
    seed: String,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum OutcomeText {
    Pocket(String),
    Throw(Vec<u8>),
    Shoe(Object<CardsText>),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CardsText {
    cards: String,
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    cut: Option<u16>,
}

/// A field that may be absent but not null, so that a proof has only one form.
fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

/// Collects faults while reading fields.
#[derive(Default)]
struct Reader(Vec<ProofFault>);

impl Reader {
    fn fault(&mut self, field: &'static str, message: impl fmt::Display) {
        self.0.push(ProofFault { field, message: message.to_string() });
    }

    fn take<T, E: fmt::Display>(&mut self, field: &'static str, read: Result<T, E>) -> Option<T> {
        read.map_err(|error| self.fault(field, error)).ok()
    }

    fn parse<T: FromStr<Err: fmt::Display>>(&mut self, field: &'static str, text: &str) -> Option<T> {
        self.take(field, text.parse())
    }

    /// Words separated by single spaces.
    fn words<T: FromStr<Err: fmt::Display>>(&mut self, field: &'static str, text: &str) -> Option<Vec<T>> {
        let words = text.split(' ').map(|word| word.parse().map_err(|error| format!("has a fault: {error}")));
        self.take(field, words.collect::<Result<_, _>>())
    }

    fn format(&mut self, format: &str) {
        if format != FORMAT {
            self.fault("format", format_args!("is \"{FORMAT}\", not {format:?}"));
        }
    }

    fn opening(&mut self, document: &Document) -> Option<(Opening, u32)> {
        let (table, anchor) = (self.parse("table", &document.table), self.parse("anchor", &document.anchor));
        let (links, link) = (document.links, document.link);
        if !(1..=LINKS_MAX).contains(&links) {
            self.fault("links", format_args!("is 1 to {LINKS_MAX}, not {links}"));
        } else if !(1..=links).contains(&link) {
            self.fault("link", format_args!("is 1 to {links}, the links of the chain, not {link}"));
        }
        Some((Opening { table: table?, links, anchor: anchor? }, link))
    }

    fn device(&mut self, text: &DeviceText) -> Option<Device> {
        match text {
            DeviceText::Wheel(Object(WheelText { order })) => {
                let pockets: Vec<Pocket> = self.words("device.wheel.order", order)?;
                self.take("device.wheel.order", Wheel::new(pockets).map_err(|e| format!("has a fault: {e}")))
                    .map(Device::Wheel)
            }
            DeviceText::Dice(Object(DiceText {})) => Some(Device::Dice),
            DeviceText::Shoe(Object(ShoeText { packs, cut })) => {
                let cut = cut.as_ref().map(|Object(CutText { low, high })| (*low, *high));
                let packs = ShoeSpec::new(*packs, cut).map_err(|error| format!("has a fault: {error}"));
                self.take("device.shoe", packs).map(Device::Shoe)
            }
        }
    }

    fn players(&mut self, texts: &[Object<PlayerText>]) -> Option<PlayerSeeds> {
        let seed = |Object(text): &Object<PlayerText>| {
            let none = || format!("has a fault: the seed of seat {} is not hexadecimal", text.seat);
            unhex(&text.seed).map(|bytes| (text.seat, bytes)).ok_or_else(none)
        };
        let seeds: Vec<_> = self.take("players", texts.iter().map(seed).collect::<Result<_, _>>())?;
        self.take("players", PlayerSeeds::new(seeds).map_err(|error| format!("has a fault: {error}")))
    }

    fn outcome(&mut self, text: &OutcomeText) -> Option<DeviceOutcome> {
        match text {
            OutcomeText::Pocket(pocket) => {
                self.take("outcome.pocket", pocket_of(pocket)).map(DeviceOutcome::Pocket)
            }
            OutcomeText::Throw(sides) => {
                self.take("outcome.throw", throw_of(sides)).map(DeviceOutcome::Throw)
            }
            OutcomeText::Shoe(Object(CardsText { cards, cut })) => {
                let cards: Vec<Card> = self.words("outcome.shoe.cards", cards)?;
                Some(DeviceOutcome::Shoe { cards, cut: *cut })
            }
        }
    }

    /// Checks that the outcome is one that the device can give.
    fn check_outcome(&mut self, device: &Device, outcome: &DeviceOutcome) {
        match (device, outcome) {
            (Device::Wheel(_), DeviceOutcome::Pocket(_)) | (Device::Dice, DeviceOutcome::Throw(_)) => {}
            (Device::Shoe(packs), DeviceOutcome::Shoe { cut, .. }) => match (packs.cut(), cut) {
                (Some(_), None) => self.fault("outcome.shoe.cut", "is missing: the shoe has a cutting card"),
                (None, Some(_)) => {
                    self.fault("outcome.shoe.cut", "must be absent: the shoe has no cutting card")
                }
                _ => {}
            },
            (Device::Wheel(_), _) => self.fault("outcome", "is of another kind: a wheel gives a pocket"),
            (Device::Dice, _) => self.fault("outcome", "is of another kind: dice give a throw"),
            (Device::Shoe(_), _) => self.fault("outcome", "is of another kind: a shoe gives its cards"),
        }
    }

    fn proof(&mut self, document: &Document) -> Option<Proof> {
        self.format(&document.format);
        let opening = self.opening(document);
        let round: Option<Label> = self.parse("round", &document.round);
        let device = self.device(&document.device);
        let commitment: Option<Digest> = self.parse("commitment", &document.commitment);
        let players = self.players(&document.players);
        let receipt: Option<Digest> = self.parse("receipt", &document.receipt);
        let seed: Option<Seed> = self.parse("seed", &document.seed);
        let outcome = self.outcome(&document.outcome);
        let ((opening, link), device, outcome) = (opening?, device?, outcome?);
        self.check_outcome(&device, &outcome);
        let terms = RoundTerms { opening, link, round: round?, device };
        Some(Proof {
            terms,
            commitment: commitment?,
            players: players?,
            receipt: receipt?,
            seed: seed?,
            outcome,
        })
    }
}

fn throw_of(sides: &[u8]) -> Result<Throw, String> {
    let [first, second] = sides else { return Err(format!("is the sides of two dice, not {}", sides.len())) };
    Throw::new((*first).into(), (*second).into()).map_err(|error| format!("has a fault: {error}"))
}

fn pocket_of(text: &str) -> Result<Pocket, String> {
    text.parse().map_err(|error| format!("has a fault: {error}"))
}

fn read(json: &[u8]) -> Result<Proof, ProofError> {
    let Object(document): Object<Document> = serde_json::from_slice(json).map_err(ProofError::Json)?;
    let mut reader = Reader::default();
    match (reader.proof(&document), reader.0) {
        (Some(proof), faults) if faults.is_empty() => Ok(proof),
        (_, faults) => Err(ProofError::Faults(faults)),
    }
}

fn write(proof: &Proof) -> String {
    let RoundTerms { opening, link, round, device } = &proof.terms;
    let player = |seed: &crate::PlayerSeed| Object(PlayerText { seat: seed.seat(), seed: seed.hex() });
    let document = Document {
        format: FORMAT.to_owned(),
        table: opening.table.to_string(),
        links: opening.links,
        anchor: opening.anchor.to_string(),
        link: *link,
        round: round.to_string(),
        device: device_text(device),
        commitment: proof.commitment.to_string(),
        players: proof.players.iter().map(player).collect(),
        receipt: proof.receipt.to_string(),
        seed: hex(proof.seed.reveal()),
        outcome: outcome_text(&proof.outcome),
    };
    let json = serde_json::to_string_pretty(&document).unwrap_or_default();
    json + "\n"
}

impl Serialize for DeviceOutcome {
    /// Serializes the outcome in the form that proofs use.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        outcome_text(self).serialize(serializer)
    }
}

fn spaced<T: fmt::Display>(items: &[T]) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join(" ")
}

fn device_text(device: &Device) -> DeviceText {
    match device {
        Device::Wheel(wheel) => DeviceText::Wheel(Object(WheelText { order: spaced(wheel.order()) })),
        Device::Dice => DeviceText::Dice(Object(DiceText {})),
        Device::Shoe(packs) => {
            let cut = |cut: CutRange| Object(CutText { low: cut.low(), high: cut.high() });
            DeviceText::Shoe(Object(ShoeText { packs: packs.count(), cut: packs.cut().map(cut) }))
        }
    }
}

fn outcome_text(outcome: &DeviceOutcome) -> OutcomeText {
    match outcome {
        DeviceOutcome::Pocket(pocket) => OutcomeText::Pocket(pocket.to_string()),
        DeviceOutcome::Throw(throw) => OutcomeText::Throw(<[u8; 2]>::from(throw.sides()).to_vec()),
        DeviceOutcome::Shoe { cards, cut } => {
            OutcomeText::Shoe(Object(CardsText { cards: spaced(cards), cut: *cut }))
        }
    }
}
