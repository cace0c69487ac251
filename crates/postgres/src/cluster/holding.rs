//! Leases: claiming, renewing, giving away, suspending, and finding out what became of a write.

use croupier_house::ids::HouseId;
use croupier_nodes::{ChainHead, DatabaseAnswer, HouseNumber, RunId, SuspensionReason};
use tokio_postgres::Row;

use super::calls::{CallResult, Cluster, number_of, unsigned};
use super::tail::head_of;
use crate::lane::CallLost;
use crate::link::{Backend, TERMINATE};
use crate::suspension::{SUSPEND, columns_of};
use crate::values::hyphenated;

/// A stopped owner may hold the lock of its lease: its connection is ended, if the lease still stands where it was seen. Numbers of
/// processes are used again, so the start is compared.
const TERMINATE_OWNER: &str = "select pg_terminate_backend(a.pid, $4) from leases l join pg_stat_activity a on a.pid = l.backend \
     and (extract(epoch from a.backend_start) * 1000000)::bigint = l.began \
     where l.house = $1 and l.incarnation = $2 and l.renewals = $3";
const TAKE: &str = "update leases set owner = $4, address = $5, incarnation = $6, fence = fence + 1, renewals = renewals + 1, \
     backend = $7, began = $8 where house = $1 and incarnation is not distinct from $2 and renewals = $3 \
     and suspended is null returning fence";
/// A house that nobody has claimed yet.
const TAKE_FIRST: &str = "insert into leases (house, owner, address, incarnation, fence, renewals, backend, began) \
     values ($1, $2, $3, $4, 1, 1, $5, $6) on conflict do nothing returning fence";
/// The connection that this run writes through may be another one than at the last renewal.
const RENEW: &str = "update leases set renewals = renewals + 1, backend = coalesce($3, backend), began = coalesce($4, began) \
     where house = $1 and incarnation = $2 and suspended is null returning fence";
const RELEASE: &str = "update leases set owner = null, address = null, incarnation = null, fence = fence + 1, \
     renewals = renewals + 1, backend = null, began = null \
     where house = $1 and incarnation = $2 and suspended is null returning fence";
/// The next owner names its connection before it writes.
const GIVE: &str = "update leases l set owner = coalesce(m.node, $3), address = m.address, incarnation = $3, \
     fence = l.fence + 1, renewals = l.renewals + 1, backend = null, began = null \
     from (select $3::text as run) to_run left join members m using (run) \
     where l.house = $1 and l.incarnation = $2 and l.suspended is null returning l.fence";
/// What an earlier connection sent and the server has not yet read is refused after this.
const RAISE: &str = "update leases set fence = fence + 1, backend = coalesce($3, backend), began = coalesce($4, began) \
     where house = $1 and incarnation = $2 and suspended is null returning fence";
/// The head under a fence: whoever has taken the house since may have written.
const HEAD: &str = "select h.sequence, h.hash from leases l left join heads h on h.house = l.house \
     where l.house = $1 and l.incarnation = $2 and l.fence = $3";
const ADD_HOUSE: &str =
    "insert into leases (house, fence, renewals) values ($1, 0, 0) on conflict do nothing";

impl Cluster {
    /// Makes a house known to all nodes, owned by nobody. One that is known stays as it is: `Done`.
    pub async fn add_house(&self, house: HouseNumber) -> CallResult {
        self.holding.ask(ADD_HOUSE, &[&number_of(house)?]).await?;
        Ok(DatabaseAnswer::Done)
    }

    /// Ends the connection that the present owner writes through, and takes the lease with a raised fence: `Owned`; or
    /// `NotOwner` if owner or renewals are not those, or the house is suspended.
    pub async fn claim(&self, house: HouseNumber, run: Option<RunId>, renewals: u64) -> CallResult {
        let number = number_of(house)?;
        let Ok(renewals) = i64::try_from(renewals) else { return Ok(DatabaseAnswer::NotOwner) };
        let seen = run.map(|run| hyphenated(run.0));
        let backend = self.leases.backend();
        let (process, began) = columns(backend);
        let (owner, address, me) = (&self.owner, &self.address, self.incarnation());
        let taken = self.claims.run(async |session| {
            if seen.is_some() {
                session.ask(TERMINATE_OWNER, &[&number, &seen, &renewals, &self.patience()]).await?;
            }
            let taken = session
                .ask(TAKE, &[&number, &seen, &renewals, owner, address, &me, &process, &began])
                .await?;
            if taken.is_empty() && seen.is_none() && renewals == 0 {
                return session.ask(TAKE_FIRST, &[&number, owner, address, &me, &process, &began]).await;
            }
            Ok(taken)
        });
        self.owned(house, backend, &taken.await?)
    }

