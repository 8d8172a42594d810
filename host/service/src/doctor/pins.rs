//! Keys, lamps and buzzer on this machine's lines: whether the lines are there and free, what the keys read, what a
//! press looks like, and lamps and buzzer in turn.

use std::io::{Write, stderr};
use std::thread::sleep;
use std::time::Duration as Real;

use clock::{Language, Side};
use panel::button::{Bounce, Contact};
use panel::gesture::Key;

use crate::config::Config;
use crate::doctor::finding::{Both, Finding, Mark, both};
use crate::pins::{Boards, Lines, Outputs, Pins, PinsError, RawEdge, key_words};
use crate::timer::Stopwatch;

/// How long a lamp is lit, and a buzzer sounds.
const LIT: Real = Real::from_millis(600);
const SOUNDED: Real = Real::from_millis(150);

/// What a buzzer sounds, in hertz.
const TONE: u32 = 2_000;

/// How long a key is waited for, how long it is listened to from its first edge, and how often edges are looked for.
const PRESS_WAIT: Real = Real::from_secs(10);
const LISTENED: Real = Real::from_millis(1_500);
const LOOK_EVERY: Real = Real::from_millis(5);

/// Edges of a press that are told one by one.
const TOLD_MAX: usize = 12;

/// Tries the lines of all tables; what a service that runs holds is left alone. With `press` somebody is asked to press
/// each key.
pub(crate) fn try_pins(config: &Config, in_use: bool, press: bool, language: Language) -> Vec<Finding> {
    let boards = Boards::default();
    let tables = config.tables.iter().filter_map(|plan| Some((plan.number, plan.pins.as_ref()?)));
    let tried = tables.flat_map(|(table, pins)| {
        let findings =
            if in_use { vec![held(pins)] } else { try_table(&boards, pins, table, press, language) };
        findings.into_iter().map(move |finding| Finding { table: Some(table), ..finding })
    });
    tried.collect()
}

fn held(pins: &Pins) -> Finding {
    Finding::in_use("keys", pins).advise(both("stop the service, and try again", "停止服务后再试"))
}

fn try_table(boards: &Boards, pins: &Pins, table: u32, press: bool, language: Language) -> Vec<Finding> {
    let mut findings = Vec::new();
    match boards.keys(pins) {
        Err(error) => findings.push(no_lines("keys", &error)),
        Ok(mut lines) => {
            findings.push(
                lines
                    .closed()
                    .map_or_else(|error| no_lines("keys", &error), |closed| judge_keys(pins, &closed)),
            );
            if press {
                findings.extend(pins.keys.iter().map(|&(key, line)| {
                    ask(table, key, language);
                    listen(&mut *lines).map_or_else(
                        |error| no_lines("press", &error),
                        |edges| judge_press(pins, key, line, &edges),
                    )
                }));
            }
        }
    }
    if pins.has_signals() {
        let shown = boards.outputs(pins).and_then(|mut outputs| show(&mut *outputs, pins));
        findings.push(shown.map_or_else(|error| no_lines("lamps", &error), |()| judge_signals(pins)));
    }
    findings
}

fn no_lines(what: &'static str, error: &PinsError) -> Finding {
    Finding::new(what, Mark::Wrong, Both::same(error.to_string())).advise(both(
        "is this the chip, is this user in the group gpio, and does nothing else use the line? gpioinfo shows it",
        "芯片是否正确？本用户是否在 gpio 组中？引脚是否另有用途？用 gpioinfo 查看",
    ))
}

fn judge_keys(pins: &Pins, closed: &[u32]) -> Finding {
    let pressed = pins.keys.iter().filter(|(_, line)| closed.contains(line));
    let words = pressed.map(|&(key, line)| (key_words(key), line));
    let (english, chinese): (Vec<String>, Vec<String>) = words
        .map(|((english, chinese), line)| {
            (format!("{english} (line {line})"), format!("{chinese}（{line}）"))
        })
        .unzip();
    let count = pins.keys.len();
    if english.is_empty() {
        let found =
            both(format!("{count} keys at {pins}, all open"), format!("{pins}：{count} 个按钮，均松开"));
        return Finding::new("keys", Mark::Right, found);
    }
    let found = both(
        format!("{pins}: pressed at present: {}", english.join(", ")),
        format!("{pins}：现在按着：{}", chinese.join("、")),
    );
    Finding::new("keys", Mark::Doubtful, found).advise(both(
        "if nobody presses: a cable is crushed, or the contact is one that opens when pressed (NC)",
        "若无人按：电缆压坏，或用了常闭触点（NC）",
    ))
}

