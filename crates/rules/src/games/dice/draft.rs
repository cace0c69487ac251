//! Reads the section of a rulebook on a dice table.

use schemars::JsonSchema;
use serde::Deserialize;
use toml::Spanned;

use super::check;
use super::limits::{COMBINATIONS, LIMITS, LINES, NEXTS, RACES, TIMES};
use super::rules::First;
use super::settings::SETTINGS;
use super::{
    Barred, BehindMost, ByScore, Calls, Combination, Dice, FirstThrow, Line, Made, MadeWhen, Next, PointWins,
    Put, Race, ScoreOdds, Winner,
};
use crate::book::{
    Citation, Citations, CommissionDraft, DeclaredLimit, DeclaredSetting, FamilyBook, Faults, Located, Need,
    OddsText, Section, own_names, read_commission, read_odds,
};

/// The provisions of a rulebook on a dice table.
#[derive(Clone, Debug)]
pub(crate) struct DiceBook {
    rules: Dice,
}

/// The odds of some scores.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "DiceOdds")]
struct ScoreDraft {
    /// For people and for mutations.
    name: Option<Located<String>>,
    /// The scores: 2 to 12.
    scores: Located<Vec<u8>>,
    /// What they are paid.
    odds: Located<OddsText>,
    /// The provision that says so.
    cite: Located<Citation>,
    /// How many times the line bet may be laid behind it: 1 to 255; default: once.
    times: Option<Located<u8>>,
}

/// A wager that is decided by the first throw, or by a point against seven. Every score wins, loses, is barred or has odds behind it.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "DiceLine")]
struct LineDraft {
    /// For people and for mutations.
    name: Located<String>,
    /// Its words in records: the same wager may have several.
    names: Vec<Located<String>>,
    /// First scores that win.
    wins: Located<Vec<u8>>,
    /// First scores that lose.
    loses: Located<Vec<u8>>,
    /// First scores that do neither and are no point.
    barred: Option<Located<Vec<u8>>>,
    /// What a barred score does; default: it is disregarded.
    on_barred: Option<Located<Barred>>,
    /// What wins once there is a point.
    point_wins: PointWins,
    /// What it is paid.
    odds: Located<OddsText>,
    /// The provision that permits and decides it.
    cite: Located<Citation>,
    /// The provision on bets behind it.
    behind_cite: Located<Citation>,
    /// What bounds a bet behind it.
    behind_most: MostDraft,
    /// The odds behind it, point by point.
    behind: Vec<Located<ScoreDraft>>,
    /// Whether bets behind it may be called on and off; default: they take part in every throw.
    behind_calls: Option<Located<CallsDraft>>,
    /// When it may be made, by the table's point; default: before any throw.
    made: Option<Located<MadeDraft>>,
    /// The provision by which it is a contract once it has a point and cannot be taken back; default: it is none.
    contract_cite: Option<Located<Citation>>,
    /// A bet on it that names its point and begins with it; default: there is none.
    put: Option<Located<PutDraft>>,
}

/// When a wager may be made.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "DiceMade")]
struct MadeDraft {
    /// Before any throw, or only while the table has a point or none. The table's point is that of its first line.
    when: MadeWhen,
    /// The provision that says so.
    cite: Located<Citation>,
}

/// A bet on a line that names its point and begins with it.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "DicePut")]
struct PutDraft {
    /// Its word in records; the point follows.
    name: Located<String>,
    /// When it may be made.
    when: Located<MadeWhen>,
    /// The provision that permits it.
    cite: Located<Citation>,
}

/// Wagers that their players may call on and off.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "DiceCalls")]
struct CallsDraft {
    /// Whether they take part in a first throw unless they are called: a throw while the table has no point.
    first_throw: FirstThrow,
    /// The provision that says so.
    cite: Located<Citation>,
}

/// When wagers may be taken back.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "DiceTakeBack")]
struct TakeBackDraft {
    /// In the betting in which they were made, or whenever betting is open.
    when: TakeBackWhen,
    /// The provision that says so.
    cite: Located<Citation>,
}

