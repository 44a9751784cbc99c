"""Members who act at all nodes of a cluster, and what must hold afterwards."""
import json, random, sqlite3, subprocess, threading, time

from ServerFaults.people import Guest, Reader, capacity, offer, rows, sign_up, told
from ServerFaults.server import Failed

words = ["jazz", "garden", "harbour", "attic", "lantern", "orchard"]


class Member(Guest):
    """Books, cancels, joins, leaves, writes, rates, and reads what it has written from another node."""

    def __init__(self, house, name, token, couches, events, actions, conversation, bars):
        self.conversation, self.bars, self.sent, self.favorites, self.ratings = conversation, bars, {}, {}, {}
        self.stale, self.refused = [], []
        super().__init__(house, name, token, couches, events, actions)

    def run(self):
        try:
            for number in range(self.actions):
                began = time.monotonic()
                self.generator.choice([self.book, self.book, self.cancel, self.take_place, self.give_place, self.write, self.like,
                                       self.rate, self.shout])(number)
                self.times.append(time.monotonic() - began)
        except Exception as error:
            self.problem = error

    def write(self, number):
        key, text = f"{self.name}-m{number}", f"{self.name} says {number} {self.generator.choice(words)}"
        status, answer = self.house.ask("POST", f"/v1/conversations/{self.conversation}/messages", {"text": text}, self.token, key)
        if status not in (200, 201):
            self.wrong.append(f"message: {status} {answer}")
            return
        self.sent[answer["number"]] = text
        status, page = self.house.ask("GET", f"/v1/conversations/{self.conversation}/messages?limit=20", token=self.token)
        if answer["number"] not in [each["number"] for each in page["messages"]]:
            self.stale.append(f"message {answer['number']}")

    def shout(self, number):
        """A message without a key, sent once: it exists if it was accepted, and not if it was refused."""
        text = f"{self.name} shouts {number}"
        status, answer = self.house.once("POST", f"/v1/conversations/{self.conversation}/messages", {"text": text}, self.token)
        if status == 201:
            self.sent[answer["number"]] = text
        elif status == 503 and answer["code"] in ("no-leader", "not-leader"):
            self.refused.append(text)

    def like(self, number):
        bar, method = self.generator.choice(self.bars), self.generator.choice(["PUT", "DELETE"])
        self.house.ask(method, f"/v1/me/favourites/{bar}", token=self.token)
        self.favorites[bar] = method == "PUT"
        _, answer = self.house.ask("GET", "/v1/me/favourites", token=self.token)
        if (bar in str(answer)) != (method == "PUT"):
            self.stale.append(f"favorite {bar}")

    def rate(self, number):
        bar, stars = self.generator.choice(self.bars), self.generator.randint(1, 5)
        status, answer = self.house.ask("PUT", f"/v1/listings/{bar}/rating", {"stars": stars}, self.token)
        if status == 200:
            self.ratings[bar] = stars
        else:
            self.wrong.append(f"rating: {status} {answer}")


class Host(threading.Thread):
    """Edits the names of bars, and searches for the new words at another node."""

    def __init__(self, house, token, bars):
        super().__init__()
        self.house, self.token, self.bars, self.names, self.stale, self.problem = house, token, bars, {}, [], None
        self.generator, self.is_over, self.edits = random.Random("host"), False, 0
        self.start()

    def run(self):
        try:
            while not self.is_over:
                bar = self.generator.choice(self.bars)
                word = f"{self.generator.choice(words)}{self.edits}x"
                self.rename(bar, f"Bar {word}")
                self.edits += 1
                self.names[bar] = f"Bar {word}"
                _, answer = self.house.ask("POST", "/v1/query", {"near": {"lat": 46.5, "lon": 24.5}, "text": word, "fields": ["id"]})
                if [each["id"] for each in answer["results"]] != [bar]:
                    self.stale.append(f"{word}: {answer['results'][:2]}")
                time.sleep(0.05)
        except Exception as error:
            self.problem = error


    def rename(self, bar, name):
        """Reads a bar at one node, and changes what it has read at another: ratings may come in between, and a change
        whose answer was lost may have happened."""
        while True:
            _, answer = self.house.ask("GET", f"/v1/listings/{bar}", token=self.token)
            if answer["name"] == name:
                return
            status, answer = self.house.ask("PATCH", f"/v1/listings/{bar}", {"name": name}, self.token, match=self.house.positions.tag)
            if status == 200:
                return
            if status != 412:
                raise AssertionError(f"edit: {status} {answer}")


