//! What the regulations ask of the house: a licence, and a bank that is the licence holder's (reg. 3 to 6, the Note).

use crate::law::{Law, laws};

laws! { "scotland-1970/roulette":
    "reg. 3(1)" => roulette_needs_a_licence_in_force_for_the_premises,
    "reg. 3(3)" => nobody_else_has_a_share_in_the_roulette_bank,
    "reg. 4(1)" => dice_needs_a_licence_in_force_for_the_premises,
    "reg. 4(3)" => nobody_else_has_a_share_in_the_dice_bank,
    "reg. 5(2)" => baccarat_needs_a_licence_in_force_for_the_premises,
    "reg. 5(5)(b)" => nobody_else_has_a_share_in_the_baccarat_bank,
    "reg. 6(2)" => blackjack_needs_a_licence_in_force_for_the_premises,
    "reg. 6(4)" => nobody_else_has_a_share_in_the_blackjack_bank,
    "Note" => a_licence_may_leave_games_out,
}

fn needs_a_licence(law: &Law<'_>, game: &str, cite: &str) {
    let law = law.at(game);
    law.permits("from = 1969-01-01\nto = 2001-12-31", "from = 2001-05-01\nto = 2001-05-01");
    law.permits("to = 2001-12-31", "");
    law.breaks("to = 2001-12-31", "to = 2001-04-30", cite);
    law.breaks("from = 1969-01-01", "from = 2001-05-02", cite);
    law.breaks("rulebook = \"scotland-1970\"", "rulebook = \"mpumalanga\"", cite);
    law.breaks("\"1 High Street\"\nfrom", "\"2 High Street\"\nfrom", cite);
    law.breaks("-1970\"\nholder = \"Ann Ltd\"", "-1970\"\nholder = \"Bob Ltd\"", cite);
}

fn has_one_share(law: &Law<'_>, game: &str, cite: &str) {
    let law = law.at(game);
    for shares in ["[\"Bob\"]", "[\"Ann Ltd\", \"Bob\"]", "[\"Ann\"]"] {
        law.breaks("shares = [\"Ann Ltd\"]", &format!("shares = {shares}"), cite);
    }
    law.permits("shares = [\"Ann Ltd\"]", "shares = []");
}

fn roulette_needs_a_licence_in_force_for_the_premises(law: &Law<'_>) {
    needs_a_licence(law, "roulette", "reg. 3(1)");
}

fn nobody_else_has_a_share_in_the_roulette_bank(law: &Law<'_>) {
    has_one_share(law, "roulette", "reg. 3(3)");
}

fn dice_needs_a_licence_in_force_for_the_premises(law: &Law<'_>) {
    needs_a_licence(law, "dice", "reg. 4(1)");
}

fn nobody_else_has_a_share_in_the_dice_bank(law: &Law<'_>) {
    has_one_share(law, "dice", "reg. 4(3)");
}

fn baccarat_needs_a_licence_in_force_for_the_premises(law: &Law<'_>) {
    for game in ["baccarat-banque", "chemin-de-fer", "punto-banco"] {
        needs_a_licence(law, game, "reg. 5(2)");
    }
}

fn nobody_else_has_a_share_in_the_baccarat_bank(law: &Law<'_>) {
    for game in ["baccarat-banque", "punto-banco"] {
        has_one_share(law, game, "reg. 5(5)(b)");
    }
    let law = law.at("chemin-de-fer");
    law.permits("", "settings = { bank = \"house\" }\nbank = \"B\"");
    law.permits("held_by = \"Ann Ltd\"\nshares = [\"Ann Ltd\"]", "held_by = \"Bob\"\nshares = [\"Bob\"]");
}

fn blackjack_needs_a_licence_in_force_for_the_premises(law: &Law<'_>) {
    needs_a_licence(law, "blackjack", "reg. 6(2)");
}

fn nobody_else_has_a_share_in_the_blackjack_bank(law: &Law<'_>) {
    has_one_share(law, "blackjack", "reg. 6(4)");
}

fn a_licence_may_leave_games_out(law: &Law<'_>) {
    let games = ["roulette", "dice", "baccarat-banque", "chemin-de-fer", "punto-banco", "blackjack"];
    for game in games {
        let others: Vec<&str> = games.into_iter().filter(|other| *other != game).collect();
        law.at(game).breaks("to = 2001-12-31", &format!("games = {others:?}"), "Note");
        law.at(game).breaks("to = 2001-12-31", "games = []", "Note");
        law.at(game).permits("to = 2001-12-31", &format!("games = [\"{game}\"]"));
    }
}
