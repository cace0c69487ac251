//! One simulation on many machines, with real servers and real workers that really die.

mod machines;

use std::fs;
use std::process::Command;

use croupier_sim::job::BLOCK_ROUNDS;
use machines::{Folder, Keep, Process, Server, another_build, croupier, wait_until};

/// A job through the rules, step by step, so that parts take long enough to be interrupted.
const JOB: [&str; 6] = ["simulate", "mpumalanga/blackjack", "--on", "2026-01-01", "--by-rules", "--untimed"];

/// The rounds of so many blocks.
fn rounds(blocks: u64) -> String {
    (blocks * BLOCK_ROUNDS).to_string()
}

/// A run of the same job by one process: its result as a file, and its report.
fn alone(folder: &Folder, job: &[&str]) -> (Vec<u8>, String) {
    let file = folder.file("alone.json");
    let run = croupier().args(job).args(["--json", "-o"]).arg(&file).output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    (fs::read(file).unwrap(), String::from_utf8(run.stdout).unwrap())
}

fn desk(folder: &Folder, job: &[&str], cluster: &str, more: &[&str]) -> Process {
    let mut command = croupier();
    command.args(job).args(["--cluster", cluster, "--json", "-o"]).arg(folder.file("fleet.json")).args(more);
    Process::start(&mut command, folder.file("desk.log"))
}

fn worker(folder: &Folder, name: &str, cluster: &str, more: &[&str]) -> Process {
    let mut command = croupier();
    command.args(["worker", cluster, "--threads", "1", "--idle", "60"]).args(more);
    Process::start(&mut command, folder.file(&format!("{name}.log")))
}

/// The part that a worker has in hand.
fn in_hand(worker: &Process) -> Option<String> {
    let log = worker.log();
    let last = log.lines().last()?.strip_prefix("croupier: takes part ")?;
    last.split(' ').next().map(str::to_owned)
}

/// Stops a worker in the middle of a part, and says which.
fn hold(worker: &Process) -> String {
    let mut part = None;
    wait_until("a worker has a part in hand", || {
        if in_hand(worker).is_some() {
            worker.signal("STOP");
            part = in_hand(worker);
            if part.is_none() {
                worker.signal("CONT");
            }
        }
        part.is_some()
    });
    part.unwrap()
}

fn done(workers: &[Process]) -> usize {
    workers.iter().map(|worker| worker.log().matches(" is done in ").count()).sum()
}

#[test]
fn a_fleet_gives_the_bytes_of_one_run_though_a_worker_and_a_server_die() {
    let folder = Folder::new();
    let mut servers = Server::three(&folder);
    let cluster = servers.iter().map(|server| server.url.clone()).collect::<Vec<_>>().join(",");
    let rounds = rounds(48);
    let job = [&JOB[..], &["--rounds", &rounds, "--seed", "7"]].concat();
    let mut workers: Vec<Process> =
        ["ann", "ben", "cat"].iter().map(|name| worker(&folder, name, &cluster, &[])).collect();
    let mut desk = desk(&folder, &job, &cluster, &["--job", "night", "--parts", "24"]);

    let lost = hold(&workers[0]);
    workers[0].kill();

    wait_until("some parts are done", || done(&workers) >= 3);
    let leader = || {
        let streams = servers.iter().flat_map(Server::streams);
        streams.filter(|(name, _)| name == "croupier-night-parts").find_map(|(_, leader)| leader)
    };
    let leader = leader().expect("somebody leads the queue");
    let dying = servers.iter_mut().find(|server| server.name == leader).unwrap();
    assert!(desk.is_running(), "the job is under way: {}", desk.log());
    dying.process.kill();

    let ended = desk.end();
    assert!(ended.success(), "{}", desk.log());
    let again = format!("takes part {lost} of 24 of night");
    assert!(
        workers[1..].iter().any(|worker| worker.log().contains(&again)),
        "part {lost} is given out again"
    );
    let (file, report) = alone(&folder, &job);
    assert_eq!(fs::read(folder.file("fleet.json")).unwrap(), file);
    assert_eq!(desk.out(), report);
    for worker in &mut workers[1..] {
        worker.signal("TERM");
        assert!(worker.end().success(), "{}", worker.log());
    }
}

#[test]
fn a_part_done_twice_counts_once_and_a_desk_can_be_started_again() {
    let folder = Folder::new();
    let server = Server::alone(&folder, Keep::Streams);
    let rounds = rounds(16);
    let job = [&JOB[..], &["--rounds", &rounds]].concat();
    let mut first = desk(&folder, &job, &server.url, &["--job", "twice", "--parts", "4"]);
    let slow = worker(&folder, "slow", &server.url, &[]);
    let part = hold(&slow);
    first.signal("INT");
    assert_eq!(first.end().code(), Some(130));
    assert!(
        first.log().contains(
            "of 4 parts done. The workers continue; to see the result, start again with --job twice"
        ),
        "{}",
        first.log()
    );

    let quick = worker(&folder, "quick", &server.url, &["--job", "twice"]);
    wait_until("another has done the part", || {
        quick.log().contains(&format!("part {part} of 4 of twice is done in"))
    });
    slow.signal("CONT");
    wait_until("the part is done a second time", || slow.log().contains("was done already: it counts once"));

    let mut second = desk(&folder, &job, &server.url, &["--job", "twice"]);
    assert!(second.end().success(), "{}", second.log());
    let (file, report) = alone(&folder, &job);
    assert_eq!(fs::read(folder.file("fleet.json")).unwrap(), file);
    assert_eq!(second.out(), report);
    assert_eq!(server.streams(), [], "a job that is done leaves nothing behind");
}

