//! A game as a page shows it: wagers, layout, wheel, notes and provisions, so that the page implements no rule.

use std::collections::BTreeMap;

use croupier_kit::{Chips, Money};
use croupier_maths::{Advice, Figure, PayoutChance, Price, PriceQuery, advice, odds};
use croupier_rules::book::{Book, Chosen, GameBook, Provision};
use croupier_rules::offer::{self, Ending, Listing};
use croupier_sign::{CardPlace as SignPlace, Cloth, NoteRow, Sign, Spot};
use serde::Serialize;
use utoipa::ToSchema;

use super::amount::Amount;
use super::kinds::{Family, Placement, ProvisionKind, SpotShape};
use super::wager::WagerKindName;

/// Everything that a page needs to draw a game and to explain it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameInfo {
    /// The game, as `RULEBOOK/GAME`.
    pub game: String,
    /// The title of the game.
    pub title: String,
    /// The family of the game.
    pub family: Family,
    /// The regulation it is played by.
    pub authority: String,
    /// The smallest and largest stake.
    pub limits: StakeLimits,
    /// The chips to bet with, the smallest first.
    pub chips: Vec<Amount>,
    /// The wagers.
    pub wagers: Vec<WagerInfo>,
    /// The sizes of number sets that may be bet wherever they lie; null where none may.
    pub any_set: Option<NumberSets>,
    /// The layout of the table.
    pub cloth: Layout,
    /// The racetrack for call bets; null where there is none.
    pub race: Option<Layout>,
    /// The wheel; null where there is none.
    pub wheel: Option<WheelInfo>,
    /// The packs of the shoe; null where no shoe is used for several rounds.
    pub shoe_packs: Option<u8>,
    /// What one bets on, and how a round goes, in five lines.
    pub guide: GameGuide,
    /// What a player should know.
    pub notes: Vec<RuleNote>,
    /// The provisions of the rulebook that concern this game.
    pub provisions: Vec<ProvisionInfo>,
    /// The options that the house has chosen, by name.
    pub settings: BTreeMap<String, String>,
}

/// A game in five lines.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameGuide {
    /// What one bets on.
    pub aim: String,
    /// How a round goes, step by step.
    pub round: Vec<GuideStep>,
}

/// A step of a round.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GuideStep {
    /// What happens.
    pub text: String,
    /// A bet that it speaks of, as a bet writes it; null where there is none.
    pub bet: Option<String>,
    /// Cards that it speaks of.
    pub cards: Vec<String>,
}

impl From<croupier_rules::guide::Guide> for GameGuide {
    fn from(guide: croupier_rules::guide::Guide) -> Self {
        let step = |step: croupier_rules::guide::GuideStep| GuideStep {
            text: step.text,
            bet: step.bet,
            cards: step.cards.iter().map(ToString::to_string).collect(),
        };
        Self { aim: guide.aim, round: guide.round.into_iter().map(step).collect() }
    }
}

/// The smallest and largest stake of a table.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StakeLimits {
    /// The smallest stake; null where there is no limit.
    pub min: Option<Amount>,
    /// The largest stake; null where there is no limit.
    pub max: Option<Amount>,
    /// The currency, as three letters.
    pub currency: String,
}

/// Wagers that are paid alike.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct WagerInfo {
    /// The name by which prices list them.
    pub name: String,
    /// The ways of writing them, with `N` for a number to choose.
    pub forms: Vec<String>,
    /// Every wager of this kind, as a bet writes it.
    pub words: Vec<String>,
    /// What they cover, in words.
    pub covers: String,
    /// Their kind, as the family declares it.
    pub kind: WagerKindName,
    /// When they are placed.
    pub laid: Placement,
    /// What they are paid.
    pub pays: Vec<Payout>,
    /// What the house takes for them, such as `5 % of the stake, on a win`; null where it takes nothing.
    pub commission: Option<String>,
    /// Every stake is a multiple of this amount, so that each result can be paid exactly.
    pub step: Amount,
    /// The house edge; null except at learning tables, and where it cannot be computed.
    pub edge: Option<HouseEdge>,
}

