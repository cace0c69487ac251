//! Tiles: the nodes of a tree in files that never change, as C2SP `tlog-tiles` cuts and names them.

use std::fmt;
use std::str::FromStr;

/// The height of a tile: the number of levels of the tree that follow from its hashes.
pub const TILE_HEIGHT: u8 = 8;

/// The number of hashes in a full tile.
pub const TILE_WIDTH: u64 = 1 << TILE_HEIGHT;

/// The highest level of tiles that a tree can have.
const LEVEL_MAX: u8 = 63 / TILE_HEIGHT;

/// A tile: some of the hashes of one level of the tree. Level 0 has the leaves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TileId {
    /// Its level: the hashes are the nodes eight times as high above the leaves.
    pub level: u8,
    /// Its position at this level.
    pub index: u64,
    /// How many hashes it has: 256 if it is full, fewer at the right edge of a tree.
    pub width: u16,
}

impl TileId {
    /// The full tile at a place.
    pub const fn full(level: u8, index: u64) -> Self {
        Self { level, index, width: 1 << TILE_HEIGHT }
    }

    /// Whether it will never have more hashes.
    pub const fn is_full(self) -> bool {
        self.width == 1 << TILE_HEIGHT
    }

    /// The index of its first hash at its level of the tree.
    pub const fn first(self) -> u64 {
        self.index << TILE_HEIGHT
    }

    /// The size that a tree has at least which has this tile; `None` if no tree is that large.
    pub fn needs(self) -> Option<u64> {
        let hashes = self.first().checked_add(u64::from(self.width))?;
        hashes.checked_mul(1_u64.checked_shl(u32::from(self.level) * u32::from(TILE_HEIGHT))?)
    }
}

/// The tiles that a tree of this size has, full and partial, from the leaves upwards.
pub fn tiles_of(size: u64) -> Vec<TileId> {
    let mut tiles = Vec::new();
    for level in 0..=LEVEL_MAX {
        let hashes = size >> (level * TILE_HEIGHT);
        tiles.extend((0..hashes >> TILE_HEIGHT).map(|index| TileId::full(level, index)));
        let rest = u16::try_from(hashes % TILE_WIDTH).expect("a remainder of 256 is small");
        if rest > 0 {
            tiles.push(TileId { level, index: hashes >> TILE_HEIGHT, width: rest });
        }
    }
    tiles
}

impl fmt::Display for TileId {
    /// Its path below the address of the log, such as `tile/0/x001/234.p/5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tile/{}/", self.level)?;
        let mut groups = vec![self.index % 1000];
        let mut rest = self.index / 1000;
        while rest > 0 {
            groups.push(rest % 1000);
            rest /= 1000;
        }
        for group in groups[1..].iter().rev() {
            write!(f, "x{group:03}/")?;
        }
        write!(f, "{:03}", groups[0])?;
        if self.is_full() { Ok(()) } else { write!(f, ".p/{}", self.width) }
    }
}

/// A path that names no tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TileError;

impl fmt::Display for TileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "this is not the path of a tile: write `tile/LEVEL/INDEX`, with `.p/WIDTH` for a partial one",
        )
    }
}

impl std::error::Error for TileError {}

impl FromStr for TileId {
    type Err = TileError;

    fn from_str(path: &str) -> Result<Self, TileError> {
        let rest = path.strip_prefix("tile/").ok_or(TileError)?;
        let (level, rest) = rest.split_once('/').ok_or(TileError)?;
        let (index, width) = match rest.split_once(".p/") {
            Some((index, width)) => (index, width.parse().map_err(|_| TileError)?),
            None => (rest, 1 << TILE_HEIGHT),
        };
        let mut number = 0_u64;
        for group in index.split('/') {
            let group: u64 = group.strip_prefix('x').unwrap_or(group).parse().map_err(|_| TileError)?;
            number = number.checked_mul(1000).and_then(|n| n.checked_add(group)).ok_or(TileError)?;
        }
        let tile = Self { level: level.parse().map_err(|_| TileError)?, index: number, width };
        // There is one way to write it.
        let is_one =
            tile.level <= LEVEL_MAX && (1..=1 << TILE_HEIGHT).contains(&width) && tile.to_string() == path;
        if is_one { Ok(tile) } else { Err(TileError) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_those_of_tiled_logs() {
        let partial = TileId { level: 1, index: 0, width: 1 };
        for (tile, path) in [
            (TileId::full(0, 0), "tile/0/000"),
            (TileId::full(0, 273), "tile/0/273"),
            (TileId { level: 0, index: 273, width: 112 }, "tile/0/273.p/112"),
            (TileId::full(0, 1_234_067), "tile/0/x001/x234/067"),
            (TileId::full(2, 1000), "tile/2/x001/000"),
            (partial, "tile/1/000.p/1"),
        ] {
            assert_eq!(tile.to_string(), path);
            assert_eq!(path.parse(), Ok(tile));
        }
    }

    #[test]
    fn what_is_written_differently_is_refused() {
        for path in [
            "tile/0/0",
            "tile/0/x000/000",
            "tile/00/000",
            "tile/8/000",
            "tile/0/000.p/256",
            "tile/0/000.p/0",
            "tile/0/000.p/01",
            "tile/0/000.p/",
            "tile/0/001/000",
            "tile/0/",
            "tile/-1/000",
            "0/000",
            "tile/0/x001/x000",
            "tile/0/x999/x999/x999/x999/x999/x999/x999/999",
            "tile/0/+01",
        ] {
            assert_eq!(path.parse::<TileId>(), Err(TileError), "{path}");
        }
    }

    /// The example of C2SP `tlog-tiles`: a log of 70,000 entries.
    #[test]
    fn a_tree_has_the_tiles_of_the_standards_example() {
        let tiles = tiles_of(70_000);
        let (full, partial): (Vec<_>, Vec<_>) = tiles.into_iter().partition(|tile| tile.is_full());
        assert_eq!(full.len(), 273 + 1);
        assert_eq!(full[273], TileId::full(1, 0));
        let paths: Vec<String> = partial.iter().map(ToString::to_string).collect();
        assert_eq!(paths, ["tile/0/273.p/112", "tile/1/001.p/17", "tile/2/000.p/1"]);
        assert!(full.iter().chain(&partial).all(|tile| tile.needs().is_some_and(|size| size <= 70_000)));
        assert_eq!(TileId::full(0, 273).needs(), Some(274 * 256));
        assert_eq!(TileId::full(7, u64::MAX >> 8).needs(), None);
        assert_eq!(tiles_of(0), []);
    }
}
