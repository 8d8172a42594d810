//! `[lan]`: the console for the hall's own network.

use std::net::{IpAddr, SocketAddr};

use referee::document::{Entry, Table};

use crate::config::said;
use crate::lan::{Lan, is_name};

pub(super) const LAN: &str = "{ on = true }";
const NAMES: &str = "names = [\"go.example.org\"]";

/// Names that a certificate may be given besides the machine's own.
const NAMES_MAX: usize = 16;

/// Reads the table; what cannot be read is noted and stays as usual.
pub(super) fn read_lan(mut table: Table<'_>) -> Lan {
    let usual = Lan::default();
    let on = table.take("on").and_then(|entry| entry.flag()).unwrap_or(usual.on);
    let ip = table.take("listen").and_then(|entry| address(&entry)).unwrap_or(usual.listen.ip());
    let port = table.take("port").and_then(|entry| entry.whole(1, u16::MAX)).unwrap_or(usual.listen.port());
    let names = table.take("names").and_then(|entry| names(&entry)).unwrap_or_default();
    table.finish();
    Lan { on, listen: SocketAddr::new(ip, port), names }
}

fn address(entry: &Entry<'_>) -> Option<IpAddr> {
    let text = entry.text()?;
    text.parse().ok().or_else(|| {
        let expected = format!(
            "expected an address of this machine such as \"192.168.1.5\", or \"0.0.0.0\" for all of them, found \"{text}\""
        );
        said(entry, expected)
    })
}

fn names(entry: &Entry<'_>) -> Option<Vec<String>> {
    let entries = entry.list(NAMES)?;
    if entries.len() > NAMES_MAX {
        return said(entry, format!("expected at most {NAMES_MAX} names, found {}", entries.len()));
    }
    entries.iter().map(name).collect()
}

fn name(entry: &Entry<'_>) -> Option<String> {
    let text = entry.text()?;
    if is_name(text) {
        return Some(text.to_ascii_lowercase());
    }
    said(entry, format!("expected a name of this machine such as \"go.example.org\", found \"{text}\""))
}
