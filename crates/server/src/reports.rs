//! Reports that take seconds to a minute: each is computed once for all who ask for it, apart from the threads that serve
//! requests, and cached. Who asks meanwhile learns how far it is.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::body::Bytes;
use croupier_print::Printout;
use croupier_report::{ReportError, ReportProgress};
use futures_util::FutureExt;
use futures_util::future::{BoxFuture, Shared};
use tokio::sync::{Semaphore, watch};

use crate::wire::{Problem, ProblemCode};

/// The number of reports that are computed at the same time, each on one processor.
pub(crate) const REPORTS_AT_ONCE: usize = 1;
/// The number of reports that are computed or wait for their turn.
pub(crate) const REPORTS_WAITING: usize = 32;
/// The number of reports in the cache. The oldest makes room for another.
pub(crate) const REPORTS_MAX: usize = 64;
/// The time that a request waits for a report. Then it is answered with how far the report is.
pub(crate) const REPORT_WAIT: Duration = Duration::from_secs(2);
/// The time that a request for a PDF waits for its report.
pub(crate) const REPORT_PDF_WAIT: Duration = Duration::from_secs(20);

/// A report as it is answered.
pub(crate) struct MadeReport {
    pub(crate) json: Bytes,
    /// The report as a paper, where it has such a form.
    pub(crate) paper: Option<Printout>,
}

/// A report, or how far it is.
pub(crate) enum ReportAnswer {
    /// The report.
    Made(Arc<MadeReport>),
    /// What is being done for it.
    Computing(String),
}

/// How far a report is.
struct ReportStage {
    words: Mutex<String>,
    is_done: AtomicBool,
    stopping: watch::Receiver<bool>,
}

