//! The law in force, and the freedom to refuse and to cancel (reg. 1, reg. 2(2)).

use jiff::civil::date;

use crate::law::{At, Law, last_line, laws};

laws! { "scotland-1970/roulette":
    "reg. 1" => a_round_dated_before_july_1970_cannot_be_judged,
    "reg. 1" => an_undated_round_is_judged_by_the_law_of_today,
    "reg. 2(2)" => a_stake_outside_the_limits_is_refused,
    "reg. 2(2)" => limits_are_amounts_and_the_least_is_not_above_the_most,
    "reg. 2(2)" => a_bet_after_betting_has_closed_is_refused,
    "reg. 2(2)" => a_person_refused_service_bets_in_vain,
    "reg. 2(2)" => a_wager_is_called_off_by_consent_as_long_as_it_stands,
    "reg. 2(2)" => what_does_not_stand_cannot_be_called_off,
    "reg. 2(2)" => a_stake_is_taken_back_by_its_player_until_betting_closes,
    "reg. 2(2)" => betting_closes_once,
}

/// Every table, with a fall by which the first two wagers win evens.
const TABLES: [At; 6] = [
    At { game: "roulette", before: "", wagers: ["red"; 3], fall: "ball 1" },
    At { game: "dice", before: "", wagers: ["field"; 3], fall: "dice 1 2" },
    At {
        game: "blackjack",
        before: "",
        wagers: ["box 1", "box 2", "box 3"],
        fall: "cards T T 6 9 9; ann stands; cal stands; cards T T",
    },
    At { game: "punto-banco", before: "", wagers: ["punto"; 3], fall: "cards 9 2 K 3" },
    At { game: "chemin-de-fer", before: "bank dan 1000; ", wagers: ["player"; 3], fall: "cards 9 2 K 3" },
    At { game: "baccarat-banque", before: "", wagers: ["right"; 3], fall: "cards 9 4 2 K 4 3" },
];

fn a_round_dated_before_july_1970_cannot_be_judged(law: &Law<'_>) {
    for table in TABLES {
        let law = law.at(table.game);
        let (two, fall) = (table.two_bets(), table.fall);
        law.inadmissible(&format!("date 1970-06-30; {two}; {fall}"), 2, "reg. 1");
        law.inadmissible(&format!("house min=1; date 1969-12-31; {two}"), 3, "reg. 1");
        law.bet(1, &format!("date 1970-07-01; {two}; {fall}")).won("1 to 1", "10.00");
    }
}

fn an_undated_round_is_judged_by_the_law_of_today(law: &Law<'_>) {
    for table in TABLES {
        let (law, two) = (law.at(table.game), table.two_bets());
        law.on(date(1970, 6, 30)).inadmissible(&two, 1, "reg. 1");
        law.on(date(1970, 7, 1)).accepts(&two);
        law.on(date(1970, 6, 30)).accepts(&format!("date 1970-07-01; {two}"));
    }
}

fn a_stake_outside_the_limits_is_refused(law: &Law<'_>) {
    for table in TABLES {
        let law = law.at(table.game);
        let bet = |amount: &str| format!("house min=5 max=500; {}", table.bet("ann", amount, 0));
        for inside in ["5", "5.02", "500"] {
            law.accepts(&bet(inside));
        }
        for outside in ["4.98", "0.02", "500.02", "1000000"] {
            law.refuses(&bet(outside), "reg. 2(2)");
        }
        // Each bet is held against them by itself.
        law.accepts(&format!("house max=10; {}", table.two_bets()));
    }
}

fn limits_are_amounts_and_the_least_is_not_above_the_most(law: &Law<'_>) {
    for table in TABLES {
        let (law, bet) = (law.at(table.game), table.bet("ann", "8", 0));
        law.accepts(&format!("house min=8 max=8; {bet}"));
        for limits in ["min=8.01 max=8", "min=0", "max=-1", "min=ten", "max=1.001"] {
            law.inadmissible(&format!("house {limits}; {bet}"), 2, "reg. 2(2)");
        }
        law.inadmissible(&format!("house max=8; house min=9; {bet}"), 3, "reg. 2(2)");
    }
}

