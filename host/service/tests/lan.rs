//! The hall's own network, as somebody in it sees the real program: TLS with a certificate that is known by its
//! fingerprint, and nothing else.

#![expect(clippy::unwrap_used, reason = "a test may end there")]

#[expect(unreachable_pub, dead_code, reason = "a module of tests has no outside, and here no power cut")]
mod running;

use std::fs;
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use running::{Service, flagfall};
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{
    CertificateError, ClientConfig, ClientConnection, DigitallySignedStruct, Error, SignatureScheme,
    StreamOwned,
};
use serde_json::Value;
use sha2::{Digest, Sha256};
use tokio_tungstenite::tungstenite::{Message, client};

/// Longer than anything that must not hang may take.
const WAIT: Duration = Duration::from_secs(20);

/// Knows a certificate by its fingerprint alone, as people do.
#[derive(Debug)]
struct Pinned {
    fingerprint: String,
    provider: Arc<CryptoProvider>,
}

impl ServerCertVerifier for Pinned {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        _intermediates: &[CertificateDer<'_>],
        _name: &ServerName<'_>,
        _ocsp: &[u8],
        _now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let bytes = Sha256::digest(certificate);
        let found: Vec<String> = bytes.iter().map(|byte| format!("{byte:02X}")).collect();
        if found.join(":") == self.fingerprint {
            return Ok(ServerCertVerified::assertion());
        }
        Err(CertificateError::ApplicationVerificationFailure.into())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let known = &self.provider.signature_verification_algorithms;
        verify_tls12_signature(message, certificate, signed, known)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let known = &self.provider.signature_verification_algorithms;
        verify_tls13_signature(message, certificate, signed, known)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}

/// Where the network is served, and by which certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Network {
    /// Such as `127.0.0.1:40124`.
    address: String,
    fingerprint: String,
}

/// The service with the network on a free port of this machine, and what it says of it.
fn start(data: &Path) -> (Service, Network) {
    let mut service = Service::start(&["serve", "--lan=127.0.0.1:0"], data);
    let network = network(&mut service);
    (service, network)
}

fn network(service: &mut Service) -> Network {
    let mut address = None;
    loop {
        let line = service.line();
        let (name, said) = line.split_once(' ').unwrap();
        match name {
            "network" => {
                address = said
                    .trim()
                    .strip_prefix("https://")
                    .and_then(|rest| rest.strip_suffix('/'))
                    .map(str::to_owned)
            }
            "SHA-256" => return Network { address: address.unwrap(), fingerprint: said.trim().to_owned() },
            _ => {}
        }
    }
}

fn tcp(address: &str) -> TcpStream {
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(WAIT)).unwrap();
    stream
}

fn connect(Network { address, fingerprint }: &Network) -> StreamOwned<ClientConnection, TcpStream> {
    let provider = Arc::new(ring::default_provider());
    let config = ClientConfig::builder_with_provider(Arc::clone(&provider));
    let config = config.with_safe_default_protocol_versions().unwrap().dangerous();
    let verifier = Pinned { fingerprint: fingerprint.clone(), provider };
    let config = config.with_custom_certificate_verifier(Arc::new(verifier)).with_no_client_auth();
    let name = ServerName::try_from("flagfall.local").unwrap();
    StreamOwned::new(ClientConnection::new(Arc::new(config), name).unwrap(), tcp(address))
}

