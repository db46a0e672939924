"""Make the web fonts of `src/shindig/web/static/fonts` from npm packages.

Both fonts are under the SIL Open Font License. The files are in the repository, so only a change of fonts needs this
script: `pip install fonttools brotli`, then `python scripts/make_fonts.py`. It also needs npm.
"""

# /// script
# dependencies = ["fonttools>=4.55", "brotli>=1.1"]
# ///

from __future__ import annotations

import subprocess
import tarfile
import tempfile
from pathlib import Path
from typing import NamedTuple

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

TARGET = Path(__file__).resolve().parents[1] / "src/shindig/web/static/fonts"
MOST_BYTES = 60_000
"""Largest size of all fonts together."""
CHARACTERS = [
    *range(0x20, 0x7F),
    *range(0xA0, 0x100),  # Western European letters
    *(0x152, 0x153, 0x178, 0x2013, 0x2014, 0x2018, 0x2019, 0x201A, 0x201C, 0x201D, 0x201E),
    *(0x2022, 0x2026, 0x202F, 0x2039, 0x203A, 0x20AC, 0x2212),
]


class Source(NamedTuple):
    """A font to make: its package, the file in it, and the limits of its axes."""

    package: str
    file: str
    weights: tuple[float, float] | float
    features: tuple[str, ...]


SOURCES = {
    "inter": Source(
        "@fontsource-variable/inter@5.3.0",
        "package/files/inter-latin-wght-normal.woff2",
        (400, 700),
        ("kern", "tnum", "mark", "ccmp", "locl"),
    ),
    "source-serif": Source(
        "@fontsource-variable/source-serif-4@5.3.1",
        "package/files/source-serif-4-latin-wght-normal.woff2",
        600,
        ("kern", "tnum", "lnum", "mark", "ccmp", "locl", "liga"),
    ),
}


def fetch_package(package: str, folder: Path) -> tarfile.TarFile:
    """Download a package with npm, and open it."""
    done = subprocess.run(["npm", "pack", "--silent", package], cwd=folder, check=True, capture_output=True, text=True)
    return tarfile.open(folder / done.stdout.split()[-1])


def read_member(package: tarfile.TarFile, name: str) -> bytes:
    """Read a file of a package."""
    found = package.extractfile(name)
    if found is None:
        raise SystemExit(f"{name} is not a file of the package")
    return found.read()


def subset_font(source: Path, one: Source, target: Path) -> None:
    """Write a font with our characters and weights alone."""
    font = TTFont(source)
    options = Options(flavor="woff2", layout_features=list(one.features), hinting=False, desubroutinize=True)
    options.name_IDs = [0, 1, 2, 13, 14]  # copyright, family, style, licence and its address
    cutter = Subsetter(options)
    cutter.populate(unicodes=CHARACTERS)
    cutter.subset(font)
    font = instantiateVariableFont(font, {"wght": one.weights})
    font.flavor = "woff2"
    font.save(target)


def main() -> None:
    """Make all fonts, with their licences beside them."""
    TARGET.mkdir(exist_ok=True)
    for name, one in SOURCES.items():
        with tempfile.TemporaryDirectory() as folder, fetch_package(one.package, Path(folder)) as package:
            source = Path(folder) / "source.woff2"
            source.write_bytes(read_member(package, one.file))
            (TARGET / f"{name}-licence.txt").write_bytes(read_member(package, "package/LICENSE"))
            subset_font(source, one, TARGET / f"{name}.woff2")
    sizes = {path.name: path.stat().st_size for path in sorted(TARGET.glob("*.woff2"))}
    print(sizes, sum(sizes.values()))
    if sum(sizes.values()) > MOST_BYTES:
        raise SystemExit(f"the fonts may have {MOST_BYTES} bytes together")


if __name__ == "__main__":
    main()
