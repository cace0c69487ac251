//! Reads the section of a rulebook on a blackjack table.

use std::ops::Range;

use schemars::JsonSchema;
use serde::Deserialize;
use toml::Spanned;

use super::check;
use super::limits::LIMITS;
use super::settings::SETTINGS;
use super::split_draft::{SplitAt, SplitDraft, read_split};
use super::{
    AceCounts, BOXES_MAX, BetsOnABox, Blackjack, BlackjackCites, Boxes, BoxesAPerson, Caller, CardValues,
    DealerBeforePlay, DealerOn17, EvenMoney, Insurance, InsuranceRight, LostToBlackjack, NaturalsPaid,
    NaturalsShown, OnEqual, Paid, Shuffler, Surrender, SurrenderWhen, WayToWin, WinClause,
};
use crate::book::{
    Bounds, Citation, Citations, DeclaredLimit, DeclaredSetting, FamilyBook, Faults, Located, Need, OddsText,
    Section, Setting, permits_one_pack, read_odds,
};
use crate::contract::{Face, Seated};
use crate::law::{Cites, Rule};
use crate::side::{CasesAt, FactRows, read_sides};
use crate::table::TableGame;

/// The rules of a table with the most boxes.
type Table = Seated<Blackjack, BOXES_MAX>;

/// The provisions of a rulebook on a blackjack table.
#[derive(Clone, Debug)]
pub(crate) struct BlackjackBook {
    rules: Blackjack,
    /// Where the cases of the side wagers are in the file.
    sides_at: Vec<CasesAt>,
    /// Where the keys on splitting are in the file.
    split_at: SplitAt,
}

/// How the first cards of the boxes lie.
#[derive(Deserialize, JsonSchema, Clone, Copy)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "BlackjackFaces")]
enum FaceDraft {
    /// Face up.
    Up,
    /// Face down: known to the caller of the box until they are turned.
    Down,
}

/// What a win is paid.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "BlackjackPaid")]
struct PaidDraft {
    /// The odds.
    odds: Located<OddsText>,
    /// The provision that sets them.
    cite: Located<Citation>,
    /// The clause that says the wager is won, cited first where it is always the same.
    clause: Option<Located<Citation>>,
}

/// What blackjack is paid, and when.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "BlackjackNatural")]
struct NaturalDraft {
    /// The odds.
    odds: Located<OddsText>,
    /// The provision that sets them.
    cite: Located<Citation>,
    /// The clause that says the wager is won, cited first.
    clause: Option<Located<Citation>>,
    /// When it is paid.
    paid: NaturalsPaid,
    /// When it is turned, where it lies face down.
    shown: NaturalsShown,
}

/// What cards count.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "BlackjackValues")]
struct ValuesDraft {
    /// What an Ace counts.
    ace: AceCounts,
    /// What the cards from Two to Ten count, in that order: 1 to 10 each.
    #[schemars(with = "[u8; 9]")]
    numbers: Located<NumberValues>,
    /// What a picture counts: 1 to 10.
    pictures: Located<u8>,
}

/// What the nine cards from Two to Ten count, no more and no fewer.
#[derive(Clone, Copy, Deserialize)]
#[serde(try_from = "Vec<u8>")]
struct NumberValues([u8; 9]);

impl TryFrom<Vec<u8>> for NumberValues {
    type Error = &'static str;
    fn try_from(values: Vec<u8>) -> Result<Self, Self::Error> {
        values.try_into().map(Self).map_err(|_| "write nine numbers: what the cards from Two to Ten count")
    }
}

/// One way in which a hand of 21 or less wins.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "BlackjackWin")]
struct WinDraft {
    /// The way.
    name: Located<WayToWin>,
    /// The provision that says so.
    cite: Located<Citation>,
}

/// How an equal score is settled.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "BlackjackEqual")]
struct EqualDraft {
    /// How the stake is settled.
    result: OnEqual,
    /// The provision that says so.
    cite: Located<Citation>,
}

