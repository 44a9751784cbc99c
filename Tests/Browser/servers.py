"""Servers, and what they answer to a program."""
import json, os, re, signal, subprocess, tempfile, time, urllib.error, urllib.parse, urllib.request

from .checks import Failed

now = "2026-11-27T21:00:00+01:00"
"""The time at which all stories take place: a Friday evening."""


class Server:
    """A server at an address; `process` is none of one that was there before."""

    def __init__(self, url, program=None, catalog=None, process=None):
        self.url, self.program, self.catalog, self.process = url.rstrip("/"), program, catalog, process

    def ask(self, path, body=None):
        """The answer as JSON."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, {"Content-Type": "application/json"} if data else {})
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise Failed(f"{path} answers {error.code}: {error.read().decode(errors='replace')[:300]}") from None

    def listing(self, identifier):
        return self.ask("/v1/listings/" + urllib.parse.quote(identifier, safe=""))

    def hosts(self):
        """The hosts that the page may reach in addition to its own, by kind of data."""
        with urllib.request.urlopen(f"{self.url}/map", timeout=30) as answer:
            policy = [part.split() for part in answer.headers["Content-Security-Policy"].split(";")]
        named = {name: [each for each in others if each[0] != "'" and each != "data:"] for name, *others in policy}
        return {name: others for name, others in named.items() if others}

    @property
    def port(self):
        return int(self.url.rsplit(":", 1)[1])

    def kill(self):
        """Ends it at once, as when its machine fails."""
        self.process.kill()
        self.process.wait()

    def start_again(self):
        self.process = start(self.program, self.catalog, self.port).process

    def end(self):
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.kill()


def start(program, catalog, port=0, settings=(), kind=Server):
    """A server for a catalog at a free port."""
    log = tempfile.TemporaryFile("w+")
    options = ["--port", str(port), "--rate", "0", "--now", now, *settings]
    if not os.path.exists(catalog):
        options.append("--create")
    process = subprocess.Popen([program, "serve", "--catalog", catalog, *options], stderr=log)
    end = time.monotonic() + 120
    while time.monotonic() < end and process.poll() is None:
        found = re.search(r'"url":"(http://[^"]+)/"', os.pread(log.fileno(), 1 << 16, 0).decode(errors="replace"))
        if found:
            return kind(found.group(1), program, catalog, process)
        time.sleep(0.05)
    process.kill()
    raise RuntimeError("the server does not start: " + os.pread(log.fileno(), 1000, 0).decode(errors="replace"))
