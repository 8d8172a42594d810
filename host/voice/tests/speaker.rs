//! What a loudspeaker plays: every call at its frame, cut where it no longer holds, and never twice.

#![expect(clippy::unwrap_used, reason = "a test may end there")]

use clock::{Call, Duration, Instant, Phase, Reading, Side};
use proptest::collection::vec;
use proptest::prelude::*;
use voice::{
    Heard, Planned, RATE, Saying, Speaker, Spoken, Stock, Unheard, Voice, Volume, frame_at, instant_of,
};

const FADE: usize = RATE as usize * 5 / 1_000;

/// How many milliseconds the tone of an answer lasts.
const ANSWER: u64 = 90;

fn ms(millis: u64) -> Instant {
    Instant::from_millis(millis)
}

fn called(at: Instant, call: Call) -> Planned {
    Planned::new(at, Some(Side::Black), Saying::Call(call, Stock::Minutes))
}

fn frames(millis: u64) -> usize {
    frame_at(ms(millis)) as usize
}

fn samples(planned: Planned) -> Vec<i16> {
    Voice::tones().utter(&planned.saying).samples.to_vec()
}

/// What one speaker plays up to a frame, in one buffer.
fn filled(speaker: &mut Speaker, frames: usize) -> Vec<i16> {
    let mut out = vec![0; frames];
    speaker.fill(Instant::ZERO, &mut out);
    out
}

/// What is heard of these calls, each cut by the next: reckoned from the list alone.
fn reckoned(calls: &[Planned], frames: usize) -> Vec<i16> {
    let mut out = vec![0_i16; frames];
    for (index, call) in calls.iter().enumerate() {
        let (from, all) = (frame_at(call.at) as usize, samples(*call));
        let cut = calls.get(index + 1).map_or(usize::MAX, |next| frame_at(next.at) as usize);
        for (place, sample) in (from..frames).zip(all) {
            let faded = FADE.saturating_sub(place.saturating_sub(cut));
            out[place] += (i32::from(sample) * faded as i32 / FADE as i32) as i16;
        }
    }
    out
}

fn any_call() -> impl Strategy<Value = Call> {
    prop_oneof![
        (1..60_u16).prop_map(Call::Elapsed),
        (1..5_u16).prop_map(Call::Left),
        (1..=10_u8).prop_map(Call::Count),
        Just(Call::Byoyomi),
        (1..4_u16).prop_map(Call::Moves),
    ]
}

/// Calls at least a fade apart, to the microsecond, within so many seconds.
fn calls(seconds: u64) -> impl Strategy<Value = Vec<Planned>> {
    vec((0..seconds * 1_000_000, any_call()), 0..25).prop_map(|mut found| {
        found.sort_by_key(|(at, _)| *at);
        found.dedup_by(|next, one| next.0 < one.0 + 6_000);
        found.into_iter().map(|(at, call)| called(Instant::from_micros(at), call)).collect()
    })
}

/// Something said to a speaker, at a moment up to which it was filled.
#[derive(Clone, Copy, Debug)]
enum Word {
    Plan,
    Say(Call),
    Hush,
}

fn words() -> impl Strategy<Value = Vec<(u64, u32, Word)>> {
    let word = prop_oneof![Just(Word::Plan), any_call().prop_map(Word::Say), Just(Word::Hush)];
    vec((0..20_000_000_u64, 1..3_u32, word), 0..8).prop_map(|mut words| {
        words.sort_by_key(|(at, ..)| *at);
        words
    })
}

