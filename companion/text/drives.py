"""Texts about a USB drive that is plugged in and cannot be used."""

from companion.text.catalogue import Sentences

DRIVES = Sentences(
    {
        "read-only": "The USB stick is read-only. Check its switch, or eject it on a computer.",
        "not ours": "The files on the USB stick belong to somebody else. Use another stick.",
        "foreign": "This machine cannot read the USB stick. Use one with exFAT or FAT.",
        "fixed": "The USB drive is a fixed disk, which is left alone. Use a USB stick.",
        "not ready": "The USB stick is not ready. Wait and try again, or use another one.",
    }
)


def drive_problem(obstacle: str | None, otherwise: str) -> str:
    """Return why the drive that is plugged in cannot be used, ``otherwise`` if there is none."""
    return DRIVES[obstacle] if obstacle else otherwise
