//! Axes: they map values to positions and have ticks at round values.

/// The scale of an axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scale {
    /// Linear.
    Even,
    /// Logarithmic.
    Log,
}

/// The label, scale and unit of an axis.
#[derive(Clone, PartialEq, Debug)]
pub struct Axis {
    /// The label, including the unit.
    pub label: String,
    /// The scale.
    pub scale: Scale,
    /// The text after the number of a tick, such as ` %`.
    pub unit: &'static str,
}

/// The scale and end points of an axis.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Span {
    low: f64,
    high: f64,
    scale: Scale,
    step: f64,
}

/// The approximate number of ticks on an axis.
const TICKS: f64 = 5.0;

impl Axis {
    /// The axis for these values. A linear axis is extended to the next tick at both ends.
    pub(crate) fn span(&self, (low, high): (f64, f64)) -> Span {
        let (low, high) = if low.is_finite() && high.is_finite() { (low, high) } else { (0.0, 1.0) };
        if self.scale == Scale::Log {
            let low = low.max(f64::MIN_POSITIVE);
            return Span { low, high: high.max(low * 1.0001), scale: Scale::Log, step: 1.0 };
        }
        let wide = if high > low { high - low } else { high.abs().max(1.0) };
        let step = round_step(wide / TICKS);
        let low = (low / step + 1e-9).floor() * step;
        let high = (high / step - 1e-9).ceil() * step;
        Span { low, high: high.max(low + step), scale: Scale::Even, step }
    }
}

impl Span {
    /// The position of a value along the axis, from 0 to 1.
    pub(crate) fn share(&self, value: f64) -> f64 {
        match self.scale {
            Scale::Even => (value - self.low) / (self.high - self.low),
            Scale::Log => (value.max(self.low) / self.low).ln() / (self.high / self.low).ln(),
        }
    }

    /// The ticks with their labels.
    pub(crate) fn ticks(&self, axis: &Axis) -> Vec<(f64, String)> {
        match self.scale {
            Scale::Even => self.even_ticks(axis.unit),
            Scale::Log => self.log_ticks(axis.unit),
        }
    }

    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "an axis has a few ticks")]
    fn even_ticks(&self, unit: &str) -> Vec<(f64, String)> {
        let ticks = ((self.high - self.low) / self.step).round() as u32;
        let places = (-self.step.log10() + 1e-9).ceil().clamp(0.0, 9.0) as usize;
        let tick = |number: u32| {
            let value = self.low + f64::from(number) * self.step;
            let value = if value.abs() < self.step * 1e-6 { 0.0 } else { value };
            (value, format!("{}{unit}", grouped(&format!("{value:.places$}"))))
        };
        (0..=ticks).map(tick).collect()
    }

    fn log_ticks(&self, unit: &str) -> Vec<(f64, String)> {
        let mut ticks = Vec::new();
        let mut value = 10_f64.powf(self.low.log10().floor());
        while value <= self.high * 1.000_001 {
            if value >= self.low * 0.999_999 {
                ticks.push((value, format!("{}{unit}", short(value))));
            }
            value *= 10.0;
        }
        ticks
    }
}

/// The smallest of one, two or five times a power of ten that is not below `least`.
fn round_step(least: f64) -> f64 {
    let power = 10_f64.powf(least.log10().floor());
    [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|times| times * power)
        .find(|step| *step >= least * 0.999)
        .unwrap_or(power)
}

/// A number with thin spaces between thousands.
fn grouped(figure: &str) -> String {
    let (sign, rest) = figure.strip_prefix('-').map_or(("", figure), |rest| ("−", rest));
    let (whole, part) = rest.split_once('.').map_or((rest, None), |(whole, part)| (whole, Some(part)));
    let mut out = String::new();
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place).is_multiple_of(3) && whole.len() > 4 {
            out.push('\u{2009}');
        }
        out.push(digit);
    }
    let part = part.map(|part| format!(".{part}")).unwrap_or_default();
    format!("{sign}{out}{part}")
}

/// A power of ten in short form.
fn short(value: f64) -> String {
    match value {
        large if large >= 0.999e12 => format!("{:.0} T", large / 1e12),
        large if large >= 0.999e9 => format!("{:.0} G", large / 1e9),
        large if large >= 0.999e6 => format!("{:.0} M", large / 1e6),
        other => grouped(&format!("{other:.0}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(scale: Scale) -> Axis {
        Axis { label: "house edge".to_owned(), scale, unit: " %" }
    }

    #[test]
    fn ticks_are_round_and_cover_the_values() {
        let even = axis(Scale::Even);
        let span = even.span((-0.013, 0.094));
        let words: Vec<String> = span.ticks(&even).into_iter().map(|(_, text)| text).collect();
        assert_eq!(words, ["−0.05 %", "0.00 %", "0.05 %", "0.10 %"]);
        assert!((span.share(-0.05)).abs() < 1e-12 && (span.share(0.1) - 1.0).abs() < 1e-12);
        let log = axis(Scale::Log);
        let words: Vec<String> =
            log.span((256.0, 2e6)).ticks(&log).into_iter().map(|(_, text)| text).collect();
        assert_eq!(words, ["1000 %", "10\u{2009}000 %", "100\u{2009}000 %", "1 M %"]);
    }

    #[test]
    fn an_axis_of_one_value_or_none_has_a_width() {
        for values in [(3.0, 3.0), (0.0, 0.0), (f64::INFINITY, f64::NEG_INFINITY)] {
            let span = axis(Scale::Even).span(values);
            assert!(span.high > span.low && span.share(span.low).is_finite());
        }
    }
}
