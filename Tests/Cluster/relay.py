"""A TCP relay between a node and PostgreSQL, which delays, is silent in one direction, and cuts."""
import socket, threading, time


class Relay:
    def __init__(self, target):
        self.target, self.delay = target, 0
        self.silent = set()
        """The directions that deliver nothing: "up" to PostgreSQL, "down" from it."""
        self.cut_after = None
        """Bytes of a reply after which its connection is cut, once."""
        self.only = None
        """Whether the reply to a request is to be cut, by its bytes."""
        self.cuts = 0
        self.hold = 0
        """Seconds after which the next request that is to be cut arrives, once; its sender may have gone by then."""
        self.held = 0
        self.refuses = False
        """Whether new connections are closed at once."""
        self._pairs, self._lock, self.is_closed = set(), threading.Lock(), False
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while not self.is_closed:
            try:
                client, _ = self._listener.accept()
                if self.refuses:
                    client.close()
                    continue
                server = socket.create_connection(("127.0.0.1", self.target), timeout=5)
            except OSError:
                if self.is_closed:
                    return
                client.close()
                continue
            pair = {"up": False, "sockets": (client, server)}
            with self._lock:
                self._pairs.add((client, server))
            threading.Thread(target=self._pass, args=(client, server, "up", pair), daemon=True).start()
            threading.Thread(target=self._pass, args=(server, client, "down", pair), daemon=True).start()

    def _pass(self, source, target, direction, pair):
        try:
            source.settimeout(None)
            while data := source.recv(1 << 16):
                if self.delay:
                    time.sleep(self.delay)
                while direction in self.silent and not self.is_closed:
                    time.sleep(0.01)
                if direction == "up":
                    pair["up"] = self.only is None or self.only(data)
                    if self.hold and pair["up"]:
                        seconds, self.hold = self.hold, 0
                        time.sleep(seconds)
                        self.held += 1
                elif self.cut_after is not None and pair["up"]:
                    with self._lock:
                        cut, self.cut_after = self.cut_after, None
                    if cut is not None:
                        self.cuts += 1
                        target.sendall(data[:cut])
                        break
                target.sendall(data)
        except OSError:
            pass
        if self.held and direction == "up":
            # What was held is executed, although its sender has gone.
            time.sleep(1)
        for each in (source, target):
            try:
                each.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            each.close()

    def cut(self):
        """Ends all connections."""
        with self._lock:
            pairs, self._pairs = self._pairs, set()
        for pair in pairs:
            for each in pair:
                try:
                    each.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass

    def close(self):
        self.is_closed = True
        self.silent = set()
        self._listener.close()
        self.cut()
