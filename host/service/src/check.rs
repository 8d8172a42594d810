//! `flagfall check`: reads files and says in words what they mean, or line by line what is wrong.

use std::fs;
use std::io::{BufWriter, Write, stdout};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clock::Language;
use referee::Checked;
use serde_json::json;

/// Checks every file; `false` if any has a fault. Faults go to stderr, in JSON to stdout as well.
pub(crate) fn check(paths: &[PathBuf], as_json: bool, language: Language) -> Result<bool> {
    let mut out = BufWriter::new(stdout().lock());
    let mut sound = true;
    for path in files_of(paths)? {
        let name = path.display().to_string();
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) => {
                sound = false;
                out.flush()?;
                eprintln!("{name}: {error}");
                continue;
            }
        };
        match Checked::read(&text) {
            Ok(checked) if as_json => {
                writeln!(
                    out,
                    "{}",
                    json!({ "file": name, "ok": true, "words": checked.words(language).to_string() })
                )?;
            }
            Ok(checked) => writeln!(out, "{name}: {}", checked.words(language))?,
            Err(faults) => {
                sound = false;
                out.flush()?;
                for fault in &faults {
                    eprintln!("{name}: {fault}");
                }
                if as_json {
                    let faults: Vec<_> = faults
                        .iter()
                        .map(|fault| json!({ "line": fault.line, "key": fault.key, "what": fault.to_string() }))
                        .collect();
                    writeln!(out, "{}", json!({ "file": name, "ok": false, "faults": faults }))?;
                }
            }
        }
    }
    out.flush()?;
    Ok(sound)
}

/// The files named, and the TOML files below the folders named, in order of their names.
fn files_of(paths: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            add_folder(path, &mut files)?;
        } else {
            files.push(path.clone());
        }
    }
    Ok(files)
}

fn add_folder(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    let entries = fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    paths.sort();
    for path in paths {
        if path.is_dir() {
            add_folder(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "toml") {
            files.push(path);
        }
    }
    Ok(())
}
