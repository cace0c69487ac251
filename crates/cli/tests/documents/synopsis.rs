//! Commands as prose and tables name them, with placeholders: the command and its options must exist.

use std::collections::BTreeMap;
use std::process::Command;

use crate::shell::words;

/// The help of the commands, read as it is needed.
#[derive(Default)]
pub(crate) struct Synopsis {
    helps: BTreeMap<String, String>,
}

/// Whether a line describes commands rather than being one: it has placeholders in brackets, or an ellipsis.
pub(crate) fn is_synopsis(line: &str) -> bool {
    line.contains(['[', '…']) || line.contains("RULEBOOK")
}

fn help_of(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_croupier")).args(args).arg("--help").output().unwrap();
    assert!(output.status.success(), "{args:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The commands that a help lists.
fn listed(help: &str) -> Vec<String> {
    let Some((_, list)) = help.split_once("Commands:\n") else { return Vec::new() };
    let names = list.lines().take_while(|line| !line.is_empty()).filter(|line| line.starts_with("  "));
    let names = names.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    names.filter(|name| !name.is_empty() && *name != "help").map(ToOwned::to_owned).collect()
}

/// The help of a command, with that of its own commands.
fn whole_help(command: &str) -> String {
    if command.is_empty() {
        return help_of(&[]);
    }
    let help = help_of(&[command]);
    let below: String = listed(&help).iter().map(|name| help_of(&[command, name])).collect();
    help + &below
}

impl Synopsis {
    /// The names of all commands.
    pub(crate) fn commands(&mut self) -> Vec<String> {
        listed(self.help(""))
    }

    fn help(&mut self, command: &str) -> &str {
        self.helps.entry(command.to_owned()).or_insert_with(|| whole_help(command))
    }

    /// Checks inline code: a command with its options, or an option alone. Other code is not checked.
    pub(crate) fn check(&mut self, code: &str) -> Result<(), String> {
        if let Some(rest) = code.strip_prefix("croupier ").filter(|_| !code.starts_with(HASH_DOMAIN)) {
            return rest.split('|').next().map_or(Ok(()), |rest| self.check_command(rest));
        }
        match code.split([' ', '=', '|']).next() {
            Some(option) if option.starts_with("--") && option.len() > 2 => self.check_option(option),
            _ => Ok(()),
        }
    }

    fn check_command(&mut self, rest: &str) -> Result<(), String> {
        let words = words(rest);
        let commands = self.commands();
        // Options of the program itself come before the command.
        let Some(command) = words.iter().find(|word| commands.contains(word)) else {
            let is_prose = words.iter().all(|word| word.starts_with(['-', '…']) || word == "COMMAND");
            return if is_prose { Ok(()) } else { Err("there is no such command".to_owned()) };
        };
        let help = self.help(command).to_owned();
        let options = words.iter().filter(|word| word.starts_with("--") && word.len() > 2);
        for option in
            options.map(|word| word.split('=').next().unwrap_or(word).trim_end_matches([',', ']', '…']))
        {
            if !names_option(&help, option) {
                return Err(format!("`croupier {command}` has no option `{option}`"));
            }
        }
        Ok(())
    }

    fn check_option(&mut self, option: &str) -> Result<(), String> {
        let mut commands = self.commands();
        commands.push(String::new());
        let known = commands.iter().any(|command| names_option(self.help(command), option));
        if known || OTHERS.contains(&option) { Ok(()) } else { Err("no command has this option".to_owned()) }
    }
}

/// How the texts begin that separate the domains of hashes; they look like a command and are none.
const HASH_DOMAIN: &str = "croupier fair v1";

/// Options in the documents that belong to other programs.
const OTHERS: [&str; 10] = [
    "--remap-path-prefix",
    "--test",
    "--release",
    "--locked",
    "--path",
    "--types",
    "--binary",
    "--require-coverage",
    "--workspace",
    "--doc",
];

fn names_option(help: &str, option: &str) -> bool {
    help.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-').any(|word| word == option)
}
