//! The real program, running, as tests see it.

use std::env;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};

use serde_json::{Value, json};

/// A service that runs, and is killed when the test ends.
pub struct Service {
    child: Child,
    stdout: BufReader<ChildStdout>,
    /// Such as `127.0.0.1:40123`.
    pub address: String,
}

/// The program with these arguments; another than the one that was built beside this, if `FLAGFALL` names it.
pub fn flagfall(arguments: &[&str]) -> Command {
    let mut command =
        Command::new(env::var_os("FLAGFALL").unwrap_or_else(|| env!("CARGO_BIN_EXE_flagfall").into()));
    command.args(arguments).env("FLAGFALL_LOG", "error");
    command
}

impl Service {
    /// Starts it on that data and a free port; it listens when this returns.
    pub fn start(arguments: &[&str], data: &Path) -> Self {
        let mut command = flagfall(arguments);
        command.args(["--listen", "127.0.0.1:0", "--data"]).arg(data);
        Self::spawn(command)
    }

    pub fn spawn(mut command: Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let mut first = String::new();
        stdout.read_line(&mut first).unwrap();
        let address = first.strip_prefix("hall      http://").and_then(|rest| rest.strip_suffix("/\n"));
        let address = address.unwrap_or_else(|| panic!("no address: {first:?}")).to_owned();
        Self { child, stdout, address }
    }

    /// The next line that it prints.
    pub fn line(&mut self) -> String {
        let mut line = String::new();
        self.stdout.read_line(&mut line).unwrap();
        line
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// As a power cut does.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// As the system does at its own shutdown.
    pub fn stop(mut self) -> ExitStatus {
        let done = Command::new("sh").arg("-c").arg(format!("kill -TERM {}", self.id())).status().unwrap();
        assert!(done.success());
        self.child.wait().unwrap()
    }

    /// Status and body of a request.
    pub fn http(&self, method: &str, path: &str, body: &str) -> (u16, String) {
        let (head, body) = self.http_whole(method, path, body);
        (head.split(' ').nth(1).unwrap().parse().unwrap(), body)
    }

    /// Status and bytes of what is there.
    pub fn bytes(&self, path: &str) -> (u16, Vec<u8>) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.address).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        let end = answer.windows(4).position(|four| four == b"\r\n\r\n").unwrap();
        let head = String::from_utf8_lossy(&answer[..end]).into_owned();
        (head.split(' ').nth(1).unwrap().parse().unwrap(), answer.split_off(end + 4))
    }

    /// Head and body of the answer to a request.
    pub fn http_whole(&self, method: &str, path: &str, body: &str) -> (String, String) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (head.to_owned(), body.to_owned())
    }

    pub fn table(&self, table: u32) -> Value {
        let (status, body) = self.http("GET", &format!("/api/tables/{table}"), "");
        assert_eq!(status, 200, "{body}");
        serde_json::from_str(&body).unwrap()
    }

    /// Gives an order that is carried out.
    pub fn order(&self, table: u32, command: &str, by: &str) {
        let body = json!({ "command": command, "by": by }).to_string();
        let (status, answer) = self.http("POST", &format!("/api/tables/{table}/orders"), &body);
        assert_eq!(status, 200, "{command}: {answer}");
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
