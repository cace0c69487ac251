//! Why a connection between two nodes is refused or ends.

use std::fmt;
use std::io;

use croupier_nodes::RunId;

/// Why a connection between two nodes is refused or ends.
#[derive(Debug)]
pub enum PeerError {
    /// The network or TLS failed.
    Network(io::Error),
    /// The other side did not answer in time.
    TimedOut,
    /// The other side is no node of this program.
    NoNode,
    /// The other side speaks another edition of the protocol.
    OtherProtocol {
        /// Its edition.
        theirs: u16,
        /// The edition of this node.
        ours: u16,
    },
    /// The other side does not know the secret of this cluster.
    OtherSecret,
    /// Another run answers at this address: the node has started again.
    OtherRun(RunId),
    /// A message is longer than the maximum.
    TooLong(usize),
    /// A message cannot be read or written.
    Malformed(String),
}

impl fmt::Display for PeerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Network(error) => error.fmt(f),
            Self::TimedOut => f.write_str("the other node did not answer in time"),
            Self::NoNode => {
                f.write_str("no node of croupier answers there: check the address that it advertises")
            }
            Self::OtherProtocol { theirs, ours } => write!(
                f,
                "the other node speaks edition {theirs} of the protocol between nodes, this one edition {ours}: \
                 upgrade the older one"
            ),
            Self::OtherSecret => f.write_str("the other node has another house key: give both the same"),
            Self::OtherRun(run) => write!(f, "another run answers there: {:032x}", run.0),
            Self::TooLong(bytes) => write!(f, "a message of {bytes} bytes is too long"),
            Self::Malformed(why) => write!(f, "a message cannot be read: {why}"),
        }
    }
}

impl std::error::Error for PeerError {}

impl From<io::Error> for PeerError {
    fn from(error: io::Error) -> Self {
        Self::Network(error)
    }
}
