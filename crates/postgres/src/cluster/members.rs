//! The members: announcing, signs of life, leaving, and the event format that all of them read.

use croupier_nodes::{DatabaseAnswer, JoinRefusal, MemberRow, RunId};

use super::calls::{CallResult, Cluster};
use super::look::MemberDetails;
use crate::lane::{CallLost, Values};
use crate::values::hyphenated;

/// The row is locked before it is read: a newer format is permitted before or after, and the first key is one node's.
const ANNOUNCE: &str = "with agreed as (update cluster set key_check = coalesce(key_check, $6) returning key_check, format), \
     joined as (insert into members (run, node, address, version, format, beats, draining) \
     select $1, $2, $3, $4, $5, $7, $8 from agreed where agreed.key_check = $6 and agreed.format <= $5 \
     on conflict (run) do update set node = excluded.node, address = excluded.address, version = excluded.version, \
     format = excluded.format, beats = excluded.beats, draining = excluded.draining, \
     since = excluded.since) select key_check = $6, format from agreed";
const BEAT: &str = "update members set beats = beats + 1, draining = $2 where run = $1 returning beats";
const LEAVE: &str = "delete from members where run = $1";
const EXPEL: &str = "delete from members where run = $1 and beats = $2";
const RAISE_FORMAT: &str = "select raise_format($1)";

impl Cluster {
    /// Adds this node to the members: `Done`, or `JoinRefused` if it has another key than the others, or cannot read what may
    /// have been written. The run is that of this store, whatever the row says.
    pub async fn announce(&self, row: &MemberRow, details: &MemberDetails) -> CallResult {
        let MemberDetails { node, address, version } = details;
        let (format, key_check, beats) =
            (i32::from(row.format), row.key_check.cast_signed(), stored(row.beats)?);
        let run = self.incarnation();
        let values: Values<'_> = &[&run, node, address, version, &format, &key_check, &beats, &row.draining];
        let rows = self.members.ask(ANNOUNCE, values).await?;
        let agreed = rows.first().ok_or_else(|| CallLost("the row of the cluster is gone".to_owned()))?;
        let (same_key, needed): (bool, i32) = (agreed.get(0), agreed.get(1));
        let needed = u16::try_from(needed).map_err(|_| CallLost(format!("there is no format {needed}")))?;
        Ok(match (same_key, row.format >= needed) {
            (false, _) => DatabaseAnswer::JoinRefused(JoinRefusal::OtherKey),
            (true, false) => DatabaseAnswer::JoinRefused(JoinRefusal::OldFormat { needed }),
            (true, true) => DatabaseAnswer::Done,
        })
    }

    /// Gives a sign of life: `Done`, or `NoMember` if this node was removed.
    pub async fn beat(&self, draining: bool) -> CallResult {
        let beaten = self.members.ask(BEAT, &[&self.incarnation(), &draining]).await?;
        Ok(if beaten.is_empty() { DatabaseAnswer::NoMember } else { DatabaseAnswer::Done })
    }

    /// Removes this node from the members: `Done`.
    pub async fn leave(&self) -> CallResult {
        self.members.ask(LEAVE, &[&self.incarnation()]).await?;
        Ok(DatabaseAnswer::Done)
    }

    /// Removes a member, if it has given no sign of life since: `Done` either way.
    pub async fn expel(&self, run: RunId, beats: u64) -> CallResult {
        self.members.ask(EXPEL, &[&hyphenated(run.0), &stored(beats)?]).await?;
        Ok(DatabaseAnswer::Done)
    }

    /// Permits a newer event format, if every member reads it: `Done` either way.
    pub async fn raise_format(&self, format: u16) -> CallResult {
        self.members.ask(RAISE_FORMAT, &[&i32::from(format)]).await?;
        Ok(DatabaseAnswer::Done)
    }
}

fn stored(beats: u64) -> Result<i64, CallLost> {
    i64::try_from(beats).map_err(|_| CallLost("there are no so many signs of life".to_owned()))
}
