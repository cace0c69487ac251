//! The section of a rulebook on a blackjack table.

use serde::Deserialize;
use toml::Spanned;

use super::{
    AceCounts, AcesAgain, BOXES_MAX, BetsOnABox, Blackjack, BlackjackCites, Boxes, BoxesAPerson, Caller,
    CardValues, DealerBeforePlay, DealerOn17, DoubleAfterSplit, EvenMoney, HANDS_MAX, Insurance,
    InsuranceAfterSplit, InsuranceRight, LostToBlackjack, NaturalsPaid, NaturalsShown, OnEqual, Paid, Pairs,
    Shuffler, SplitAces, SplitRules, SplitTwoCard21, Surrender, WayToWin, WinClause,
};
use crate::book::{Citations, Faults, Section, Values, read_odds};
use crate::contract::Face;
use crate::law::{Cites, Rule};

/// What a rulebook says of a blackjack table.
#[derive(Clone, Debug)]
pub(crate) struct BlackjackBook {
    rules: Blackjack<BOXES_MAX>,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "kebab-case")]
enum FaceDraft {
    Up,
    Down,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PaidDraft {
    odds: Spanned<String>,
    cite: Spanned<String>,
    clause: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NaturalDraft {
    odds: Spanned<String>,
    cite: Spanned<String>,
    clause: Option<Spanned<String>>,
    paid: NaturalsPaid,
    shown: NaturalsShown,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ValuesDraft {
    ace: AceCounts,
    /// From Two to Ten.
    numbers: Spanned<[u8; 9]>,
    pictures: Spanned<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WinDraft {
    name: WayToWin,
    cite: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EqualDraft {
    result: OnEqual,
    cite: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BoxesDraft {
    least: u8,
    bets: BetsOnABox,
    each_person: BoxesAPerson,
    caller: Caller,
    cite: Spanned<String>,
    caller_cite: Spanned<String>,
    second_bet: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DealerDraft {
    before_play: DealerBeforePlay,
    soft_17: DealerOn17,
    cite: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DoubleDraft {
    #[serde(default)]
    scores: Vec<u8>,
    cite: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SplitDraft {
    #[serde(default)]
    barred: Vec<u8>,
    /// The most hands in a box, where the house does not choose it.
    hands: Option<Spanned<u8>>,
    /// What split Aces may get, where the house does not choose it.
    aces: Option<AcesDraft>,
    aces_again: AcesAgain,
    two_card_21: SplitTwoCard21,
    double: DoubleAfterSplit,
    insurance: InsuranceAfterSplit,
    cite: Spanned<String>,
    again_cite: Option<Spanned<String>>,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "kebab-case")]
enum AcesDraft {
    OneCard,
    PlayOn,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SurrenderDraft {
    permitted: Surrender,
    cite: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct InsuranceDraft {
    right: InsuranceRight,
    odds: Spanned<String>,
    cite: Spanned<String>,
    odds_cite: Option<Spanned<String>>,
}

impl BlackjackBook {
    pub(crate) fn read(
        section: &mut Section<'_>,
        cites: &mut Citations,
        faults: &mut Faults,
    ) -> Option<Self> {
        let faces = section.need::<FaceDraft>("faces", faults);
        let boxes = section.need::<BoxesDraft>("boxes", faults);
        let values = section.need::<ValuesDraft>("values", faults);
        let wins = section.rows::<WinDraft>("wins", faults);
        let equal = section.need::<EqualDraft>("equal", faults);
        let lost = section.need::<String>("lost", faults);
        let ordinary = section.need::<PaidDraft>("ordinary", faults);
        let natural = section.need::<NaturalDraft>("blackjack", faults);
        let dealer = section.need::<DealerDraft>("dealer", faults);
        let draw = section.need::<String>("draw", faults);
        let stand = section.need::<String>("stand", faults);
        let double = section.need::<DoubleDraft>("double", faults);
        let split = section.need::<SplitDraft>("split", faults);
        let surrender = section.need::<SurrenderDraft>("surrender", faults);
        let insurance = section.need::<InsuranceDraft>("insurance", faults);
        let even_money = section.take::<String>("even_money", faults);
        let even_money = cites.read_some(even_money.as_ref(), faults);
        // Every key has been looked at; from here on all of them are needed.
        let (boxes, equal, dealer) = (boxes?.into_inner(), equal?.into_inner(), dealer?.into_inner());
        let (double, split, surrender) = (double?.into_inner(), split?.into_inner(), surrender?.into_inner());
        let natural = natural?.into_inner();
        let read =
            |cite: &Spanned<String>, cites: &mut Citations, faults: &mut Faults| cites.read(cite, faults);
        let book_cites = BlackjackCites {
            lost: read(&lost?, cites, faults),
            void: read(&equal.cite, cites, faults),
            boxes: read(&boxes.cite, cites, faults),
            second_bet: cites.read_some(boxes.second_bet.as_ref(), faults),
            dealer: read(&dealer.cite, cites, faults),
            draw: read(&draw?, cites, faults),
            stand: read(&stand?, cites, faults),
            double: read(&double.cite, cites, faults),
            split: read(&split.cite, cites, faults),
            split_again: read(split.again_cite.as_ref().unwrap_or(&split.cite), cites, faults),
            surrender: read(&surrender.cite, cites, faults),
            caller: read(&boxes.caller_cite, cites, faults),
        };
        let rules = Blackjack {
            packs: 1,
            shuffler: Shuffler::Shoe,
            boxes: Boxes { most: 7, least: boxes.least },
            bets_on_a_box: boxes.bets,
            boxes_a_person: boxes.each_person,
            values: read_values(values?.get_ref(), faults),
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
            double_scores: double.scores,
            split: read_split(&split, faults),
            surrender: surrender.permitted,
            insurance: read_insurance(&insurance?.into_inner(), cites, faults),
            even_money: even_money.map_or(EvenMoney::None, EvenMoney::Offered),
            lost_to_blackjack: LostToBlackjack::Everything,
            caller: boxes.caller,
            cites: book_cites,
        };
        Some(Self { rules })
    }

    /// The rules of a table with these settings; what the house does not choose is as the book has it.
    pub(crate) fn table(&self, values: &Values<'_>) -> Blackjack<BOXES_MAX> {
        let mut rules = self.rules.clone();
        rules.packs = values.whole("decks").unwrap_or(rules.packs);
        rules.boxes.most = values.whole("boxes").unwrap_or(rules.boxes.most);
        rules.split.hands_max = values.whole("max-hands").unwrap_or(rules.split.hands_max);
        if values.is("split-tens", "rank") {
            rules.split.pairs = Pairs::Rank;
        }
        match values.text("split-aces") {
            Some("one-card") => rules.split.aces = SplitAces::OneCard,
            Some("play-on") => rules.split.aces = SplitAces::PlayOn,
            _ => {}
        }
        if values.is("surrender", "false") {
            rules.surrender = Surrender::Never;
        }
        if values.is("original-bets-only", "true") {
            rules.lost_to_blackjack = LostToBlackjack::OriginalBets;
        }
        if let (EvenMoney::Offered(rule), true) = (rules.even_money, values.is("even-money", "false")) {
            rules.even_money = EvenMoney::NotOffered(rule);
        }
        if values.is("shuffler", "true") {
            rules.shuffler = Shuffler::Machine;
        }
        rules
    }
}

fn read_paid(draft: &PaidDraft, cites: &mut Citations, faults: &mut Faults) -> Paid {
    Paid {
        odds: read_odds(&draft.odds, faults),
        cite: cites.read(&draft.cite, faults),
        clause: cites.read_some(draft.clause.as_ref(), faults),
    }
}

fn read_split(draft: &SplitDraft, faults: &mut Faults) -> SplitRules {
    let hands_max = draft.hands.as_ref().map_or(4, |hands| *hands.get_ref());
    if let Some(hands) = &draft.hands
        && !(1..=HANDS_MAX).contains(&usize::from(*hands.get_ref()))
    {
        faults.add(hands.span(), format!("a box has 1 to {HANDS_MAX} hands"));
    }
    SplitRules {
        pairs: Pairs::Value,
        barred: draft.barred.clone(),
        hands_max,
        aces: if matches!(draft.aces, Some(AcesDraft::PlayOn)) {
            SplitAces::PlayOn
        } else {
            SplitAces::OneCard
        },
        aces_again: draft.aces_again,
        two_card_21: draft.two_card_21,
        double: draft.double,
        insurance: draft.insurance,
    }
}

fn read_values(draft: &ValuesDraft, faults: &mut Faults) -> CardValues {
    let (numbers, pictures) = (draft.numbers.get_ref(), *draft.pictures.get_ref());
    let counts = |value: &u8| (1..=10).contains(value);
    if !numbers.iter().all(counts) {
        faults.add(draft.numbers.span(), "a card counts 1 to 10");
    }
    if !counts(&pictures) {
        faults.add(draft.pictures.span(), "a card counts 1 to 10");
    }
    CardValues::new(*numbers, pictures, draft.ace)
}

fn read_win(draft: &WinDraft, cites: &mut Citations, faults: &mut Faults) -> WinClause {
    WinClause { way: draft.name, cite: cites.read(&draft.cite, faults) }
}

fn read_insurance(draft: &InsuranceDraft, cites: &mut Citations, faults: &mut Faults) -> Insurance {
    let rule: Rule = cites.read(&draft.cite, faults);
    let odds_rule = cites.read_some(draft.odds_cite.as_ref(), faults);
    Insurance {
        right: draft.right,
        odds: read_odds(&draft.odds, faults),
        cites: Cites::from(rule).and(odds_rule),
    }
}
