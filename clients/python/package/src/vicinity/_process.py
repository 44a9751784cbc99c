"""A process that answers lines: it is started when it is needed, and again after it ended."""
from __future__ import annotations

import collections
import os
import queue
import subprocess
import threading
import weakref
from typing import Deque, List, Optional, Sequence, Union

from ._command import command, environment, missing, unreadable
from ._errors import ProcessDied, VicinityError

#: Lines that answer requests, in order, or the error that ended the process.
Delivery = Union[List[bytes], VicinityError]
Target = "queue.SimpleQueue[Delivery]"

_PIECE = 1 << 18
_MOST_STDERR = 1 << 16
# Seconds that a process has to end by itself.
_PATIENCE = 5.0


class _Running:
    """One life of the process. A thread reads all its output, so that full pipes never block it."""

    def __init__(self, arguments: Sequence[str], path: str) -> None:
        self._path = path
        self._has_answered = False
        self.process = subprocess.Popen(
            arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(),
            bufsize=0)
        assert self.process.stdin and self.process.stdout and self.process.stderr
        self.stdin, self.stdout, self.stderr = self.process.stdin, self.process.stdout, self.process.stderr
        self.waiting: Deque["queue.SimpleQueue[Delivery]"] = collections.deque()
        self.said = bytearray()
        self.ended = threading.Event()
        self.is_wanted = True
        self._guard = threading.Lock()
        self._listener = threading.Thread(target=self._listen, name="vicinity-stderr", daemon=True)
        self._listener.start()
        threading.Thread(target=self._read, name="vicinity-stdout", daemon=True).start()

    def _listen(self) -> None:
        while piece := os.read(self.stderr.fileno(), _PIECE):
            self.said += piece
            del self.said[:-_MOST_STDERR]

    def _read(self) -> None:
        rest = b""
        descriptor = self.stdout.fileno()
        while piece := os.read(descriptor, _PIECE):
            if b"\n" not in piece:
                rest += piece
                continue
            lines = (rest + piece).split(b"\n")
            rest = lines.pop()
            self._deliver(lines)
        self._finish()

    def _deliver(self, lines: List[bytes]) -> None:
        """Passes on lines, those of one target together."""
        self._has_answered = True
        start, target = 0, self.waiting.popleft()
        for index in range(1, len(lines)):
            other = self.waiting.popleft()
            if other is not target:
                target.put(lines[start:index])
                start, target = index, other
        target.put(lines[start:])

    def _finish(self) -> None:
        status = self.process.wait()
        self._listener.join()
        with self._guard:
            self.ended.set()
            waiting, self.waiting = self.waiting, collections.deque()
        failure = self.failure(status)
        for target in dict.fromkeys(waiting):
            target.put(failure)

    def failure(self, status: Optional[int]) -> VicinityError:
        """The error for requests that have no answer."""
        said = self.said.decode("utf-8", "replace").strip()
        if not self.is_wanted:
            return VicinityError("closed", "the catalog was closed before the answer")
        if status == 1 and not self._has_answered:
            return missing(self._path) if not os.path.exists(self._path) else unreadable(said)
        how = f"was killed by signal {-status}" if status is not None and status < 0 else f"ended with status {status}"
        return ProcessDied(f"the process of the catalog {how}{': ' + said if said else ''}", said)

    def send(self, data: bytes, count: int, target: "queue.SimpleQueue[Delivery]") -> bool:
        """Sends lines whose answers go to a target; False if the process has ended, and none was sent."""
        with self._guard:
            if self.ended.is_set():
                return False
            # The answer may arrive before the write returns.
            self.waiting.extend([target] * count)
        try:
            view = memoryview(data)
            while view:
                view = view[os.write(self.stdin.fileno(), view):]
        except (BrokenPipeError, ValueError):
            # The reader reports the end to the target.
            pass
        return True

    def close(self) -> None:
        """Ends the process: its input ends, and what does not end then is terminated."""
        self.is_wanted = False
        self.stdin.close()
        if not self.ended.wait(_PATIENCE):
            self.process.kill()
            self.ended.wait()
        self.stdout.close()
        self.stderr.close()

    def abandon(self) -> None:
        """Drops the pipes of another process, from which this one was forked."""
        for pipe in (self.stdin, self.stdout, self.stderr):
            pipe.close()
        self.process.returncode = 0


class LineProcess:
    """Sends lines to a process and returns its lines. Safe for threads and after a fork."""

    def __init__(self, arguments: Sequence[str], path: str) -> None:
        """
        Args:
            arguments: those of the command.
            path: the catalog.
        """
        self._path = path
        self._arguments = list(arguments)
        self._lock = threading.Lock()
        self._running: Optional[_Running] = None
        self._is_closed = False
        _all.add(self)

    @property
    def pid(self) -> Optional[int]:
        """The id of the process; None if it does not run."""
        running = self._running
        return None if running is None or running.ended.is_set() else running.process.pid

    def send(self, lines: Sequence[bytes], target: "queue.SimpleQueue[Delivery]") -> None:
        """Sends lines, none with a line feed. Their answers, or the error that prevents them, go to the target.

        Raises:
            VicinityError: if the process is closed.
        """
        data = b"\n".join(lines) + b"\n"
        with self._lock:
            if self._is_closed:
                raise VicinityError("closed", "the catalog is closed")
            while self._running is None or not self._running.send(data, len(lines), target):
                if self._running is not None:
                    self._running.close()
                self._running = _Running([command(), *self._arguments], self._path)

    def ask(self, line: bytes) -> bytes:
        """The answer to one line.

        Raises:
            ProcessDied: if the process ends before the answer.
        """
        target: "queue.SimpleQueue[Delivery]" = queue.SimpleQueue()
        self.send([line], target)
        delivery = target.get()
        if isinstance(delivery, VicinityError):
            raise delivery
        return delivery[0]

    def close(self) -> None:
        """Ends the process. Requests without an answer fail."""
        with self._lock:
            self._is_closed = True
            running, self._running = self._running, None
        if running is not None:
            running.close()

    def forget(self) -> None:
        """In a child process: another process is started for the next line."""
        running, self._running = self._running, None
        self._lock = threading.Lock()
        if running is not None:
            running.abandon()


_all: "weakref.WeakSet[LineProcess]" = weakref.WeakSet()


def _forget_all() -> None:
    for process in list(_all):
        process.forget()


os.register_at_fork(after_in_child=_forget_all)
