//! A hall driven by hand, with its ledger in memory.

#![cfg(test)]

mod bench;
mod disk;
mod ending;
mod keys;
mod nigiri;
mod showing;
mod speech;
mod time;
mod units;
mod venue;
