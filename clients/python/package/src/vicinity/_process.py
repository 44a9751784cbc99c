"""A process that answers lines: it is started when it is needed, and again after it ended."""
from __future__ import annotations

import collections
import copy
import itertools
import os
import queue
import select
import signal
import subprocess
import threading
import time
import weakref
from typing import Deque, Iterator, List, Optional, Sequence, Tuple, Union

from ._command import command, environment, last_lines, missing, not_started, unreadable, wrong_usage
from ._errors import ProcessDied, TimedOut, VicinityError

#: Lines that answer requests, in order, or the error that ended the process.
Delivery = Union[List[bytes], VicinityError]

_PIECE = 1 << 18
_MOST_STDERR = 1 << 16
# `close` takes at most this many seconds: to end by itself, after SIGTERM, after SIGKILL, and to release the input.
_PATIENCE, _TERMINATION, _KILL, _RELEASE = 2.0, 1.0, 1.0, 1.0
# Seconds between two looks at the processor time of the process.
_SAMPLE = 1.0
# A process computes if it takes these seconds and this share of the time; one that waits for input takes much less.
_LEAST_WORK, _LEAST_SHARE = 0.02, 0.01


class _Running:
    """One life of the process. A thread reads all its output, so that full pipes never block it.

    The process has a session of its own: Ctrl-C in a terminal interrupts the caller only, and signals to its group also
    reach the programs that it starts.
    """

    def __init__(self, arguments: Sequence[str], path: str, timeout: Optional[float]) -> None:
        self._path = path
        self._timeout = timeout
        #: The file that the process opens, which another one may replace.
        self.file = _file(path)
        self._has_answered = False
        self._is_wanted = True
        try:
            self.process = subprocess.Popen(
                arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(),
                bufsize=0, start_new_session=True)
        except OSError as error:
            raise not_started(arguments[0], error) from None
        assert self.process.stdin and self.process.stdout and self.process.stderr
        self._stdin, self._stdout, self._stderr = self.process.stdin, self.process.stdout, self.process.stderr
        os.set_blocking(self._stdin.fileno(), False)
        self._waiting: Deque["queue.SimpleQueue[Delivery]"] = collections.deque()
        self._failure: Optional[VicinityError] = None
        self._said = bytearray()
        # Set when the process has ended and its output is read.
        self._ended = threading.Event()
        self._last_sign, self._last_work = time.monotonic(), 0.0
        # Held for moments: over the failure, and the requests that wait.
        self._guard = threading.Lock()
        # Held during writes, and to close the input.
        self._writing = threading.Lock()
        self._listener = threading.Thread(target=self._listen, name="vicinity-stderr", daemon=True)
        self._reader = threading.Thread(target=self._read, name="vicinity-stdout", daemon=True)
        try:
            self._listener.start()
            self._reader.start()
        except BaseException:
            # For example at the end of the interpreter.
            self._signal(signal.SIGKILL)
            raise

    @property
    def is_over(self) -> bool:
        """Whether the process answers no more requests."""
        return self._failure is not None

    # MARK: reading

    def _listen(self) -> None:
        try:
            while piece := os.read(self._stderr.fileno(), _PIECE):
                self._said += piece
                del self._said[:-_MOST_STDERR]
        finally:
            self._stderr.close()

    def _read(self) -> None:
        rest = b""
        try:
            while piece := os.read(self._stdout.fileno(), _PIECE):
                self._last_sign = time.monotonic()
                if b"\n" not in piece:
                    rest += piece
                    continue
                lines = (rest + piece).split(b"\n")
                rest = lines.pop()
                self._deliver(lines)
        except Exception as error:
            self.fail(ProcessDied(f"the output of the process is not what was requested, so it was ended: {error}", ""))
        finally:
            self._finish()

    def _deliver(self, lines: List[bytes]) -> None:
        """Passes on lines, those of one target together."""
        self._has_answered = True
        with self._guard:
            if self._failure is not None:
                return
            waiting = self._waiting
            if len(waiting) < len(lines):
                raise ValueError(f"{len(lines)} lines for {len(waiting)} requests")
            start, target = 0, waiting.popleft()
            for index in range(1, len(lines)):
                other = waiting.popleft()
                if other is not target:
                    target.put(lines[start:index])
                    start, target = index, other
            target.put(lines[start:])

    def _finish(self) -> None:
        self._stdout.close()
        status: Optional[int] = None
        try:
            status = self.process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self._signal(signal.SIGKILL)
            try:
                self.process.wait(_KILL)
            except subprocess.TimeoutExpired:
                pass
        # Another program may still have its standard error.
        self._listener.join(_RELEASE)
        self._settle(self._death(status))
        self._ended.set()

    def _death(self, status: Optional[int]) -> VicinityError:
        """The error for requests that have no answer."""
        if not self._is_wanted:
            return _closed_before()
        said = last_lines(self._said.decode("utf-8", "replace"))
        if status == 1 and not self._has_answered:
            return missing(self._path) if not os.path.exists(self._path) else unreadable(said)
        if status == 64 and not self._has_answered:
            return wrong_usage(said)
        if status is None:
            how = "closed its output, and was ended"
        else:
            how = f"was killed by signal {-status}" if status < 0 else f"ended with status {status}"
        return ProcessDied(f"the process of the catalog {how}{': ' + said if said else ''}", said)

    def _settle(self, failure: VicinityError) -> None:
        """Passes on the error to the requests that wait, once."""
        with self._guard:
            if self._failure is not None:
                return
            self._failure = failure
            waiting, self._waiting = self._waiting, collections.deque()
        for target in dict.fromkeys(waiting):
            target.put(failure)

    # MARK: writing

    def send(self, data: bytes, count: int, target: "queue.SimpleQueue[Delivery]") -> None:
        """Sends lines. Their answers, or the error that prevents them, go to a target."""
        try:
            with self._guard:
                if self._failure is not None:
                    target.put(self._failure)
                    return
                # The answer may arrive before the write returns.
                self._waiting.extend([target] * count)
            self._write(data)
        except (BrokenPipeError, ValueError):
            # The reader reports the end to the target; after `close` there is no descriptor.
            pass
        except BaseException as error:
            # Part of a line may be written, for example before Ctrl-C.
            if not self.is_over:
                self.fail(ProcessDied(f"a request was interrupted while it was sent: {error!r}", ""))
            raise

    def _write(self, data: bytes) -> None:
        view = memoryview(data)
        with self._writing:
            descriptor = self._stdin.fileno()
            room = select.poll()
            room.register(descriptor, select.POLLOUT)
            since = time.monotonic()
            while view:
                try:
                    view = view[os.write(descriptor, view):]
                    since = time.monotonic()
                except BlockingIOError:
                    seconds = self.patience(since)
                    if not room.poll(None if seconds is None else 1000 * seconds):
                        self.expire(since)

    # MARK: ending

    def patience(self, since: float) -> Optional[float]:
        """The seconds to wait for a request of this time before `expire` is called; None without limit."""
        return None if self._timeout is None else min(_SAMPLE, self._remaining(since, self._timeout))

    def _remaining(self, since: float, timeout: float) -> float:
        return max(0.0, max(since, self._last_sign) + timeout - time.monotonic())

    def expire(self, since: float) -> None:
        """Ends the process if it has neither answered nor computed for too long.

        Raises:
            TimedOut: if it has not.
        """
        if self._timeout is None:
            return
        # The answers to many expensive queries arrive together.
        now, work = time.monotonic(), _processor_seconds(self.process.pid)
        if work - self._last_work >= _LEAST_WORK + _LEAST_SHARE * (now - max(since, self._last_sign)):
            self._last_sign, self._last_work = now, work
        if self._remaining(since, self._timeout) > 0:
            return
        error = TimedOut(
            "timed-out", f"the process of the catalog has neither answered nor computed for {self._timeout:g} s, and "
            "was ended. The next request starts another one")
        self.fail(error)
        raise copy.copy(error)

    def fail(self, failure: VicinityError) -> None:
        """Kills the process, and passes on an error to the requests that wait."""
        self._settle(failure)
        self._signal(signal.SIGKILL)

    def _signal(self, number: int) -> None:
        # Only the reader waits for the process: until it has, the id cannot be that of another group.
        if not self._ended.is_set():
            try:
                os.killpg(self.process.pid, number)
            except (ProcessLookupError, PermissionError):
                pass

    def _end_input(self, seconds: float) -> bool:
        """Closes the input, unless a write takes longer than some seconds."""
        if not self._writing.acquire(timeout=seconds):
            return False
        try:
            self._stdin.close()
        finally:
            self._writing.release()
        return True

    def close(self) -> None:
        """Ends the process within five seconds: its input ends, then it is terminated, then killed."""
        self._is_wanted = False
        # The end of an object may be noticed by a thread of the process, which cannot wait for itself.
        if threading.current_thread() in (self._reader, self._listener):
            self._signal(signal.SIGKILL)
            return
        end = time.monotonic() + _PATIENCE
        try:
            if self._end_input(_PATIENCE) and self._ended.wait(max(0.0, end - time.monotonic())):
                return
            for number, seconds in ((signal.SIGTERM, _TERMINATION), (signal.SIGKILL, _KILL)):
                self._signal(number)
                if self._ended.wait(seconds):
                    break
        except BaseException:
            self._signal(signal.SIGKILL)
            raise
        finally:
            self._settle(_closed_before())
        self._end_input(_RELEASE)

    def retire(self) -> None:
        """Ends the process after it has answered the requests that wait."""
        self._end_input(_PATIENCE)
        since = time.monotonic()
        while not self._ended.wait(self.patience(since)):
            self.expire(since)

    def abandon(self) -> None:
        """Drops the pipes of another process, from which this one was forked."""
        for pipe in (self._stdin, self._stdout, self._stderr):
            pipe.close()
        self.process.returncode = 0


