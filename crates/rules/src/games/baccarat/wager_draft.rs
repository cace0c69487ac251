//! Reads the wagers of a baccarat table.

use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use schemars::JsonSchema;
use serde::Deserialize;
use toml::Spanned;

use super::facts::{WINNER, winner};
use super::limits::WAGERS;
use super::{Baccarat, Backs, Clause, Condition, Drawing, LEFT, Opposing, PLAYER, Undecided};
use crate::book::{
    Citation, Citations, CommissionDraft, Faults, Located, Need, OddsText, Part, Section, check_word,
    known_words, own_names, read_commission, read_odds,
};
use crate::side::{CaseDraft, CasesAt, FactReader, FactRows, FactValue, check_sides, fact_rows, read_cases};

/// A wager.
struct WagerDraft {
    at: Range<usize>,
    name: Located<String>,
    on: OnDraft,
    odds: Spanned<OddsText>,
    pays: Vec<CaseDraft<Baccarat>>,
    commission: Option<Spanned<CommissionDraft>>,
    cite: Spanned<Citation>,
    odds_cite: Option<Spanned<Citation>>,
    undecided: Option<Spanned<Undecided>>,
    undecided_cite: Option<Spanned<Citation>>,
    beside: Vec<Located<String>>,
    beside_cite: Option<Spanned<Citation>>,
    conditions: Vec<ConditionDraft>,
}

/// What a baccarat wager is on.
#[derive(Deserialize, JsonSchema, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "BaccaratOn")]
enum OnDraft {
    /// The opposing hand, the right one where there are two.
    Player,
    /// The right hand of two.
    Right,
    /// The left hand of two.
    Left,
    /// Both hands of two.
    Both,
    /// The banker's hand.
    Banker,
    /// A tie.
    Tie,
}

/// A condition of a wager.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "BaccaratCondition")]
struct ConditionDraft {
    /// What must hold.
    is: Condition,
    /// The provision that says so.
    cite: Located<Citation>,
}

impl Part for WagerDraft {
    fn read(section: &mut Section<'_>, faults: &mut Faults) -> Option<Self> {
        let at = section.at();
        let name = section.need::<String>("name", "its word in records", faults);
        let on = section.need::<OnDraft>("on", "what it is on", faults);
        let odds = section.need("odds", "what it is paid", faults);
        let pays = section.parts(
            "pays",
            "the cases in which a win is paid otherwise or returned, in the order in which they are tried",
            Need::May,
            faults,
        );
        let commission = section.take("commission", "a charge on it, apart from its odds", faults);
        let cite = section.need("cite", "the provision that permits it, and decides it", faults);
        let odds_cite =
            section.take("odds_cite", "the provision that sets the odds, where it is another", faults);
        let undecided = section.take(
            "undecided",
            "how it is settled at a tie or where two hands are decided differently; default: it is returned",
            faults,
        );
        let undecided_cite =
            section.take("undecided_cite", "the provision on that, where it is another", faults);
        let beside = section.take::<Vec<Located<String>>>(
            "beside",
            "the wagers of which the player must have one beside it; default: none",
            faults,
        );
        let beside_cite = section.take("beside_cite", "what it is refused under without one", faults);
        let conditions =
            section.take::<Vec<ConditionDraft>>("conditions", "what must hold for it to be made", faults);
        Some(Self {
            at,
            name: name?.into(),
            on: on?.into_inner(),
            odds: odds?,
            pays,
            commission,
            cite: cite?,
            odds_cite,
            undecided,
            undecided_cite,
            beside: beside.map(Spanned::into_inner).unwrap_or_default(),
            beside_cite,
            conditions: conditions.map(Spanned::into_inner).unwrap_or_default(),
        })
    }
}

