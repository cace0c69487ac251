//! The OpenAPI document: complete, and the one that the pages take their types from.

use std::path::Path;

use serde_json::Value;

fn document() -> Value {
    serde_json::from_str(&croupier_server::openapi()).unwrap()
}

/// The pages take their types from a copy of the document, so that they and the program can be built in either order.
/// `CROUPIER_WRITE_OPENAPI=1 cargo test -p croupier-server --test suite document::` writes it.
#[test]
fn the_copy_of_the_pages_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/openapi.json");
    let current = format!("{}\n", croupier_server::openapi());
    if std::env::var_os("CROUPIER_WRITE_OPENAPI").is_some() {
        std::fs::write(&path, &current).unwrap();
    }
    let copy = std::fs::read_to_string(&path).unwrap();
    assert!(copy == current, "web/openapi.json is old: write it with CROUPIER_WRITE_OPENAPI=1");
}

/// Every operation, with its method and path.
fn operations(document: &Value) -> impl Iterator<Item = (String, &Value)> {
    let paths = document["paths"].as_object().unwrap().iter();
    paths.flat_map(|(path, methods)| {
        let methods = methods.as_object().unwrap().iter();
        methods.map(move |(method, operation)| (format!("{method} {path}"), operation))
    })
}

fn is_described(value: &Value) -> bool {
    value["description"].as_str().is_some_and(|text| !text.is_empty())
}

#[test]
fn every_operation_parameter_and_field_is_described() {
    let document = document();
    let mut bare = Vec::new();
    for (name, operation) in operations(&document) {
        if operation["summary"].as_str().is_none_or(str::is_empty) {
            bare.push(name.clone());
        }
        let parameters = operation["parameters"].as_array().into_iter().flatten();
        bare.extend(parameters.filter(|p| !is_described(p)).map(|p| format!("{name}: {}", p["name"])));
        let responses = operation["responses"].as_object().unwrap().iter();
        bare.extend(
            responses.filter(|(_, r)| !is_described(r)).map(|(status, _)| format!("{name}: {status}")),
        );
    }
    for (name, schema) in document["components"]["schemas"].as_object().unwrap() {
        if !is_described(schema) {
            bare.push(name.clone());
        }
        let parts = schema["allOf"].as_array().into_iter().flatten().chain([schema]);
        let fields = parts.filter_map(|part| part["properties"].as_object()).flatten();
        bare.extend(
            fields.filter(|(_, field)| !is_described(field)).map(|(field, _)| format!("{name}.{field}")),
        );
    }
    assert!(bare.is_empty(), "without a description: {bare:#?}");
}

#[test]
fn operation_ids_are_unique_and_bodies_have_types() {
    let document = document();
    let mut ids: Vec<&str> = operations(&document).map(|(_, o)| o["operationId"].as_str().unwrap()).collect();
    let count = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), count);
    assert!(count > 25);
    for union in ["TableCommand", "HouseCommand", "ClientMessage", "ServerMessage", "Exchange", "Proposal"] {
        let schema = &document["components"]["schemas"][union];
        let variants = schema["oneOf"].as_array().unwrap();
        let mapping = schema["discriminator"]["mapping"].as_object().unwrap();
        assert_eq!(variants.len(), mapping.len(), "{union}");
        for (variant, reference) in variants.iter().zip(mapping.values()) {
            assert_eq!(&variant["$ref"], reference);
            assert!(document.pointer(reference.as_str().unwrap().trim_start_matches('#')).is_some());
        }
    }
}

#[test]
fn closed_lists_are_enums() {
    let document = document();
    let schemas = &document["components"]["schemas"];
    for (name, value) in [
        ("Role", "inspector"),
        ("Unit", "chips"),
        ("Mode", "attended"),
        ("Announcement", "no-more-bets"),
        ("LimitKind", "buy-in"),
        ("SlipKind", "fill"),
        ("SlipState", "delivered"),
        ("Phase", "place-your-bets"),
        ("Family", "in-between"),
        ("StakeOutcome", "standing"),
        ("Decision", "even-money"),
        ("ProblemCode", "too-large"),
        ("EventKind", "round-began"),
    ] {
        let listed = schemas[name]["enum"].as_array().unwrap_or_else(|| panic!("{name} is no enum"));
        assert!(listed.iter().any(|known| known == value), "{name} lacks {value}");
    }
}

#[test]
fn what_the_server_sends_has_every_field() {
    let document = document();
    let schemas = &document["components"]["schemas"];
    for name in ["TableView", "StakeView", "Problem", "SessionView", "CommandResult", "ServerMessageTable"] {
        let (fields, required) =
            (schemas[name]["properties"].as_object(), schemas[name]["required"].as_array());
        assert_eq!(fields.unwrap().len(), required.unwrap().len(), "{name}");
    }
    let bet = schemas["TableCommandBet"]["required"].as_array().unwrap();
    assert!(!bet.iter().any(|field| field == "person"), "a command may leave optional fields out");
}