class LineProcess:
    """Sends lines to a process and returns its lines. Safe for threads and after a fork."""

    def __init__(self, arguments: Sequence[str], path: str, timeout: Optional[float]) -> None:
        """
        Args:
            arguments: those of the command.
            path: the catalog.
            timeout: the seconds in which the process neither answers nor computes, after which it is ended and
                requests fail; None for no limit.
        """
        self._path = path
        self._arguments = list(arguments)
        self._timeout = timeout
        # Held while lines are sent, so that they are in the order of their targets.
        self._order = threading.Lock()
        # Held for moments: over the process in use.
        self._state = threading.Lock()
        self._running: Optional[_Running] = None
        self._is_closed = False
        _all.add(self)

    @property
    def pid(self) -> Optional[int]:
        """The id of the process; None if it does not run."""
        running = self._running
        return None if running is None or running.is_over else running.process.pid

    def send(self, lines: Sequence[bytes], target: "queue.SimpleQueue[Delivery]") -> _Running:
        """Sends lines, none with a line feed. Their answers, or the error that prevents them, go to the target.

        Returns:
            The process that answers.

        Raises:
            VicinityError: if the process is closed or cannot be started, or does not read the lines in time.
        """
        data = b"\n".join(lines) + b"\n"
        with self._order:
            running = self._current()
            running.send(data, len(lines), target)
            return running

    def _current(self) -> _Running:
        """The process in use, or another one after its end or after the file was replaced. One that ends at once fails
        the request."""
        with self._state:
            if self._is_closed:
                raise _closed()
            previous = self._running
            if previous is not None and not previous.is_over and previous.file == _file(self._path):
                return previous
        if previous is not None:
            # Its answers come before those of the next process.
            previous.close() if previous.is_over else previous.retire()
        with self._state:
            if self._is_closed:
                raise _closed()
            self._running = running = _Running([command(), *self._arguments], self._path, self._timeout)
            return running

    def ask(self, line: bytes) -> bytes:
        """The answer to one line.

        Raises:
            ProcessDied: if the process ends before the answer.
            TimedOut: if there is no answer in time.
        """
        target: "queue.SimpleQueue[Delivery]" = queue.SimpleQueue()
        return _receive(target, self.send([line], target))[0]

    def stream(
        self, lines: Iterator[Union[bytes, VicinityError]], window: int, chunk: int
    ) -> Iterator[Union[bytes, VicinityError]]:
        """The answers to lines, in order, with a bounded number of lines on the way: few at first, so that the first
        answer comes soon. An error among the lines is its own answer. An exception of the iterator is raised after the
        answers to all lines before it.

        Args:
            lines: the lines.
            window: how many lines may be on the way.
            chunk: how many are sent at once.
        """
        owner = os.getpid()
        target: "queue.SimpleQueue[Delivery]" = queue.SimpleQueue()
        running: Optional[_Running] = None
        refused: Deque[Tuple[int, VicinityError]] = collections.deque()
        read = sent = received = given = 0
        allowed = 2 * chunk
        is_done = False
        failure: Optional[Exception] = None
        while True:
            if os.getpid() != owner:
                raise VicinityError("forked", "the batch started before the fork, in the parent process")
            while not is_done and sent - received + chunk <= allowed and len(refused) < window:
                part: List[bytes] = []
                before = read
                try:
                    for line in itertools.islice(lines, chunk):
                        if isinstance(line, bytes):
                            part.append(line)
                        else:
                            refused.append((read, line))
                        read += 1
                except Exception as error:
                    failure = error
                is_done = read < before + chunk
                if part:
                    running = self.send(part, target)
                    sent += len(part)
            while refused and refused[0][0] == given:
                given += 1
                yield refused.popleft()[1]
            if running is None or received == sent:
                if not is_done:
                    continue
                if failure is not None:
                    raise failure
                return
            delivery = _receive(target, running)
            received += len(delivery)
            allowed = min(2 * allowed, window)
            if not refused:
                given += len(delivery)
                yield from delivery
                continue
            for answer in delivery:
                while refused and refused[0][0] == given:
                    given += 1
                    yield refused.popleft()[1]
                given += 1
                yield answer

    def close(self) -> None:
        """Ends the process within five seconds. Requests without an answer by then fail."""
        with self._state:
            self._is_closed = True
            running, self._running = self._running, None
        if running is not None:
            running.close()

    def forget(self) -> None:
        """In a child process: another process is started for the next line."""
        running, self._running = self._running, None
        self._order, self._state = threading.Lock(), threading.Lock()
        if running is not None:
            running.abandon()


