//! Writes an act as a line of a record.

use std::fmt::{self, Write};

use croupier_kit::Money;

use super::act::{Act, Area, Bid, BoxHand, CarriedStake, Decision, On, Who};

impl Act {
    /// Writes the act at the end of a text. A bet is written without the formatter, because a house writes a line for every
    /// bet.
    pub fn write_to(&self, text: &mut String) {
        let written = if let Self::Bets(bid) = self { bid.write(text) } else { write!(text, "{self}") };
        written.expect("a text takes every line");
    }
}

impl fmt::Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules(game) => write!(f, "rules {game}"),
            Self::Date(date) => write!(f, "date {date}"),
            Self::House(settings) => {
                f.write_str("house")?;
                settings.iter().try_for_each(|(key, value)| write!(f, " {key}={value}"))
            }
            Self::PlaceYourBets => f.write_str("place your bets"),
            Self::FinalBets => f.write_str("final bets"),
            Self::NoMoreBets => f.write_str("no more bets"),
            Self::Bets(bid) => bid.write(f),
            Self::Cancel(stake) => write!(f, "cancel {stake} by consent"),
            Self::TakesBack(name, stake) => write!(f, "{name} takes back {stake}"),
            Self::TakesHalf(name, stake) => write!(f, "{name} takes half of {stake}"),
            Self::Refuse(name) => write!(f, "refuse {name}"),
            Self::Spin(direction) => write!(f, "spin {}", direction.name()),
            Self::VoidSpin => f.write_str("void spin"),
            Self::Ball(pocket) => write!(f, "ball {pocket}"),
            Self::Dice(values) => list(f, "dice", values),
            Self::Cards(cards) => list(f, "cards", cards),
            Self::Shuffle => f.write_str("shuffle"),
            Self::DealerLooks => f.write_str("dealer looks"),
            Self::CuttingCard => f.write_str("cutting card"),
            Self::Cuts(name) => write!(f, "{name} cuts"),
            Self::Misdeal => f.write_str("misdeal"),
            Self::NextHand => f.write_str("next hand"),
            Self::PlayersBank(name, amount) => write!(f, "bank {name} {}", Amount(*amount)),
            Self::HouseBank(Some(amount)) => write!(f, "bank house {}", Amount(*amount)),
            Self::HouseBank(None) => f.write_str("bank house"),
            Self::Calls(name, number) => write!(f, "{name} calls box {number}"),
            Self::Decides(decision) => write!(f, "{decision}"),
            Self::Insures(name, amount, number) => {
                write!(f, "{name} insures {} on {number}", Amount(*amount))
            }
            Self::EvenMoney(name, number) => write!(f, "{name} takes even money on {number}"),
            Self::Follows(name, spot) => write!(f, "{name} follows {spot}"),
            Self::Carries(stake) => write!(f, "{stake}"),
            Self::CallsStake(name, number, call) => write!(f, "{name} calls {number} {}", call.name()),
        }
    }
}

fn list(f: &mut fmt::Formatter<'_>, word: &str, items: &[impl fmt::Display]) -> fmt::Result {
    f.write_str(word)?;
    items.iter().try_for_each(|item| write!(f, " {item}"))
}

/// An amount as people write it, without decimal places if it is whole.
struct Amount(Money);

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write_brief(f)
    }
}

impl Bid {
    fn write(&self, out: &mut impl Write) -> fmt::Result {
        if self.by_dealer {
            out.write_str("dealer bets ")?;
            self.amount.write_brief(out)?;
            out.write_str(" for ")?;
            out.write_str(&self.player)?;
        } else {
            out.write_str(&self.player)?;
            out.write_str(" bets ")?;
            self.amount.write_brief(out)?;
        }
        self.on.write(out)?;
        match &self.at {
            Some(Area::Numbered(number)) => write!(out, " at {number}"),
            Some(Area::Standing) => out.write_str(" at standing"),
            Some(Area::Unknown(word)) => write!(out, " at {word}"),
            None => Ok(()),
        }
    }
}

impl On {
    /// Writes what comes after the amount.
    fn write(&self, out: &mut impl Write) -> fmt::Result {
        out.write_str(if matches!(self, Self::Wager(_)) { " on " } else { " " })?;
        out.write_str(&self.words())
    }
}

impl fmt::Display for CarriedStake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} carries {}", self.player, Amount(self.amount))?;
        self.on.write(f)?;
        self.point.map_or(Ok(()), |point| write!(f, " point {point}"))?;
        self.held.map_or(Ok(()), |level| write!(f, " held {level}"))?;
        self.called.map_or(Ok(()), |call| write!(f, " called {}", call.name()))
    }
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.who {
            Who::Person(name) => f.write_str(name)?,
            Who::Side(side) => f.write_str(side.name())?,
        }
        write!(f, " {}", self.verb.name())?;
        self.on.map_or(Ok(()), |spot| write!(f, " on {spot}"))
    }
}

impl fmt::Display for BoxHand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.hand {
            Some(hand) => write!(f, "{}.{hand}", self.number),
            None => write!(f, "{}", self.number),
        }
    }
}