/// When wagers may be taken back.
#[derive(Deserialize, JsonSchema, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "DiceTakeBackWhen")]
enum TakeBackWhen {
    /// In the betting in which they were made.
    SameBetting,
    /// Whenever betting is open, contracts apart. What lies behind one that is taken back is void.
    WhileOpen,
}

/// A wager that the next throw shows two named dice.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "DiceCombination")]
struct CombinationDraft {
    /// Its word in records; the two dice follow.
    name: Located<String>,
    /// What two dice alike are paid; default: there is no such wager.
    pair: Option<Located<PaidDraft>>,
    /// What two different dice are paid; default: there is no such wager.
    mixed: Option<Located<PaidDraft>>,
}

/// Odds with their provision.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "DicePaid")]
struct PaidDraft {
    /// What is paid.
    odds: Located<OddsText>,
    /// The provision that says so.
    cite: Located<Citation>,
}

/// What bounds a bet behind a line bet.
#[derive(Deserialize, JsonSchema, Clone, Copy)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "DiceBehindMost")]
enum MostDraft {
    /// Its stake: at most `times` the line bet.
    Stake,
    /// What it wins: at most `times` the line bet.
    Winnings,
}

/// A score against seven.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "DiceRace")]
struct RaceDraft {
    /// Its word in records; the score follows.
    name: Located<String>,
    /// What wins.
    winner: Winner,
    /// The odds by score.
    odds: Vec<Located<ScoreDraft>>,
    /// The commission on it; default: none.
    commission: Option<CommissionDraft>,
    /// Whether it may be called on and off; default: it takes part in every throw.
    calls: Option<Located<CallsDraft>>,
}

/// A wager on the next throw alone.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "DiceNext")]
struct NextDraft {
    /// Its word in records.
    name: Located<String>,
    /// Whether a record names the score after the word.
    #[serde(default)]
    names_score: bool,
    /// The provision it is lost under.
    cite: Located<Citation>,
    /// The odds of the scores that win; the ordinary win comes last.
    odds: Vec<Located<ScoreDraft>>,
}

impl DiceBook {
    #[allow(clippy::unnecessary_wraps, reason = "every family is read alike")]
    pub(crate) fn read(
        section: &mut Section<'_>,
        cites: &mut Citations,
        faults: &mut Faults,
    ) -> Option<Self> {
        let dice_cite = section.take::<Citation>("dice_cite", "the provision on the dice", faults);
        let dice_rule = cites.read_some(dice_cite.as_ref(), faults);
        let mut lines = section.rows::<LineDraft>(
            "line",
            "wagers on a first throw, then on a point against seven",
            Need::Either,
            faults,
        );
        LINES.cut(&mut lines, Spanned::span, faults);
        let mut races =
            section.rows::<RaceDraft>("race", "wagers on a score against seven", Need::Either, faults);
        RACES.cut(&mut races, Spanned::span, faults);
        let mut nexts = section.rows::<NextDraft>("next", "wagers on the next throw", Need::Either, faults);
        NEXTS.cut(&mut nexts, Spanned::span, faults);
        let mut combinations = section.rows::<CombinationDraft>(
            "combination",
            "wagers that the next throw shows two named dice",
            Need::Either,
            faults,
        );
        COMBINATIONS.cut(&mut combinations, Spanned::span, faults);
        if lines.len() + races.len() + nexts.len() + combinations.len() == 0 {
            faults
                .add(section.at(), "a dice table needs at least one `line`, `race`, `next` or `combination`");
        }
        let take_back = section.take::<TakeBackDraft>("take_back", "when wagers may be taken back", faults);
        check_points(&lines, &races, faults);
        let rules = Dice {
            dice_rule,
            take_down: take_back.and_then(|row| read_take_back(row.get_ref(), cites, faults)),
            lines: lines.iter().map(|row| read_line(row, cites, faults)).collect(),
            races: races.iter().map(|row| read_race(row, cites, faults)).collect(),
            nexts: nexts.iter().filter_map(|row| read_next(row, cites, faults)).collect(),
            combinations: combinations.iter().map(|row| read_combination(row, cites, faults)).collect(),
        };
        let words = lines.iter().flat_map(|row| &row.get_ref().names);
        let puts = lines.iter().filter_map(|row| row.get_ref().put.as_ref()).map(|put| &put.get_ref().name);
        let words = words.chain(puts).chain(races.iter().map(|row| &row.get_ref().name));
        let words = words.chain(combinations.iter().map(|row| &row.get_ref().name));
        check::words_are_different(words.chain(nexts.iter().map(|row| &row.get_ref().name)), faults);
        own_names(lines.iter().map(|row| &row.get_ref().name), "lines", faults);
        Some(Self { rules })
    }
}

