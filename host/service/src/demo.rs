//! stub
use crate::venue::Venue;
use anyhow::Result;
use std::path::PathBuf;
/// x
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// x
    #[arg(long, default_value_t = 10)]
    speed: u32,
    /// x
    #[arg(long)]
    data: Option<PathBuf>,
}
pub(crate) fn demo(_arguments: &Arguments) -> Result<bool> {
    Ok(true)
}
pub(crate) fn play(_venue: &Venue, _tables: &[u32]) {}