/// The boxes, and who plays them.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "BlackjackBoxes")]
struct BoxesDraft {
    /// How many must be in play for a round to be the game; how many there are is the setting `boxes`.
    least: Located<u8>,
    /// How many bets may lie on a box.
    bets: BetsOnABox,
    /// How many boxes a person may play.
    each_person: BoxesAPerson,
    /// Who calls a box.
    caller: Caller,
    /// The provision on the number of boxes.
    cite: Located<Citation>,
    /// The provision on who calls.
    caller_cite: Located<Citation>,
    /// What a second bet on a box is refused under, where a box has one.
    second_bet: Option<Located<Citation>>,
}

/// How the dealer plays.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "BlackjackDealer")]
struct DealerDraft {
    /// What the dealer has before anyone decides.
    before_play: DealerBeforePlay,
    /// What the dealer does on soft 17.
    soft_17: DealerOn17,
    /// The provision on the dealer's cards.
    cite: Located<Citation>,
}

/// What may be doubled.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "BlackjackDouble")]
struct DoubleDraft {
    /// The scores of two cards that may be doubled; default: all.
    scores: Option<Located<Vec<u8>>>,
    /// The provision on it.
    cite: Located<Citation>,
}

/// Whether a hand may be given up for half.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "BlackjackSurrender")]
#[schemars(extend("anyOf" = [{ "required": ["permitted"] }, { "required": ["when"] }]))]
struct SurrenderDraft {
    /// Against which cards of the dealer; never if the house sets `surrender=false`. Default where `when` is given:
    /// any card.
    permitted: Option<Surrender>,
    /// When, where the dealer has a hole card: before or after he looks at it.
    when: Option<Located<SurrenderWhen>>,
    /// The provision on it.
    cite: Located<Citation>,
}

/// Insurance against the dealer's blackjack.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "BlackjackInsurance")]
struct InsuranceDraft {
    /// Who has the right to it.
    right: InsuranceRight,
    /// What it is paid.
    odds: Located<OddsText>,
    /// The provision that gives the right.
    cite: Located<Citation>,
    /// The provision that sets the odds, where it is another.
    odds_cite: Option<Located<Citation>>,
}

