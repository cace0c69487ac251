use super::*;

const NOW: Duration = Duration::from_secs(5);

fn command(key: u128) -> KeyedCommand {
    KeyedCommand { key: CommandKey(key), again: false, body: Vec::new().into() }
}

const fn ticket(attempt: u64) -> Ticket {
    Ticket { from: RunId(1), attempt }
}

fn done(sequence: u64) -> CommandAnswer {
    CommandAnswer::Done { fence: 1, sequence, body: Vec::new().into() }
}

fn refused() -> CommandAnswer {
    CommandAnswer::Refused { recorded: false, body: Vec::new().into() }
}

fn entry(sequence: u64) -> LinkedEntry {
    LinkedEntry { sequence, before: [0; 32], hash: [1; 32], format: 1, bytes: Vec::new().into() }
}

fn writes(sequence: u64) -> DecidedCommand {
    DecidedCommand { entries: vec![entry(sequence)], answer: done(sequence) }
}

fn refuses() -> DecidedCommand {
    DecidedCommand { entries: Vec::new(), answer: refused() }
}

/// Submits commands with these keys, the attempts numbered like them, and has them decided.
fn decide(
    desk: &mut OwnerDesk,
    settings: &NodeSettings,
    commands: &[(u128, DecidedCommand)],
) -> TicketAnswers {
    for (key, _) in commands {
        let attempt = u64::try_from(*key).unwrap();
        assert_eq!(desk.submit(command(*key), ticket(attempt), NOW, settings), None);
    }
    let keys: Vec<_> = commands.iter().map(|(key, _)| command(*key)).collect();
    assert_eq!(desk.next_group(settings).unwrap(), keys);
    let decisions = commands.iter().map(|(_, decision)| decision.clone()).collect();
    desk.decided(ChainHead::EMPTY, decisions).unwrap()
}

/// A desk with one command whose entry is being written.
fn writing(settings: &NodeSettings) -> OwnerDesk {
    let mut desk = OwnerDesk::holding();
    desk.open();
    assert!(decide(&mut desk, settings, &[(7, writes(1))]).is_empty());
    assert_eq!(desk.next_write().unwrap().before, ChainHead::EMPTY);
    desk
}

#[test]
fn nothing_is_decided_before_the_node_owns_the_house() {
    let settings = NodeSettings::default();
    let mut desk = OwnerDesk::holding();
    desk.submit(command(7), ticket(1), NOW, &settings);
    assert!(desk.next_group(&settings).is_none());
    desk.open();
    assert!(desk.next_group(&settings).is_some());
}

#[test]
fn answers_follow_the_commit_and_go_to_every_copy() {
    let settings = NodeSettings::default();
    let mut desk = writing(&settings);
    assert_eq!(desk.submit(command(7), ticket(2), NOW, &settings), None);
    assert!(desk.next_group(&settings).is_none());
    let (entries, answers) = desk.committed(1);
    assert_eq!(entries, [entry(1)]);
    assert_eq!(answers, [(ticket(7), done(1)), (ticket(2), done(1))]);
}

#[test]
fn what_is_decided_while_a_group_is_written_is_written_together_after_it() {
    let settings = NodeSettings::default();
    let mut desk = writing(&settings);
    assert!(decide(&mut desk, &settings, &[(6, writes(2))]).is_empty());
    assert_eq!(desk.next_write().unwrap().before, entry(1).head(), "the database has it when it needs it");
    assert!(decide(&mut desk, &settings, &[(8, writes(3))]).is_empty());
    assert!(decide(&mut desk, &settings, &[(9, writes(4)), (10, refuses())]).is_empty());
    assert!(desk.next_write().is_none(), "two groups are being written");
    assert_eq!(desk.committed(1).1, [(ticket(7), done(1))]);
    let next = desk.next_write().unwrap();
    assert_eq!((next.before, next.entries), (entry(2).head(), vec![entry(3), entry(4)]));
    assert_eq!(next.keys, [CommandKey(8), CommandKey(9)]);
    assert_eq!(desk.committed(1).1, [(ticket(6), done(2))]);
    assert!(!desk.is_idle());
    assert_eq!(desk.committed(1).1, [(ticket(8), done(3)), (ticket(9), done(4)), (ticket(10), refused())]);
    assert!(desk.is_idle());
}

