"""Verdicts on records, and what proofs of fair rounds show."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Self


@dataclass(frozen=True)
class StakeVerdict:
    """How a stake was settled."""

    bet: int
    """Its number."""
    player: str
    wager: str
    stake: Decimal
    outcome: str
    """Won, lost, void, halved, surrendered, cancelled, refused or standing."""
    profit: Decimal
    returned: Decimal
    cites: tuple[str, ...]
    """The provisions, the deciding one first."""
    odds: str | None = None
    hand: str | None = None
    of: int | None = None
    """The stake that it belongs to."""
    commission: Decimal | None = None
    bonus: Decimal | None = None
    reason: str | None = None
    """Why it was refused."""

    @classmethod
    def _read(cls, answer: dict[str, Any]) -> Self:
        amounts = {"stake", "profit", "returned", "commission", "bonus"}
        fields: dict[str, Any] = {key: Decimal(value) if key in amounts else value for key, value in answer.items()}
        fields["cites"] = tuple(answer["cites"])
        return cls(**fields)


@dataclass(frozen=True)
class Because:
    """A provision that a consequence rests on."""

    id: str
    gist: str | None
    """What it says."""
    reading: str | None
    """How it is read, where the law leaves a choice."""


@dataclass(frozen=True)
class Step:
    """An act of the record, with what follows from it."""

    line: int
    act: str
    lies: str
    """What lies on the table then."""
    follows: tuple[tuple[str, tuple[Because, ...]], ...]
    """Each consequence, with its provisions."""


@dataclass(frozen=True)
class Verdict:
    """The verdict on a record."""

    rules: str
    bets: tuple[StakeVerdict, ...]
    net: dict[str, Decimal]
    """What each player has won or lost."""
    bank: Decimal
    """What the bank has won or lost."""
    why: tuple[Step, ...] = ()
    """The explanation, if it was asked for."""

    @classmethod
    def _read(cls, answer: dict[str, Any]) -> Self:
        steps = (
            Step(
                line=step["line"],
                act=step["act"],
                lies=step["lies"],
                follows=tuple(
                    (one["says"], tuple(Because(**because) for because in one["because"])) for one in step["follows"]
                ),
            )
            for step in answer.get("why", ())
        )
        return cls(
            rules=answer["rules"],
            bets=tuple(map(StakeVerdict._read, answer["bets"])),
            net={name: Decimal(amount) for name, amount in answer["net"].items()},
            bank=Decimal(answer["bank"]),
            why=tuple(steps),
        )


@dataclass(frozen=True)
class ProofStep:
    """A step of the verification of a proof."""

    step: str
    good: bool
    says: str
    discrepancy: str | None = None


@dataclass(frozen=True)
class ProofReport:
    """What a proof shows."""

    good: bool
    table: str
    round: str
    link: int
    links: int
    steps: tuple[ProofStep, ...]
    discrepancies: tuple[str, ...]
    key: str
    outcome: Any
    """The pocket, the throw or the cards that follow from the seeds."""

    @classmethod
    def _read(cls, answer: dict[str, Any]) -> Self:
        steps = tuple(ProofStep(**step) for step in answer["steps"])
        return cls(**{**answer, "steps": steps, "discrepancies": tuple(answer["discrepancies"])})

    def __bool__(self) -> bool:
        return self.good


@dataclass(frozen=True)
class HouseBreach:
    """A property of a house file that its books do not permit."""

    line: int
    column: int
    table: str
    found: str
    allowed: str
    rulebook: str
    cites: tuple[str, ...]


@dataclass(frozen=True)
class House:
    """A house file that was read and checked."""

    tables: dict[str, str]
    """The game of each table."""
    breaches: tuple[HouseBreach, ...]

    @classmethod
    def _read(cls, answer: dict[str, Any]) -> Self:
        breaches = tuple(HouseBreach(**{**one, "cites": tuple(one["cites"])}) for one in answer["breaches"])
        return cls({table["name"]: table["game"] for table in answer["tables"]}, breaches)

    def __bool__(self) -> bool:
        return not self.breaches
