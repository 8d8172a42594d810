//! What is said aloud: the seeds' table and that of a unit's clock foretold, presses, pauses, recounts, what was played.

use crate::bench::Bench;
use crate::venue::{GAME, TABLE, Venue, arbiter, ms, new_game, pause, press, start};
use clock::{Call, Duration, Instant, Overtime, Side};
use hall::{
    AlarmKind, Announcement, Attendance, Entry, NewGame, Output, Playback, PlaybackError, Played,
    SpeechFault, Spoken, SpokenEntry, SpokenIn, Standing, Unspoken, VoiceChange, VoiceEntry,
};
use journal::Ledger;
use referee::{Command, Game, Order, Setup, Who};

const MINUTE: Duration = Duration::from_secs(60);

/// A table with that control, whose clock was started at second 1.
fn started(control: &str) -> Venue {
    let mut venue = Venue::default();
    let setup = Setup::new(Game::default(), control.parse().unwrap());
    venue.hall.open(NewGame { setup, ..new_game(GAME) }, ms(0)).unwrap();
    venue.settle();
    let voice = hall::VoiceSetting { on: true, muted: false, quiet: false, volume: 80 };
    venue.hall.configure_voice(TABLE, voice);
    venue.give(start(), 1_000);
    venue.settle();
    venue.outputs.clear();
    venue
}

/// What is said, as `milliseconds=what` of the hall's time.
fn words(said: &[Announcement]) -> String {
    let word = |said: &Announcement| {
        let at = said.at.as_micros() / 1_000;
        match said.what {
            Spoken::Call { side: Side::Black, call } => format!("{at}={call}"),
            Spoken::Call { side: Side::White, call } => format!("{at}=white-{call}"),
            Spoken::Reading { .. } => format!("{at}=told:{}", said.reading.unwrap().left.as_secs()),
            Spoken::Paused => format!("{at}=paused"),
            Spoken::Resumed => format!("{at}=resumed"),
            Spoken::Adjourned => format!("{at}=adjourned"),
        }
    };
    said.iter().map(word).collect::<Vec<_>>().join(" ")
}

fn to_say(venue: &Venue, at: u64, horizon: Duration) -> String {
    words(&venue.hall.to_say(TABLE, ms(at), horizon))
}

/// The minute before the last as the seeds have it (12.3), and that a press leaves all of it unsaid.
#[test]
fn the_seeds_table_is_foretold_and_a_press_takes_it_back() {
    let mut venue = started("10s+2x60s");
    venue.advance(12_000);
    assert_eq!(
        words(&venue.hall.calls_ahead(TABLE, ms(12_000), MINUTE)),
        "41000=elapsed:30 51000=elapsed:40 61000=elapsed:50 66000=elapsed:55 69000=elapsed:58 71000=left:1"
    );
    let overtime = Overtime::Byoyomi { periods: 2, period: MINUTE };
    assert_eq!(venue.hall.calls_ahead(TABLE, ms(12_000), MINUTE)[0].overtime, overtime);
    venue.give(press(Side::Black), 40_950);
    assert_eq!(venue.hall.calls_ahead(TABLE, ms(40_950), Duration::from_secs(9)), []);
    assert_eq!(
        to_say(&venue, 40_960, MINUTE),
        "50950=white-byoyomi 80950=white-elapsed:30 90950=white-elapsed:40 100950=white-elapsed:50"
    );
}

#[test]
fn what_is_being_said_is_told_until_a_press_takes_it_back() {
    let mut venue = started("10s+2x60s");
    venue.advance(41_000);
    assert_eq!(to_say(&venue, 41_020, Duration::from_secs(5)), "41000=elapsed:30");
    venue.advance(41_020);
    assert_eq!(to_say(&venue, 41_020, Duration::from_secs(5)), "41000=elapsed:30", "decided or not");
    venue.give(press(Side::Black), 41_050);
    assert_eq!(to_say(&venue, 41_050, Duration::from_secs(5)), "");
}

