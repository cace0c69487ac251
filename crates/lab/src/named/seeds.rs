//! Faults of chance: outcomes, seeds, commitments and shoes.

use croupier_house::event::{DeviceRecord, Event};
use croupier_rules::notation::Act;

use super::board::{Board, Plan, acts, change_acts};
use super::named_fault::{NamedFault, row};
use crate::fault::Splice;

pub(super) const FAULTS: &[NamedFault] = &[
    row("outcome-changed", "a ball, throw or card is another one than fell", outcome_changed),
    row("outcome-left-out", "what fell is missing", outcome_left_out),
    row("outcome-twice", "what fell is there twice", outcome_twice),
    row("cards-exchanged", "two cards of a deal have changed places", cards_exchanged),
    row("cutting-card-left-out", "the cutting card never comes", cutting_card_left_out),
    row("seed-changed", "a revealed seed is not the one of its commitment", seed_changed),
    row("seed-of-another-link", "a revealed seed is that of another link", seed_of_another),
    row("seed-withheld", "the seed of a round is not revealed", seed_withheld),
    row("seed-early", "the seed is revealed before what fell", seed_early),
    row("commitment-changed", "the commitment is another one than that of the seed", commitment_changed),
    row("commitment-of-another-round", "a commitment names another round", commitment_round),
    row("commitment-late", "a commitment comes after the round has begun", commitment_late),
    row("commitment-left-out", "a round has no commitment", commitment_left_out),
    row("link-skipped", "a link of the chain is left out", link_skipped),
    row("device-changed", "a commitment names another device than the table has", device_changed),
    row("anchor-changed", "the anchor of a chain is another one", anchor_changed),
    row("chain-twice", "a chain with the same anchor is opened again", chain_twice),
    row("chain-of-another-table", "a chain names another table", chain_renamed),
    row("player-seed-changed", "the seed of a player is another one when seeds are closed", player_seed),
    row(
        "player-seed-left-out",
        "the seed of a player is left out when seeds are closed",
        player_seed_left_out,
    ),
    row("receipt-changed", "the receipt of the closed seeds is another one", receipt_changed),
    row("receipt-left-out", "the players' seeds are never closed", receipt_left_out),
];

/// Whether an act is chance.
pub(super) fn is_outcome(act: &Act) -> bool {
    matches!(act, Act::Ball(_) | Act::Dice(_) | Act::Cards(_))
}

/// Something else fell.
pub(super) fn other_outcome(all: &mut [Act]) {
    for act in all {
        match act {
            Act::Ball(pocket) => *pocket = if &**pocket == "1" { "2".into() } else { "1".into() },
            Act::Dice(sides) => sides.iter_mut().for_each(|side| *side = *side % 6 + 1),
            Act::Cards(cards) => cards.reverse(),
            _ => continue,
        }
        return;
    }
}

fn is_fallen(event: &Event) -> bool {
    matches!(event, Event::Acted { .. }) && acts(event).iter().any(is_outcome)
}

fn outcome_changed(board: &Board) -> Option<Plan> {
    board.change(board.find(is_fallen)?, |body| change_acts(&mut body.event, |all| other_outcome(all)))
}

fn outcome_left_out(board: &Board) -> Option<Plan> {
    board.remove(board.find(is_fallen)?)
}

fn outcome_twice(board: &Board) -> Option<Plan> {
    board.change(board.find(is_fallen)?, |body| {
        change_acts(&mut body.event, |all| {
            if let Some(place) = all.iter().position(is_outcome) {
                all.insert(place, all[place].clone());
            }
        });
    })
}

fn cards_exchanged(board: &Board) -> Option<Plan> {
    let place =
        board.line(|act| matches!(act, Act::Cards(cards) if cards.len() > 1 && cards[0] != cards[1]))?;
    board.change(place, |body| {
        change_acts(&mut body.event, |all| {
            for act in all {
                if let Act::Cards(cards) = act
                    && cards.len() > 1
                {
                    return cards.swap(0, 1);
                }
            }
        });
    })
}

fn cutting_card_left_out(board: &Board) -> Option<Plan> {
    board.change(board.line(|act| *act == Act::CuttingCard)?, |body| {
        change_acts(&mut body.event, |all| all.retain(|act| *act != Act::CuttingCard));
    })
}

fn is_revealed(event: &Event) -> bool {
    matches!(event, Event::SeedRevealed { .. })
}

