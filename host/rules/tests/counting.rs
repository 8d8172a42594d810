//! Counting, verdicts and proposals against tables of cases and properties.

#[path = "counting/boards.rs"]
mod boards;
#[path = "counting/properties.rs"]
mod properties;
#[path = "counting/proposals.rs"]
mod proposals;
#[path = "counting/verdicts.rs"]
mod verdicts;
