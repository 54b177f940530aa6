"""Games shared among the workers of a Dask cluster, in processes of their own."""

import os
import signal
from collections.abc import Iterator
from dataclasses import asdict
from importlib import metadata
from threading import Thread
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from companion.cli import cli
from companion.engine.notation import parse_header
from companion.simulation import jobs
from companion.simulation.games import Looks, simulate

if TYPE_CHECKING:
    from distributed import LocalCluster

TIMES = ("seconds", "turns_per_second", "additions_per_second")
GAMES = 24


@pytest.fixture(scope="module")
def cluster() -> Iterator["LocalCluster"]:
    from distributed import LocalCluster  # slow to import

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as found:
        yield found


def totals(address: str = "") -> dict[str, Any]:
    setup = parse_header("edition: 1961\nplayers: Ann, Bob, Cy\ncards: program\n")
    tally = asdict(simulate(setup, GAMES, 7, 120, None, Looks(), cluster=address))
    return {name: figure for name, figure in tally.items() if name not in TIMES}


@pytest.mark.slow
def test_a_cluster_plays_the_same_games_though_a_worker_is_killed(cluster: "LocalCluster") -> None:
    alone = totals()
    assert totals(cluster.scheduler_address) == alone
    [victim, *_] = [nanny.process.pid for nanny in cluster.workers.values()]
    killer = Thread(target=_kill_at_work, args=(cluster, victim))
    killer.start()
    assert totals(cluster.scheduler_address) == alone
    killer.join()
    assert victim not in [nanny.process.pid for nanny in cluster.workers.values()]


def _kill_at_work(cluster: "LocalCluster", victim: int) -> None:
    """Kill a worker as soon as some games have been played, and others have not."""
    while not any(state.who_has for state in list(cluster.scheduler.tasks.values())):
        pass
    os.kill(victim, signal.SIGKILL)


def refusal(*arguments: str) -> str:
    done = CliRunner().invoke(cli, ["simulate", *arguments])
    assert done.exit_code == 2
    return done.stderr


def test_a_cluster_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "CLUSTER_S", 0.2)
    assert "tcp://127.0.0.1:9" in refusal("--dask", "tcp://127.0.0.1:9")


@pytest.mark.parametrize("other", ["--jobs", "--ledger"])
def test_a_cluster_takes_all_of_the_games(other: str) -> None:
    assert other in refusal("--dask", "tcp://127.0.0.1:9", other, "2")


@pytest.mark.slow
def test_workers_of_another_version_are_refused(
    cluster: "LocalCluster", monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(metadata, "version", lambda _: "0.0.1")
    with pytest.raises(jobs.NoCluster, match=r"0\.0\.1"):
        totals(cluster.scheduler_address)


def test_a_scheduler_without_workers_says_so() -> None:
    from distributed import LocalCluster

    with (
        LocalCluster(n_workers=0, processes=False, dashboard_address=None) as empty,
        pytest.raises(jobs.NoCluster, match=f"dask worker {empty.scheduler_address}"),
    ):
        totals(empty.scheduler_address)
