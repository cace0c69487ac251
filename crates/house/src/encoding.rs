//! Encoding values for the journal, in postcard, without memory of their own where they are short.

use postcard::Error;
use postcard::ser_flavors::Flavor;
use serde::Serialize;

/// A buffer size that is enough for most entries.
const USUAL: usize = 512;

/// Encodes a value after a head, and passes the bytes on. Most of them need no memory but that of the stack; others
/// have about so much room first, because a vector that grows byte by byte would take twice as long.
pub(crate) fn with_encoded<T>(
    head: &[u8],
    room: usize,
    value: &impl Serialize,
    then: impl FnOnce(&[u8]) -> T,
) -> postcard::Result<T> {
    let mut usual = [0; USUAL];
    if room <= USUAL
        && let Some(length) = encode(head, value, &mut usual)?
    {
        return Ok(then(&usual[..length]));
    }
    let mut room = room.max(2 * USUAL);
    loop {
        let mut bytes = vec![0; room];
        if let Some(length) = encode(head, value, &mut bytes)? {
            return Ok(then(&bytes[..length]));
        }
        room *= 2;
    }
}

/// Encodes a value after a head, and returns the length of both; `None` if there is too little room.
fn encode(head: &[u8], value: &impl Serialize, into: &mut [u8]) -> postcard::Result<Option<usize>> {
    let (before, rest) = into.split_at_mut(head.len());
    before.copy_from_slice(head);
    match postcard::serialize_with_flavor(value, Room { bytes: rest, length: 0 }) {
        Ok(length) => Ok(Some(head.len() + length)),
        Err(Error::SerializeBufferFull) => Ok(None),
        Err(error) => Err(error),
    }
}

/// A buffer that is filled from the start. Most of what is encoded are numbers of one or two bytes, for which a call to copy
/// them would cost more than the copy.
struct Room<'r> {
    bytes: &'r mut [u8],
    length: usize,
}

impl Flavor for Room<'_> {
    type Output = usize;

    #[inline]
    fn try_push(&mut self, byte: u8) -> postcard::Result<()> {
        *self.bytes.get_mut(self.length).ok_or(Error::SerializeBufferFull)? = byte;
        self.length += 1;
        Ok(())
    }

    #[inline]
    fn try_extend(&mut self, bytes: &[u8]) -> postcard::Result<()> {
        match *bytes {
            [one] => self.try_push(one),
            [one, two] => self.try_push(one).and_then(|()| self.try_push(two)),
            _ => {
                let end = self.length + bytes.len();
                let free = self.bytes.get_mut(self.length..end).ok_or(Error::SerializeBufferFull)?;
                free.copy_from_slice(bytes);
                self.length = end;
                Ok(())
            }
        }
    }

    fn finalize(self) -> postcard::Result<usize> {
        Ok(self.length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn encoded(room: usize, value: &impl Serialize) -> Vec<u8> {
        with_encoded(b"head", room, value, <[u8]>::to_vec).unwrap()
    }

    #[test]
    fn values_of_every_length_are_encoded_after_their_head_as_postcard_does() {
        for length in (0..=USUAL + 3).chain([3 * USUAL, 9 * USUAL]) {
            let value = (1_u8, 300_u64, "x".repeat(length), u128::MAX);
            let expected = [&b"head"[..], &postcard::to_stdvec(&value).unwrap()].concat();
            for room in [0, length, 4 * USUAL] {
                assert_eq!(encoded(room, &value), expected, "{length} bytes with room for {room}");
            }
        }
    }
}