#[test]
fn a_group_is_sent_ahead_when_it_is_half_of_what_is_usually_here() {
    let settings = NodeSettings::default();
    let mut desk = OwnerDesk::holding();
    desk.open();
    let group = |from: u64, count: u64| -> Vec<(u128, DecidedCommand)> {
        (from..from + count).map(|sequence| (u128::from(sequence), writes(sequence))).collect()
    };
    decide(&mut desk, &settings, &group(1, 8));
    assert_eq!(desk.next_write().unwrap().entries.len(), 8, "the database has nothing to do");
    decide(&mut desk, &settings, &group(9, 3));
    assert!(desk.next_write().is_none(), "eleven were here at once");
    decide(&mut desk, &settings, &group(12, 3));
    assert!(desk.next_write().is_none(), "fourteen were");
    desk.committed(1);
    assert_eq!(
        desk.next_write().unwrap().entries.len(),
        6,
        "it waits no longer than for the write before it"
    );
    decide(&mut desk, &settings, &group(15, 5));
    assert!(desk.next_write().is_none());
    decide(&mut desk, &settings, &group(20, 1));
    assert_eq!(
        desk.next_write().unwrap().entries.len(),
        6,
        "half of thirteen: one is forgotten with each write"
    );
}

#[test]
fn those_who_have_gone_are_not_waited_for_for_ever() {
    let settings = NodeSettings::default();
    let mut desk = OwnerDesk::holding();
    desk.open();
    let first: Vec<(u128, DecidedCommand)> =
        (1..=64).map(|sequence| (u128::from(sequence), writes(sequence))).collect();
    decide(&mut desk, &settings, &first);
    desk.next_write().unwrap();
    let mut sent_ahead = 0;
    for sequence in 65..265 {
        decide(&mut desk, &settings, &[(u128::from(sequence), writes(sequence))]);
        let is_ahead = desk.next_write().is_some();
        sent_ahead += u64::from(is_ahead);
        desk.committed(1);
        if !is_ahead {
            desk.next_write().unwrap();
        }
    }
    assert!(sent_ahead > 50, "one client alone is not held up: {sent_ahead}");
}

#[test]
fn a_refusal_waits_for_the_entries_it_was_decided_on() {
    let settings = NodeSettings::default();
    let mut desk = OwnerDesk::holding();
    desk.open();
    assert_eq!(decide(&mut desk, &settings, &[(6, refuses())]), [(ticket(6), refused())]);
    let mut desk = writing(&settings);
    assert!(decide(&mut desk, &settings, &[(8, refuses())]).is_empty());
    // A copy may have to be recorded: it is decided by itself.
    desk.submit(KeyedCommand { again: true, ..command(8) }, ticket(20), NOW, &settings);
    assert_eq!(desk.committed(1).1, [(ticket(7), done(1)), (ticket(8), refused())]);
    assert!(desk.next_group(&settings).unwrap()[0].again);
}

#[test]
fn what_is_not_committed_is_decided_again_with_all_that_followed_before_later_commands() {
    let settings = NodeSettings::default();
    let mut desk = writing(&settings);
    decide(&mut desk, &settings, &[(8, writes(2)), (9, refuses())]);
    desk.submit(command(10), ticket(10), NOW, &settings);
    assert!(desk.next_group(&settings).is_some());
    desk.submit(command(11), ticket(11), NOW, &settings);
    desk.unknown();
    assert!(desk.next_write().is_none(), "nothing follows what is in doubt");
    assert_eq!(desk.committed_up_to(ChainHead::EMPTY), Some(0));
    desk.not_committed();
    assert!(desk.decided(ChainHead::EMPTY, vec![writes(3)]).is_none(), "it was decided on what is not there");
    let again = [7, 8, 9, 10, 11].map(command);
    assert_eq!((desk.next_group(&settings).unwrap(), desk.is_in_doubt()), (again.to_vec(), false));
}