/// Reads the wagers; the second result is where their cases are.
pub(super) fn read_wagers(
    section: &mut Section<'_>,
    hands: Option<Opposing>,
    names: &[&str],
    cites: &mut Citations,
    faults: &mut Faults,
) -> (Vec<Clause>, Vec<CasesAt>) {
    let mut drafts = section.parts::<WagerDraft>("wager", "the wagers with their odds", Need::Must, faults);
    WAGERS.cut(&mut drafts, |draft| draft.at.clone(), faults);
    drafts.iter().for_each(|draft| check_word(&draft.name, faults));
    own_names(drafts.iter().map(|draft| &draft.name), "wagers", faults);
    let read = drafts.iter().filter_map(|draft| read_wager(draft, hands?, cites, faults));
    let (wagers, places): (Vec<Clause>, Vec<CasesAt>) = read.unzip();
    check_wagers(&drafts, names, section.at(), faults);
    (wagers, places)
}

fn read_wager(
    draft: &WagerDraft,
    hands: Opposing,
    cites: &mut Citations,
    faults: &mut Faults,
) -> Option<(Clause, CasesAt)> {
    let cite = cites.read(&draft.cite, faults);
    let backs = match (draft.on, hands) {
        (OnDraft::Player, _) | (OnDraft::Right, Opposing::Two) => Some(Backs::Hand(PLAYER)),
        (OnDraft::Left, Opposing::Two) => Some(Backs::Hand(LEFT)),
        (OnDraft::Both, Opposing::Two) => Some(Backs::Both),
        (OnDraft::Banker, _) => Some(Backs::Banker),
        (OnDraft::Tie, _) => Some(Backs::Tie),
        (OnDraft::Right | OnDraft::Left | OnDraft::Both, Opposing::One) => None,
    };
    if backs.is_none() {
        let message = format!("`{}` is on a hand that this game does not have", draft.name.get_ref());
        faults.add(draft.at.clone(), message);
    }
    check_effects(draft, faults);
    let odds = read_odds(&draft.odds, faults);
    let of_deal = |reader: &FactReader<Baccarat>| matches!(reader, FactReader::Deal(_));
    let (cases, places) = read_cases(&draft.name, &draft.pays, cite, &of_deal, cites, faults);
    let paid = std::iter::once(odds).chain(cases.odds());
    let commission = draft.commission.as_ref();
    let commission = commission.and_then(|draft| read_commission(draft.get_ref(), paid, cites, faults));
    let conditions = draft.conditions.iter().map(|row| (row.is, cites.read(&row.cite, faults))).collect();
    let clause = Clause {
        name: draft.name.get_ref().as_str().into(),
        backs: backs?,
        odds,
        cases,
        commission,
        cite,
        odds_cite: cites.read_some(draft.odds_cite.as_ref(), faults).unwrap_or(cite),
        undecided: draft.undecided.as_ref().map_or(Undecided::Void, |undecided| *undecided.get_ref()),
        undecided_cite: cites.read_some(draft.undecided_cite.as_ref(), faults).unwrap_or(cite),
        beside: draft.beside.iter().map(|name| name.get_ref().as_str().into()).collect(),
        beside_cite: cites.read_some(draft.beside_cite.as_ref(), faults),
        conditions,
    };
    Some((clause, places))
}

/// Reports keys of a wager that have no effect, and what a list names twice.
fn check_effects(draft: &WagerDraft, faults: &mut Faults) {
    if let (OnDraft::Tie, Some(undecided)) = (draft.on, &draft.undecided) {
        faults.add(
            undecided.span(),
            "`undecided` has no effect: a tie wins this wager, and nothing else is undecided",
        );
    }
    if let (OnDraft::Tie, Some(cite)) = (draft.on, &draft.undecided_cite) {
        faults.add(cite.span(), "`undecided_cite` has no effect on a wager that a tie wins");
    }
    if let Some(cite) = draft.beside_cite.as_ref().filter(|_| draft.beside.is_empty()) {
        faults.add(cite.span(), "`beside_cite` has no effect: there is no `beside`");
    }
    own_names(&draft.beside, "wagers beside this one", faults);
    for other in draft.beside.iter().filter(|other| other.get_ref() == draft.name.get_ref()) {
        faults.add(other.span(), format!("`{}` cannot lie beside itself", other.get_ref()));
    }
    for (place, row) in draft.conditions.iter().enumerate() {
        if draft.conditions[..place].iter().any(|earlier| earlier.is == row.is) {
            faults.add(row.cite.span(), "this condition stands here twice: one of the two must go");
        }
    }
}

