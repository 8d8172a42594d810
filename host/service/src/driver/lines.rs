//! The lines to the units of tables.

use link::FRAME_MAX;
use tokio::sync::mpsc::Sender;

use crate::driver::Driver;
use crate::units::Frame;

impl Driver {
    /// A table that has a port has its clock in the unit behind it, from this game on.
    pub(super) fn attach(&mut self, table: u32) {
        if self.lines.contains_key(&table) {
            self.hall.attach_unit(table, self.timer.now());
        }
    }

    /// The frames of a table's unit go there.
    pub(crate) fn connect(&mut self, table: u32, frames: Sender<Frame>) {
        self.lines.insert(table, frames);
    }

    /// Hands over the frames that are due. A line that is stuck loses them, and they come again.
    pub(super) fn send_frames(&mut self) {
        let now = self.timer.now();
        let mut buffer = [0; FRAME_MAX];
        for (table, line) in &self.lines {
            while let Some(length) = self.hall.unit_frame(*table, now, &mut buffer) {
                let _ = line.try_send(buffer.get(..length).unwrap_or_default().to_vec());
            }
        }
    }
}
