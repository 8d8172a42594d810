//! The linker finds the map of the memory, and the scripts of the run-time and of the chip.
use std::{env, fs, path::PathBuf};

fn main() {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo says where"));
    fs::write(out.join("memory.x"), include_str!("memory.x")).expect("the folder can be written");
    println!("cargo::rustc-link-search={}", out.display());
    for argument in ["--nmagic", "-Tlink.x", "-Tlink-rp.x"] {
        println!("cargo::rustc-link-arg-bins={argument}");
    }
    println!("cargo::rerun-if-changed=memory.x");
    println!("cargo::rerun-if-changed=build.rs");
}
