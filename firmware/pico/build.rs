//! The linker finds the map of the memory, and the scripts of the run-time and of the chip.
use std::error::Error;
use std::{env, fs, path::PathBuf};

fn main() -> Result<(), Box<dyn Error>> {
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("cargo says where")?);
    fs::write(out.join("memory.x"), include_str!("memory.x"))?;
    println!("cargo::rustc-link-search={}", out.display());
    for argument in ["--nmagic", "--build-id=sha1", "-Tlink.x", "-Tlink-rp.x"] {
        println!("cargo::rustc-link-arg-bins={argument}");
    }
    println!("cargo::rerun-if-changed=memory.x");
    println!("cargo::rerun-if-changed=build.rs");
    Ok(())
}
