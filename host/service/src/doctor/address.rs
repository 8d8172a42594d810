//! Whether the addresses at which pages are to be served are this machine's and free.

use std::io::{ErrorKind, Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, TcpStream};
use std::time::Duration;

use crate::config::Config;
use crate::doctor::finding::{Both, Finding, Mark, both};

/// How long whoever holds a port is waited for.
const ANSWER_WAIT: Duration = Duration::from_millis(500);

/// How much of an answer is read.
const ANSWER_LEN: u64 = 16_384;

/// What stands in the page that a service gives at `/`.
const OWN_TITLE: &str = "<title>Flagfall</title>";

/// What there is at an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Seen {
    Free,
    /// A service of ours answers there.
    Ours,
    /// Somebody else holds it; over TLS nobody is asked who it is.
    Taken,
    NotHere,
    Forbidden,
    Other(ErrorKind),
}

/// Tries the address of the pages, and that of the hall's network where it is on; and says whether a service of ours
/// runs there.
pub(crate) fn try_addresses(config: &Config) -> (Vec<Finding>, bool) {
    let seen = look(config.listen, true);
    let plain = judge("address", config.listen, seen);
    let lan = config.lan.on.then(|| judge("network", config.lan.listen, look(config.lan.listen, false)));
    (std::iter::once(plain).chain(lan).collect(), seen == Seen::Ours)
}

fn look(address: SocketAddr, plain: bool) -> Seen {
    let Err(error) = TcpListener::bind(address) else { return Seen::Free };
    let kind = error.kind();
    let known = [
        (ErrorKind::AddrInUse, Seen::Taken),
        (ErrorKind::AddrNotAvailable, Seen::NotHere),
        (ErrorKind::PermissionDenied, Seen::Forbidden),
    ];
    let seen = known.iter().find(|(of, _)| *of == kind).map_or(Seen::Other(kind), |(_, seen)| *seen);
    if seen == Seen::Taken && plain && is_ours(address) { Seen::Ours } else { seen }
}

/// Whether the page there is a service's: it is only read.
fn is_ours(address: SocketAddr) -> bool {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip @ (IpAddr::V4(_) | IpAddr::V6(_)) => ip,
    };
    let mut answer = Vec::new();
    let asked = TcpStream::connect_timeout(&SocketAddr::new(ip, address.port()), ANSWER_WAIT).and_then(
        |mut stream| {
            stream.set_read_timeout(Some(ANSWER_WAIT))?;
            stream.set_write_timeout(Some(ANSWER_WAIT))?;
            write!(stream, "GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
            stream.take(ANSWER_LEN).read_to_end(&mut answer)
        },
    );
    // What came before it went wrong is as good.
    drop(asked);
    String::from_utf8_lossy(&answer).contains(OWN_TITLE)
}

fn judge(what: &'static str, at: SocketAddr, seen: Seen) -> Finding {
    let finding = |mark, english: &str, chinese: &str| {
        Finding::new(what, mark, both(format!("{at} {english}"), format!("{at} {chinese}")))
    };
    match seen {
        Seen::Free => finding(Mark::Right, "is free", "空闲"),
        Seen::Ours => {
            finding(Mark::Right, "is in use: a Flagfall service runs there", "已占用：Flagfall 服务正在运行")
        }
        Seen::Taken if what == "network" => finding(Mark::Doubtful, "is in use", "已占用").advise(both(
            "by the service itself if it runs, else choose another port",
            "若服务正在运行，即为服务自身；否则请换一个端口",
        )),
        Seen::Taken => finding(Mark::Wrong, "is in use by another program", "被其他程序占用")
            .advise(both("choose another port", "请换一个端口")),
        Seen::NotHere => {
            finding(Mark::Wrong, "is no address of this machine", "不是本机的地址").advise(both(
                "127.0.0.1 is this machine alone, 0.0.0.0 every network",
                "127.0.0.1 仅限本机，0.0.0.0 为所有网络",
            ))
        }
        Seen::Forbidden => finding(Mark::Wrong, "may not be used", "无权使用").advise(both(
            "ports below 1024 are the system's: take 1024 or above",
            "1024 以下的端口归系统：请用 1024 以上",
        )),
        Seen::Other(kind) => Finding::new(what, Mark::Wrong, Both::same(format!("{at}: {kind}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::finding::tests::read_as;

    #[test]
    fn what_is_said_of_addresses() {
        let at = SocketAddr::from(([127, 0, 0, 1], 8000));
        let seen = [
            Seen::Free,
            Seen::Ours,
            Seen::Taken,
            Seen::NotHere,
            Seen::Forbidden,
            Seen::Other(ErrorKind::OutOfMemory),
        ];
        let mut findings: Vec<Finding> = seen.map(|seen| judge("address", at, seen)).into();
        findings.push(judge("network", at, Seen::Taken));
        let text = "
            right     address: 127.0.0.1:8000 is free
            正常  地址：127.0.0.1:8000 空闲
            right     address: 127.0.0.1:8000 is in use: a Flagfall service runs there
            正常  地址：127.0.0.1:8000 已占用：Flagfall 服务正在运行
            wrong     address: 127.0.0.1:8000 is in use by another program; choose another port
            有误  地址：127.0.0.1:8000 被其他程序占用；请换一个端口
            wrong     address: 127.0.0.1:8000 is no address of this machine; 127.0.0.1 is this machine alone, 0.0.0.0 every network
            有误  地址：127.0.0.1:8000 不是本机的地址；127.0.0.1 仅限本机，0.0.0.0 为所有网络
            wrong     address: 127.0.0.1:8000 may not be used; ports below 1024 are the system's: take 1024 or above
            有误  地址：127.0.0.1:8000 无权使用；1024 以下的端口归系统：请用 1024 以上
            wrong     address: 127.0.0.1:8000: out of memory
            有误  地址：127.0.0.1:8000: out of memory
            doubtful  network: 127.0.0.1:8000 is in use; by the service itself if it runs, else choose another port
            存疑  场内网络：127.0.0.1:8000 已占用；若服务正在运行，即为服务自身；否则请换一个端口
        ";
        read_as(&findings, text);
    }

    #[test]
    fn a_port_that_somebody_holds_is_taken() {
        let held = TcpListener::bind("127.0.0.1:0").unwrap();
        let at = held.local_addr().unwrap();
        assert_eq!(look(at, false), Seen::Taken);
        assert_eq!(look(at, true), Seen::Taken, "it answers nothing");
        drop(held);
        assert_eq!(look(at, true), Seen::Free);
        assert_eq!(look("192.0.2.1:8000".parse().unwrap(), true), Seen::NotHere);
    }
}