/// On a touch clock nothing is decided before the grace has passed; the voice does not wait for it, but for the end.
#[test]
fn the_voice_reads_ahead_of_the_grace_and_what_ends_the_game_waits_for_it() {
    let mut venue = started("0s+1x10s");
    venue.hall.touch_joined(TABLE, None, ms(1_000));
    venue.advance(2_000);
    assert_eq!(to_say(&venue, 2_010, Duration::from_secs(1)), "2000=count:1 3000=count:2");
    venue.hall.touch_heard(TABLE, None, ms(9_000));
    venue.advance(11_050);
    assert_eq!(to_say(&venue, 11_050, MINUTE), "10000=count:9", "over time, and not decided");
    venue.advance(11_300);
    assert_eq!(to_say(&venue, 11_300, MINUTE), "11000=count:10");
    // A press that was made in time and arrives within the grace.
    let mut venue = started("0s+1x10s");
    venue.hall.touch_joined(TABLE, None, ms(1_000));
    venue.advance(10_700);
    venue.order(press(Side::Black), crate::venue::credited(200), 11_100).unwrap();
    assert_eq!(to_say(&venue, 11_100, Duration::from_secs(1)), "11900=white-count:1");
}

#[test]
fn the_answer_to_a_query_a_pause_and_a_resumption_are_said() {
    let mut venue = started("60s");
    venue.give(Order { by: Who::Black, command: Command::Query { side: Side::Black } }, 5_000);
    assert_eq!(to_say(&venue, 5_100, Duration::from_secs(5)), "5000=told:56");
    venue.give(pause(), 7_000);
    assert_eq!(to_say(&venue, 7_000, MINUTE), "7000=paused");
    venue.give(arbiter(Command::Resume), 20_000);
    assert_eq!(to_say(&venue, 20_000, Duration::from_secs(30)), "20000=resumed 44000=remaining:30");
}

/// Whoever asks, the count of the side on move stands: the answer is told beside it, and of answers the last.
#[test]
fn a_query_takes_nothing_of_the_count_back() {
    let mut venue = started("0s+1x60s");
    let query = |side: Side| Order { by: side.into(), command: Command::Query { side } };
    venue.advance(31_000);
    venue.give(query(Side::White), 31_200);
    assert_eq!(to_say(&venue, 31_300, Duration::from_secs(1)), "31000=elapsed:30 31200=told:60");
    venue.give(query(Side::Black), 31_400);
    venue.give(query(Side::Black), 31_900);
    assert_eq!(to_say(&venue, 31_900, Duration::from_secs(1)), "31000=elapsed:30 31900=told:29");
    venue.give(query(Side::Black), 40_900);
    venue.advance(41_000);
    assert_eq!(to_say(&venue, 41_020, Duration::from_secs(1)), "40900=told:20 41000=elapsed:40");
    venue.give(press(Side::Black), 41_050);
    assert_eq!(to_say(&venue, 41_050, Duration::from_secs(1)), "", "a press takes back both");
}

/// 16.2: from the call that was wrong or missing.
#[test]
fn a_recount_speaks_at_once_from_the_missed_call() {
    let mut venue = started("0s+1x60s");
    venue.advance(50_000);
    let recount =
        Command::Recount { side: Side::Black, elapsed: Duration::from_secs(40), why: Some("missed".into()) };
    venue.give(Order { by: Who::Black, command: recount }, 50_000);
    let expected = "50000=elapsed:40 60000=elapsed:50 61000=count:1 62000=count:2 63000=count:3 64000=count:4 \
                    65000=count:5 66000=count:6 67000=count:7 68000=count:8 69000=count:9";
    assert_eq!(to_say(&venue, 50_000, MINUTE), expected);
}

#[test]
fn a_press_that_begins_or_nears_the_end_of_a_section_is_said() {
    let mut venue = started("0s+3/5m");
    assert_eq!(to_say(&venue, 1_000, Duration::from_secs(1)), "1000=moves:3");
    venue.give(press(Side::Black), 3_000);
    assert_eq!(to_say(&venue, 3_000, Duration::from_secs(1)), "3000=moves:2 3000=white-moves:3");
}

