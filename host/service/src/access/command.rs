//! `flagfall pin`: sets a role's PIN, or takes it away. A service that runs takes it from the next entry on.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use anyhow::{Result, anyhow, bail};
use clap::ValueEnum;
use zeroize::Zeroizing;

use crate::access::pins::Pins;
use crate::access::role::Role;
use crate::serve::data_folder;

/// What the command line says.
#[derive(Debug, clap::Args)]
pub(crate) struct PinArguments {
    /// Whose PIN.
    #[arg(value_enum)]
    role: RoleName,
    /// The table, for all but the arbiter.
    #[arg(long, value_name = "N")]
    table: Option<u32>,
    /// Take it away: nobody enters by it any more. Who has entered stays.
    #[arg(long)]
    remove: bool,
    /// The folder of the journal.
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
}

/// Roles that have a PIN.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum RoleName {
    /// Does everything, at all tables.
    Arbiter,
    /// Takes down the moves of a table.
    Recorder,
    /// Is a table's touch clock.
    Clock,
    /// Shows a table.
    Display,
}

/// Sets a PIN, typed twice where somebody sits there, else read as a line.
pub(crate) fn pin(arguments: &PinArguments) -> Result<bool> {
    let role = role(arguments.role, arguments.table)?;
    let data = data_folder(arguments.data.clone())?;
    fs::create_dir_all(&data).map_err(|error| anyhow!("{}: {error}", data.display()))?;
    if arguments.remove {
        Pins::set(&data, role, None)?;
        writeln!(io::stdout(), "{role}: nobody enters by a PIN any more")?;
        return Ok(true);
    }
    Pins::set(&data, role, Some(&typed()?))?;
    writeln!(io::stdout(), "{role}: the PIN is set in {}", data.display())?;
    Ok(true)
}

fn role(name: RoleName, table: Option<u32>) -> Result<Role> {
    Ok(match (name, table) {
        (RoleName::Arbiter, None) => Role::Arbiter,
        (RoleName::Arbiter, Some(_)) => bail!("an arbiter is that of all tables: --table is for the others"),
        (_, None) => bail!("of which table? --table 3"),
        (RoleName::Recorder, Some(table)) => Role::Recorder { table },
        (RoleName::Clock, Some(table)) => Role::Clock { table },
        (RoleName::Display, Some(table)) => Role::Display { table },
    })
}

fn typed() -> Result<Zeroizing<String>> {
    if !io::stdin().is_terminal() {
        let mut line = Zeroizing::new(String::new());
        io::stdin().read_line(&mut line)?;
        return Ok(Zeroizing::new(line.trim().to_owned()));
    }
    let first = Zeroizing::new(rpassword::prompt_password("PIN 口令: ")?);
    let again = Zeroizing::new(rpassword::prompt_password("once more 再输入一次: ")?);
    if first == again { Ok(first) } else { bail!("the two are not the same: nothing is set") }
}
