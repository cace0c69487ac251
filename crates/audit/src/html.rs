//! The report of an audit as a page that needs nothing else.

use std::fmt::Write;

use crate::finding::AuditFinding;
use crate::report::{AuditReport, HouseAudit};

const STYLE: &str = "body{font:15px/1.45 system-ui,sans-serif;margin:2rem auto;max-width:75rem;padding:0 1rem;color:#1c2320}\
h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem}table{border-collapse:collapse;width:100%}\
th,td{text-align:left;vertical-align:top;padding:.35rem .6rem;border-bottom:1px solid #cfd8d3}\
td{overflow-wrap:anywhere}.number{text-align:right;white-space:nowrap}.clean{color:#14633c}.wrong{color:#9a1b1b}\
@media print{body{margin:0;max-width:none}}";

impl AuditReport {
    /// The report as a page in one file.
    pub fn to_html(&self) -> String {
        let class = if self.is_clean() { "clean" } else { "wrong" };
        let (subject, verdict) = (escaped(&self.subject), escaped(&self.verdict()));
        let mut page = format!(
            "<!doctype html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><meta name=\"viewport\" \
             content=\"width=device-width\"><title>Audit of {subject}</title><style>{STYLE}</style></head>\n<body>\n\
             <h1>Audit of {subject}</h1>\n<p class=\"{class}\"><strong>{verdict}</strong></p>\n"
        );
        self.write_houses(&mut page);
        self.write_counts(&mut page);
        write_findings(&mut page, "Findings that belong to no house", &self.findings);
        for house in &self.houses {
            write_findings(&mut page, &format!("Findings in house {}", house.house), &house.findings);
        }
        page.push_str("</body>\n</html>\n");
        page
    }

    fn write_houses(&self, page: &mut String) {
        if self.houses.is_empty() {
            return;
        }
        let heads = [
            "house",
            "entries",
            "commands decided again",
            "rounds judged again",
            "seeds checked",
            "not judged",
            "last hash",
        ];
        write_head(page, "Houses", &heads);
        for HouseAudit { house, entries, commands, rounds, seeds, unjudged, hash, .. } in &self.houses {
            let unjudged = unjudged.entries;
            page.push_str("<tr>");
            for number in [u64::from(*house), *entries, *commands, *rounds, *seeds, unjudged] {
                let _ = write!(page, "<td class=\"number\">{number}</td>");
            }
            let _ = writeln!(page, "<td>{hash}</td></tr>");
        }
        page.push_str("</tbody></table>\n");
    }

    fn write_counts(&self, page: &mut String) {
        if self.is_clean() {
            return;
        }
        write_head(page, "Kinds", &["kind", "count", "meaning"]);
        for (kind, count) in self.counts() {
            let meaning = escaped(kind.meaning());
            let _ =
                writeln!(page, "<tr><td>{kind}</td><td class=\"number\">{count}</td><td>{meaning}</td></tr>");
        }
        page.push_str("</tbody></table>\n");
    }
}

fn write_head(page: &mut String, title: &str, heads: &[&str]) {
    let _ = write!(page, "<h2>{}</h2>\n<table><thead><tr>", escaped(title));
    for head in heads {
        let _ = write!(page, "<th scope=\"col\">{head}</th>");
    }
    page.push_str("</tr></thead><tbody>\n");
}

fn write_findings(page: &mut String, title: &str, findings: &[AuditFinding]) {
    if findings.is_empty() {
        return;
    }
    write_head(page, title, &["entry", "table", "round", "kind", "found", "expected", "provision"]);
    for finding in findings {
        let number = |number: Option<u64>| number.map(|number| number.to_string()).unwrap_or_default();
        let cells = [
            number(finding.sequence),
            number(finding.table.map(u64::from)),
            number(finding.round),
            finding.kind.id().to_owned(),
            finding.found.clone(),
            finding.expected.clone(),
            finding.provisions.join(", "),
        ];
        page.push_str("<tr>");
        for cell in cells {
            let _ = write!(page, "<td>{}</td>", escaped(&cell));
        }
        page.push_str("</tr>\n");
    }
    page.push_str("</tbody></table>\n");
}

/// A text as a page has it.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
