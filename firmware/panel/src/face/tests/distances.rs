//! The sizes that docs/faces states are those of the faces.

use std::format;
use std::string::String;
use std::vec::Vec;

use crate::face::Screen;

/// Displays as they are sold: diagonal in inches, what drives them, and the distance of pixels in micrometres.
const PANELS: [(&str, &str, Screen, f64); 11] = [
    ("0.96″", "SSD1306", Screen::Small, 170.0),
    ("1.3″", "SH1106", Screen::Small, 230.0),
    ("2.42″", "SSD1309", Screen::Small, 430.0),
    ("1.3″", "ST7789", Screen::Square, 97.5),
    ("1.54″", "ST7789", Screen::Square, 115.5),
    ("2.0″", "ST7789", Screen::Wide, 127.5),
    ("2.4″", "ILI9341", Screen::Wide, 153.0),
    ("2.8″", "ILI9341", Screen::Wide, 180.0),
    ("3.2″", "ILI9341", Screen::Wide, 202.5),
    ("3.5″", "ILI9488", Screen::Large, 153.0),
    ("4.0″", "ST7796", Screen::Large, 174.0),
];

/// How far away a height is seen under so many minutes of arc, in heights.
fn heights_away(minutes_of_arc: f64) -> f64 {
    1.0 / (minutes_of_arc / 60.0).to_radians().tan()
}

#[test]
fn the_pages_state_the_sizes_of_the_figures() {
    let pages = [
        include_str!("../../../../../docs/faces/README.md"),
        include_str!("../../../../../docs/faces/README.zh.md"),
    ];
    let rows: Vec<String> = PANELS
        .iter()
        .map(|&(inches, driver, screen, pitch)| {
            let (layout, size) = (screen.layout(), screen.size());
            let [clock, seconds] =
                [layout.clock, layout.seconds].map(|size| f64::from(size.height) * pitch / 1_000.0);
            let [least, at_ease] = [16.0, 22.0].map(|arc| clock * heights_away(arc) / 1_000.0);
            format!(
                "| {inches} {driver} | {}×{} | {clock:.1} mm | {seconds:.1} mm | {least:.1} m | {at_ease:.1} m |\n",
                size.width, size.height
            )
        })
        .collect();
    for page in pages {
        assert!(page.contains(&rows.concat()), "the rows are:\n{}", rows.concat());
    }
}
