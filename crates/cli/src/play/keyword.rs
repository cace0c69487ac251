//! The commands of the terminal: when each is available, in which games, and what it does.

use croupier_rules::games::Family;
use croupier_rules::notation::ActForm;

/// The stage of the round in which a command is available.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stage {
    Betting,
    Deciding,
    Insuring,
    Always,
}

/// A command, which is the first word of a line.
pub(super) struct Keyword {
    pub(super) name: &'static str,
    stage: Stage,
    /// The acts that it leads to; none if every game has it.
    acts: &'static [ActForm],
    help: Option<&'static str>,
}

impl Keyword {
    const fn new(name: &'static str, stage: Stage, help: &'static str) -> Self {
        Self { name, stage, acts: &[], help: Some(help) }
    }

    /// A command that leads to acts of a record, and is described as the first of them is.
    const fn act(name: &'static str, stage: Stage, acts: &'static [ActForm]) -> Self {
        Self { name, stage, acts, help: None }
    }

    /// The same command, described in other words.
    const fn described(self, help: &'static str) -> Self {
        Self { help: Some(help), ..self }
    }

    /// What it does.
    pub(super) fn help(&self) -> &'static str {
        self.help.or(self.acts.first().map(|form| form.says())).unwrap_or_default()
    }

    /// Whether the games of a family have the acts that it leads to.
    fn suits(&self, family: Family) -> bool {
        self.acts.is_empty() || self.acts.iter().any(|form| family.acts().contains(form))
    }
}

/// All commands.
const KEYWORDS: [Keyword; 30] = [
    Keyword::new("undo", Stage::Betting, "take back the last bet"),
    Keyword::new("clear", Stage::Betting, "take back all bets of this round"),
    Keyword::new(
        "take",
        Stage::Betting,
        "take back a stake that the rules let you take; `take 3` for stake 3",
    ),
    Keyword::act("call", Stage::Betting, &[ActForm::CallsStake])
        .described("call a stake on or off; `call 3 off` for stake 3"),
    Keyword::new("rebet", Stage::Betting, "repeat the bets of the last round"),
    Keyword::new("double", Stage::Betting, "double all bets of this round"),
    Keyword::act("half", Stage::Betting, &[ActForm::TakesHalf])
        .described("take half of a bet that a zero holds; `half 3` of stake 3"),
    Keyword::act("bank", Stage::Betting, &[ActForm::PlayersBank])
        .described("take the bank; `bank 100` puts 100 into it"),
    Keyword::act("give-up", Stage::Betting, &[ActForm::PlayersBank]).described("give up the bank"),
    Keyword::new("deal", Stage::Betting, "close the betting and deal, spin or throw (or press Enter)"),
    Keyword::act("draw", Stage::Deciding, &[ActForm::Draws, ActForm::HandDecides]),
    Keyword::act("stand", Stage::Deciding, &[ActForm::Stands, ActForm::HandDecides]),
    Keyword::act("double", Stage::Deciding, &[ActForm::Doubles]),
    Keyword::act("split", Stage::Deciding, &[ActForm::Splits]),
    Keyword::act("surrender", Stage::Deciding, &[ActForm::Surrenders]),
    Keyword::act("raise", Stage::Deciding, &[ActForm::Raises]),
    Keyword::act("check", Stage::Deciding, &[ActForm::Checks]),
    Keyword::act("fold", Stage::Deciding, &[ActForm::Folds]),
    Keyword::act("follow", Stage::Deciding, &[ActForm::Follows])
        .described("choose a hand of a split box; `follow 1.2` stays with hand 1.2"),
    Keyword::act("insure", Stage::Insuring, &[ActForm::Insures])
        .described("insure against the dealer's blackjack; `insure 5` for 5, else for half"),
    Keyword::act("even-money", Stage::Insuring, &[ActForm::EvenMoney]),
    Keyword::act("surrender", Stage::Insuring, &[ActForm::Surrenders])
        .described("give up the hand for half the stake before the dealer looks"),
    Keyword::act("decline", Stage::Insuring, &[ActForm::Insures])
        .described("take no insurance (or press Enter)"),
    Keyword::new("hint", Stage::Always, "show the best decision, or the wagers with the lowest edge"),
    Keyword::new("odds", Stage::Always, "list the odds and exact edge of every wager; `odds red` of one"),
    Keyword::new("rules", Stage::Always, "show the rules of the game with their provisions"),
    Keyword::new("why", Stage::Always, "explain the last round, provision by provision"),
    Keyword::new("history", Stage::Always, "list the rounds so far"),
    Keyword::new("help", Stage::Always, "show this list"),
    Keyword::new("quit", Stage::Always, "leave the table"),
];

/// The commands of a stage in the games of a family.
pub(super) fn of_stage(family: Family, stage: Stage) -> impl Iterator<Item = &'static Keyword> {
    KEYWORDS.iter().filter(move |keyword| keyword.stage == stage && keyword.suits(family))
}

/// The commands that are available at a stage in the games of a family.
pub(super) fn offered(family: Family, stage: Stage) -> impl Iterator<Item = &'static str> {
    available(stage).filter(move |keyword| keyword.suits(family)).map(|keyword| keyword.name)
}

/// The commands that are available at a stage in any game.
pub(super) fn usable(stage: Stage) -> impl Iterator<Item = &'static str> {
    available(stage).map(|keyword| keyword.name)
}

fn available(stage: Stage) -> impl Iterator<Item = &'static Keyword> {
    KEYWORDS.iter().filter(move |keyword| keyword.stage == stage || keyword.stage == Stage::Always)
}

/// The names of all commands.
pub(super) fn all_names() -> impl Iterator<Item = &'static str> {
    KEYWORDS.iter().map(|keyword| keyword.name)
}
