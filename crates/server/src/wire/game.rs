//! A game as a page shows it: wagers, cloth, wheel, notes and provisions, so that the page re-implements no rule.

use std::collections::BTreeMap;

use croupier_kit::{Chips, Money};
use croupier_maths::{Advice, Figure, Price, PriceQuery, advice, odds};
use croupier_rules::book::{Book, Chosen, GameBook, Provision};
use croupier_rules::offer::{self, Ending, Listing};
use croupier_sign::{CardPlace, Cloth, NoteRow, Sign, Spot};
use serde::Serialize;
use utoipa::ToSchema;

use super::amount::Amount;

/// All that a page needs to draw a game and to explain it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameSheet {
    /// The game, as `RULEBOOK/GAME`.
    pub game: String,
    /// Its name.
    pub title: String,
    /// Its family: `roulette`, `dice`, `baccarat`, `blackjack`, `poker` or `in-between`.
    pub family: String,
    /// The regulation it is played by.
    pub authority: String,
    /// What may be staked.
    pub limits: LimitsSheet,
    /// The chips of the house, the smallest first.
    pub chips: Vec<Amount>,
    /// The wagers.
    pub wagers: Vec<WagerSheet>,
    /// Where any set of numbers may be bet: the sizes that are paid.
    pub any_set: Option<AnySet>,
    /// The cloth.
    pub cloth: ClothSheet,
    /// The racetrack of the calls.
    pub race: Option<ClothSheet>,
    /// The wheel.
    pub wheel: Option<WheelSheet>,
    /// What a player should know.
    pub notes: Vec<NoteSheet>,
    /// The provisions of the book.
    pub provisions: Vec<ProvisionSheet>,
    /// What the house has chosen.
    pub settings: BTreeMap<String, String>,
}

/// The limits of a table.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LimitsSheet {
    /// The least that may be bet.
    pub min: Option<Amount>,
    /// The most that may be bet.
    pub max: Option<Amount>,
    /// The currency.
    pub currency: String,
}

/// Wagers that are paid alike.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct WagerSheet {
    /// The name by which prices list them.
    pub name: String,
    /// The ways of writing them, with `N` for a number one chooses.
    pub forms: Vec<String>,
    /// The wagers, each as a bet names it.
    pub words: Vec<String>,
    /// What they are on.
    pub covers: String,
    /// How they are laid: `bet`, `behind`, `insurance` or `raise`.
    pub laid: String,
    /// What they are paid.
    pub pays: Vec<PaySheet>,
    /// The smallest stake that every result can pay exactly; every other is a multiple of it.
    pub step: Amount,
    /// The house's edge; at learning tables only.
    pub edge: Option<EdgeSheet>,
}

/// One line of what a wager is paid.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PaySheet {
    /// When.
    pub when: String,
    /// The odds.
    pub odds: String,
    /// The provisions.
    pub cites: Vec<String>,
}

/// What a wager costs.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct EdgeSheet {
    /// As an exact fraction of the bet, where there is one.
    pub fraction: Option<String>,
    /// In per cent of the bet.
    pub percent: String,
    /// How it was got.
    pub method: String,
}

/// Sets of numbers that may be bet wherever they lie.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AnySet {
    /// How many numbers a set may have.
    pub sizes: Vec<u32>,
}

/// A cloth: its drawing, and where chips and cards lie on it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ClothSheet {
    /// How wide the drawing is.
    pub width: f64,
    /// How high it is.
    pub height: f64,
    /// What it is.
    pub title: String,
    /// What it shows, for those who cannot see it.
    pub desc: String,
    /// The drawing, to stand within an `svg`.
    pub svg: String,
    /// Where a chip makes a wager.
    pub spots: Vec<SpotSheet>,
    /// Where cards are laid.
    pub places: Vec<PlaceSheet>,
}

/// A place where a chip makes a wager.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SpotSheet {
    /// The wager, as a bet names it.
    pub wager: String,
    /// The numbered area, where the table has them.
    pub area: Option<String>,
    /// What people call it.
    pub label: String,
    /// What it pays, where that is one figure.
    pub odds: Option<String>,
    /// Its middle.
    pub at: [f64; 2],
    /// How wide and high it is.
    pub size: [f64; 2],
    /// `rect` or `circle`.
    pub shape: String,
    /// The pockets it covers.
    pub covers: Vec<String>,
}

