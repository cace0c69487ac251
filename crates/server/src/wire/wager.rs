//! Wagers on the wire: the kinds that the families declare, and how a bet writes them.

use croupier_rules::games::Family;
use croupier_rules::kind::{DeclaredWager, Laid};
use serde::Serialize;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, SchemaType, Type};
use utoipa::{PartialSchema, ToSchema};

/// The kind of a wager, by the name that its family declares.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(transparent)]
pub struct WagerKindName(&'static str);

impl From<&'static DeclaredWager> for WagerKindName {
    fn from(kind: &'static DeclaredWager) -> Self {
        Self(kind.name)
    }
}

impl PartialSchema for WagerKindName {
    fn schema() -> RefOr<Schema> {
        let mut names: Vec<&str> = Vec::new();
        for name in declared().map(|(_, kind)| kind.name) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let of = |family: Family| {
            let kinds: Vec<&str> = family.wagers().iter().map(|kind| kind.name).collect();
            format!("{} {}", family.name(), kinds.join(", "))
        };
        let families = Family::ALL.map(of).join("; ");
        let description = format!("The kind of a wager. Each family has its own: {families}.");
        let object = ObjectBuilder::new()
            .schema_type(SchemaType::Type(Type::String))
            .description(Some(description))
            .enum_values(Some(names));
        RefOr::T(Schema::Object(object.build()))
    }
}

impl ToSchema for WagerKindName {}

/// The form of a wager in a bet, with an example of every kind that a bet can have.
pub(super) fn bet_wager() -> Schema {
    let mut examples: Vec<&str> = Vec::new();
    for (_, kind) in declared().filter(|(_, kind)| kind.laid == Laid::Bet) {
        examples.extend(kind.examples.first().filter(|example| !examples.contains(example)));
    }
    let object = ObjectBuilder::new()
        .schema_type(SchemaType::Type(Type::String))
        .description(Some("The wager in the notation, in the `words` or `forms` of the game's wagers."))
        .max_length(Some(200))
        .examples(examples);
    Schema::Object(object.build())
}

/// Every kind that a family declares.
fn declared() -> impl Iterator<Item = (Family, &'static DeclaredWager)> {
    Family::ALL.into_iter().flat_map(|family| family.wagers().iter().map(move |kind| (family, *kind)))
}
