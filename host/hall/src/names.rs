//! The names of a table's latest orders, and what became of them: a copy sent again gets the answer of the first.

use std::collections::{BTreeMap, VecDeque};

use crate::hall::{Answer, Ticket};

/// Names that are remembered.
const NAMES_MAX: usize = 256;

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
    /// The first order of that name was answered so.
    Answered(Answer),
}

/// The names, oldest first, with their orders' fates.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    order: VecDeque<String>,
    fates: BTreeMap<String, Fate>,
}

impl Names {
    /// A copy has come: if its name is known, it shares the fate of the first.
    pub(crate) fn copy(&mut self, name: &str, ticket: Ticket) -> Option<Known> {
        match self.fates.get_mut(name)? {
            Fate::Waits(copies) => {
                copies.push(ticket);
                Some(Known::Waits)
            }
            Fate::Answered(answer) => Some(Known::Answered(answer.clone())),
        }
    }

    /// An order of a new name was taken.
    pub(crate) fn take(&mut self, name: String) {
        self.enter(name, Fate::Waits(Vec::new()));
    }

    /// An order of that name is on disk; gives back the copies that wait for its answer.
    pub(crate) fn answer(&mut self, name: &str, answer: &Answer) -> Vec<Ticket> {
        match self.fates.insert(name.to_owned(), Fate::Answered(answer.clone())) {
            Some(Fate::Waits(copies)) => copies,
            Some(Fate::Answered(_)) => Vec::new(),
            None => {
                self.order.push_back(name.to_owned());
                self.forget_oldest();
                Vec::new()
            }
        }
    }

    fn enter(&mut self, name: String, fate: Fate) {
        self.order.push_back(name.clone());
        self.fates.insert(name, fate);
        self.forget_oldest();
    }

    fn forget_oldest(&mut self) {
        while self.order.len() > NAMES_MAX {
            if let Some(oldest) = self.order.pop_front() {
                self.fates.remove(&oldest);
            }
        }
    }
}
