//! The report of an audit as text.

use std::fmt;

use crate::report::{AuditReport, HouseAudit};

/// The most findings of a house that the text lists; JSON and pages have all.
const LISTED: usize = 200;

impl fmt::Display for HouseAudit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "house {}: {} entries to {}, hash {}",
            self.house, self.entries, self.sequence, self.hash
        )?;
        writeln!(
            f,
            "  {} commands decided again, {} rounds judged again, {} seeds checked",
            self.commands, self.rounds, self.seeds
        )?;
        if self.unjudged.entries > 0 {
            writeln!(
                f,
                "  {} entries could not be judged, because of what is found below",
                self.unjudged.entries
            )?;
        }
        if self.unjudged.replayed_until > 0 {
            let until = self.unjudged.replayed_until;
            writeln!(f, "  the commands of the entries to {until} were not decided again, as was asked for")?;
        }
        let stored =
            if self.compared_with_store { "were compared with the journal" } else { "were not compared" };
        writeln!(f, "  stored balances and head {stored}")
    }
}

impl fmt::Display for AuditReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "audit of {}", self.subject)?;
        for house in &self.houses {
            house.fmt(f)?;
        }
        for findings in std::iter::once(&self.findings).chain(self.houses.iter().map(|house| &house.findings))
        {
            for finding in findings.iter().take(LISTED) {
                writeln!(f, "{finding}")?;
            }
            if findings.len() > LISTED {
                writeln!(f, "{} more findings are in the JSON and on the page", findings.len() - LISTED)?;
            }
        }
        if !self.is_clean() {
            for (kind, count) in self.counts() {
                writeln!(f, "{count:>8}  {kind}: {}", kind.meaning())?;
            }
        }
        writeln!(f, "{}", self.verdict())
    }
}
