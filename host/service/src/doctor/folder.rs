//! The folders of the journal and of its copy: whether they can be written, on what, how much room there is, and how
//! long it takes until something is on disk.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::fs::statvfs;

use crate::doctor::finding::{Both, Finding, Mark, both};
use crate::doctor::medium::{Medium, Sort, medium};
use crate::doctor::spread::Spread;
use crate::timer::Stopwatch;

/// How often something is written and waited for.
const WRITES: usize = 20;

/// What is written: about what the journal writes for one press.
const WRITE_LEN: usize = 4_096;

/// From here on a write is slow: pages show a press noticeably later.
const SLOW: Duration = Duration::from_millis(50);

/// No press may wait for as long as this.
const SLOW_ONCE: Duration = Duration::from_millis(500);

/// Room for a season of tournaments, and room below which a round may not fit; in bytes.
const ROOM_GOOD: u64 = 500_000_000;
const ROOM_LEAST: u64 = 20_000_000;

/// What a folder turned out to be.
#[derive(Debug)]
struct Seen {
    folder: PathBuf,
    medium: Option<Medium>,
    /// Bytes that may still be written.
    room: Option<u64>,
    /// How long each write took, in order of length; or why there was none.
    writes: io::Result<Spread>,
}

/// Tries the journal's folder and, where there is to be a copy, that one's.
pub(crate) fn try_folders(data: &Path, mirror: Option<&Path>) -> Vec<Finding> {
    let seen = look(data, nearest(data));
    let copy = mirror.map(|folder| look(folder, folder));
    let mut findings = judge(&seen);
    findings.extend(copy.map(|copy| judge_copy(&copy, seen.medium.as_ref())));
    findings
}

/// The folder itself, or, where it is still to be made, the one in which that will be.
fn nearest(folder: &Path) -> &Path {
    folder.ancestors().find(|folder| folder.is_dir()).unwrap_or(folder)
}

fn look(folder: &Path, at: &Path) -> Seen {
    let real = std::fs::canonicalize(at).unwrap_or_else(|_| at.to_owned());
    let mounts = std::fs::read_to_string("/proc/self/mountinfo").unwrap_or_default();
    let room = statvfs(&real).ok().map(|of| of.f_bavail.saturating_mul(of.f_frsize));
    let medium = medium(&mounts, &real).map(Medium::looked_at);
    Seen { folder: folder.to_owned(), medium, room, writes: write_and_wait(&real) }
}

/// Writes a few times and waits each time until it is on disk; the file is gone afterwards.
fn write_and_wait(folder: &Path) -> io::Result<Spread> {
    let mut file = tempfile::Builder::new().prefix(".flagfall-doctor-").tempfile_in(folder)?;
    let block = [0x5a; WRITE_LEN];
    let mut times = Vec::with_capacity(WRITES);
    for _ in 0..WRITES {
        let watch = Stopwatch::start();
        file.write_all(&block)?;
        file.as_file().sync_data()?;
        times.push(watch.passed());
    }
    Ok(Spread::of(times))
}

fn judge(seen: &Seen) -> Vec<Finding> {
    let folder = seen.folder.display();
    let mut findings = Vec::new();
    match &seen.writes {
        Ok(_) => findings.push(Finding::new("data", Mark::Right, Both::same(format!("{folder}")))),
        Err(error) => {
            let finding = Finding::new("data", Mark::Wrong, Both::same(format!("{folder}: {error}")));
            findings.push(finding.advise(both(
                "the user that runs Flagfall must be able to write there",
                "运行 Flagfall 的用户须能写入",
            )));
        }
    }
    findings.extend(seen.medium.as_ref().map(judge_medium));
    findings.extend(seen.room.map(judge_room));
    findings.extend(seen.writes.as_ref().ok().map(judge_writes));
    findings
}