/// Plays two tables on one speaker, filled in chunks of these sizes, one after the other and again.
fn played(
    plans: &[Vec<Planned>; 2],
    words: &[(u64, u32, Word)],
    chunks: &[usize],
) -> (Vec<i16>, Vec<Spoken>) {
    let mut speaker = Speaker::new(Voice::tones(), true);
    (1..).zip(plans).for_each(|(table, plan)| speaker.plan(table, Instant::ZERO, plan));
    let (mut out, mut sizes, mut spoken) = (Vec::new(), chunks.iter().cycle(), Vec::new());
    let mut until = |speaker: &mut Speaker, frame: usize, out: &mut Vec<i16>| {
        while out.len() < frame {
            let len = sizes.next().unwrap().min(&(frame - out.len())).to_owned();
            let mut chunk = vec![0; len];
            speaker.fill(instant_of(out.len() as u64), &mut chunk);
            out.extend(chunk);
            spoken.extend(speaker.spoken());
        }
    };
    for &(micros, table, word) in words {
        let at = Instant::from_micros(micros);
        until(&mut speaker, frame_at(at) as usize, &mut out);
        match word {
            Word::Plan => {
                let holds = |one: &&Planned| one.at >= at || one.at.as_micros().is_multiple_of(2);
                let plan = &plans[table as usize - 1];
                speaker.plan(table, at, &plan.iter().filter(holds).copied().collect::<Vec<_>>());
            }
            Word::Say(call) => speaker.say(table, called(at, call)),
            Word::Hush => speaker.hush(table, at),
        }
    }
    until(&mut speaker, 25 * RATE as usize, &mut out);
    (out, spoken)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn chunks_of_any_sizes_give_the_same_samples(
        plans in [calls(20), calls(20)],
        words in words(),
        chunks in vec(1..20_000_usize, 1..8),
    ) {
        let (whole, told) = played(&plans, &words, &[usize::MAX]);
        let (parts, told_in_parts) = played(&plans, &words, &chunks);
        prop_assert!(whole == parts, "differ at {:?}", whole.iter().zip(&parts).position(|(a, b)| a != b));
        let sorted = |mut told: Vec<Spoken>| {
            told.sort_by_key(|one| (one.planned.at, one.table, one.planned.saying.to_string()));
            told
        };
        prop_assert_eq!(sorted(told), sorted(told_in_parts));
    }

    #[test]
    fn every_call_begins_at_its_frame_and_is_cut_by_the_next(calls in calls(20)) {
        let mut speaker = Speaker::new(Voice::tones(), false);
        speaker.plan(1, Instant::ZERO, &calls);
        let out = filled(&mut speaker, 25 * RATE as usize);
        prop_assert!(out == reckoned(&calls, out.len()));
        let told = speaker.spoken();
        prop_assert_eq!(told.len(), calls.len());
        for (told, call) in told.iter().zip(&calls) {
            let (Heard::Whole { onset, .. } | Heard::Cut { onset, .. }) = told.heard else {
                return Err(TestCaseError::fail("not heard"));
            };
            prop_assert_eq!((told.planned, onset), (*call, instant_of(frame_at(call.at))));
        }
    }

    /// What lies ahead is told again and again, each time as far as somebody looked: that changes nothing.
    #[test]
    fn looking_often_or_late_changes_nothing(calls in calls(20), looks in vec(1..3_000_000_u64, 1..30)) {
        let mut speaker = Speaker::new(Voice::tones(), false);
        let (mut now, mut out) = (Instant::ZERO, Vec::new());
        for step in looks.iter().chain([&25_000_000]) {
            let seen: Vec<_> = calls.iter().filter(|call| call.at.plus(Duration::from_secs(3)) >= now).copied().collect();
            speaker.plan(1, now, &seen);
            now = now.plus(Duration::from_micros(*step)).min(ms(25_000));
            // Filled somewhat further than is asked next, as by who fills a buffer ahead.
            let mut chunk = vec![0; (frame_at(now) as usize + 200).saturating_sub(out.len())];
            speaker.fill(instant_of(out.len() as u64), &mut chunk);
            out.extend(chunk);
        }
        prop_assert!(out == reckoned(&calls, out.len()));
    }

    /// Whoever asks, and whenever: of the calls each is heard as if nobody had.
    #[test]
    fn the_count_does_not_suffer_from_answers(
        calls in calls(20),
        asked in vec(0..20_000_u64, 0..8),
        step in 1_000..400_000_u64,
    ) {
        let heard = |asked: &[u64]| {
            let mut speaker = Speaker::new(Voice::tones(), false);
            let mut now = Instant::ZERO;
            while now < ms(25_000) {
                let answers = asked.iter().map(|at| answer(*at)).filter(|answer| answer.at <= now);
                let last = answers.max_by_key(|answer| answer.at);
                let all: Vec<Planned> = calls.iter().copied().chain(last).collect();
                speaker.plan(1, now, &all);
                let next = now.plus(Duration::from_micros(step));
                speaker.fill(now, &mut vec![0; (frame_at(next) - frame_at(now)) as usize]);
                now = next;
            }
            speaker.spoken()
        };
        let (alone, among) = (heard(&[]), heard(&asked));
        let calls: Vec<Spoken> = among.iter().filter(|one| !one.planned.saying.is_answer()).copied().collect();
        prop_assert_eq!(calls, alone);
        // In words they would be too: what is heard of an answer is heard whole, or a later answer takes its place.
        for told in among.iter().filter(|one| one.planned.saying.is_answer()) {
            let is_asked_again = asked.iter().any(|at| ms(*at) > told.planned.at);
            prop_assert!(is_asked_again || !matches!(told.heard, Heard::Cut { .. }), "{:?}", told);
        }
    }

    /// Article 12.3 on a button: who presses before a call does not hear it, who presses after it hears no more of it.
    #[test]
    fn a_press_leaves_unspoken_what_lies_behind_it_and_cuts_what_sounds(
        at in 100_000..5_000_000_u64,
        call in any_call(),
    ) {
        let due = Instant::from_micros(at);
        let half = Duration::from_millis(50);
        for press in [due.minus(half), due.plus(half)] {
            let mut speaker = Speaker::new(Voice::tones(), false);
            speaker.plan(1, Instant::ZERO, &[called(due, call)]);
            let mut before = vec![0; frame_at(press) as usize];
            speaker.fill(Instant::ZERO, &mut before);
            speaker.plan(1, press, &[]);
            let mut after = vec![0; RATE as usize];
            speaker.fill(press, &mut after);
            let told = speaker.spoken();
            prop_assert!(after[frames(30)..].iter().all(|sample| *sample == 0));
            if press < due {
                prop_assert!(told.is_empty() && before.iter().chain(&after).all(|sample| *sample == 0));
            } else {
                prop_assert!(before.iter().any(|sample| *sample != 0));
                prop_assert_eq!(told.len(), 1);
            }
        }
    }
}

