//! The HTTP routes, one file per group.
#![allow(unused_qualifications, reason = "utoipa writes the types of parameters out")]

mod access;
pub(crate) mod api;
mod charter;
mod checkpoints;
mod chips;
mod commands;
mod disputes;
mod document;
mod enrol;
mod events;
mod exchanges;
mod extract;
mod factor;
mod fair;
mod figures;
mod game;
mod houses;
mod journal;
mod live;
mod office;
mod opening;
mod own;
pub(crate) mod pages;
mod papers;
mod password;
mod prints;
mod readers;
mod reports;
pub(crate) mod root;
mod roster;
mod rounds;
mod session;
mod setup;
mod socket;
mod staff;
mod strategy;
