//! `docs/configuration.md` is what the commands of operation accept, in a table each. `CROUPIER_WRITE_CONFIGURATION=1`
//! rewrites it; the tests here compare it with the program.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use clap::{Arg, ArgAction, Command, CommandFactory};
use croupier_server::config::{Config, ConfigFile};

use crate::args::Args;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/configuration.md");
const CRATES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
const CONFFILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../packaging/croupier.toml");

const HEAD: &str = "# Configuration\n\n\
    Every option of the commands that run and look after a house, made from the program by `make reference`. How to use them is\n\
    described in [operations.md](operations.md) and [serve.md](serve.md).\n\n\
    A flag overrides the environment variable, and the variable overrides the configuration file (TOML), which `--config` names. A key\n\
    of the file that the program does not know is an error. Where a list is allowed, the variable has its values with commas between\n\
    them. `--rulebook PATH` adds a rulebook to every command.\n";

/// The commands that run for long, and those that look after what they leave on disk.
const OPERATED: [&str; 9] =
    ["serve", "backup", "restore", "migrate", "nodes", "doctor", "export", "recover", "worker"];

/// Environment variables that no option names, with what they do.
const VARIABLES: [(&str, &str); 4] = [
    (
        "RUST_LOG",
        "what is logged: `error`, `warn`, `info` (the default), `debug`, `trace`; or by part, such as `croupier_server=debug,info`",
    ),
    (
        "NOTIFY_SOCKET",
        "set by systemd for a service of `Type=notify`: the server reports there when it is ready and when it stops",
    ),
    ("NO_COLOR", "no colours, whatever the value"),
    ("COLUMNS", "how wide the output of commands is"),
];

/// The keys of `[[house]]`, with what they set.
const HOUSE_KEYS: [(&str, &str, &str); 4] = [
    ("file", "the house file, as `--house`", "required"),
    ("learning", "the learning tables of this house, by name", "none"),
    ("enrolment", "who may create a player account: `open`, `invited` or `closed`", "`open`"),
    ("second_factor", "whether staff must have a second factor: `optional` or `required`", "`optional`"),
];

/// The keys of a house file that operation depends on: table, key, and why.
const HOUSE_FILE: [(&str, &str, &str); 7] = [
    ("", "time_zone", "days, limits of players and opening hours are in it"),
    ("", "currency", "all amounts of the house are in it"),
    ("licence", "from", "no table opens before"),
    ("licence", "to", "no table opens after"),
    ("table", "hours", "a round begins only then"),
    ("table", "purpose", "at a learning table players may ask for the best move"),
    ("staff", "post", "who may do what"),
];

fn operated(name: &str) -> Command {
    let mut program = Args::command();
    program.build();
    program.find_subcommand(name).unwrap_or_else(|| panic!("there is no command {name}")).clone()
}

/// The options and arguments that belong to a command itself.
fn own(command: &Command) -> impl Iterator<Item = &Arg> {
    command.get_arguments().filter(|arg| {
        !arg.is_global_set()
            && !matches!(
                arg.get_action(),
                ArgAction::Help | ArgAction::HelpShort | ArgAction::HelpLong | ArgAction::Version
            )
    })
}

/// What an option sets, and its default as the help says it.
fn meaning(arg: &Arg) -> (String, Option<String>) {
    let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
    let (says, default) = match help.split_once(" [default: ") {
        Some((says, default)) => (says.to_owned(), Some(default.trim_end_matches(']').to_owned())),
        None => (help, None),
    };
    let declared = arg.get_default_values().iter().map(|value| value.to_string_lossy().into_owned());
    let declared = (arg.get_action().takes_values()).then(|| declared.collect::<Vec<_>>().join(", "));
    let declared = declared.filter(|value| !value.is_empty());
    let hidden = if arg.get_action().takes_values() { arg.get_possible_values() } else { Vec::new() };
    let words: Vec<String> = hidden.iter().map(|value| format!("`{}`", value.get_name())).collect();
    let says = if words.is_empty() { says } else { format!("{says}: {}", words.join(", ")) };
    (uncapital(&says).replace('|', "\\|"), default.or(declared))
}

fn uncapital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_lowercase);
    first.chain(letters).collect()
}

/// How an option is written on the command line.
fn written(arg: &Arg) -> String {
    let names = arg.get_value_names().unwrap_or_default();
    let value = names.first().map(ToString::to_string).unwrap_or_default();
    match arg.get_long() {
        Some(long) if arg.get_action().takes_values() => format!("`--{long} {value}`"),
        Some(long) => format!("`--{long}`"),
        None => format!("`{value}`"),
    }
}

/// The key of the configuration file that an option of `serve` has, by what the file accepts.
fn key_of(arg: &Arg, keys: &BTreeMap<&str, Vec<String>>) -> String {
    let id = arg.get_long().unwrap_or_default().replace('-', "_");
    let has = |table: &str, key: &str| keys[table].iter().any(|known| known == key);
    match (id.as_str(), id.strip_prefix("pace_")) {
        ("house", _) => "`[[house]] file`".to_owned(),
        ("learning", _) => "`[[house]] learning`".to_owned(),
        (_, Some(pace)) if has("pace", pace) => format!("`[pace] {pace}`"),
        (id, _) if has("", id) => format!("`{id}`"),
        _ => String::new(),
    }
}

