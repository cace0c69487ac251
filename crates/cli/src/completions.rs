//! `croupier completions`: a script that completes commands, options, games, rulebooks and families.

use std::process::ExitCode;

use clap::builder::PossibleValuesParser;
use clap::{Arg, Command, CommandFactory};
use croupier_rules::book::Shelf;
use croupier_rules::games::Family;

use crate::args::Args;
use crate::failure::Failure;
use crate::output::print;

pub(crate) fn run(shell: clap_complete::Shell, shelf: &Shelf) -> Result<ExitCode, Failure> {
    let mut command = with_names(shelf);
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "croupier", &mut script);
    print(String::from_utf8_lossy(&script).trim_end())?;
    if shell == clap_complete::Shell::Fish {
        print(fish_names(&command))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The command with all names that its arguments accept. Only completion scripts need them: the command itself
/// answers an unknown name with the most similar ones.
fn with_names(shelf: &Shelf) -> Command {
    let names = Names::of(shelf);
    Args::command().mut_subcommands(|command| command.mut_args(|arg| names.complete(arg)))
}

/// Completions for fish, whose generator leaves out the values of positional arguments.
fn fish_names(command: &Command) -> String {
    let line = |name: &str, arg: &Arg| {
        let values = arg.get_possible_values();
        let values: Vec<&str> = values.iter().map(clap::builder::PossibleValue::get_name).collect();
        let condition = format!("__fish_croupier_using_subcommand {name}");
        (!values.is_empty())
            .then(|| format!("complete -c croupier -n \"{condition}\" -f -a \"{}\"", values.join(" ")))
    };
    let lines = command
        .get_subcommands()
        .flat_map(|command| command.get_positionals().filter_map(move |arg| line(command.get_name(), arg)));
    lines.collect::<Vec<_>>().join("\n")
}

/// The names of rulebooks, games and families on a shelf.
struct Names {
    books: Vec<String>,
    games: Vec<String>,
    families: Vec<String>,
}

impl Names {
    fn of(shelf: &Shelf) -> Self {
        let games = shelf
            .books()
            .iter()
            .flat_map(|book| book.games().iter().map(move |game| format!("{}/{}", book.id(), game.id())));
        Self {
            books: shelf.books().iter().map(|book| book.id().to_owned()).collect(),
            games: games.collect(),
            families: Family::ALL.map(|family| family.name().to_owned()).to_vec(),
        }
    }

    /// Adds the names to an argument, chosen by its value name in the help.
    fn complete(&self, arg: Arg) -> Arg {
        let called = arg.get_value_names().and_then(<[_]>::first).map(|name| name.as_str().to_owned());
        let names = match called.as_deref() {
            Some("RULEBOOK/GAME") => self.games.clone(),
            Some("RULEBOOK[/GAME]") => [self.books.as_slice(), &self.games].concat(),
            Some("RULEBOOK") => self.books.clone(),
            Some("FAMILY") => self.families.clone(),
            _ => return arg,
        };
        // The parser requires names with a static lifetime; the program ends after writing the script.
        let names = names.into_iter().map(|name| &*name.leak());
        arg.value_parser(PossibleValuesParser::new(names))
    }
}
