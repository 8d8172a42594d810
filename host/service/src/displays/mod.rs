//! Displays on this machine's pins: each on a thread of its own, for buses make whoever writes to them wait.
//!
//! A display takes the latest that its table's face shows and draws what differs, at most so often; what it missed
//! meanwhile it never draws. **Where a bus or a display fails, that is said, it is opened anew and drawn whole**; the
//! table goes on by its other means.

mod drive;
mod plan;
mod surface;

use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use panel::face::Face;
use tokio::runtime::Handle;
use tokio::sync::watch;
use tokio::time::{sleep, timeout};
use tracing::{info, warn};

pub(crate) use drive::Wiring;
pub(crate) use plan::{Bus, DisplayKind, DisplayPlan, FacePlan, Turned};

use crate::console::inquiry;
use crate::opening::TablePlan;
use crate::sight::Sight;
use crate::venue::Venue;
use drive::{BUFFER, drive};
use surface::{Fault, Surface};

/// How long a display shows a face at least.
const STANDS: Duration = Duration::from_millis(50);

/// How long it is until a display that failed is tried again.
const TRIED_AGAIN: Duration = Duration::from_secs(3);

/// How long the last faces are awaited when the service ends.
const LAST_FACE: Duration = Duration::from_secs(1);

/// The threads of all displays.
#[derive(Debug, Default)]
pub(crate) struct Displays {
    threads: Vec<JoinHandle<()>>,
}

impl Displays {
    /// Starts a thread for each display of these tables.
    ///
    /// # Errors
    /// Why the system gives one of them none.
    pub(crate) async fn start<W>(tables: &[TablePlan], venue: &Venue, wiring: W) -> std::io::Result<Self>
    where
        W: Wiring + Clone + Send + 'static,
    {
        let mut displays = Self::default();
        for (table, plan) in tables.iter().filter_map(|plan| Some((plan.number, plan.face.display?))) {
            // A table that is not there, or a hall that is gone, shows nothing.
            let Ok(Some(sights)) = inquiry::watch(venue, table).await else { continue };
            displays.add(table, plan, wiring.clone(), sights)?;
        }
        Ok(displays)
    }

    /// Starts a thread for a display that shows these sights.
    ///
    /// # Errors
    /// Why the system gives it none.
    pub(crate) fn add<W>(
        &mut self,
        table: u32,
        plan: DisplayPlan,
        wiring: W,
        sights: watch::Receiver<Arc<Sight>>,
    ) -> std::io::Result<()>
    where
        W: Wiring + Send + 'static,
    {
        let runtime = Handle::current();
        let serve = move || Display { table, plan, wiring, sights, runtime }.serve();
        self.threads.push(thread::Builder::new().name(format!("display-{table}")).spawn(serve)?);
        Ok(())
    }

    /// Waits until each shows the last face: the hall's task has ended.
    pub(crate) async fn close(self) {
        let joined = tokio::task::spawn_blocking(move || {
            self.threads.into_iter().filter_map(|thread| thread.join().err()).count()
        });
        if !matches!(timeout(LAST_FACE, joined).await, Ok(Ok(0))) {
            warn!("not every display shows that the service has ended");
        }
    }
}

/// Opens a display and draws one face on it, for whoever tries it out.
///
/// # Errors
/// What went wrong, in the words of what it hangs on.
pub(crate) fn try_out(plan: DisplayPlan, wiring: &impl Wiring, face: &Face) -> Result<(), String> {
    let mut once = |surface: &mut dyn Surface| {
        surface.show(face.clone())?;
        Err(Ended::Over)
    };
    match drive(plan, wiring, &mut [0; BUFFER], &mut once) {
        Ended::Over => Ok(()),
        Ended::Failed(fault) => Err(fault.to_string()),
    }
}

/// Why a display is not drawn on any more.
type Ended = crate::ended::Ended<Fault>;

/// One display, its table and its thread.
struct Display<W> {
    table: u32,
    plan: DisplayPlan,
    wiring: W,
    sights: watch::Receiver<Arc<Sight>>,
    runtime: Handle,
}

impl<W: Wiring> Display<W> {
    fn serve(mut self) {
        let mut buffer = [0; BUFFER];
        let mut failing = false;
        let (table, plan) = (self.table, self.plan);
        loop {
            let Self { sights, runtime, wiring, .. } = &mut self;
            let mut follow = |surface: &mut dyn Surface| {
                // An empty bus takes what is written, too: it is there when a face was drawn on it.
                draw(surface, sights, plan)?;
                if std::mem::take(&mut failing) {
                    info!("table {table}: the display ({plan}) shows its face again");
                }
                follow(surface, sights, plan, runtime)
            };
            match drive(plan, wiring, &mut buffer, &mut follow) {
                Ended::Over => return,
                Ended::Failed(fault) => {
                    if !std::mem::replace(&mut failing, true) {
                        let again = TRIED_AGAIN.as_secs();
                        warn!(
                            "table {table}: the display ({plan}) {fault}; it is tried again every {again} s"
                        );
                    }
                }
            }
            if self.wait() {
                return;
            }
        }
    }

    /// Waits until the display is tried again; true if the hall's task has ended.
    fn wait(&mut self) -> bool {
        let Self { sights, runtime, .. } = self;
        runtime.block_on(async {
            let ended = async { while sights.changed().await.is_ok() {} };
            timeout(TRIED_AGAIN, ended).await.is_ok()
        })
    }
}

/// Draws the latest, whatever was drawn before.
fn draw(
    surface: &mut dyn Surface,
    sights: &mut watch::Receiver<Arc<Sight>>,
    plan: DisplayPlan,
) -> Result<(), Fault> {
    let sight = Arc::clone(&sights.borrow_and_update());
    sight.drawn(plan.screen, None).map_or(Ok(()), |face| surface.show(face))
}

/// Draws each change until something fails or there is nothing more to come.
fn follow(
    surface: &mut dyn Surface,
    sights: &mut watch::Receiver<Arc<Sight>>,
    plan: DisplayPlan,
    runtime: &Handle,
) -> Result<std::convert::Infallible, Ended> {
    loop {
        let changed = runtime.block_on(async {
            sleep(STANDS).await;
            sights.changed().await
        });
        changed.map_err(|_| Ended::Over)?;
        draw(surface, sights, plan)?;
    }
}

#[cfg(test)]
mod tests;
