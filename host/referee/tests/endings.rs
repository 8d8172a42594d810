//! How a game of Go ends, as text: cases with a script, and below its lines what they bring; counts as a table; and
//! what holds whatever is said. `endings/README.txt` says how a case is written.

#[path = "endings/cases.rs"]
mod cases;
#[path = "endings/counts.rs"]
mod counts;
#[path = "endings/orders.rs"]
mod orders;
