//! The arguments of `croupier counts`, read and checked.

use std::num::NonZeroUsize;

use clap::{Args, ValueEnum};
use croupier_kit::Money;
use croupier_rules::book::Chosen;
use croupier_sim::counts::{
    BetSpread, CountBasis, CountOptions, CountRounding, CountSystem, CounterPresence, IndexSet,
};
use croupier_sim::job::Shoes;

use crate::count::{count, count_nonzero};
use crate::failure::Failure;
use crate::table::TableArgs;

/// The unit where the table has no least bet.
const UNIT: Money = Money::from_minor(100);
/// The name of a system that was given by its tags.
const OWN: &str = "own";

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    croupier counts RULEBOOK/blackjack\n  \
    croupier counts RULEBOOK/blackjack --system hi-lo --spread 1-12 --unit 10 --bank 10000\n  \
    croupier counts RULEBOOK/blackjack --system ko --back-count 0 --wong -4\n  \
    croupier counts RULEBOOK/blackjack --tags 2=1,3=1,4=1,5=1,6=1,7=0,8=0,9=0,10=-1,A=-1 --indices all")]
pub(crate) struct CountsArgs {
    #[command(flatten)]
    pub(super) table: TableArgs,
    /// A system, by its name; can be repeated [default: all]
    #[arg(long = "system", value_name = "NAME")]
    systems: Vec<String>,
    /// A system of your own: a tag for every card, such as 2=1,3=1,4=1,5=1,6=1,7=0.5,8=0,9=0,10=-1,A=-1
    #[arg(long, value_name = "TAGS")]
    tags: Option<String>,
    /// What is gone by with --tags [default: the true count if the tags of a pack add up to 0, else the running count]
    #[arg(long, value_enum, requires = "tags")]
    by: Option<BasisArg>,
    /// How a true count becomes a whole number
    #[arg(long, value_enum, default_value_t = RoundingArg::Down)]
    rounding: RoundingArg,
    /// At which hands the count changes the move; the counts are derived from the exact solver
    #[arg(long, value_enum, default_value_t = IndicesArg::I18)]
    pub(super) indices: IndicesArg,
    /// At least how many rounds are dealt for each system; 0 for the exact figures alone
    #[arg(long, value_name = "N", default_value = "100M", value_parser = count::<u64>)]
    pub(super) rounds: u64,
    /// The seed: the same seed and rounds give the same figures on any number of threads
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = count::<u64>)]
    pub(super) seed: u64,
    /// How many threads [default: one per core]
    #[arg(long, value_name = "T", value_parser = count_nonzero)]
    pub(super) threads: Option<NonZeroUsize>,
    /// Where the cutting card is: after this share of the cards, in percent
    #[arg(long, value_name = "PERCENT", default_value_t = 75, value_parser = count::<u8>)]
    cut: u8,
    /// How many boxes the player has, each with the same bet
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = count::<u8>)]
    boxes: u8,
    /// The least and the most that is bet on a box, in units
    #[arg(long, value_name = "LEAST-MOST", default_value = "1-12", value_parser = read_spread)]
    spread: BetSpread,
    /// One unit [default: the lowest bet of the table, else 1]
    #[arg(long, value_name = "AMOUNT")]
    unit: Option<Money>,
    /// The player's bank. Bets are then those of the highest certainty equivalent, and the risk of ruin is shown
    /// [default: the bets of the highest SCORE, and the bank that they need]
    #[arg(long, value_name = "AMOUNT")]
    bank: Option<Money>,
    /// The share of Kelly's bets, such as 0.5
    #[arg(long, value_name = "SHARE", default_value_t = 1.0, requires = "bank", value_parser = read_share)]
    kelly: f64,
    /// Also show the risk that the bank is lost before so much is won
    #[arg(long, value_name = "AMOUNT", requires = "bank")]
    goal: Option<Money>,
    /// Watch a shoe without a bet until the count is at least this
    #[arg(long, value_name = "COUNT", allow_negative_numbers = true, value_parser = read_count)]
    back_count: Option<i32>,
    /// Leave a shoe when the count is below this; with --back-count the player comes back at that count
    #[arg(long, value_name = "COUNT", allow_negative_numbers = true, value_parser = read_count)]
    wong: Option<i32>,
    /// Leave out times, so that reports can be compared byte by byte
    #[arg(long)]
    pub(super) untimed: bool,
    /// Print JSON
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum BasisArg {
    /// The running count for every pack that is left
    True,
    /// The running count
    Running,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum RoundingArg {
    /// To the next whole number below
    Down,
    /// To the nearest whole number
    Nearest,
    /// Its fraction is left out
    TowardsZero,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum IndicesArg {
    /// Insurance and the seventeen other plays of Schlesinger's list
    I18,
    /// Insurance and every hand of two cards
    All,
    /// None, and no insurance
    None,
}

impl IndicesArg {
    pub(super) const fn set(self) -> IndexSet {
        match self {
            Self::I18 => IndexSet::Illustrious,
            Self::All => IndexSet::All,
            Self::None => IndexSet::None,
        }
    }
}

/// A count, which may be negative.
fn read_count(text: &str) -> Result<i32, String> {
    match text.strip_prefix('-') {
        Some(text) => count::<i32>(text).map(|count| -count),
        None => count(text),
    }
}

fn read_spread(text: &str) -> Result<BetSpread, String> {
    let bounds = text.split_once('-').unwrap_or(("1", text));
    let (least, most) = (count(bounds.0)?, count(bounds.1)?);
    match 0 < least && least <= most {
        true => Ok(BetSpread { least, most }),
        false => Err("write the least and the most in units, such as 1-12".to_owned()),
    }
}

fn read_share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| 0.0 < *share && *share <= 1.0);
    share.ok_or_else(|| "write a share above 0 and up to 1, such as 0.5".to_owned())
}

