//! Setting up the house of an empty data folder: a draft is reviewed field by field, and the house is founded in one step.

mod door;
mod draft;

pub(crate) use door::{CreatedHouse, FoundedHouse, FoundingOrder, SetUpDoor, SetUpState, hash_of};
pub(crate) use draft::{ReviewedDraft, first_house};
