"""Exceptions: what was found, what is allowed, where it stands, and which provision says so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypedDict


class _FaultFields(TypedDict):
    line: int
    column: int
    message: str
    help: str | None


class CroupierError(ValueError):
    """Something was asked for that cannot be answered. The message says what to do instead."""


class UnknownName(CroupierError, KeyError):
    """There is no book or game of this name; the message has the nearest one."""

    def __str__(self) -> str:
        return str(self.args[0])


class DeviceError(CroupierError):
    """A graphics card is not there, or cannot play this; the message says what is missing."""


class Refused(CroupierError):
    """The rules do not permit it."""

    def __init__(self, message: str, *, found: str = "", allowed: str = "", cites: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.found = found
        """What was found."""
        self.allowed = allowed
        """What the rules permit instead."""
        self.cites = tuple(cites)
        """The provisions, the deciding one first."""


class Inadmissible(CroupierError):
    """A record that cannot be judged."""

    def __init__(self, message: str, *, line: int = 0, reason: str = "", cites: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.line = line
        """The line of the record, from 1."""
        self.reason = reason
        """What was found there, and what was expected."""
        self.cites = tuple(cites)
        """The provisions that it breaks."""


class Breach(CroupierError):
    """A table of a house file that breaks its regulation."""

    def __init__(self, message: str, *, line: int = 0, column: int = 0, cites: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.line = line
        """The line of the house file, from 1."""
        self.column = column
        """The column, from 1."""
        self.cites = tuple(cites)
        """The provisions."""


@dataclass(frozen=True)
class Fault:
    """A fault of a file."""

    line: int
    """The line, from 1."""
    column: int
    """The column, from 1."""
    message: str
    """What is wrong."""
    help: str | None
    """What would be right."""


class BookError(CroupierError):
    """A file that is not a valid rulebook or house file, with all its faults."""

    def __init__(self, message: str, *, file: str = "", faults: Sequence[_FaultFields] = ()) -> None:
        super().__init__(message)
        self.file = file
        """The name of the file."""
        self.faults = tuple(Fault(**fault) for fault in faults)
        """The faults, in the order of the file."""


class ProofError(CroupierError):
    """A document that is not a proof."""

    def __init__(self, message: str, *, faults: Sequence[tuple[str | None, str]] = ()) -> None:
        super().__init__(message)
        self.faults = tuple(faults)
        """The faults: the field, and what is wrong with it."""