#[test]
fn an_order_carries_the_rulebook_and_a_worker_gives_back_what_it_cannot_finish() {
    let folder = Folder::new();
    let server = Server::alone(&folder, Keep::Streams);
    let rounds = rounds(32);
    let job =
        ["simulate", "nevada/blackjack", "--rulebook", "examples/nevada.toml", "--untimed", "--by-rules"];
    let job = [&job[..], &["--on", "2026-01-01", "--rounds", &rounds]].concat();
    let mut desk = desk(&folder, &job, &server.url, &["--parts", "1"]);
    let mut leaving = worker(&folder, "leaving", &server.url, &[]);
    wait_until("the worker has a part", || in_hand(&leaving).is_some());
    leaving.signal("TERM");
    assert!(leaving.end().success(), "{}", leaving.log());
    assert!(leaving.log().contains("croupier: gives part"), "{}", leaving.log());
    let _staying = worker(&folder, "staying", &server.url, &[]);
    assert!(desk.end().success(), "{}", desk.log());
    let (file, report) = alone(&folder, &job);
    assert_eq!(fs::read(folder.file("fleet.json")).unwrap(), file);
    assert_eq!(desk.out(), report);
}

#[test]
fn another_job_another_build_and_a_part_that_keeps_failing_are_reported() {
    let folder = Folder::new();
    let server = Server::alone(&folder, Keep::Streams);
    let url = server.url.as_str();
    let rounds = rounds(2);
    let job = [&JOB[..], &["--rounds", &rounds]].concat();
    let mut first = desk(&folder, &job, url, &["--job", "one"]);
    wait_until("the job is on the server", || server.streams().len() == 2);
    let refused_with = |command: &mut Command, words: &[&str]| {
        let run = command.output().unwrap();
        let said = String::from_utf8_lossy(&run.stderr).into_owned();
        assert_eq!(run.status.code(), Some(2), "{command:?}: {said}");
        words.iter().for_each(|word| assert!(said.contains(word), "{command:?}: {said}"));
    };
    let other = ["--seed", "8", "--cluster", url, "--job", "one"];
    refused_with(
        croupier().args(&job).args(other),
        &["the servers have a different job named one", "seed 1", "seed 8", "--anew"],
    );
    let another = another_build(&folder);
    let refused = ["job one was created by another build of croupier", "only the same build"];
    refused_with(Command::new(&another).args(["worker", url, "--job", "one"]), &refused);
    refused_with(Command::new(&another).args(["worker", url, "--idle", "1"]), &refused);
    refused_with(Command::new(&another).args(&job).args(["--cluster", url, "--job", "one"]), &refused);
    first.signal("TERM");
    assert_eq!(first.end().code(), Some(130));

    // Seven boxes at the end of one pack want more cards than it has.
    let short = ["--house", "decks=1", "--boxes", "7", "--cut", "95", "--rounds", "1000", "--tries", "2"];
    let short = [&["simulate", "mpumalanga/touch-21", "--cluster", url][..], &short].concat();
    let worker = worker(&folder, "worker", url, &[]);
    refused_with(croupier().args(&short), &["part 1 of 1 was delivered 2 times", "the shoe ran out"]);
    assert_eq!(worker.log().matches("failed: the shoe ran out").count(), 2, "{}", worker.log());
    // Started again, the job is tried again.
    refused_with(croupier().args(&short), &["part 1 of 1 was delivered 2 times", "the shoe ran out"]);
    assert_eq!(worker.log().matches("failed: the shoe ran out").count(), 4, "{}", worker.log());
}

#[test]
fn servers_that_cannot_serve_are_reported() {
    let folder = Folder::new();
    let server = Server::alone(&folder, Keep::Nothing);
    let job = [&JOB[..], &["--rounds", "1000"]].concat();
    let refused_with = |cluster: &str, more: &[&str], words: &str| {
        let mut runs = vec![croupier().args(&job).args(["--cluster", cluster]).args(more).output().unwrap()];
        if more.is_empty() {
            runs.push(croupier().args(["worker", cluster]).output().unwrap());
        }
        for run in runs {
            let said = String::from_utf8_lossy(&run.stderr);
            assert_eq!(run.status.code(), Some(2), "{said}");
            assert!(said.contains(words), "{said}");
        }
    };
    refused_with(&server.url, &[], "does not run JetStream: start it with nats-server -js");
    refused_with("http://127.0.0.1:80", &[], "`http://127.0.0.1:80` is not the address of a NATS server");
    refused_with("nats://127.0.0.1:1", &[], "no NATS server answers at 127.0.0.1:1");
    refused_with(
        "nats://127.0.0.1:1,what is this",
        &[],
        "`what is this` is not the address of a NATS server",
    );
    refused_with(&server.url, &["--job", "a b"], "is not a valid job name");
    refused_with(
        &server.url,
        &["--parts", "99"],
        "99 parts are more than the blocks that the job has, which are 1",
    );
    refused_with(&server.url, &["--parts", "0"], "a job has at least one part");
    refused_with(&server.url, &["--shard", "1/2"], "cannot be used with");
}
