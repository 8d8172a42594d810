//! The names of a table's latest orders, and what became of them: a copy sent again gets the answer of the first.

use std::collections::{BTreeMap, VecDeque};

use crate::hall::{Answer, Ticket};

/// Answered names that are remembered.
const NAMES_MAX: usize = 256;

/// Copies of one order that may wait for its answer.
const COPIES_MAX: usize = 8;

/// What became of a named order.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Fate {
    /// It is not on disk yet; these copies wait for its answer too.
    Waits(Vec<Ticket>),
    /// This is on disk.
    Answered(Answer),
}

/// What is known of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    /// The first order of that name waits: the copy will be answered with it.
    Waits,
    /// So many copies wait already that this one is turned away.
    TooMany,
    /// The first order of that name was answered so.
    Answered(Answer),
}

/// The names with their orders' fates. Those that wait are as many as the table's inputs and unsaved decisions;
/// of those that are answered, the latest are remembered.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    /// Answered names, oldest first.
    answered: VecDeque<String>,
    fates: BTreeMap<String, Fate>,
}

impl Names {
    /// A copy has come: if its name is known, it shares the fate of the first.
    pub(crate) fn copy(&mut self, name: &str, ticket: Ticket) -> Option<Known> {
        match self.fates.get_mut(name)? {
            Fate::Waits(copies) if copies.len() >= COPIES_MAX => Some(Known::TooMany),
            Fate::Waits(copies) => {
                copies.push(ticket);
                Some(Known::Waits)
            }
            Fate::Answered(answer) => Some(Known::Answered(answer.clone())),
        }
    }

    /// An order of a new name was taken.
    pub(crate) fn take(&mut self, name: String) {
        self.fates.insert(name, Fate::Waits(Vec::new()));
    }

    /// An order of that name is on disk; gives back the copies that wait for its answer.
    pub(crate) fn answer(&mut self, name: &str, answer: &Answer) -> Vec<Ticket> {
        let before = self.fates.insert(name.to_owned(), Fate::Answered(answer.clone()));
        if matches!(before, Some(Fate::Answered(_))) {
            return Vec::new();
        }
        self.answered.push_back(name.to_owned());
        while self.answered.len() > NAMES_MAX {
            if let Some(oldest) = self.answered.pop_front() {
                self.fates.remove(&oldest);
            }
        }
        match before {
            Some(Fate::Waits(copies)) => copies,
            Some(Fate::Answered(_)) | None => Vec::new(),
        }
    }
}
