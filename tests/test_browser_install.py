"""The pages can be installed like a program: what Chromium says to that, and the icon in its sizes."""

import base64

import pytest
from playwright.sync_api import Browser, Page

from tests.icons import FILLING, IMAGES, PLAIN, draw
from tests.test_browser_shell import opened

pytestmark = pytest.mark.browser_context_args(service_workers="allow")


def test_it_can_be_installed(page: Page, live_server: str) -> None:
    """Chromium has nothing to say against the manifest, and the pictures have the sizes it names."""
    opened(page, live_server + "/abende/neu")
    chrome = page.context.new_cdp_session(page)
    found = chrome.send("Page.getAppManifest")
    assert found["errors"] == []
    assert found["url"] == f"{live_server}/manifest.webmanifest"
    faults = chrome.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [fault for fault in faults if fault["errorId"] != "in-incognito"] == []  # as each test's browser is
    sizes = page.evaluate(
        """async () => {
          const manifest = await (await fetch("/manifest.webmanifest")).json();
          const size = async ({ src, sizes }) => {
            const image = Object.assign(new Image(), { src });
            await image.decode();
            return [sizes, `${image.naturalWidth}x${image.naturalHeight}`];
          };
          return Promise.all(manifest.icons.filter(({ sizes }) => sizes !== "any").map(size));
        }"""
    )
    assert len(sizes) == 3
    assert all(said == real for said, real in sizes)


@pytest.mark.parametrize("name", PLAIN | FILLING)
def test_icons_are_those_that_are_drawn(browser: Browser, page: Page, name: str) -> None:
    """Each PNG is what `make icons` draws from the SVG, but for what browsers round otherwise."""
    both = [base64.b64encode(picture).decode() for picture in (draw(browser, name), (IMAGES / name).read_bytes())]
    differs = page.evaluate(
        """async (pictures) => {
          const pixels = async (picture) => {
            const image = Object.assign(new Image(), { src: `data:image/png;base64,${picture}` });
            await image.decode();
            const { width, height } = image;
            const canvas = Object.assign(document.createElement("canvas"), { width, height });
            const context = canvas.getContext("2d");
            context.drawImage(image, 0, 0);
            return context.getImageData(0, 0, width, height).data;
          };
          const [drawn, there] = await Promise.all(pictures.map(pixels));
          if (drawn.length !== there.length) return 1;
          return drawn.reduce((sum, value, at) => sum + Math.abs(value - there[at]), 0) / drawn.length / 255;
        }""",
        both,
    )
    assert differs < 0.005
