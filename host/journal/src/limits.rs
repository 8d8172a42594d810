//! How much of everything there may be. What is beyond a limit is refused before anything is written.

/// Bytes in the body of an entry.
pub const BODY_LEN_MAX: usize = 1 << 20;
/// Entries of a game.
pub const GAME_LEN_MAX: u64 = 100_000;
/// Bytes in all bodies of a game, so that a game can be read, and imported in one transaction.
pub const GAME_BYTES_MAX: u64 = 64 << 20;
/// Names that a game may ever be given.
pub const NAMED_MAX: u32 = 64;
/// Games in a journal.
pub const GAMES_MAX: usize = 1_000_000;
/// Writes in a batch: any game fits into one.
pub const BATCH_LEN_MAX: usize = 1 << 17;
/// Bytes in all bodies of a batch.
pub const BATCH_BYTES_MAX: u64 = GAME_BYTES_MAX;
/// Bytes in a name.
pub const NAME_LEN_MAX: usize = 1024;
/// Bytes in a role.
pub const ROLE_LEN_MAX: usize = 32;
/// Bytes in the text of an export: bodies in base64 or escaped, with room for the lines about them.
pub const EXPORT_LEN_MAX: usize = 512 << 20;
/// Batches that may wait for a mirror before it is left behind.
pub const MIRROR_QUEUE_MAX: usize = 256;
