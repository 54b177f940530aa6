"""Files that a public host of the repository reads: the citation, and the forms for issues."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from companion.cli import COMMANDS
from tests.tree import ROOT, read

FORMS = [
    path for path in sorted(ROOT.glob(".github/ISSUE_TEMPLATE/*.yml")) if path.stem != "config"
]
KINDS = {"checkboxes", "dropdown", "input", "markdown", "textarea"}


def loaded(path: Path) -> Any:
    return yaml.safe_load(read(path))


def test_the_citation_is_of_this_version() -> None:
    citation = loaded(ROOT / "CITATION.cff")
    assert citation["version"] == tomllib.loads(read(ROOT / "pyproject.toml"))["project"]["version"]
    newest = re.search(r"^## (\S+) \((\S+)\)", read(ROOT / "CHANGELOG.md"), re.MULTILINE)
    assert newest is not None
    assert newest.groups() == (citation["version"], str(citation["date-released"]))


@pytest.mark.parametrize("path", FORMS, ids=lambda path: str(path.stem))
def test_a_form_can_be_filled_in(path: Path) -> None:
    form = loaded(path)
    assert {"name", "description", "body"} <= form.keys()
    assert {field["type"] for field in form["body"]} <= KINDS
    ids = [field["id"] for field in form["body"]]
    assert len({*ids}) == len(ids)
    assert all(field["attributes"]["label"] for field in form["body"])


def test_forms_name_commands_that_exist() -> None:
    named = {word for path in FORMS for word in re.findall(r"companion (\w+)", read(path))}
    assert named
    assert named <= COMMANDS.keys()
