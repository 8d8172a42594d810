//! Displays on this machine's pins: whether each takes a face. What a service that runs draws on is left alone.

use clock::{Clock, Instant};
use hall::game_on_faces;
use link::Showing;
use link::device::Line;
use panel::face::Face;

use crate::config::Config;
use crate::displays::{Bus, DisplayPlan, Wiring, try_out};
use crate::doctor::finding::{Finding, Mark, both};
use crate::opening::TablePlan;

/// Draws on each display the table's number and its control, as before a game.
pub(crate) fn try_displays(config: &Config, wiring: &impl Wiring, in_use: bool) -> Vec<Finding> {
    let displays = config.tables.iter().filter_map(|plan| Some((plan, plan.face.display?)));
    let tried = displays.filter_map(|(plan, display)| {
        let finding = if in_use {
            held(display)
        } else {
            judge(display, try_out(display, wiring, &face(plan, display)?))
        };
        Some(Finding { table: Some(plan.number), ..finding })
    });
    tried.collect()
}

/// What is drawn: what the table's face shows before the start, with White at the right.
fn face(plan: &TablePlan, display: DisplayPlan) -> Option<Face> {
    let (game, language) = (game_on_faces(plan.setup.game.kind), plan.face.manner.language);
    let showing = Showing { game, language, ..Showing::default() };
    let number = u16::try_from(plan.number).unwrap_or(u16::MAX);
    let table = Some((number, Clock::new(plan.setup.control.clone())));
    let face =
        unit::Face { table, time: Instant::ZERO, showing: &showing, line: Line::Up, unsent: 0, stood: false };
    face.view().map(|view| Face::of(&view, display.screen))
}

fn held(display: DisplayPlan) -> Finding {
    Finding::in_use("display", display).advise(both("its mirror: /table/N/face", "镜像见 /table/N/face"))
}

fn judge(display: DisplayPlan, tried: Result<(), String>) -> Finding {
    match (tried, display.bus) {
        (Err(why), _) => Finding::new("display", Mark::Wrong, both(format!("{display} {why}"), format!("{display}：{why}")))
            .advise(both(
                "is the bus switched on in config.txt, is it wired so, and is this user in the groups i2c and spi?",
                "config.txt 中是否打开总线？接线是否正确？本用户是否在 i2c、spi 组中？",
            )),
        (Ok(()), Bus::I2c { .. }) => {
            let found = both(format!("{display} answers, and shows the table's control"), format!("{display} 有应答，显示本台的计时方式"));
            Finding::new("display", Mark::Right, found)
        }
        (Ok(()), Bus::Spi { .. }) => {
            let found = both(format!("{display}: the table's control is drawn"), format!("{display}：已画出本台的计时方式"));
            Finding::new("display", Mark::Right, found)
                .advise(both("SPI does not answer: only your eyes know whether it is there", "SPI 没有应答：是否显示，只能由人看"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::finding::tests::read_as;
    use crate::pins::Header;
    use std::path::Path;

    fn displays(text: &str) -> Config {
        let table = "[[table]]\nnumber = 3\ncontrol = \"1h\"\n";
        Config::read(&format!("{table}{text}\n"), Path::new("")).unwrap()
    }

    #[test]
    fn what_is_said_of_displays() {
        let plan = |text| displays(text).tables[0].face.display.unwrap();
        let small = plan("display = { kind = \"ssd1306\", bus = \"i2c1\" }");
        let colours = plan("display = { kind = \"ili9341\", bus = \"spi0.1\", dc = 25 }");
        let why = || Err("cannot be opened: /dev/i2c-1: No such file or directory".to_owned());
        let findings = [judge(small, Ok(())), judge(colours, Ok(())), judge(small, why()), held(small)];
        let text = "
            right     display: ssd1306 128×64, i2c1 0x3c answers, and shows the table's control
            正常  显示屏：ssd1306 128×64, i2c1 0x3c 有应答，显示本台的计时方式
            right     display: ili9341 320×240, spi0.1: the table's control is drawn; SPI does not answer: only your eyes know whether it is there
            正常  显示屏：ili9341 320×240, spi0.1：已画出本台的计时方式；SPI 没有应答：是否显示，只能由人看
            wrong     display: ssd1306 128×64, i2c1 0x3c cannot be opened: /dev/i2c-1: No such file or directory; is the bus switched on in config.txt, is it wired so, and is this user in the groups i2c and spi?
            有误  显示屏：ssd1306 128×64, i2c1 0x3c：cannot be opened: /dev/i2c-1: No such file or directory；config.txt 中是否打开总线？接线是否正确？本用户是否在 i2c、spi 组中？
            unknown   display: ssd1306 128×64, i2c1 0x3c is in use by the service: not tried; its mirror: /table/N/face
            未知  显示屏：ssd1306 128×64, i2c1 0x3c 由服务占用：未试；镜像见 /table/N/face
        ";
        read_as(&findings, text);
    }

    #[test]
    fn a_display_that_is_not_there_is_wrong_and_one_of_a_service_is_left_alone() {
        let config = displays("display = { kind = \"ssd1306\", bus = \"i2c200\" }");
        let found = try_displays(&config, &Header, false);
        assert_eq!((found.len(), found[0].mark, found[0].table), (1, Mark::Wrong, Some(3)));
        assert_eq!(try_displays(&config, &Header, true)[0].mark, Mark::Unknown);
    }
}
