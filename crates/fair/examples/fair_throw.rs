//! A throw that nobody can choose: the house commits itself, players add seeds, everybody checks.
//!
//! `cargo run -p croupier-fair --example fair_throw`

use croupier_fair::{Chain, Device, DeviceOutcome, PlayerSeeds, Proof, Seed, verify};

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    // The house draws one seed; all others of the chain follow from it. It publishes the anchor before anything else.
    let drawn = Seed::new([7; 32]);
    let chain = Chain::open("dice-1".parse()?, 1000, drawn)?;
    println!("anchor      {}", chain.opening().anchor);

    // Before betting opens it commits itself to the seed of the round.
    let committed = chain.commit(1, "round-1".parse()?, Device::Dice)?;
    println!("commitment  {}", committed.commitment());

    // When bets are closed the players' seeds are too. From here on the outcome is settled, and the receipt says so.
    let players = PlayerSeeds::new([(1, b"ann's lucky number".to_vec()), (3, b"ben".to_vec())])?;
    let closed = committed.close(players);
    println!("receipt     {}", closed.receipt());
    let DeviceOutcome::Throw(throw) = closed.outcome() else { return Err("dice give a throw".into()) };
    println!("the dice    {throw}");

    // After the round the house reveals its seed, and anybody recomputes the throw.
    let proof = closed.reveal();
    let document = proof.to_json();
    let read = Proof::read(document.as_bytes())?;
    assert!(verify(&read).is_ok());

    // Whatever is changed afterwards is found.
    let mut forged = read;
    forged.players = PlayerSeeds::new([(1, b"another number".to_vec())])?;
    let discrepancy = verify(&forged).expect_err("the receipt is of other seeds");
    println!("forged      {discrepancy}");
    Ok(())
}
