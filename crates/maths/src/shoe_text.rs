//! The text form of a shoe: cards left, as in `A:24,2:24,10:96` or `0:16,1:4`, or cards removed, as in `-5:2,-K`.

use croupier_kit::{Card, Rank, Shoe, Suit};
use croupier_rules::games::AnyGame;
use croupier_rules::table::{CardSource, TableGame};
use croupier_rules::with_game;

use crate::family::{CardWords, FamilyMaths};
use crate::{Price, PriceError, PriceQuery};

/// How cards are written; part of every error message.
const FORM: &str = "write what is left, such as A:24,2:24, or what has gone, such as -5:2,-K";

/// A shoe as it was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrittenShoe {
    /// The cards that are left.
    pub shoe: Shoe,
    /// Whether the text leaves open which of several cards are left: they are then spread as evenly as possible.
    pub spread: bool,
}

/// The price of a wager on ranks and suits. Where it is open which cards are left, it is that of one such shoe only.
pub(crate) fn of_spread(ask: &PriceQuery, price: Price) -> Price {
    if !ask.spread {
        return price;
    }
    let method = "side wagers: the price of one shoe among those that fit, with the cards spread evenly over their ranks \
                  and suits; write cards with their suits, such as -5H, for the price of a known shoe";
    Price { method: method.to_owned(), ..price }
}

/// Reads the shoe of a game from text.
///
/// Either every item begins with `-` and is removed from a full shoe, or no item does and the shoe holds exactly the
/// listed cards. A card is written as its rank. In games where tens and pictures count the same, `10` (in baccarat
/// also `0`) stands for all of them together. A card can be written with its suit.
///
/// # Errors
/// When the game has no shoe that lasts over several rounds, the text is malformed, or the packs do not hold the given number of cards.
pub fn parse_shoe(game: &AnyGame, text: &str) -> Result<WrittenShoe, PriceError> {
    let whole = whole_shoe(game)?;
    with_game!(game, game => check_lasts(game))?;
    let words = with_game!(game, game => card_words(game));
    let items: Vec<Item<'_>> =
        text.split(',').map(|item| Item::read(words, item)).collect::<Result<_, _>>()?;
    let gone = items.iter().filter(|item| item.gone).count();
    if gone != 0 && gone != items.len() {
        let found = format!("--shoe {text} says of some cards what is left and of others what has gone");
        return Err(PriceError::new(found, FORM));
    }
    check_once(&items)?;
    let mut out = vec![0_u32; 52];
    let mut spread = false;
    for item in &items {
        spread |= take(item, &whole, &mut out)?;
    }
    let leaves = |card: Card| {
        let listed = out[card.index()];
        if gone == 0 { u32::from(whole.count(card)) - listed } else { listed }
    };
    let mut shoe = whole;
    for card in Card::pack() {
        for _ in 0..leaves(card) {
            shoe.take(card).map_err(|error| PriceError::new(error.to_string(), FORM))?;
        }
    }
    if shoe.is_empty() {
        return Err(PriceError::new("--shoe leaves no card", "at least one card must be left"));
    }
    Ok(WrittenShoe { shoe, spread })
}

/// Reports a game that is not priced by what is left in a shoe.
pub(crate) fn check_lasts<G: FamilyMaths>(_: &G) -> Result<(), PriceError> {
    match G::LASTS {
        true => Ok(()),
        false => Err(PriceError::new("a shoe", "this game is not priced by what is left in a shoe")),
    }
}

const fn card_words<G: FamilyMaths>(_: &G) -> CardWords {
    G::CARDS
}

fn whole_shoe(game: &AnyGame) -> Result<Shoe, PriceError> {
    match with_game!(game, game => game.packs()) {
        CardSource::None => Err(PriceError::new("--shoe", "this game is played without cards")),
        CardSource::Shoe(packs) | CardSource::EveryHand(packs) | CardSource::Shuffler(packs) => {
            Ok(Shoe::new(packs))
        }
    }
}

/// Cards that the rules count the same, and how many of them are left or removed.
struct Item<'t> {
    text: &'t str,
    cards: Vec<Card>,
    count: u32,
    gone: bool,
}