/// A place where cards are laid.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlaceSheet {
    /// Whose they are.
    pub what: String,
    /// The seat, where it is always the same.
    pub seat: Option<u8>,
    /// The middle of the first card.
    pub at: [f64; 2],
    /// How wide and high a card is.
    pub card: [f64; 2],
}

/// A wheel.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct WheelSheet {
    /// The pockets, clockwise.
    pub order: Vec<String>,
    /// The colour of each: `red`, `black` or `green`.
    pub colours: BTreeMap<String, String>,
}

/// Something a player should know.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct NoteSheet {
    /// What it is about.
    pub topic: String,
    /// What it says.
    pub text: String,
    /// The provisions it rests on.
    pub cites: Vec<String>,
}

/// A provision of a book.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ProvisionSheet {
    /// Its citation.
    pub id: String,
    /// What it says, in our words.
    pub gist: String,
    /// What kind of rule it is.
    pub kind: String,
    /// How it is read where it is unclear.
    pub reading: Option<String>,
}

/// The best decision at a learning table, and what each other would cost.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AdviceSheet {
    /// The round it is for.
    pub round: u64,
    /// About which hand, such as `1.2`.
    pub on: Option<String>,
    /// What is at stake on it.
    pub stake: Amount,
    /// Every decision there is, the best first.
    pub options: Vec<OptionSheet>,
    /// How it was got.
    pub method: String,
}

/// A decision, and what it is worth.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OptionSheet {
    /// What: `draw`, `stand`, `raise` …
    pub decision: String,
    /// How often it is best: 1 or 0, or between where a lot decides.
    pub share: f64,
    /// What it is expected to gain, in bets; nothing where that is not known apart.
    pub worth: Option<String>,
    /// What it costs against the best, in money to the hundredth of the smallest unit.
    pub cost: Option<String>,
}

impl AdviceSheet {
    /// Advice on a hand with so much at stake.
    pub fn of(advice: &Advice, round: u64, on: Option<String>, stake: Money) -> Self {
        let best = advice.options.first().and_then(|option| option.worth.as_ref()).map(Figure::value);
        let option = |option: &advice::MoveAdvice| {
            let worth = option.worth.as_ref().map(Figure::value);
            let lost = best.zip(worth).map(|(best, worth)| (best - worth).max(0.0));
            #[allow(clippy::cast_precision_loss, reason = "a cost is told in four places")]
            let cost = lost.map(|lost| lost * stake.minor() as f64 / 100.0);
            OptionSheet {
                decision: option.decision.to_owned(),
                share: option.share.value(),
                worth: worth.map(|worth| format!("{worth:+.4}")),
                cost: cost.map(|cost| format!("{cost:.4}")),
            }
        };
        let options = advice.options.iter().map(option).collect();
        Self { round, on, stake: Amount(stake), options, method: advice.method.to_owned() }
    }
}

/// Whether a table teaches: edges and best play are told at such tables only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Teaching {
    /// A table one learns at.
    Learning,
    /// A table one plays at.
    Played,
}

impl GameSheet {
    /// The sheet of a table.
    pub fn of(book: &Book, game: &GameBook, chosen: &Chosen, currency: &str, teaching: Teaching) -> Self {
        let sign = Sign::new(book, game, chosen);
        let rules = game.table(chosen);
        let prices = match teaching {
            Teaching::Learning => {
                odds(&rules, &PriceQuery::default()).map(|report| report.prices).unwrap_or_default()
            }
            Teaching::Played => Vec::new(),
        };
        let listings = offer::listings(&rules);
        Self {
            game: sign.name.clone(),
            title: sign.title.clone(),
            family: game.family().name().to_owned(),
            authority: sign.authority.clone(),
            limits: LimitsSheet {
                min: chosen.stake_min.map(Amount),
                max: chosen.stake_max.map(Amount),
                currency: currency.to_owned(),
            },
            chips: chips(chosen),
            wagers: listings.iter().map(|listing| wager(book, listing, &prices)).collect(),
            any_set: any_set(&listings),
            cloth: sign.cloth().into(),
            race: sign.race().map(Into::into),
            wheel: sign.wheel().map(wheel),
            notes: sign.notes.iter().map(note).collect(),
            provisions: book.provisions().iter().filter(|row| concerns(row, game)).map(provision).collect(),
            settings: chosen.iter().map(|(key, value)| (key.to_owned(), value.to_string())).collect(),
        }
    }
}

