//! What holds of a ledger whichever it is.

#![expect(clippy::unwrap_used, reason = "a test may end there")]

#[expect(unreachable_pub, reason = "a module of tests has no outside")]
mod backends;

use backends::{Backend, Memory, Sqlite, beat, begin, bodies, content, entry, person};
use journal::{
    AppendError, BODY_LEN_MAX, GameId, Genesis, Names, ReadError, Write, export, import, verify_all,
    verify_game,
};
use proptest::prelude::*;

fn what_is_written_is_read<B: Backend>() {
    let mut backend = B::new();
    let heads = backend.ledger().append(&[begin(1, vec![]), entry(1, b"one"), entry(1, b"")]).unwrap();
    assert_eq!(heads.iter().map(|head| head.seq).collect::<Vec<_>>(), [0, 1, 2]);
    backend.restart();
    let ledger = backend.ledger();
    assert_eq!(ledger.head(GameId(1)), heads.last().copied());
    assert_eq!(bodies(ledger.read(GameId(1)).unwrap()), [b"opened".to_vec(), b"one".to_vec(), vec![]]);
    assert_eq!(verify_game(ledger, GameId(1)), Ok(heads[2]));
    assert_eq!(ledger.game(GameId(1)).unwrap().table, 101);
}

fn a_batch_is_written_whole_or_not_at_all<B: Backend>() {
    let mut backend = B::new();
    let ledger = backend.ledger();
    ledger.append(&[begin(1, vec![])]).unwrap();
    let before = content(ledger);
    let unknown = ledger.append(&[entry(1, b"one"), begin(2, vec![]), entry(3, b"to nobody")]);
    assert_eq!(unknown, Err(AppendError::UnknownGame { game: GameId(3) }));
    assert_eq!(content(ledger), before);
    ledger.append(&[entry(1, b"a refusal does not poison")]).unwrap();
    backend.restart();
    assert_eq!(backend.ledger().games().len(), 1);
}

fn refusals_say_why<B: Backend>() {
    let mut backend = B::new();
    let ledger = backend.ledger();
    ledger.append(&[begin(1, vec![]), begin(2, vec![]), Write::Close { game: GameId(2) }]).unwrap();
    let mut refused = |write: Write| ledger.append(&[write]).unwrap_err();
    let large = vec![0; BODY_LEN_MAX + 1];
    assert_eq!(
        refused(entry(1, &large)),
        AppendError::BodyTooLarge { game: GameId(1), len: BODY_LEN_MAX + 1 }
    );
    assert_eq!(refused(begin(1, vec![])), AppendError::GameExists { game: GameId(1) });
    assert_eq!(refused(entry(2, b"late")), AppendError::GameClosed { game: GameId(2) });
    assert_eq!(refused(beat(9, 1)), AppendError::UnknownGame { game: GameId(9) });
    assert_eq!(refused(begin(3, vec![person("a\nb", "n")])), AppendError::NameUnsound { game: GameId(3) });
    let genesis = Genesis::from_bytes([1; 32]);
    let again = Write::Begin { game: GameId(7), genesis, table: 1, body: vec![], people: vec![] };
    assert_eq!(refused(again), AppendError::GameExists { game: GameId(1) });
    assert_eq!(ledger.append(&[]), Ok(vec![]));
    assert_eq!(ledger.read(GameId(9)), Err(ReadError::UnknownGame { game: GameId(9) }));
    ledger.append(&[entry(1, vec![7; BODY_LEN_MAX])]).unwrap();
    assert_eq!(ledger.read(GameId(1)).unwrap()[1].body.len(), BODY_LEN_MAX);
}

fn a_full_game_takes_no_more<B: Backend>() {
    let mut backend = B::new();
    let ledger = backend.ledger();
    ledger.append(&[begin(1, vec![])]).unwrap();
    let many = vec![entry(1, b""); 99_999];
    ledger.append(&many).unwrap();
    assert_eq!(ledger.append(&[entry(1, b"")]), Err(AppendError::GameFull { game: GameId(1) }));
    assert_eq!(ledger.append(&vec![beat(1, 1); 131_073]), Err(AppendError::BatchTooLarge { len: 131_073 }));
    assert!(verify_all(ledger).is_sound());
    let head = ledger.head(GameId(1)).unwrap();
    let text = export(ledger, GameId(1), Names::LeftOut).unwrap();
    assert_eq!(import(B::new().ledger(), &text).unwrap(), head, "the largest game can move");
}

fn open_games_are_those_to_recover<B: Backend>() {
    let mut backend = B::new();
    assert_eq!(backend.ledger().next_game(), GameId(1));
    let (second, fourth) = (GameId(2), GameId(4));
    backend.ledger().append(&[begin(1, vec![]), begin(2, vec![]), begin(4, vec![])]).unwrap();
    backend.ledger().append(&[Write::Close { game: second }, Write::Close { game: fourth }]).unwrap();
    backend.ledger().append(&[Write::Resume { game: fourth }, entry(4, b"an appeal")]).unwrap();
    backend.restart();
    let ledger = backend.ledger();
    let open: Vec<_> = ledger.open_games().iter().map(|game| game.id().0).collect();
    assert_eq!(open, [1, 4]);
    assert!(ledger.game(second).unwrap().closed);
    assert_eq!(ledger.next_game(), GameId(5));
}