fn a_bet_after_betting_has_closed_is_refused(law: &Law<'_>) {
    for table in TABLES {
        let (law, two, fall) = (law.at(table.game), table.two_bets(), table.fall);
        let late = format!("{two}; no more bets; {}; {fall}", table.more("ben"));
        law.bet(1, &late).won("1 to 1", "10.00");
        law.bet(3, &late).refused("reg. 2(2)");
        if table.game != "dice" {
            law.refuses(&format!("{two}; {fall}; {}", table.more("ben")), "reg. 2(2)");
        }
    }
    law.accepts("ann bets 10 on red; ball 1; next hand; ben bets 10 on red");
    law.at("dice").accepts("no more bets; dice 1 2; ben bets 10 on win");
}

fn a_person_refused_service_bets_in_vain(law: &Law<'_>) {
    for table in TABLES {
        let law = law.at(table.game);
        let (first, more, ann) = (table.bet("cal", "10", 1), table.more("cal"), table.wagers[0]);
        let round = format!("{first}; refuse cal; {more}; ann bets 10 on {ann}; {}", table.fall);
        law.bet(1, &round).won("1 to 1", "10.00");
        law.bet(2, &round).refused("reg. 2(2)");
        law.bet(3, &round).won("1 to 1", "10.00");
    }
    law.refuses("refuse ben; ann bets 10 on red; ball 1; next hand; ben bets 10 on red", "reg. 2(2)");
    law.refuses("refuse ben; dealer bets 10 for ben on red", "reg. 2(2)");
}

fn a_wager_is_called_off_by_consent_as_long_as_it_stands(law: &Law<'_>) {
    for table in TABLES {
        let law = law.at(table.game);
        let three = format!("{}; {}", table.two_bets(), table.more("ben"));
        for closed in ["", "no more bets; "] {
            let round = format!("{three}; {closed}cancel 3 by consent; {}", table.fall);
            law.bet(3, &round).cancelled().cites(&["reg. 2(2)"]);
            law.bet(1, &round).won("1 to 1", "10.00");
        }
    }
    let round = "ann bets 10 on win; dice 2 2; ann bets 10 behind 1; dice 1 2; cancel 1 by consent; dice 2 2";
    law.at("dice").bet(1, round).cancelled().cites(&["reg. 2(2)"]);
    law.at("dice").bet(2, round).won("2 to 1", "20.00");
    // In the midst of a deal, too; the hand then takes no card and no decision.
    let dealt = "ann bets 10 on box 1; ben bets 10 on box 2; cards T T 6 6 9; cancel 1 by consent; ben stands; cards T T";
    law.at("blackjack").bet(1, dealt).cancelled().cites(&["reg. 2(2)"]);
    law.at("blackjack").bet(2, dealt).won("1 to 1", "10.00");
}

fn what_does_not_stand_cannot_be_called_off(law: &Law<'_>) {
    for table in TABLES {
        let (law, two) = (law.at(table.game), table.two_bets());
        law.inadmissible("cancel 1 by consent", 2, "reg. 2(2)");
        for acts in [
            format!("{two}; cancel 0 by consent"),
            format!("{two}; {}; cancel 1 by consent", table.fall),
            format!("{two}; cancel 1 by consent; cancel 1 by consent"),
            format!("{two}; ann bets 10 on nothing; cancel 3 by consent"),
        ] {
            law.inadmissible(&acts, last_line(&acts), "reg. 2(2)");
        }
    }
}

fn a_stake_is_taken_back_by_its_player_until_betting_closes(law: &Law<'_>) {
    for table in TABLES {
        let (law, two) = (law.at(table.game), table.two_bets());
        let back = format!("{two}; {}; ben takes back 3; {}", table.more("ben"), table.fall);
        law.bet(3, &back).cancelled().cites(&["reg. 2(2)"]);
        for acts in [format!("{two}; ben takes back 1"), format!("{two}; no more bets; ann takes back 1")] {
            law.inadmissible(&acts, last_line(&acts), "reg. 2(2)");
        }
    }
    law.at("dice").inadmissible("ann bets 10 on win; dice 2 2; ann takes back 1", 4, "reg. 2(2)");
}

fn betting_closes_once(law: &Law<'_>) {
    for table in TABLES {
        let acts = format!("{}; no more bets; no more bets", table.two_bets());
        law.at(table.game).inadmissible(&acts, last_line(&acts), "reg. 2(2)");
    }
    law.at("dice").accepts("no more bets; dice 1 2; no more bets; dice 1 2");
}