fn seed_changed(board: &Board) -> Option<Plan> {
    board.change(board.find(is_revealed)?, |body| {
        if let Event::SeedRevealed { seed, .. } = &mut body.event {
            seed[0] ^= 1;
        }
    })
}

fn seed_of_another(board: &Board) -> Option<Plan> {
    let first = board.find(is_revealed)?;
    let second = board.find_after(first, is_revealed)?;
    let Event::SeedRevealed { seed: other, .. } = *board.event(first) else { return None };
    board.change(second, |body| {
        if let Event::SeedRevealed { seed, .. } = &mut body.event {
            *seed = other;
        }
    })
}

fn seed_withheld(board: &Board) -> Option<Plan> {
    board.remove(board.find(is_revealed)?)
}

fn seed_early(board: &Board) -> Option<Plan> {
    let place = board.find(is_revealed)?;
    let fell = (0..place).rev().find(|before| is_fallen(board.event(*before)))?;
    board.earlier(place, fell)
}

fn is_committed(event: &Event) -> bool {
    matches!(event, Event::Committed { .. })
}

fn commitment_changed(board: &Board) -> Option<Plan> {
    board.change(board.find(is_committed)?, |body| {
        if let Event::Committed { commitment, .. } = &mut body.event {
            commitment[0] ^= 1;
        }
    })
}

fn commitment_round(board: &Board) -> Option<Plan> {
    board.change(board.find(is_committed)?, |body| {
        if let Event::Committed { round, .. } = &mut body.event {
            *round = format!("{round}0").into();
        }
    })
}

fn commitment_late(board: &Board) -> Option<Plan> {
    let place = board.find(is_committed)?;
    let began = board.find_after(place, |event| matches!(event, Event::RoundBegan { .. }))?;
    board.later(place, began)
}

fn commitment_left_out(board: &Board) -> Option<Plan> {
    board.remove(board.find(is_committed)?)
}

fn link_skipped(board: &Board) -> Option<Plan> {
    board.change(board.find(is_committed)?, |body| {
        if let Event::Committed { link, .. } = &mut body.event {
            *link += 1;
        }
    })
}

fn device_changed(board: &Board) -> Option<Plan> {
    board.change(board.find(is_committed)?, |body| {
        if let Event::Committed { device, .. } = &mut body.event {
            *device = match device {
                DeviceRecord::Dice => DeviceRecord::Shoe { packs: 1, cut: None },
                _ => DeviceRecord::Dice,
            };
        }
    })
}

fn is_opened(event: &Event) -> bool {
    matches!(event, Event::ChainOpened { .. })
}

fn anchor_changed(board: &Board) -> Option<Plan> {
    let opened = board.find(is_opened)?;
    board.find_after(opened, is_revealed)?;
    board.change(opened, |body| {
        if let Event::ChainOpened { anchor, .. } = &mut body.event {
            anchor[0] ^= 1;
        }
    })
}

fn chain_twice(board: &Board) -> Option<Plan> {
    let place = board.find(is_opened)?;
    Some(vec![Splice { at: place + 1, out: 0, put: vec![board.drafts[place].clone()] }])
}

fn chain_renamed(board: &Board) -> Option<Plan> {
    board.change(board.find(is_opened)?, |body| {
        if let Event::ChainOpened { table, .. } = &mut body.event {
            *table = format!("{table}0").into();
        }
    })
}

fn is_closed(event: &Event) -> bool {
    matches!(event, Event::SeedsClosed { .. })
}

fn has_seeds(event: &Event) -> bool {
    matches!(event, Event::SeedsClosed { players, .. } if !players.is_empty())
}

fn player_seed(board: &Board) -> Option<Plan> {
    board.change(board.find(has_seeds)?, |body| {
        if let Event::SeedsClosed { players, .. } = &mut body.event {
            players[0].1 = b"another".as_slice().into();
        }
    })
}

fn player_seed_left_out(board: &Board) -> Option<Plan> {
    board.change(board.find(has_seeds)?, |body| {
        if let Event::SeedsClosed { players, .. } = &mut body.event {
            players.remove(0);
        }
    })
}

fn receipt_changed(board: &Board) -> Option<Plan> {
    board.change(board.find(is_closed)?, |body| {
        if let Event::SeedsClosed { receipt, .. } = &mut body.event {
            receipt[0] ^= 1;
        }
    })
}

fn receipt_left_out(board: &Board) -> Option<Plan> {
    board.remove(board.find(is_closed)?)
}