impl FamilyBook for DiceBook {
    type Rules = Dice;
    const SETTINGS: &'static [DeclaredSetting<Dice>] = SETTINGS;
    const LIMITS: &'static [DeclaredLimit] = LIMITS;

    fn rules(&self) -> &Dice {
        &self.rules
    }
}

/// Reads a list of odds by score; each score may occur once.
fn read_scores(rows: &[Located<ScoreDraft>], cites: &mut Citations, faults: &mut Faults) -> ByScore {
    let mut by_score = ByScore::default();
    for row in rows {
        let draft = row.get_ref();
        let paid = ScoreOdds { odds: read_odds(&draft.odds, faults), cite: cites.read(&draft.cite, faults) };
        check::row_says_something(draft.name.as_ref(), &draft.scores, faults);
        for &score in draft.scores.get_ref() {
            match by_score.get_mut(usize::from(score)) {
                Some(place @ None) if score >= 2 => *place = Some(paid),
                Some(Some(_)) => {
                    faults.add(draft.scores.span(), format!("the score {score} has two odds here"))
                }
                _ => faults.add(draft.scores.span(), format!("two dice do not make {score}")),
            }
        }
    }
    by_score
}

fn read_line(row: &Spanned<LineDraft>, cites: &mut Citations, faults: &mut Faults) -> Line {
    let draft = row.get_ref();
    let behind = read_scores(&draft.behind, cites, faults);
    own_names(
        draft.behind.iter().filter_map(|row| row.get_ref().name.as_ref()),
        "odds behind this line",
        faults,
    );
    if draft.names.is_empty() {
        faults.add(row.span(), "a line bet has at least one of `names`");
    }
    for row in draft.behind.iter().filter_map(|row| row.get_ref().times.as_ref()) {
        if !TIMES.permits(*row.get_ref()) {
            faults.add(row.span(), "a bet behind another is at least once that");
        }
    }
    Line {
        names: draft.names.iter().map(|name| name.get_ref().as_str().into()).collect(),
        first: read_first(draft, &behind, row.span(), faults),
        point_wins: draft.point_wins,
        paid: ScoreOdds { odds: read_odds(&draft.odds, faults), cite: cites.read(&draft.cite, faults) },
        behind_cite: cites.read(&draft.behind_cite, faults),
        behind_most: read_most(draft),
        behind,
        behind_calls: read_calls(draft.behind_calls.as_ref(), cites, faults),
        made: draft.made.as_ref().map_or(Made { when: MadeWhen::AnyTime, cite: None }, |made| Made {
            when: made.get_ref().when,
            cite: Some(cites.read(&made.get_ref().cite, faults)),
        }),
        contract: draft.contract_cite.as_ref().map(|cite| cites.read(cite, faults)),
        put: draft.put.as_ref().map(|put| Put {
            name: put.get_ref().name.get_ref().as_str().into(),
            when: *put.get_ref().when.get_ref(),
            cite: cites.read(&put.get_ref().cite, faults),
        }),
    }
}

