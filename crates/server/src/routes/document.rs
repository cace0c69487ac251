//! The OpenAPI document: generated from the routes, then converted to a form that client generators handle well.

use croupier_house::ids::HouseId;
use serde_json::{Map, Value, json};
use utoipa::openapi::OpenApi as Document;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::{Modify, OpenApi};

use crate::credentials::{CSRF, cookie_name};
use crate::wire::{ClientMessage, ServerMessage};

/// The parts of the document that belong to no single route.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Croupier",
        description = "A house of table games. Amounts are decimal texts in the currency of the house; times are milliseconds since 1970. Every response that is not 2xx is a problem (application/problem+json) with the provisions it rests on. Commands carry an Idempotency-Key: the same key is the same command, however often it is sent. In objects that the server sends, every field is present; null means that there is nothing.",
    ),
    tags(
        (name = "setup", description = "Set up the house of an empty data folder"),
        (name = "session", description = "Log in and out, create accounts"),
        (name = "tables", description = "Houses, tables, rounds, and what a person reads about himself"),
        (name = "commands", description = "Commands over HTTP, and the WebSocket of a table"),
        (name = "fairness", description = "Commitments, seeds and proofs of provably fair dealing"),
        (name = "readers", description = "Devices that post outcomes, each with a key of its own"),
        (name = "staff", description = "What the staff and the regulator read"),
    ),
    components(schemas(ClientMessage, ServerMessage)),
    modifiers(&Security),
    servers((url = "/api/v1"))
)]
pub(super) struct Api;

/// How requests are authenticated.
struct Security;

impl Modify for Security {
    fn modify(&self, document: &mut Document) {
        let components = document.components.get_or_insert_default();
        let value = |name: &str, text: &str| ApiKeyValue::with_description(name, text);
        let cookie = ApiKey::Cookie(value(
            &cookie_name(HouseId(1)),
            "The session cookie that `POST /session` sets, for pages. Each house has its own: the number in its name is that of the house.",
        ));
        let csrf = ApiKey::Header(value(
            "X-Csrf-Token",
            "The `csrf` of the session. With the cookie, every request except GET sends it.",
        ));
        debug_assert!("X-Csrf-Token".eq_ignore_ascii_case(CSRF));
        let bearer = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .description(Some("The `token` of `POST /session` with `\"bearer\": true`, for programs."));
        components.add_security_scheme("cookie", SecurityScheme::ApiKey(cookie));
        components.add_security_scheme("csrf", SecurityScheme::ApiKey(csrf));
        components.add_security_scheme("bearer", SecurityScheme::Http(bearer.build()));
    }
}

/// The document in the published form.
pub(super) fn publish(document: &Document) -> Value {
    let mut document = serde_json::to_value(document).expect("the document is JSON");
    let requests = names_in(&document, &|key| key == "requestBody" || key == "parameters");
    let Some(Value::Object(schemas)) = document.pointer_mut("/components/schemas") else { return document };
    let accepted = reachable(schemas, requests, &["ClientMessage"]);
    schemas.values_mut().for_each(lift_descriptions);
    let tagged: Vec<String> = schemas.keys().cloned().collect();
    for name in &tagged {
        name_variants(schemas, name);
    }
    let is_union =
        |name: &String| schemas.get(name).is_some_and(|schema| schema.get("discriminator").is_some());
    let (unions, others): (Vec<String>, Vec<String>) = accepted.into_iter().partition(is_union);
    let is_variant = |name: &str| unions.iter().any(|union| is_variant_of(name, union));
    let is_accepted = |name: &String| unions.contains(name) || others.contains(name) || is_variant(name);
    for (name, schema) in schemas.iter_mut() {
        if !is_accepted(name) && !AS_PRINTED.contains(&name.as_str()) {
            require_all(schema);
        }
    }
    schemas.sort_keys();
    document
}

/// Forms of the command's reports: what does not apply is absent there.
const AS_PRINTED: [&str; 2] = ["PricedWager", "ReportStrategy"];

/// Whether a schema is a variant of a union, judging by its name.
fn is_variant_of(name: &str, union: &str) -> bool {
    let rest = name.strip_prefix(union).and_then(|rest| rest.chars().next());
    rest.is_some_and(char::is_uppercase)
}

/// The schemas that are referenced under the wanted keys.
fn names_in(value: &Value, is_wanted: &dyn Fn(&str) -> bool) -> Vec<String> {
    let mut found = Vec::new();
    walk(value, &mut |key, value| {
        if is_wanted(key) {
            references(value, &mut found);
        }
    });
    found
}

