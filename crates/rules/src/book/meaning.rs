//! What the keys mean that a reader looks at one by one; the keys of rows are told of where the rows are drafted.

/// What a key of a table means: of a table of this name, else of any game.
pub(crate) fn meaning(table: &str, key: &str) -> Option<&'static str> {
    let of = |table: &str| MEANINGS.iter().find(|row| row.0 == table && row.1 == key).map(|row| row.2);
    of(table).or_else(|| of("game"))
}

/// Table, key and meaning.
pub(crate) const MEANINGS: &[(&str, &str, &str)] = &[
    ("book", "id", "the name that records use: small letters, figures, hyphens"),
    ("book", "title", "the name of the regulation, for people"),
    ("book", "source", "where its text is from, for people"),
    ("book", "provision", "what the regulation says, provision by provision"),
    ("book", "in_force", "from when the book is in force; left out where the source does not say"),
    ("book", "amendment", "what later instruments changed, and from when"),
    ("book", "conduct", "what the general refusals cite, for all games of the book"),
    ("book", "game", "the games, by the name that records use after the book's"),
    ("book", "requirement", "what is asked of a house that has a table"),
    ("game", "title", "the name of the game, for people"),
    ("game", "family", "which kind of game it is"),
    ("game", "conduct", "what this game's refusals cite where it is not what the book says for all"),
    ("game", "setting", "what the house may choose at a table, besides the limits `min` and `max`"),
    (
        "game",
        "fixed",
        "which provision fixes a term that the other keys do not cite, by the term's name in the envelope",
    ),
    ("roulette", "wheel", "the numbers clockwise, with \"00\" in quotes"),
    ("roulette", "wheel_cite", "the provision on the wheel"),
    ("roulette", "beside_zero", "which numbers lie together with a zero; the others lie in three columns"),
    ("roulette", "sets", "names for sets of numbers: red, dozen 1"),
    ("roulette", "wager", "the wagers with their odds"),
    ("roulette", "spins", "the provisions on spins"),
    ("roulette", "call", "bets that a player calls, laid in several chips"),
    ("dice", "dice_cite", "the provision on the dice"),
    ("dice", "line", "wagers on a first throw, then on a point against seven"),
    ("dice", "race", "wagers on a score against seven"),
    ("dice", "next", "wagers on the next throw"),
    ("in-between", "ranks", "the thirteen ranks from the lowest, as in 23456789TJQKA"),
    ("in-between", "consecutive", "the first two cards are neighbours in rank"),
    ("in-between", "between", "the third card ranks between the first two"),
    ("in-between", "outside", "the third card ranks outside the first two, or equals one of them"),
    ("in-between", "three_equal", "all three cards have one rank"),
    ("in-between", "pair_only", "the first two cards are a pair, and the third is not of their rank"),
    ("blackjack", "faces", "how the first cards of the boxes lie"),
    ("blackjack", "boxes", "the boxes, and who plays them"),
    ("blackjack", "values", "what cards count"),
    ("blackjack", "wins", "the ways in which a hand of 21 or less wins; the first that holds is cited"),
    ("blackjack", "equal", "what an equal score comes to"),
    ("blackjack", "lost", "the provision under which a hand loses"),
    ("blackjack", "ordinary", "what an ordinary win is paid"),
    ("blackjack", "blackjack", "what blackjack is paid, and when"),
    ("blackjack", "dealer", "how the dealer plays"),
    ("blackjack", "draw", "the provision on drawing"),
    ("blackjack", "stand", "the provision on standing"),
    ("blackjack", "double", "what may be doubled"),
    ("blackjack", "split", "what may be split, and how often"),
    ("blackjack", "surrender", "whether a hand may be given up for half"),
    ("blackjack", "insurance", "insurance against the dealer's blackjack"),
    (
        "blackjack",
        "even_money",
        "the provision by which a blackjack may be settled at 1 to 1 against an Ace; left out where the game has no such thing",
    ),
    ("baccarat", "hands", "how many hands oppose the banker's: 1 or 2"),
    ("baccarat", "first_cards", "how the first two cards of each hand lie"),
    (
        "baccarat",
        "banker",
        "how the banker plays, where the house does not choose it by the setting `banker`; by the drawing table where nothing is said",
    ),
    ("baccarat", "draw_cite", "the provision on third cards"),
    (
        "baccarat",
        "tableau_cite",
        "the provision on them where the banker plays by the drawing table, if it is another",
    ),
    ("baccarat", "naturals", "the scores of two cards that end the drawing"),
    ("baccarat", "opposing", "what the opposing hand does with each score"),
    ("baccarat", "tableau", "the drawing table: what the banker does"),
    ("baccarat", "bank", "who holds the bank"),
    ("baccarat", "areas", "the betting areas, where the table has numbered ones"),
    ("baccarat", "wager", "the wagers with their odds"),
    ("poker", "circles", "how many circles a player has for bets: 1 to 3, the ante's included"),
    ("poker", "shuffled", "when the cards are shuffled"),
    ("poker", "play_cite", "the provision on the course of a hand"),
    ("poker", "misdeal_cite", "the provision on a mis-deal, which is dealt again"),
    ("poker", "lost_cite", "the provision under which a hand loses"),
    ("poker", "pay", "the pay table; the ordinary win stands last"),
    ("house", "licence_holder", "who holds the licence"),
    ("house", "premises", "where the house is"),
    ("house", "currency", "the currency of its tables, by its three letters"),
    ("house", "time_zone", "the time zone of its hours, such as Europe/London"),
    ("house", "date", "the day the file speaks of; the day of the check, or `--on`, where there is none"),
    ("house", "management", "what management has decided"),
    ("house", "disputes", "what becomes of disputes"),
    ("house", "licence", "its licences"),
    ("house", "approval", "what the authorities have approved"),
    ("house", "staff", "who works there"),
    ("house", "bank", "the banks that wagers are made with"),
    ("house", "table", "its tables"),
    ("management", "games", "the games that are offered, as RULEBOOK/GAME"),
    ("disputes", "heard_by", "who hears them: a person of the staff"),
    ("disputes", "escalated_to", "where they go when they stay unsettled"),
    ("licence", "reference", "its reference"),
    ("licence", "rulebook", "the book it is under"),
    ("licence", "holder", "who holds it"),
    ("licence", "premises", "the premises it is for"),
    ("licence", "from", "its first day"),
    ("licence", "to", "its last day; left out: no end"),
    ("licence", "games", "the games it permits; left out: all of the book"),
    ("approval", "reference", "its reference"),
    ("approval", "date", "the day it was given"),
    ("approval", "of", "what it is of"),
    ("approval", "for", "the games and tables it covers; left out: all"),
    ("approval", "hours", "the hours that are approved, where it is of hours"),
    ("approval", "packs", "the numbers of packs that are approved, where it is of packs"),
    ("staff", "name", "the name"),
    ("staff", "post", "the post"),
    ("staff", "employer", "who pays the wages"),
    ("bank", "name", "its name"),
    ("bank", "held_by", "who holds it"),
    ("bank", "shares", "everybody who has a share in it"),
    ("table", "name", "its name"),
    ("table", "game", "its game, as RULEBOOK/GAME"),
    ("table", "min", "the least a bet may be"),
    ("table", "max", "the most a bet may be"),
    ("table", "hours", "when it is open: 14:00-04:00, past midnight where the second is the earlier"),
    ("table", "dealer", "who deals: a person of the staff"),
    ("table", "palette_person", "who places the cards: a person of the staff"),
    ("table", "inspector", "who inspects: a person of the staff"),
    ("table", "base_dealers", "who pays and takes: people of the staff"),
    ("table", "bank", "the name of its bank"),
    ("table", "shows", "what its sign shows"),
    ("table", "tells", "what whoever asks is told"),
    ("table", "shuffle", "how its cards are shuffled"),
    ("table", "purpose", "what it is for: play where nothing is said"),
    (
        "table",
        "settings",
        "what the house has chosen, and what it says of what is fixed, by the names in the envelope",
    ),
    ("table", "pays", "what it pays, by wager"),
];

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::MEANINGS;

    /// Every key of every table of a schema with whether it says what it means.
    fn keys(schema: &Value, found: &mut Vec<(String, bool)>) {
        if let Some(properties) = schema.get("properties").and_then(Value::as_object) {
            for (key, form) in properties.iter().filter(|(_, form)| form.is_object()) {
                found.push((key.clone(), form.get("description").is_some()));
            }
        }
        match schema {
            // What keys have to do with each other is no list of keys.
            Value::Object(object) => {
                let forms = object
                    .iter()
                    .filter(|(key, _)| !["allOf", "oneOf", "if", "then", "else"].contains(&key.as_str()));
                forms.for_each(|(_, form)| keys(form, found));
            }
            Value::Array(forms) => forms.iter().for_each(|form| keys(form, found)),
            _ => {}
        }
    }

    #[test]
    fn every_key_says_what_it_means_and_every_meaning_has_its_key() {
        let mut found = Vec::new();
        keys(&crate::book::schema(), &mut found);
        keys(&crate::house::schema(), &mut found);
        assert!(found.len() > 200, "{}", found.len());
        let silent: Vec<&String> = found.iter().filter(|(_, told)| !told).map(|(key, _)| key).collect();
        // The families share one form of a game, which says no more than that.
        assert_eq!(silent, ["family"]);
        for (table, key, _) in MEANINGS {
            assert!(found.iter().any(|(known, _)| known == key), "[{table}] has no {key}");
        }
    }
}