#[test]
fn a_call_whose_instant_is_over_is_left_out_and_what_has_happened_is_said_late() {
    let mut speaker = Speaker::new(Voice::tones(), false);
    filled(&mut speaker, frames(1_000));
    speaker.plan(1, ms(0), &[called(ms(800), Call::Elapsed(40)), called(ms(950), Call::Elapsed(50))]);
    speaker.say(1, called(ms(500), Call::Count(10)));
    let mut out = vec![0; frames(3_000)];
    speaker.fill(ms(1_000), &mut out);
    let told: Vec<_> = speaker.spoken().iter().map(|told| (told.planned.at, told.heard)).collect();
    let late = Heard::Not(Unheard::Late);
    let whole = Heard::Whole { onset: ms(1_000), end: ms(2_200) };
    assert_eq!(told, [(ms(800), late), (ms(950), late), (ms(500), whole)]);

    speaker.plan(1, ms(3_900), &[called(ms(3_950), Call::Elapsed(50))]);
    speaker.fill(ms(4_000), &mut out);
    let whole = Heard::Whole { onset: ms(4_000), end: ms(4_140) };
    assert_eq!(speaker.spoken()[0].heard, whole, "by less than can be heard");
}

#[test]
fn a_call_that_began_is_not_said_again_and_dies_when_it_is_not_foreseen_any_more() {
    let mut speaker = Speaker::new(Voice::tones(), false);
    let plan = [called(ms(1_000), Call::Left(3))];
    speaker.plan(1, ms(0), &plan);
    filled(&mut speaker, frames(1_010));
    speaker.plan(1, ms(990), &plan);
    let mut out = vec![0; frames(500)];
    speaker.fill(ms(1_010), &mut out);
    assert_eq!(out[..frames(300)], samples(plan[0])[frames(10)..frames(310)]);
    assert_eq!(speaker.spoken().len(), 1);

    let mut speaker = Speaker::new(Voice::tones(), false);
    speaker.plan(1, ms(0), &plan);
    filled(&mut speaker, frames(1_010));
    speaker.plan(1, ms(995), &[]);
    speaker.fill(ms(1_010), &mut out);
    assert!(out[frames(5)..].iter().all(|sample| *sample == 0));
}