/// The same from a clock in a unit behind a line, whose time is an estimate.
#[test]
fn the_calls_of_a_units_clock_are_foretold_while_it_is_heard() {
    let mut bench = Bench::open(Setup::new(Game::default(), "10s+2x60s".parse().unwrap()));
    bench.give(start(), None);
    bench.run(12_000);
    let begun = bench.venue.hall.time(TABLE, bench.now).unwrap();
    let said = bench.venue.hall.calls_ahead(TABLE, bench.now, MINUTE);
    let calls: Vec<Spoken> = said.iter().map(|said| said.what).collect();
    let call = |call| Spoken::Call { side: Side::Black, call };
    assert_eq!(calls[..3], [call(Call::Elapsed(30)), call(Call::Elapsed(40)), call(Call::Elapsed(50))]);
    // The two axes are apart by no more than the line takes.
    let (at, due) = (said[0].at.since(bench.now), said[0].due.since(begun));
    assert!(at.minus(due).plus(due.minus(at)) <= Duration::from_millis(10), "{at:?} {due:?}");
    bench.press(Side::Black);
    assert!(bench.venue.hall.calls_ahead(TABLE, bench.now, Duration::from_secs(8)).is_empty());
    bench.cut = true;
    bench.venue.outputs.clear();
    bench.run(20_000);
    let is_face = |output: &Output| matches!(output, Output::Face { table: TABLE });
    let alarm = bench.venue.outputs.iter().position(|output| matches!(output, Output::Alarm(_))).unwrap();
    assert!(bench.venue.outputs[alarm..].iter().any(is_face), "whoever speaks is told");
    assert!(bench.venue.hall.to_say(TABLE, bench.now, MINUTE).is_empty(), "with no word nothing is known");
}

fn entries(venue: &Venue) -> Vec<Entry> {
    let entries = venue.ledger.read(GAME).unwrap();
    let all = entries.iter().map(|entry| Entry::from_bytes(&entry.body).unwrap());
    all.filter(|entry| matches!(entry, Entry::Spoken(_) | Entry::Voice(_))).collect()
}

fn elapsed(due: u64, onset: u64, cut: bool) -> Playback {
    let what = Spoken::Call { side: Side::Black, call: Call::Elapsed(30) };
    let (due, onset) = (ms(due), ms(onset));
    Playback {
        by: "page a".into(),
        what,
        due,
        onset,
        end: onset.plus(Duration::from_millis(50)),
        cut,
        spoken_in: SpokenIn::Zh,
    }
}

#[test]
fn what_was_played_and_what_was_not_is_on_record_and_survives_a_power_cut() {
    let mut venue = started("10s+2x60s");
    assert!(venue.hall.join_speakers(TABLE, ("page a", Standing::Own), 100, ms(2_000)));
    venue.hall.tell_speakers(TABLE, ms(40_000), MINUTE);
    venue.advance(41_050);
    // Table time begins with the hall's: the clock was started at second 1.
    venue.hall.played(TABLE, elapsed(41_000, 41_003, true), ms(41_060)).unwrap();
    assert_eq!(
        venue.hall.played(TABLE, elapsed(41_000, 41_003, true), ms(41_061)),
        Err(PlaybackError::Known)
    );
    let muted = VoiceChange::Muted { muted: true, by: Who::Arbiter };
    venue.hall.change_voice(TABLE, muted, ms(41_100)).unwrap();
    venue.advance(52_000);
    venue.advance(67_100);
    venue.settle();
    let spoken = |due: u64, call, played| {
        Entry::Spoken(SpokenEntry {
            due: ms(due),
            what: Spoken::Call { side: Side::Black, call },
            reading: None,
            played,
        })
    };
    let voice = venue.hall.voice(TABLE).unwrap();
    let entry = |at: u64, muted, by| {
        Entry::Voice(VoiceEntry {
            at: ms(at),
            voice: hall::VoiceSetting { muted, ..voice },
            speakers: vec!["page a".into()],
            silent: vec![],
            by,
            left_out: 0,
        })
    };
    let (onset, end) = (ms(41_003), ms(41_053));
    let on_record = [
        entry(2_000, false, None),
        spoken(
            41_000,
            Call::Elapsed(30),
            Played::Cut { by: "page a".into(), onset, end, spoken_in: SpokenIn::Zh },
        ),
        entry(41_100, true, Some(Who::Arbiter)),
        spoken(11_000, Call::Byoyomi, Played::Not { why: Unspoken::Unheard }),
        spoken(51_000, Call::Elapsed(40), Played::Not { why: Unspoken::Muted }),
    ];
    let found = entries(&venue);
    assert_eq!(found.len(), on_record.len(), "{found:#?}");
    assert!(on_record.iter().all(|entry| found.contains(entry)), "{found:#?}");
    let told = venue.outputs.iter().filter(|output| matches!(output, Output::Voice { .. })).count();
    assert_eq!(told, found.len(), "what is on disk is told");
    let mut venue = venue.restart(5);
    assert!(venue.hall.muted(TABLE).is_some(), "a muted clock stays muted");
    let face = venue.hall.face(TABLE, ms(5)).unwrap();
    assert!(face.showing(hall::Manner::default()).muted, "and its face says so");
    venue.settle();
    let after = entries(&venue).split_off(found.len());
    let Some((Entry::Voice(stands), missed)) = after.split_last() else { panic!("{after:#?}") };
    let muted = |due, call| spoken(due, call, Played::Not { why: Unspoken::Muted });
    assert_eq!(missed, [muted(61_000, Call::Elapsed(50)), muted(66_000, Call::Elapsed(55))]);
    assert_eq!((stands.voice.muted, &stands.speakers), (true, &vec![]), "nobody speaks any more");
}

