"""Reads QR codes of versions 1 to 10 with error correction M, where nothing of them is damaged."""

import re
from collections.abc import Iterator, Sequence

from PIL import Image

Matrix = list[list[bool]]

MEDIUM = {1: [16], 2: [28], 3: [44], 4: [32] * 2, 5: [43] * 2, 6: [27] * 4, 7: [31] * 4, 8: [38, 38, 39, 39]} | {
    9: [36] * 3 + [37] * 2,
    10: [43] * 4 + [44],
}
"""Bytes of data in each block, by version."""
ALIGNED = {1: [], 2: [18], 3: [22], 4: [26], 5: [30], 6: [34], 7: [22, 38], 8: [24, 42], 9: [26, 46], 10: [28, 50]}
MASKS = (
    lambda y, x: (y + x) % 2 == 0,
    lambda y, x: y % 2 == 0,
    lambda y, x: x % 3 == 0,
    lambda y, x: (y + x) % 3 == 0,
    lambda y, x: (y // 2 + x // 3) % 2 == 0,
    lambda y, x: y * x % 2 + y * x % 3 == 0,
    lambda y, x: (y * x % 2 + y * x % 3) % 2 == 0,
    lambda y, x: ((y + x) % 2 + y * x % 3) % 2 == 0,
)


def decode(matrix: Matrix) -> str:
    """Read the text of a code; `matrix` has no quiet zone."""
    size = len(matrix)
    version = (size - 17) // 4
    assert all(len(row) == size for row in matrix), "not square"
    near = [(8, x) for x in (0, 1, 2, 3, 4, 5, 7, 8)] + [(y, 8) for y in (7, 5, 4, 3, 2, 1, 0)]
    said = int("".join(str(int(matrix[y][x])) for y, x in near), 2) ^ 0x5412
    assert said >> 13 == 0, "not level M"
    mask = MASKS[said >> 10 & 7]
    bits = [matrix[y][x] != mask(y, x) for y, x in _order(size) if not _fixed(y, x, size, version)]
    raw = [int("".join(str(int(bit)) for bit in bits[at : at + 8]), 2) for at in range(0, len(bits) // 8 * 8, 8)]
    data = "".join(f"{byte:08b}" for byte in _blocks(raw, MEDIUM[version]))
    assert data[:4] == "0100", "not bytes"
    start = 12 if version < 10 else 20
    length = int(data[4:start], 2)
    return bytes(int(data[at : at + 8], 2) for at in range(start, start + 8 * length, 8)).decode()


def _order(size: int) -> Iterator[tuple[int, int]]:
    """Give the places in the order of the bits: two columns at a time, up and down, from the right."""
    columns = [*range(size - 1, 6, -2), 5, 3, 1]
    for turn, right in enumerate(columns):
        rows = range(size) if turn % 2 else range(size - 1, -1, -1)
        yield from ((y, x) for y in rows for x in (right, right - 1))


def _fixed(y: int, x: int, size: int, version: int) -> bool:
    """Tell whether a place holds no data."""
    if y == 6 or x == 6 or (y < 9 and (x < 9 or x >= size - 8)) or (y >= size - 8 and x < 9):
        return True
    if version >= 7 and ((y < 6 and x >= size - 11) or (x < 6 and y >= size - 11)):
        return True
    centres = [6, *ALIGNED[version]]
    corners = {(6, 6), (6, centres[-1]), (centres[-1], 6)}
    aligned = ((cy, cx) for cy in centres for cx in centres if (cy, cx) not in corners)
    return any(abs(y - cy) <= 2 and abs(x - cx) <= 2 for cy, cx in aligned)


def _blocks(raw: Sequence[int], sizes: Sequence[int]) -> list[int]:
    """Put the bytes of the blocks, which lie by turns, one block behind the other."""
    blocks: list[list[int]] = [[] for _ in sizes]
    source = iter(raw)
    for place in range(max(sizes)):
        for block, size in zip(blocks, sizes, strict=True):
            if place < size:
                block.append(next(source))
    return [byte for block in blocks for byte in block]


def of_svg(page: str) -> Matrix:
    """Give the modules of the code that is drawn on a page."""
    (drawn,) = re.findall(r'<svg class="qr".*?</svg>', page, re.DOTALL)
    runs = [tuple(map(int, run)) for run in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\d+z", drawn)]
    return of_runs(runs, int(re.findall(r'viewBox="0 0 (\d+)', drawn)[0]))


def of_runs(runs: Sequence[tuple[int, ...]], size: int) -> Matrix:
    """Give the modules of dark runs (x, y, length) in a picture with four modules of quiet around it."""
    dark = {(y, x + step) for x, y, length in runs for step in range(length)}
    assert all(4 <= place < size - 4 for both in dark for place in both), "the quiet zone is not quiet"
    return [[(y, x) in dark for x in range(4, size - 4)] for y in range(4, size - 4)]


def of_picture(picture: Image.Image) -> Matrix:
    """Give the modules of the only dark thing in a picture."""
    dark = picture.convert("L").point(lambda shade: 255 * (shade < 128))
    box = dark.getbbox()
    assert box is not None, "nothing dark"
    left, top, right, bottom = box
    corner = next(x for x in range(left, right) if not dark.getpixel((x, top + 1))) - left
    size = round((right - left) / (corner / 7))
    wide, high = (right - left) / size, (bottom - top) / size
    middle = [[(int(left + (x + 0.5) * wide), int(top + (y + 0.5) * high)) for x in range(size)] for y in range(size)]
    return [[bool(dark.getpixel(place)) for place in row] for row in middle]