def _receive(target: "queue.SimpleQueue[Delivery]", running: _Running) -> List[bytes]:
    """The next lines for a target.

    Raises:
        VicinityError: if the process ended, or neither answers nor computes for too long.
    """
    since = time.monotonic()
    while True:
        try:
            delivery = target.get(timeout=running.patience(since))
        except queue.Empty:
            running.expire(since)
            continue
        if isinstance(delivery, VicinityError):
            # Several threads may raise it.
            raise copy.copy(delivery)
        return delivery


def _processor_seconds(process: int) -> float:
    """The processor time of a process; 0 where the system does not have /proc."""
    try:
        with open(f"/proc/{process}/stat", encoding="utf-8") as file:
            fields = file.read().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _file(path: str) -> Optional[Tuple[int, int]]:
    """What tells a file from another one with the same path; None if there is none."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    return (status.st_dev, status.st_ino)


def _closed() -> VicinityError:
    return VicinityError("closed", "the catalog is closed")


def _closed_before() -> VicinityError:
    return VicinityError("closed", "the catalog was closed before the answer")


_all: "weakref.WeakSet[LineProcess]" = weakref.WeakSet()


def _forget_all() -> None:
    for process in list(_all):
        process.forget()


os.register_at_fork(after_in_child=_forget_all)