/// What became of a game's calls, as `milliseconds=what` with the reason.
fn became(venue: &Venue) -> String {
    let word = |entry: Entry| {
        let Entry::Spoken(SpokenEntry { due, what: Spoken::Call { call, .. }, played, .. }) = entry else {
            return None;
        };
        let played = match played {
            Played::Whole { .. } => "whole".to_owned(),
            Played::Cut { .. } => "cut".to_owned(),
            Played::Not { why } => format!("{why:?}"),
        };
        Some(format!("{}={call}:{played}", due.as_micros() / 1_000))
    };
    entries(venue).into_iter().filter_map(word).collect::<Vec<_>>().join(" ")
}

/// A page speaks for the table; the call at 11 s was played, that at 41 s is awaited.
fn awaited() -> Venue {
    let mut venue = started("10s+2x60s");
    assert!(venue.hall.join_speakers(TABLE, ("page a", Standing::Own), 100, ms(2_000)));
    venue.hall.tell_speakers(TABLE, ms(10_000), MINUTE);
    venue.advance(41_050);
    let what = Spoken::Call { side: Side::Black, call: Call::Byoyomi };
    let played = Playback { what, ..elapsed(11_000, 11_000, false) };
    venue.hall.played(TABLE, played, ms(41_060)).unwrap();
    venue
}

#[test]
fn what_is_awaited_is_settled_when_the_next_game_opens_and_when_the_service_stops() {
    let mut venue = awaited();
    venue.give(Order { by: Who::Black, command: Command::Resign { side: Side::Black } }, 42_000);
    venue.settle();
    venue.hall.open(new_game(journal::GameId(2)), ms(43_000)).unwrap();
    venue.settle();
    assert_eq!(became(&venue), "11000=byoyomi:whole 41000=elapsed:30:Unheard");
    let mut venue = awaited();
    venue.hall.interrupt(hall::Cause::Shutdown, None, ms(42_000));
    venue.settle();
    assert_eq!(became(&venue), "11000=byoyomi:whole 41000=elapsed:30:Unheard");
}

#[test]
fn after_a_power_cut_what_was_awaited_is_unknown_and_nobody_speaks() {
    let mut venue = awaited();
    venue.settle();
    let before = entries(&venue).len();
    let mut venue = venue.restart(5);
    venue.settle();
    assert_eq!(became(&venue), "11000=byoyomi:whole 41000=elapsed:30:Interrupted");
    let stands = entries(&venue).pop().unwrap();
    let Entry::Voice(entry) = stands else { panic!("{stands:?}") };
    assert_eq!((entry.speakers.len(), entries(&venue).len()), (0, before + 2));
    // Once is enough, and where nobody spoke there is nothing to be said.
    let mut venue = venue.restart(5);
    venue.settle();
    assert_eq!(entries(&venue).len(), before + 2);
    let mut venue = started("10s+2x60s");
    venue.settle();
    let mut venue = venue.restart(5);
    venue.settle();
    assert_eq!(entries(&venue), []);
}