/// The keys that the configuration file accepts, by table: what it names when it refuses another.
fn file_keys() -> BTreeMap<&'static str, Vec<String>> {
    let tables = [("", ""), ("house", "[[house]]\nfile = \"x\"\n"), ("pace", "[pace]\n")];
    let folder = std::env::temp_dir().join(format!("croupier-configuration-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let found = tables.map(|(table, head)| {
        let path = folder.join(format!("{table}.toml"));
        std::fs::write(&path, format!("{head}no_such_key = 1\n")).unwrap();
        let refusal = ConfigFile::read(&path).unwrap_err();
        let (_, expected) = refusal.split_once("expected one of ").unwrap_or_else(|| panic!("{refusal}"));
        let keys = expected.split('`').skip(1).step_by(2).filter(|key| !key.contains('-'));
        (table, keys.map(str::to_owned).collect())
    });
    std::fs::remove_dir_all(&folder).unwrap();
    found.into()
}

/// The table of a command's options.
fn table(command: &Command, keys: Option<&BTreeMap<&str, Vec<String>>>) -> String {
    let file = if keys.is_some() { " file |" } else { "" };
    let rule = if keys.is_some() { "---|" } else { "" };
    let mut out =
        format!("\n| option | environment |{file} what it sets | default |\n|---|---|{rule}---|---|\n");
    for arg in own(command) {
        let (says, default) = meaning(arg);
        let variable = arg.get_env().map(|name| format!("`{}`", name.to_string_lossy())).unwrap_or_default();
        let key = keys.map(|keys| format!(" {} |", key_of(arg, keys))).unwrap_or_default();
        let default = match default {
            Some(default) if default.contains(' ') => default,
            Some(default) => format!("`{default}`"),
            None if arg.is_required_set() => "required".to_owned(),
            None if arg.get_action().takes_values() => "none".to_owned(),
            None => "no".to_owned(),
        };
        writeln!(out, "| {} | {variable} |{key} {says} | {default} |", written(arg)).unwrap();
    }
    out
}

/// What the schema of house files says of a key.
fn house_key(table: &str, key: &str) -> String {
    let schema = croupier_rules::house::schema();
    let place = if table.is_empty() {
        schema["properties"][key].clone()
    } else {
        schema["properties"][table]["items"]["properties"][key].clone()
    };
    place["description"].as_str().unwrap_or_else(|| panic!("a house file has no {table} {key}")).to_owned()
}

fn document() -> String {
    let keys = file_keys();
    let mut out = HEAD.to_owned();
    for name in OPERATED {
        let command = operated(name);
        let about = command.get_about().map(ToString::to_string).unwrap_or_default();
        write!(out, "\n## `croupier {name}`\n{about}.\n").unwrap();
        out.push_str(&table(&command, (name == "serve").then_some(&keys)));
        if name == "serve" {
            out.push_str("\nA house of the configuration file:\n\n| key of `[[house]]` | what it sets | default |\n|---|---|---|\n");
            for (key, says, default) in HOUSE_KEYS {
                writeln!(out, "| `{key}` | {says} | {default} |").unwrap();
            }
            out.push_str("\nA demo house is always open to new players.\n");
        }
    }
    out.push_str("\n## Environment variables without an option\n\n| variable | what it sets |\n|---|---|\n");
    for (name, says) in VARIABLES {
        writeln!(out, "| `{name}` | {says} |").unwrap();
    }
    out.push_str(
        "\n## House files\nEvery key is in [reference.md](reference.md). Operation depends on these:\n\n\
         | key | is | why it matters |\n|---|---|---|\n",
    );
    for (table, key, why) in HOUSE_FILE {
        let shown = if table.is_empty() { key.to_owned() } else { format!("[[{table}]] {key}") };
        writeln!(out, "| `{shown}` | {} | {why} |", house_key(table, key)).unwrap();
    }
    out
}

#[test]
fn the_document_is_what_the_program_accepts() {
    let written = document();
    if std::env::var_os("CROUPIER_WRITE_CONFIGURATION").is_some_and(|set| set == "1") {
        std::fs::write(FILE, &written).unwrap();
    }
    let before = std::fs::read_to_string(FILE).unwrap_or_default();
    assert!(before == written, "docs/configuration.md is not what the program accepts: run `make reference`");
}

#[test]
fn every_key_of_the_file_is_in_the_document_and_in_the_help() {
    let (keys, document) = (file_keys(), document());
    let house: Vec<&str> = HOUSE_KEYS.iter().map(|(key, ..)| *key).collect();
    assert_eq!(keys["house"], house);
    let help = operated("serve").get_after_help().unwrap().to_string();
    for (table, keys) in &keys {
        for key in keys {
            let shown = match (*table, key.as_str()) {
                ("" | "house", key) => format!("`{key}`"),
                (table, key) => format!("`[{table}] {key}`"),
            };
            // The tables themselves are in the document by their keys.
            let is_table = table.is_empty() && ["house", "pace"].contains(&key.as_str());
            assert!(is_table || document.contains(&shown), "{shown}");
            assert!(help.contains(key.as_str()), "{key} is not in the help");
        }
    }
}

