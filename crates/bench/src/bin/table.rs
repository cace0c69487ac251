//! Prints the table of what the benchmarks have measured: `make bench` runs it last.

fn main() -> std::io::Result<()> {
    print!("{}", croupier_bench::whole_table()?);
    Ok(())
}
