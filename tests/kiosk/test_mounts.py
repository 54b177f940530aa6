"""Files in memory only, which are gone when the machine is switched off."""

from pathlib import Path

import pytest

from companion.engine.problems import Problem
from companion.runtime import doctor
from companion.runtime.doctor import Status
from companion.system.mounts import is_in_memory
from companion.text.doctor import Found, Remedy

READ_ONLY_ROOT = """\
22 1 0:25 / / rw - overlay overlayroot rw,lowerdir=/media/root-ro,upperdir=/media/root-rw/overlay
23 22 8:2 / /media/root-ro ro,relatime shared:2 - ext4 /dev/mmcblk0p2 ro
24 22 0:24 / /media/root-rw rw,relatime shared:3 - tmpfs tmpfs-root rw
"""
ITS_OWN_PARTITION = """\
25 22 8:3 / /var/lib/companion rw,noatime shared:4 - ext4 /dev/mmcblk0p3 rw
"""
IN_A_CONTAINER = """\
22 1 0:25 / / rw,relatime - overlay overlay rw,lowerdir=/var/lib/l,upperdir=/var/lib/u
23 22 0:24 / /var/lib/companion/cache rw - tmpfs tmpfs rw
"""


@pytest.mark.parametrize(
    ("listed", "forgets"),
    [
        (READ_ONLY_ROOT, True),
        (READ_ONLY_ROOT + ITS_OWN_PARTITION, False),
        (IN_A_CONTAINER, False),
        ("", False),
    ],
)
def test_above_a_read_only_system_only_what_is_mounted_lasts(
    tmp_path: Path, listed: str, forgets: bool
) -> None:
    (tmp_path / "mountinfo").write_text(listed)
    assert is_in_memory(Path("/var/lib/companion"), tmp_path / "mountinfo") is forgets


def test_the_doctor_says_so_of_a_folder_that_really_is(memory: Path) -> None:
    found = doctor.card(memory)
    assert found.status is Status.NOTE
    assert found.found == Problem(Found.CARD_IN_MEMORY, folder=memory)
    assert found.remedy == Problem(Remedy.OWN_PARTITION)