/// Asks for a page; the status and the body.
fn get(mut stream: impl Read + Write, path: &str) -> (u16, String) {
    write!(stream, "GET {path} HTTP/1.1\r\nHost: flagfall.local\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_owned())
}

/// What comes back for some bytes, until the other side closes.
fn answer_to(address: &str, bytes: &[u8]) -> String {
    let mut stream = tcp(address);
    stream.write_all(bytes).unwrap();
    let mut answer = Vec::new();
    match stream.read_to_end(&mut answer) {
        Err(error) if error.kind() != ErrorKind::ConnectionReset => panic!("it hangs: {error}"),
        Ok(_) | Err(_) => String::from_utf8_lossy(&answer).into_owned(),
    }
}

#[test]
fn pages_and_their_lines_are_there_over_tls_and_on_this_machine() {
    let data = tempfile::tempdir().unwrap();
    let (service, network) = start(data.path());
    for path in ["/", "/table/1", "/assets/live.js", "/api/tables"] {
        let (status, body) = get(connect(&network), path);
        assert_eq!((status, body.is_empty()), (200, false), "{path}");
        assert_eq!(service.http("GET", path, "").0, 200, "{path}");
    }
    assert_eq!(
        get(connect(&network), "/table/1/clock").0,
        303,
        "whoever comes by the hall's name has to enter"
    );
    assert_eq!(service.http("GET", "/table/1/clock", "").0, 200);
    let address = format!("wss://{}/api/live?tables=1&role=table", network.address);
    let (mut line, _) = client(address, connect(&network)).unwrap();
    let mut hear = |kind: &str| loop {
        let Message::Text(text) = line.read().unwrap() else { continue };
        let message: Value = serde_json::from_str(&text).unwrap();
        if message["type"] == kind {
            return message;
        }
    };
    assert_eq!(hear("table")["state"]["status"], "waiting");
    service.order(1, "press white", "white");
    assert_eq!(hear("events")["state"]["status"], "running", "what happens is told over TLS");
    assert!(service.stop().success(), "an open line does not keep it");
}

#[test]
fn another_certificate_is_known_by_its_fingerprint() {
    let data = tempfile::tempdir().unwrap();
    let (_service, network) = start(data.path());
    let fingerprint = network.fingerprint.chars().rev().collect();
    let mut stream = connect(&Network { fingerprint, ..network });
    assert_eq!(stream.write(b"GET").unwrap_err().kind(), ErrorKind::InvalidData);
}

#[test]
fn the_certificate_is_the_same_at_the_next_start() {
    let (data, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (service, first) = start(data.path());
    assert!(service.stop().success());
    let file = fs::metadata(data.path().join("network.pem")).unwrap();
    assert_eq!(file.permissions().mode() & 0o777, 0o600);
    let (_service, second) = start(data.path());
    assert_eq!(second.fingerprint, first.fingerprint);
    assert_eq!(get(connect(&Network { address: second.address, ..first }), "/").0, 200);
    assert_ne!(start(other.path()).1.fingerprint, second.fingerprint, "each hall has its own");
}

#[test]
fn nobody_who_speaks_no_tls_hangs() {
    let data = tempfile::tempdir().unwrap();
    let (_service, Network { address, .. }) = start(data.path());
    let page =
        answer_to(&address, format!("GET /table/1?a=b HTTP/1.1\r\nHost: {address}\r\n\r\n").as_bytes());
    assert!(page.starts_with("HTTP/1.1 307 "), "{page}");
    assert!(page.contains(&format!("\r\nLocation: https://{address}/table/1?a=b\r\n")), "{page}");
    let order = answer_to(
        &address,
        b"POST /api/tables/1/orders HTTP/1.1\r\nHost: hall\r\nContent-Length: 2\r\n\r\n{}",
    );
    assert!(order.starts_with("HTTP/1.1 400 ") && order.contains("https://"), "{order}");
    assert_eq!(answer_to(&address, b"\x00\x01\x02\r\n\r\n"), "");
    let silent = std::thread::spawn({
        let address = address.clone();
        move || answer_to(&address, b"")
    });
    let unfinished = std::thread::spawn({
        let address = address.clone();
        move || answer_to(&address, b"GET / HTTP/1.1\r\nHo")
    });
    // The head of a record of a handshake, and nothing after it.
    assert_eq!(answer_to(&address, b"\x16\x03\x01\x02\x00"), "");
    assert_eq!((silent.join().unwrap(), unfinished.join().unwrap()), (String::new(), String::new()));
}

#[test]
fn plain_http_is_not_offered_beside_tls() {
    let data = tempfile::tempdir().unwrap();
    let said =
        flagfall(&["serve", "--lan", "--listen", "0.0.0.0:0", "--data"]).arg(data.path()).output().unwrap();
    let text = String::from_utf8(said.stderr).unwrap();
    assert_eq!((said.status.code(), said.stdout.len()), (Some(1), 0), "{text}");
    assert!(text.contains("plain HTTP is for this machine alone") && text.contains("0.0.0.0:0"), "{text}");
    assert!(!data.path().join("games.journal").exists());
}

#[test]
fn a_key_that_is_none_is_said_and_left_alone() {
    let data = tempfile::tempdir().unwrap();
    let file = data.path().join("network.pem");
    fs::write(&file, "something else").unwrap();
    let mut command = flagfall(&["serve", "--lan=127.0.0.1:0", "--listen", "127.0.0.1:0", "--data"]);
    let said = command.arg(data.path()).output().unwrap();
    let text = String::from_utf8(said.stderr).unwrap();
    assert_eq!(said.status.code(), Some(1), "{text}");
    assert!(text.contains("network.pem") && text.contains("move the file away"), "{text}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "something else");
}
