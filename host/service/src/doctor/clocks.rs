//! The machine's clocks: whether it sleeps, whether its date may be believed, how true it runs, how late it wakes up.

use std::path::Path;
use std::time::Duration;

use crate::config::Config;
use crate::doctor::finding::{Finding, Mark, both};
use crate::doctor::spread::Spread;
use crate::timer::{Timer, late_wakes, slept_since_start, steering};

/// For how long the rates of two clocks are compared.
const COMPARED: Duration = Duration::from_secs(2);

/// How often the machine is asked to wake up after a millisecond.
const WAKES: u32 = 200;

/// A machine that woke up later than this is busy with something else.
const LATE: Duration = Duration::from_millis(50);

/// Parts in a million, a tenth of a second in an hour: what a clock's crystal is usually kept within.
const USUAL_PPM: f64 = 30.0;

/// Beyond this the network's correction is that of no sound crystal, or it is still catching up.
const ODD_PPM: f64 = 150.0;

/// Less than this cannot be told from nothing in the time that is compared.
const LEAST_PPM: f64 = 0.5;

/// Milliseconds in an hour for one part in a million.
const MS_AN_HOUR: f64 = 3.6;

/// What keeps the date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Wall {
    /// The configuration says that the machine's own clock keeps the time while it is off.
    battery: bool,
    /// The machine has such a clock.
    has_battery_clock: bool,
    /// The network has set it.
    network: bool,
    /// Something is to be done at a set time, or some of the day is quiet.
    needed: bool,
}

/// Tries the clocks; takes about two and a half seconds.
pub(crate) fn try_clocks(config: &Config) -> Vec<Finding> {
    let network = Timer::start(1, false).wall().trusted;
    let wall = Wall {
        battery: config.keeps_time,
        has_battery_clock: Path::new("/sys/class/rtc/rtc0").exists(),
        network,
        needed: !config.schedule.is_empty() || !config.voice.quiet.is_empty(),
    };
    vec![
        judge_sleep(slept_since_start()),
        judge_wall(wall),
        judge_rate(steering(COMPARED), network),
        judge_wakes(&Spread::of(late_wakes(WAKES))),
    ]
}

fn judge_sleep(slept: Duration) -> Finding {
    let seconds = slept.as_secs();
    if seconds == 0 {
        let found = both("this machine has not slept since it was started", "本机启动后未曾休眠");
        return Finding::new("sleep", Mark::Right, found);
    }
    let found = both(
        format!("this machine has slept for {seconds} s since it was started"),
        format!("本机启动后休眠过 {seconds} 秒"),
    );
    Finding::new("sleep", Mark::Doubtful, found).with("slept_s", seconds).advise(both(
        "sleep is taken for a power cut and pauses all clocks: switch it off",
        "休眠按断电处理，所有棋钟暂停：请关闭休眠",
    ))
}

fn judge_wall(wall: Wall) -> Finding {
    let network = both("set by the network", "已由网络校准");
    let battery =
        both("kept by the machine's own clock, as the configuration says", "由本机时钟保持（按配置）");
    match wall {
        Wall { battery: true, has_battery_clock: false, .. } => {
            let found = both(
                "the configuration says battery, but this machine has no clock that runs while it is off",
                "配置为 battery，但本机没有断电后仍走的时钟",
            );
            Finding::new("wall", Mark::Wrong, found).advise(both(
                "fit a clock module, or write wall = \"network\"",
                "请装时钟模块，或写 wall = \"network\"",
            ))
        }
        Wall { battery: true, .. } => Finding::new("wall", Mark::Right, battery),
        Wall { network: true, .. } => Finding::new("wall", Mark::Right, network),
        Wall { needed, .. } => {
            let found = both("not known for certain: the network has not set it", "不能确定：网络尚未校准");
            let mark = if needed { Mark::Wrong } else { Mark::Doubtful };
            Finding::new("wall", mark, found).advise(both(
                "clocks do not need it, but nothing can be started at a set time, and no quiet hours are kept: connect the network, or fit a clock module and write wall = \"battery\"",
                "棋钟不需要它，但不能定时开始，安静时段也不生效：请接网络，或装时钟模块并写 wall = \"battery\"",
            ))
        }
    }
}

/// What is known of how true the clocks run: by how much the network makes the machine's clock faster, in parts in a
/// million.
fn judge_rate(ppm: f64, network: bool) -> Finding {
    let corrected = ppm.abs() >= LEAST_PPM;
    let usual = USUAL_PPM * MS_AN_HOUR;
    if !corrected && !network {
        let found = both(
            format!(
                "nothing corrects this machine's clock; a usual crystal keeps within {USUAL_PPM:.0} ppm, {usual:.0} ms an hour"
            ),
            format!("本机时钟未受校准；通常的晶振误差在 {USUAL_PPM:.0} ppm（每小时 {usual:.0} 毫秒）以内"),
        );
        return Finding::new("rate", Mark::Unknown, found)
            .advise(both("connect the network for an hour, and try again", "请接网络一小时后再试"));
    }
    let an_hour = ppm * MS_AN_HOUR;
    let found = both(
        format!(
            "corrected by {ppm:+.1} ppm; without the network it would be off by {:.0} ms an hour",
            an_hour.abs()
        ),
        format!("校正 {ppm:+.1} ppm；没有网络时每小时误差 {:.0} 毫秒", an_hour.abs()),
    );
    let odd = ppm.abs() > ODD_PPM;
    let finding = Finding::new("rate", if odd { Mark::Doubtful } else { Mark::Right }, found)
        .with("ppm", rounded(ppm))
        .with("ms_an_hour", rounded(an_hour));
    if !odd {
        return finding;
    }
    finding.advise(both(
        "the network is still setting it, or the crystal is bad: try again in an hour",
        "网络仍在校准，或晶振不良：请一小时后再试",
    ))
}

