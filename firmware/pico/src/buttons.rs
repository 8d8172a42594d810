//! The keys: each edge gets its stamp above everything else that runs here, so that no redraw delays it.

use clock::{Duration, Side};
use embassy_executor::SendSpawner;
use embassy_rp::gpio::Input;
use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_sync::channel::Channel;
use panel::button::{Contact, Edge};
use panel::gesture::Key;
use panel::keys::Keys;

use crate::board::KeyPins;
use crate::time;

/// Edges that may wait to be looked at. What finds no place is a gap in its key's sequence.
const EDGES_MAX: usize = 64;

/// How long a key is not looked at behind an edge: far shorter than anything that a contact means, and that a button
/// must be held.
const REST: Duration = Duration::from_micros(250);

/// The edges of all keys, in the order of their stamps.
pub(crate) static EDGES: Channel<CriticalSectionRawMutex, (Key, Edge), EDGES_MAX> = Channel::new();

/// Begins to watch all keys. One that is held already is known as held: that is no press.
pub(crate) fn watch(spawner: SendSpawner, keys: KeyPins, known: &mut Keys) {
    let KeyPins { black, white, arbiter, query_black, query_white } = keys;
    let keys = [
        (Key::Press(Side::Black), black),
        (Key::Press(Side::White), white),
        (Key::Arbiter, arbiter),
        (Key::Query(Side::Black), query_black),
        (Key::Query(Side::White), query_white),
    ];
    for (key, pin) in keys {
        let contact = if pin.is_low() { Contact::Closed } else { Contact::Open };
        if contact == Contact::Closed {
            known.hold(key, time::now());
        }
        // There are as many places for tasks as keys.
        if let Ok(task) = watch_key(Contacts { key, pin, known: contact, sequence: 0 }) {
            spawner.spawn(task);
        }
    }
}

#[embassy_executor::task(pool_size = 5)]
async fn watch_key(contacts: Contacts) {
    contacts.watch().await
}

/// The contacts of one key, which close to ground.
struct Contacts {
    key: Key,
    pin: Input<'static>,
    /// What was told last, or seen at the start.
    known: Contact,
    sequence: u32,
}

impl Contacts {
    async fn watch(mut self) {
        loop {
            // For a level, not for an edge: one that came before it was asked for stands all the same.
            self.known = match self.known {
                Contact::Open => {
                    self.pin.wait_for_low().await;
                    Contact::Closed
                }
                Contact::Closed => {
                    self.pin.wait_for_high().await;
                    Contact::Open
                }
            };
            self.tell();
            // A line that hums must not take everybody's time: what it does meanwhile is one change, if it is any.
            time::rest(REST).await;
        }
    }

    fn tell(&mut self) {
        self.sequence = self.sequence.wrapping_add(1);
        let edge = Edge { at: time::now(), contact: self.known, sequence: Some(self.sequence) };
        // A full queue shows as a gap in the sequence.
        EDGES.try_send((self.key, edge)).unwrap_or_default();
    }
}