fn walk(value: &Value, each: &mut dyn FnMut(&str, &Value)) {
    match value {
        Value::Object(fields) => fields.iter().for_each(|(key, value)| {
            each(key, value);
            walk(value, each);
        }),
        Value::Array(items) => items.iter().for_each(|item| walk(item, each)),
        _ => {}
    }
}

/// Collects the schemas that a value references.
fn references(value: &Value, into: &mut Vec<String>) {
    walk(value, &mut |key, value| {
        let name = value.as_str().and_then(|text| text.strip_prefix("#/components/schemas/"));
        into.extend(name.filter(|_| key == "$ref").map(ToOwned::to_owned));
    });
}

/// The schemas that can be reached from the given ones.
fn reachable(schemas: &Map<String, Value>, from: Vec<String>, also: &[&str]) -> Vec<String> {
    let mut open = from;
    open.extend(also.iter().map(|name| (*name).to_owned()));
    let mut found: Vec<String> = Vec::new();
    while let Some(name) = open.pop() {
        if !found.contains(&name) {
            schemas.get(&name).into_iter().for_each(|schema| references(schema, &mut open));
            found.push(name);
        }
    }
    found
}

/// Copies the description of an optional field from its reference to the field itself.
fn lift_descriptions(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            let inner = fields.get("oneOf").and_then(|of| of.get(0)).and_then(|of| of.get("description"));
            if let Some(inner) = inner.cloned().filter(|_| !fields.contains_key("description")) {
                fields.insert("description".to_owned(), inner);
            }
            fields.values_mut().for_each(lift_descriptions);
        }
        Value::Array(items) => items.iter_mut().for_each(lift_descriptions),
        _ => {}
    }
}

/// Makes each variant of a tagged union a named schema, and declares the field that selects it.
fn name_variants(schemas: &mut Map<String, Value>, union: &str) {
    let Some(Value::Array(variants)) = schemas.get(union).and_then(|schema| schema.get("oneOf")) else {
        return;
    };
    let tags: Option<Vec<(&str, String)>> = variants.iter().map(tag_of).collect();
    let Some(tags) = tags else { return };
    let field = tags.first().map_or("", |(field, _)| field).to_owned();
    let named: Vec<(String, String, Value)> = tags
        .into_iter()
        .zip(variants)
        .map(|((_, tag), variant)| (format!("{union}{}", pascal(&tag)), tag, variant.clone()))
        .collect();
    let reference = |name: &str| format!("#/components/schemas/{name}");
    let mapping: Map<String, Value> =
        named.iter().map(|(name, tag, _)| (tag.clone(), reference(name).into())).collect();
    let references: Vec<Value> = named.iter().map(|(name, ..)| json!({ "$ref": reference(name) })).collect();
    if let Some(schema) = schemas.get_mut(union) {
        schema["oneOf"] = references.into();
        schema["discriminator"] = json!({ "propertyName": field, "mapping": mapping });
    }
    for (name, tag, mut variant) in named {
        describe_tag(&mut variant, &field, &tag);
        schemas.insert(name, variant);
    }
}

/// The field that selects a variant, and its value.
fn tag_of(variant: &Value) -> Option<(&str, String)> {
    if let Some(Value::Array(parts)) = variant.get("allOf") {
        return parts.iter().find_map(tag_of);
    }
    let Value::Object(fields) = variant.get("properties")? else { return None };
    fields.iter().find_map(|(name, field)| match field.get("enum")?.as_array()?.as_slice() {
        [Value::String(tag)] => Some((name.as_str(), tag.clone())),
        _ => None,
    })
}

fn describe_tag(variant: &mut Value, field: &str, tag: &str) {
    if let Some(Value::Array(parts)) = variant.get_mut("allOf") {
        parts.iter_mut().for_each(|part| describe_tag(part, field, tag));
    } else if let Some(found) = variant.pointer_mut(&format!("/properties/{field}")) {
        found["description"] = format!("Always `{tag}`.").into();
    }
}

/// Marks all fields as required. The server sends every field, with null for an absent value.
fn require_all(schema: &mut Value) {
    if let Some(Value::Array(parts)) = schema.get_mut("allOf") {
        parts.iter_mut().for_each(require_all);
    }
    let Some(Value::Object(fields)) = schema.get("properties") else { return };
    let names: Vec<Value> = fields.keys().map(|name| name.clone().into()).collect();
    schema["required"] = names.into();
}

fn pascal(tag: &str) -> String {
    let word = |word: &str| {
        let mut letters = word.chars();
        letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect::<String>()
    };
    tag.split('-').map(word).collect()
}
