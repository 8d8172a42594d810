//! A scenario played through in virtual time.

use crate::event::{Order, Step};
use crate::scenario::Scenario;
use crate::script::ScriptCommand;
use crate::table::Table;

/// Plays a scenario through; `each` sees every step with the table as it stands after it. Gives back the table at
/// the end: at `end`, or at the last line of the script.
pub fn rehearse(scenario: &Scenario, mut each: impl FnMut(&Step, &Table)) -> Table {
    let mut table = Table::new(scenario.setup.clone());
    let moves_from = scenario.setup.game.moves_from.who();
    for line in &scenario.script {
        let step = match &line.command {
            ScriptCommand::Table(command) => {
                let by = line.by.unwrap_or_else(|| command.usual_giver(moves_from));
                table.handle(Order { by, command: command.clone() }, line.at)
            }
            ScriptCommand::End => table.poll(line.at),
        };
        let step = step.expect("a script that was read never goes back in time");
        each(&step, &table);
        if line.command == ScriptCommand::End {
            break;
        }
    }
    table
}
