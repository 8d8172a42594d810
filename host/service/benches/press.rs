//! From a press to the disk to another page: how long until a second WebSocket client is shown a press, with 3 and
//! with 300 tables whose clocks run; beside it, in the same run, what one append to a journal and one bare write
//! with its sync cost on the same disk.
//!
//! `cargo bench -p service --bench press`; not a criterion benchmark, since each measure crosses two processes.

#![expect(clippy::disallowed_methods, reason = "a benchmark reads the clock")]
#![expect(clippy::unwrap_used, reason = "a benchmark that fails says where")]

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use journal::{GameId, Genesis, Ledger, Options, SqliteLedger};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

const PRESSES: usize = 600;

fn main() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    for tables in [3, 300] {
        let folder = tempfile::tempdir().unwrap();
        let mut shown = runtime.block_on(press_to_page(folder.path(), tables));
        report(&format!("press to another page, {tables} tables"), &mut shown);
        report("  one append to a journal, same disk", &mut appends(folder.path()));
        report("  one bare write of 600 bytes with fdatasync", &mut syncs(folder.path()));
    }
}

fn report(what: &str, times: &mut [Duration]) {
    times.sort_unstable();
    let at = |permille: usize| times[(times.len() * permille / 1_000).min(times.len() - 1)];
    println!("{what}: median {:?}, p99 {:?}, n = {}", at(500), at(990), times.len());
}

/// Presses at one table after the other, and waits for each until a second client is shown it.
async fn press_to_page(folder: &Path, tables: usize) -> Vec<Duration> {
    let config = folder.join("flagfall.toml");
    let table = "control = \"1h+5x60s\"\nstarts_by = \"press\"\n";
    fs::write(&config, format!("[[table]]\nnumber = \"1-{tables}\"\n{table}")).unwrap();
    let (mut service, address) = start(&config, &folder.join("data"));
    let mut player = connect(&address, "hall").await;
    let mut watcher = connect(&address, "hall").await;
    for table in 1..=tables {
        press(&mut player, &mut watcher, table, "white").await;
    }
    let mut times = Vec::with_capacity(PRESSES);
    for number in 0..PRESSES {
        let side = if (number / tables).is_multiple_of(2) { "black" } else { "white" };
        times.push(press(&mut player, &mut watcher, number % tables + 1, side).await);
    }
    service.kill().unwrap();
    service.wait().unwrap();
    times
}

fn start(config: &Path, data: &Path) -> (Child, String) {
    let mut service = Command::new(env!("CARGO_BIN_EXE_flagfall"))
        .args(["serve", "--listen", "127.0.0.1:0", "--config"])
        .arg(config)
        .arg("--data")
        .arg(data)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(service.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.split("http://").nth(1).unwrap().trim().trim_end_matches('/').to_owned();
    (service, address)
}

async fn connect(address: &str, role: &str) -> Socket {
    connect_async(format!("ws://{address}/api/live?tables=all&role={role}")).await.unwrap().0
}

/// One press, from its sending to its showing on the other page. What else comes in is read past.
async fn press(player: &mut Socket, watcher: &mut Socket, table: usize, side: &str) -> Duration {
    let began = Instant::now();
    let order = json!({ "type": "order", "id": format!("{table}-{:?}", began), "table": table,
        "command": format!("press {side}"), "by": side });
    player.send(Message::text(order.to_string())).await.unwrap();
    let shown = async {
        loop {
            let message = next(watcher).await;
            if message["type"] == "events" && message["table"] == table {
                return began.elapsed();
            }
        }
    };
    let answered = async { while next(player).await["type"] != "answer" {} };
    let (shown, ()) = tokio::join!(shown, answered);
    shown
}

async fn next(socket: &mut Socket) -> Value {
    loop {
        let text = socket.next().await.unwrap().unwrap().into_text().unwrap();
        let message: Value = serde_json::from_str(&text).unwrap();
        if message["type"] != "ping" {
            return message;
        }
        let pong = json!({ "type": "pong", "n": message["n"] });
        socket.send(Message::text(pong.to_string())).await.unwrap();
    }
}

fn appends(folder: &Path) -> Vec<Duration> {
    let mut ledger = SqliteLedger::open(&folder.join("bench.journal"), Options::default()).unwrap();
    let (game, genesis) = (GameId(1), Genesis::from_bytes([7; 32]));
    let begin = journal::Write::Begin { game, genesis, table: 1, body: b"{}".to_vec(), people: vec![] };
    ledger.append(&[begin]).unwrap();
    let entry = [journal::Write::Entry { game, body: vec![b'x'; 600] }];
    let append = |_| {
        let began = Instant::now();
        ledger.append(&entry).unwrap();
        began.elapsed()
    };
    (0..PRESSES).map(append).collect()
}

fn syncs(folder: &Path) -> Vec<Duration> {
    let mut file = File::create(folder.join("bench.sync")).unwrap();
    let sync = |_| {
        let began = Instant::now();
        file.write_all(&[b'x'; 600]).unwrap();
        file.sync_data().unwrap();
        began.elapsed()
    };
    (0..PRESSES).map(sync).collect()
}
