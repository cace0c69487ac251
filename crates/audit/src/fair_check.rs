//! Fair dealing: what a chain and a commitment must name, when a commitment may come, and the cutting card. The chain of
//! seeds and the cards, balls and throws are checked where the entries are decided and applied.

use std::collections::BTreeMap;

use croupier_fair::{Committed, DeviceOutcome, PlayerSeeds, Seed};
use croupier_house::House;
use croupier_house::event::{DeviceRecord, Event};
use croupier_house::ids::TableId;
use croupier_house::table::{DecidedActs, LINKS, LiveTable, Phase};
use croupier_rules::notation::{Act, read_act};
use croupier_rules::table::CardSource;

use crate::finding::FindingKind;

/// What is wrong: the kind, what was found, what was expected.
pub(crate) type Wrong = (FindingKind, String, String);

/// The cards of the shoe in use at a table.
#[derive(Default)]
struct DealtShoe {
    cards: usize,
    /// The number of cards before the cutting card, once it has come.
    cut: Option<usize>,
}

/// Follows the shoes of the tables that are played.
#[derive(Default)]
pub(crate) struct FairCheck {
    shoes: BTreeMap<TableId, DealtShoe>,
}

impl FairCheck {
    /// Checks an entry that opens a chain or commits to a link, against the state before it.
    pub(crate) fn check_prelude(house: &House<'_>, id: TableId, event: &Event) -> Option<Wrong> {
        match event {
            Event::ChainOpened { table, links, .. } => {
                let due = house.chain_name(id);
                let fits = **table == *due && *links == LINKS;
                (!fits).then(|| {
                    let found = format!("the chain {table} of {links} links");
                    (FindingKind::WrongCommitment, found, format!("the chain {due} of {LINKS} links"))
                })
            }
            Event::Committed { round, device, .. } => {
                let table = house.table(id).ok()?;
                let live = table.live.as_ref()?;
                check_commitment(live, table.rounds + 1, round, device)
            }
            _ => None,
        }
    }

    /// Whether a table has committed to a link that is not revealed yet.
    pub(crate) fn is_committed(house: &House<'_>, id: TableId) -> bool {
        let live = house.table(id).ok().and_then(|table| table.live.as_ref());
        live.and_then(|live| live.seed_chain.as_ref()).is_some_and(|chain| chain.committed.is_some())
    }

    /// Notes what an entry deals, after it was decided.
    pub(crate) fn note(&mut self, id: TableId, event: &Event, acts: Option<&DecidedActs>) {
        match (event, acts) {
            (Event::Committed { .. }, _) => drop(self.shoes.insert(id, DealtShoe::default())),
            (Event::Acted { .. }, Some(decided)) => {
                decided.acts.iter().for_each(|act| self.note_act(id, act))
            }
            (Event::Acted { lines, .. }, None) => {
                lines.lines().filter_map(|line| read_act(line).ok()).for_each(|act| self.note_act(id, &act));
            }
            _ => {}
        }
    }

    fn note_act(&mut self, id: TableId, act: &Act) {
        let Some(shoe) = self.shoes.get_mut(&id) else { return };
        match act {
            Act::Cards(cards) => shoe.cards += cards.len(),
            Act::CuttingCard => shoe.cut = Some(shoe.cards),
            _ => {}
        }
    }

    /// Checks the cutting card when the seed is revealed, against the state before that.
    pub(crate) fn check_cut(&self, house: &House<'_>, id: TableId, seed: [u8; 32]) -> Option<Wrong> {
        let dealt = self.shoes.get(&id)?;
        let committed = house.table(id).ok()?.live.as_ref()?.seed_chain.as_ref()?.committed.as_ref()?;
        let (players, _) = committed.closed.as_ref()?;
        let seats = (1..).zip(players).map(|(seat, (_, seed))| (seat, seed.to_vec()));
        let closed =
            Committed::new(committed.terms.clone(), Seed::new(seed)).close(PlayerSeeds::new(seats).ok()?);
        let DeviceOutcome::Shoe { cut: Some(cut), .. } = closed.outcome() else { return None };
        let due = usize::from(cut);
        let fits = dealt.cut.map_or(dealt.cards <= due, |found| found == due);
        (!fits).then(|| {
            let found = dealt.cut.map_or_else(
                || format!("{} cards without the cutting card", dealt.cards),
                |found| format!("the cutting card after {found} cards"),
            );
            (FindingKind::WrongCut, found, format!("the cutting card after {due} cards"))
        })
    }
}

fn check_commitment(live: &LiveTable<'_>, next: u64, round: &str, device: &DeviceRecord) -> Option<Wrong> {
    if !matches!(live.phase(), Phase::Waiting | Phase::Payment) {
        let found = format!("{round} is committed to in the phase {:?}", live.phase());
        return Some((FindingKind::LateCommitment, found, "a commitment before betting opens".to_owned()));
    }
    let what = if matches!(live.rules.shoe().0, CardSource::Shoe(_)) { "shoe" } else { "round" };
    let due = format!("{what}-{next}");
    if *round != *due {
        return Some((FindingKind::WrongCommitment, round.to_owned(), due));
    }
    let fits = live.device().is_some_and(|due| DeviceRecord::of(&due) == *device);
    (!fits).then(|| {
        let found = format!("the device {device:?}");
        (FindingKind::WrongCommitment, found, "the device of the table".to_owned())
    })
}
