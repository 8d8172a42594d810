//! On what a folder lies: told from the kernel's table of mounts.

use std::path::Path;

/// What is known of where a folder lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Medium {
    /// What is mounted there, as the kernel names it.
    pub(crate) source: String,
    /// The kind of file system.
    pub(crate) kind: String,
    /// Major and minor number of its device, `179:2`.
    pub(crate) device: String,
    /// Whether nothing can be written there.
    pub(crate) read_only: bool,
    pub(crate) sort: Sort,
}

/// What sort of thing that is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sort {
    /// In memory: gone with the power.
    Memory,
    /// A container's or a read-only root's layer, which may be in memory.
    Layer,
    Card,
    /// On USB, or one that can be taken out.
    Stick,
    Disk,
    /// On another machine.
    Network,
    Other,
}

/// On what a folder lies, by the text of `/proc/self/mountinfo`; the last mount of the longest path holds.
pub(crate) fn medium(mounts: &str, folder: &Path) -> Option<Medium> {
    let lines = mounts.lines().filter_map(read_line);
    let (_, found) = lines
        .filter(|(at, _)| folder.starts_with(at))
        .max_by_key(|(at, _)| Path::new(at).components().count())?;
    Some(found)
}

/// A line: `36 35 179:2 / /mnt rw,noatime shared:1 - ext4 /dev/mmcblk0p2 rw`.
fn read_line(line: &str) -> Option<(String, Medium)> {
    let (mount, file_system) = line.split_once(" - ")?;
    let mut mount = mount.split(' ').skip(2);
    let (device, at, flags) = (mount.next()?.to_owned(), mount.nth(1)?, mount.next()?);
    let mut file_system = file_system.split(' ');
    let (kind, source, all_flags) =
        (file_system.next()?.to_owned(), unescaped(file_system.next()?), file_system.next()?);
    let read_only = [flags, all_flags].iter().any(|flags| flags.split(',').any(|flag| flag == "ro"));
    let sort = sort(&kind, &source);
    Some((unescaped(at), Medium { source, kind, device, read_only, sort }))
}

/// The kernel writes space, tab, line break and backslash as octal numbers.
fn unescaped(text: &str) -> String {
    [("\\040", " "), ("\\011", "\t"), ("\\012", "\n"), ("\\134", "\\")]
        .iter()
        .fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
}

fn sort(kind: &str, source: &str) -> Sort {
    let device = source.strip_prefix("/dev/");
    match kind {
        "tmpfs" | "ramfs" => Sort::Memory,
        "overlay" => Sort::Layer,
        "nfs" | "nfs4" | "cifs" | "smb3" | "9p" | "virtiofs" | "sshfs" | "fuse.sshfs" => Sort::Network,
        _ => match device {
            Some(name) if name.starts_with("mmcblk") => Sort::Card,
            Some(name)
                if ["sd", "nvme", "vd", "mapper/", "dm-", "xvd"].iter().any(|of| name.starts_with(of)) =>
            {
                Sort::Disk
            }
            Some(_) | None => Sort::Other,
        },
    }
}

impl Medium {
    /// With what the kernel says of the device itself: whether it is on USB or can be taken out.
    pub(crate) fn looked_at(self) -> Self {
        let device = format!("/sys/dev/block/{}", self.device);
        let place = std::fs::canonicalize(&device).unwrap_or_default();
        let on_usb = place.components().any(|part| part.as_os_str().to_string_lossy().starts_with("usb"));
        let removable = ["removable", "../removable"]
            .iter()
            .any(|file| std::fs::read_to_string(place.join(file)).is_ok_and(|text| text.trim() == "1"));
        let is_stick = self.sort == Sort::Disk && (on_usb || removable);
        Self { sort: if is_stick { Sort::Stick } else { self.sort }, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOUNTS: &str = "\
        22 1 179:2 / / rw,noatime shared:1 - ext4 /dev/mmcblk0p2 rw\n\
        23 22 0:21 / /run rw,nosuid - tmpfs tmpfs rw,size=190628k\n\
        24 22 8:1 / /media/usb\\040stick rw,relatime shared:9 - vfat /dev/sda1 rw\n\
        25 22 0:40 / /srv rw - overlay overlay rw,lowerdir=/a\n\
        26 22 0:44 / /far ro - nfs4 box:/x ro\n\
        27 22 259:1 / /srv/fast rw - xfs /dev/nvme0n1p1 rw\n\
        broken line\n\
        28 22 0:50 / /media rw - zfs pool/media rw\n";

    #[test]
    fn the_longest_mount_holds() {
        let cases = [
            ("/var/lib/flagfall", Sort::Card, "179:2", "/dev/mmcblk0p2"),
            ("/run/a", Sort::Memory, "0:21", "tmpfs"),
            ("/media/usb stick/flagfall", Sort::Disk, "8:1", "/dev/sda1"),
            ("/media/usb", Sort::Other, "0:50", "pool/media"),
            ("/srv/a", Sort::Layer, "0:40", "overlay"),
            ("/srv/fast", Sort::Disk, "259:1", "/dev/nvme0n1p1"),
            ("/srv/faster", Sort::Layer, "0:40", "overlay"),
            ("/far", Sort::Network, "0:44", "box:/x"),
        ];
        for (folder, sort, device, source) in cases {
            let found = medium(MOUNTS, Path::new(folder)).unwrap();
            assert_eq!((found.sort, &*found.device, &*found.source), (sort, device, source), "{folder}");
            assert_eq!(found.read_only, folder == "/far", "{folder}");
        }
        assert_eq!(medium("", Path::new("/")), None);
        assert_eq!(medium("1 2 3 - \n - - -\n 1 1 1 / / - a", Path::new("/")), None);
    }
}
