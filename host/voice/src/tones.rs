//! Tones: where there are no words, or none are wanted.
//!
//! Three can be told apart without looking: time is **nearly out** (short and high), a **period is lost** (two that
//! fall; the last one three), the **flag** has fallen (long and low).

use std::f64::consts::TAU;

use clock::Call;

use crate::RATE;
use crate::frames::frames_of_millis;
use crate::saying::Saying;

/// Below the full height, as the clips are: a tone is heard better than a word.
const HEIGHT: f64 = 9_000.0;

/// How long a tone takes to rise and to fall, so that it does not click.
const EDGE: u64 = frames_of_millis(4);

/// One tone: hertz (0 is silence) and milliseconds.
type Tone = (u32, u64);

/// The silence between two tones.
const REST: Tone = (0, 50);

const SECOND: [Tone; 1] = [(1_760, 60)];
const NEARLY_OUT: [Tone; 1] = [(1_320, 140)];
const PERIOD_LOST: [Tone; 3] = [(988, 180), REST, (659, 220)];
const LAST_PERIOD: [Tone; 5] = [(988, 180), REST, (659, 180), REST, (494, 260)];
const FLAG: [Tone; 1] = [(330, 1_200)];
const BEGINS: [Tone; 3] = [(659, 140), REST, (988, 180)];
const TOLD: [Tone; 1] = [(880, 90)];
const STANDS: [Tone; 3] = [(784, 120), REST, (784, 120)];
const TRIAL: [Tone; 5] = [(660, 200), REST, (880, 200), REST, (1_320, 300)];

/// What a saying sounds like in tones; a table's name is none.
#[must_use]
pub(crate) fn tones(saying: &Saying) -> Vec<i16> {
    melody(saying).iter().flat_map(|&(hertz, millis)| tone(hertz, millis)).collect()
}

fn melody(saying: &Saying) -> &'static [Tone] {
    match saying {
        Saying::Call(call, _) => of_call(*call),
        Saying::Flag(_) => &FLAG,
        Saying::Reading(..) => &TOLD,
        Saying::Paused | Saying::Adjourned => &STANDS,
        Saying::Resumed => &BEGINS,
        Saying::Table(_) => &[],
        Saying::SelfTest => &TRIAL,
    }
}

const fn of_call(call: Call) -> &'static [Tone] {
    match call {
        Call::Byoyomi => &BEGINS,
        Call::Elapsed(_) => &NEARLY_OUT,
        Call::Left(0 | 1) => &LAST_PERIOD,
        Call::Left(_) => &PERIOD_LOST,
        Call::Count(10) | Call::TimeOver => &FLAG,
        Call::Count(_) | Call::Remaining(..=10) => &SECOND,
        Call::Remaining(_) => &NEARLY_OUT,
        Call::Moves(_) => &TOLD,
    }
}

fn tone(hertz: u32, millis: u64) -> impl Iterator<Item = i16> {
    let len = frames_of_millis(millis);
    (0..len).map(move |frame| {
        let edge = EDGE.min(frame).min(len - 1 - frame) as f64 / EDGE as f64;
        let turn = f64::from(hertz) * frame as f64 / f64::from(RATE);
        (HEIGHT * edge * (TAU * turn).sin()).round() as i16
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Stock;
    use clock::Side;

    /// How often it goes up through zero, and how long it sounds, in milliseconds.
    fn heard(call: Call) -> (usize, usize) {
        let samples = tones(&Saying::Call(call, Stock::Minutes));
        let ups = samples.windows(2).filter(|pair| pair[0] < 0 && pair[1] >= 0).count();
        (ups, samples.len() * 1_000 / RATE as usize)
    }

    #[test]
    fn nearly_out_period_lost_and_flag_are_three() {
        assert_eq!(tones(&Saying::Flag(Side::Black)), tones(&Saying::Call(Call::TimeOver, Stock::Minutes)));
        for (call, ups, millis) in [
            (Call::Elapsed(58), 1_320 * 140 / 1_000, 140),
            (Call::Count(9), 1_760 * 60 / 1_000, 60),
            (Call::Left(4), 988 * 180 / 1_000 + 659 * 220 / 1_000, 450),
            (Call::Left(1), 988 * 180 / 1_000 + 659 * 180 / 1_000 + 494 * 260 / 1_000, 720),
            (Call::Count(10), 330 * 1_200 / 1_000, 1_200),
        ] {
            let (found, length) = heard(call);
            assert!(found.abs_diff(ups) <= 2, "{call}: {found} of {ups}");
            assert_eq!(length, millis, "{call}");
        }
    }

    #[test]
    fn a_tone_neither_clicks_nor_clips() {
        let samples = tones(&Saying::Flag(Side::White));
        assert_eq!((samples[0], samples[samples.len() - 1]), (0, 0));
        assert!(samples.iter().all(|sample| sample.unsigned_abs() <= 9_000));
        let steps = samples.windows(2).map(|pair| pair[0].abs_diff(pair[1]));
        assert!(steps.max() < Some(1_300), "a step");
    }
}