/// Checks that there are wagers, and that every wager required beside another exists.
fn check_wagers(drafts: &[WagerDraft], names: &[&str], at: Range<usize>, faults: &mut Faults) {
    let named = |name: &str| names.contains(&name);
    if names.is_empty() && drafts.is_empty() {
        faults.add(at, "a baccarat table needs at least one `wager`");
    }
    for other in drafts.iter().flat_map(|draft| &draft.beside).filter(|other| !named(other.get_ref())) {
        let help = known_words(other.get_ref(), names.iter().copied());
        faults.add_with_help(other.span(), format!("`{}` is no wager here", other.get_ref()), help);
    }
}

/// Where the cases of the wagers and the side wagers are in the file.
#[derive(Clone, Debug, Default)]
pub(super) struct WagersAt {
    pub(super) mains: Vec<CasesAt>,
    pub(super) sides: Vec<CasesAt>,
}

impl WagersAt {
    /// Reports cases of a table that never apply, wagers that nothing decides, and cases where somebody has a choice.
    pub(super) fn check(&self, table: &Baccarat, faults: &mut Faults) {
        let charged = table.clauses.iter().zip(&self.mains).filter(|(clause, _)| clause.commission.is_some());
        let charged = charged.map(|(_, at)| at.name.1.clone());
        let cases = self.mains.iter().chain(&self.sides).filter_map(|at| at.cases.first().cloned());
        let Some(first) = charged.chain(cases).next() else { return };
        if table.hands != Opposing::One || !table.drawing.leaves_no_choice() {
            let message = "cases and commission need one hand against the banker's, and nobody with a choice about a \
                           third card";
            faults.add(first, message);
            return;
        }
        let rows = rows_of(table);
        for (clause, at) in table.clauses.iter().zip(&self.mains) {
            let cover =
                at.check(&clause.cases, &rows, |row| wins(clause.backs, row[usize::from(WINNER)]), faults);
            if !at.cases.is_empty() && !cover.none {
                let message = format!("`{}` never pays its `odds`: its cases cover every win", clause.name);
                faults.add(at.name.1.clone(), message);
            }
        }
        check_sides(&table.sides, &self.sides, &rows, faults);
    }
}

impl WagersAt {
    /// Reports side wagers that nothing wins at a table with one pack.
    pub(super) fn check_with_one_pack(&self, table: &Baccarat, faults: &mut Faults) {
        if table.sides.0.is_empty() {
            return;
        }
        let rows = rows_of(table);
        for (wager, at) in table.sides.0.iter().zip(&self.sides) {
            at.check_with_one_pack(&wager.cases, &rows, faults);
        }
    }
}

/// Rules on third cards, whether there are several packs, and the facts of the coups by them.
type KnownRows = (Drawing, bool, Arc<FactRows>);

/// The most rules on third cards whose coups are remembered.
const KNOWN_MAX: usize = 16;

/// The facts of every kind of coup at a table. They are remembered, because editors and houses read a book again and again.
fn rows_of(table: &Baccarat) -> Arc<FactRows> {
    static KNOWN: Mutex<Vec<KnownRows>> = Mutex::new(Vec::new());
    let key = (Drawing { rule: None, ..table.drawing }, table.packs > 1);
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((.., rows)) = known.iter().find(|(drawing, several, _)| (*drawing, *several) == key) {
        return Arc::clone(rows);
    }
    let rows = Arc::new(fact_rows(table));
    known.truncate(KNOWN_MAX - 1);
    known.insert(0, (key.0, key.1, Arc::clone(&rows)));
    rows
}

/// Whether a wager wins with this value of the winner.
fn wins(backs: Backs, value: Option<FactValue>) -> bool {
    let (player, banker, tie) = (winner(1, 0), winner(0, 1), winner(0, 0));
    match backs {
        Backs::Hand(_) | Backs::Both => value == Some(player),
        Backs::Banker => value == Some(banker),
        Backs::Tie => value == Some(tie),
    }
}
