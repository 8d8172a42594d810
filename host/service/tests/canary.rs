//! A sealed move is nowhere until it is opened: not in the journal, its log, its mirror, what the program says, what it
//! sends, nor in its memory.
//!
//! What is sealed is a text that stands nowhere else, so that whatever holds it can be found. The image of the program's
//! memory is that of `gcore`, which comes with gdb.

#![expect(clippy::unwrap_used, reason = "a test may end there")]

#[expect(unreachable_pub, dead_code, reason = "a module of tests has no outside, and here no power cut")]
mod running;

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use running::{Service, flagfall};
use serde_json::{Value, json};
use tokio::task::JoinHandle;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;

/// Sealed by the request of the sealer's page.
const BY_PAGE: &str = "Zq7xVYw3KpL9mTnR2sHdFgJ4bC6vXe8A";
/// Sealed by an order as text.
const BY_TEXT: &str = "Hw5uNf1RzQk8PjYc3TgB7mVx9LsDe2Ka";
/// Sealed first, and changed before it was handed over.
const CHANGED: &str = "Jm4tGx6WvBn2HqSy8KdZp1RcFu7LaE3X";
/// Said on the live line, which refuses it.
const ON_LINE: &str = "Pe9yCk2MhTz6XwDb4VsQn8JgRf1LuA5B";
/// A passphrase that opens nothing.
const WRONG: &str = "Rt3vLb8NyGc5KxWq1ZmHj7PdSf9EuT2D";

const PAGE: usize = 4_096;
const ZEROS: [u8; PAGE] = [0; PAGE];

/// What must be found nowhere, by name, in each form in which it might stand.
struct Needles(Vec<(String, Vec<u8>)>);

impl Needles {
    fn of(secrets: &[(&str, &str)]) -> Self {
        let forms = secrets.iter().flat_map(|(name, text)| {
            let hex = text.bytes().map(|byte| format!("{byte:02x}")).collect::<String>();
            let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
            let texts =
                [(*text).to_owned(), text.to_lowercase(), text.to_uppercase(), hex.to_uppercase(), hex];
            let bytes = texts.map(String::into_bytes).into_iter().chain([wide]);
            bytes.map(|bytes| ((*name).to_owned(), bytes)).collect::<Vec<_>>()
        });
        Self(forms.collect())
    }

    /// The salt is 16 bytes, and 32 hex digits.
    fn with_salt(mut self, name: &str, hex: &str) -> Self {
        let digits: Vec<u32> = hex.chars().map(|digit| digit.to_digit(16).unwrap()).collect();
        let raw = digits.chunks(2).map(|pair| u8::try_from(pair[0] * 16 + pair[1]).unwrap()).collect();
        for bytes in [raw, hex.as_bytes().to_vec(), hex.to_uppercase().into_bytes()] {
            self.0.push((name.to_owned(), bytes));
        }
        self
    }

    /// Where each is found in some bytes, the first time: what begins with the same byte is looked at together, and
    /// pages of zeros, of which an image has many, not at all.
    fn found(&self, bytes: &[u8]) -> Vec<String> {
        let mut begins: Vec<Vec<usize>> = vec![Vec::new(); 256];
        for (index, (_, needle)) in self.0.iter().enumerate() {
            begins[usize::from(needle[0])].push(index);
        }
        let mut places = vec![None; self.0.len()];
        for (page, chunk) in
            bytes.chunks(PAGE).enumerate().filter(|(_, chunk)| **chunk != ZEROS[..chunk.len()])
        {
            for (at, byte) in chunk.iter().enumerate() {
                for index in &begins[usize::from(*byte)] {
                    let at = page * PAGE + at;
                    if places[*index].is_none() && bytes[at..].starts_with(&self.0[*index].1) {
                        places[*index] = Some(at);
                    }
                }
            }
        }
        let told = places.into_iter().zip(&self.0).filter_map(|(at, (name, _))| {
            let at: usize = at?;
            let around = &bytes[at.saturating_sub(48)..(at + 80).min(bytes.len())];
            Some(format!("{name} at {at}: {}", around.escape_ascii()))
        });
        told.collect()
    }

    fn assert_not_in(&self, place: &str, bytes: &[u8]) {
        let found = self.found(bytes);
        assert!(found.is_empty(), "{place} ({} bytes): {found:#?}", bytes.len());
    }
}

/// A service that says all that it can, with a mirror of its journal; everything that it sends is kept.
struct Watched {
    service: Service,
    folder: PathBuf,
    sent: Vec<u8>,
}