#[test]
fn an_arbiters_mute_outlives_the_next_game_and_a_restart_together() {
    let mut venue = started("60s");
    let muted = VoiceChange::Muted { muted: true, by: Who::Chief };
    venue.hall.change_voice(TABLE, muted, ms(2_000)).unwrap();
    venue.give(Order { by: Who::Black, command: Command::Resign { side: Side::Black } }, 3_000);
    venue.settle();
    venue.hall.open(new_game(journal::GameId(2)), ms(4_000)).unwrap();
    venue.settle();
    let mut venue = venue.restart(5);
    let voice = hall::VoiceSetting { on: true, muted: false, quiet: false, volume: 80 };
    venue.hall.configure_voice(TABLE, voice);
    assert!(venue.hall.voice(TABLE).unwrap().muted);
}

#[test]
fn a_page_at_volume_0_is_muted_and_the_tables_face_says_so() {
    let mut venue = awaited();
    let muted =
        |venue: &Venue| venue.hall.face(TABLE, ms(42_000)).unwrap().showing(hall::Manner::default()).muted;
    assert!(!muted(&venue));
    venue.outputs.clear();
    venue.hall.attend(TABLE, "page a", Attendance::Here { volume: 0 }, ms(42_000));
    venue.settle();
    assert!(muted(&venue));
    assert!(venue.outputs.iter().any(|output| matches!(output, Output::Face { .. })), "{:?}", venue.outputs);
    assert!(venue.hall.join_speakers(TABLE, ("page a", Standing::Own), 100, ms(43_000)));
    assert!(!muted(&venue));
    let voice = hall::VoiceSetting { on: true, muted: false, quiet: false, volume: 0 };
    venue.hall.configure_voice(TABLE, voice);
    assert!(muted(&venue));
    assert_eq!(venue.hall.tell_speakers(TABLE, ms(43_000), MINUTE), []);
}

/// What the record of a game is held against itself says.
fn audited(venue: &Venue) -> Vec<(u64, SpeechFault)> {
    audit_of(&venue.ledger.read(GAME).unwrap().into_iter().map(|entry| entry.body).collect::<Vec<_>>())
}

fn audit_of(bodies: &[Vec<u8>]) -> Vec<(u64, SpeechFault)> {
    hall::replay(GAME, bodies).unwrap().audit.finish()
}

#[test]
fn the_record_of_what_was_said_holds_against_the_events_and_what_was_changed_is_found() {
    let mut venue = awaited();
    let muted = |muted| VoiceChange::Muted { muted, by: Who::Arbiter };
    venue.hall.change_voice(TABLE, muted(true), ms(50_000)).unwrap();
    for at in [51_100, 57_000, 66_500, 70_000, 82_000] {
        venue.advance(at);
    }
    venue.hall.change_voice(TABLE, muted(false), ms(82_000)).unwrap();
    venue.hall.tell_speakers(TABLE, ms(82_000), MINUTE);
    // What was foreseen and played before a press came that counted earlier stands, though no step has it.
    venue.advance(100_500);
    let what = Spoken::Call { side: Side::Black, call: Call::Elapsed(30) };
    let foreseen = Playback { what, ..elapsed(101_000, 101_010, true) };
    venue.give(press(Side::Black), 100_990);
    venue.hall.played(TABLE, foreseen, ms(101_100)).unwrap();
    venue.settle();
    assert_eq!(audited(&venue), []);
    let bodies: Vec<Vec<u8>> = venue.ledger.read(GAME).unwrap().into_iter().map(|entry| entry.body).collect();
    let mut found = Vec::new();
    for (place, body) in bodies.iter().enumerate() {
        let Entry::Spoken(entry) = Entry::from_bytes(body).unwrap() else { continue };
        let mut changed = bodies.clone();
        let mut change = |entry: Option<SpokenEntry>| {
            match entry {
                Some(entry) => changed[place] = Entry::Spoken(entry).to_bytes(),
                None => drop(changed.remove(place)),
            }
            let mut faults: Vec<_> = audit_of(&changed).into_iter().map(|(_, fault)| fault).collect();
            faults.dedup();
            changed.clone_from(&bodies);
            faults
        };
        found.extend(change(Some(SpokenEntry {
            due: entry.due.plus(Duration::from_millis(1)),
            ..entry.clone()
        })));
        let played = match &entry.played {
            Played::Not { .. } => Played::Not { why: Unspoken::Quiet },
            Played::Whole { onset, end, spoken_in, .. } | Played::Cut { onset, end, spoken_in, .. } => {
                Played::Whole { by: "page z".into(), onset: *onset, end: *end, spoken_in: *spoken_in }
            }
        };
        found.extend(change(Some(SpokenEntry { played, ..entry })));
        if place < bodies.len() - 3 {
            found.extend(change(None));
        }
    }
    for fault in
        [SpeechFault::NotDue, SpeechFault::Silent, SpeechFault::Reason, SpeechFault::Missing(ms(41_000))]
    {
        assert!(found.contains(&fault), "{fault}: {found:?}");
    }
}

