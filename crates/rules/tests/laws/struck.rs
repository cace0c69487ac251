//! Judging as if one provision were struck out of its book: a layer around the judge, which itself knows nothing of it.

use croupier_kit::Money;
use croupier_rules::Inadmissible;
use croupier_rules::house::Breach;
use croupier_rules::table::{Outcome, StakeVerdict, Verdict};

/// The provision that is struck out, if any.
#[derive(Clone, Copy)]
pub(crate) struct Struck<'a>(Option<&'a str>);

impl<'a> Struck<'a> {
    /// Every provision holds.
    pub(crate) const NONE: Self = Self(None);

    /// This one does not.
    pub(crate) fn provision(id: &'a str) -> Self {
        Self(Some(id))
    }

    /// Whether the first citation, the deciding one, is the provision that is struck out.
    fn decides(self, cites: &[String]) -> bool {
        self.0.is_some() && cites.first().map(String::as_str) == self.0
    }

    /// Judges a record. A line that is inadmissible under the provision is left out and the rest judged again; a stake
    /// that is refused under it stands.
    pub(crate) fn judge(
        self,
        mut record: String,
        judge: impl Fn(&str) -> Result<Verdict, Inadmissible>,
    ) -> Result<Verdict, Inadmissible> {
        loop {
            match judge(&record) {
                Err(error) if self.decides(&error.cites) => record = without_line(&record, error.line),
                judged => return judged.map(|verdict| self.accepted(verdict)),
            }
        }
    }

    fn accepted(self, mut verdict: Verdict) -> Verdict {
        let refused = |row: &&mut StakeVerdict| row.outcome == Outcome::Refused && self.decides(&row.cites);
        for row in verdict.rows.iter_mut().filter(refused) {
            row.outcome = Outcome::Standing;
            row.returned = Money::ZERO;
            row.reason = None;
            row.cites.clear();
        }
        verdict
    }

    /// The breaches of a house that are left.
    pub(crate) fn breaches(self, found: Vec<Breach>) -> Vec<Breach> {
        found.into_iter().filter(|breach| !self.decides(&breach.cites)).collect()
    }
}

/// The record with a comment in place of this line, so that the others keep their numbers.
fn without_line(record: &str, line: u32) -> String {
    let lines = (1..).zip(record.lines()).map(|(number, text)| if number == line { "#" } else { text });
    lines.map(|text| format!("{text}\n")).collect()
}