fn rounded(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

fn judge_wakes(wakes: &Spread) -> Finding {
    let (median, worst) = wakes.in_ms();
    let found = both(
        format!("wakes up {median} ms late (median of {}, worst {worst} ms)", wakes.count),
        format!("唤醒延迟 {median} 毫秒（{} 次的中位数，最慢 {worst} 毫秒）", wakes.count),
    );
    let late = wakes.worst >= LATE;
    let mark = if late { Mark::Doubtful } else { Mark::Right };
    let finding = wakes.beside(Finding::new("wake", mark, found));
    if !late {
        return finding;
    }
    finding.advise(both(
        "keys are stamped all the same, but displays and calls lag: end what else runs here",
        "按钟时刻不受影响，但显示和读秒会滞后：请关掉其他程序",
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::finding::tests::read_as;

    #[test]
    fn what_is_said_of_sleep_and_of_the_date() {
        let none = Wall { battery: false, has_battery_clock: false, network: false, needed: false };
        let findings = [
            judge_sleep(Duration::from_millis(900)),
            judge_sleep(Duration::from_secs(3_600)),
            judge_wall(Wall { network: true, ..none }),
            judge_wall(Wall { battery: true, has_battery_clock: true, ..none }),
            judge_wall(Wall { battery: true, network: true, ..none }),
            judge_wall(none),
            judge_wall(Wall { needed: true, ..none }),
        ];
        let advice = "clocks do not need it, but nothing can be started at a set time, and no quiet hours are kept: connect the network, or fit a clock module and write wall = \"battery\"";
        let advice_zh =
            "棋钟不需要它，但不能定时开始，安静时段也不生效：请接网络，或装时钟模块并写 wall = \"battery\"";
        let text = format!("
            right     sleep: this machine has not slept since it was started
            正常  休眠：本机启动后未曾休眠
            doubtful  sleep: this machine has slept for 3600 s since it was started; sleep is taken for a power cut and pauses all clocks: switch it off
            存疑  休眠：本机启动后休眠过 3600 秒；休眠按断电处理，所有棋钟暂停：请关闭休眠
            right     wall: set by the network
            正常  日期时间：已由网络校准
            right     wall: kept by the machine's own clock, as the configuration says
            正常  日期时间：由本机时钟保持（按配置）
            wrong     wall: the configuration says battery, but this machine has no clock that runs while it is off; fit a clock module, or write wall = \"network\"
            有误  日期时间：配置为 battery，但本机没有断电后仍走的时钟；请装时钟模块，或写 wall = \"network\"
            doubtful  wall: not known for certain: the network has not set it; {advice}
            存疑  日期时间：不能确定：网络尚未校准；{advice_zh}
            wrong     wall: not known for certain: the network has not set it; {advice}
            有误  日期时间：不能确定：网络尚未校准；{advice_zh}
        ");
        read_as(&findings, &text);
    }

    #[test]
    fn what_is_said_of_rates_and_of_waking_up() {
        let wakes = |median, worst| Spread {
            count: 200,
            median: Duration::from_micros(median),
            worst: Duration::from_micros(worst),
        };
        let findings = [
            judge_rate(-12.34, true),
            judge_rate(0.0, true),
            judge_rate(0.1, false),
            judge_rate(500.0, true),
            judge_wakes(&wakes(60, 1_240)),
            judge_wakes(&wakes(400, 50_000)),
        ];
        let text = "
            right     rate: corrected by -12.3 ppm; without the network it would be off by 44 ms an hour
            正常  走时：校正 -12.3 ppm；没有网络时每小时误差 44 毫秒
            right     rate: corrected by +0.0 ppm; without the network it would be off by 0 ms an hour
            正常  走时：校正 +0.0 ppm；没有网络时每小时误差 0 毫秒
            unknown   rate: nothing corrects this machine's clock; a usual crystal keeps within 30 ppm, 108 ms an hour; connect the network for an hour, and try again
            未知  走时：本机时钟未受校准；通常的晶振误差在 30 ppm（每小时 108 毫秒）以内；请接网络一小时后再试
            doubtful  rate: corrected by +500.0 ppm; without the network it would be off by 1800 ms an hour; the network is still setting it, or the crystal is bad: try again in an hour
            存疑  走时：校正 +500.0 ppm；没有网络时每小时误差 1800 毫秒；网络仍在校准，或晶振不良：请一小时后再试
            right     wake: wakes up 0.1 ms late (median of 200, worst 1.2 ms)
            正常  唤醒：唤醒延迟 0.1 毫秒（200 次的中位数，最慢 1.2 毫秒）
            doubtful  wake: wakes up 0.4 ms late (median of 200, worst 50.0 ms); keys are stamped all the same, but displays and calls lag: end what else runs here
            存疑  唤醒：唤醒延迟 0.4 毫秒（200 次的中位数，最慢 50.0 毫秒）；按钟时刻不受影响，但显示和读秒会滞后：请关掉其他程序
        ";
        read_as(&findings, text);
        assert_eq!(findings[0].values["ms_an_hour"], -44.4);
    }
}