/// The chips that a table is played with: from half its least stake up, six of them at most.
fn chips(chosen: &Chosen) -> Vec<Amount> {
    let least = chosen.stake_min.map_or(1, |min| min.minor() / 2);
    let mut values: Vec<Money> = Chips::usual().values().to_vec();
    values.reverse();
    values.into_iter().filter(|value| value.minor() >= least.max(50)).take(6).map(Amount).collect()
}

fn cite(book: &Book, ending: &Ending) -> Vec<String> {
    ending.cites.iter().map(|rule| book.citations().text(rule).to_owned()).collect()
}

fn wager(book: &Book, listing: &Listing, prices: &[Price]) -> WagerSheet {
    let pay = |ending: &Ending| {
        let odds = ending.odds()?.to_string();
        Some(PaySheet { when: ending.when.clone(), odds, cites: cite(book, ending) })
    };
    let price = prices.iter().find(|price| price.wager == listing.name);
    WagerSheet {
        name: listing.name.clone(),
        forms: listing.forms.clone(),
        words: listing.words.clone(),
        covers: listing.covers.clone(),
        laid: listing.laid.name().to_owned(),
        pays: listing.endings.iter().filter_map(pay).collect(),
        step: Amount(listing.step),
        edge: price.map(edge),
    }
}

fn edge(price: &Price) -> EdgeSheet {
    EdgeSheet {
        fraction: price.edge.exact().map(ToString::to_string),
        percent: format!("{:.4}", 100.0 * price.edge.value()),
        method: price.method.clone(),
    }
}

/// The sizes of sets that may be bet wherever their numbers lie: those written as `numbers N …`.
fn any_set(listings: &[Listing]) -> Option<AnySet> {
    let size = |listing: &Listing| listing.name.strip_prefix("numbers ").and_then(|size| size.parse().ok());
    let sizes: Vec<u32> = listings.iter().filter_map(size).collect();
    (!sizes.is_empty()).then_some(AnySet { sizes })
}

impl From<Cloth> for ClothSheet {
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

fn spot(spot: Spot) -> SpotSheet {
    SpotSheet {
        wager: spot.wager,
        area: spot.area,
        label: spot.label,
        odds: spot.odds.map(|odds| odds.to_string()),
        at: spot.at.into(),
        size: spot.size.into(),
        shape: spot.outline.name().to_owned(),
        covers: spot.covers,
    }
}

fn place(place: CardPlace) -> PlaceSheet {
    PlaceSheet { what: place.what, seat: place.seat, at: place.at.into(), card: place.card.into() }
}

fn wheel(pockets: Vec<(String, &'static str)>) -> WheelSheet {
    WheelSheet {
        order: pockets.iter().map(|(pocket, _)| pocket.clone()).collect(),
        colours: pockets.into_iter().map(|(pocket, colour)| (pocket, colour.to_owned())).collect(),
    }
}

fn note(note: &NoteRow) -> NoteSheet {
    NoteSheet { topic: note.topic.clone(), text: note.text.clone(), cites: note.cites.clone() }
}

/// Whether a provision is about this game, or about all of the book.
fn concerns(provision: &Provision, game: &GameBook) -> bool {
    provision.games.is_empty() || provision.games.iter().any(|known| known == game.id())
}

fn provision(provision: &Provision) -> ProvisionSheet {
    ProvisionSheet {
        id: provision.id.clone(),
        gist: provision.gist.clone(),
        kind: provision.kind.name().to_owned(),
        reading: provision.reading.clone(),
    }
}
