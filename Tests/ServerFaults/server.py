"""A server under attack: its requests, its memory, and how it is started and ended."""
import contextlib, http.client, json, os, re, resource, signal, socket, subprocess, tempfile, threading, time

datasets = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "datasets")


alone = {"port": 0, "rate": 0, "client-connections": 0, "client-queue": 0, "client-threads": 0}
"""Settings for attacks in which one address plays all clients."""


class Failed(Exception):
    """A check that did not hold."""


def at_once(count, body):
    """Runs `body` on so many threads, each with its number, and waits for them."""
    threads = [threading.Thread(target=body, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def check(condition, text):
    if not condition:
        raise Failed(text)
    print("ok: " + text, flush=True)


def check_all(*conditions):
    """Several checks, all of which are made; fails with the texts of those that do not hold."""
    failures = [text for condition, text in conditions if not condition]
    for condition, text in conditions:
        if condition:
            print("ok: " + text, flush=True)
    if failures:
        raise Failed("; ".join(failures))


def percentile(values, part):
    """The value below which this part of the values is; 0 of none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))] if ordered else 0


def milliseconds(values):
    """The median, the 99th percentile and the greatest of times in seconds, as text."""
    return " ".join(
        f"{name} {value * 1000:.1f} ms"
        for name, value in (("p50", percentile(values, 0.5)), ("p99", percentile(values, 0.99)), ("max", max(values, default=0)))
    )


class Server:
    """A process that listens at an address. `process` is set for servers that were started here."""

    def __init__(self, address, catalog, identifier, program=None, process=None):
        self.address, self.catalog, self.pid, self.process = address, catalog, identifier, process
        # The process is `vicinity-server`; the command `vicinity` is beside it.
        self.program = program or os.path.join(os.path.dirname(os.readlink(f"/proc/{identifier}/exe")), "vicinity")
        self._key = None

    # The queries for it.

    def request(self, method, path, body=None, headers={}, timeout=60, key=False):
        """The status and the body of an answer on a connection of its own."""
        connection = http.client.HTTPConnection(*self.address, timeout=timeout)
        try:
            extra = {"X-Api-Key": self.key} if key else {}
            try:
                connection.request(method, path, body, {"Content-Type": "application/json", **extra, **headers})
            except (BrokenPipeError, ConnectionResetError):
                # It may have been answered already, and the rest of the body is not read.
                if not connection.sock:
                    raise
            response = connection.getresponse()
            return response.status, response.read()
        finally:
            connection.close()

    def import_lines(self, text, source, timeout=120):
        """The status and the code of the problem, if there is one, of an import."""
        path = f"/v1/import?source={source}"
        status, body = self.request("POST", path, text, {"Content-Type": "application/x-ndjson"}, timeout, key=True)
        return status, "" if status == 200 else json.loads(body).get("code", "")

    def answers(self, path="/v1/near?near=48.7,9.1&limit=10"):
        """Whether a request is answered as it should be."""
        try:
            status, body = self.request("GET", path, timeout=20)
            return status == 200 and json.loads(body) is not None
        except (OSError, http.client.HTTPException, ValueError):
            return False

    def connect(self, source=None, receive_buffer=None, timeout=20):
        client = socket.socket()
        client.settimeout(timeout)
        if receive_buffer:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        if source:
            client.bind((source, 0))
        client.connect(self.address)
        return client

    @property
    def key(self):
        if self._key is None:
            self._key = os.environ.get("VICINITY_KEY") if self.process is None else None
            self._key = self._key or run(self.program, "key", "add", "server-faults", "--scope", "admin", catalog=self.catalog)
        return self._key

    def metrics(self):
        """The values of /metrics by series."""
        status, body = self.request("GET", "/metrics", key=True)
        if status != 200:
            raise Failed(f"/metrics answers {status}")
        lines = [line.rsplit(" ", 1) for line in body.decode().splitlines() if line and not line.startswith("#")]
        return {name: float(value) for name, value in lines}

    # What it takes of the machine.

    def _status(self, name):
        text = open(f"/proc/{self.pid}/status").read()
        return int(re.search(rf"^{name}:\s+(\d+)", text, re.MULTILINE).group(1))

    @property
    def memory(self):
        """The resident memory in MB."""
        return self._status("VmRSS") / 1024

    @property
    def peak(self):
        """The most resident memory in MB since `reset_peak`."""
        return self._status("VmHWM") / 1024

    def reset_peak(self):
        with open(f"/proc/{self.pid}/clear_refs", "w") as file:
            file.write("5")

    @property
    def threads(self):
        return self._status("Threads")

    @property
    def files(self):
        return len(os.listdir(f"/proc/{self.pid}/fd"))

    @property
    def processor_seconds(self):
        fields = open(f"/proc/{self.pid}/stat").read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def busy(self, seconds=2):
        """The part of a processor that it takes without a request."""
        before = self.processor_seconds
        time.sleep(seconds)
        return (self.processor_seconds - before) / seconds

    def settle(self, condition, seconds=20):
        """Waits until a condition holds; whether it does."""
        end = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > end:
                return False
            time.sleep(0.2)
        return True

    def leftovers(self):
        """The files of its folder that belong to no catalog."""
        stem = os.path.basename(self.catalog).removesuffix(".gpkg")
        names = {stem + end + log for end in (".gpkg", ".accounts.sqlite") for log in ("", "-wal", "-shm", ".lock")}
        return sorted(set(os.listdir(os.path.dirname(os.path.abspath(self.catalog)))) - names)

    def kill(self):
        os.kill(self.pid, signal.SIGKILL)
        self.process.wait()

    def end(self):
        """Ends it if it was started here and runs."""
        if self.process and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.kill()


def run(program, *arguments, catalog):
    """What a command prints."""
    done = subprocess.run([program, *arguments, "--catalog", catalog], capture_output=True, text=True)
    if done.returncode != 0:
        raise Failed(f"vicinity {' '.join(arguments)}: exit {done.returncode}: {(done.stderr or done.stdout)[:500]}")
    return done.stdout.strip()


def allow_files(count=None):
    """Allows this process as many files as possible, or this many."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (count or most, count or most))


def start(program, catalog, settings={}, files=None, wrapper=[]):
    """A new server for a catalog. `wrapper` is a command that becomes the one that follows it."""
    options = [f"--{name}={value}" for name, value in {**alone, **settings}.items()]
    log = open(catalog + ".log", "w+")
    os.unlink(log.name)
    process = subprocess.Popen(
        [*wrapper, program, "serve", "--catalog", catalog, *options], stderr=log, preexec_fn=lambda: allow_files(files))
    end = time.monotonic() + 30
    while time.monotonic() < end and process.poll() is None:
        text = os.pread(log.fileno(), 1 << 16, 0).decode(errors="replace")
        found = re.search(r'"url":"http://([^:"]+):(\d+)/"', text)
        if found:
            return Server((found.group(1), int(found.group(2))), catalog, process.pid, program, process)
        time.sleep(0.05)
    process.kill()
    raise Failed("the server does not start: " + os.pread(log.fileno(), 1000, 0).decode(errors="replace"))


@contextlib.contextmanager
def own_server(program, settings={}, files=None, listings=0, folder=None, wrapper=[]):
    """A server with a catalog of its own: the listings of `datasets`, or generated ones."""
    with contextlib.ExitStack() as stack:
        folder = folder or stack.enter_context(tempfile.TemporaryDirectory())
        catalog = os.path.join(folder, "catalog.gpkg")
        fill(program, catalog, listings)
        server = start(program, catalog, settings, files, wrapper)
        stack.callback(server.end)
        yield server


def fill(program, catalog, listings):
    if listings:
        with tempfile.NamedTemporaryFile(suffix=".jsonl") as file:
            generate(program, listings, file.name)
            run(program, "import", "--source", "generated", file.name, catalog=catalog)
    else:
        names = [name for name in sorted(os.listdir(datasets)) if re.search("-(bars|events|couches).jsonl$", name)]
        run(program, "import", *(os.path.join(datasets, name) for name in names), catalog=catalog)


def generate(program, count, path, seed=1):
    """Writes generated listings to a file."""
    subprocess.run(
        [program, "generate", "listings", "--count", str(count), "--seed", str(seed), "--output", path], check=True)