const CONFIG: &str = r#"
[journal]
mirror = "mirror"

[[table]]
number = 1
control = "1h"
starts_by = "arbiter"

[[table]]
number = 2
kind = "chess"
control = "1h"
starts_by = "arbiter"
"#;

impl Watched {
    fn start(folder: &Path) -> Self {
        fs::create_dir(folder.join("mirror")).unwrap();
        let config = folder.join("flagfall.toml");
        fs::write(&config, CONFIG).unwrap();
        let mut command = flagfall(&["serve", "--listen", "127.0.0.1:0", "--config"]);
        command.arg(&config).arg("--data").arg(folder.join("data")).env("FLAGFALL_LOG", "trace");
        command.stderr(File::create(folder.join("log")).unwrap());
        Self { service: Service::spawn(command), folder: folder.to_owned(), sent: Vec::new() }
    }

    /// A request whose answer is kept, and is that of something carried out.
    fn post(&mut self, path: &str, body: &Value) -> Value {
        let (head, answer) = self.service.http_whole("POST", path, &body.to_string());
        assert!(head.starts_with("HTTP/1.1 200 "), "{path}: {answer}");
        self.sent.extend(head.bytes().chain(answer.bytes()));
        serde_json::from_str(&answer).unwrap()
    }

    fn order(&mut self, table: u32, command: &str, by: &str) {
        self.post(&format!("/api/tables/{table}/orders"), &json!({ "command": command, "by": by }));
    }

    /// The answer to a seal tells the passphrase, this once: it is not kept.
    fn seal(&self, path: &str, body: &Value) -> String {
        let (head, answer) = self.service.http_whole("POST", path, &body.to_string());
        assert!(head.starts_with("HTTP/1.1 200 "), "{path}: {answer}");
        let answer: Value = serde_json::from_str(&answer).unwrap();
        assert_eq!(answer.as_object().unwrap().len(), 3, "ok, passphrase, commitment");
        answer["passphrase"].as_str().unwrap().to_owned()
    }

    /// Everything that is there to be read.
    fn read_all(&mut self) {
        let of_table = |table: u32| {
            ["", "/face", "/log", "/policy", "/positions/0", "/positions/1", "/commitment.svg"]
                .map(|what| format!("/api/tables/{table}{what}"))
        };
        let pages =
            ["", "/seal", "/envelope", "/arbiter", "/record", "/clock"].map(|page| format!("/table/1{page}"));
        let paths = ["/", "/api/tables", "/api/openapi.json"].map(str::to_owned);
        for path in paths.into_iter().chain(of_table(1)).chain(of_table(2)).chain(pages) {
            let (head, body) = self.service.http_whole("GET", &path, "");
            assert!(head.starts_with("HTTP/1.1 200 "), "{path}: {head}");
            self.sent.extend(head.bytes().chain(body.bytes()));
        }
    }

    /// All files of the program, and what it exports: the journal, what SQLite keeps beside it, the mirror, the log.
    fn files(&self) -> Vec<(String, Vec<u8>)> {
        let mut folders = vec![self.folder.clone()];
        let mut files = Vec::new();
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    files.push((path.display().to_string(), fs::read(&path).unwrap()));
                }
            }
        }
        files
    }

    /// The image of the program's memory.
    fn core(&self) -> Vec<u8> {
        // What a closed connection leaves is given back a moment later.
        sleep(Duration::from_millis(500));
        let place = tempfile::tempdir().unwrap();
        let name = place.path().join("core");
        let made = Command::new("gcore")
            .arg("-o")
            .arg(&name)
            .arg(self.service.id().to_string())
            .stdin(Stdio::null())
            .output()
            .expect("gcore makes the image of the program's memory: apt-get install gdb");
        let core = name.with_extension(self.service.id().to_string());
        fs::read(&core).unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&made.stderr)))
    }
}