    /// Renews a lease of this run, and names in it the connection that this node writes through: `Owned`, or `NotOwner`.
    pub async fn renew(&self, house: HouseNumber) -> CallResult {
        let backend = self.leases.backend();
        let (process, began) = columns(backend);
        let renewed =
            self.renewals.ask(RENEW, &[&number_of(house)?, &self.incarnation(), &process, &began]).await?;
        self.owned(house, backend, &renewed)
    }

    /// Gives a lease of this run to another run, or to nobody, with a raised fence: `Owned` with the new fence, or `NotOwner`. It waits for a
    /// group that is being written.
    pub async fn release(&self, house: HouseNumber, to: Option<RunId>) -> CallResult {
        let (number, me) = (number_of(house)?, self.incarnation());
        let released = match to {
            None => self.holding.ask(RELEASE, &[&number, &me]).await?,
            Some(to) => self.holding.ask(GIVE, &[&number, &me, &hyphenated(to.0)]).await?,
        };
        fence_of(&released)
    }

    /// Suspends a house and raises its fence, so that nobody writes to it: `Done`. One that is suspended has its first reason for
    /// good.
    pub async fn suspend(&self, house: HouseNumber, reason: SuspensionReason) -> CallResult {
        let columns = columns_of(reason).map_err(|error| CallLost(error.to_string()))?;
        let (word, sequence, found) = columns;
        self.holding.ask(SUSPEND, &[&number_of(house)?, &word, &sequence, &found]).await?;
        Ok(DatabaseAnswer::Done)
    }

    /// Finds out what became of a write, on a new connection: ends the one over which it was lost, raises the fence and then reads the
    /// head: `Found`, or `NotOwner`.
    pub async fn find_out(&self, house: HouseNumber) -> CallResult {
        let number = number_of(house)?;
        let doubtful = self.leases.doubtful(HouseId(house.0));
        let backend = self.leases.backend();
        let (process, began) = columns(backend);
        let new = self.holding.another();
        let found = new.run(async |session| {
            if let Some(earlier) = doubtful {
                session.ask(TERMINATE, &[&earlier.process, &earlier.began, &self.patience()]).await?;
            }
            let raised = session.ask(RAISE, &[&number, &self.incarnation(), &process, &began]).await?;
            let Some(fence) = raised.first().map(|row| row.get::<_, i64>(0)) else {
                return Ok((raised, Vec::new()));
            };
            // A statement of its own: it sees what was committed before the lock was granted.
            let head = session.ask(HEAD, &[&number, &self.incarnation(), &fence]).await?;
            Ok((raised, head))
        });
        let (raised, head) = found.await?;
        self.leases.found_out(HouseId(house.0), doubtful);
        let DatabaseAnswer::Owned { fence } = self.owned(house, backend, &raised)? else {
            return Ok(DatabaseAnswer::NotOwner);
        };
        let Some(row) = head.first() else { return Ok(DatabaseAnswer::NotOwner) };
        let head = match row.get::<_, Option<i64>>(0) {
            Some(_) => head_of(row, 0, 1)?,
            None => ChainHead::EMPTY,
        };
        Ok(DatabaseAnswer::Found { fence, head })
    }

    /// How long the end of a connection is waited for, in milliseconds: half of the time is left for the rest.
    fn patience(&self) -> i64 {
        i64::try_from(self.deadline.as_millis() / 2).unwrap_or(i64::MAX)
    }

    /// The answer with the fence of a lease in which this connection is named now.
    fn owned(&self, house: HouseNumber, named: Option<Backend>, rows: &[Row]) -> CallResult {
        if let (Some(backend), Some(row)) = (named, rows.first()) {
            self.leases.named(HouseId(house.0), row.get(0), backend);
        }
        fence_of(rows)
    }
}

/// A connection as the columns of a lease have it: its process and when it began.
fn columns(backend: Option<Backend>) -> (Option<i32>, Option<i64>) {
    (backend.map(|own| own.process), backend.map(|own| own.began))
}

fn fence_of(rows: &[Row]) -> CallResult {
    match rows.first() {
        Some(row) => Ok(DatabaseAnswer::Owned { fence: unsigned(row.get(0))? }),
        None => Ok(DatabaseAnswer::NotOwner),
    }
}