/// The money of a player.
pub(super) struct PlayerMoney {
    pub(super) spread: BetSpread,
    pub(super) unit: Money,
    /// In units.
    pub(super) bank: Option<f64>,
    pub(super) goal: Option<f64>,
    pub(super) kelly: f64,
}

impl CountsArgs {
    /// The number of threads to use.
    pub(super) fn thread_count(&self) -> usize {
        let cores = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        self.threads.unwrap_or_else(cores).get()
    }

    /// Whether single systems were asked for.
    pub(super) fn names_systems(&self) -> bool {
        !self.systems.is_empty() || self.tags.is_some()
    }

    /// The systems to compare.
    pub(super) fn counted(&self) -> Result<Vec<CountSystem>, Failure> {
        let known = CountSystem::known();
        let named = |name: &String| {
            let found = known.iter().find(|system| system.name() == name).cloned();
            found.ok_or_else(|| {
                let names: Vec<&str> = known.iter().map(CountSystem::name).collect();
                Failure::usage(format!(
                    "--system {name}: the systems are {}; give another one by --tags",
                    names.join(", ")
                ))
            })
        };
        let mut systems = match self.names_systems() {
            true => self.systems.iter().map(named).collect::<Result<Vec<_>, _>>()?,
            false => known.clone(),
        };
        systems.extend(self.tags.as_deref().map(|tags| self.own(tags)).transpose()?);
        Ok(systems.into_iter().map(|system| self.rounded(system)).collect())
    }

    fn own(&self, tags: &str) -> Result<CountSystem, Failure> {
        let system = CountSystem::with_tags(OWN, tags, CountBasis::Running)
            .map_err(|fault| Failure::usage(format!("--tags: {fault}")))?;
        let by_true = self.by.map_or_else(|| system.is_balanced(), |by| by == BasisArg::True);
        Ok(if by_true { system.by(CountBasis::True(CountRounding::Down)) } else { system })
    }

    fn rounded(&self, system: CountSystem) -> CountSystem {
        let rounding = match self.rounding {
            RoundingArg::Down => CountRounding::Down,
            RoundingArg::Nearest => CountRounding::Nearest,
            RoundingArg::TowardsZero => CountRounding::TowardsZero,
        };
        match system.basis() {
            CountBasis::Running => system,
            CountBasis::True(_) => system.by(CountBasis::True(rounding)),
        }
    }

    /// How the table is counted.
    pub(super) fn options(&self) -> Result<CountOptions, Failure> {
        let presence = CounterPresence { enters: self.back_count, leaves: self.wong };
        if let (Some(enters), Some(leaves)) = (self.back_count, self.wong)
            && leaves > enters
        {
            return Err(Failure::usage(format!(
                "--wong {leaves} is above --back-count {enters}: who comes at that count would leave at once"
            )));
        }
        Ok(CountOptions { shoes: Shoes::Cut(self.cut), boxes: self.boxes, presence })
    }

    /// The share of the cards that is dealt.
    pub(super) fn dealt(&self) -> f64 {
        f64::from(self.cut) / 100.0
    }

    /// The money of the player, within the limits of the table.
    pub(super) fn money(&self, limits: &Chosen) -> Result<PlayerMoney, Failure> {
        let unit = self.unit.or(limits.stake_min).unwrap_or(UNIT);
        let bet = |units: u32| unit.times(i64::from(units));
        let too_large = |_| Failure::usage("--spread: the most is too large an amount");
        let (least, most) =
            (bet(self.spread.least).map_err(too_large)?, bet(self.spread.most).map_err(too_large)?);
        if limits.stake_min.is_some_and(|min| least < min) || limits.stake_max.is_some_and(|max| most > max) {
            let bounds = [("min", limits.stake_min), ("max", limits.stake_max)];
            let of = |(key, amount): (&str, Option<Money>)| Some(format!("{key}={}", amount?));
            let bounds: Vec<String> = bounds.into_iter().filter_map(of).collect();
            return Err(Failure::usage(format!(
                "--spread: bets of {least} to {most} are beyond the limits of the table, {}; choose --unit and --spread within them",
                bounds.join(" ")
            )));
        }
        #[allow(clippy::cast_precision_loss, reason = "an amount has few digits")]
        let units = |amount: Money| amount.minor() as f64 / unit.minor() as f64;
        Ok(PlayerMoney {
            spread: self.spread,
            unit,
            bank: self.bank.map(units),
            goal: self.goal.map(units),
            kelly: self.kelly,
        })
    }
}
