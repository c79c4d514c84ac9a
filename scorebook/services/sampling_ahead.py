"""Evenings made up in a process of its own, one batch ahead of whoever writes them: two processors are busy at once."""

import gc
import pickle
import signal
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from io import BytesIO
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

from scorebook.errors import ScorebookError
from scorebook.services.sampling_evenings import Order
from scorebook.store.made_up import MadeEvening, ReadyGame

NAME = "scorebook sample"
"""What the process is called."""
MANY = 100_000
"""With fewer games the other process would hardly have started before all is written."""


class SamplingError(ScorebookError):
    """No more evenings come; those that were written stay."""


@contextmanager
def no_collection() -> Iterator[None]:
    """Look for no garbage in the block: there are no cycles in what is made here, only very much to look through."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def ahead(order: Order) -> Generator[list[MadeEvening], None, None]:
    """Give what `Order.batches` makes; where there are many games it is made ahead.

    Raises `SamplingError` where the other process came to an early end.
    """
    if order.games < MANY:
        yield from order.batches()
        return
    context = get_context("spawn")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_send, args=(order, there), name=NAME, daemon=True)
    process.start()
    there.close()
    known: list[ReadyGame] = []
    try:
        while batch := _Unpickler(BytesIO(here.recv_bytes()), known).load():
            yield batch
    except EOFError:
        raise SamplingError(
            "Der Prozess, der die Abende erfindet, ist ausgefallen. Bitte versuch es noch einmal."
        ) from None
    finally:
        here.close()  # where more was to come, sending it fails
        process.terminate()
        process.join()


def _send(order: Order, there: Connection) -> None:
    """Make evenings and send them, in the process that does nothing else; nothing at the end says that it is the end.

    Sending waits for whoever writes. Ctrl+C is for him to answer; this process ends when nobody listens any more.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sent: dict[int, int] = {}
    with no_collection(), suppress(BrokenPipeError):
        for batch in order.batches():
            there.send_bytes(_pickled(batch, sent))
        there.send_bytes(_pickled([], sent))


def _pickled(batch: list[MadeEvening], sent: dict[int, int]) -> bytes:
    made = BytesIO()
    _Pickler(made, sent).dump(batch)
    return made.getvalue()


class _Pickler(pickle.Pickler):
    """Writes each game of the pools once, whatever the number of batches; then it is only named by its number."""

    def __init__(self, file: BytesIO, sent: dict[int, int]) -> None:
        super().__init__(file, protocol=pickle.HIGHEST_PROTOCOL)
        self._sent = sent

    def persistent_id(self, value: Any) -> Any:
        """Name a game of a pool, with all that it is when it comes for the first time."""
        if type(value) is not ReadyGame:
            return None
        number = self._sent.get(id(value))  # pools keep their games: no id comes twice
        if number is not None:
            return number
        self._sent[id(value)] = len(self._sent)
        return tuple(value)


class _Unpickler(pickle.Unpickler):
    """Reads that."""

    def __init__(self, file: BytesIO, known: list[ReadyGame]) -> None:
        super().__init__(file)
        self._known = known

    def persistent_load(self, name: Any) -> ReadyGame:
        """Give the game that is meant."""
        if isinstance(name, int):
            return self._known[name]
        self._known.append(ReadyGame(*name))
        return self._known[-1]