impl<'t> Item<'t> {
    fn read(words: CardWords, text: &'t str) -> Result<Self, PriceError> {
        let item = text.trim();
        let (gone, rest) = item.strip_prefix('-').map_or((false, item), |rest| (true, rest));
        let (name, count) = match rest.split_once(':') {
            Some((name, count)) => (name.trim(), parse_count(item, count.trim())?),
            None if gone => (rest, 1),
            None => return Err(PriceError::new(format!("`{item}` in --shoe has no number"), FORM)),
        };
        Ok(Self { text: item, cards: cards(words, name)?, count, gone })
    }
}

fn parse_count(item: &str, count: &str) -> Result<u32, PriceError> {
    count.parse().map_err(|_| {
        let found = format!("`{item}` in --shoe: `{count}` is not a number of cards");
        PriceError::new(found, "a number of cards is a whole number, 0 or more")
    })
}

/// The cards that a name stands for in this game.
fn cards(words: CardWords, name: &str) -> Result<Vec<Card>, PriceError> {
    let tens = [Rank::Ten, Rank::Jack, Rank::Queen, Rank::King];
    let ranks: Vec<Rank> = match (name, words) {
        (_, CardWords::Suited) => {
            return name.parse().map(|card| vec![card]).map_err(|_| unknown_card(words, name));
        }
        _ if name.len() == 2 && name.parse::<Card>().is_ok() => {
            return Ok(name.parse::<Card>().into_iter().collect());
        }
        ("0", CardWords::PipsAlike) | ("10", CardWords::TensAlike | CardWords::PipsAlike) => tens.to_vec(),
        ("10", CardWords::None | CardWords::Ranks) => vec![Rank::Ten],
        ("1", _) => vec![Rank::Ace],
        _ => Rank::ALL
            .into_iter()
            .filter(|rank| name.eq_ignore_ascii_case(&rank.symbol().to_string()))
            .collect(),
    };
    if ranks.is_empty() {
        return Err(unknown_card(words, name));
    }
    Ok(ranks.iter().flat_map(|rank| Suit::ALL.map(|suit| Card::new(*rank, suit))).collect())
}

fn unknown_card(words: CardWords, name: &str) -> PriceError {
    let allowed = match words {
        CardWords::Suited => "write rank and suit, such as AS or TH",
        CardWords::PipsAlike => "cards are 0 (tens and pictures together), 1 to 9, or A, 2 to 9, T, J, Q, K",
        CardWords::TensAlike => "cards are A, 2 to 9, 10 (tens and pictures together), or T, J, Q, K",
        CardWords::Ranks | CardWords::None => "cards are 2 to 10, J, Q, K, A",
    };
    PriceError::new(format!("`{name}` in --shoe is no card here"), allowed)
}

