//! Sound laid on the axis: where it begins, where it is cut, how loud it is, and several of them in one.

use std::sync::Arc;

use crate::frames::frames_of_millis;

/// How long a cut takes: short enough not to be heard as a word, long enough not to click.
pub(crate) const FADE: u64 = frames_of_millis(5);

/// How loud something is, from 0 (silent) to 100 (as it was recorded).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Volume(u8);

impl Volume {
    /// As it was recorded.
    pub const FULL: Self = Self(100);
    /// Nothing is heard.
    pub const MUTE: Self = Self(0);

    /// A volume in percent; none above 100.
    #[must_use]
    pub const fn percent(percent: u8) -> Option<Self> {
        if percent <= 100 { Some(Self(percent)) } else { None }
    }

    /// In percent.
    #[must_use]
    pub const fn as_percent(self) -> u8 {
        self.0
    }

    /// The ear hears by ratios: half of the scale is a quarter of the height.
    fn of(self, sample: i16) -> i32 {
        let percent = i32::from(self.0);
        i32::from(sample) * percent * percent / 10_000
    }
}

impl Default for Volume {
    fn default() -> Self {
        Self::FULL
    }
}

/// A sound that begins at a frame.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    pub(crate) from: u64,
    pub(crate) samples: Arc<[i16]>,
    pub(crate) volume: Volume,
    /// The frame from which it fades away.
    cut: Option<u64>,
}

impl Piece {
    pub(crate) const fn new(from: u64, samples: Arc<[i16]>, volume: Volume) -> Self {
        Self { from, samples, volume, cut: None }
    }

    /// The first frame that it does not reach.
    pub(crate) fn end(&self) -> u64 {
        match self.cut {
            None => self.whole_end(),
            Some(cut) if cut <= self.from => self.from,
            Some(cut) => self.whole_end().min(cut + FADE),
        }
    }

    fn whole_end(&self) -> u64 {
        self.from + self.samples.len() as u64
    }

    /// Whether some of it is not heard.
    pub(crate) fn is_cut(&self) -> bool {
        self.cut.is_some()
    }

    /// Lets it fade away from a frame on, where it would still sound there.
    pub(crate) fn cut(&mut self, at: u64) {
        if at < self.end() && self.cut.is_none_or(|cut| at < cut) {
            self.cut = Some(at);
        }
    }

    /// Adds what of it lies in `out`, whose first frame is `first`.
    pub(crate) fn add(&self, first: u64, out: &mut [i16]) {
        let from = self.from.max(first);
        let end = self.end().min(first + out.len() as u64);
        for frame in from..end {
            let (place, index) = ((frame - first) as usize, (frame - self.from) as usize);
            let sample = self.volume.of(self.samples[index]) * self.height(frame) / FADE as i32;
            let sum = i32::from(out[place]) + sample;
            out[place] = sum.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        }
    }

    /// How high it stands at a frame, in parts of `FADE`.
    fn height(&self, frame: u64) -> i32 {
        let passed = self.cut.map_or(0, |cut| frame.saturating_sub(cut)).min(FADE);
        (FADE - passed) as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(piece: &Piece, first: u64, len: usize) -> Vec<i16> {
        let mut out = vec![0; len];
        piece.add(first, &mut out);
        out
    }

    fn piece(len: usize) -> Piece {
        Piece::new(10, vec![8_000; len].into(), Volume::FULL)
    }

    #[test]
    fn a_piece_lies_where_it_begins() {
        let out = heard(&piece(3), 8, 8);
        assert_eq!(out, [0, 0, 8_000, 8_000, 8_000, 0, 0, 0]);
        assert_eq!(heard(&piece(3), 11, 3), [8_000, 8_000, 0]);
        assert_eq!(heard(&piece(3), 13, 2), [0, 0]);
    }

    #[test]
    fn a_cut_fades_without_a_step() {
        let mut piece = piece(1_000);
        piece.cut(100);
        let out = heard(&piece, 0, 300);
        assert_eq!((out[100], out[140], out[179], out[180]), (8_000, 4_000, 100, 0));
        assert!(out[100..].windows(2).all(|pair| pair[0] - pair[1] <= 100), "a click");
        assert_eq!((piece.end(), piece.is_cut()), (100 + FADE, true));
    }

    #[test]
    fn an_earlier_cut_holds_and_one_behind_the_end_cuts_nothing() {
        let mut one = piece(1_000);
        one.cut(400);
        one.cut(300);
        one.cut(350);
        assert_eq!(one.end(), 300 + FADE);
        let mut other = piece(100);
        other.cut(110);
        assert_eq!((other.end(), other.is_cut()), (110, false));
        let mut unheard = piece(100);
        unheard.cut(5);
        assert_eq!((unheard.end(), heard(&unheard, 0, 200)), (10, vec![0; 200]));
    }

    #[test]
    fn volume_is_heard_by_ratios_and_sums_stop_at_the_ends() {
        let mut out = [i16::MAX; 2];
        Piece::new(0, [20_000, -20_000].into(), Volume::percent(50).unwrap()).add(0, &mut out);
        assert_eq!(out, [i16::MAX, 27_767]);
        assert_eq!(Volume::percent(101), None);
        assert_eq!(heard(&Piece::new(0, [i16::MIN].into(), Volume::MUTE), 0, 1), [0]);
    }
}
