//! Reads the section of a rulebook on a baccarat table.

use std::ops::Range;

use schemars::JsonSchema;
use serde::Deserialize;
use toml::Spanned;

use super::limits::LIMITS;
use super::settings::SETTINGS;
use super::wager_draft::{WagersAt, read_wagers};
use super::{Areas, Baccarat, Bank, Banker, Digits, Drawing, HeldBy, Opposing, StandingArea, Tableau, Third};
use crate::book::{
    Bounds, Citation, Citations, DeclaredLimit, DeclaredSetting, FamilyBook, Faults, Located, Need, Section,
    Setting, Values, each_once, permits_one_pack, with_settings,
};
use crate::contract::Face;
use crate::law::Rule;
use crate::side::read_sides;

/// The provisions of a rulebook on a baccarat table.
#[derive(Clone, Debug)]
pub(crate) struct BaccaratBook {
    rules: Baccarat,
    /// The provision cited for a breach of the drawing table.
    tableau_rule: Option<Rule>,
    /// Where the provision on what a bank covers is in the file.
    cover_at: Option<Range<usize>>,
    /// Where the cases of its wagers are in the file.
    at: WagersAt,
}

/// What the opposing hand does with each score of two cards that is no natural; each score is in one of the lists.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "BaccaratOpposing")]
struct OpposingDraft {
    /// The scores it draws on.
    draws: Vec<u8>,
    /// The scores on which its player chooses.
    #[serde(default)]
    chooses: Vec<u8>,
    /// The scores it stands on.
    stands: Vec<u8>,
}

/// One score of the banker in the drawing table; every score that is no natural has a row.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "BaccaratTableau")]
struct TableauDraft {
    /// The banker's score in two cards.
    score: u8,
    /// The third cards of the opposing hand that he draws on, by value: tens and pictures are 0.
    giving: Vec<u8>,
    /// What he does when the opposing hand has stood: `draws` or `stands`.
    stood: Third,
}

/// Who holds the bank.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "BaccaratBank")]
struct BankDraft {
    /// Who holds it if the game has no setting `bank`.
    held: HeldBy,
    /// The provision on a bank that passes.
    passing_cite: Option<Located<Citation>>,
    /// The provision on wagers with the banker: none by himself, none beyond the bank.
    cover_cite: Option<Located<Citation>>,
}

/// The betting areas; how many there are is the setting `areas`.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "BaccaratAreas")]
struct AreasDraft {
    /// The provision on them.
    cite: Located<Citation>,
    /// Where a standing player bets.
    standing: StandingDraft,
    /// The provision on that.
    standing_cite: Located<Citation>,
}

/// Where a standing player bets.
#[derive(Deserialize, JsonSchema, Clone, Copy)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "BaccaratStanding")]
enum StandingDraft {
    /// In an area of his own.
    OwnArea,
    /// Nowhere of his own.
    None,
}

/// How the first two cards of each hand lie.
#[derive(Deserialize, JsonSchema, Clone, Copy)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "BaccaratFirstCards")]
enum FirstCardsDraft {
    /// Face up.
    FaceUp,
    /// Face down.
    FaceDown,
}

