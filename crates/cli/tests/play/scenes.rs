//! Every table played to a settlement on the screen of a pseudo-terminal, with splits, banks and insurance. The judge of
//! each record comes to the same result.

use super::judge::{judged, record_file, reported_net};
use super::terminal::Terminal;

/// A game from a seed: what is typed, and what the screen shows after it.
struct Scene {
    game: &'static str,
    seed: &'static str,
    steps: &'static [(&'static str, &'static str)],
}

const SCENES: [Scene; 16] = [
    Scene {
        game: "scotland-1970/roulette",
        seed: "a",
        steps: &[("25 on split 17 20, 10 on red", "(stake 2)"), ("", "Round 1: you lose 35.00")],
    },
    // A point, a stake behind it, and the point again.
    Scene {
        game: "scotland-1970/dice",
        seed: "a",
        steps: &[
            ("10 on win", "(stake 1)"),
            ("", "stands, point 10"),
            ("10 behind 1", "(stake 2)"),
            ("", "won at 2 to 1"),
        ],
    },
    // Two tableaux, and the choice on 5 at one of them.
    Scene {
        game: "scotland-1970/baccarat-banque",
        seed: "16",
        steps: &[
            ("20 on right, 20 on left", "(stake 2)"),
            ("", "Your decision on the left hand (5): draw, stand."),
            ("stand", "Round 1: you win 40.00"),
        ],
    },
    // A robot's bank, and the player's choice on 5.
    Scene {
        game: "scotland-1970/chemin-de-fer",
        seed: "17",
        steps: &[
            ("50 on player", "Robot_Ada holds the bank with 500.00."),
            ("", "Your decision on the player hand (5): draw, stand."),
            ("draw", "Round 1: you lose 50.00"),
        ],
    },
    // The player's own bank loses and passes: the player may not take it again, a robot does.
    Scene {
        game: "scotland-1970/chemin-de-fer",
        seed: "a",
        steps: &[
            ("bank 100", "You hold the bank with 100.00."),
            ("", "Your decision on the banker hand (2): draw, stand."),
            ("draw", "Your bank passes on"),
            ("bank 50", "another player must take the bank (reg. 5(6))"),
            ("20 on player", "Robot_Ada holds the bank"),
            ("", "Round 2: "),
        ],
    },
    Scene {
        game: "scotland-1970/punto-banco",
        seed: "a",
        steps: &[("20 on punto", "(stake 1)"), ("", "Round 1: you win 20.00")],
    },
    Scene {
        game: "scotland-1970/blackjack",
        seed: "a",
        steps: &[
            ("10 on box 1", "(stake 1)"),
            ("", "Your decision on box 1 (17): draw, stand."),
            ("stand", "Round 1: you win 10.00"),
        ],
    },
    // A stand-off carries the stake to the next hand.
    Scene {
        game: "western-australia-1990/in-between",
        seed: "a",
        steps: &[
            ("10 on hand", "(stake 1)"),
            ("", "the first two cards are neighbours in rank"),
            ("", "Round 2: you win 10.00"),
        ],
    },
    Scene {
        game: "mpumalanga/american-roulette",
        seed: "a",
        steps: &[("9 on neighbours-of-zero, 5 on black", "(stake 2)"), ("", "Round 1: you lose 4.00")],
    },
    Scene {
        game: "mpumalanga/blackjack",
        seed: "5",
        steps: &[
            ("10 on box 1", "(stake 1)"),
            ("", "Your decision on box 1 (20): draw, stand, double, split, surrender."),
            ("split", "Your decision on box 1.1 (20)"),
            ("stand", "Your decision on box 1.2 (17)"),
            ("stand", "Round 1: you win 20.00"),
        ],
    },
    Scene {
        game: "mpumalanga/blackjack",
        seed: "16",
        steps: &[
            ("10 on box 1", "(stake 1)"),
            ("", "Insurance is offered: insure 5.00 on 1, decline."),
            ("insure", "You insure 5.00 on box 1."),
            ("stand", "Round 1: you win 5.00"),
        ],
    },
    Scene {
        game: "mpumalanga/blackjack",
        seed: "93",
        steps: &[
            ("10 on box 1", "(stake 1)"),
            ("", "even-money on 1, decline."),
            ("even-money", "Round 1: you win 10.00"),
        ],
    },
    // Split twice.
    Scene {
        game: "mpumalanga/touch-21",
        seed: "2",
        steps: &[
            ("10 on box 1", "(stake 1)"),
            ("", "Your decision on box 1 (20): draw, stand, double, split."),
            ("split", "Your decision on box 1.1 (20)"),
            ("split", "Your decision on box 1.1 (19)"),
            ("stand", "Your decision on box 1.3"),
            ("stand", "Your decision on box 1.2"),
            ("stand", "Round 1: you win 30.00"),
        ],
    },
    Scene {
        game: "mpumalanga/punto-banco",
        seed: "a",
        steps: &[("20 on banco, 5 on egalite", "(stake 2)"), ("", "Round 1: you lose 25.00")],
    },
    Scene {
        game: "mpumalanga/arizona-hold-em",
        seed: "a",
        steps: &[
            ("10 on ante", "(stake 1)"),
            ("", "Your decision on your hand: raise, check."),
            ("raise", "You raise."),
            ("check", "Round 1: you lose 20.00"),
        ],
    },
    Scene {
        game: "mpumalanga/arizona-hold-em",
        seed: "b",
        steps: &[
            ("10 on ante", "(stake 1)"),
            ("", "Your decision on your hand: raise, check."),
            ("check", "You check."),
            ("raise", "Round 1: "),
        ],
    },
];

/// Plays a scene in a window of 80 by 24; returns the last screen.
fn play(scene: &Scene, record: &str) -> String {
    let Scene { game, seed, steps } = scene;
    let mut terminal = Terminal::run(&["play", game, "--seed", seed, "--record", record], (24, 80), &[]);
    let text = terminal.wait_for("\n>");
    assert!(text.lines().next().is_some_and(|title| title.contains(game)), "{text}");
    assert!(text.contains("Type: AMOUNT on WAGER"), "the bottom shows what can be typed\n{text}");
    assert!(text.contains("Odds"), "{text}");
    assert!(terminal.screen(vt100::Screen::alternate_screen));
    for (typed, shows) in *steps {
        terminal.line(typed);
        let wanted: String = shows.split_whitespace().collect();
        terminal.wait(shows, |text| words_of(text).contains(&wanted));
    }
    terminal.line("quit");
    assert!(terminal.end().success());
    let text = terminal.wait_for("The record is in");
    assert!(!terminal.screen(vt100::Screen::alternate_screen), "{game}: the screen is restored");
    text
}

/// The text of a screen without frames and line breaks.
fn words_of(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_whitespace() && *letter != '│').collect()
}

fn play_and_judge(scenes: &[Scene]) {
    for scene in scenes {
        let file = record_file(&format!("scene-{}-{}", scene.game, scene.seed));
        let text = play(scene, file.to_str().unwrap());
        assert_eq!(reported_net(&text), judged(&file), "{} {}\n{text}", scene.game, scene.seed);
    }
}

#[test]
fn every_table_is_played_on_the_screen_and_the_judge_comes_to_the_same_result() {
    for (game, _) in super::TABLES {
        assert!(SCENES.iter().any(|scene| scene.game == game), "{game} has no scene");
    }
    std::thread::scope(|scope| {
        SCENES.chunks(4).for_each(|scenes| {
            scope.spawn(move || play_and_judge(scenes));
        });
    });
}