/// Asks for a press, on standard error: what is found is on standard output.
fn ask(table: u32, key: Key, language: Language) {
    let (english, chinese) = key_words(key);
    let seconds = PRESS_WAIT.as_secs();
    let asked = both(
        format!("table {table}: press {english} once, within {seconds} s"),
        format!("第 {table} 台：请在 {seconds} 秒内按一次{chinese}"),
    );
    // Where nobody reads it, nobody presses: that is found then.
    let _ = writeln!(stderr().lock(), "{}", asked.of(language));
}

/// The edges of a press, of whichever key; none if nobody pressed.
fn listen(lines: &mut dyn Lines) -> Result<Vec<RawEdge>, PinsError> {
    // What was before is nobody's answer.
    while !lines.drain(&mut Vec::new())? {}
    let (mut edges, watch) = (Vec::new(), Stopwatch::start());
    while edges.is_empty() && watch.passed() < PRESS_WAIT {
        sleep(LOOK_EVERY);
        lines.drain(&mut edges)?;
    }
    let watch = Stopwatch::start();
    while !edges.is_empty() && watch.passed() < LISTENED {
        sleep(LOOK_EVERY);
        lines.drain(&mut edges)?;
    }
    edges.sort_by_key(|edge| edge.stamp_ns);
    Ok(edges)
}

/// What came when a key was to be pressed: of which line, how it bounced, and at what the kernel stamped it.
fn judge_press(pins: &Pins, key: Key, line: u32, edges: &[RawEdge]) -> Finding {
    let (english, chinese) = key_words(key);
    let said = |mark, in_english: String, in_chinese: String| {
        Finding::new(
            "press",
            mark,
            both(format!("{english}: {in_english}"), format!("{chinese}：{in_chinese}")),
        )
        .with("line", line)
    };
    let Some(first) = edges.first() else {
        return said(Mark::Wrong, "nothing came".into(), "没有信号".into()).advise(both(
            "look at its wire, its contact (NO) and the ground",
            "请检查接线、触点（NO）和地线",
        ));
    };
    let others = edges.iter().map(|edge| edge.line).find(|&other| other != line);
    if let Some(other) = others {
        let of = pins
            .keys
            .iter()
            .find(|(_, at)| *at == other)
            .map_or(("another", "其他引脚"), |&(key, _)| key_words(key));
        let swapped = edges.iter().all(|edge| edge.line != line);
        let (mark, advice) = if swapped {
            (
                Mark::Wrong,
                both("the wires are swapped, or the wrong key was pressed", "接线接反，或按错了按钮"),
            )
        } else {
            (
                Mark::Doubtful,
                both(
                    "one cable disturbs the other: a twisted pair for each key",
                    "电缆互相干扰：每个按钮各用一对双绞线",
                ),
            )
        };
        return said(mark, format!("line {other} came ({})", of.0), format!("来的是 {other}（{}）", of.1))
            .advise(advice);
    }
    judge_bounce(pins.bounce, first.stamp_ns, edges, said)
}

fn judge_bounce(
    bounce: Bounce,
    first: u64,
    edges: &[RawEdge],
    said: impl Fn(Mark, String, String) -> Finding,
) -> Finding {
    let after = |edge: &RawEdge| edge.stamp_ns.saturating_sub(first);
    let ms = |ns: u64| format!("{}.{}", ns / 1_000_000, ns / 100_000 % 10);
    let told: Vec<String> = edges.iter().take(TOLD_MAX).map(|edge| ms(after(edge))).collect();
    let more = if edges.len() > TOLD_MAX { ", …" } else { "" };
    let pattern = format!("{}{more}", told.join(", "));
    let (count, stamp) = (edges.len(), format!("{}.{:06}", first / 1_000_000_000, first / 1_000 % 1_000_000));
    let gap = edges.windows(2).any(|two| two[1].sequence.wrapping_sub(two[0].sequence) != 1);
    let longest = edges.windows(2).map(|two| after(&two[1]) - after(&two[0])).max().unwrap_or_default();
    let held_least = u64::try_from(u128::from(bounce.hold.as_micros()) * 1_000).unwrap_or(u64::MAX);
    let in_english = format!("{count} edges at {pattern} ms; stamped at {stamp} s");
    let in_chinese = format!("{count} 个边沿，在 {pattern} 毫秒；时间戳 {stamp} 秒");
    let finding = |mark| {
        said(mark, in_english.clone(), in_chinese.clone()).with("stamp_ns", first).with("edges", count)
    };
    let many = u64::from(bounce.chatter_edges) < u64::try_from(count).unwrap_or(u64::MAX);
    if edges.first().is_some_and(|edge| edge.contact == Contact::Open) {
        finding(Mark::Doubtful).advise(both(
            "it opened first: a contact that closes when pressed (NO) is needed",
            "先断开：须用常开触点（NO）",
        ))
    } else if longest < held_least {
        finding(Mark::Doubtful)
            .advise(both("too short to count as a press: look at the contact", "太短，不算按钟：请检查触点"))
    } else if gap || many {
        finding(Mark::Doubtful).advise(both("it chatters: another switch", "触点抖动过多：请换开关"))
    } else {
        finding(Mark::Right)
    }
}

