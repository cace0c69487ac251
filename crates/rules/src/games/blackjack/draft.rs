//! The section of a rulebook on a blackjack table.

use serde::Deserialize;
use toml::Spanned;

use super::{
    AcesAgain, BOXES_MAX, BetsOnABox, Blackjack, BlackjackCites, Boxes, Caller, DealerOn17, EvenMoney,
    HANDS_MAX, Insurance, InsuranceRight, LostToBlackjack, NaturalsPaid, Paid, Pairs, Shuffler, SplitAces,
    SplitRules, Surrender,
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
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BoxesDraft {
    least: u8,
    bets: BetsOnABox,
    caller: Caller,
    cite: Spanned<String>,
    caller_cite: Spanned<String>,
    second_bet: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ScoresDraft {
    dealer_over: Spanned<String>,
    higher: Spanned<String>,
    two_cards: Spanned<String>,
    lost: Spanned<String>,
    void: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DealerDraft {
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
        let scores = section.need::<ScoresDraft>("scores", faults);
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
        let (boxes, scores, dealer) = (boxes?.into_inner(), scores?.into_inner(), dealer?.into_inner());
        let (double, split, surrender) = (double?.into_inner(), split?.into_inner(), surrender?.into_inner());
        let natural = natural?.into_inner();
        let read =
            |cite: &Spanned<String>, cites: &mut Citations, faults: &mut Faults| cites.read(cite, faults);
        let book_cites = BlackjackCites {
            dealer_over: read(&scores.dealer_over, cites, faults),
            higher: read(&scores.higher, cites, faults),
            two_cards: read(&scores.two_cards, cites, faults),
            lost: read(&scores.lost, cites, faults),
            void: read(&scores.void, cites, faults),
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
            faces: if matches!(faces?.into_inner(), FaceDraft::Up) { Face::Up } else { Face::Down },
            dealer_on_17: dealer.soft_17,
            naturals: natural.paid,
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
    }
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