#[test]
fn nothing_is_decided_on_a_write_in_doubt_and_no_group_grows_past_its_bound() {
    let settings = NodeSettings { group_max: 2, ..NodeSettings::default() };
    let mut desk = writing(&settings);
    decide(&mut desk, &settings, &[(8, writes(2)), (9, writes(3))]);
    desk.submit(command(10), ticket(10), NOW, &settings);
    assert!(desk.next_group(&settings).is_none(), "two are decided and wait for their write");
    desk.committed(1);
    assert_eq!(desk.next_write().unwrap().entries.len(), 2);
    desk.unknown();
    assert!(desk.next_group(&settings).is_none(), "it is unknown on what it would be decided");
    desk.committed(1);
    assert_eq!(desk.next_group(&settings).unwrap(), [command(10)]);
}

#[test]
fn a_house_that_answers_for_other_commands_decides_again() {
    let settings = NodeSettings::default();
    let mut desk = writing(&settings);
    desk.submit(command(8), ticket(8), NOW, &settings);
    assert!(desk.next_group(&settings).is_some());
    assert!(desk.decided(ChainHead::EMPTY, Vec::new()).is_none());
    assert!(desk.next_group(&settings).is_none(), "it does not know what is being written");
    desk.committed(1);
    assert_eq!(desk.next_group(&settings).unwrap(), [command(8)]);
}

#[test]
fn a_house_that_has_forgotten_decides_nothing_before_all_of_it_is_committed() {
    let settings = NodeSettings::default();
    let mut desk = writing(&settings);
    decide(&mut desk, &settings, &[(8, writes(2))]);
    assert!(desk.next_write().is_some());
    desk.submit(command(9), ticket(9), NOW, &settings);
    assert!(desk.next_group(&settings).is_some());
    assert!(desk.decided(ChainHead::EMPTY, Vec::new()).is_none());
    desk.committed(1);
    assert!(desk.next_group(&settings).is_none(), "it does not know the second group");
    desk.committed(1);
    assert_eq!(desk.next_group(&settings).unwrap(), [command(9)]);
}

#[test]
fn the_head_of_the_journal_says_how_many_groups_are_committed() {
    let settings = NodeSettings::default();
    let mut desk = writing(&settings);
    decide(&mut desk, &settings, &[(8, writes(2)), (9, writes(3))]);
    assert!(desk.next_write().is_some());
    let committed = |head: ChainHead| desk.committed_up_to(head);
    assert_eq!([ChainHead::EMPTY, entry(1).head(), entry(3).head()].map(committed), [0, 1, 2].map(Some));
    assert_eq!(committed(entry(2).head()), None, "a group is committed as a whole");
}

#[test]
fn who_loses_the_house_answers_that_a_write_under_way_is_unknown() {
    let settings = NodeSettings { queue_max: 1, ..NodeSettings::default() };
    let mut desk = writing(&settings);
    decide(&mut desk, &settings, &[(8, writes(2))]);
    desk.submit(command(9), ticket(9), NOW, &settings);
    assert_eq!(desk.submit(command(10), ticket(10), NOW, &settings), Some(CommandAnswer::Busy));
    let elsewhere = CommandAnswer::NotOwner(None);
    let answers = desk.abandon(&elsewhere);
    let (unknown, later) =
        ((ticket(7), CommandAnswer::Unknown), [8, 9].map(|at| (ticket(at), elsewhere.clone())));
    assert_eq!((answers[0].clone(), &answers[1..]), (unknown, &later[..]));
}

#[test]
fn a_command_waits_only_so_long() {
    let settings = NodeSettings::default();
    let mut desk = OwnerDesk::holding();
    desk.submit(command(7), ticket(1), NOW, &settings);
    assert!(desk.tick(NOW, &settings).is_empty());
    assert_eq!(desk.tick(NOW + settings.queue_wait, &settings), [(ticket(1), CommandAnswer::Busy)]);
}
