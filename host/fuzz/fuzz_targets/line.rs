//! No bytes on the line make either end panic or hang. The input is cut into pieces by its own bytes: each has a first
//! byte (its length, and whether it comes as it is or as the body of a whole frame) and then its bytes.
#![no_main]

use clock::{Clock, Instant, Side};
use libfuzzer_sys::fuzz_target;
use link::host::{Host, KnownTable};
use link::{FRAME_MAX, Identity, Serial};
use unit::{BUTTONS_BEHIND, TableUnit};

/// The body in a frame with the right checksum: nonsense that no checksum keeps out.
fn framed(body: &[u8]) -> Vec<u8> {
    let checksum = crc::Crc::<u32>::new(&crc::CRC_32_ISCSI).checksum(body);
    let checked = [body, &checksum.to_le_bytes()].concat();
    let mut stuffed = vec![0; cobs::max_encoding_length(checked.len())];
    let length = cobs::encode(&checked, &mut stuffed);
    [&[0], &stuffed[..length], &[0]].concat()
}

/// Both ends, as they are when the unit has its table and its clock runs.
struct Ends {
    now: Instant,
    unit: TableUnit,
    host: Host,
}

impl Ends {
    fn new() -> Self {
        let identity = Identity { serial: Serial(0xE661_4103_E754_2A31), boot: 12, resets: 0 };
        let mut ends =
            Self { now: Instant::from_millis(1), unit: TableUnit::start(identity), host: Host::new() };
        ends.talk();
        let clock = Clock::new("10s+3x30s".parse().unwrap());
        let (control, state) = (clock.control().clone(), clock.state().clone());
        let table = KnownTable { number: 17, turns: 0, control, state, first: None };
        let epoch = ends.host.grant(table, 0, Instant::ZERO, ends.now);
        ends.host.grant_saved(epoch);
        ends.talk();
        ends
    }

    /// Everything that is due passes over a good line.
    fn talk(&mut self) {
        let mut frame = [0; FRAME_MAX];
        for _ in 0..20 {
            while let Some(length) = self.unit.transmit(self.now, &mut frame) {
                self.host.receive(&frame[..length], self.now, &mut |_| ());
                while self.host.take_early(&mut |_| ()) {}
            }
            while let Some(length) = self.host.transmit(self.now, &mut frame) {
                self.unit.receive(&frame[..length], self.now, &mut |_| ());
            }
            self.pass(1);
        }
    }

    fn pass(&mut self, millis: u64) {
        self.now = self.now.plus(clock::Duration::from_millis(millis));
        let floor = self.now.as_micros().saturating_sub(BUTTONS_BEHIND.as_micros());
        self.unit.poll(self.now, Instant::from_micros(floor), &mut |_| ());
        self.host.poll(self.now, &mut |_| ());
        _ = (self.unit.poll_at(self.now), self.host.poll_at(self.now), self.unit.face(self.now));
    }
}

fuzz_target!(|input: &[u8]| {
    let mut ends = Ends::new();
    let mut rest = input;
    while let Some((&first, after)) = rest.split_first() {
        let (piece, behind) = after.split_at(usize::from(first & 0x7f).min(after.len()));
        let bytes = if first & 0x80 == 0 { framed(piece) } else { piece.to_vec() };
        ends.unit.receive(&bytes, ends.now, &mut |_| ());
        ends.host.receive(&bytes, ends.now, &mut |_| ());
        while ends.host.take_early(&mut |_| ()) {}
        if first & 1 == 0 {
            _ = ends.unit.press(Side::Black, ends.now);
        }
        ends.pass(u64::from(first & 0x0f) * 10);
        ends.talk();
        rest = behind;
    }
});