fn answer(at: u64) -> Planned {
    let phase = Phase::Hourglass;
    let reading = Reading { phase, left: Duration::from_secs(at), delay: Duration::ZERO };
    Planned::new(ms(at), Some(Side::White), Saying::Reading(reading, Stock::Minutes))
}

/// How an answer was heard that was asked for at a time, among calls that are foreseen.
fn heard_among(calls: &[Planned], asked: u64) -> Heard {
    let mut speaker = Speaker::new(Voice::tones(), false);
    speaker.plan(1, ms(0), calls);
    filled(&mut speaker, frames(asked));
    let all: Vec<Planned> = calls.iter().copied().chain([answer(asked)]).collect();
    speaker.plan(1, ms(asked), &all);
    speaker.fill(ms(asked), &mut vec![0; frames(20_000)]);
    let told = speaker.spoken();
    assert_eq!(told.len(), all.len(), "{told:?}");
    assert!(told.iter().all(|told| told.planned.saying.is_answer() || told.heard.sound().is_some()));
    told.iter().find(|told| told.planned.saying.is_answer()).unwrap().heard
}

/// The tone of such a call lasts 140 ms.
#[test]
fn an_answer_lies_between_two_calls_or_is_left_out() {
    let calls = [called(ms(1_000), Call::Elapsed(30)), called(ms(2_000), Call::Elapsed(40))];
    let whole = |onset| Heard::Whole { onset: ms(onset), end: ms(onset + ANSWER) };
    for (asked, onset) in [
        (500, 500),
        (1_000 - ANSWER, 1_000 - ANSWER),
        (1_000 - ANSWER + 1, 1_260),
        (999, 1_260),
        (1_050, 1_260),
        (1_500, 1_500),
        (1_950, 2_260),
    ] {
        assert_eq!(heard_among(&calls, asked), whole(onset), "asked at {asked}");
    }
    let seconds: Vec<Planned> =
        (0..60).map(|at| called(ms(1_000 + at * ANSWER), Call::Elapsed(30))).collect();
    assert_eq!(heard_among(&seconds, 999), Heard::Not(Unheard::Calls), "no gap is long enough");
}

#[test]
fn of_answers_the_last_is_heard_and_one_that_is_asked_for_again_begins_anew() {
    let mut speaker = Speaker::new(Voice::tones(), false);
    speaker.say(1, called(ms(0), Call::Elapsed(30)));
    speaker.say(1, answer(10));
    speaker.say(1, answer(20));
    filled(&mut speaker, frames(300));
    speaker.say(1, answer(300));
    speaker.fill(ms(300), &mut vec![0; frames(1_000)]);
    let told: Vec<_> = speaker.spoken().iter().map(|told| (told.planned.at, told.heard)).collect();
    let whole = |onset, end| Heard::Whole { onset: ms(onset), end: ms(end) };
    let cut = Heard::Cut { onset: ms(260), end: ms(305) };
    let expected = [(ms(0), whole(0, 140)), (ms(20), cut), (ms(300), whole(300, 300 + ANSWER))];
    assert_eq!(told, expected);
}

