"""`python -m lab.pictures FOLDER`: the main pages of the studio as people see them, on a phone and
on a desk, light and dark, a sheet for each width; to be looked at.
"""

from __future__ import annotations

import argparse
import base64
import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

from ruleproof.reports.studio.gate.limits import Limits
from tests.studio.served import Served

PAGES = (
    "/",
    "/play?game=grow",
    "/solve?game=sow",
    "/analyse?game=esgros&board=hex:4&line=c3+d5+e4",
    "/read/gro",
)
WIDTHS = {360: (740, 360), 1280: (800, 480)}
"""The height of the window, and the width of a page on the sheet, by the width of the window."""
GAP = 12
PATIENCE = 120_000


def main() -> None:
    """Writes the sheets."""
    parser = argparse.ArgumentParser(prog="python -m lab.pictures", description=__doc__)
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args().folder
    served = Served(Limits())
    with sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        for width, (height, shown) in WIDTHS.items():
            pictures: list[bytes] = []
            for scheme in ("light", "dark"):
                context = browser.new_context(
                    base_url=served.address,
                    viewport={"width": width, "height": height},
                    color_scheme=scheme,
                    reduced_motion="reduce",
                )
                context.set_default_timeout(PATIENCE)
                page = context.new_page()
                for path in PAGES:
                    page.goto(path)
                    page.wait_for_load_state("networkidle")
                    pictures.append(page.screenshot())
                context.close()
            page = browser.new_page(viewport={"width": len(PAGES) * (shown + GAP), "height": 100})
            page.set_content(sheet(pictures, shown))
            page.screenshot(path=folder / f"studio-{width}.jpg", full_page=True, quality=70)
            page.close()
        browser.close()
    served.end()


def sheet(pictures: list[bytes], width: int) -> str:
    """A page of the pictures side by side, those of one scheme in a row."""
    shown = (
        f'<img width="{width}" src="data:image/png;base64,{base64.b64encode(one).decode()}">'
        for one in pictures
    )
    style = f"display:grid;grid-template-columns:repeat({len(PAGES)},auto);gap:{GAP}px;margin:0"
    return f'<body style="{style};background:#888">{"".join(shown)}</body>'


if __name__ == "__main__":
    main()