fn judge_medium(medium: &Medium) -> Finding {
    let Medium { source, kind, .. } = medium;
    let (mark, english, chinese) = match medium.sort {
        Sort::Memory => (Mark::Wrong, "in memory", "内存中"),
        Sort::Layer => (Mark::Doubtful, "a layer over another file system", "叠加文件系统"),
        Sort::Network => (Mark::Doubtful, "on another machine", "在另一台机器上"),
        Sort::Card => (Mark::Right, "a memory card", "存储卡"),
        Sort::Stick => (Mark::Right, "on USB or removable", "USB 或可移动介质"),
        Sort::Disk => (Mark::Right, "a disk", "磁盘"),
        Sort::Other => (Mark::Unknown, "of a kind that is not known", "未知类型"),
    };
    let found = both(format!("{english} ({source}, {kind})"), format!("{chinese}（{source}，{kind}）"));
    let finding =
        Finding::new("medium", mark, found).with("source", source.as_str()).with("kind", kind.as_str());
    match medium.sort {
        Sort::Memory => finding
            .advise(both("all is lost with the power: take another folder", "断电即全部丢失：请换文件夹")),
        Sort::Layer => finding.advise(both(
            "make sure that it outlives a restart (no overlay root, a container's volume)",
            "请确认重启后仍在（不用只读叠加根；容器须用卷）",
        )),
        Sort::Network => finding.advise(both(
            "without that machine nothing is on record: take a folder here",
            "那台机器不在就无法记录：请用本机文件夹",
        )),
        Sort::Card | Sort::Stick | Sort::Disk | Sort::Other => finding,
    }
}

fn judge_room(bytes: u64) -> Finding {
    let megabytes = bytes / 1_000_000;
    let mark = match bytes {
        ROOM_GOOD.. => Mark::Right,
        ROOM_LEAST.. => Mark::Doubtful,
        _ => Mark::Wrong,
    };
    let found = both(format!("{megabytes} MB free"), format!("剩余 {megabytes} MB"));
    let finding = Finding::new("room", mark, found).with("bytes", bytes);
    if mark == Mark::Right {
        finding
    } else {
        finding.advise(both("make room before the round", "请在开赛前腾出空间"))
    }
}

fn judge_writes(writes: &Spread) -> Finding {
    let (count, (median_ms, worst_ms)) = (writes.count, writes.in_ms());
    let slow = writes.median >= SLOW || writes.worst >= SLOW_ONCE;
    let found = both(
        format!("on disk within {median_ms} ms (median of {count}, worst {worst_ms} ms)"),
        format!("{median_ms} 毫秒写入磁盘（{count} 次的中位数，最慢 {worst_ms} 毫秒）"),
    );
    let mark = if slow { Mark::Doubtful } else { Mark::Right };
    let finding = writes.beside(Finding::new("disk", mark, found));
    if !slow {
        return finding;
    }
    finding.advise(both(
        "clocks do not wait for it, but pages do, and what was not written is lost with the power: take a better card",
        "棋钟不受影响，但页面要等，未写入的断电即丢：请换更好的卡",
    ))
}

