//! `flagfall check`: reads files and says in words what they mean, or line by line what is wrong.

use std::fmt;
use std::io::{self, ErrorKind, StdoutLock, Write, stdout};
use std::path::{Path, PathBuf};

use anyhow::Result;
use clock::Language;
use referee::{Checked, Fault};
use serde_json::{Value, json};
use voice::Phrases;

use crate::complain;
use crate::config::{Config, UnitPlan};
use crate::messages;
use crate::replay::Files;
use crate::text::{Unread, read_text};
use crate::voice_pack;

/// Checks every file; `false` if any has a fault. Faults go to stderr, in JSON to stdout as well.
pub(crate) fn check(paths: &[PathBuf], json: bool, language: Language) -> Result<bool> {
    let mut report = Report { out: stdout().lock(), json, language, sound: true };
    for path in paths {
        if path.is_dir() {
            report.folder(path)?;
        } else {
            report.file(path)?;
        }
    }
    Ok(report.sound)
}

/// What is said of the files.
#[derive(Debug)]
struct Report {
    out: StdoutLock<'static>,
    json: bool,
    language: Language,
    /// Whether nothing was wrong so far.
    sound: bool,
}

impl Report {
    /// Checks the TOML files below a folder, in order of their names.
    fn folder(&mut self, folder: &Path) -> io::Result<()> {
        let is_toml = |path: &Path| path.extension().is_some_and(|extension| extension == "toml");
        let mut found = false;
        for path in Files::meant(folder, is_toml) {
            found = true;
            match path {
                Ok(path) => self.file(&path)?,
                Err((folder, error)) => self.unread(&folder, &Unread::File(error))?,
            }
        }
        if found { Ok(()) } else { self.unread(folder, &Unread::NoToml) }
    }

    fn file(&mut self, path: &Path) -> io::Result<()> {
        let text = match read_text(path) {
            Ok(text) => text,
            Err(unread) => return self.unread(path, &unread),
        };
        let language = self.language;
        let read = if messages::is_meant(&text) {
            messages::read(&text, language)
        } else if Config::is_meant(&text) {
            let folder = path.parent().unwrap_or(Path::new(""));
            Config::read(&text, folder).map(|config| config.words(language).to_string())
        } else if UnitPlan::is_meant(&text) {
            UnitPlan::read(&text).map(|plan| plan.words(language))
        } else if Phrases::is_meant(&text) {
            Phrases::read(&text).map(|phrases| voice_pack::words(&phrases, language))
        } else {
            Checked::read(&text).map(|checked| checked.words(language).to_string())
        };
        match read {
            Ok(words) => self.meaning(path, &words),
            Err(faults) => self.faults(path, &faults),
        }
    }

    fn meaning(&mut self, path: &Path, words: &str) -> io::Result<()> {
        let name = path.display();
        if self.json {
            let words = words.trim_end();
            self.print(format_args!("{}", json!({ "file": name.to_string(), "ok": true, "words": words })))
        } else {
            self.print(format_args!("{name}: {words}"))
        }
    }

    fn faults(&mut self, path: &Path, faults: &[Fault]) -> io::Result<()> {
        faults.iter().for_each(|fault| complain(format_args!("{}: {fault}", path.display())));
        let told =
            |fault: &Fault| json!({ "line": fault.line, "key": fault.key, "what": fault.what.to_string() });
        self.unsound(path, faults.iter().map(told).collect())
    }

    fn unread(&mut self, path: &Path, unread: &Unread) -> io::Result<()> {
        complain(format_args!("{}: {unread}", path.display()));
        let told = json!({ "line": unread.line(), "key": "", "what": unread.what() });
        self.unsound(path, vec![told])
    }

    /// Notes that something is wrong with a file whose faults were told.
    fn unsound(&mut self, path: &Path, faults: Vec<Value>) -> io::Result<()> {
        self.sound = false;
        if self.json {
            let name = path.display().to_string();
            self.print(format_args!("{}", json!({ "file": name, "ok": false, "faults": faults })))?;
        }
        Ok(())
    }

    /// Prints a line. That the reader has left changes nothing about the files, and the others are still read for
    /// the exit status.
    fn print(&mut self, line: fmt::Arguments<'_>) -> io::Result<()> {
        match writeln!(self.out, "{line}").and_then(|()| self.out.flush()) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
            printed => printed,
        }
    }
}
