"""The dashboard, the alert rules and the docs name the metrics that a server has, and no others."""

from __future__ import annotations

import json
import re
import shutil
import socket
import subprocess
from contextlib import closing
from pathlib import Path

import httpx
import pytest
import yaml
from prometheus_client import REGISTRY
from sqlalchemy import make_url

from shindig import __version__
from shindig.server.metrics import measure_disk
from shindig.server.storage.database import COMPLAINTS
from shindig.server.storage.migrations import NEWEST
from shindig.web.serving.server_process import find_written_folder
from tests.kits.web.running_server import ROOT, begun

FOLDER = ROOT / "deploy" / "monitoring"
METRIC = re.compile(r"\b((?:shindig|process)_\w+)\b(?!\")")
LABELS = re.compile(r"by \(([\w, ]+)\)|(\w+)=~?\"")
KNOWN_LABELS = {"instance", "job", "le", "by", "result", "cache"}
"""Labels that Prometheus itself gives, and those of counters that are empty at the start."""


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> str:
    """All metrics of a server that runs."""
    folder = tmp_path_factory.mktemp("metrics")
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        at = f"127.0.0.1:{free.getsockname()[1]}"
    with begun(f"sqlite:///{folder}/room.sqlite3", "--metrics", at) as (_, http):
        assert http.get("/t/nowhere").status_code == 404
        return httpx.get(f"http://{at}/metrics").text


@pytest.fixture(scope="module")
def names(told: str) -> set[str]:
    """The metrics that queries may name."""
    kinds = dict(re.findall(r"^# TYPE (\S+) (\S+)$", told, re.MULTILINE))
    parts = {f"{name}_{part}" for name, kind in kinds.items() if kind == "histogram" for part in ("bucket", "count")}
    return {*kinds} | parts


def queries() -> dict[str, str]:
    """By title or alert, the expressions of both files."""
    dashboard = json.loads((FOLDER / "dashboard.json").read_text())
    groups = yaml.safe_load((FOLDER / "alerts.yaml").read_text())["groups"]
    panels = [(one["title"], each) for one in dashboard["panels"] for each in one["targets"]]
    shown = {f"{title} {each['refId']}": each["expr"] for title, each in panels}
    return shown | {rule["alert"]: rule["expr"] for group in groups for rule in group["rules"]}


def test_every_query_names_metrics_that_there_are(names: set[str]) -> None:
    found = {title: METRIC.findall(query) for title, query in queries().items()}
    assert len(found) > 25
    assert {title: [*{*used} - names] for title, used in found.items() if {*used} - names} == {}
    assert [title for title, used in found.items() if not used] == ["ShindigDown"], "which asks whether there are any"


def test_every_query_names_labels_that_there_are(told: str) -> None:
    labels = KNOWN_LABELS | {*re.findall(r"[{,](\w+)=\"", told)}
    for title, query in queries().items():
        used = {one.strip() for by, single in LABELS.findall(query) for one in (by or single).split(",")}
        assert used <= labels, title


def test_every_metric_is_in_the_docs_and_on_the_dashboard_or_in_an_alert(names: set[str]) -> None:
    ours = {name for name in names if re.fullmatch(r"shindig_\w+(?<!_created)(?<!_bucket)(?<!_count)", name)}
    docs, used = (ROOT / "docs" / "host.md").read_text(), " ".join(queries().values())
    assert ours
    assert [name for name in sorted(ours) if f"`{name}`" not in docs] == []
    assert [name for name in sorted(ours) if name not in used] == []


def test_every_alert_says_what_to_do() -> None:
    (group,) = yaml.safe_load((FOLDER / "alerts.yaml").read_text())["groups"]
    for rule in group["rules"]:
        assert {*rule["annotations"]} == {"summary", "what_to_do"}, rule["alert"]
        assert rule["labels"]["severity"] in ("page", "ticket")
    assert yaml.safe_load((FOLDER / "prometheus.yaml").read_text())["rule_files"] == ["alerts.yaml"]


def test_the_rules_are_those_of_prometheus() -> None:
    if shutil.which("promtool") is None:
        pytest.skip("Prometheus is not installed")
    for words in (("check", "rules", "alerts.yaml"), ("check", "config", "prometheus.yaml")):
        checked = subprocess.run(["promtool", *words], cwd=FOLDER, capture_output=True, text=True, check=False)
        assert checked.returncode == 0, checked.stdout + checked.stderr


def test_a_server_tells_its_version_its_lease_and_its_disk(told: str) -> None:
    assert f'shindig_build_info{{schema="{NEWEST}",version="{__version__}"}} 1.0' in told
    assert "shindig_lease 1.0" in told
    assert "shindig_unrestored_tables 0.0" in told
    free = re.search(r"^shindig_disk_free_bytes (\S+)$", told, re.MULTILINE)
    assert free is not None
    assert 0 < float(free[1]) < float("inf")


def count_errors() -> float:
    return REGISTRY.get_sample_value("shindig_database_errors_total") or 0.0


def test_an_error_of_the_database_is_counted_each_time_though_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    before = count_errors()
    for _ in range(3):
        COMPLAINTS.log_error(OSError("no space left on device"))
    assert count_errors() == before + 3
    assert len(caplog.records) <= 1


def test_the_disk_of_a_folder_that_is_not_made_yet_is_the_one_that_it_will_be_on(tmp_path: Path) -> None:
    assert measure_disk(tmp_path / "not" / "yet")[1] == measure_disk(tmp_path)[1]
    assert find_written_folder(make_url(f"sqlite:///{tmp_path}/room.sqlite3")) == tmp_path
    assert find_written_folder(make_url("postgresql://host/room")).is_absolute()
