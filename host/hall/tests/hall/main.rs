//! A hall driven by hand, with its ledger in memory.

#![cfg(test)]

mod disk;
mod nigiri;
mod time;
mod venue;
