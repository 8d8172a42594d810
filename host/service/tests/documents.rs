//! What the documents point at is there: files, pictures, headings.

#![expect(clippy::unwrap_used, reason = "a test may end there")]

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// Every page below a folder.
fn pages(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(pages(&path));
        } else if path.extension().is_some_and(|extension| extension == "md") {
            found.push(path);
        }
    }
    found
}

/// A page without its blocks of code.
fn prose(page: &Path) -> String {
    let text = fs::read_to_string(page).unwrap();
    text.split("\n```").step_by(2).collect::<Vec<_>>().join("\n")
}

/// Where a page's links and pictures point.
fn links(text: &str) -> impl Iterator<Item = &str> {
    let to = |(begin, end): (&'static str, char)| {
        text.split(begin).skip(1).filter_map(move |rest| Some(rest.split_once(end)?.0))
    };
    [("](", ')'), ("<img src=\"", '"')].into_iter().flat_map(to)
}

/// The names under which a page's headings are pointed at.
fn headings(text: &str) -> HashSet<String> {
    let heading =
        |line: &str| line.starts_with('#').then(|| line.trim_start_matches('#').trim().to_lowercase());
    let name = |heading: String| {
        let kept = heading.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        kept.map(|c| if c == ' ' { '-' } else { c }).collect()
    };
    text.lines().filter_map(heading).map(name).collect()
}

#[test]
fn every_link_of_the_documents_leads_somewhere() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for page in pages(&root().join("docs")).into_iter().chain([root().join("README.md")]) {
        let text = prose(&page);
        for link in links(&text).filter(|link| !link.contains("://")) {
            count += 1;
            let (file, heading) =
                link.split_once('#').map_or((link, None), |(file, heading)| (file, Some(heading)));
            let to = if file.is_empty() { page.clone() } else { page.parent().unwrap().join(file) };
            let leads = match heading {
                _ if !to.exists() => false,
                None => true,
                Some(heading) => headings(&prose(&to)).contains(heading),
            };
            if !leads {
                wrong.push(format!("{}: {link}", page.strip_prefix(root()).unwrap().display()));
            }
        }
    }
    assert!(count > 300, "{count} links");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn every_page_for_people_has_its_other_language_beside_it() {
    for folder in ["docs/guides", "docs/hardware", "docs/faces"] {
        for page in pages(&root().join(folder)) {
            let name = page.to_str().unwrap();
            let other = match name.strip_suffix(".zh.md") {
                Some(name) => format!("{name}.md"),
                None => format!("{}.zh.md", name.strip_suffix(".md").unwrap()),
            };
            let other = Path::new(&other);
            assert!(other.exists(), "{} is missing", other.display());
            let file = other.file_name().unwrap().to_str().unwrap();
            assert!(links(&prose(&page)).any(|link| link == file), "{name} does not point at {file}");
        }
    }
}
