"""What is built and published, and what tries it before."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib

from foxduet import __version__
from foxduet.cli.man_page import man_pages
from tests.support.machine import PROJECT

CONFIGURATION = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))
WORKFLOWS = {path.stem: path.read_text("utf-8") for path in PROJECT.glob(".github/workflows/*.yml")}
START = PROJECT / ".ci" / "start_wheel"


def test_pictures_and_links_of_the_description_lead_to_the_files_of_its_version() -> None:
    show = [sys.executable, "-X", "utf8", "-m", "hatchling", "metadata", "readme"]
    description = subprocess.run(show, cwd=PROJECT, capture_output=True, check=True).stdout.decode()
    targets = re.findall(r"(!?)\[[^]]*\]\((.*?)\)", description)
    assert len(targets) > 6
    source = CONFIGURATION["project"]["urls"]["Source"]
    for is_picture, target in targets:
        folder = f"{source}/{'raw' if is_picture else 'blob'}/v{__version__}/"
        assert target.startswith(folder)
        assert (PROJECT / target.removeprefix(folder)).is_file()


def test_the_wheel_is_built_with_the_manual_pages() -> None:
    wheel = CONFIGURATION["tool"]["hatch"]["build"]["targets"]["wheel"]
    hook = PROJECT / wheel["hooks"]["custom"]["path"]
    assert "man_pages()" in hook.read_text("utf-8")
    # Whoever runs this sees them in the wheel.
    assert all(place in START.read_text("utf-8") for place in man_pages())


def test_the_wheel_that_a_release_uploads_is_started_before() -> None:
    build = WORKFLOWS["release"].partition("build:")[2].partition("publish:")[0]
    steps = [build.index(step) for step in ("-m build", ".ci/start_wheel", "upload-artifact")]
    assert steps == sorted(steps)


def test_actions_of_others_are_pinned_and_keep_no_credentials() -> None:
    for workflow in WORKFLOWS.values():
        used = re.findall(r"uses: ([^.].*)", workflow)
        assert all(re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v[\d.]+", action) for action in used)
        kept = r"actions/checkout@.*\n(?! +with:\n +persist-credentials: false)"
        assert not re.search(kept, workflow)


def test_a_proposed_change_is_tested_once_and_no_longer_than_it_is_the_last() -> None:
    pushed = WORKFLOWS["ci"].partition("push:")[2].partition("pull_request:")[0]
    assert "branches: [main]" in pushed
    assert "cancel-in-progress: ${{ github.event_name == 'pull_request' }}" in WORKFLOWS["ci"]
