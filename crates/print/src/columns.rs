//! The widths of the columns of a table.

/// What a column needs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Need {
    /// The width in which no cell is broken.
    pub(crate) natural: f32,
    /// The width of its longest word.
    pub(crate) least: f32,
    /// Whether it has words: only such a column takes what is left over.
    pub(crate) words: bool,
}

/// The widths of columns that together are as wide as the table.
pub(crate) fn widths(needs: &[Need], width: f32) -> Vec<f32> {
    let natural: f32 = needs.iter().map(|need| need.natural).sum();
    let least: f32 = needs.iter().map(|need| need.least).sum();
    if natural <= width {
        return spread(needs, width - natural);
    }
    if let Some(widths) = short_first(needs, width) {
        return widths;
    }
    if least <= width {
        // What is over the longest words is shared by what each column would like to have.
        let part = (width - least) / (natural - least).max(f32::EPSILON);
        return needs.iter().map(|need| need.least + (need.natural - need.least) * part).collect();
    }
    needs.iter().map(|need| width * need.least / least).collect()
}

/// Columns that need less than an equal share have what they need, and the others share the rest by their longest words.
/// `None` where the rest is too narrow for those.
fn short_first(needs: &[Need], width: f32) -> Option<Vec<f32>> {
    let mut short = vec![false; needs.len()];
    let (mut rest, mut open) = (width, needs.len());
    while let Some(next) =
        (0..needs.len()).find(|place| !short[*place] && needs[*place].natural * open as f32 <= rest)
    {
        short[next] = true;
        (rest, open) = (rest - needs[next].natural, open - 1);
    }
    let long = || needs.iter().zip(&short).filter(|(_, short)| !**short).map(|(need, _)| need);
    let (least, natural) =
        long().fold((0.0, 0.0), |(least, natural), need| (least + need.least, natural + need.natural));
    let part = (rest - least) / (natural - least).max(f32::EPSILON);
    let set = |(need, short): (&Need, &bool)| match short {
        true => need.natural,
        false => need.least + (need.natural - need.least) * part,
    };
    (least <= rest).then(|| needs.iter().zip(&short).map(set).collect())
}

/// The natural widths, and what is left over for the columns of words.
fn spread(needs: &[Need], over: f32) -> Vec<f32> {
    let words: f32 = needs.iter().filter(|need| need.words).map(|need| need.natural).sum();
    if words <= 0.0 {
        let each = over / needs.len().max(1) as f32;
        return needs.iter().map(|need| need.natural + each).collect();
    }
    let grown = |need: &Need| match need.words {
        true => need.natural + over * need.natural / words,
        false => need.natural,
    };
    needs.iter().map(grown).collect()
}