impl BaccaratBook {
    pub(crate) fn read(
        section: &mut Section<'_>,
        cites: &mut Citations,
        faults: &mut Faults,
    ) -> Option<Self> {
        let hands = section
            .need::<u8>("hands", "how many hands oppose the banker's: 1 or 2", faults)
            .and_then(|hands| read_hands(&hands, faults));
        let first_cards = section.need::<FirstCardsDraft>(
            "first_cards",
            "how the first two cards of each hand lie",
            faults,
        );
        let banker = section.take::<Banker>(
            "banker",
            "how the banker plays if the game has no setting `banker`; default: by the drawing table",
            faults,
        );
        let draw_cite = section.take::<Citation>("draw_cite", "the provision on third cards", faults);
        let tableau_cite = section.take::<Citation>(
            "tableau_cite",
            "the provision on them where the banker plays by the drawing table, if it is another",
            faults,
        );
        let draw_rule = cites.read_some(draw_cite.as_ref(), faults);
        let drawing = read_drawing(section, faults);
        let bank = section.need::<BankDraft>("bank", "who holds the bank", faults);
        let areas = section.take::<AreasDraft>(
            "areas",
            "the betting areas, where the table has numbered ones",
            faults,
        );
        // A wager that cannot be read is still there to be named: its fault is reported once.
        let names = section.texts_of("wager", "name");
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let (wagers, mains) = read_wagers(section, hands, &names, cites, faults);
        let (side_wagers, sides) = read_sides::<Baccarat>(section, &names, &[], cites, faults);
        let bank = bank?;
        let bank = bank.get_ref();
        let cover_at = bank.cover_cite.as_ref().map(|cite| cite.span());
        let rules = Baccarat {
            packs: 1,
            hands: hands?,
            first_cards: match first_cards?.into_inner() {
                FirstCardsDraft::FaceUp => Face::Up,
                FirstCardsDraft::FaceDown => Face::Down,
            },
            drawing: Drawing {
                banker: banker.map_or(Banker::Tableau, Spanned::into_inner),
                rule: draw_rule,
                ..drawing?
            },
            clauses: wagers,
            sides: side_wagers,
            bank: read_bank(bank, cites, faults),
            areas: areas.map(|draft| read_areas(draft.get_ref(), cites, faults)),
        };
        let tableau_rule = cites.read_some(tableau_cite.as_ref(), faults).or(draw_rule);
        Some(Self { rules, tableau_rule, cover_at, at: WagersAt { mains, sides } })
    }
}

impl FamilyBook for BaccaratBook {
    type Rules = Baccarat;
    const SETTINGS: &'static [DeclaredSetting<Baccarat>] = SETTINGS;
    const LIMITS: &'static [DeclaredLimit] = LIMITS;

    fn rules(&self) -> &Baccarat {
        &self.rules
    }

    fn check(&self, settings: &[Setting], at: Range<usize>, faults: &mut Faults) {
        if self.rules.areas.is_some() && !settings.iter().any(|setting| &*setting.key == "areas") {
            faults
                .add(at, "the game has betting areas, and lacks the setting `areas`: how many are numbered");
        }
        let passes = |bounds: &Bounds| matches!(bounds, Bounds::Choice(words) if words.iter().any(|word| &**word == "passing"));
        let may_pass = self.rules.bank.held == HeldBy::Passing
            || settings.iter().any(|setting| &*setting.key == "bank" && passes(&setting.bounds));
        if let Some(place) = self.cover_at.as_ref().filter(|_| !may_pass) {
            let message = "`cover_cite` has no effect: the house holds the bank, and it never passes";
            faults.add(place.clone(), message);
        }
        let widest = self.widest(settings);
        let before = faults.len();
        self.at.check(&widest, faults);
        if permits_one_pack(settings) && widest.packs > 1 && faults.len() == before {
            self.at.check_with_one_pack(&Baccarat { packs: 1, ..widest }, faults);
        }
    }

    fn table(&self, values: &Values<'_>) -> Baccarat {
        let mut rules = with_settings(self, values);
        if rules.drawing.banker == Banker::Tableau {
            rules.drawing.rule = self.tableau_rule;
        }
        rules
    }
}

impl BaccaratBook {
    /// The rules of a table at which the most can happen: with the most packs, and with choices where the book permits
    /// them.
    fn widest(&self, settings: &[Setting]) -> Baccarat {
        let mut rules = self.rules.clone();
        for setting in settings {
            match (&*setting.key, &setting.bounds) {
                ("decks", Bounds::Whole { to, .. }) => {
                    rules.packs = u8::try_from(*to).expect("a setting is within what its family declares");
                }
                ("banker", Bounds::Choice(words)) if words.iter().any(|word| **word == *"free") => {
                    rules.drawing.banker = Banker::Free;
                }
                _ => {}
            }
        }
        rules
    }
}

fn read_hands(hands: &Spanned<u8>, faults: &mut Faults) -> Option<Opposing> {
    match hands.get_ref() {
        1 => Some(Opposing::One),
        2 => Some(Opposing::Two),
        _ => {
            faults.add(hands.span(), "the banker plays against one hand or two, and no more");
            None
        }
    }
}

