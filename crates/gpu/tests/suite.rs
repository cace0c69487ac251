//! The steps of `machines.cu` give the counts of the machines: the source that graphics cards execute, compiled for this
//! processor.

mod host;