fn judge_copy(seen: &Seen, data: Option<&Medium>) -> Finding {
    let folder = seen.folder.display();
    match &seen.writes {
        Err(error) => Finding::new("mirror", Mark::Wrong, Both::same(format!("{folder}: {error}")))
            .advise(both("plug in the second medium, and make the folder", "请插上第二介质，并建好文件夹")),
        Ok(_)
            if seen.medium.is_some()
                && seen.medium.as_ref().map(|of| &of.device) == data.map(|of| &of.device) =>
        {
            Finding::new(
                "mirror",
                Mark::Doubtful,
                both(
                    format!("{folder} lies on the same medium as the data"),
                    format!("{folder} 与数据在同一介质上"),
                ),
            )
            .advise(both("one that breaks takes both: take another medium", "介质一坏两份皆失：请换另一介质"))
        }
        Ok(_) => Finding::new("mirror", Mark::Right, Both::same(format!("{folder}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::finding::tests::read_as;

    fn on(sort: Sort, source: &str, kind: &str) -> Medium {
        Medium { source: source.into(), kind: kind.into(), device: source.into(), read_only: false, sort }
    }

    #[test]
    fn what_is_said_of_media() {
        let media = [
            on(Sort::Card, "/dev/mmcblk0p2", "ext4"),
            on(Sort::Memory, "tmpfs", "tmpfs"),
            on(Sort::Layer, "overlay", "overlay"),
            on(Sort::Network, "box:/x", "nfs4"),
            on(Sort::Stick, "/dev/sda1", "vfat"),
            on(Sort::Disk, "/dev/nvme0n1p1", "xfs"),
            on(Sort::Other, "pool", "zfs"),
        ];
        let text = "
            right     medium: a memory card (/dev/mmcblk0p2, ext4)
            正常  存储介质：存储卡（/dev/mmcblk0p2，ext4）
            wrong     medium: in memory (tmpfs, tmpfs); all is lost with the power: take another folder
            有误  存储介质：内存中（tmpfs，tmpfs）；断电即全部丢失：请换文件夹
            doubtful  medium: a layer over another file system (overlay, overlay); make sure that it outlives a restart (no overlay root, a container's volume)
            存疑  存储介质：叠加文件系统（overlay，overlay）；请确认重启后仍在（不用只读叠加根；容器须用卷）
            doubtful  medium: on another machine (box:/x, nfs4); without that machine nothing is on record: take a folder here
            存疑  存储介质：在另一台机器上（box:/x，nfs4）；那台机器不在就无法记录：请用本机文件夹
            right     medium: on USB or removable (/dev/sda1, vfat)
            正常  存储介质：USB 或可移动介质（/dev/sda1，vfat）
            right     medium: a disk (/dev/nvme0n1p1, xfs)
            正常  存储介质：磁盘（/dev/nvme0n1p1，xfs）
            unknown   medium: of a kind that is not known (pool, zfs)
            未知  存储介质：未知类型（pool，zfs）
        ";
        read_as(&media.each_ref().map(judge_medium), text);
    }

    #[test]
    fn what_is_said_of_room_and_of_the_time_a_write_takes() {
        let ms = |micros: &[u64]| Spread::of(micros.iter().map(|&us| Duration::from_micros(us)).collect());
        let findings = [
            judge_room(62_000_000_000),
            judge_room(499_999_999),
            judge_room(19_000_000),
            judge_writes(&ms(&[900, 1_949, 12_000])),
            judge_writes(&ms(&[900, 50_000, 60_000])),
            judge_writes(&ms(&[900, 1_000, 500_000])),
        ];
        let slow = "clocks do not wait for it, but pages do, and what was not written is lost with the power: take a better card";
        let slow_zh = "棋钟不受影响，但页面要等，未写入的断电即丢：请换更好的卡";
        let text = format!(
            "
            right     room: 62000 MB free
            正常  剩余空间：剩余 62000 MB
            doubtful  room: 499 MB free; make room before the round
            存疑  剩余空间：剩余 499 MB；请在开赛前腾出空间
            wrong     room: 19 MB free; make room before the round
            有误  剩余空间：剩余 19 MB；请在开赛前腾出空间
            right     disk: on disk within 1.9 ms (median of 3, worst 12.0 ms)
            正常  写盘：1.9 毫秒写入磁盘（3 次的中位数，最慢 12.0 毫秒）
            doubtful  disk: on disk within 50.0 ms (median of 3, worst 60.0 ms); {slow}
            存疑  写盘：50.0 毫秒写入磁盘（3 次的中位数，最慢 60.0 毫秒）；{slow_zh}
            doubtful  disk: on disk within 1.0 ms (median of 3, worst 500.0 ms); {slow}
            存疑  写盘：1.0 毫秒写入磁盘（3 次的中位数，最慢 500.0 毫秒）；{slow_zh}
        "
        );
        read_as(&findings, &text);
    }

    #[test]
    fn folders_that_are_missing_full_or_the_same_are_told() {
        let place = tempfile::tempdir().unwrap();
        let (data, gone) = (place.path().join("to/be/made"), place.path().join("gone"));
        let findings = try_folders(&data, Some(&gone));
        let marks =
            |findings: &[Finding], what: &str| findings.iter().find(|of| of.what == what).map(|of| of.mark);
        assert_eq!(marks(&findings, "data"), Some(Mark::Right));
        assert!(marks(&findings, "disk").is_some() && marks(&findings, "room").is_some());
        assert_eq!(marks(&findings, "mirror"), Some(Mark::Wrong));
        assert!(!data.exists(), "nothing is made");
        assert_eq!(std::fs::read_dir(place.path()).unwrap().count(), 0, "nothing is left behind");
        std::fs::create_dir(&gone).unwrap();
        assert_eq!(marks(&try_folders(&data, Some(&gone)), "mirror"), Some(Mark::Doubtful));
        let file = place.path().join("file");
        std::fs::write(&file, "").unwrap();
        assert_eq!(marks(&try_folders(&file, Some(&file)), "mirror"), Some(Mark::Wrong));
        let nowhere = Path::new("/proc/flagfall");
        assert_eq!(marks(&try_folders(nowhere, None), "data"), Some(Mark::Wrong));
    }
}
