//! By which addresses and names this machine is reached in the hall's network.

use std::io;
use std::net::IpAddr;

use rustls::pki_types::ServerName;

/// The name that a machine set up for a hall has, whatever else it is called.
const USUAL_NAME: &str = "flagfall.local";

/// Addresses that a certificate bears at most: a machine with more has them for something else.
const ADDRESSES_MAX: usize = 32;

/// Addresses and names, in the order in which people are told them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Names {
    /// The machine's own addresses, those of this machine alone not among them.
    addresses: Vec<IpAddr>,
    /// Names that the configuration gives.
    given: Vec<String>,
    /// Names that it may be reached by, if somebody in the network knows them.
    own: Vec<String>,
}

impl Names {
    /// Those of this machine at an address that it listens on, or at all of its addresses.
    pub(super) fn of_machine(listen: IpAddr, given: &[String]) -> io::Result<Self> {
        let addresses = if listen.is_unspecified() { reached(listen)? } else { vec![listen] };
        let mut own = host_names(rustix::system::uname().nodename().to_str().unwrap_or_default());
        own.push(USUAL_NAME.to_owned());
        own.dedup();
        Ok(Self { addresses, given: given.to_vec(), own })
    }

    /// All that the certificate must be good for.
    pub(super) fn all(&self) -> impl Iterator<Item = String> {
        let addresses = self.addresses.iter().map(ToString::to_string);
        addresses.chain(self.given.iter().chain(&self.own).cloned())
    }

    /// What people can type before the port.
    pub(super) fn to_type(&self) -> impl Iterator<Item = String> {
        let addresses = self.addresses.iter().map(|address| match address {
            IpAddr::V4(address) => address.to_string(),
            IpAddr::V6(address) => format!("[{address}]"),
        });
        addresses.chain(self.given.iter().cloned())
    }
}

/// The machine's addresses in its networks, of the family that it listens in; on IPv6, of both.
fn reached(listen: IpAddr) -> io::Result<Vec<IpAddr>> {
    let interfaces = if_addrs::get_if_addrs()?;
    Ok(typed(interfaces.into_iter().map(|interface| interface.ip()), listen.is_ipv6()))
}

/// Those that people can type, IPv4 first: an address of one link alone cannot stand in a browser.
fn typed(addresses: impl Iterator<Item = IpAddr>, both: bool) -> Vec<IpAddr> {
    let is_meant = |address: &IpAddr| match address {
        IpAddr::V4(address) => !address.is_loopback(),
        IpAddr::V6(address) => both && !address.is_loopback() && !address.is_unicast_link_local(),
    };
    let mut addresses: Vec<IpAddr> = addresses.filter(is_meant).collect();
    addresses.sort();
    addresses.dedup();
    addresses.truncate(ADDRESSES_MAX);
    addresses
}

/// A machine's host name, and by what name its neighbours may find it.
fn host_names(host: &str) -> Vec<String> {
    let host = host.to_ascii_lowercase();
    let local = (!host.contains('.')).then(|| format!("{host}.local"));
    [Some(host), local].into_iter().flatten().filter(|name| is_name(name)).collect()
}

/// Whether a certificate can bear a name: one that the network's own servers of names could know.
pub(crate) fn is_name(name: &str) -> bool {
    matches!(ServerName::try_from(name), Ok(ServerName::DnsName(_)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_are_told_what_a_browser_takes() {
        let machine = "127.0.0.1 192.168.1.5 10.0.0.7 192.168.1.5 ::1 fe80::1 2001:db8::5";
        let machine = || machine.split(' ').map(|address| address.parse().unwrap());
        let told = |both| {
            let addresses = typed(machine(), both);
            let names = Names { addresses, given: vec!["go.example".into()], own: vec!["hall.local".into()] };
            names.to_type().collect::<Vec<_>>().join(" ")
        };
        assert_eq!(told(false), "10.0.0.7 192.168.1.5 go.example");
        assert_eq!(told(true), "10.0.0.7 192.168.1.5 [2001:db8::5] go.example");
    }

    #[test]
    fn host_names_are_those_that_can_be_asked_for() {
        assert_eq!(host_names("Hall-3"), ["hall-3", "hall-3.local"]);
        assert_eq!(host_names("hall.example.org"), ["hall.example.org"]);
        assert_eq!(host_names("a hall"), Vec::<String>::new());
        assert_eq!(host_names(""), Vec::<String>::new());
    }

    #[test]
    fn a_machine_that_listens_at_one_address_is_named_after_it() {
        let names = Names::of_machine("192.0.2.9".parse().unwrap(), &[]).unwrap();
        assert_eq!(names.to_type().collect::<Vec<_>>(), ["192.0.2.9"]);
        assert!(names.all().any(|name| name == USUAL_NAME));
    }
}