fn a_beat_never_goes_back<B: Backend>() {
    let mut backend = B::new();
    backend.ledger().append(&[begin(1, vec![]), beat(1, 5_000_000)]).unwrap();
    backend.ledger().append(&[beat(1, 4_999_999)]).unwrap();
    backend.restart();
    assert_eq!(backend.ledger().open_games()[0].beat_micros, 5_000_000);
    backend.ledger().append(&[beat(1, u64::MAX)]).unwrap();
    backend.restart();
    assert_eq!(backend.ledger().open_games()[0].beat_micros, u64::MAX);
}

fn names_are_forgotten_and_the_chain_holds<B: Backend>() {
    let mut backend = B::new();
    let (black, white) = (person("black", "Shen Qing"), person("white", "Li Shi"));
    let body = format!("{} {}", black.reference(), white.reference());
    backend.ledger().append(&[begin(1, vec![black.clone()]), entry(1, body)]).unwrap();
    backend.ledger().append(&[Write::Name { game: GameId(1), person: white.clone() }]).unwrap();
    let mut both = vec![black.clone(), white.clone()];
    both.sort_by_key(journal::Person::reference);
    assert_eq!(backend.ledger().people(GameId(1)).unwrap(), both);
    let head = backend.ledger().head(GameId(1));
    backend.ledger().append(&[Write::Close { game: GameId(1) }]).unwrap();
    backend.ledger().forget_person(GameId(1), black.reference()).unwrap();
    backend.restart();
    let ledger = backend.ledger();
    assert_eq!(ledger.people(GameId(1)).unwrap(), [white]);
    assert_eq!(verify_game(ledger, GameId(1)).ok(), head);
    assert!(!format!("{:?}", content(ledger)).contains("Shen Qing"));
}

fn a_game_moves_to_another_journal<B: Backend>() {
    let mut here = B::new();
    let black = person("black", "Shen Qing");
    let writes = [begin(6, vec![black.clone()]), entry(6, [0xff, 0xfe]), entry(6, b"{}"), beat(6, 9)];
    here.ledger().append(&writes).unwrap();
    let silent = export(here.ledger(), GameId(6), Names::LeftOut).unwrap();
    let named = export(here.ledger(), GameId(6), Names::Included).unwrap();
    assert!(!silent.contains("Shen Qing") && named.contains("Shen Qing"));

    let mut there = B::new();
    there.ledger().append(&[begin(1, vec![])]).unwrap();
    let head = import(there.ledger(), &named).unwrap();
    assert_eq!(head.game, GameId(2));
    there.restart();
    let (game, theirs) = (there.ledger().game(head.game).unwrap(), here.ledger().game(GameId(6)).unwrap());
    assert_eq!((game.genesis, game.beat_micros, game.head.hash), (theirs.genesis, 9, theirs.head.hash));
    assert_eq!(there.ledger().read(head.game), here.ledger().read(GameId(6)));
    assert_eq!(there.ledger().people(head.game).unwrap(), [black]);
    assert_eq!(
        import(there.ledger(), &silent),
        Err(AppendError::GameExists { game: GameId(2) }.into()),
        "not twice"
    );
}

/// Any interleaving of batches, with restarts in between, is read back as it was written.
fn batches_of_many_games<B: Backend>(batches: Vec<Vec<(u64, u8)>>) {
    let mut backend = B::new();
    let mut written: Vec<Vec<Vec<u8>>> = vec![vec![]; 4];
    for batch in batches {
        let mut writes = Vec::new();
        for (game, byte) in batch {
            let index = usize::try_from(game).unwrap();
            let body = if written[index].is_empty() {
                b"opened".to_vec()
            } else {
                vec![byte; usize::from(byte) * 9]
            };
            writes.push(if written[index].is_empty() {
                begin(game + 1, vec![])
            } else {
                entry(game + 1, &body)
            });
            written[index].push(body);
        }
        let heads = backend.ledger().append(&writes).unwrap();
        assert_eq!(heads.len(), writes.len());
        if writes.len() % 3 == 0 {
            backend.restart();
        }
    }
    backend.restart();
    assert!(verify_all(backend.ledger()).is_sound());
    for (game, bodies_written) in (1..).zip(written) {
        let read = backend.ledger().read(GameId(game)).map(bodies).unwrap_or_default();
        assert_eq!(read, bodies_written);
    }
}

macro_rules! suite {
    ($($test:ident),* $(,)?) => {
        mod sqlite {
            $(#[test] fn $test() { super::$test::<super::Sqlite>(); })*
        }
        mod memory {
            $(#[test] fn $test() { super::$test::<super::Memory>(); })*
        }
    };
}

suite! {
    what_is_written_is_read,
    a_batch_is_written_whole_or_not_at_all,
    refusals_say_why,
    a_full_game_takes_no_more,
    open_games_are_those_to_recover,
    a_beat_never_goes_back,
    names_are_forgotten_and_the_chain_holds,
    a_game_moves_to_another_journal,
}

fn batches() -> impl Strategy<Value = Vec<Vec<(u64, u8)>>> {
    let batch = proptest::collection::vec((0..4_u64, any::<u8>()), 0..7);
    proptest::collection::vec(batch, 0..9)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn batches_on_disk(batches in batches()) {
        batches_of_many_games::<Sqlite>(batches);
    }

    #[test]
    fn batches_in_memory(batches in batches()) {
        batches_of_many_games::<Memory>(batches);
    }
}
