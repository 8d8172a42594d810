//! Several ways to one host, such as a UART and a USB cable at the same unit.

use crate::frame::{Fault, Reader};
use crate::message::ToUnit;

/// The ports of a unit, each read by itself: **what comes through one spoils no frame of another.** The host is at the
/// port through which a whole frame came first, until it is lost; noise is nobody, and what another port says meanwhile
/// is not for this unit.
#[derive(Debug)]
pub struct Ports<const N: usize> {
    readers: [Reader; N],
    host: Option<usize>,
}

impl<const N: usize> Default for Ports<N> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const N: usize> Ports<N> {
    /// Ports at which nobody was heard yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { readers: [const { Reader::new() }; N], host: None }
    }

    /// Takes a byte of a port. At the end of a frame of the host's: the message, or what is wrong with it.
    pub fn take(&mut self, port: usize, byte: u8) -> Option<Result<ToUnit, Fault>> {
        let read = self.readers.get_mut(port)?.take(byte)?;
        if self.host.is_none() && matches!(read, Ok(_) | Err(Fault::Version(_))) {
            self.host = Some(port);
        }
        (self.host == Some(port)).then_some(read)
    }

    /// Where the host is; none while it may be anywhere.
    #[must_use]
    pub const fn host(&self) -> Option<usize> {
        self.host
    }

    /// The host is not heard any more: the next one may come through any port.
    pub const fn lost(&mut self) {
        self.host = None;
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::frame::encode;
    use crate::limits::{BODY_MAX, FRAME_MAX};
    use crate::message::Serial;
    use std::vec::Vec;

    fn order(serial: u64) -> ToUnit {
        ToUnit::BootLoader { serial: Serial(serial) }
    }

    fn frame(serial: u64) -> Vec<u8> {
        let mut frame = [0; FRAME_MAX];
        let length = encode(&order(serial), &mut frame).unwrap();
        frame[..length].to_vec()
    }

    fn take(ports: &mut Ports<2>, port: usize, bytes: &[u8]) -> Vec<Result<ToUnit, Fault>> {
        bytes.iter().filter_map(|&byte| ports.take(port, byte)).collect()
    }

    #[test]
    fn bytes_of_two_ports_mixed_spoil_no_frame() {
        let mut ports = Ports::<2>::new();
        let mut read = Vec::new();
        for byte in frame(7) {
            read.extend(ports.take(1, byte));
            read.extend(ports.take(0, byte ^ 0x55));
        }
        assert_eq!((read, ports.host()), (std::vec![Ok(order(7))], Some(1)));
    }

    #[test]
    fn noise_is_no_host_and_no_fault_of_a_line() {
        let mut ports = Ports::<2>::new();
        let noise = [std::vec![0x55; 2 * BODY_MAX], std::vec![0, 1, 2, 0, 0, 9, 0]].concat();
        assert_eq!((take(&mut ports, 0, &noise), ports.host()), (Vec::new(), None));
        assert_eq!(take(&mut ports, 1, &frame(7)), [Ok(order(7))]);
        assert_eq!(take(&mut ports, 0, &noise), []);
        // Noise at the host's own port is.
        assert_eq!(take(&mut ports, 1, &[1, 2, 0]), [Err(Fault::Damaged)]);
        assert_eq!(ports.host(), Some(1));
    }

    #[test]
    fn a_second_host_is_heard_once_the_first_is_lost() {
        let mut ports = Ports::<2>::new();
        assert_eq!(take(&mut ports, 0, &frame(7)), [Ok(order(7))]);
        assert_eq!((take(&mut ports, 1, &frame(8)), ports.host()), (Vec::new(), Some(0)));
        ports.lost();
        assert_eq!(take(&mut ports, 1, &frame(8)), [Ok(order(8))]);
        assert_eq!(ports.host(), Some(1));
        assert_eq!(ports.take(2, 0), None, "there is no such port");
    }
}
