use croupier_rules::book::{Chosen, Shelf};
use croupier_rules::games::AnyGame;
use croupier_sim::policy::{Chart, Policy, Raises, Thirds};
use croupier_sim::*;
fn cpu() -> f64 {
    std::fs::read_to_string("/proc/thread-self/schedstat")
        .unwrap()
        .split(" ")
        .next()
        .unwrap()
        .parse::<f64>()
        .unwrap()
        / 1e9
}
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let shelf = Shelf::built_in();
    let (_, book) = shelf.game(&args[0]).unwrap();
    let game = book.table(&Chosen::default());
    let policy = match &game {
        AnyGame::Blackjack(_) => Policy::Chart(Chart::usual()),
        AnyGame::Baccarat(game) if !game.drawing.leaves_no_choice() => {
            Policy::Thirds(Box::new(Thirds::customary(game)))
        }
        AnyGame::Poker(game) => Policy::Raises(Raises::best(game)),
        _ => Policy::Chance,
    };
    let rounds: u64 = args[1].parse().unwrap();
    let shoes = match args[2].parse().unwrap() {
        0 => Shoes::Fresh,
        n => Shoes::Cut(n),
    };
    let options = Options { shoes, boxes: 1, wagers: args[3..].to_vec() };
    let table = set_up(&game, book.conduct(), &policy, &options).unwrap();
    {
        let mut rolls = random::Rolls::new(random::Stream::new(1, 1, random::Purpose::Chance), 37).unwrap();
        let start = cpu();
        let mut n = 0usize;
        let mut x = 0u8;
        while n < 200_000_000 {
            let s = rolls.some(10000);
            n += s.len();
            x ^= s[s.len() / 2];
        }
        println!("rolls {:.2} G/s {x}", n as f64 / (cpu() - start) / 1e9);
        let mut st = random::Stream::new(1, 1, random::Purpose::Chance);
        let mut rows = [[0u64; 16]; 32];
        let start = cpu();
        for _ in 0..100_000 {
            st.fill(&mut rows);
        }
        println!("words {:.2} G/s {}", 51.2e6 / (cpu() - start) / 1e9, rows[3][3]);
    }
    println!("kernel: {}", table.has_kernel());
    let n = rounds / job::BLOCK_ROUNDS;
    for by in [By::Kernel, By::Kernel, By::Rules] {
        let n = if by == By::Rules { n.min(32) } else { n };
        let start = cpu();
        let mut all = Found::nothing(table.counted().len());
        for b in 0..n {
            all.merge(&table.play(by, 1, b, job::BLOCK_ROUNDS).unwrap());
        }
        let s = cpu() - start;
        println!(
            "{by:?}: {:.2} M rounds/s, {:.2} M falls/s",
            (n * job::BLOCK_ROUNDS) as f64 / s / 1e6,
            all.fallen as f64 / s / 1e6
        );
    }
    for b in 0..8 {
        for r in [1, 2, 63, 64, 65, 1000, 65536, 65535, 65500] {
            assert_eq!(
                table.play(By::Kernel, 9, b, r).unwrap(),
                table.play(By::Rules, 9, b, r).unwrap(),
                "{b} {r}"
            );
        }
    }
    println!("equal");
}