/// Lights each lamp and sounds the buzzer, one after the other; nothing is left on.
fn show(outputs: &mut dyn Outputs, pins: &Pins) -> Result<(), PinsError> {
    for side in Side::BOTH.into_iter().filter(|side| pins.lamps.of(*side).is_some()) {
        outputs.light(side, true)?;
        sleep(LIT);
        outputs.light(side, false)?;
    }
    if pins.buzzer.is_some() {
        outputs.sound(Some(TONE))?;
        sleep(SOUNDED);
        outputs.sound(None)?;
    }
    Ok(())
}

fn judge_signals(pins: &Pins) -> Finding {
    let lamps = Side::BOTH.into_iter().filter_map(|side| Some((side, (*pins.lamps.of(side))?)));
    let lamps = lamps.map(|(side, line)| match side {
        Side::Black => (format!("Black's lamp (line {line})"), format!("黑方灯（{line}）")),
        Side::White => (format!("White's lamp (line {line})"), format!("白方灯（{line}）")),
    });
    let buzzer = pins.buzzer.map(|line| (format!("the buzzer (line {line})"), format!("蜂鸣器（{line}）")));
    let (english, chinese): (Vec<String>, Vec<String>) = lamps.chain(buzzer).unzip();
    let found = both(
        format!("switched in turn: {}", english.join(", ")),
        format!("依次接通：{}", chinese.join("、")),
    );
    Finding::new("lamps", Mark::Right, found).advise(both(
        "only your eyes and ears know whether they were lit and sounded",
        "是否亮、是否响，只能由人看、人听",
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::finding::tests::read_as;

    /// Edges of lines at microseconds, closing and opening in turn.
    fn edges(at: &[(u32, u64)]) -> Vec<RawEdge> {
        let contact = |index: usize| if index.is_multiple_of(2) { Contact::Closed } else { Contact::Open };
        let edge = |(index, &(line, us)): (usize, &(u32, u64))| RawEdge {
            line,
            contact: contact(index),
            stamp_ns: 5_000_001_000 + us * 1_000,
            sequence: u32::try_from(index).unwrap(),
            interrupt: None,
        };
        at.iter().enumerate().map(edge).collect()
    }

    #[test]
    fn what_is_said_of_keys_and_lamps() {
        let pins = Pins::of_a_test();
        let findings =
            [judge_keys(&pins, &[]), judge_keys(&pins, &[22, 17]), held(&pins), judge_signals(&pins)];
        let text = "
            right     keys: 4 keys at /dev/gpiochip0 (gpiocdev), all open
            正常  按钮：/dev/gpiochip0 (gpiocdev)：4 个按钮，均松开
            doubtful  keys: /dev/gpiochip0 (gpiocdev): pressed at present: Black's key (line 17), arbiter's key (line 22); if nobody presses: a cable is crushed, or the contact is one that opens when pressed (NC)
            存疑  按钮：/dev/gpiochip0 (gpiocdev)：现在按着：黑方按钮（17）、裁判员按钮（22）；若无人按：电缆压坏，或用了常闭触点（NC）
            unknown   keys: /dev/gpiochip0 (gpiocdev) is in use by the service: not tried; stop the service, and try again
            未知  按钮：/dev/gpiochip0 (gpiocdev) 由服务占用：未试；停止服务后再试
            right     lamps: switched in turn: Black's lamp (line 19), the buzzer (line 13); only your eyes and ears know whether they were lit and sounded
            正常  灯和声音：依次接通：黑方灯（19）、蜂鸣器（13）；是否亮、是否响，只能由人看、人听
        ";
        read_as(&findings, text);
    }

    #[test]
    fn what_is_said_of_a_press() {
        let pins = Pins::of_a_test();
        let press = |at: &[(u32, u64)]| judge_press(&pins, Key::Press(Side::Black), 17, &edges(at));
        let mut lost = edges(&[(17, 0), (17, 90_000)]);
        lost[1].sequence = 4;
        let mut opens = edges(&[(17, 0), (17, 90_000)]);
        opens[0].contact = Contact::Open;
        let findings = [
            press(&[]),
            press(&[(17, 0), (17, 300), (17, 1_200), (17, 143_000)]),
            press(&[(17, 0), (17, 1_900)]),
            press(&[(27, 0), (27, 90_000)]),
            press(&[(17, 0), (22, 100), (17, 90_000)]),
            judge_press(&pins, Key::Press(Side::Black), 17, &lost),
            judge_press(&pins, Key::Press(Side::Black), 17, &opens),
        ];
        let text = "
            wrong     press: Black's key: nothing came; look at its wire, its contact (NO) and the ground
            有误  按键：黑方按钮：没有信号；请检查接线、触点（NO）和地线
            right     press: Black's key: 4 edges at 0.0, 0.3, 1.2, 143.0 ms; stamped at 5.000001 s
            正常  按键：黑方按钮：4 个边沿，在 0.0, 0.3, 1.2, 143.0 毫秒；时间戳 5.000001 秒
            doubtful  press: Black's key: 2 edges at 0.0, 1.9 ms; stamped at 5.000001 s; too short to count as a press: look at the contact
            存疑  按键：黑方按钮：2 个边沿，在 0.0, 1.9 毫秒；时间戳 5.000001 秒；太短，不算按钟：请检查触点
            wrong     press: Black's key: line 27 came (White's key); the wires are swapped, or the wrong key was pressed
            有误  按键：黑方按钮：来的是 27（白方按钮）；接线接反，或按错了按钮
            doubtful  press: Black's key: line 22 came (arbiter's key); one cable disturbs the other: a twisted pair for each key
            存疑  按键：黑方按钮：来的是 22（裁判员按钮）；电缆互相干扰：每个按钮各用一对双绞线
            doubtful  press: Black's key: 2 edges at 0.0, 90.0 ms; stamped at 5.000001 s; it chatters: another switch
            存疑  按键：黑方按钮：2 个边沿，在 0.0, 90.0 毫秒；时间戳 5.000001 秒；触点抖动过多：请换开关
            doubtful  press: Black's key: 2 edges at 0.0, 90.0 ms; stamped at 5.000001 s; it opened first: a contact that closes when pressed (NO) is needed
            存疑  按键：黑方按钮：2 个边沿，在 0.0, 90.0 毫秒；时间戳 5.000001 秒；先断开：须用常开触点（NO）
        ";
        read_as(&findings, text);
    }

    /// Lines as they would be: edges that come when they are asked for, and what was done to lamps and buzzer.
    #[derive(Debug, Default)]
    struct Board {
        coming: Vec<Vec<RawEdge>>,
        done: Vec<String>,
    }

    impl Lines for Board {
        fn wake(&self) -> Result<crate::pins::Wake, PinsError> {
            Ok(crate::pins::Wake::Every(LOOK_EVERY))
        }

        fn closed(&self) -> Result<Vec<u32>, PinsError> {
            Ok(Vec::new())
        }

        fn drain(&mut self, edges: &mut Vec<RawEdge>) -> Result<bool, PinsError> {
            if !self.coming.is_empty() {
                edges.extend(self.coming.remove(0));
            }
            Ok(true)
        }
    }

    impl Outputs for Board {
        fn light(&mut self, side: Side, on: bool) -> Result<(), PinsError> {
            self.done.push(format!("{side:?} {on}"));
            Ok(())
        }

        fn sound(&mut self, hertz: Option<u32>) -> Result<(), PinsError> {
            self.done.push(format!("{hertz:?}"));
            Ok(())
        }
    }

    #[test]
    fn what_came_before_somebody_was_asked_is_no_answer_and_lines_are_put_in_order() {
        let early = edges(&[(22, 0)]);
        let (black, white) = (edges(&[(17, 40), (17, 90)]), edges(&[(27, 10)]));
        let mut board = Board { coming: vec![early, vec![], black, white], ..Board::default() };
        let heard: Vec<u32> = listen(&mut board).unwrap().iter().map(|edge| edge.line).collect();
        assert_eq!(heard, [27, 17, 17]);
    }

    #[test]
    fn lamps_and_buzzer_are_left_dark_and_silent() {
        let mut board = Board::default();
        show(&mut board, &Pins::of_a_test()).unwrap();
        assert_eq!(board.done, ["Black true", "Black false", "Some(2000)", "None"]);
    }
}