/// What a wager is paid in one case.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Payout {
    /// The case.
    pub when: String,
    /// The odds, such as `35 to 1`.
    pub odds: String,
    /// The provisions it rests on.
    pub cites: Vec<String>,
}

/// The house edge of a wager.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct HouseEdge {
    /// An exact fraction of the bet; null where only a decimal is known.
    pub fraction: Option<String>,
    /// In per cent of the bet.
    pub percent: String,
    /// How it was computed.
    pub method: String,
    /// How a round can end, with the chance of each end; empty where only the edge is known.
    pub endings: Vec<EndingChance>,
}

/// An end of a round for one bet.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct EndingChance {
    /// The profit per unit of the bet; negative if it loses.
    pub profit: f64,
    /// The probability.
    pub chance: f64,
}

/// What a shoe is worth to the player, at best play.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ShoeValue {
    /// The number of cards left in the shoe.
    pub cards: u32,
    /// The wager that is priced.
    pub wager: String,
    /// The house edge of a bet on it from this shoe; negative where the player has the advantage.
    pub edge: HouseEdge,
}

impl ShoeValue {
    /// The price of the first wager of a table, which is its main one, from a shoe with so many cards.
    pub fn of(cards: u32, prices: &[Price]) -> Option<Self> {
        let price = prices.first()?;
        Some(Self { cards, wager: price.wager.clone(), edge: edge(price) })
    }
}

/// Sets of numbers that may be bet wherever they lie.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct NumberSets {
    /// How many numbers a set may have.
    pub sizes: Vec<u32>,
}

/// The layout of a table: its drawing, and where chips and cards go on it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Layout {
    /// The width of the drawing.
    pub width: f64,
    /// The height of the drawing.
    pub height: f64,
    /// The title of the drawing.
    pub title: String,
    /// The drawing in words, for those who cannot see it.
    pub desc: String,
    /// The drawing, to be put inside an `svg` element.
    pub svg: String,
    /// Where a chip makes a bet.
    pub spots: Vec<BetSpot>,
    /// Where cards are put.
    pub places: Vec<CardPlace>,
}

/// A spot where a chip makes a bet.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BetSpot {
    /// The wager, as a bet writes it.
    pub wager: String,
    /// The numbered area, where the table has them.
    pub area: Option<String>,
    /// What people call it.
    pub label: String,
    /// The odds it pays; null where they depend on the result.
    pub odds: Option<String>,
    /// Its centre, as x and y.
    #[schema(min_items = 2, max_items = 2)]
    pub at: [f64; 2],
    /// Its width and height.
    #[schema(min_items = 2, max_items = 2)]
    pub size: [f64; 2],
    /// Its shape.
    pub shape: SpotShape,
    /// The pockets it covers.
    pub covers: Vec<String>,
    /// The pockets that a call here has chips on; empty for other wagers.
    pub called: Vec<String>,
}

/// A place where cards are put.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CardPlace {
    /// Whose cards they are.
    pub what: String,
    /// The seat; null where it varies.
    pub seat: Option<u8>,
    /// The centre of the first card, as x and y.
    #[schema(min_items = 2, max_items = 2)]
    pub at: [f64; 2],
    /// The width and height of a card.
    #[schema(min_items = 2, max_items = 2)]
    pub card: [f64; 2],
}

/// A wheel.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct WheelInfo {
    /// The pockets, clockwise.
    pub order: Vec<String>,
    /// The colour of each pocket: `red`, `black` or `green`.
    pub colours: BTreeMap<String, String>,
}

/// Something that a player should know.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RuleNote {
    /// The topic.
    pub topic: String,
    /// The note.
    pub text: String,
    /// The provisions it rests on.
    pub cites: Vec<String>,
}

/// A provision of a rulebook.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ProvisionInfo {
    /// The citation.
    pub id: String,
    /// What it says, in our words.
    pub gist: String,
    /// What the program does about it.
    pub kind: ProvisionKind,
    /// How it is read where it is unclear.
    pub reading: Option<String>,
}

