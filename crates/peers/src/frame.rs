//! Frames: a length of four bytes, and a message in postcard. An empty frame says that the sender is still there.

use croupier_nodes::PeerMessage;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::io::{AsyncRead, AsyncReadExt};

use crate::error::PeerError;

/// The maximum length of a message in bytes. A group of entries is much shorter.
pub const FRAME_MAX: usize = 16 << 20;

/// The length of what precedes a message.
const LENGTH: usize = size_of::<u32>();

/// Adds a message to what is sent next.
///
/// # Errors
/// When it cannot be encoded or is too long. Nothing is added then.
pub(crate) fn add(message: &impl Serialize, to: &mut Vec<u8>) -> Result<(), PeerError> {
    let start = to.len();
    let framed = add_unchecked(message, to);
    if framed.is_err() {
        to.truncate(start);
    }
    framed
}

fn add_unchecked(message: &impl Serialize, to: &mut Vec<u8>) -> Result<(), PeerError> {
    let start = to.len();
    to.extend([0; LENGTH]);
    let all = postcard::to_extend(message, std::mem::take(to));
    *to = all.map_err(|error| PeerError::Malformed(error.to_string()))?;
    let length = to.len() - start - LENGTH;
    if length > FRAME_MAX {
        return Err(PeerError::TooLong(length));
    }
    let length = u32::try_from(length).map_err(|_| PeerError::TooLong(length))?;
    to[start..start + LENGTH].copy_from_slice(&length.to_le_bytes());
    Ok(())
}

/// Adds an empty frame to what is sent next.
pub(crate) fn add_sign_of_life(to: &mut Vec<u8>) {
    to.extend([0; LENGTH]);
}

/// Reads the next frame of at most so many bytes into a reused buffer.
///
/// # Errors
/// When the connection ends or the frame is too long.
pub(crate) async fn read(
    from: &mut (impl AsyncRead + Unpin),
    most: usize,
    into: &mut Vec<u8>,
) -> Result<(), PeerError> {
    let length = from.read_u32_le().await? as usize;
    if length > most {
        return Err(PeerError::TooLong(length));
    }
    into.clear();
    let read = from.take(length as u64).read_to_end(into).await?;
    if read < length {
        return Err(PeerError::Network(std::io::ErrorKind::UnexpectedEof.into()));
    }
    Ok(())
}

/// The message in a frame; `None` if it is a sign of life.
///
/// # Errors
/// When it is no message.
pub(crate) fn message(frame: &[u8]) -> Result<Option<PeerMessage>, PeerError> {
    if frame.is_empty() { Ok(None) } else { decode(frame).map(Some) }
}

/// Decodes the whole of a frame.
///
/// # Errors
/// When it is something else, or more.
pub(crate) fn decode<T: DeserializeOwned>(frame: &[u8]) -> Result<T, PeerError> {
    let (decoded, rest) =
        postcard::take_from_bytes(frame).map_err(|error| PeerError::Malformed(error.to_string()))?;
    match rest.len() {
        0 => Ok(decoded),
        more => Err(PeerError::Malformed(format!("{more} bytes follow it"))),
    }
}
