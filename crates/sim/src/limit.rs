//! Performance limits: the cost of randomness alone, without any game. Benchmarks compare kernels with them.

use crate::kernel::Shuffler;
use crate::random::{LANES, ROOM, RandomStream, RandomWords, Rolls, ShufflePlan, StreamPurpose};

/// Generates `rows` rows of random words. Returns a value that depends on all of them.
pub fn words(rows: u64) -> u64 {
    let mut stream = RandomStream::new(1, 0, StreamPurpose::Chance);
    let mut some = [[0; LANES]; 64];
    let mut sum = 0_u64;
    for _ in 0..rows / 64 {
        stream.fill(&mut some);
        sum = sum.wrapping_add(some.as_flattened()[7]);
    }
    sum
}

/// Generates `count` uniform rolls. Returns a value that depends on all of them.
pub fn rolls(chances: u32, count: u64) -> u64 {
    let mut left = count;
    let mut sum = 0;
    if let Some(mut rolls) = Rolls::new(RandomStream::new(1, 0, StreamPurpose::Chance), chances) {
        while left > 0 {
            let some = rolls.some(left);
            left -= some.len() as u64;
            sum += u64::from(some[some.len() / 2]);
        }
    }
    sum
}

/// Shuffles `shoes` shoes of these cards, drawing at least `drawn` cards of each. Returns the number of cards drawn
/// in all.
pub fn shuffles(cards: &[u8], drawn: usize, shoes: u64) -> u64 {
    let Some(plan) = ShufflePlan::new(cards, drawn) else { return 0 };
    let mut words = RandomWords::new(RandomStream::new(1, 0, StreamPurpose::Chance));
    let mut shoe = Box::new([0; ROOM]);
    let mut shuffler = Shuffler::new(&plan);
    let mut sum = 0;
    for _ in 0..shoes {
        shuffle(&mut shuffler, &mut words, &mut shoe);
        sum += u64::from(shoe[0]);
    }
    std::hint::black_box(sum);
    shoes * shuffler.drawn() as u64
}

#[multiversion::multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2"))]
fn shuffle(shuffler: &mut Shuffler<'_>, words: &mut RandomWords, shoe: &mut [u8; ROOM]) {
    shuffler.shuffle(words, shoe);
}
