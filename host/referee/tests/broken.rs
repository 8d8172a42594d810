//! Broken files, each with the faults that reading it must find: exactly these, in this order.

use std::fs;
use std::path::Path;

use referee::Checked;

/// The faults that a file says it has, in its first lines.
fn expected(text: &str) -> Vec<&str> {
    text.lines().map_while(|line| line.strip_prefix("# expect: ")).collect()
}

#[test]
fn every_broken_file_has_exactly_its_faults() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/broken");
    let (mut files, mut wrong) = (0, Vec::new());
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let faults = Checked::read(&text).err().unwrap_or_default();
        let found: Vec<String> = faults.iter().map(ToString::to_string).collect();
        files += 1;
        if found != expected(&text) || found.is_empty() {
            let list = |lines: &[String]| lines.join("\n# expect: ");
            wrong.push(format!("{}\n# expect: {}", path.display(), list(&found)));
        }
    }
    assert!(wrong.is_empty(), "found otherwise:\n\n{}", wrong.join("\n\n"));
    assert!(files >= 30, "only {files} files");
}

/// Whatever is cut off or put in, reading ends, and ends in words.
#[test]
fn a_file_cut_anywhere_is_read_or_refused() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/broken");
    for entry in fs::read_dir(folder).unwrap() {
        let text = fs::read_to_string(entry.unwrap().path()).unwrap();
        for (end, _) in text.char_indices().step_by(3) {
            for cut in [
                text[..end].to_owned(),
                text[end..].to_owned(),
                format!("{}\"{}", &text[..end], &text[end..]),
            ] {
                if let Err(faults) = Checked::read(&cut) {
                    assert!(!faults.is_empty());
                    assert!(
                        faults.iter().all(|fault| fault.line <= cut.lines().count().max(1) + 1),
                        "{faults:?}"
                    );
                }
            }
        }
    }
}
