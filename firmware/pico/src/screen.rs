//! The display: takes the latest face and draws what has changed of it, below everything else that runs here.

use core::sync::atomic::Ordering;

use embassy_time::{Duration, Instant, Timer, with_timeout};
use panel::face::{Face, Screen, Shown};

use crate::board::DisplayPins;
use crate::table::{DRAWS, FACE};

#[cfg(not(any(feature = "ssd1306", feature = "st7789")))]
compile_error!("a board has a display: the feature ssd1306 or st7789");
#[cfg(all(feature = "ssd1306", feature = "st7789"))]
compile_error!("a board has one display: st7789 goes with --no-default-features");

#[cfg(feature = "ssd1306")]
mod small;
#[cfg(feature = "ssd1306")]
use small as model;

#[cfg(feature = "st7789")]
mod colour;
#[cfg(feature = "st7789")]
use colour as model;

/// The size that this board's display has.
pub(crate) const SCREEN: Screen = model::SCREEN;

/// How often it says that it lives.
const ALIVE_EVERY: Duration = Duration::from_secs(1);

#[embassy_executor::task]
pub(crate) async fn draw(pins: DisplayPins) {
    let mut display = model::Display::new(pins);
    let mut face: Option<Face> = None;
    loop {
        let mut shown = Shown::new();
        let mut refreshed = Instant::now();
        while display.is_ready() {
            DRAWS.store(true, Ordering::Relaxed);
            if refreshed.elapsed() >= model::REFRESH_EVERY {
                // One that was pulled off and plugged in again has forgotten everything, and does not say so.
                (refreshed, shown) = (Instant::now(), Shown::new());
                if display.refresh().is_err() {
                    break;
                }
            }
            if let Ok(next) = with_timeout(ALIVE_EVERY, FACE.wait()).await {
                face = Some(next);
            }
            if let Some(face) = face.clone()
                && display.show(&mut shown, face).is_err()
            {
                break;
            }
        }
        // It lives, whatever the display does.
        DRAWS.store(true, Ordering::Relaxed);
        // Not there, or not any more: whatever it shows then, all of it is drawn anew.
        Timer::after(ALIVE_EVERY).await;
        display.begin();
    }
}