/// The best decision at a learning table, and what each other one costs.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AdviceView {
    /// The number of the round it is for.
    pub round: u64,
    /// The hand it is about, such as `1.2`.
    pub on: Option<String>,
    /// The stake on that hand; 0 for a banker.
    pub stake: Amount,
    /// Every possible decision, the best first.
    pub options: Vec<AdviceOption>,
    /// How it was computed.
    pub method: String,
}

/// A possible decision and its value.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AdviceOption {
    /// The decision: `draw`, `stand`, `raise` …
    pub decision: String,
    /// How often best play decides this: 1 or 0, or between where it is random.
    pub share: f64,
    /// The expected gain, in bets; null where it is not known.
    pub worth: Option<String>,
    /// What it costs compared with the best decision, in money with four decimals.
    pub cost: Option<String>,
}

impl AdviceView {
    /// Advice on a hand with this stake; a banker's has none, and what a decision costs there is not known.
    pub fn of(advice: &Advice, round: u64, on: Option<String>, stake: Option<Money>) -> Self {
        let best = advice.options.first().and_then(|option| option.worth.as_ref()).map(Figure::value);
        let option = |option: &advice::MoveAdvice| {
            let worth = option.worth.as_ref().map(Figure::value);
            let lost = best.zip(worth).map(|(best, worth)| (best - worth).max(0.0));
            #[allow(clippy::cast_precision_loss, reason = "a cost is shown with four decimals")]
            let cost = lost.zip(stake).map(|(lost, stake)| lost * stake.minor() as f64 / 100.0);
            AdviceOption {
                decision: option.decision.to_owned(),
                share: option.share.value(),
                worth: worth.map(|worth| format!("{worth:+.4}")),
                cost: cost.map(|cost| format!("{cost:.4}")),
            }
        };
        let options = advice.options.iter().map(option).collect();
        let stake = Amount(stake.unwrap_or(Money::ZERO));
        Self { round, on, stake, options, method: advice.method.to_owned() }
    }
}

/// Whether a table is a learning table: only these show edges and best play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Teaching {
    /// It is.
    Learning,
    /// It is not.
    Played,
}

impl GameInfo {
    /// The game of a table.
    pub fn of(book: &Book, game: &GameBook, chosen: &Chosen, currency: &str, teaching: Teaching) -> Self {
        let sign = Sign::new(book, game, chosen);
        let rules = game.table(chosen);
        let prices = match teaching {
            // A table that cannot be priced shows no edges.
            Teaching::Learning => {
                odds(&rules, &PriceQuery::default()).map_or_else(|_| Vec::new(), |report| report.prices)
            }
            Teaching::Played => Vec::new(),
        };
        let listings = offer::listings(&rules);
        Self {
            game: sign.name.clone(),
            title: sign.title.clone(),
            family: game.family().into(),
            authority: sign.authority.clone(),
            limits: StakeLimits {
                min: chosen.stake_min.map(Amount),
                max: chosen.stake_max.map(Amount),
                currency: currency.to_owned(),
            },
            chips: betting_chips(chosen).into_iter().map(Amount).collect(),
            wagers: listings.iter().map(|listing| wager(book, listing, &prices)).collect(),
            any_set: any_set(&listings),
            cloth: sign.cloth().into(),
            race: sign.race().map(Into::into),
            wheel: sign.wheel().map(wheel),
            shoe_packs: offer::shoe_packs(&rules),
            guide: offer::guide(&rules).into(),
            notes: sign.notes.iter().map(note).collect(),
            provisions: book.provisions().iter().filter(|row| concerns(row, game)).map(provision).collect(),
            settings: chosen.iter().map(|(key, value)| (key.to_owned(), value.to_string())).collect(),
        }
    }
}