fn read_calls(
    draft: Option<&Located<CallsDraft>>,
    cites: &mut Citations,
    faults: &mut Faults,
) -> Option<Calls> {
    draft.map(|draft| Calls {
        first_throw: draft.get_ref().first_throw,
        cite: cites.read(&draft.get_ref().cite, faults),
    })
}

fn read_take_back(
    draft: &TakeBackDraft,
    cites: &mut Citations,
    faults: &mut Faults,
) -> Option<crate::law::Rule> {
    let rule = cites.read(&draft.cite, faults);
    (draft.when == TakeBackWhen::WhileOpen).then_some(rule)
}

/// The first line makes the table's point, so it cannot wait for one; and without a line there is none to wait for.
fn check_points(lines: &[Spanned<LineDraft>], races: &[Spanned<RaceDraft>], faults: &mut Faults) {
    let first = lines.first().and_then(|row| row.get_ref().made.as_ref());
    if let Some(made) = first.filter(|made| made.get_ref().when == MadeWhen::AfterPoint) {
        faults.add(made.span(), "the first line makes the table's point: it cannot wait for one");
    }
    let off = |calls: &&Located<CallsDraft>| calls.get_ref().first_throw == FirstThrow::Off;
    let calls = races.iter().filter_map(|row| row.get_ref().calls.as_ref()).find(off);
    if let Some(calls) = calls.filter(|_| lines.is_empty()) {
        faults.add(calls.span(), "without a `line` there is no point, and every throw is a first throw");
    }
}

fn read_combination(
    row: &Spanned<CombinationDraft>,
    cites: &mut Citations,
    faults: &mut Faults,
) -> Combination {
    let draft = row.get_ref();
    let mut read = |paid: &Option<Located<PaidDraft>>| {
        let paid = paid.as_ref()?.get_ref();
        Some(ScoreOdds { odds: read_odds(&paid.odds, faults), cite: cites.read(&paid.cite, faults) })
    };
    let (pair, mixed) = (read(&draft.pair), read(&draft.mixed));
    if pair.is_none() && mixed.is_none() {
        faults.add(row.span(), format!("`{}` needs the odds of a `pair` or `mixed`", draft.name.get_ref()));
    }
    Combination { name: draft.name.get_ref().as_str().into(), pair, mixed }
}

/// Reads the effect of each first score: it wins, loses, is barred or becomes a point, exactly one of these.
fn read_first(
    draft: &LineDraft,
    behind: &ByScore,
    at: std::ops::Range<usize>,
    faults: &mut Faults,
) -> [First; 13] {
    let on_barred = draft.on_barred.as_ref();
    let no_barred = draft.barred.as_ref().is_none_or(|barred| barred.get_ref().is_empty());
    if let Some(on_barred) = on_barred.filter(|_| no_barred) {
        faults.add(on_barred.span(), "`on_barred` has no effect: no score is `barred`");
    }
    let barred = First::Barred(on_barred.map_or(Barred::Disregarded, |on_barred| *on_barred.get_ref()));
    let mut first = [First::Point; 13];
    let lists = [Some(&draft.wins), Some(&draft.loses), draft.barred.as_ref()];
    lists.into_iter().flatten().for_each(|scores| check::two_dice_make(scores, faults));
    let seven = draft.behind.iter().map(|row| &row.get_ref().scores).find(|row| row.get_ref().contains(&7));
    if let Some(scores) = seven {
        faults.add(scores.span(), "seven is no point: it decides against the points");
    }
    let is_barred = |score: &u8| draft.barred.as_ref().is_some_and(|barred| barred.get_ref().contains(score));
    for score in 2..=12_u8 {
        let place = usize::from(score);
        let kinds = [
            (draft.wins.get_ref().contains(&score), First::Wins),
            (draft.loses.get_ref().contains(&score), First::Loses),
            (is_barred(&score), barred),
            (behind[place].is_some() && score != 7, First::Point),
        ];
        match kinds.iter().filter(|(is, _)| *is).count() {
            1 => first[place] = kinds.iter().find(|(is, _)| *is).map_or(First::Point, |(_, kind)| *kind),
            0 => faults.add(
                at.clone(),
                format!("a first throw of {score} neither wins, loses, is barred nor has odds behind it"),
            ),
            _ => faults.add(at.clone(), format!("a first throw of {score} has two meanings")),
        }
    }
    if first[2..].iter().all(|first| matches!(first, First::Barred(_))) {
        faults.add(at, "no throw ever decides this wager");
    } else if first[2..].iter().all(|first| matches!(first, First::Wins | First::Barred(_))) {
        faults.add(at, "no throw ever loses this wager");
    }
    first
}