fn check_once(items: &[Item<'_>]) -> Result<(), PriceError> {
    for (place, item) in items.iter().enumerate() {
        if let Some(before) =
            items[..place].iter().find(|before| before.cards.iter().any(|c| item.cards.contains(c)))
        {
            let found = format!("--shoe names the same card twice: `{}` and `{}`", before.text, item.text);
            return Err(PriceError::new(found, FORM));
        }
    }
    Ok(())
}

/// Distributes the item's count as evenly as possible over its cards, and says whether that was a choice. The main wagers
/// do not distinguish these cards.
fn take(item: &Item<'_>, whole: &Shoe, out: &mut [u32]) -> Result<bool, PriceError> {
    let holds: u32 = item.cards.iter().map(|card| u32::from(whole.count(*card))).sum();
    if item.count > holds {
        let packs = whole.len() / 52;
        let packs = if packs == 1 { "one pack holds".to_owned() } else { format!("{packs} packs hold") };
        let found = format!("`{}` in --shoe", item.text);
        return Err(PriceError::new(found, format!("{packs} {holds} of them")));
    }
    let cards = u32::try_from(item.cards.len()).expect("a pack has few cards");
    for (place, card) in (0..).zip(&item.cards) {
        out[card.index()] += item.count / cards + u32::from(place < item.count % cards);
    }
    Ok(cards > 1 && item.count > 0 && item.count < holds)
}

#[cfg(test)]
mod tests {
    use croupier_rules::book::{Chosen, Shelf};

    use super::*;

    fn game(name: &str) -> AnyGame {
        let shelf = Shelf::built_in();
        let (_, game) = shelf.game(name).unwrap();
        game.table(&Chosen::default())
    }

    fn of_rank(shoe: &Shoe, rank: Rank) -> u32 {
        Suit::ALL.iter().map(|suit| u32::from(shoe.count(Card::new(rank, *suit)))).sum()
    }

    #[test]
    fn what_is_left_and_what_has_gone_are_two_ways_of_saying_the_same() {
        let game = game("mpumalanga/blackjack");
        let left = parse_shoe(&game, "A:24,2:24,3:24,4:24,5:22,6:24,7:24,8:24,9:24,10:96").unwrap().shoe;
        let gone = parse_shoe(&game, "-5:2").unwrap().shoe;
        assert_eq!(Rank::ALL.map(|rank| of_rank(&left, rank)), Rank::ALL.map(|rank| of_rank(&gone, rank)));
        assert_eq!((left.len(), of_rank(&left, Rank::Five)), (310, 22));
        assert_eq!(of_rank(&parse_shoe(&game, "-K").unwrap().shoe, Rank::King), 23);
    }

    #[test]
    fn tens_and_pictures_are_one_where_they_count_alike() {
        let shoe = parse_shoe(&game("scotland-1970/punto-banco"), "0:16,1:4,9:3").unwrap().shoe;
        assert_eq!(shoe.len(), 23);
        assert_eq!(Rank::ALL.map(|rank| of_rank(&shoe, rank)), [0, 0, 0, 0, 0, 0, 0, 3, 4, 4, 4, 4, 4]);
        let ten = parse_shoe(&game("western-australia-1990/in-between"), "10:1,2:1,3:1").unwrap().shoe;
        assert_eq!((of_rank(&ten, Rank::Ten), of_rank(&ten, Rank::King)), (1, 0));
    }

    #[test]
    fn what_cannot_be_is_refused_with_what_can() {
        let cases = [
            ("mpumalanga/blackjack", "A:25", "6 packs hold 24"),
            ("mpumalanga/blackjack", "-A:25", "6 packs hold 24"),
            ("mpumalanga/blackjack", "A:-3", "0 or more"),
            ("mpumalanga/blackjack", "A:1.5", "0 or more"),
            ("mpumalanga/blackjack", "A:99999999999", "0 or more"),
            ("mpumalanga/blackjack", "A:1,-2:1", "what has gone"),
            ("mpumalanga/blackjack", "A:1,A:2", "twice"),
            ("mpumalanga/blackjack", "10:1,K:2", "twice"),
            ("mpumalanga/blackjack", "0:1", "A, 2 to 9, 10"),
            ("mpumalanga/blackjack", "A", "no number"),
            ("mpumalanga/blackjack", "", "no number"),
            ("mpumalanga/blackjack", "A:0", "no card"),
            ("mpumalanga/punto-banco", "11:1", "0 (tens"),
            ("mpumalanga/arizona-hold-em", "AS:1", "not priced by what is left in a shoe"),
            ("western-australia-1990/in-between", "0:3", "2 to 10"),
            ("scotland-1970/dice", "1:1", "without cards"),
        ];
        for (name, text, words) in cases {
            let error = parse_shoe(&game(name), text).unwrap_err().to_string();
            assert!(error.contains(words), "{name} {text}: {error}");
        }
    }

    #[test]
    fn cards_that_are_not_named_are_spread_and_that_is_said() {
        let game = game("mpumalanga/blackjack");
        for (text, spread) in
            [("-5:2", true), ("-5H:2", false), ("-5:24", false), ("10:96", false), ("10:95", true)]
        {
            assert_eq!(parse_shoe(&game, text).unwrap().spread, spread, "{text}");
        }
        let shoe = parse_shoe(&game, "-5H:2,-KS").unwrap().shoe;
        assert_eq!(shoe.count("5H".parse().unwrap()), 4);
        assert_eq!(shoe.count("KS".parse().unwrap()), 5);
        assert_eq!(shoe.len(), 309);
    }
}
