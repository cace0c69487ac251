//! Faults of law: the edition and the settings that a round is played by.

use croupier_house::event::Event;

use super::board::{Board, Plan};
use super::named_fault::{NamedFault, row};

pub(super) const FAULTS: &[NamedFault] = &[
    row("wrong-law-pinned", "a round names an edition that nobody has", wrong_edition),
    row("another-law-pinned", "a round names the edition of another book", another_edition),
    row("wrong-settings-pinned", "a round names another version of the house file", wrong_settings),
    row("edition-rewritten", "the text of a rulebook is changed under its digest", edition_rewritten),
    row("edition-relabelled", "a rulebook is stored under another digest", edition_relabelled),
    row("edition-left-out", "the text of a rulebook is missing", edition_left_out),
    row(
        "edition-adopted-unstored",
        "the house adopts an edition whose text it does not have",
        edition_unstored,
    ),
    row("house-file-changed", "the maximum of a table is another one in the house file", house_file_changed),
    row("house-file-version-skipped", "a version of the house file is left out", version_skipped),
];

fn is_round(event: &Event) -> bool {
    matches!(event, Event::RoundBegan { .. })
}

fn wrong_edition(board: &Board) -> Option<Plan> {
    board.change(board.find(is_round)?, |body| {
        if let Event::RoundBegan { book, .. } = &mut body.event {
            book[0] ^= 1;
        }
    })
}

fn another_edition(board: &Board) -> Option<Plan> {
    let place = board.find(is_round)?;
    let Event::RoundBegan { book: own, .. } = board.event(place) else { return None };
    let other = board.drafts.iter().find_map(|(_, body)| match &body.event {
        Event::EditionStored { digest, .. } if digest != own => Some(*digest),
        _ => None,
    })?;
    board.change(place, |body| {
        if let Event::RoundBegan { book, .. } = &mut body.event {
            *book = other;
        }
    })
}

fn wrong_settings(board: &Board) -> Option<Plan> {
    board.change(board.find(is_round)?, |body| {
        if let Event::RoundBegan { settings, .. } = &mut body.event {
            *settings += 1;
        }
    })
}

fn is_stored(event: &Event) -> bool {
    matches!(event, Event::EditionStored { .. })
}

fn edition_rewritten(board: &Board) -> Option<Plan> {
    board.change(board.find(is_stored)?, |body| {
        if let Event::EditionStored { text, .. } = &mut body.event {
            *text = text.replacen("odds", "Odds", 1).replacen('#', "##", 1).into();
        }
    })
}

fn edition_relabelled(board: &Board) -> Option<Plan> {
    board.change(board.find(is_stored)?, |body| {
        if let Event::EditionStored { digest, .. } = &mut body.event {
            digest[0] ^= 1;
        }
    })
}

fn edition_left_out(board: &Board) -> Option<Plan> {
    board.remove(board.find(is_stored)?)
}

fn edition_unstored(board: &Board) -> Option<Plan> {
    board.change(board.find(|event| matches!(event, Event::EditionAdopted { .. }))?, |body| {
        if let Event::EditionAdopted { digest, .. } = &mut body.event {
            digest[0] ^= 1;
        }
    })
}

fn house_file_changed(board: &Board) -> Option<Plan> {
    board.change(board.find(|event| matches!(event, Event::HouseFileAdopted { .. }))?, |body| {
        if let Event::HouseFileAdopted { file, .. } = &mut body.event {
            // No bet of anybody keeps this maximum.
            let lower = |line: &str| match line.trim_start().starts_with("max = ") {
                true => "max = 0.02".to_owned(),
                false if line.trim_start().starts_with("min = ") => "min = 0.01".to_owned(),
                false => line.to_owned(),
            };
            *file = file.lines().map(lower).collect::<Vec<_>>().join("\n").into();
        }
    })
}

fn version_skipped(board: &Board) -> Option<Plan> {
    board.change(board.find(|event| matches!(event, Event::HouseFileAdopted { .. }))?, |body| {
        if let Event::HouseFileAdopted { version, .. } = &mut body.event {
            *version += 1;
        }
    })
}