/// The default that the help of an option of `serve` states, without thousands.
fn stated(id: &str) -> String {
    let command = operated("serve");
    let arg = own(&command).find(|arg| arg.get_long() == Some(id)).unwrap_or_else(|| panic!("no --{id}"));
    meaning(arg).1.unwrap_or_else(|| panic!("--{id} states no default"))
}

#[test]
fn the_defaults_in_the_help_are_those_of_the_server() {
    let config = Config::default();
    let known = [
        ("data", config.data.display().to_string()),
        ("listen", config.listen.to_string()),
        ("session-minutes", (config.session_lasts / 60_000).to_string()),
        ("requests-per-second", config.rate.per_second.to_string()),
        ("requests-at-once", config.rate.burst.to_string()),
        ("sockets-max", config.sockets_max.to_string()),
        ("body-max", config.body_max.to_string()),
        ("connections-max", config.limits.connections.to_string()),
        ("connections-per-address", config.limits.connections_per_address.to_string()),
    ];
    for (id, value) in known {
        assert_eq!(stated(id), value, "--{id}");
    }
    for (name, time) in config.pace.settings() {
        assert_eq!(stated(&format!("pace-{name}")), time.to_string(), "--pace-{name}");
    }
}

/// The names in quotes after a call that reads the environment, in all sources.
fn variables_read(folder: &Path, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let path = entry.path();
        if path.is_dir() {
            variables_read(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs")
            && path.file_name() != Some("configuration.rs".as_ref())
        {
            let text = std::fs::read_to_string(&path).unwrap();
            for call in ["env::var(\"", "env::var_os(\""] {
                found.extend(
                    text.split(call).skip(1).filter_map(|rest| rest.split('"').next()).map(str::to_owned),
                );
            }
        }
    }
}

#[test]
fn every_variable_that_is_read_is_in_the_document() {
    let mut read = Vec::new();
    let crates = std::fs::read_dir(CRATES).unwrap().map(|entry| entry.unwrap().path().join("src"));
    // That crate starts servers for tests, and is no part of the program.
    let crates = crates.filter(|folder| !folder.ends_with("store-suite/src"));
    crates.filter(|folder| folder.is_dir()).for_each(|folder| variables_read(&folder, &mut read));
    read.sort_unstable();
    read.dedup();
    // `CROUPIER_…` that no option has would be for tests alone, and has no place in the sources.
    let mut named: Vec<String> = VARIABLES.iter().map(|(name, _)| (*name).to_owned()).collect();
    named.sort_unstable();
    assert_eq!(read, named);
}

/// The settings of the packaged configuration that are commented out are the defaults, and it reads with all of them.
#[test]
fn the_packaged_file_is_read_and_its_examples_too() {
    let text = std::fs::read_to_string(CONFFILE).unwrap();
    let bare = text.lines().map(|line| {
        let example = line.strip_prefix('#').filter(|rest| {
            rest.starts_with('[') || rest.split_once(" = ").is_some_and(|(key, _)| !key.contains(' '))
        });
        example.unwrap_or(line)
    });
    let bare = bare.collect::<Vec<_>>().join("\n");
    let path = std::env::temp_dir().join(format!("croupier-packaged-{}.toml", std::process::id()));
    let mut read = Vec::new();
    for text in [&text, &bare] {
        std::fs::write(&path, text).unwrap();
        read.push(ConfigFile::read(&path).unwrap());
    }
    std::fs::remove_file(&path).unwrap();
    assert_eq!(read[0], ConfigFile::default(), "as it is installed, it sets nothing");
    let (mut config, default) = (Config::default(), Config::default());
    assert_eq!((read[1].house.len(), read[1].trusted_proxy.len()), (1, 1));
    read.remove(1).fill(&mut config).unwrap();
    assert_eq!(format!("{:?}", config.pace), format!("{:?}", default.pace));
    assert_eq!(
        (config.listen, config.session_lasts, config.body_max),
        (default.listen, default.session_lasts, default.body_max)
    );
    assert_eq!((config.rate.burst, config.rate.per_second), (default.rate.burst, default.rate.per_second));
    assert_eq!(
        (config.sockets_max, config.limits.connections),
        (default.sockets_max, default.limits.connections)
    );
    assert_eq!(config.limits.connections_per_address, default.limits.connections_per_address);
    let keys: Vec<String> = file_keys().into_values().flatten().collect();
    // They have no default that an example could show: packaged paths, tables, and a database.
    let others = ["data", "certificate", "key", "house", "pace", "store", "node", "advertise"];
    let missing = keys.iter().filter(|key| !others.contains(&key.as_str()));
    let missing: Vec<&String> = missing.filter(|key| !bare.contains(&format!("\n{key} = "))).collect();
    assert_eq!(missing, Vec::<&String>::new(), "keys that packaging/croupier.toml lacks");
}
