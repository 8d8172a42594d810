//! What is said when the disk, the folder or the file is not as it should be.

#![expect(clippy::unwrap_used, reason = "a test may end there")]

#[expect(unreachable_pub, dead_code, reason = "a module of tests has no outside, and here no memory")]
mod backends;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use backends::{begin, content, entry, person, without_ballast};
use journal::{
    AppendError, Damage, GameId, Inspection, Ledger, OpenError, Options, ReadError, SqliteLedger, verify_all,
};
use tempfile::TempDir;

const GAME: GameId = GameId(1);

fn place() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    (folder, path)
}

fn open(path: &Path) -> Result<SqliteLedger, OpenError> {
    SqliteLedger::open(path, without_ballast())
}

fn refused(path: &Path) -> OpenError {
    open(path).map(drop).unwrap_err()
}

fn sqlite(path: &Path, statement: &str) {
    rusqlite::Connection::open(path).unwrap().execute_batch(statement).unwrap();
}

#[test]
fn a_second_instance_is_refused() {
    let (folder, path) = place();
    let first = open(&path).unwrap();
    assert_eq!(refused(&path), OpenError::InUse);
    assert_eq!(refused(&folder.path().join("../").join(folder.path()).join("games")), OpenError::InUse);
    assert_eq!(Inspection::open(&path).map(drop), Err(OpenError::InUse));
    drop(first);
    assert!(open(&path).is_ok());
}

/// Also where somebody took the lock away, or uses another program.
#[test]
fn sqlite_itself_keeps_others_out() {
    let (folder, path) = place();
    let _first = open(&path).unwrap();
    fs::remove_file(folder.path().join("games.lock")).unwrap();
    assert_eq!(refused(&path), OpenError::InUse);
}

#[test]
fn a_clean_stop_leaves_one_file() {
    let (folder, path) = place();
    let mut ledger = open(&path).unwrap();
    ledger.append(&[begin(1, vec![])]).unwrap();
    assert!(folder.path().join("games-wal").exists() && !folder.path().join("games-shm").exists());
    drop(ledger);
    let mut names: Vec<_> =
        fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["games", "games.lock"]);
}

#[test]
fn other_files_are_refused() {
    let (_folder, path) = place();
    fs::write(&path, b"[hall]\nname = \"flagfall\"\n").unwrap();
    assert_eq!(refused(&path), OpenError::NotAJournal);
    fs::remove_file(&path).unwrap();
    sqlite(&path, "CREATE TABLE games (game INTEGER PRIMARY KEY)");
    assert_eq!(refused(&path), OpenError::NotAJournal);
    sqlite(&path, "PRAGMA application_id = 0x466c6167; PRAGMA user_version = 1");
    assert_eq!(refused(&path), OpenError::Damaged { what: Damage::Schema });
}

#[test]
fn a_newer_format_is_refused() {
    let (_folder, path) = place();
    drop(open(&path).unwrap());
    sqlite(&path, "PRAGMA user_version = 2");
    let error = refused(&path);
    assert_eq!(error, OpenError::NewerFormat { found: 2 });
    assert_eq!(error.to_string(), "the journal has format 2; this program knows formats up to 1");
    assert_eq!(Inspection::open(&path).map(drop), Err(error));
}

/// Root may write anywhere but where the kernel itself says no.
#[test]
fn a_folder_that_cannot_be_written() {
    let (folder, path) = place();
    let mut rights = fs::metadata(folder.path()).unwrap().permissions();
    rights.set_readonly(true);
    fs::set_permissions(folder.path(), rights).unwrap();
    let probe = fs::write(folder.path().join("probe"), b"");
    let path = if probe.is_err() { path } else { PathBuf::from("/sys/games") };
    if probe.is_ok() && !Path::new("/sys/kernel").exists() {
        eprintln!("skipped: this user may write everywhere");
        return;
    }
    assert_eq!(refused(&path), OpenError::ReadOnly);
    assert!(matches!(refused(Path::new("/dev/null/games")), OpenError::Io { .. }));
}

#[test]
fn a_full_file_poisons_until_reopened() {
    let (_folder, path) = place();
    let options = Options { pages_max: Some(40), ..without_ballast() };
    let mut ledger = SqliteLedger::open(&path, options).unwrap();
    ledger.append(&[begin(1, vec![])]).unwrap();
    let write = [entry(1, [7; 3000])];
    let error = (0..100).find_map(|_| ledger.append(&write).err());
    assert_eq!(error, Some(AppendError::NoSpace));
    assert_eq!(ledger.append(&write), Err(AppendError::Poisoned));
    assert_eq!(ledger.read(GAME), Err(ReadError::Poisoned));
    let head = ledger.head(GAME).unwrap();
    ledger.reopen().unwrap();
    assert_eq!(ledger.head(GAME), Some(head), "nothing of the failed batch is there");
    assert_eq!(ledger.read(GAME).unwrap().len(), usize::try_from(head.seq).unwrap() + 1);
    drop(ledger);
    let mut ledger = open(&path).unwrap();
    assert_eq!(ledger.append(&write).unwrap()[0].seq, head.seq + 1);
}