class Town:
    """A host, guests, their streams, and what they do at once."""

    def __init__(self, house, members=6):
        self.house = house
        self.host = sign_up(house, "landlady")
        self.couches, self.events = offer(house, self.host)
        self.bars = [f"bar-{number}" for number in range(8)]
        for bar in self.bars:
            house.ask("PUT", f"/v1/listings/{bar}", {"kind": "bar", "name": bar, "lat": 46.5, "lon": 24.5}, self.host)
        self.tokens = {f"guest-{number}": sign_up(house, f"guest-{number}") for number in range(members)}
        self.conversations = {
            name: house.ask("POST", "/v1/conversations", {"with": "landlady"}, token)[1]["id"] for name, token in self.tokens.items()}
        self.readers, self.guests, self.editor = {}, [], None

    def begin(self, actions):
        """- `actions`: of all together."""
        members = {"landlady": self.host, **self.tokens}
        self.readers = {name: Reader(self.house, token) for name, token in members.items()}
        each = max(1, actions // len(self.tokens))
        self.guests = [
            Member(self.house, name, token, self.couches, self.events, each, self.conversations[name], self.bars)
            for name, token in self.tokens.items()]
        self.editor = Host(self.house, self.host, self.bars)

    @property
    def done(self):
        return sum(len(guest.times) for guest in self.guests)

    @property
    def acts(self):
        return any(guest.is_alive() for guest in self.guests)

    def wait(self):
        for guest in self.guests:
            guest.join()
        self.editor.is_over = True
        self.editor.join()

    def problems(self, cluster, may_lose=False, forgets=False):
        """What does not hold, as sentences.

        - `may_lose`: whether acknowledged changes may be gone: PostgreSQL was restored to an earlier state.
        - `forgets`: whether changes may be erased after they were told: those by members whose accounts have ended.
        """
        members = {"landlady": self.host, **self.tokens}
        again = [] if may_lose else [key for guest in self.guests for key in guest.again()]
        everything = {name: [change["number"] for change in told(self.house, token)] for name, token in members.items()}
        end = time.monotonic() + 20
        while time.monotonic() < end and any(reader.numbers[-1:] != everything[name][-1:] for name, reader in self.readers.items()):
            time.sleep(0.1)
        self.house.is_over = True
        cluster.settle()
        catalog, accounts = cluster.nodes[0].catalog, cluster.nodes[0].accounts
        found = dict(rows(catalog, "SELECT 'booking-' || booking_id, status FROM booking"))
        overlaps = rows(catalog, """
            SELECT a.booking_id, b.booking_id FROM booking a JOIN booking b ON a.fid = b.fid AND a.booking_id < b.booking_id
            WHERE a.status IN ('requested', 'confirmed') AND b.status IN ('requested', 'confirmed')
              AND a.from_date < b.to_date AND b.from_date < a.to_date""")
        overfull = rows(catalog, f"""
            SELECT fid, count(*) FROM attendance WHERE status = 'joined' GROUP BY fid, starts HAVING count(*) > {capacity}""")
        unheld = rows(catalog, f"""
            SELECT fid FROM attendance GROUP BY fid, starts
            HAVING sum(status = 'joined') < {capacity} AND sum(status = 'waiting') > 0""")
        unordered = rows(catalog, """
            SELECT a.fid FROM attendance a JOIN attendance b ON a.fid = b.fid AND a.starts = b.starts
            WHERE a.status = 'waiting' AND b.status = 'joined' AND b.attendance_id > a.attendance_id""")
        places = set(rows(catalog, "SELECT member, id FROM attendance JOIN listing USING (fid)"))
        favorites = set(rows(catalog, "SELECT member, id FROM favourite JOIN listing USING (fid)"))
        names = dict(rows(catalog, "SELECT id, name FROM listing WHERE id LIKE 'bar-%'"))
        messages = dict(rows(accounts, "SELECT number, text FROM message WHERE sender LIKE 'guest-%'"))
        lost = [booking for guest in self.guests for booking, status in guest.status.items() if found.get(booking) != status]
        lost += [f"{guest.name} at {event}" for guest in self.guests for event, has in guest.places.items() if ((guest.name, event) in places) != has]
        lost += [f"{guest.name} likes {bar}" for guest in self.guests for bar, has in guest.favorites.items() if ((guest.name, bar) in favorites) != has]
        lost += [f"message {number}" for guest in self.guests for number, text in guest.sent.items() if messages.get(number) != text]
        lost += [f"{bar} {name}" for bar, name in self.editor.names.items() if names.get(bar) != name]
        texts = set(messages.values())
        undone = [text for guest in self.guests for text in guest.refused if text in texts]
        wrong = [text for guest in self.guests for text in guest.wrong]
        wrong += [repr(each.problem) for each in [*self.guests, self.editor] if each.problem]
        stale = [text for each in [*self.guests, self.editor] for text in each.stale]
        otherwise = {
            name: (len(reader.numbers), len(everything[name])) for name, reader in self.readers.items()
            if (sorted(set(reader.numbers)) != reader.numbers or not set(everything[name]) <= set(reader.numbers) if forgets
                else reader.numbers != everything[name])}
        missed = sum(reader.missed for reader in self.readers.values())
        conditions = [
            ("nights are booked twice", overlaps), ("events with too many, or free places beside a waiting list", overfull + unheld),
            ("waiting lists out of order", unordered), ("files differ", differences(cluster.nodes)),
            ("files differ from the log", unlike_log(cluster)), ("refused, and done nevertheless", undone), ("unsound files", unsound(cluster)), ("words are found otherwise", searches(cluster.nodes)),
        ]
        if not may_lose:
            conditions += [
                ("acknowledged and lost", lost), ("keys that are answered otherwise the second time", again),
                ("wrong answers", wrong), ("own writes that are not read", stale),
                ("streams that are not once and in order", otherwise), ("streams told that something was missed", missed),
            ]
        return [f"{title}: {str(found)[:400]}" for title, found in conditions if found]


def differences(nodes):
    """The tables that are not the same on all nodes, by the rows of each."""
    found = []
    for path in ("catalog", "accounts"):
        contents = [digest(getattr(node, path)) for node in nodes]
        for node, content in zip(nodes, contents):
            found += [f"{node.name} {path}.{table}" for table in contents[0] if content.get(table) != contents[0][table]]
    return found


def digest(path):
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    try:
        tables = [name for (name,) in connection.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0 AND name NOT LIKE 'sqlite_stat%'")]
        return {table: hash(tuple(sorted(map(repr, connection.execute(f'SELECT * FROM "{table}"'))))) for table in tables}
    finally:
        connection.close()


def unsound(cluster):
    """What `vicinity check` says."""
    found = []
    for node in cluster.nodes:
        done = subprocess.run([cluster.program, "check", "--catalog", node.catalog], capture_output=True, text=True)
        if done.returncode != 0:
            found.append(f"{node.name}: {(done.stdout + done.stderr)[:300]}")
    return found


def unlike_log(cluster):
    """What `vicinity cluster verify` says."""
    try:
        cluster.command("verify", "--catalog", cluster.nodes[0].catalog)
        return []
    except Failed as failure:
        return [str(failure)[:300]]


def searches(nodes):
    """Words that nodes answer otherwise than the first one."""
    found = []
    for word in [*words, "bar", "couch", "event"]:
        path = f"/v1/near?near=46.5,24.5&text={word}&limit=100&fields=id,name"
        answers = [node.request("GET", path)[1] for node in nodes]
        found += [f"{word} at {node.name}" for node, answer in zip(nodes, answers) if results(answer) != results(answers[0])]
    return found


def results(answer):
    return json.loads(answer).get("results")