impl BlackjackBook {
    pub(crate) fn read(
        section: &mut Section<'_>,
        cites: &mut Citations,
        faults: &mut Faults,
    ) -> Option<Self> {
        let faces = section.need::<FaceDraft>("faces", "how the first cards of the boxes lie", faults);
        let boxes = section.need::<BoxesDraft>("boxes", "the boxes, and who plays them", faults);
        let values = section.need::<ValuesDraft>("values", "what cards count", faults);
        let wins = section.rows::<WinDraft>(
            "wins",
            "the ways in which a hand of 21 or less wins; the first that holds is cited",
            Need::Must,
            faults,
        );
        let equal = section.need::<EqualDraft>("equal", "how an equal score is settled", faults);
        let lost = section.need::<Citation>("lost", "the provision under which a hand loses", faults);
        let ordinary = section.need::<PaidDraft>("ordinary", "what an ordinary win is paid", faults);
        let natural = section.need::<NaturalDraft>("blackjack", "what blackjack is paid, and when", faults);
        let dealer = section.need::<DealerDraft>("dealer", "how the dealer plays", faults);
        let draw = section.need::<Citation>("draw", "the provision on drawing", faults);
        let stand = section.need::<Citation>("stand", "the provision on standing", faults);
        let double = section.need::<DoubleDraft>("double", "what may be doubled", faults);
        let split = section.need::<SplitDraft>("split", "what may be split, and how often", faults);
        let surrender =
            section.need::<SurrenderDraft>("surrender", "whether a hand may be given up for half", faults);
        let insurance =
            section.need::<InsuranceDraft>("insurance", "insurance against the dealer's blackjack", faults);
        let even_money = section.take::<Citation>("even_money", "the provision by which a blackjack may be settled at 1 to 1 against an Ace; left out where the game has no such thing", faults);
        let even_money = cites.read_some(even_money.as_ref(), faults);
        let (sides, sides_at) =
            read_sides::<Table>(section, &["box"], &["insurance", "even-money"], cites, faults);
        for (place, win) in wins.iter().enumerate() {
            let name = &win.get_ref().name;
            if wins[..place].iter().any(|earlier| earlier.get_ref().name.get_ref() == name.get_ref()) {
                faults.add(name.span(), "this way to win stands here twice: one of the two must go");
            }
        }
        if wins.is_empty() {
            faults.add(section.at(), "a blackjack table has at least one way to win: `wins`");
        }
        // Every key has been read and checked by now; from here on all of them are required.
        let (boxes, equal, dealer) = (boxes?.into_inner(), equal?.into_inner(), dealer?.into_inner());
        let (double, split, surrender) = (double?.into_inner(), split?.into_inner(), surrender?);
        let (permitted, when) = read_surrender(&surrender, dealer.before_play, faults);
        let surrender = surrender.into_inner();
        let natural = natural?.into_inner();
        let read =
            |cite: &Spanned<Citation>, cites: &mut Citations, faults: &mut Faults| cites.read(cite, faults);
        let book_cites = BlackjackCites {
            lost: read(&lost?, cites, faults),
            void: read(&equal.cite, cites, faults),
            boxes: read(&boxes.cite, cites, faults),
            second_bet: cites.read_some(boxes.second_bet.as_deref(), faults),
            dealer: read(&dealer.cite, cites, faults),
            draw: read(&draw?, cites, faults),
            stand: read(&stand?, cites, faults),
            double: read(&double.cite, cites, faults),
            split: read(&split.cite, cites, faults),
            split_again: read(split.again_cite.as_deref().unwrap_or(&split.cite), cites, faults),
            surrender: read(&surrender.cite, cites, faults),
            caller: read(&boxes.caller_cite, cites, faults),
        };
        let values = read_values(values?.get_ref(), faults);
        let rules = Blackjack {
            packs: 1,
            shuffler: Shuffler::Shoe,
            boxes: Boxes { most: 1, least: check::least_boxes(&boxes.least, faults) },
            bets_on_a_box: boxes.bets,
            boxes_a_person: boxes.each_person,
            values,
            faces: if matches!(faces?.into_inner(), FaceDraft::Up) { Face::Up } else { Face::Down },
            before_play: dealer.before_play,
            dealer_on_17: dealer.soft_17,
            naturals: natural.paid,
            naturals_shown: natural.shown,
            wins: wins.iter().map(|win| read_win(win.get_ref(), cites, faults)).collect(),
            on_equal: equal.result,
            ordinary: read_paid(&ordinary?.into_inner(), cites, faults),
            natural: read_paid(
                &PaidDraft { odds: natural.odds, cite: natural.cite, clause: natural.clause },
                cites,
                faults,
            ),
            double_scores: check::double_scores(double.scores.as_ref(), &values, faults),
            split: read_split(&split, &values, dealer.before_play, faults),
            surrender: permitted,
            surrender_when: when,
            insurance: read_insurance(&insurance?.into_inner(), cites, faults),
            even_money: even_money.map_or(EvenMoney::None, EvenMoney::Offered),
            lost_to_blackjack: LostToBlackjack::Everything,
            caller: boxes.caller,
            sides,
            cites: book_cites,
        };
        Some(Self { rules, sides_at, split_at: SplitAt::of(&split) })
    }
}

impl FamilyBook for BlackjackBook {
    type Rules = Blackjack;
    const SETTINGS: &'static [DeclaredSetting<Blackjack>] = SETTINGS;
    const LIMITS: &'static [DeclaredLimit] = LIMITS;

    fn rules(&self) -> &Blackjack {
        &self.rules
    }

    fn check(&self, settings: &[Setting], _: Range<usize>, faults: &mut Faults) {
        let least = self.rules.boxes.least;
        let boxes = settings.iter().find(|setting| &*setting.key == "boxes");
        if let Some(Setting { bounds: Bounds::Whole { from, .. }, at, .. }) = boxes
            && *from < least.into()
        {
            let message = format!("a table can have {from} boxes, and `least` asks for {least} in play");
            faults.add(at.clone(), message);
        }
        check::settings_have_an_effect(&self.rules, settings, faults);
        self.split_at.check(&self.rules, settings, faults);
        self.check_sides(settings, faults);
    }
}