fn read_most(draft: &LineDraft) -> BehindMost {
    let mut times = [1; 13];
    for row in draft.behind.iter().map(|row| row.get_ref()) {
        for &score in row.scores.get_ref() {
            if let Some(place) = times.get_mut(usize::from(score)) {
                *place = row.times.as_ref().map_or(1, |times| *times.get_ref());
            }
        }
    }
    match draft.behind_most {
        MostDraft::Stake => BehindMost::Stake(times),
        MostDraft::Winnings => BehindMost::Winnings(times),
    }
}

/// Reports `times` where there is no bet behind another.
fn check_times(rows: &[Located<ScoreDraft>], faults: &mut Faults) {
    for times in rows.iter().filter_map(|row| row.get_ref().times.as_ref()) {
        faults.add(times.span(), "`times` is for bets behind a line bet");
    }
}

fn read_race(row: &Spanned<RaceDraft>, cites: &mut Citations, faults: &mut Faults) -> Race {
    let draft = row.get_ref();
    let odds = read_scores(&draft.odds, cites, faults);
    check_times(&draft.odds, faults);
    own_names(draft.odds.iter().filter_map(|row| row.get_ref().name.as_ref()), "odds of this wager", faults);
    if draft.odds.is_empty() {
        faults.add(row.span(), format!("`{}` needs the odds of at least one score", draft.name.get_ref()));
    }
    let odd = super::rules::scores(&odds).any(|score| score % 2 == 1);
    if odds[7].is_some() || (draft.winner == Winner::Pair && odd) {
        faults.add(
            row.span(),
            format!("`{}` cannot be on seven, nor on a pair that makes an odd score", draft.name.get_ref()),
        );
    }
    let paid = odds.iter().flatten().map(|paid| paid.odds);
    let commission = draft.commission.as_ref();
    let commission = commission.and_then(|draft| read_commission(draft, paid, cites, faults));
    let calls = read_calls(draft.calls.as_ref(), cites, faults);
    Race { name: draft.name.get_ref().as_str().into(), winner: draft.winner, odds, commission, calls }
}

fn read_next(row: &Spanned<NextDraft>, cites: &mut Citations, faults: &mut Faults) -> Option<Next> {
    let draft = row.get_ref();
    let odds = read_scores(&draft.odds, cites, faults);
    check_times(&draft.odds, faults);
    let cite = cites.read(&draft.cite, faults);
    if !draft.names_score && (2..=12).all(|score| super::rules::by_score(&odds, score).is_some()) {
        let message = format!("`{}` never loses: every score has odds", draft.name.get_ref());
        faults.add(draft.name.span(), message);
    }
    own_names(draft.odds.iter().filter_map(|row| row.get_ref().name.as_ref()), "odds of this wager", faults);
    // The ordinary win is the last one in the book's list.
    let last = draft.odds.last().and_then(|row| row.get_ref().scores.get_ref().first().copied());
    let usual = last.and_then(|score| super::rules::by_score(&odds, score));
    if usual.is_none() {
        faults.add(row.span(), format!("`{}` needs the odds of at least one score", draft.name.get_ref()));
    }
    Some(Next {
        name: draft.name.get_ref().as_str().into(),
        names_score: draft.names_score,
        odds,
        usual: usual?,
        cite,
    })
}
