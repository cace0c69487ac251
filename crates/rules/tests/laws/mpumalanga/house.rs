//! What the rules ask of the house: games offered, hours, signs, disputes, layouts, inspectors (1 to 3.5).

use crate::law::{Law, laws};

laws! { "mpumalanga/american-roulette":
    "1" => the_rules_are_shown_or_told,
    "2.3" => a_table_has_a_game_that_management_offers,
    "2.4" => a_table_keeps_hours_that_are_approved,
    "2.6" => the_odds_are_shown_or_told,
    "2.8" => disputes_are_heard_and_can_go_on,
    "3.3" => the_layout_is_approved,
    "3.5(4)" => an_inspector_is_at_every_table,
    "3.5(4)" => an_inspector_has_six_tables_at_the_most,
}

/// The games of the book.
const GAMES: [&str; 5] = ["american-roulette", "blackjack", "punto-banco", "arizona-hold-em", "touch-21"];
const SHOWS: &str = "shows = [\"limits\", \"odds\"]";
const TELLS: &str = "tells = [\"rules\", \"version\"]";

fn the_rules_are_shown_or_told(law: &Law<'_>) {
    for game in GAMES {
        law.at(game).breaks(TELLS, "tells = [\"version\"]", "1");
        let shown = format!("{}\ntells = [\"version\"]", SHOWS.replace("odds", "odds\", \"rules"));
        law.at(game).permits(&format!("{SHOWS}\n{TELLS}"), &shown);
    }
}

fn a_table_has_a_game_that_management_offers(law: &Law<'_>) {
    for game in GAMES {
        let games = format!("games = [\"mpumalanga/{game}\"]");
        law.at(game).breaks(&games, "games = [\"scotland-1970/dice\"]", "2.3");
        law.at(game).breaks(&format!("[management]\n{games}"), "", "2.3");
    }
}

fn a_table_keeps_hours_that_are_approved(law: &Law<'_>) {
    let hours = |hours: &str| format!("hours = \"{hours}\"\ndealer");
    for game in GAMES {
        let law = law.at(game);
        for inside in ["12:00-04:00", "20:00-21:00", "00:00-04:00"] {
            law.permits(&hours("12:00-04:00"), &hours(inside));
        }
        for outside in ["11:59-04:00", "12:00-04:01", "04:00-12:00", "00:00-24:00"] {
            law.breaks(&hours("12:00-04:00"), &hours(outside), "2.4");
        }
        law.breaks(&hours("12:00-04:00"), "dealer", "2.4");
        law.breaks("2001-04-01\nof = \"hours\"", "2001-05-02\nof = \"hours\"", "2.4");
    }
}

fn the_odds_are_shown_or_told(law: &Law<'_>) {
    for game in GAMES {
        law.at(game).breaks(SHOWS, "shows = [\"limits\"]", "2.6");
        let on_request = format!("shows = [\"limits\"]\n{}", TELLS.replace("rules", "rules\", \"odds"));
        law.at(game).permits(&format!("{SHOWS}\n{TELLS}"), &on_request);
    }
}

fn disputes_are_heard_and_can_go_on(law: &Law<'_>) {
    for game in GAMES {
        law.at(game).breaks("heard_by = \"Mia\"\n", "", "2.8");
        law.at(game).breaks("escalated_to = \"the Board\"\n", "", "2.8");
    }
    law.breaks("[disputes]\nheard_by = \"Mia\"\nescalated_to = \"the Board\"\n", "", "2.8");
}

fn the_layout_is_approved(law: &Law<'_>) {
    law.breaks("2001-04-01\nof = \"layout\"", "2001-05-02\nof = \"layout\"", "3.3");
    law.breaks("of = \"layout\"", "of = \"layout\"\nfor = [\"mpumalanga/blackjack\"]", "3.3");
    law.permits("of = \"layout\"", "of = \"layout\"\nfor = [\"T\"]");
    law.permits("of = \"layout\"", "of = \"layout\"\nfor = [\"mpumalanga/american-roulette\"]");
}

fn an_inspector_is_at_every_table(law: &Law<'_>) {
    for game in GAMES {
        law.at(game).breaks("inspector = \"Ida\"\n", "", "3.5(4)");
        law.at(game).breaks("inspector = \"Ida\"", "inspector = \"Mia\"", "3.5(4)");
    }
}

fn an_inspector_has_six_tables_at_the_most(law: &Law<'_>) {
    let further = |count: usize| -> String {
        let of = |number| {
            format!(
                "[[table]]\nname = \"T{number}\"\ngame = \"mpumalanga/american-roulette\"\nmin = 5\nmax = 500\n\
                 hours = \"20:00-22:00\"\ndealer = \"Dee\"\ninspector = \"Ida\"\n{SHOWS}\n{TELLS}\n"
            )
        };
        (0..count).map(of).collect()
    };
    law.permits("", &further(5));
    law.breaks("", &further(6), "3.5(4)");
    let early = |text: String| text.replace("20:00-22:00", "12:00-20:00");
    law.permits("", &format!("{}{}", further(5), early(further(5)).replace("\"T", "\"U")));
}
