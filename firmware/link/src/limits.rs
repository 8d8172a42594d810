//! Every bound and every time of the link, by name.

use clock::{Duration, Instant};

/// The version of framing and messages; the first byte of every frame.
pub const PROTOCOL: u8 = 1;

/// The version of the clock machine and of its digests. Two ends of which these differ do not play together.
pub const ENGINE: u16 = 1;

/// The longest body of a frame in bytes: version and message, without checksum.
pub const BODY_MAX: usize = 1_280;

/// The longest frame on the line in bytes: a body, its checksum, what COBS adds, a zero before and one behind.
pub const FRAME_MAX: usize = BODY_MAX + 4 + 6 + 2;

/// The inputs that a unit keeps until they are acknowledged.
pub const INPUTS_MAX: usize = 1_000;

/// The most inputs on their way without an acknowledgement.
pub const INPUTS_IN_FLIGHT: usize = 16;

/// The most that one command asks of the clock.
pub const COMMANDS_IN_ONE: usize = 8;

/// The commands of the host whose contents a unit keeps: waiting for their turn, or not acknowledged. A pause needs
/// none.
pub const COMMANDS_KEPT: usize = 4;

/// The commands that wait at the host for the unit's answer.
pub const COMMANDS_WAITING: usize = 8;

/// The most by which a grant's number lies beyond those before it.
pub const GRANT_STEP_MAX: u32 = 1_024;

/// The most by which a clock that runs lies behind the time of its grant: what it has to catch up takes a small unit no
/// longer than it may be deaf.
pub const GRANT_BEHIND_MAX: Duration = Duration::from_hours(1);

/// The latest time at which a table is granted, 292,000 years on: what is reckoned from it never comes to the end of all
/// time, where something would be due for ever.
pub const GRANT_TIME_MAX: Instant = Instant::from_micros(u64::MAX / 2);

/// The longest name in bytes of UTF-8.
pub const NAME_MAX: usize = 48;

/// The longest text of a face in bytes of UTF-8.
pub const TEXT_MAX: usize = 96;

/// The longest name of a file in a breakdown, in bytes.
pub const FILE_MAX: usize = 32;

/// How often a unit that has a table tells its reading.
pub const TICK_EVERY: Duration = Duration::from_millis(250);

/// How long an input waits for its acknowledgement before it is sent again.
pub const RESEND_AFTER: Duration = Duration::from_millis(300);

/// How often greeting, grant and questions are sent until they are answered.
pub const ASK_AGAIN_AFTER: Duration = Duration::from_secs(1);

/// How often a command and what a face shows are sent until they are answered.
pub const COMMAND_AGAIN_AFTER: Duration = Duration::from_millis(250);

/// How often the host measures the distance of the two clocks, and shows that it lives.
pub const PROBE_EVERY: Duration = Duration::from_millis(500);

/// How long the other end may say nothing before the line counts as cut.
pub const SILENT_AFTER: Duration = Duration::from_millis(1_500);

/// How long a greeting that knows less than the unit has said comes alone before it is taken for what it says.
pub const TAKEN_AFTER: Duration = Duration::from_secs(2);

/// How long a command is meant.
pub const COMMAND_LIFE: Duration = Duration::from_secs(2);

/// How long after the end of a command's life the host still waits for what became of it.
pub const ANSWER_GRACE: Duration = Duration::from_millis(500);
