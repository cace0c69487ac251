//! Writes what a generator gives, after it was mapped to outcomes, as a stream of bits for test batteries:
//! `mapped live numbers | dieharder -g 200 -d 102` (`scripts/dieharder`).
//!
//! Outcomes are not a power of two. Of so many equally likely ones, those below the largest power of two give their bits, and the others give
//! fewer in the same way: the bits of a uniform outcome are then uniform, and nothing is added to what was drawn. Of a shuffled pack every place
//! counts: the place of its card among those that were left.

use std::io::{BufWriter, ErrorKind, Write};

use croupier_conformance::{Chained, Falls, Simulated, Sourced};
use croupier_kit::{Card, Pocket, Wheel};
use croupier_server::dealing::OsChance;

/// Bits on their way into bytes.
struct Bits<W> {
    out: W,
    byte: u8,
    len: u32,
}

impl<W: Write> Bits<W> {
    /// Puts an outcome of so many that are equally likely.
    fn put(&mut self, mut outcome: usize, mut of: usize) -> std::io::Result<()> {
        while of > 1 {
            let bits = of.ilog2();
            if outcome >> bits == 0 {
                return self.put_bits(outcome, bits);
            }
            (outcome, of) = (outcome - (1 << bits), of - (1 << bits));
        }
        Ok(())
    }

    fn put_bits(&mut self, value: usize, bits: u32) -> std::io::Result<()> {
        for place in (0..bits).rev() {
            self.byte = self.byte << 1 | u8::from(value >> place & 1 == 1);
            self.len += 1;
            if self.len == 8 {
                self.out.write_all(&[self.byte])?;
                (self.byte, self.len) = (0, 0);
            }
        }
        Ok(())
    }

    /// Puts the first cards of one pack.
    fn put_cards(&mut self, cards: &[Card]) -> std::io::Result<()> {
        let mut left: Vec<Card> = Card::pack().collect();
        for card in cards {
            let place = left.iter().position(|known| known == card).expect("a pack has each card once");
            self.put(place, left.len())?;
            left.remove(place);
        }
        Ok(())
    }
}

/// What is written.
#[derive(Clone, Copy)]
enum Mapped {
    Numbers,
    Throws,
    Shuffles,
}

fn run(falls: &mut dyn Falls, mapped: Mapped) -> std::io::Result<()> {
    let mut bits = Bits { out: BufWriter::new(std::io::stdout().lock()), byte: 0, len: 0 };
    let wheel = Wheel::new((0..37).filter_map(Pocket::at)).expect("37 pockets");
    loop {
        match mapped {
            Mapped::Numbers => bits.put(falls.spin(&wheel).index(), 37)?,
            Mapped::Throws => {
                let [one, other] = falls.throw().map(|side| side as usize - 1);
                bits.put(one * 6 + other, 36)?;
            }
            Mapped::Shuffles => bits.put_cards(&falls.shuffled(1))?,
        }
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [generator, kind] = words.iter().map(String::as_str).collect::<Vec<_>>()[..] else { usage() };
    let mut falls: Box<dyn Falls> = match generator {
        "live" => {
            let mut seed = [0; 32];
            getrandom::fill(&mut seed).expect("the system has randomness");
            Box::new(Chained::new(&seed))
        }
        "system" => Box::new(Sourced(OsChance::new().expect("the system has randomness"))),
        "simulation" => Box::new(Simulated::new(1)),
        _ => usage(),
    };
    let mapped = match kind {
        "numbers" => Mapped::Numbers,
        "throws" => Mapped::Throws,
        "shuffles" => Mapped::Shuffles,
        _ => usage(),
    };
    match run(&mut *falls, mapped) {
        // Whoever reads has enough at some time.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => {}
        Err(error) => panic!("{error}"),
        Ok(()) => {}
    }
}

fn usage() -> ! {
    eprintln!("say which: live, system or simulation; and of what: numbers, throws or shuffles");
    std::process::exit(2)
}
