//! The thread that writes: it sends the next group while the server stores one.
//!
//! Groups go over one connection, so the server stores them in their order. A group that follows one that was not stored is
//! refused, because it continues something that is not there.

use std::collections::VecDeque;
use std::sync::Arc;

use croupier_house::store::{OnStored, StoreError};
use croupier_store::{GROUP_MAX, SubmittedBatch, WriterThread};
use tokio::runtime::Runtime;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::task::JoinHandle;

use crate::writer::{OpenWriter, SendAhead, SentHeads, Writer, send_group};
use crate::writer_batch::WriterBatch;

/// The maximum number of groups that are sent and not answered: one that the server stores, and the next.
const SENT_MAX: usize = 2;

/// A group that is sent, and the task that waits for its answer.
struct SentGroup {
    over: Arc<OpenWriter>,
    task: JoinHandle<(Vec<WriterBatch>, SentHeads)>,
    waiting: Vec<OnStored>,
}

/// Starts the thread. Its runtime drives the connection of the writer.
///
/// # Errors
/// When it cannot be started.
pub(crate) fn start_writer(
    runtime: Runtime,
    writer: Writer,
) -> Result<WriterThread<WriterBatch>, StoreError> {
    let (jobs, arrived) = unbounded_channel();
    let hand_over = move |job| jobs.send(job).err().map(|unsent| unsent.0);
    WriterThread::start(hand_over, move || runtime.block_on(run(writer, arrived)))
}

async fn run(mut writer: Writer, mut jobs: UnboundedReceiver<SubmittedBatch<WriterBatch>>) {
    let mut sent: VecDeque<SentGroup> = VecDeque::new();
    loop {
        tokio::select! {
            Some(answered) = answer(&mut sent) => settle(&mut writer, &mut sent, answered).await,
            job = jobs.recv(), if sent.len() < SENT_MAX => {
                let Some(first) = job else { break };
                let others = std::iter::from_fn(|| jobs.try_recv().ok());
                let all = std::iter::once(first).chain(others).take(GROUP_MAX);
                let (group, waiting) = all.map(|SubmittedBatch { batch, done }| (batch, done)).unzip();
                send(&mut writer, &mut sent, group, waiting).await;
            }
        }
    }
    settle_all(&mut writer, &mut sent).await;
}

/// Sends a group and goes on, where that is possible; otherwise it is stored after those that are sent.
async fn send(
    writer: &mut Writer,
    sent: &mut VecDeque<SentGroup>,
    group: Vec<WriterBatch>,
    waiting: Vec<OnStored>,
) {
    if sent.is_empty() {
        notice_end().await;
    }
    let Some(SendAhead { open, fences, marks, patience }) = writer.send_ahead(&group) else {
        settle_all(writer, sent).await;
        let answers = writer.store(&group).await;
        return writer.finish(group, waiting, answers);
    };
    let over = Arc::clone(&open);
    let task = tokio::spawn(async move {
        let batches: Vec<&WriterBatch> = group.iter().collect();
        let heads = send_group(&open, &batches, &fences, &marks, patience).await;
        (group, heads)
    });
    sent.push_back(SentGroup { over, task, waiting });
}

/// Reads whether the connection was ended while nothing was sent. A group that is sent over such a one is not stored, but that would
/// have to be found out.
async fn notice_end() {
    // First the sockets are looked at, then the task of the connection runs.
    for _ in 0..2 {
        tokio::task::yield_now().await;
    }
}

/// What the oldest group is answered: the group with it, unless its task has failed.
type Answered = Option<(Vec<WriterBatch>, SentHeads)>;

/// Waits for the answer to the oldest group; `None` if none is sent.
async fn answer(sent: &mut VecDeque<SentGroup>) -> Option<Answered> {
    let oldest = sent.front_mut()?;
    Some((&mut oldest.task).await.ok())
}

async fn settle(writer: &mut Writer, sent: &mut VecDeque<SentGroup>, answered: Answered) {
    let Some(SentGroup { over, waiting, .. }) = sent.pop_front() else { return };
    let Some((group, heads)) = answered else {
        let unknown = || StoreError::Unknown("the writer has failed".to_owned());
        return waiting.into_iter().for_each(|done| done(Err(unknown())));
    };
    let answers = writer.settle(&group, &over, heads).await;
    writer.finish(group, waiting, answers);
}

async fn settle_all(writer: &mut Writer, sent: &mut VecDeque<SentGroup>) {
    while let Some(answered) = answer(sent).await {
        settle(writer, sent, answered).await;
    }
}