impl BlackjackBook {
    /// Reports side wagers that are not made for a box in play, and cases that never apply, at a table with the most packs.
    fn check_sides(&self, settings: &[Setting], faults: &mut Faults) {
        if self.rules.sides.0.is_empty() {
            return;
        }
        let mut table: Table = self.rules.clone().into();
        for setting in settings {
            if let ("decks", Bounds::Whole { to, .. }) = (&*setting.key, &setting.bounds) {
                table.packs = u8::try_from(*to).expect("a setting is within what its family declares");
            }
        }
        let mut rows = FactRows::default();
        table.kinds_of_rounds(&mut |round| rows.add(round, Table::FACTS));
        for (wager, at) in self.rules.sides.0.iter().zip(&self.sides_at) {
            if !wager.per_box || wager.of.is_empty() {
                let message = format!("`{}` is on the cards of a box that is in play", wager.name);
                let help = "say `per = \"box\"` and `of = [\"box\"]`";
                faults.add_with_help(at.name.1.clone(), message, help);
            }
            at.check_side(&wager.cases, &rows, faults);
        }
        if permits_one_pack(settings) && table.packs > 1 {
            let (mut rows, before) = (FactRows::default(), faults.len());
            table.packs = 1;
            table.kinds_of_rounds(&mut |round| rows.add(round, Table::FACTS));
            for (wager, at) in self.rules.sides.0.iter().zip(&self.sides_at) {
                if !faults.any_since(before, &at.name.1) {
                    at.check_with_one_pack(&wager.cases, &rows, faults);
                }
            }
        }
    }
}

fn read_paid(draft: &PaidDraft, cites: &mut Citations, faults: &mut Faults) -> Paid {
    Paid {
        odds: read_odds(&draft.odds, faults),
        cite: cites.read(&draft.cite, faults),
        clause: cites.read_some(draft.clause.as_deref(), faults),
    }
}

/// Against which cards a hand may be given up, and when. Where the dealer looks under a card, the book has to say
/// whether that is before or after; elsewhere there is no look.
fn read_surrender(
    draft: &Spanned<SurrenderDraft>,
    before_play: DealerBeforePlay,
    faults: &mut Faults,
) -> (Surrender, SurrenderWhen) {
    let SurrenderDraft { permitted, when, .. } = draft.get_ref();
    let looks = before_play == DealerBeforePlay::HoleCard;
    if let Some(when) = when.as_ref().filter(|_| !looks) {
        faults.add(when.span(), "`when` is for a dealer with a hole card; without one there is no look");
    }
    let permitted = match (permitted, when) {
        (Some(permitted), _) => *permitted,
        (None, Some(_)) => Surrender::AnyCard,
        (None, None) => {
            faults.add(draft.span(), "say whether a hand may be given up: `permitted`");
            Surrender::Never
        }
    };
    if looks && permitted != Surrender::Never && when.is_none() {
        let message = "say when a hand is given up: `when = \"before-look\"` or `when = \"after-look\"`";
        faults.add(draft.span(), message);
    }
    (permitted, when.as_ref().map_or(SurrenderWhen::AfterLook, |when| *when.get_ref()))
}

fn read_values(draft: &ValuesDraft, faults: &mut Faults) -> CardValues {
    let (NumberValues(numbers), pictures) = (*draft.numbers.get_ref(), *draft.pictures.get_ref());
    let counts = |value: &u8| (1..=10).contains(value);
    if !numbers.iter().all(counts) {
        faults.add(draft.numbers.span(), "a card counts 1 to 10");
    }
    if !counts(&pictures) {
        faults.add(draft.pictures.span(), "a card counts 1 to 10");
    }
    // A value that is reported is replaced, so that the rest of the game can be read.
    let counted = |value: u8| value.clamp(1, 10);
    CardValues::new(numbers.map(counted), counted(pictures), draft.ace)
}

fn read_win(draft: &WinDraft, cites: &mut Citations, faults: &mut Faults) -> WinClause {
    WinClause { way: *draft.name.get_ref(), cite: cites.read(&draft.cite, faults) }
}

fn read_insurance(draft: &InsuranceDraft, cites: &mut Citations, faults: &mut Faults) -> Insurance {
    let rule: Rule = cites.read(&draft.cite, faults);
    let odds_rule = cites.read_some(draft.odds_cite.as_deref(), faults);
    Insurance {
        right: draft.right,
        odds: read_odds(&draft.odds, faults),
        cites: Cites::from(rule).and(odds_rule),
    }
}
