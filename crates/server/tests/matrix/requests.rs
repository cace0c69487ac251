//! The operations of the OpenAPI document, and a request for each.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::Row;
use super::people::{COLUMNS, Column, World};

/// An operation with what the document says of it.
struct Operation<'d> {
    name: String,
    method: String,
    path: &'d str,
    id: &'d str,
    roles: Vec<&'d str>,
    parameters: Vec<(&'d str, bool)>,
    has_body: bool,
}

impl Operation<'_> {
    fn is_of_house(&self) -> bool {
        self.path.starts_with("/houses/{h}")
    }

    /// The address with every parameter that is required. What it names need not be there: a role is checked first.
    fn address(&self, world: &World) -> String {
        let mut address = self.path.to_owned();
        let mut query = Vec::new();
        for (name, in_path) in &self.parameters {
            let value = value_of(world, self.id, name);
            if *in_path {
                address = address.replace(&format!("{{{name}}}"), &value);
            } else {
                query.push(format!("{name}={value}"));
            }
        }
        assert!(!address.contains('{'), "{address}");
        if query.is_empty() { address } else { format!("{address}?{}", query.join("&")) }
    }

    /// A body that is not what the operation needs, so that nothing happens.
    fn body(&self) -> Option<Value> {
        self.has_body.then(|| json!({}))
    }
}

/// A value for a parameter.
fn value_of(world: &World, operation: &str, parameter: &str) -> String {
    match parameter {
        "h" => "1".to_owned(),
        // Others give no advice, to nobody.
        "t" if ["get_advice", "get_strategy", "get_shoe_value"].contains(&operation) => {
            world.learning.to_string()
        }
        "t" => world.attended.to_string(),
        // Nobody has this number: the password of none is reset.
        "p" => "99999".to_owned(),
        "n" => "1".to_owned(),
        "level" | "index" | "shoe" => "0".to_owned(),
        "tile" => "000".to_owned(),
        "first" => "1".to_owned(),
        "family" | "games" => "roulette".to_owned(),
        other => panic!("{operation}: the test has no value for the parameter `{other}`"),
    }
}

fn operations(document: &Value) -> Vec<Operation<'_>> {
    let paths = document["paths"].as_object().unwrap().iter();
    let all = paths.flat_map(|(path, methods)| {
        methods.as_object().unwrap().iter().map(move |(method, operation)| {
            let id = operation["operationId"].as_str().unwrap();
            let roles = operation["x-roles"].as_array().unwrap_or_else(|| panic!("{id} says no roles"));
            let required = |p: &&Value| p["required"] == true && p["in"] != "header";
            let parameters = operation["parameters"].as_array().into_iter().flatten().filter(required);
            Operation {
                name: format!("`{} {path}`", method.to_uppercase()),
                method: method.to_uppercase(),
                path,
                id,
                roles: roles.iter().map(|role| role.as_str().unwrap()).collect(),
                parameters: parameters.map(|p| (p["name"].as_str().unwrap(), p["in"] == "path")).collect(),
                has_body: operation.get("requestBody").is_some(),
            }
        })
    });
    all.collect()
}

/// Tries every operation in every role.
pub(super) fn try_all(world: &World, document: &Value, wrong: &mut Vec<String>) -> Vec<Row> {
    let mut tokens = log_in(world);
    let mut rows = Vec::new();
    for operation in operations(document) {
        let (address, body) = (operation.address(world), operation.body());
        let admits = |column: Column| column.is_among(&operation.roles, operation.is_of_house());
        let tried = |column: Column| {
            world.send(&operation.method, &address, tokens[column.name()].as_deref(), body.as_ref())
        };
        rows.push(Row::tried(&operation.name, admits, tried, wrong));
        if operation.method == "DELETE" {
            // Sessions have ended.
            tokens = log_in(world);
        }
    }
    rows
}

/// A session of everybody who has one.
pub(super) fn log_in(world: &World) -> BTreeMap<&'static str, Option<String>> {
    COLUMNS.map(|column| (column.name(), world.token(column))).into()
}

/// Compares what a session of another house is given with what anybody is given. Returns how many operations there were.
pub(super) fn compare_with_anybody(world: &World, document: &Value) -> usize {
    let token = world.token(Column::Stranger);
    let for_everybody = |operation: &Operation<'_>| {
        operation.method == "GET" && operation.is_of_house() && operation.roles.contains(&"everybody")
    };
    let compared = operations(document).into_iter().filter(for_everybody).inspect(|operation| {
        let address = operation.address(world);
        let [stranger, anybody] =
            [token.as_deref(), None].map(|token| world.send("GET", &address, token, None));
        assert_eq!(stranger, anybody, "{}", operation.name);
    });
    compared.count()
}
