//! The law in force, and the freedom to refuse and to cancel (reg. 1, reg. 2(2)).

use jiff::civil::date;

use crate::law::{Law, laws};

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

/// A wager of each table, and what decides it.
const TABLES: [(&str, &str, &str); 2] = [("roulette", "red", "ball 1"), ("dice", "field", "dice 1 2")];

fn a_round_dated_before_july_1970_cannot_be_judged(law: &Law<'_>) {
    for (game, wager, fall) in TABLES {
        let law = law.at(game);
        law.inadmissible(&format!("date 1970-06-30; ann bets 10 on {wager}; {fall}"), 2, "reg. 1");
        law.inadmissible(&format!("house min=1; date 1969-12-31; ann bets 10 on {wager}"), 3, "reg. 1");
        law.last(&format!("date 1970-07-01; ann bets 10 on {wager}; {fall}")).won("1 to 1", "10.00");
    }
}

fn an_undated_round_is_judged_by_the_law_of_today(law: &Law<'_>) {
    law.on(date(1970, 6, 30)).inadmissible("ann bets 10 on red; ball 1", 1, "reg. 1");
    law.on(date(1970, 7, 1)).accepts("ann bets 10 on red; ball 1");
    law.on(date(1970, 6, 30)).accepts("date 1970-07-01; ann bets 10 on red; ball 1");
}

fn a_stake_outside_the_limits_is_refused(law: &Law<'_>) {
    for (game, wager, _) in TABLES {
        let law = law.at(game);
        let bet = |amount: &str| format!("house min=5 max=500; ann bets {amount} on {wager}");
        for inside in ["5", "5.02", "500"] {
            law.accepts(&bet(inside));
        }
        for outside in ["4.98", "0.02", "500.02", "1000000"] {
            law.refuses(&bet(outside), "reg. 2(2)");
        }
        law.accepts(&format!("house max=10; ann bets 10 on {wager}; ann bets 10 on {wager}"));
    }
}

fn limits_are_amounts_and_the_least_is_not_above_the_most(law: &Law<'_>) {
    for (game, wager, _) in TABLES {
        let law = law.at(game);
        law.accepts(&format!("house min=7 max=7; ann bets 7 on {wager}"));
        for limits in ["min=7.01 max=7", "min=0", "max=-1", "min=ten", "max=1.001"] {
            law.inadmissible(&format!("house {limits}; ann bets 7 on {wager}"), 2, "reg. 2(2)");
        }
        law.inadmissible(&format!("house max=7; house min=8; ann bets 7 on {wager}"), 3, "reg. 2(2)");
    }
}

fn a_bet_after_betting_has_closed_is_refused(law: &Law<'_>) {
    for (game, wager, fall) in TABLES {
        let late = format!("ann bets 10 on {wager}; no more bets; ben bets 10 on {wager}; {fall}");
        law.at(game).bet(1, &late).won("1 to 1", "10.00");
        law.at(game).bet(2, &late).refused("reg. 2(2)");
    }
    law.refuses("ann bets 10 on red; ball 1; ben bets 10 on red", "reg. 2(2)");
    law.accepts("ann bets 10 on red; ball 1; next hand; ben bets 10 on red");
    law.at("dice").accepts("no more bets; dice 1 2; ben bets 10 on win");
}

fn a_person_refused_service_bets_in_vain(law: &Law<'_>) {
    for (game, wager, fall) in TABLES {
        let round = format!(
            "ben bets 10 on {wager}; refuse ben; ben bets 10 on {wager}; ann bets 10 on {wager}; {fall}"
        );
        law.at(game).bet(1, &round).won("1 to 1", "10.00");
        law.at(game).bet(2, &round).refused("reg. 2(2)");
        law.at(game).bet(3, &round).won("1 to 1", "10.00");
    }
    law.refuses("refuse ben; ann bets 10 on red; ball 1; next hand; ben bets 10 on red", "reg. 2(2)");
    law.refuses("refuse ben; dealer bets 10 for ben on red", "reg. 2(2)");
}

fn a_wager_is_called_off_by_consent_as_long_as_it_stands(law: &Law<'_>) {
    for (game, wager, fall) in TABLES {
        let law = law.at(game);
        law.last(&format!("ann bets 10 on {wager}; cancel 1 by consent; {fall}"))
            .cancelled()
            .cites(&["reg. 2(2)"]);
        law.last(&format!("ann bets 10 on {wager}; no more bets; cancel 1 by consent; {fall}")).cancelled();
    }
    let round = "ann bets 10 on win; dice 2 2; ann bets 10 behind 1; dice 1 2; cancel 1 by consent; dice 2 2";
    law.at("dice").bet(1, round).cancelled().cites(&["reg. 2(2)"]);
    law.at("dice").bet(2, round).won("2 to 1", "20.00");
}

fn what_does_not_stand_cannot_be_called_off(law: &Law<'_>) {
    for (game, wager, fall) in TABLES {
        let law = law.at(game);
        law.inadmissible("cancel 1 by consent", 2, "reg. 2(2)");
        law.inadmissible(&format!("ann bets 10 on {wager}; cancel 0 by consent"), 3, "reg. 2(2)");
        law.inadmissible(&format!("ann bets 10 on {wager}; {fall}; cancel 1 by consent"), 4, "reg. 2(2)");
        law.inadmissible(
            &format!("ann bets 10 on {wager}; cancel 1 by consent; cancel 1 by consent"),
            4,
            "reg. 2(2)",
        );
        law.inadmissible("ann bets 10 on nothing; cancel 1 by consent", 3, "reg. 2(2)");
    }
}

fn a_stake_is_taken_back_by_its_player_until_betting_closes(law: &Law<'_>) {
    for (game, wager, fall) in TABLES {
        let law = law.at(game);
        law.last(&format!("ann bets 10 on {wager}; ann takes back 1; {fall}"))
            .cancelled()
            .cites(&["reg. 2(2)"]);
        law.inadmissible(&format!("ann bets 10 on {wager}; ben takes back 1"), 3, "reg. 2(2)");
        law.inadmissible(&format!("ann bets 10 on {wager}; no more bets; ann takes back 1"), 4, "reg. 2(2)");
    }
    law.at("dice").inadmissible("ann bets 10 on win; dice 2 2; ann takes back 1", 4, "reg. 2(2)");
}

fn betting_closes_once(law: &Law<'_>) {
    law.inadmissible("ann bets 10 on red; no more bets; no more bets", 4, "reg. 2(2)");
    law.at("dice").inadmissible("no more bets; no more bets; dice 1 2", 3, "reg. 2(2)");
    law.at("dice").accepts("no more bets; dice 1 2; no more bets; dice 1 2");
}