/// Follows a live line, and gives back all that was sent on it once it is closed; says something on it first.
async fn follow(address: &str, role: &str, said: Option<Value>) -> JoinHandle<Vec<u8>> {
    let url = format!("ws://{address}/api/live?tables=1,2&role={role}");
    let (mut line, _) = connect_async(url).await.unwrap();
    if let Some(said) = said {
        line.send(Message::text(said.to_string())).await.unwrap();
    }
    tokio::spawn(async move {
        let mut all = Vec::new();
        while let Some(Ok(message)) = line.next().await {
            all.extend_from_slice(&message.clone().into_data());
            if let Message::Text(text) = &message
                && let Ok(told) = serde_json::from_str::<Value>(text)
                && told["type"] == "ping"
            {
                let _ = line.send(Message::text(json!({ "type": "pong", "n": told["n"] }).to_string())).await;
            }
        }
        all
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sealed_move_is_nowhere_until_it_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    let mut watched = Watched::start(folder.path());
    let address = watched.service.address.clone();
    let lines = [follow(&address, "table", None).await, follow(&address, "recorder", None).await];
    for (table, side, other, first) in [(1, "black", "white", "Q16"), (2, "white", "black", "e4")] {
        watched.order(table, "start", "arbiter");
        watched.order(table, &format!("move {side} {first}"), "recorder");
        watched.order(table, &format!("press {side}"), side);
        watched.order(table, "adjourn", "arbiter");
        let changed = json!({ "side": other, "move": CHANGED });
        watched.seal(&format!("/api/tables/{table}/seal"), &changed);
    }
    let by_page = watched.seal("/api/tables/1/seal", &json!({ "side": "white", "move": BY_PAGE }));
    let text = json!({ "command": format!("seal black \"{BY_TEXT}\"") });
    let by_text = watched.seal("/api/tables/2/orders", &text);
    let on_line =
        json!({ "type": "order", "id": "1", "table": 1, "command": format!("seal white \"{ON_LINE}\"") });
    let refused = follow(&address, "table", Some(on_line)).await.await.unwrap();
    let said = String::from_utf8(refused.clone()).unwrap();
    assert!(said.contains("a sealed move is not taken on this line"), "{said}");
    watched.order(1, "hand-over", "white");
    watched.order(2, "hand-over", "black");
    watched.order(2, "resume-session", "arbiter");
    let wrong = json!({ "passphrase": WRONG }).to_string();
    let (head, answer) = watched.service.http_whole("POST", "/api/tables/2/open-seal", &wrong);
    assert!(head.starts_with("HTTP/1.1 409 ") && answer.contains("does not open"), "{answer}");
    watched.sent.extend(answer.bytes());

    watched.read_all();
    let core = watched.core();
    let mut files = watched.files();
    assert!(files.iter().any(|(name, _)| name.ends_with("-wal")) && core.len() > 1 << 20);
    assert!(watched.service.stop().success());
    let mut sent = watched.sent;
    sent.extend(refused);
    for line in lines {
        sent.extend(line.await.unwrap());
    }
    let data = folder.path().join("data");
    for game in ["1", "2"] {
        let export = flagfall(&["export", "--names", "--game", game]).arg(&data).output().unwrap();
        assert!(export.status.success());
        files.push((format!("export of game {game}"), export.stdout));
    }

    let mut needles = Needles::of(&[
        ("the move sealed by the page", BY_PAGE),
        ("the move sealed by text", BY_TEXT),
        ("the move that was changed", CHANGED),
        ("the move said on the line", ON_LINE),
        ("the wrong passphrase", WRONG),
        ("the passphrase for the page", &by_page),
        ("the passphrase for the text", &by_text),
    ]);
    for (game, words, written) in [("1", &by_page, BY_PAGE), ("2", &by_text, BY_TEXT)] {
        let opened = unseal(&data, game, words);
        assert_eq!((&opened["move"], &opened["matches"]), (&json!(written), &json!(true)));
        needles = needles.with_salt("the salt", opened["salt"].as_str().unwrap());
    }
    // The commitment, which all may know, is in all of them: what is searched for would be found.
    let known = Needles::of(&[("", unseal(&data, "1", &by_page)["commitment"].as_str().unwrap())]);
    assert!(!known.found(&sent).is_empty() && !known.found(&core).is_empty());
    assert!(files.iter().filter(|(_, bytes)| !known.found(bytes).is_empty()).count() >= 3);
    for (name, bytes) in &files {
        needles.assert_not_in(name, bytes);
    }
    needles.assert_not_in("what was sent", &sent);
    needles.assert_not_in("the program's memory", &core);
}

fn unseal(data: &Path, game: &str, words: &str) -> Value {
    let mut command = flagfall(&["unseal", "--json", "--game", game]);
    let mut child = command.arg(data).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), format!("{words}\n").as_bytes()).unwrap();
    serde_json::from_slice(&child.wait_with_output().unwrap().stdout).unwrap()
}
