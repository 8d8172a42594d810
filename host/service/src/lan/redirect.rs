//! What somebody is told who asks in plain HTTP where only TLS is spoken.

use std::io;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// The longest head of a request that is read.
const HEAD_MAX: usize = 8 * 1_024;

/// How long all of it may take.
const WAIT: Duration = Duration::from_secs(5);

/// Where a request cannot be sent on.
const SAY: &str = "This port speaks TLS: let the address begin with https://\n\
                   这个端口只接受加密连接：地址请以 https:// 开头。\n";

/// Reads a request, says where to ask instead, and closes the connection. What is no HTTP is closed without a word.
pub(super) async fn send_away(mut stream: TcpStream) -> io::Result<()> {
    timeout(WAIT, async {
        let head = read_head(&mut stream).await?;
        let Some(answer) = answer(&head) else { return Ok(()) };
        stream.write_all(answer.as_bytes()).await?;
        stream.shutdown().await?;
        // To close while something is unread would take the answer back.
        let mut rest = [0; 1_024];
        while stream.read(&mut rest).await? > 0 {}
        Ok(())
    })
    .await?
}

/// All up to the empty line, or as much as there is.
async fn read_head(stream: &mut TcpStream) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    while head.len() < HEAD_MAX && !ends(&head) {
        if stream.read_buf(&mut head).await? == 0 {
            break;
        }
    }
    Ok(head)
}

fn ends(head: &[u8]) -> bool {
    head.windows(4).any(|bytes| bytes == b"\r\n\r\n")
}

/// The answer to a request; none to what is no HTTP. Only what asks for a page is sent on: whoever has sent something
/// in the clear is told so.
fn answer(head: &[u8]) -> Option<String> {
    let head = std::str::from_utf8(head).ok()?;
    let mut lines = head.split("\r\n");
    let mut words = lines.next()?.split(' ');
    let (method, path, version) = (words.next()?, words.next()?, words.next()?);
    if words.next().is_some() || !version.starts_with("HTTP/1.") {
        return None;
    }
    let host =
        lines.filter_map(|line| line.split_once(':')).find(|(name, _)| name.eq_ignore_ascii_case("host"));
    let host = host.map(|(_, host)| host.trim()).filter(|host| is_authority(host));
    let is_page = matches!(method, "GET" | "HEAD") && is_path(path);
    let (status, location) = match host.filter(|_| is_page) {
        Some(host) => ("307 Temporary Redirect", format!("Location: https://{host}{path}\r\n")),
        None => ("400 Bad Request", String::new()),
    };
    let body = if method == "HEAD" { "" } else { SAY };
    Some(format!(
        "HTTP/1.1 {status}\r\n{location}Content-Type: text/plain; charset=utf-8\r\nContent-Length: {}\r\n\
         Connection: close\r\n\r\n{body}",
        SAY.len()
    ))
}

/// Whether it can stand as a host in an address.
fn is_authority(host: &str) -> bool {
    let sound = |byte: u8| byte.is_ascii_alphanumeric() || b".:-_[]".contains(&byte);
    !host.is_empty() && host.bytes().all(sound)
}

/// Whether it can stand as a path in an address.
fn is_path(path: &str) -> bool {
    path.starts_with('/') && path.bytes().all(|byte| byte.is_ascii_graphic())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_asks_for_a_page_is_sent_to_the_same_one_over_tls() {
        for (request, status, location) in [
            ("GET / HTTP/1.1\r\nHost: hall:8443\r\n\r\n", "307", Some("https://hall:8443/")),
            (
                "HEAD /a?b=%20 HTTP/1.1\r\nX: y\r\nhost:[::1]:8443\r\n\r\n",
                "307",
                Some("https://[::1]:8443/a?b=%20"),
            ),
            ("GET / HTTP/1.0\r\n\r\n", "400", None),
            ("GET / HTTP/1.1\r\nHost: hall/evil\r\n\r\n", "400", None),
            ("GET //evil HTTP/1.1\r\nHost:\r\n\r\n", "400", None),
            ("GET http://evil/ HTTP/1.1\r\nHost: hall\r\n\r\n", "400", None),
            ("POST /api/tables/1/orders HTTP/1.1\r\nHost: hall\r\n\r\n{}", "400", None),
        ] {
            let answer = answer(request.as_bytes()).unwrap();
            assert_eq!(answer.split(' ').nth(1), Some(status), "{request}");
            let found = answer.lines().find_map(|line| line.strip_prefix("Location: "));
            assert_eq!(found, location, "{request}");
            assert!(answer.contains("\r\n\r\n"), "{request}");
        }
    }

    #[test]
    fn what_is_no_http_gets_no_answer() {
        for request in
            ["", "GET", "\0\0\0", "SSH-2.0-OpenSSH\r\n", "GET / x y\r\n\r\n", "GET / FTP/1\r\n\r\n"]
        {
            assert_eq!(answer(request.as_bytes()), None, "{request}");
        }
        assert_eq!(answer(&[0xff, 0xfe]), None);
    }
}