/// Reads the rules on third cards. The caller fills in who plays by the drawing table and which provision a breach
/// cites.
fn read_drawing(section: &mut Section<'_>, faults: &mut Faults) -> Option<Drawing> {
    let naturals =
        section.need::<Vec<u8>>("naturals", "the scores of two cards that end the drawing", faults);
    let opposing =
        section.need::<OpposingDraft>("opposing", "what the opposing hand does with each score", faults);
    let at = section.at();
    let rows = section.rows::<TableauDraft>(
        "tableau",
        "the drawing table: what the banker does",
        Need::Must,
        faults,
    );
    let naturals = naturals.map(|scores| read_digits(scores.get_ref(), scores.span(), faults))?;
    let tableau = read_tableau(&rows, naturals, at, faults);
    let opposing = read_opposing(&opposing?, naturals, faults);
    Some(Drawing { naturals, opposing, banker: Banker::Tableau, tableau, rule: None })
}

fn read_digits(digits: &[u8], at: Range<usize>, faults: &mut Faults) -> Digits {
    if digits.iter().any(|digit| *digit > 9) {
        faults.add(at.clone(), "scores and card values are 0 to 9; tens and pictures count 0");
    }
    each_once(digits, &at, faults);
    digits.iter().filter(|digit| **digit <= 9).fold(Digits::default(), |set, digit| set.with(*digit))
}

/// Checks that every score that is not a natural draws, stands or chooses.
fn read_opposing(draft: &Spanned<OpposingDraft>, naturals: Digits, faults: &mut Faults) -> [Third; 10] {
    let row = draft.get_ref();
    let lists = [(&row.draws, Third::Draws), (&row.chooses, Third::Chooses), (&row.stands, Third::Stands)];
    let mut thirds = [None; 10];
    for (scores, third) in lists {
        for &score in scores {
            match thirds.get_mut(usize::from(score)) {
                Some(place @ None) if !naturals.contains(score) => *place = Some(third),
                Some(Some(_)) => faults.add(draft.span(), format!("the score {score} occurs twice")),
                _ => faults.add(draft.span(), format!("a hand of {score} has no third card to speak of")),
            }
        }
    }
    for score in (0..10).filter(|score| !naturals.contains(*score) && thirds[usize::from(*score)].is_none()) {
        faults.add(draft.span(), format!("say what a hand of {score} does: draws, chooses or stands"));
    }
    thirds.map(|third| third.unwrap_or(Third::Stands))
}

/// Checks that every score of the banker that is not a natural has exactly one row.
fn read_tableau(
    rows: &[Spanned<TableauDraft>],
    naturals: Digits,
    at: Range<usize>,
    faults: &mut Faults,
) -> Tableau {
    let mut tableau = Tableau { giving: [Digits::default(); 10], stood: Digits::default() };
    let mut seen = naturals;
    for row in rows {
        let draft = row.get_ref();
        if draft.score > 9 || seen.contains(draft.score) {
            faults.add(row.span(), format!("the banker's {} needs no row, or has one", draft.score));
            continue;
        }
        seen = seen.with(draft.score);
        tableau.giving[usize::from(draft.score)] = read_digits(&draft.giving, row.span(), faults);
        match draft.stood {
            Third::Draws => tableau.stood = tableau.stood.with(draft.score),
            Third::Stands => {}
            Third::Chooses => faults.add(row.span(), "a drawing table leaves no choice"),
        }
    }
    for score in (0..10).filter(|score| !seen.contains(*score)) {
        faults.add(at.clone(), format!("the drawing table lacks the banker's {score}"));
    }
    tableau
}

fn read_bank(draft: &BankDraft, cites: &mut Citations, faults: &mut Faults) -> Bank {
    let mut read = |cite: &Option<Located<Citation>>| cites.read_some(cite.as_deref(), faults);
    Bank { held: draft.held, hold: read(&draft.passing_cite), cover: read(&draft.cover_cite) }
}

fn read_areas(draft: &AreasDraft, cites: &mut Citations, faults: &mut Faults) -> Areas {
    let standing_rule = cites.read(&draft.standing_cite, faults);
    let standing = match draft.standing {
        StandingDraft::OwnArea => StandingArea::Own,
        StandingDraft::None => StandingArea::None(standing_rule),
    };
    Areas { numbered: 7, cite: cites.read(&draft.cite, faults), standing }
}
