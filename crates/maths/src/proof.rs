//! What the prices of each family were checked against, as listed in the report of `croupier par`.

use croupier_rules::games::Family;

/// The checks that apply to every price of every game.
const ALL: [&str; 2] = [
    "The price is made by the same rules that judge a round of this table: nothing about the game is written down twice.",
    "For every wager the probabilities of its ends sum to one, and its edge is the mean of what they pay.",
];

/// The checks made on the prices of a family, as sentences.
pub fn proofs(family: Family) -> Vec<&'static str> {
    let own: &[&str] = match family {
        Family::Roulette => &[
            "Known values: 1/37 on every wager of a wheel with one zero, 1/74 where the stake is shared on zero.",
            "A second program, in another language, counts the pockets and finds the same fractions.",
        ],
        Family::Dice => &[
            "Known values: 7/495 on win, 1/36 on a field that pays 2 and 3 to 1 at its ends, zero behind a point.",
            "A second program, in another language, follows every throw and finds the same fractions.",
        ],
        Family::InBetween => &[
            "Every triple of cards is counted apart from the rules and gives the same fraction.",
            "A second program, in another language, deals every hand and finds the same fractions.",
        ],
        Family::Poker => &[
            "The classes of hands are held against every deal of five cards of a pack, card by card.",
            "On packs of few cards an enumerator that knows nothing of classes finds the same best raises and price.",
        ],
        Family::Baccarat => &[
            "Known values: of the 4,998,398,275,503,360 coups of eight packs the banker wins 2,292,252,566,437,888, the player \
             2,230,518,282,592,256, and 475,627,426,473,216 are drawn.",
            "On small shoes every deal is played out by the rules and gives the same fractions.",
            "Where both sides decide, the equilibrium has a certificate: the best response of each side gains exactly \
             nothing.",
        ],
        Family::Blackjack => &[
            "Known values: published edges, published worths of single rules, and published effects of removing each card.",
            "On small shoes an enumerator that knows the rules alone finds the same best play and the same \
             price of split pairs.",
            "On small shoes decimals and fractions agree within the bound that is stated.",
            "Rounds played by chance agree with the edge and the variance.",
        ],
    };
    ALL.iter().chain(own).copied().collect()
}