/// The chips to bet with: from half the smallest stake up, at most six.
pub(crate) fn betting_chips(chosen: &Chosen) -> Vec<Money> {
    let least = chosen.stake_min.map_or(1, |min| min.minor() / 2);
    let mut values: Vec<Money> = Chips::usual().values().to_vec();
    values.reverse();
    values.into_iter().filter(|value| value.minor() >= least.max(50)).take(6).collect()
}

fn cite(book: &Book, ending: &Ending) -> Vec<String> {
    ending.cites.iter().map(|rule| book.citations().text(rule).to_owned()).collect()
}

fn wager(book: &Book, listing: &Listing, prices: &[Price]) -> WagerInfo {
    let pay = |ending: &Ending| {
        let odds = ending.odds()?.to_string();
        Some(Payout { when: ending.when.clone(), odds, cites: cite(book, ending) })
    };
    let price = prices.iter().find(|price| price.wager == listing.name);
    WagerInfo {
        name: listing.name.clone(),
        forms: listing.forms.clone(),
        words: listing.words.clone(),
        covers: listing.covers.clone(),
        kind: listing.kind.into(),
        laid: listing.laid.into(),
        pays: listing.endings.iter().filter_map(pay).collect(),
        commission: listing.commission.map(|commission| commission.to_string()),
        step: Amount(listing.step),
        edge: price.map(edge),
    }
}

fn edge(price: &Price) -> HouseEdge {
    HouseEdge {
        fraction: price.edge.exact().map(ToString::to_string),
        percent: format!("{:.4}", 100.0 * price.edge.value()),
        method: price.method.clone(),
        endings: price.endings.iter().map(ending_chance).collect(),
    }
}

fn ending_chance(ending: &PayoutChance) -> EndingChance {
    EndingChance { profit: Figure::from(ending.profit.clone()).value(), chance: ending.probability.value() }
}

/// The sizes of sets that may be bet wherever their numbers lie: those written as `numbers N …`.
fn any_set(listings: &[Listing]) -> Option<NumberSets> {
    let size = |listing: &Listing| listing.name.strip_prefix("numbers ").and_then(|size| size.parse().ok());
    let sizes: Vec<u32> = listings.iter().filter_map(size).collect();
    (!sizes.is_empty()).then_some(NumberSets { sizes })
}

impl From<Cloth> for Layout {
    fn from(cloth: Cloth) -> Self {
        Self {
            width: cloth.drawing.width,
            height: cloth.drawing.height,
            title: cloth.drawing.title,
            desc: cloth.drawing.desc,
            svg: cloth.drawing.body,
            spots: cloth.spots.into_iter().map(spot).collect(),
            places: cloth.places.into_iter().map(place).collect(),
        }
    }
}

fn spot(spot: Spot) -> BetSpot {
    BetSpot {
        wager: spot.wager,
        area: spot.area,
        label: spot.label,
        odds: spot.odds.map(|odds| odds.to_string()),
        at: spot.at.into(),
        size: spot.size.into(),
        shape: spot.outline.into(),
        covers: spot.covers,
        called: spot.called,
    }
}

fn place(place: SignPlace) -> CardPlace {
    CardPlace { what: place.what, seat: place.seat, at: place.at.into(), card: place.card.into() }
}

fn wheel(pockets: Vec<(String, &'static str)>) -> WheelInfo {
    WheelInfo {
        order: pockets.iter().map(|(pocket, _)| pocket.clone()).collect(),
        colours: pockets.into_iter().map(|(pocket, colour)| (pocket, colour.to_owned())).collect(),
    }
}

fn note(note: &NoteRow) -> RuleNote {
    RuleNote { topic: note.topic.clone(), text: note.text.clone(), cites: note.cites.clone() }
}

/// Whether a provision is about this game, or about all of the book.
fn concerns(provision: &Provision, game: &GameBook) -> bool {
    provision.games.is_empty() || provision.games.iter().any(|known| known == game.id())
}

fn provision(provision: &Provision) -> ProvisionInfo {
    ProvisionInfo {
        id: provision.id.clone(),
        gist: provision.gist.clone(),
        kind: provision.kind.into(),
        reading: provision.reading.clone(),
    }
}
