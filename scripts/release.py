"""Make the files of a release in `dist/`: sources, wheel, SBOM, and a file with their SHA-256 hashes.

The SBOM (CycloneDX) lists the locked dependencies of the server, `requirements/run.txt`.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
HASHES = "SHA256SUMS"


def build_packages(folder: Path) -> str:
    """Build sources and wheel. Returns their version."""
    subprocess.run([sys.executable, "-m", "hatchling", "build", "--directory", folder], cwd=ROOT, check=True)
    (wheel,) = folder.glob("*.whl")
    return wheel.name.split("-")[1]


def write_sbom(folder: Path, version: str) -> None:
    """Write the SBOM, with the version and the direct dependencies of the package, which the tool leaves out."""
    words = ("requirements", "--pyproject", f"{ROOT / 'pyproject.toml'}", "--output-reproducible", "--short-PURLs")
    tool = [sys.executable, "-W", "ignore", "-m", "cyclonedx_py", *words, f"{ROOT / 'requirements' / 'run.txt'}"]
    sbom = json.loads(subprocess.run(tool, capture_output=True, check=True).stdout)
    package = sbom["metadata"]["component"]
    package["version"] = version
    named = {one["name"].lower(): one["bom-ref"] for one in sbom["components"]}
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    direct = sorted(named[re.split(r"[^\w.-]", one)[0].lower()] for one in needed)
    others = [one for one in sbom["dependencies"] if one["ref"] != package["bom-ref"]]
    sbom["dependencies"] = [{"ref": package["bom-ref"], "dependsOn": direct}, *others]
    (folder / f"shindig-{version}.cdx.json").write_text(json.dumps(sbom, indent=1) + "\n", encoding="utf-8")


def write_hashes(folder: Path) -> None:
    """Write a line for each file, which `sha256sum --check` reads."""
    files = sorted(one for one in folder.iterdir() if one.name != HASHES)
    lines = [f"{hashlib.sha256(one.read_bytes()).hexdigest()}  {one.name}\n" for one in files]
    (folder / HASHES).write_text("".join(lines), encoding="ascii")


def make_release(folder: Path) -> None:
    """Make the files of a release in an empty folder."""
    write_sbom(folder, build_packages(folder))
    write_hashes(folder)


if __name__ == "__main__":
    shutil.rmtree(DIST, ignore_errors=True)
    DIST.mkdir()
    make_release(DIST)
    for made in sorted(DIST.iterdir()):
        print(made.name)
