//! Who plays at a table, by name: what stands beside the chain, and what is left of it on the chain.
//!
//! **Names, ranks and dates of birth are in no entry.** Who holds the stones at nigiri follows from ranks and ages:
//! it is worked out here, and goes on record with the order.

use clock::BySide;
use journal::Person;
use referee::{Command, Order, PeopleCommand, Player, Seat, Seats, Setup};

use crate::entry::{Opening, SeatReferences};

/// The players of a game with their names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Players {
    /// By colour, where the colours are given.
    pub given: BySide<Player>,
    /// The one and the other, where nigiri decides who plays Black.
    pub seats: Option<Seats>,
}

impl Players {
    /// Those whom a setup names.
    #[must_use]
    pub fn of_setup(setup: &Setup) -> Self {
        Self { given: setup.players.clone(), seats: setup.seats.clone() }
    }

    /// Those who stand beside the chain of a game of that setup, as far as they are kept.
    #[must_use]
    pub fn kept(setup: &Setup, people: &[Person]) -> Self {
        let of = |role: &str| people.iter().find(|person| person.role == role).map(read).unwrap_or_default();
        if setup.seats.is_none() {
            return Self { given: BySide::new(|side| of(side.as_str())), seats: None };
        }
        let seats = Seats { one: of(Seat::One.as_str()), two: of(Seat::Two.as_str()) };
        Self { given: BySide::default(), seats: Some(seats) }
    }

    /// The setup with these players.
    #[must_use]
    pub fn in_setup(&self, setup: &Setup) -> Setup {
        Setup { players: self.given.clone(), seats: self.seats.clone(), ..setup.clone() }
    }

    /// By colour, where the player of that seat has Black. Before nigiri nobody has a colour.
    #[must_use]
    pub fn by_side(&self, black: Option<Seat>) -> BySide<Player> {
        match (&self.seats, black) {
            (Some(seats), Some(black)) => seats.by_side(black),
            (Some(_), None) => BySide::default(),
            (None, _) => self.given.clone(),
        }
    }

    /// Each with the role that stands beside the chain.
    pub fn roles(&self) -> impl Iterator<Item = (&'static str, &Player)> {
        let given = clock::Side::BOTH.map(|side| (side.as_str(), self.given.of(side)));
        let seats = self
            .seats
            .iter()
            .flat_map(|seats| [(Seat::One.as_str(), &seats.one), (Seat::Two.as_str(), &seats.two)]);
        given.into_iter().chain(seats)
    }

    /// An order as it goes on record: nigiri with who holds the stones, where ranks and ages say it.
    pub(crate) fn complete(&self, mut order: Order) -> Order {
        if let Command::People(PeopleCommand::Nigiri { holder, .. }) = &mut order.command
            && let Some(known) = self.seats.as_ref().and_then(Seats::holder)
        {
            *holder = Some(known);
        }
        order
    }
}

/// What was agreed, as the chain has it: without names.
pub(crate) fn nameless(setup: &Setup) -> Setup {
    let seats = setup.seats.as_ref().map(|_| Seats::default());
    Setup { players: BySide::default(), seats, ..setup.clone() }
}

/// An opening's references to those who stand beside the chain.
pub(crate) fn refer(opening: Opening, people: &[Person]) -> Opening {
    let of = |role: &str| people.iter().find(|person| person.role == role).map(Person::reference);
    let seats = opening
        .setup
        .seats
        .as_ref()
        .map(|_| SeatReferences { one: of(Seat::One.as_str()), two: of(Seat::Two.as_str()) });
    Opening { people: BySide::new(|side| of(side.as_str())), seats, ..opening }
}

/// What stands beside the chain for a player: none where nothing is known of them.
#[must_use]
pub fn player_text(player: &Player) -> Option<String> {
    let known = *player != Player::default();
    known.then(|| serde_json::to_string(player).expect("texts and a date can always be written"))
}

/// Reads what stands beside the chain; what is not written so is the name alone.
fn read(person: &Person) -> Player {
    let name_alone = || Player { name: Some(person.name.clone()), ..Player::default() };
    serde_json::from_str(&person.name).unwrap_or_else(|_| name_alone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use journal::Salt;

    fn player(name: &str, rank: &str) -> Player {
        Player { name: Some(name.into()), rank: Some(rank.into()), born: None }
    }

    fn person(role: &str, name: String) -> Person {
        Person { role: role.into(), salt: Salt::from_bytes([1; 16]), name }
    }

    #[test]
    fn players_are_kept_by_colour_or_by_seat_with_rank_or_by_name_alone() {
        let (shen, ke) = (player("Shen", "5d"), player("柯", "九段"));
        let given = Setup::new(referee::Game::default(), "1h".parse().unwrap());
        let people = [
            person("white", player_text(&shen).unwrap()),
            person("one", player_text(&shen).unwrap()),
            person("two", player_text(&ke).unwrap()),
        ];
        let players = Players::kept(&given, &people);
        assert_eq!(players.by_side(None).white, shen);
        assert_eq!(players.by_side(None).black, Player::default());
        let drawn = Setup { seats: Some(Seats::default()), ..given.clone() };
        let players = Players::kept(&drawn, &people);
        assert_eq!(players.by_side(None), BySide::default());
        assert_eq!(players.by_side(Some(Seat::Two)), BySide { black: ke, white: shen });
        let plain = Players::kept(&given, &[person("black", "Shen".into())]);
        assert_eq!(plain.given.black.name.as_deref(), Some("Shen"));
        assert_eq!(player_text(&Player::default()), None);
    }
}
