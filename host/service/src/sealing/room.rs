//! Where secrets are worked on: a thread for each, one after the other, of which nothing is left.
//!
//! A passphrase is stretched with 32 MiB and for as long as a second: that is nothing for the threads that serve
//! the pages, and two at once are too much for a Pi. **A thread's stack is given back when it ends**, so that what
//! passed over it is not in the program's memory any more.

use std::sync::Arc;
use std::thread::Builder;

use tokio::sync::{Semaphore, oneshot};

/// Secrets that may wait for the one that is worked on.
const WAITING_MAX: usize = 8;

/// Too much waits already, or the system gives no thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("too many sealed moves are being worked on: try again in a moment")]
pub(crate) struct Crowded;

/// The room. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Room {
    places: Arc<Semaphore>,
    turn: Arc<Semaphore>,
}

impl Default for Room {
    fn default() -> Self {
        Self { places: Arc::new(Semaphore::new(WAITING_MAX + 1)), turn: Arc::new(Semaphore::new(1)) }
    }
}

impl Room {
    /// Works on a secret as soon as it is its turn.
    ///
    /// # Errors
    /// [`Crowded`] where too much waits already.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        secret: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Crowded> {
        let place = Arc::clone(&self.places).try_acquire_owned().map_err(|_| Crowded)?;
        let turn = Arc::clone(&self.turn).acquire_owned().await.map_err(|_| Crowded)?;
        let (done, result) = oneshot::channel();
        let work = move || {
            // Whoever asked may have gone; the work is bounded all the same by the one turn that there is.
            let _ = done.send(secret());
            drop((turn, place));
        };
        Builder::new().name("sealing".to_owned()).spawn(work).map_err(|_| Crowded)?;
        result.await.map_err(|_| Crowded)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::mpsc;

    use tokio::task::JoinSet;

    use super::*;

    #[tokio::test(flavor = "multi_thread")]
    async fn one_at_a_time_and_not_too_many_wait() {
        let (room, inside) = (Room::default(), Arc::new(AtomicUsize::new(0)));
        let mut all = JoinSet::new();
        let (go, wait) = mpsc::channel::<()>();
        let (entered, is_inside) = oneshot::channel();
        let (first, counted) = (room.clone(), Arc::clone(&inside));
        all.spawn(async move {
            first
                .work(move || {
                    let together = counted.fetch_add(1, Ordering::SeqCst);
                    entered.send(()).unwrap();
                    wait.recv().unwrap();
                    counted.fetch_sub(1, Ordering::SeqCst);
                    together
                })
                .await
        });
        is_inside.await.unwrap();
        for _ in 0..WAITING_MAX + 3 {
            let (room, inside) = (room.clone(), Arc::clone(&inside));
            all.spawn(async move {
                room.work(move || {
                    let together = inside.fetch_add(1, Ordering::SeqCst);
                    inside.fetch_sub(1, Ordering::SeqCst);
                    together
                })
                .await
            });
        }
        for _ in 0..3 {
            assert_eq!(all.join_next().await.unwrap().unwrap(), Err(Crowded));
        }
        go.send(()).unwrap();
        while let Some(done) = all.join_next().await {
            assert_eq!(done.unwrap(), Ok(0));
        }
    }
}
