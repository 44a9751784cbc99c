"""The nodes of a cluster, each a process, and a client of all of them."""
import http.client, json, os, random, re, signal, subprocess, threading, time

from ServerFaults.server import Failed, Server, allow_files

from . import postgres

settings = {"rate": 0, "client-connections": 0, "client-queue": 0, "client-threads": 0}
"""One address plays all clients."""


class Broken(Failed):
    """An invariant that does not hold."""


class Node(Server):
    """A server of a cluster, whose process comes and goes."""

    def __init__(self, program, folder, name, log):
        self.name, self.folder, self.log, self.port = name, folder, log, postgres.free_port()
        self.environment, self.wrapper, self.output = {}, [], os.path.join(folder, f"{name}.log")
        super().__init__(("127.0.0.1", self.port), os.path.join(folder, f"{name}.gpkg"), None, program)

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    @property
    def accounts(self):
        return self.catalog.removesuffix(".gpkg") + ".accounts.sqlite"

    def start(self, wait=True, **more):
        options = {**settings, "port": self.port, "node": self.name, "node-url": self.url, "cluster": self.log,
                   "stop-timeout": 5, "takeover-timeout": 10, **more}
        words = [f"--{name}={value}" for name, value in options.items()]
        with open(self.output, "a") as log:
            self.process = subprocess.Popen(
                [*self.wrapper, self.program, "serve", "--catalog", self.catalog, *words],
                stderr=log, preexec_fn=allow_files, env={**os.environ, **self.environment})
        self.pid = self.process.pid
        if wait:
            self.wait()
        return self

    def wait(self, seconds=60):
        end = time.monotonic() + seconds
        while not self.answers("/version"):
            if time.monotonic() > end or self.process.poll() is not None:
                raise Failed(f"{self.name} does not start: " + self.said[-1500:])
            time.sleep(0.05)

    @property
    def said(self):
        return open(self.output).read()

    @property
    def runs(self):
        return self.process is not None and self.process.poll() is None

    def pause(self):
        os.kill(self.pid, signal.SIGSTOP)

    def resume(self):
        os.kill(self.pid, signal.SIGCONT)

    def remove_files(self):
        for path in (self.catalog, self.accounts):
            for end in ("", "-wal", "-shm"):
                if os.path.exists(path + end):
                    os.unlink(path + end)


class Cluster:
    """Nodes around a PostgreSQL."""

    def __init__(self, program, folder, log, count=3, addresses=None):
        """- `addresses`: that of PostgreSQL for each node; else all use `log`."""
        self.program, self.folder, self.log = program, folder, log
        addresses = addresses or [log] * count
        self.nodes = [Node(program, folder, f"node{number}", address) for number, address in enumerate(addresses)]

    def command(self, *arguments, timeout=600):
        done = subprocess.run(
            [self.program, "cluster", *arguments, "--cluster", self.log], capture_output=True, text=True,
            timeout=timeout)
        if done.returncode != 0:
            raise Failed(f"vicinity cluster {' '.join(arguments)}: {done.stderr or done.stdout}")
        return done.stdout

    def create(self):
        """Makes the cluster of the catalog of the first node, and starts all nodes."""
        self.command("create", "--catalog", self.nodes[0].catalog)
        for node in self.nodes:
            node.start(wait=False)
        for node in self.nodes:
            node.wait()
        self.leader()

    def status(self):
        return json.loads(self.command("status", "--json"))

    def leader(self, seconds=30):
        """The node that leads, as the log says."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                status = self.status()
                if status["leaseMilliseconds"] > 0:
                    return next(node for node in self.nodes if node.name == status["leader"])
            except (Failed, StopIteration):
                pass
            time.sleep(0.05)
        raise Failed("no node leads")

    def settle(self, seconds=60):
        """Waits until all nodes that run have the newest entry."""
        end = time.monotonic() + seconds
        running = {node.name for node in self.nodes if node.runs}
        while True:
            status = self.status()
            nodes = [node for node in status["nodes"] if node["name"] in running]
            behind = [node["name"] for node in nodes if node["entry"] < status["head"]]
            fresh = all(node["seenMilliseconds"] < 4000 for node in nodes)
            if not behind and fresh:
                return status
            if time.monotonic() > end:
                raise Broken(f"nodes stay behind: {behind}")
            time.sleep(0.2)

    def end(self):
        for node in self.nodes:
            if node.runs:
                node.resume()
            node.end()


class House:
    """All nodes as one server: each request goes to one of them, and another one if that does not answer."""

    def __init__(self, cluster):
        self.cluster, self.is_over, self.random = cluster, False, random.Random(3)
        self.positions = threading.local()
        self.waited = []
        # Where emails are written depends on the leader.
        self.server = self

    @property
    def catalog(self):
        # A pattern for `glob`, which `sign_up` looks for emails with.
        return os.path.join(self.cluster.folder, "node*.gpkg")

    @property
    def address(self):
        running = [node for node in self.cluster.nodes if node.runs]
        return self.random.choice(running).address if running else ("127.0.0.1", 1)

    def once(self, method, path, body, token, timeout=30):
        """The status and answer of a request that is sent once; None and None when it is lost."""
        connection = http.client.HTTPConnection(*self.address, timeout=timeout)
        try:
            headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
            connection.request(method, path, json.dumps(body) if body is not None else None, headers)
            response = connection.getresponse()
            return response.status, json.loads(response.read() or b"null")
        except (OSError, http.client.HTTPException, ValueError):
            return None, None
        finally:
            connection.close()

    def ask(self, method, path, body=None, token=None, key=None, patience=90, node=None, timeout=15, match=None):
        headers = {"Content-Type": "application/json"}
        if match:
            headers["If-Match"] = match
        if token:
            headers["Authorization"] = f"Bearer {token}"
        if key:
            headers["Idempotency-Key"] = key
        position = getattr(self.positions, "value", 0)
        if position:
            headers["Vicinity-Position"] = str(position)
        began, tries = time.monotonic(), 0
        while True:
            address = node.address if node and node.runs else self.address
            connection = http.client.HTTPConnection(*address, timeout=timeout)
            try:
                connection.request(method, path, json.dumps(body) if body is not None else None, headers)
                response = connection.getresponse()
                answer = response.read()
                if response.status not in (502, 503):
                    self.positions.value = max(position, int(response.headers.get("Vicinity-Position") or 0))
                    self.positions.tag = response.headers.get("ETag")
                    if tries:
                        self.waited.append(time.monotonic() - began)
                    return response.status, json.loads(answer or b"null")
            except (OSError, http.client.HTTPException, ValueError):
                pass
            finally:
                connection.close()
            tries += 1
            if time.monotonic() - began > patience:
                raise TimeoutError(f"{method} {path} is not answered")
            time.sleep(0.02)
