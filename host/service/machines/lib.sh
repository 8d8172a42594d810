# What the scripts beside this one share; sourced by them. Each is started by .ci/run, which installs what they need.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)

# fetch FOLDER PACKAGE: a Debian package's files, without installing it. Fetched once for each version.
fetch() {
  local folder=$1 package=$2
  local fetched; fetched=$(cat "$folder/$package.version" 2>/dev/null || true)
  local version; version=$(apt-cache show --no-all-versions "$package" 2>/dev/null | sed -n 's/^Version: //p' || true)
  if [ -n "$fetched" ] && [ "$fetched" = "${version:-$fetched}" ]; then return; fi
  if [ -z "$version" ]; then
    echo "$package is not in the archive (any more): apt-get update, and install the newest linux-headers and linux-source" >&2
    return 1
  fi
  (
    mkdir -p "$folder" && cd "$folder"
    rm -rf "$package" ./"${package%:*}"_*.deb
    apt-get -qq download "$package" 2>&1 | sed '/unsandboxed/d' >&2
    dpkg-deb --extract "${package%:*}"_*.deb "$package"
    rm ./"${package%:*}"_*.deb
    echo "$version" >"$package.version"
  )
}

# with_libraries FOLDER LOADER PROGRAM…: programs into the folder's bin, stripped, and what they are linked with. The
# loader is asked for the libraries as it would find them.
with_libraries() {
  local folder=$1 loader=$2 program library
  shift 2
  mkdir -p "$folder/bin"
  for program in "$@"; do
    "${STRIP:-strip}" -o "$folder/bin/$(basename "$program")" "$program"
    for library in $($loader --list "$program" | grep -o '/[^ ]*'); do
      install -D "$library" "$folder/$library"
    done
  done
}

# pack FOLDER FILE: a folder as the first file system of a kernel.
pack() {
  (cd "$1" && find . | cpio --quiet --create --format newc --owner 0:0) | gzip -1 >"$2"
}