impl ReportStage {
    fn words(&self) -> String {
        self.words.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl ReportProgress for ReportStage {
    fn say(&self, what: &str) {
        what.clone_into(&mut self.words.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// Tables are played meanwhile: a report does not take all processors.
    fn threads(&self) -> usize {
        1
    }

    fn is_stopped(&self) -> bool {
        *self.stopping.borrow()
    }
}

/// A report, or why there is none: the computation has failed where no reason is known.
type Made = Result<Arc<MadeReport>, Option<ReportError>>;

/// A report that is computed, or was.
struct Report {
    key: String,
    stage: Arc<ReportStage>,
    made: Shared<BoxFuture<'static, Made>>,
}

/// The reports of a server, the oldest first.
pub(crate) struct Reports {
    all: Mutex<VecDeque<Report>>,
    places: Arc<Semaphore>,
    stopping: watch::Receiver<bool>,
}

impl Reports {
    /// No reports yet. They are given up when the server stops.
    pub(crate) fn new(stopping: watch::Receiver<bool>) -> Self {
        Self { all: Mutex::default(), places: Arc::new(Semaphore::new(REPORTS_AT_ONCE)), stopping }
    }

    /// The report with this key, which names everything that it depends on; or how far it is after `wait`. A report that
    /// nobody waits for any more is computed to its end, so that asking again finds it.
    ///
    /// # Errors
    /// When it cannot be computed, or too many others wait.
    pub(crate) async fn get(
        &self,
        key: String,
        wait: Duration,
        compute: impl FnOnce(&dyn ReportProgress) -> Result<MadeReport, ReportError> + Send + 'static,
    ) -> Result<ReportAnswer, Problem> {
        let (stage, made) = self.find_or_start(&key, compute)?;
        match tokio::time::timeout(wait, made).await {
            Ok(Ok(made)) => Ok(ReportAnswer::Made(made)),
            Ok(Err(why)) => {
                self.all.lock().unwrap_or_else(PoisonError::into_inner).retain(|report| report.key != key);
                Err(problem(why))
            }
            Err(_) => Ok(ReportAnswer::Computing(stage.words())),
        }
    }

    fn find_or_start(
        &self,
        key: &str,
        compute: impl FnOnce(&dyn ReportProgress) -> Result<MadeReport, ReportError> + Send + 'static,
    ) -> Result<(Arc<ReportStage>, Shared<BoxFuture<'static, Made>>), Problem> {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = all.iter().find(|report| report.key == key) {
            return Ok((Arc::clone(&known.stage), known.made.clone()));
        }
        let is_done = |report: &Report| report.stage.is_done.load(Ordering::Relaxed);
        if all.iter().filter(|report| !is_done(report)).count() >= REPORTS_WAITING {
            let allowed = format!("at most {REPORTS_WAITING} wait: try again in a minute");
            return Err(Problem::new(ProblemCode::Rate, "too many reports are being computed", allowed));
        }
        if all.len() >= REPORTS_MAX
            && let Some(oldest) = all.iter().position(is_done)
        {
            all.remove(oldest);
        }
        let stage = Arc::new(ReportStage {
            words: Mutex::new("waiting for another report".to_owned()),
            is_done: AtomicBool::new(false),
            stopping: self.stopping.clone(),
        });
        let made = start(Arc::clone(&self.places), Arc::clone(&stage), compute);
        all.push_back(Report { key: key.to_owned(), stage: Arc::clone(&stage), made: made.clone() });
        Ok((stage, made))
    }
}

/// Computes a report when there is a place for it.
fn start(
    places: Arc<Semaphore>,
    stage: Arc<ReportStage>,
    compute: impl FnOnce(&dyn ReportProgress) -> Result<MadeReport, ReportError> + Send + 'static,
) -> Shared<BoxFuture<'static, Made>> {
    let work = tokio::spawn(async move {
        let place = places.acquire_owned().await.map_err(|_| None)?;
        let at = Arc::clone(&stage);
        // The work holds the place, not the request: one that is given up does not make room for another.
        let work = tokio::task::spawn_blocking(move || {
            let made = compute(&*at);
            drop(place);
            made
        });
        let made = work.await;
        stage.is_done.store(true, Ordering::Relaxed);
        made.map_err(|_| None)?.map(Arc::new).map_err(Some)
    });
    work.map(|made| made.unwrap_or(Err(None))).boxed().shared()
}

fn problem(why: Option<ReportError>) -> Problem {
    match why {
        Some(ReportError::Refused(why)) => Problem::new(ProblemCode::Unknown, why, "ask for another report"),
        Some(ReportError::Stopped) => Problem::unavailable("the server is stopping"),
        None => Problem::unavailable("this cannot be computed now"),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;
    use std::sync::mpsc;

    use super::*;

    const LONG: Duration = Duration::from_secs(20);

    fn run<T>(work: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_time()
            .build()
            .unwrap()
            .block_on(work)
    }

    fn report(text: &'static str) -> MadeReport {
        MadeReport { json: Bytes::from_static(text.as_bytes()), paper: None }
    }

    fn reports() -> (watch::Sender<bool>, Reports) {
        let (stop, stopping) = watch::channel(false);
        (stop, Reports::new(stopping))
    }

    fn text(answer: Result<ReportAnswer, Problem>) -> String {
        match answer.unwrap() {
            ReportAnswer::Made(made) => String::from_utf8(made.json.to_vec()).unwrap(),
            ReportAnswer::Computing(words) => format!("computing: {words}"),
        }
    }

    #[test]
    fn the_same_report_is_computed_once_and_says_how_far_it_is() {
        run(async {
            let (_stop, reports) = reports();
            let count = Arc::new(AtomicUsize::new(0));
            let (release, wait) = mpsc::channel::<()>();
            let wait = Arc::new(Mutex::new(wait));
            let ask = |patience| {
                let (count, wait) = (Arc::clone(&count), Arc::clone(&wait));
                reports.get("one".to_owned(), patience, move |progress| {
                    count.fetch_add(1, Ordering::Relaxed);
                    progress.say_step("pricing decks=8", 3, 40);
                    wait.lock().unwrap().recv().unwrap();
                    Ok(report("made"))
                })
            };
            let mut said = text(ask(Duration::from_millis(50)).await);
            while said.contains("waiting for another") {
                said = text(ask(Duration::from_millis(50)).await);
            }
            assert_eq!(said, "computing: pricing decks=8 (3 of 40)");
            // Another waits for its turn.
            let other = |patience| reports.get("other".to_owned(), patience, |_| Ok(report("other")));
            let said = text(other(Duration::from_millis(50)).await);
            assert_eq!(said, "computing: waiting for another report");
            release.send(()).unwrap();
            let (one, same) = futures_util::future::join(ask(LONG), ask(LONG)).await;
            assert_eq!([text(one), text(same)], ["made", "made"]);
            assert_eq!(text(other(LONG).await), "other");
            assert_eq!(count.load(Ordering::Relaxed), 1);
        });
    }

    #[test]
    fn waiting_reports_are_bounded_and_old_ones_make_room() {
        run(async {
            let (_stop, reports) = reports();
            let (release, wait) = mpsc::channel::<()>();
            let first = reports.get("first".to_owned(), Duration::ZERO, move |_| {
                wait.recv().unwrap();
                Ok(report("first"))
            });
            assert!(text(first.await).starts_with("computing"));
            let ask = |number: usize, patience| {
                reports.get(format!("report {number}"), patience, |_| Ok(report("made")))
            };
            for number in 1..REPORTS_WAITING {
                assert!(text(ask(number, Duration::ZERO).await).starts_with("computing"));
            }
            assert_eq!(ask(REPORTS_WAITING, Duration::ZERO).await.err().unwrap().code, ProblemCode::Rate);
            // One that waits already is not a further one.
            assert!(text(ask(1, Duration::ZERO).await).starts_with("computing"));
            release.send(()).unwrap();
            for number in 1..2 * REPORTS_MAX {
                assert_eq!(text(ask(number, LONG).await), "made");
            }
            assert_eq!(reports.all.lock().unwrap().len(), REPORTS_MAX);
        });
    }

    #[test]
    fn a_report_that_failed_is_tried_again_and_one_of_a_stopping_server_is_given_up() {
        run(async {
            let (stop, reports) = reports();
            let refused = reports.get("key".to_owned(), LONG, |_| Err(ReportError::Refused("no".to_owned())));
            assert_eq!(refused.await.err().unwrap().code, ProblemCode::Unknown);
            let panics = reports.get("key".to_owned(), LONG, |_| panic!("no"));
            assert_eq!(panics.await.err().unwrap().code, ProblemCode::Unavailable);
            assert_eq!(text(reports.get("key".to_owned(), LONG, |_| Ok(report("made"))).await), "made");
            stop.send(true).unwrap();
            let stopped = reports.get("other".to_owned(), LONG, |progress| {
                if progress.is_stopped() { Err(ReportError::Stopped) } else { Ok(report("made")) }
            });
            assert_eq!(stopped.await.err().unwrap().code, ProblemCode::Unavailable);
        });
    }
}
