"""What the public note claims of the method, judged once by the methodologist: by expected shares over all tables that
carry the note, and never by deviations that came about.

A claim that does not hold, or was not tested, is not put in force. What was judged is kept with the decision, so that a
checklist reads it there: nothing that a clerk sees depends on originals.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ckmcore.base.verdict import Verdict
from ckmcore.errors import ProtectionError
from ckmcore.messages import Sentence, joined, sentence
from ckmcore.methods.method import Method

if TYPE_CHECKING:
    from ckmcore.statistic.period import Decision


class ClaimNotHeld(ProtectionError):
    """The note of a method claims something that does not hold over the tables. Fields: claims (in words)."""

    code = "claim_not_held"


class ClaimNotTested(ProtectionError):
    """The note of a method claims something that was not tested, or was tested on other tables. Fields: claims (in
    words)."""

    code = "claim_not_tested"


@dataclass(frozen=True, repr=False)
class JudgedClaim:
    """A claim with its verdict. found: expected mean or share over the cells with records, not rounded, None where not
    tested; with_zeros: the same including empty cells. Confidential."""

    claim: str
    verdict: Verdict
    found: float | None = None
    with_zeros: float | None = None

    def __repr__(self) -> str:
        return f"JudgedClaim({self.claim!r}, {self.verdict.value}, confidential)"

    @property
    def said(self) -> Sentence:
        """The claim in words, with what was found."""
        words = sentence(f"criterion_{self.claim}")
        if self.found is None or self.with_zeros is None:
            return sentence("claim_said_not_tested", claim=words)
        scale = 1 if self.claim == "mean" else 100
        fields = {"found": round(scale * self.found, 4), "zeros": round(scale * self.with_zeros, 4)}
        code = "claim_said_mean" if self.claim == "mean" else "claim_said"
        held_sentence = sentence("claim_held" if self.verdict is Verdict.HELD else "claim_missed")
        return sentence(code, claim=words, held=held_sentence, **fields)


@dataclass(frozen=True, repr=False)
class JudgedClaims:
    """Verdicts on the claims of a method's note over some tables. tables: marks of the tables (`table_marks`).
    Confidential."""

    claims: tuple[JudgedClaim, ...] = ()
    tables: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"JudgedClaims({len(self.claims)} claims, confidential)"

    def verdict(self, claim: str) -> Verdict:
        """Verdict on a claim; not tested where the claim was not judged."""
        return next((judged.verdict for judged in self.claims if judged.claim == claim), Verdict.NOT_TESTED)

    def noted(self, decision: Decision, method: Method) -> Decision:
        """Decision completed by the method's claims that hold, those that do not, and the tables."""
        held_claims, missed = (
            tuple(claim for claim in method.claims if self.verdict(claim) is wanted_verdict)
            for wanted_verdict in (Verdict.HELD, Verdict.OPEN)
        )
        return replace(decision, claims=held_claims, claims_missed=missed, claims_tables=self.tables)


def check_claims(method: Method, judged: JudgedClaims | None) -> None:
    """Raise ClaimNotHeld or ClaimNotTested where a claim in the note of a method does not hold or was not tested."""
    claims = JudgedClaims() if judged is None else judged
    for wanted_verdict, error in ((Verdict.OPEN, ClaimNotHeld), (Verdict.NOT_TESTED, ClaimNotTested)):
        words = [sentence(f"criterion_{claim}") for claim in method.claims if claims.verdict(claim) is wanted_verdict]
        if words:
            raise error(claims=joined(words, "note_list"))