/// A call that nobody foresaw, such as the one of a correction, cuts an answer at once, on a shared speaker too.
#[test]
fn a_call_that_was_not_foreseen_cuts_an_answer() {
    for table in [1, 2] {
        let mut speaker = Speaker::new(Voice::tones(), true);
        speaker.say(1, answer(0));
        filled(&mut speaker, frames(50));
        speaker.say(table, called(ms(30), Call::Elapsed(30)));
        speaker.fill(ms(50), &mut vec![0; frames(1_000)]);
        let told: Vec<_> = speaker.spoken().iter().map(|told| told.heard).collect();
        let cut = Heard::Cut { onset: ms(0), end: ms(55) };
        assert_eq!(told, [cut, Heard::Whole { onset: ms(50), end: ms(190) }]);
    }
}

/// What was taken back before anything of it was heard is said after all where it holds again.
#[test]
fn what_was_taken_back_before_it_began_is_said_when_it_holds_again() {
    let mut speaker = Speaker::new(Voice::tones(), false);
    let plan = [called(ms(1_000), Call::Left(3))];
    speaker.plan(1, ms(0), &plan);
    filled(&mut speaker, frames(990));
    speaker.plan(1, ms(990), &[]);
    speaker.fill(ms(990), &mut [0; 32]);
    speaker.plan(1, ms(992), &plan);
    speaker.fill(ms(992), &mut vec![0; frames(1_000)]);
    let whole = Heard::Whole { onset: ms(1_000), end: ms(1_450) };
    assert_eq!(speaker.spoken().iter().map(|told| told.heard).collect::<Vec<_>>(), [whole]);
}

#[test]
fn calls_of_one_instant_follow_each_other() {
    let mut speaker = Speaker::new(Voice::tones(), false);
    let plan = [called(ms(100), Call::Moves(1)), called(ms(100), Call::Moves(15))];
    speaker.plan(1, ms(0), &plan);
    let out = filled(&mut speaker, frames(1_000));
    let one = samples(plan[0]);
    assert_eq!(out[frames(100)..][..one.len()], one);
    assert_eq!(out[frames(100) + one.len()..][..one.len()], one);
    assert!(speaker.spoken().iter().all(|told| matches!(told.heard, Heard::Whole { .. })));
}

#[test]
fn a_muted_table_is_on_record_as_unheard() {
    let mut speaker = Speaker::new(Voice::tones(), false);
    speaker.set_volume(1, Volume::MUTE);
    speaker.plan(1, ms(0), &[called(ms(100), Call::Elapsed(30))]);
    assert!(filled(&mut speaker, frames(1_000)).iter().all(|sample| *sample == 0));
    assert_eq!(speaker.spoken()[0].heard, Heard::Not(Unheard::Muted));
}

/// Tones have no names: what is tested here is whose turn it is.
#[test]
fn tables_take_turns_and_the_count_of_the_last_seconds_waits_for_nobody() {
    let mut speaker = Speaker::new(Voice::tones(), true);
    let (left, elapsed, count) = (Call::Left(2), Call::Elapsed(30), Call::Count(9));
    speaker.plan(1, ms(0), &[called(ms(1_000), left), called(ms(3_000), left)]);
    speaker.plan(2, ms(0), &[called(ms(1_100), elapsed), called(ms(3_100), count)]);
    filled(&mut speaker, frames(5_000));
    let told: Vec<_> = speaker.spoken().iter().map(|told| (told.table, told.heard)).collect();
    let (whole, cut) = (|onset, end| Heard::Whole { onset, end }, |onset, end| Heard::Cut { onset, end });
    assert_eq!(
        told,
        [
            (1, whole(ms(1_000), ms(1_450))),
            (2, whole(ms(1_570), ms(1_710))),
            (1, cut(ms(3_000), ms(3_105))),
            (2, whole(ms(3_100), ms(3_160))),
        ]
    );
}
