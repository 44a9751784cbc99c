"""Requests at a steady rate, and streams, by one process without threads: what is measured is the server, not Python."""
import collections, multiprocessing, re, selectors, socket, time


class Connection:
    """One connection that stays open, with one request on it at a time."""

    def __init__(self, address):
        self.socket = socket.create_connection(address, timeout=30)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.answer, self.due = bytearray(), 0.0

    def send(self, method, path, body, headers, due):
        self.answer.clear()
        self.due = due
        head = {"Host": "localhost", **headers}
        if body is not None:
            head["Content-Length"] = str(len(body.encode()))
        lines = "".join(f"{name}: {value}\r\n" for name, value in head.items())
        self.socket.sendall(f"{method} {path} HTTP/1.1\r\n{lines}\r\n{body or ''}".encode())

    def read(self):
        """The status, once the whole answer is there; 0 if the connection has ended."""
        bytes = self.socket.recv(1 << 16)
        if not bytes:
            return 0
        self.answer += bytes
        head = self.answer.find(b"\r\n\r\n")
        if head < 0:
            return None
        length = re.search(rb"\r\ncontent-length: (\d+)", self.answer[:head].lower())
        if len(self.answer) < head + 4 + int(length.group(1) if length else 0):
            return None
        return int(self.answer[9:12])


def _run(address, rate, seconds, count, make, began, results):
    """Sends requests when they are due, and notes how long after that each was answered."""
    selector, free = selectors.DefaultSelector(), collections.deque()
    for _ in range(count):
        connection = Connection(address)
        selector.register(connection.socket, selectors.EVENT_READ, connection)
        free.append(connection)
    times, statuses, sent, busy = [], collections.Counter(), 0, 0
    total = int(rate * seconds)
    while sent < total or busy:
        now = time.monotonic()
        while sent < total and free and began + sent / rate <= now:
            free.popleft().send(*make(sent), began + sent / rate)
            sent, busy = sent + 1, busy + 1
        pause = max(0, began + sent / rate - time.monotonic()) if sent < total and free else 1
        for key, _ in selector.select(pause):
            connection = key.data
            if (status := connection.read()) is None:
                continue
            times.append(time.monotonic() - connection.due)
            statuses[status or "-"] += 1
            busy -= 1
            if not status:
                selector.unregister(connection.socket)
                connection = Connection(address)
                selector.register(connection.socket, selectors.EVENT_READ, connection)
            free.append(connection)
    results.put((times, dict(statuses)))


def measure(address, seconds, *parts):
    """Runs parts side by side, each a process; their times and statuses. A part is a rate, a number of connections, and
    what makes its requests."""
    began = time.monotonic() + 0.5
    running = []
    for rate, count, make in parts:
        results = multiprocessing.SimpleQueue()
        arguments = (address, rate, seconds, count, make, began, results)
        process = multiprocessing.get_context("fork").Process(target=_run, args=arguments)
        process.start()
        running.append((process, results))
    answers = [results.get() for _, results in running]
    for process, _ in running:
        process.join()
    return answers


class Streams:
    """Many streams of changes, which note when each reports a message."""

    def __init__(self, address, tokens):
        self.selector, self.text = selectors.DefaultSelector(), {}
        for token in tokens:
            connection = Connection(address)
            fields = {"Authorization": f"Bearer {token}", "Accept": "text/event-stream"}
            connection.send("GET", "/v1/changes", None, fields, 0)
            self.text[connection.socket] = bytearray()
            self.selector.register(connection.socket, selectors.EVENT_READ)

    def wait(self, event, patience=60):
        """When each stream had the event for the first time."""
        heard, end, wanted = {}, time.monotonic() + patience, f"event: {event}\n".encode()
        while len(heard) < len(self.text) and time.monotonic() < end:
            for key, _ in self.selector.select(1):
                bytes = key.fileobj.recv(1 << 16)
                if not bytes:
                    self.selector.unregister(key.fileobj)
                self.text[key.fileobj] += bytes
                if key.fileobj not in heard and wanted in self.text[key.fileobj]:
                    heard[key.fileobj] = time.monotonic()
        return list(heard.values())

    def close(self):
        for each in self.text:
            each.close()