#[test]
fn ballast_is_freed_and_restored() {
    let (folder, path) = place();
    let mut ledger =
        SqliteLedger::open(&path, Options { ballast_len: 10_000, ..Options::default() }).unwrap();
    let len = || fs::metadata(folder.path().join("games.ballast")).map(|file| file.len()).ok();
    assert_eq!((ledger.has_ballast(), len()), (true, Some(10_000)));
    ledger.free_ballast().unwrap();
    ledger.free_ballast().unwrap();
    assert_eq!((ledger.has_ballast(), len()), (false, None));
    ledger.restore_ballast().unwrap();
    assert_eq!((ledger.has_ballast(), len()), (true, Some(10_000)));
}

#[test]
fn what_is_forgotten_is_nowhere_in_the_files() {
    let (folder, path) = place();
    let mut ledger = open(&path).unwrap();
    let black = person("black", "Shen Qing");
    ledger.append(&[begin(1, vec![black.clone()])]).unwrap();
    let found = |needle: &[u8]| {
        let files = fs::read_dir(folder.path()).unwrap().map(|file| fs::read(file.unwrap().path()).unwrap());
        files.into_iter().any(|bytes| bytes.windows(needle.len()).any(|part| part == needle))
    };
    ledger.reopen().unwrap();
    assert!(found(b"Shen Qing") && found(black.salt.as_bytes()));
    ledger.reopen().unwrap();
    ledger.forget_person(GAME, black.reference()).unwrap();
    assert!(!found(b"Shen Qing") && !found(black.salt.as_bytes()));
}

/// Where a child writes until it cannot; only set in the child's process.
const PLACE: &str = "JOURNAL_FULL_PLACE";
const TEST: [&str; 3] = ["--exact", "until_the_disk_is_full", "--nocapture"];

fn child(script: &str, place: &Path) -> Output {
    let program = env::current_exe().unwrap();
    Command::new("sh").args(["-c", script, "sh"]).arg(program).args(TEST).env(PLACE, place).output().unwrap()
}

/// Not a test by itself: what the children below do.
#[test]
fn until_the_disk_is_full() {
    let Ok(place) = env::var(PLACE) else { return };
    let path = Path::new(&place);
    let mut ledger = SqliteLedger::open(path, Options::default()).unwrap();
    assert!(ledger.has_ballast());
    ledger.append(&[begin(1, vec![])]).unwrap();
    let write = [entry(1, [7; 3000])];
    let error = (0..20_000).find_map(|_| ledger.append(&write).err()).unwrap();
    assert!(matches!(error, AppendError::NoSpace | AppendError::Io { .. }), "{error}");
    assert_eq!(ledger.append(&write), Err(AppendError::Poisoned));
    let head = ledger.head(GAME).unwrap();
    println!("\nfailed with {error:?} behind {}", head.seq);
    if error == AppendError::NoSpace {
        ledger.free_ballast().unwrap();
        ledger.reopen().unwrap();
        assert_eq!(ledger.head(GAME), Some(head));
        for _ in 0..100 {
            ledger.append(&write).unwrap();
        }
        println!("the last records are written");
    }
}

fn is_sound(path: &Path) {
    let ledger = open(path).unwrap();
    assert!(verify_all(&ledger).is_sound() && content(&ledger)[0].1.len() > 20);
}

#[test]
fn a_file_that_may_not_grow() {
    let (_folder, path) = place();
    let output = child(r#"trap "" XFSZ; ulimit -f 4096; exec "$@""#, &path);
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.contains("failed with"), "{output:?}");
    is_sound(&path);
}

/// A small file system of its own, in a namespace of its own.
#[test]
fn a_full_disk_and_its_ballast() {
    let (folder, path) = place();
    let mount = format!("mount -t tmpfs -o size=6m none {0} && ", folder.path().display());
    let keep = folder.path().with_extension("kept");
    let script = format!(r#"{mount} "$@" && cp {} {}"#, path.display(), keep.display());
    let wrapped = r#"exec unshare --map-root-user --mount sh -c "$SCRIPT" "$@""#;
    let program = env::current_exe().unwrap();
    let mut probe = Command::new("unshare");
    probe.args(["--map-root-user", "--mount", "sh", "-c"]).arg(format!("{mount} true"));
    if !probe.output().is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: no file system can be mounted here");
        return;
    }
    let mut command = Command::new("sh");
    command.args(["-c", wrapped, "sh", "sh"]).arg(program).args(TEST).env(PLACE, &path).env("SCRIPT", script);
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        said.contains("failed with NoSpace") && said.contains("the last records are written"),
        "{output:?}"
    );
    is_sound(&keep);
    for ending in ["", ".lock"] {
        fs::remove_file(format!("{}{ending}", keep.display())).unwrap();
    }
}
