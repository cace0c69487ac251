//! Limits and service (2.2, 2.9).

use crate::law::{At, Law, laws};

laws! { "mpumalanga/american-roulette":
    "2.2" => a_stake_outside_the_limits_is_refused,
    "2.2" => limits_are_amounts_and_the_least_is_not_above_the_most,
    "2.9" => a_person_refused_service_bets_in_vain,
}

/// Two boxes win evens.
const TWO_BOXES: &str = "cards T T 6 9 9; ann stands; cal stands; cards T T";

/// Every table, with a fall by which the first two wagers win evens.
const TABLES: [At; 4] = [
    At { game: "american-roulette", before: "", wagers: ["red"; 3], fall: "ball 1" },
    At { game: "blackjack", before: "", wagers: ["box 1", "box 2", "box 3"], fall: TWO_BOXES },
    At { game: "touch-21", before: "", wagers: ["box 1", "box 2", "box 3"], fall: TWO_BOXES },
    At { game: "punto-banco", before: "", wagers: ["punto"; 3], fall: "cards 9 2 K 3" },
];

fn a_stake_outside_the_limits_is_refused(law: &Law<'_>) {
    for table in TABLES {
        let law = law.at(table.game);
        let bet = |amount: &str| format!("house min=5 max=500; {}", table.bet("ann", amount, 0));
        for inside in ["5", "5.02", "500"] {
            law.accepts(&bet(inside));
        }
        for outside in ["4.98", "0.02", "500.02", "1000000"] {
            law.refuses(&bet(outside), "2.2");
        }
        // Each bet is held against them by itself.
        law.accepts(&format!("house max=10; {}", table.two_bets()));
    }
    law.refuses("house min=5; ann bets 4.50 on neighbours-of-zero", "2.2");
}

fn limits_are_amounts_and_the_least_is_not_above_the_most(law: &Law<'_>) {
    for table in TABLES {
        let (law, bet) = (law.at(table.game), table.bet("ann", "8", 0));
        law.accepts(&format!("house min=8 max=8; {bet}"));
        for limits in ["min=8.01 max=8", "min=0", "max=-1", "min=ten", "max=1.001"] {
            law.inadmissible(&format!("house {limits}; {bet}"), 2, "2.2");
        }
    }
}

fn a_person_refused_service_bets_in_vain(law: &Law<'_>) {
    for table in TABLES {
        let law = law.at(table.game);
        let (first, more, ann) = (table.bet("cal", "10", 1), table.more("cal"), table.wagers[0]);
        let round = format!("{first}; refuse cal; {more}; ann bets 10 on {ann}; {}", table.fall);
        law.bet(1, &round).won("1 to 1", "10.00");
        law.bet(2, &round).refused("2.9");
        law.bet(3, &round).won("1 to 1", "10.00");
        law.refuses(&format!("refuse ben; dealer bets 10 for ben on {}", table.wagers[0]), "2.9");
        let later =
            format!("refuse ben; {}; {}; next hand; {}", table.two_bets(), table.fall, table.more("ben"));
        law.refuses(&later, "2.9");
    }
}
