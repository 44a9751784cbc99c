"""Normal clients, which send requests during other work."""
import http.client, json, multiprocessing, threading, time

from .server import at_once

nearest = "/v1/near?near=48.7,9.1&limit=10"


class Clients:
    """Several clients that send requests until they are stopped or the server ends."""

    def __init__(self, address, count=4):
        self.address, self.answered, self.failed, self.stopped = address, 0, [], False
        self.threads = [threading.Thread(target=self.run) for _ in range(count)]
        for thread in self.threads:
            thread.start()

    def run(self):
        connection = None
        while not self.stopped:
            if connection is None:
                connection = http.client.HTTPConnection(*self.address, timeout=20)
                try:
                    connection.connect()
                except OSError:
                    return
            try:
                connection.request("GET", "/v1/near?near=48.7,9.1&limit=20")
                response = connection.getresponse()
                json.loads(response.read())
                if response.status == 200:
                    self.answered += 1
                else:
                    self.failed.append(response.status)
                if response.getheader("Connection") == "close":
                    connection = None
            except (http.client.RemoteDisconnected, ConnectionResetError, BrokenPipeError):
                # Closed between two requests.
                connection = None
            except Exception as error:
                self.failed.append(repr(error))
                connection = None

    def stop(self):
        self.stopped = True
        for thread in self.threads:
            thread.join(30)


class SteadyClient:
    """Asks at a constant rate from a process of its own, so that what else is done here does not count.

    The time of an answer counts from when the request was due. After `stop` there are `seconds`, the times of all
    answers, and `failed`.
    """

    def __init__(self, address, rate=100, path=nearest, connections=4):
        context = multiprocessing.get_context("fork")
        self.stopped, self.results = context.Event(), context.Queue()
        self.process = context.Process(target=self.run, args=(address, rate, path, connections), daemon=True)
        self.process.start()
        self.seconds, self.failed = [], []

    def run(self, address, rate, path, connections):
        seconds, failed = [], []
        began = time.monotonic()
        at_once(connections, lambda i: self.ask(address, path, began + i / rate, connections / rate, seconds, failed))
        self.results.put((seconds, failed))

    def ask(self, address, path, due, interval, seconds, failed):
        connection = http.client.HTTPConnection(*address, timeout=20)
        while not self.stopped.is_set():
            time.sleep(max(0, due - time.monotonic()))
            try:
                connection.request("GET", path)
                response = connection.getresponse()
                response.read()
                seconds.append(time.monotonic() - due)
                if response.status != 200:
                    failed.append(response.status)
            except Exception as error:
                failed.append(repr(error))
                connection.close()
            due += interval

    def stop(self):
        self.stopped.set()
        self.seconds, self.failed = self.results.get(timeout=60)
        self.process.join(10)
        return self
