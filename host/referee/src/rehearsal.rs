//! A scenario played through in virtual time.

use zeroize::Zeroizing;

use crate::adjournment::{AdjournmentCommand, Desk, DeskError, SealOpening, SealedText, Secret};
use crate::command::{Command, Who};
use crate::event::{Order, Step};
use crate::scenario::Scenario;
use crate::script::{ScriptCommand, ScriptLine};
use crate::table::Table;

/// A scenario that was not played through: its desk could not seal a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {error}")]
pub struct Unrehearsed {
    /// The script's line in its file, counted from 1.
    pub line: usize,
    /// Why.
    pub error: DeskError,
}

/// Plays a scenario through; `each` sees every step with the table as it stands after it, and `desk` seals and opens
/// envelopes. Gives back the table at the end: at `end`, or at the last line of the script.
///
/// # Errors
/// The desk cannot seal a move.
pub fn rehearse(
    scenario: &Scenario,
    desk: &mut dyn Desk,
    mut each: impl FnMut(&Step, &Table),
) -> Result<Table, Unrehearsed> {
    let mut table = Table::new(scenario.setup.clone());
    let moves_from = scenario.setup.game.moves_from.who();
    let mut clerk = Clerk { desk, scenario, passphrase: None };
    for line in &scenario.script {
        let orders = match &line.command {
            ScriptCommand::Table(command) => vec![order(line, command.clone(), moves_from)],
            ScriptCommand::Secret(secret) => clerk
                .orders(secret, &table)
                .map_err(|error| Unrehearsed { line: line.line, error })?
                .into_iter()
                .map(|command| order(line, Command::Adjournment(command), moves_from))
                .collect(),
            ScriptCommand::End => Vec::new(),
        };
        if orders.is_empty() {
            let step = table.poll(line.at).expect("a script that was read never goes back in time");
            each(&step, &table);
        }
        for order in orders {
            let step = table.handle(order, line.at).expect("a script that was read never goes back in time");
            each(&step, &table);
        }
        if line.command == ScriptCommand::End {
            break;
        }
    }
    Ok(table)
}

fn order(line: &ScriptLine, command: Command, moves_from: Who) -> Order {
    Order { by: line.by.unwrap_or_else(|| command.usual_giver(moves_from)), command }
}

/// Makes orders of secrets.
struct Clerk<'a> {
    desk: &'a mut dyn Desk,
    scenario: &'a Scenario,
    /// That of the last seal: the slip.
    passphrase: Option<Zeroizing<String>>,
}

impl Clerk<'_> {
    fn orders(&mut self, secret: &Secret, table: &Table) -> Result<Vec<AdjournmentCommand>, DeskError> {
        match secret {
            Secret::Seal { side, written, passphrase } => {
                let written = table.sealed_notation(*side, written);
                let salt = match &self.scenario.seal_salt {
                    Some(salt) => salt.clone(),
                    None => self.desk.salt()?,
                };
                let text = table.sealed_text(salt, &written).map_err(|_| DeskError::NotSealed)?;
                let sealed = self.desk.seal(&text, passphrase.as_ref().map(|words| words.as_str()))?;
                self.passphrase = Some(sealed.passphrase);
                let (side, commitment, envelope) = (*side, sealed.commitment, sealed.armored);
                Ok(vec![AdjournmentCommand::Seal { side, commitment, envelope }])
            }
            Secret::Open { passphrase, .. } => {
                let passphrase = passphrase.as_ref().or(self.passphrase.as_ref()).cloned();
                Ok(self.open(passphrase, secret, table))
            }
        }
    }

    /// Opens the table's envelope; where the passphrase is wrong, what is typed from the paper stands in for it.
    fn open(
        &mut self,
        passphrase: Option<Zeroizing<String>>,
        secret: &Secret,
        table: &Table,
    ) -> Vec<AdjournmentCommand> {
        let seal = table.record().adjournment().and_then(|adjournment| adjournment.seal.as_ref());
        let (Some(seal), Some(passphrase)) = (seal, passphrase) else {
            return vec![secret.typed().unwrap_or(NOTHING)];
        };
        match self.desk.open(&seal.envelope, &passphrase) {
            Ok(text) => vec![unsealed(&text)],
            Err(_) => {
                [Some(AdjournmentCommand::WrongPassphrase), secret.typed()].into_iter().flatten().collect()
            }
        }
    }
}

/// An opening that says nothing of the envelope; the table says why that is not enough.
const NOTHING: AdjournmentCommand = AdjournmentCommand::OpenSeal { opening: SealOpening::Withheld };

fn unsealed(text: &SealedText) -> AdjournmentCommand {
    let opening = SealOpening::Unsealed { salt: text.salt().clone(), written: text.written().to_owned() };
    AdjournmentCommand::OpenSeal { opening }
}
