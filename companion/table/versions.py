"""View of the versions on a flashed card: what stands, and what one tap can do."""

from dataclasses import dataclass

from companion.system.versions import VersionOffer, VersionReport, VersionStanding, version_in
from companion.text.drives import drive_problem
from companion.text.screens.versions import LEFT, REFUSED, VERSIONS
from companion.text.told import Wording

BUSY = ("copying", "checking", "returning")


@dataclass(frozen=True, slots=True)
class VersionRow:
    """Row of the versions. ``verb`` is what its key does; "" without a key."""

    note: Wording
    tone: str = "plain"
    verb: str = ""
    offer: VersionOffer | None = None
    done: float = 0.0
    is_busy: bool = False
    may_go_back: bool = False


def version_row(standing: VersionStanding) -> VersionRow:
    """Make the row for the present state of the versions."""
    report = standing.report
    if standing.is_wished:
        return VersionRow(VERSIONS["wished"], is_busy=True)
    if report.what in BUSY:
        percent = round(report.done * 100)
        busy = VERSIONS.fill(report.what, version=report.version, percent=percent)
        return VersionRow(busy, done=report.done, is_busy=True)
    if report.what == "installed":
        return VersionRow(VERSIONS.fill("installed", version=report.version), "in", "restart")
    note, tone = _note(standing)
    offer = None if _is_damaged(standing) else standing.offer
    verb = "install" if offer else "fetch" if standing.may_fetch else ""
    return VersionRow(note, tone, verb, offer, may_go_back=standing.before is not None)


def _is_damaged(standing: VersionStanding) -> bool:
    """Return True if the download was refused and can come anew."""
    offer = standing.offer
    if offer is None or offer.source != "download" or not standing.may_fetch:
        return False
    return standing.report == VersionReport("refused", "signature", offer.version)


def _note(standing: VersionStanding) -> tuple[Wording, str]:
    report, last, offer = standing.report, standing.last, standing.offer
    if report.what == "refused":
        # The script names the version after the reason, where there is one.
        reason = REFUSED[report.version if report.version in REFUSED.english else "failed"]
        return reason.format(version=report.more), "out"
    if last.what == "left" and (offer is None or offer.version == last.version):
        why = LEFT[last.more if last.more in LEFT.english else "stops"]
        return VERSIONS.fill("left", version=last.version, why=why), "out"
    if offer:
        where = "on stick" if offer.source == "stick" else "downloaded"
        return VERSIONS.fill(where, version=offer.version), "plain"
    if standing.obstacle:
        return drive_problem(standing.obstacle, ""), "out"
    if report.what == "fetched" and version_in(report.version) == standing.runs:
        return REFUSED.fill("runs", version=standing.runs), "plain"
    if last.what == "kept" and last.version == standing.runs and standing.runs:
        return VERSIONS.fill("kept", version=last.version), "in"
    return VERSIONS["fetchable" if standing.may_fetch else "nothing"], "plain"
