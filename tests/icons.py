"""The icon in the sizes that tablets want, drawn from `static/img/icon.svg` by Chromium: `make icons`."""

import base64
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.browser import FLAGS, find_chromium
from tests.processes import ROOT

IMAGES = ROOT / "static" / "img"
PLAIN = {"icon-192.png": 192, "icon-512.png": 512}
FILLING = {"touch-180.png": 180, "maskable-512.png": 512}
"""Those that the system cuts its own shape out of: no corners, and the sign within the middle."""
INNER = 0.8
"""How much of such an icon is sure to be seen."""


def drawing(name: str) -> str:
    """Give the picture as SVG for one of the files."""
    svg = (IMAGES / "icon.svg").read_text().strip()
    if name in PLAIN:
        return svg
    margin = 32 * (1 - INNER) / 2
    ground, sign = svg.split("<path", 1)
    moved = f'<g transform="translate({margin} {margin}) scale({INNER})"><path{sign.removesuffix("</svg>")}</g></svg>'
    return ground.replace(' rx="7"', "") + moved


def draw(browser: Browser, name: str) -> bytes:
    """Draw one of the files."""
    size = (PLAIN | FILLING)[name]
    page = browser.new_page(viewport={"width": size, "height": size})
    source = f"data:image/svg+xml;base64,{base64.b64encode(drawing(name).encode()).decode()}"
    page.set_content(f'<body style="margin:0"><img src="{source}" width="{size}" height="{size}">')
    page.locator("img").evaluate("image => image.decode()")
    picture = page.screenshot(omit_background=name in PLAIN)
    page.close()
    return picture


def main() -> None:
    """Write all of them."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        for name in PLAIN | FILLING:
            Path(IMAGES / name).write_bytes(draw(browser, name))
        browser.close()


if __name__ == "__main__":
    main()