#[test]
fn the_next_games_record_begins_with_who_speaks() {
    let mut venue = started("60s");
    assert!(venue.hall.join_speakers(TABLE, ("page a", Standing::Own), 100, ms(2_000)));
    venue.give(Order { by: Who::Black, command: Command::Resign { side: Side::Black } }, 3_000);
    venue.settle();
    venue.hall.open(new_game(journal::GameId(2)), ms(4_000)).unwrap();
    // Its record is closed: nothing more goes on it.
    assert_eq!(venue.hall.played(TABLE, elapsed(3_000, 3_000, false), ms(4_001)), Err(PlaybackError::NoGame));
    assert!(venue.hall.join_speakers(TABLE, ("page b", Standing::Own), 100, ms(4_002)));
    venue.settle();
    let bodies = venue.ledger.read(journal::GameId(2)).unwrap();
    let last = Entry::from_bytes(&bodies.last().unwrap().body).unwrap();
    let Entry::Voice(entry) = last else { panic!("{last:?}") };
    assert_eq!((entry.at, entry.speakers), (Instant::ZERO, vec!["page a".to_owned(), "page b".to_owned()]));
}

#[test]
fn a_record_holds_however_much_is_on_it_of_the_voice_between_a_call_and_its_report() {
    let mut venue = started("10s+2x60s");
    assert!(venue.hall.join_speakers(TABLE, ("page a", Standing::Own), 100, ms(2_000)));
    venue.hall.tell_speakers(TABLE, ms(40_000), MINUTE);
    venue.advance(41_050);
    for order in 0..400_u64 {
        let volume = if order % 2 == 0 { 30 } else { 60 };
        let change = VoiceChange::Volume { volume, by: Who::Arbiter };
        venue.hall.change_voice(TABLE, change, ms(42_000 + order)).unwrap();
        venue.settle();
    }
    venue.hall.played(TABLE, elapsed(41_000, 41_003, true), ms(42_500)).unwrap();
    venue.settle();
    assert!(became(&venue).contains("41000=elapsed:30:cut"), "{}", became(&venue));
    assert_eq!(audited(&venue), []);
}

#[test]
fn a_table_without_a_voice_takes_no_order_about_it() {
    let mut venue = Venue::open();
    let muted = VoiceChange::Muted { muted: true, by: Who::Arbiter };
    assert_eq!(venue.hall.change_voice(TABLE, muted, ms(5)), Err(hall::HallError::NoVoice));
    assert!(!venue.hall.face(TABLE, ms(5)).unwrap().muted);
}

#[test]
fn a_loudspeaker_that_does_not_play_is_an_alarm_until_it_does() {
    let mut venue = started("1h");
    venue.hall.speaker_works(TABLE, false, ms(2_000));
    venue.hall.speaker_works(TABLE, false, ms(5_000));
    let alarms: Vec<_> = venue.hall.alarms().collect();
    let [alarm] = alarms[..] else { panic!("{alarms:?}") };
    assert_eq!((alarm.table, alarm.kind, alarm.since), (Some(TABLE), AlarmKind::SpeakerLost, ms(2_000)));
    venue.hall.speaker_works(TABLE, true, ms(8_000));
    assert_eq!(venue.hall.alarms().count(), 0);
    venue.settle();
    let over = |output: &Output| matches!(output, Output::AlarmOver { kind: AlarmKind::SpeakerLost, .. });
    assert!(venue.outputs.iter().any(over), "{:?}", venue.outputs);
}
