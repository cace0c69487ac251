//! What holds at every table: packs, limits, the close of betting, the wagers (1.1 to 1.5).

use jiff::civil::date;

use crate::law::{Law, laws};
use crate::tableau::two_hands;

laws! { "macau/baccarat":
    "1.1" => no_earlier_round_is_judged,
    "1.2" => the_shoe_has_six_to_eight_packs,
    "1.3" => a_bet_outside_the_limits_is_refused,
    "1.3" => the_limits_are_shown,
    "1.4" => no_bet_is_made_or_taken_back_after_the_close,
    "1.5" => there_are_no_other_wagers,
}

/// The games of the book.
const GAMES: [&str; 2] = ["baccarat", "ez-baccarat"];

fn no_earlier_round_is_judged(law: &Law<'_>) {
    law.accepts("date 2001-01-01; ann bets 10 on player");
    law.inadmissible("date 2000-12-31; ann bets 10 on player", 2, "1.1");
    law.on(date(2000, 12, 31)).inadmissible("ann bets 10 on player", 1, "1.1");
}

fn the_shoe_has_six_to_eight_packs(law: &Law<'_>) {
    for law in GAMES.map(|game| law.at(game)) {
        for packs in 6..=8 {
            let naturals = vec!["cards 9S KS KH 8H; next hand"; packs].join("; ");
            let bets = format!("house decks={packs}; {naturals}; ann bets 10 on player");
            let line = u32::try_from(2 * packs + 4).unwrap();
            law.inadmissible(&format!("{bets}; cards 9S"), line, "1.2");
            law.accepts(&format!("{bets}; cards 9H"));
        }
        for packs in ["0", "5", "9"] {
            law.inadmissible(&format!("house decks={packs}"), 2, "1.2");
        }
    }
}

fn a_bet_outside_the_limits_is_refused(law: &Law<'_>) {
    for law in GAMES.map(|game| law.at(game)) {
        for wager in ["player", "banker", "tie"] {
            law.accepts(&format!("house min=10 max=100; ann bets 10 on {wager}; ann bets 100 on {wager}"));
            law.refuses(&format!("house min=10 max=100; ann bets 9.98 on {wager}"), "1.3");
            law.refuses(&format!("house min=10 max=100; ann bets 100.02 on {wager}"), "1.3");
        }
    }
    // A side wager without limits of its own has those of the table.
    law.accepts("house min=10 max=100; ann bets 10 on either-pair; ann bets 100 on either-pair");
    law.refuses("house min=10 max=100; ann bets 9 on either-pair", "1.3");
    law.refuses("house min=10 max=100; ann bets 101 on either-pair", "1.3");
}

fn the_limits_are_shown(law: &Law<'_>) {
    law.permits("", "min = 5\nmax = 50\nshows = [\"limits\"]");
    law.breaks("", "min = 5\nmax = 50", "1.3");
}

fn no_bet_is_made_or_taken_back_after_the_close(law: &Law<'_>) {
    for law in GAMES.map(|game| law.at(game)) {
        for close in ["no more bets", "cards KS"] {
            for wager in ["player", "banker", "tie"] {
                law.refuses(&format!("ann bets 10 on player; {close}; ann bets 10 on {wager}"), "1.4");
            }
            law.inadmissible(&format!("ann bets 10 on player; {close}; ann takes back 1"), 4, "1.4");
        }
        law.bet(1, "ann bets 10 on player; ann takes back 1").cancelled();
    }
    law.refuses("ann bets 10 on player; cards KS; ann bets 10 on dragon-player", "1.4");
    law.refuses("ann bets 10 on player; no more bets; ann bets 10 on player-pair", "1.4");
    law.inadmissible("ann bets 10 on player-pair; no more bets; ann takes back 1", 4, "1.4");
    law.bet(1, &format!("ann bets 10 on player-pair; ann takes back 1; {}", two_hands(9, 8))).cancelled();
}

fn there_are_no_other_wagers(law: &Law<'_>) {
    let others =
        ["punto", "pair", "player-pair 1", "dragon-player 2", "Player-pair", "dragon", "both", "banker 6"];
    for wager in others {
        law.refuses(&format!("ann bets 10 on player; ann bets 10 on {wager}"), "1.5");
    }
    for wager in ["player-pair", "dragon-player", "dragon", "panda-8 8"] {
        law.at("ez-baccarat").refuses(&format!("ann bets 10 on player; ann bets 10 on {wager}"), "1.5");
    }
}
