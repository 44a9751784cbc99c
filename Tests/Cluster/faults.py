"""Everything that can go wrong with a cluster while members act, one kind after the other."""
import concurrent.futures, gzip, json, os, random, shutil, signal, socket, ssl, subprocess, tempfile, time, urllib.error
import urllib.request

from ServerFaults.people import sign_up
from ServerFaults.server import Failed, check, fill, generate, milliseconds, run

from . import postgres
from .nodes import Broken, Cluster, House
from .relay import Relay
from .workload import Town

lease = 5
"""Seconds; that of the nodes."""


class Stage:
    """A PostgreSQL, nodes, and members who act at them."""

    def __init__(self, program, actions, standby=False, relays=False, count=3, folder=None):
        self.program, self.actions, self.random = program, actions, random.Random(11)
        self.own = folder is None
        self.folder = folder or tempfile.mkdtemp(prefix="vicinity-cluster-")
        self.other, self.relays, self.cluster, self.house = None, [], None, None
        self.gaps, self.lost, self.forgets = [], False, False
        os.chmod(self.folder, 0o755)
        self.database = postgres.PostgreSQL(os.path.join(self.folder, "a"))
        try:
            self.start(standby, relays, count)
        except BaseException:
            self.end()
            raise

    def start(self, standby, relays, count):
        self.database.start()
        hosts = f"127.0.0.1:{self.database.port}"
        if standby:
            self.other = postgres.PostgreSQL(os.path.join(self.folder, "b"), self.database, "b").start()
            self.wait_for_standby()
            hosts += f",127.0.0.1:{self.other.port}"
        self.log = f"postgresql://vicinity@{hosts}/postgres"
        if relays:
            self.relays = [Relay(self.database.port) for _ in range(count)]
        addresses = [f"postgresql://vicinity@127.0.0.1:{relay.port}/postgres" for relay in self.relays] or None
        self.cluster = Cluster(self.program, self.folder, self.log, count, addresses)
        for node in self.cluster.nodes:
            node.environment = {"VICINITY_TEST_WITHOUT": os.environ.get("VICINITY_WITHOUT", "")}
        fill(self.program, self.cluster.nodes[0].catalog, 0)
        self.key = run(self.program, "key", "add", "faults", "--scope", "admin", catalog=self.cluster.nodes[0].catalog)
        self.cluster.create()
        self.house = House(self.cluster)
        self.town = Town(self.house)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()

    def end(self):
        if self.house:
            self.house.is_over = True
        if self.cluster:
            self.cluster.end()
        for relay in self.relays:
            relay.close()
        for each in (self.database, self.other):
            if each:
                each.stop(signal.SIGQUIT)
        if self.own and not os.environ.get("VICINITY_KEEP"):
            shutil.rmtree(self.folder, ignore_errors=True)
        elif self.own:
            print("kept: " + self.folder)

    def wait_for_standby(self):
        """Has commits wait for the standby, once it follows."""
        end = time.monotonic() + 30
        while self.database.sql("SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'") != "1":
            if time.monotonic() > end:
                raise Failed("the standby does not follow")
            time.sleep(0.1)
        self.database.sql("ALTER SYSTEM SET synchronous_standby_names = '*'")
        self.database.sql("SELECT pg_reload_conf()")
        while self.database.sql("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'") != "1":
            time.sleep(0.1)

    def epoch(self):
        try:
            return int(self.database.sql(
                "SELECT epoch FROM vicinity.cluster WHERE expires > clock_timestamp() AND leader IS NOT NULL") or -1)
        except (subprocess.CalledProcessError, subprocess.TimeoutExpired):
            return -1

    def time_without_leader(self, before, began):
        """Seconds until there is another leader than in an epoch."""
        while self.epoch() <= before:
            if time.monotonic() - began > 40:
                raise Failed("no other node leads")
            time.sleep(0.02)
        self.gaps.append(time.monotonic() - began)

    def spread(self, count, fault):
        """Has members act, and a fault happen so many times meanwhile."""
        began = time.monotonic()
        self.town.begin(self.actions)
        for number in range(count):
            goal = self.actions * (number + 0.5) / count
            while self.town.done < goal and self.town.acts:
                time.sleep(0.01)
            fault(number)
        self.town.wait()
        self.took = time.monotonic() - began

    def verify(self, title):
        problems = self.town.problems(self.cluster, self.lost, self.forgets)
        times = [each for guest in self.town.guests for each in guest.times]
        note = f", without a leader at most {max(self.gaps):.1f} s" if self.gaps else ""
        print(f"{title}: {self.town.done} actions, {self.town.editor.edits} edits in {self.took:.0f} s, an action "
              f"{milliseconds(times)}{note}", flush=True)
        if problems:
            raise Broken(f"{title}: {'; '.join(problems)}")
        print(f"ok: {title}: all invariants hold", flush=True)
        if self.gaps:
            longest = max(self.gaps)
            check(
                longest <= lease + 2,
                f"{title}: without a leader for at most the lease of {lease} s and 2 s: {longest:.1f} s")


def none(program, actions, whole):
    with Stage(program, actions) as stage:
        stage.spread(1, lambda _: None)
        stage.verify("no fault")


def killed(program, actions, whole):
    """SIGKILL: the leader first, then any node."""
    with Stage(program, actions) as stage:
        def kill(number):
            leader = stage.cluster.leader()
            node = leader if number % 2 == 0 else stage.random.choice(stage.cluster.nodes)
            epoch, began = stage.epoch(), time.monotonic()
            node.kill()
            if node is leader:
                stage.time_without_leader(epoch, began)
            node.start()

        stage.spread(20 if whole else 3, kill)
        stage.verify("nodes killed")


def paused(program, actions, whole):
    """SIGSTOP of the leader for longer than its lease."""
    with Stage(program, actions) as stage:
        def pause(number):
            leader = stage.cluster.leader()
            epoch, began = stage.epoch(), time.monotonic()
            leader.pause()
            stage.time_without_leader(epoch, began)
            time.sleep(stage.random.random() * 2)
            leader.resume()

        stage.spread(10 if whole else 2, pause)
        stage.verify("leaders paused")


def cut(program, actions, whole):
    """Connections of the leader to PostgreSQL that are cut in the middle of a reply to an entry."""
    with Stage(program, actions, relays=True) as stage:
        def cut_reply(number):
            leader = stage.cluster.leader()
            relay = stage.relays[stage.cluster.nodes.index(leader)]
            # Entries are longer than other statements.
            relay.only = lambda data: len(data) > 200
            relay.cut_after = stage.random.choice([0, 0, 1, 5, 20])
            end = time.monotonic() + 5
            while relay.cut_after is not None and time.monotonic() < end and stage.town.acts:
                time.sleep(0.01)

        stage.spread(50 if whole else 8, cut_reply)
        cuts = sum(relay.cuts for relay in stage.relays)
        check(cuts > 0, f"{cuts} replies were cut")
        stage.verify("replies cut")


def late(program, actions, whole):
    """Entries that reach PostgreSQL after the leader has given them up, and said so."""
    with Stage(program, actions, relays=True) as stage:
        stage.spread(1, lambda _: None)
        guest = stage.town.guests[0]
        time.sleep(2)
        for number in range(4 if whole else 2):
            relay = stage.relays[stage.cluster.nodes.index(stage.cluster.leader())]
            relay.only, relay.hold, held = (lambda data: len(data) > 200), 8, relay.held
            guest.shout(10_000 + number)
            end = time.monotonic() + 20
            while relay.held == held and time.monotonic() < end:
                time.sleep(0.1)
            time.sleep(1)
        check(bool(guest.refused), f"{len(guest.refused)} messages were refused")
        stage.verify("late entries")


def slow(program, actions, whole):
    """Nodes that hear from PostgreSQL a tenth of a second late."""
    with Stage(program, actions, relays=True) as stage:
        for relay in stage.relays:
            relay.delay = 0.05
        stage.spread(1, lambda _: None)
        stage.verify("slow network")


def silent(program, actions, whole):
    """A leader that hears nothing from PostgreSQL, or whose words do not arrive, for longer than its lease."""
    with Stage(program, actions, relays=True) as stage:
        def silence(number):
            leader = stage.cluster.leader()
            relay = stage.relays[stage.cluster.nodes.index(leader)]
            epoch, began = stage.epoch(), time.monotonic()
            relay.silent = {["down", "up"][number % 2]}
            stage.time_without_leader(epoch, began)
            relay.silent = set()
            relay.cut()

        stage.spread(6 if whole else 1, silence)
        stage.verify("leaders cut off")


def database_killed(program, actions, whole):
    """PostgreSQL killed and started again."""
    with Stage(program, actions) as stage:
        def kill(number):
            stage.database.stop(signal.SIGKILL)
            time.sleep(stage.random.random() * 3)
            stage.database.start()

        stage.spread(5 if whole else 1, kill)
        stage.verify("PostgreSQL killed")


def promoted(program, actions, whole):
    """The synchronous standby takes over; the former primary comes back as its standby."""
    with Stage(program, actions, standby=True) as stage:
        def promote(number):
            stage.database.stop(signal.SIGKILL)
            stage.other.promote()
            former, stage.database = stage.database, stage.other
            shutil.rmtree(former.data)
            port = former.port
            stage.other = postgres.PostgreSQL(former.folder, stage.database, former.folder[-1])
            stage.other.port = port
            stage.other.start()
            stage.wait_for_standby()

        stage.spread(5 if whole else 1, promote)
        stage.verify("standbys promoted")


def former(program, actions, whole):
    """The standby takes over, and the former primary accepts changes again: no node takes it."""
    with Stage(program, actions, standby=True) as stage:
        waiting = next(node for node in stage.cluster.nodes if node is not stage.cluster.leader())
        # It misses the promotion.
        waiting.end()

        def promote(number):
            stage.database.stop(signal.SIGKILL)
            stage.other.promote()
            # Its files are those of before; it is first in the address of the nodes.
            stage.database.start(synchronous_standby_names="")
            stage.database, stage.other = stage.other, stage.database
            waiting.start()
            node = next(node for node in stage.cluster.nodes if node is not waiting)
            node.kill()
            node.start()

        stage.spread(1, promote)
        stage.verify("former primary started")
        for node in stage.cluster.nodes:
            node.end()
            node.start()
        stage.cluster.settle()
        own = int(stage.database.sql("SELECT head FROM vicinity.cluster"))
        check(int(stage.other.sql("SELECT head FROM vicinity.cluster")) < own, "the former primary has no new entry")


def emptied(program, actions, whole):
    """A node loses its files, and fetches them again."""
    with Stage(program, actions) as stage:
        def empty(number):
            if number == 1:
                stage.cluster.command("snapshot")
            leader = stage.cluster.leader()
            node = leader if number == 2 else next(each for each in stage.cluster.nodes if each is not leader)
            node.kill()
            node.remove_files()
            node.start()

        stage.spread(3 if whole else 1, empty)
        stage.verify("nodes emptied")


def restored(program, actions, whole):
    """PostgreSQL is put back to an earlier state: what came after it is lost, and nodes say so."""
    with Stage(program, actions) as stage:
        copy = os.path.join(stage.folder, "backup")

        def restore(number):
            if number == 0:
                os.makedirs(copy, mode=0o700, exist_ok=True)
                if os.geteuid() == 0:
                    shutil.chown(copy, "postgres", "postgres")
                stage.database.copy(copy)
                return
            stage.database.stop(signal.SIGINT)
            stage.database.restore(copy)
            stage.lost = True
            stage.database.start()

        stage.spread(2, restore)
        stage.verify("PostgreSQL restored")
        said = [node for node in stage.cluster.nodes if "differs from the log" in node.said]
        check(len(said) == len(stage.cluster.nodes), f"{len(said)} nodes say that the log has lost its end")


def full(program, actions, whole):
    """The leader's disk is full: before an entry is appended, and between the append and the commit."""
    folder = tempfile.mkdtemp(prefix="vicinity-full-")
    with Stage(program, actions) as stage:
        leader = stage.cluster.leader()
        small = os.path.join(stage.folder, "small")
        os.makedirs(small)
        if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=48m", "none", small]).returncode != 0:
            print("skipped: no file system of a limited size can be mounted")
            return
        try:
            # A node whose files are on the small disk leads.
            leader.end()
            for path in (leader.catalog, leader.accounts):
                shutil.move(path, small)
            leader.catalog = os.path.join(small, os.path.basename(leader.catalog))
            leader.start()
            for node in stage.cluster.nodes:
                if node is not leader:
                    node.end()
            stage.cluster.leader()
            for node in stage.cluster.nodes:
                if node is not leader:
                    node.start()
            # A large import writes before its transaction ends.
            lines = os.path.join(folder, "many.jsonl")
            generate(program, 150_000, lines)
            head = stage.cluster.status()["head"]
            status = import_file(stage, leader, lines)
            check(status == 507, f"an import that does not fit on the disk is refused: {status}")
            check(stage.cluster.status()["head"] == head, "nothing of it is in the log")
            stage.cluster.leader()

            def fill_disk(number):
                node = stage.cluster.leader()
                if node is not leader:
                    return
                filler = os.path.join(small, "filler")
                try:
                    with open(filler, "wb") as file:
                        while True:
                            file.write(b"x" * 4096)
                            file.flush()
                except OSError:
                    pass
                time.sleep(3)
                if os.path.exists(filler):
                    os.unlink(filler)

            stage.spread(2, fill_disk)
            if not leader.runs:
                leader.start()
            stage.verify("disk full")
        finally:
            stage.cluster.end()
            subprocess.run(["umount", "-l", small])
            shutil.rmtree(folder, ignore_errors=True)


def import_file(stage, node, path):
    """The status of an import over HTTP."""
    headers = {"Content-Type": "application/x-ndjson", "X-Api-Key": stage.key}
    status, _ = node.request("POST", "/v1/import?source=many", open(path, "rb").read(), headers, timeout=300)
    return status


def ended(program, actions, whole):
    """Accounts end while members act: their bytes are in no file of a node, and in no table of PostgreSQL."""
    with Stage(program, actions) as stage:
        secrets, stage.forgets = [], True

        def end(number):
            name, secret = f"leaver-{number}", f"zwiebelkuchen{number}q"
            token = sign_up(stage.house, name)
            conversation = stage.house.ask("POST", "/v1/conversations", {"with": "landlady"}, token)[1]["id"]
            stage.house.ask("POST", f"/v1/conversations/{conversation}/messages", {"text": secret}, token, f"{name}-1")
            stage.house.ask("PUT", f"/v1/listings/{stage.town.bars[0]}/rating", {"stars": 3, "text": secret}, token)
            shed = {"kind": "couch", "name": secret, "lat": 46.5, "lon": 24.5}
            stage.house.ask("PUT", f"/v1/listings/shed-{number}", shed, token)
            password = {"password": "three words or more"}
            status, answer = stage.house.ask("DELETE", "/v1/me", password, token, timeout=120)
            check(status in (200, 204), f"the account ends: {status} {answer}")
            secrets.append(secret)

        stage.spread(3 if whole else 1, end)
        stage.verify("accounts ended")
        time.sleep(3)
        found = [f"{secret} in {path}" for secret in secrets for path in traces(stage, secret.encode())]
        check(not found, f"traces of {len(secrets)} members: {found or 'none'}")


def traces(stage, secret):
    """The files of nodes, and the tables of PostgreSQL, with a text."""
    found = []
    for node in stage.cluster.nodes:
        for path in (node.catalog, node.accounts):
            for end in ("", "-wal"):
                if os.path.exists(path + end) and secret in open(path + end, "rb").read():
                    found.append(os.path.basename(path + end))
    # Values are compressed.
    for table, column in (("entry", "payload"), ("snapshot_part", "bytes")):
        values = stage.database.sql(f"SELECT encode({column}, 'hex') FROM vicinity.{table}").split()
        for value in values:
            data = bytes.fromhex(value)
            try:
                data = gzip.decompress(data)
            except OSError:
                pass
            if secret in data:
                found.append(f"vicinity.{table}")
                break
    return found


def refusal(program, *words):
    """What a command says that fails."""
    done = subprocess.run([program, *words], capture_output=True, text=True, timeout=60)
    check(done.returncode != 0, f"{' '.join(words)} is refused")
    return done.stderr


def encrypted(program, actions, whole):
    """HTTPS between nodes, by an authority that the system does not know: with `node-ca`, and without it."""
    if not shutil.which("openssl"):
        print("skipped: no openssl")
        return
    with tempfile.TemporaryDirectory(prefix="vicinity-encrypted-") as folder:
        os.chmod(folder, 0o755)
        authority, certificate = certificates(folder)
        database = postgres.PostgreSQL(os.path.join(folder, "a")).start()
        cluster = Cluster(program, folder, f"postgresql://vicinity@127.0.0.1:{database.port}/postgres", 2)
        try:
            fill(program, cluster.nodes[0].catalog, 0)
            key = run(program, "key", "add", "faults", "--scope", "admin", catalog=cluster.nodes[0].catalog)
            cluster.command("create", "--catalog", cluster.nodes[0].catalog)
            context = ssl.create_default_context(cafile=authority)

            def start(node, **more):
                own = {"node-url": f"https://127.0.0.1:{node.port}", "tls-key": os.path.join(folder, "key.pem")}
                node.start(wait=False, **{"tls-certificate": certificate, **own, **more})
                while not ready(node):
                    time.sleep(0.1)

            def ask(node, path, body=None):
                request = urllib.request.Request(
                    f"https://127.0.0.1:{node.port}{path}", body and json.dumps(body).encode(),
                    {"Authorization": f"Bearer {key}", "Content-Type": "application/json"})
                try:
                    return urllib.request.urlopen(request, context=context, timeout=60).status
                except urllib.error.HTTPError as error:
                    return error.code

            def ready(node):
                if not node.runs:
                    raise Failed(f"{node.name} does not start: {node.said[-1500:]}")
                try:
                    return ask(node, "/readyz") == 200
                except OSError:
                    return False

            leader, other = cluster.nodes
            start(leader)
            cluster.leader()
            start(other)
            form = {"name": "made", "scopes": ["search"]}
            status = ask(other, "/v1/keys", form)
            check(status == 503, f"a change cannot be passed on without the authority: {status}")
            check("not signed by an authority" in other.said, "the log says why")
            other.end()
            done = refusal(
                program, "serve", "--catalog", other.catalog, "--cluster", cluster.log, "--node-ca", "missing.pem")
            check('"missing.pem" cannot be read: No such file' in done, f"a missing file is named: {done}")
            start(other, **{"node-ca": authority})
            status = ask(other, "/v1/keys", form)
            check(status == 201, f"a change is passed on with the authority: {status}")
            actions = os.path.join(folder, "actions.jsonl")
            open(actions, "w").write('{"do":"favourite","listing":"stuttgart-brennglas","member":"member-31"}\n')
            sent = ["apply", actions, "--server", f"https://127.0.0.1:{other.port}", "--key", key]
            check("not signed by an authority" in refusal(program, *sent), "the command says why")
            environment = {**os.environ, "SSL_CERT_FILE": authority}
            done = subprocess.run([program, *sent], capture_output=True, text=True, env=environment, timeout=60)
            check(done.returncode == 0, f"the command connects with the authority: {done.stderr}")

            done = refusal(program, "cluster", "run", "--cluster", cluster.log, "--", "imprt", "x")
            check("Did you mean `vicinity import`?" in done, f"a misspelled command is named: {done}")
            done = refusal(program, "cluster", "verify", "--catalog", "missing.gpkg", "--cluster", cluster.log)
            check("missing.gpkg does not exist" in done, f"a missing file is named: {done}")
        finally:
            cluster.end()
            database.stop(signal.SIGQUIT)


def refused(program, actions, whole):
    """Uploads that the leader refuses before it has read them, passed on by another node: clients that go on sending,
    break off, or wait."""
    with Stage(program, actions, count=2) as stage:
        leader = stage.cluster.leader()
        other = next(node for node in stage.cluster.nodes if node is not leader)
        line = b'{"id":"refused-%d","kind":"bar","lat":46.5,"lon":24.5}\n'
        lines = b"".join(line % number for number in range(20_000))

        def upload(number):
            with socket.create_connection(other.address, timeout=30) as connection:
                head = "POST /v1/import?source=refused HTTP/1.1", "Host: x", "Authorization: Bearer vic_wrong"
                body = "Content-Type: application/x-ndjson", "Transfer-Encoding: chunked", "", ""
                connection.sendall("\r\n".join(head + body).encode())
                try:
                    for start in range(0, len(lines), 1 << 16):
                        piece = lines[start : start + (1 << 16)]
                        connection.sendall(b"%x\r\n%s\r\n" % (len(piece), piece))
                        if number % 3 == 0 and start > 1 << 17:
                            break
                    if number % 3 == 1:
                        connection.sendall(b"0\r\n\r\n")
                    return connection.recv(12)[9:]
                except OSError:
                    return b""

        statuses = []

        def refuse(number):
            with concurrent.futures.ThreadPoolExecutor(8) as pool:
                statuses.extend(pool.map(upload, range(24)))
            check(other.process.poll() is None, f"uploads {number + 1}: the node that passes them on still runs")

        stage.spread(2, refuse)
        check(b"401" in statuses, f"clients are told why: {sorted(set(statuses))}")
        stage.verify("uploads refused")


def certificates(folder):
    """Makes an authority, and by it `key.pem` with a certificate for 127.0.0.1; returns their paths."""
    def openssl(*words):
        subprocess.run(["openssl", *words], check=True, capture_output=True, cwd=folder)

    openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "authority.key", "-out", "authority.pem",
            "-subj", "/CN=authority", "-days", "2")
    openssl("req", "-newkey", "rsa:2048", "-nodes", "-keyout", "key.pem", "-out", "request.pem", "-subj", "/CN=node",
            "-addext", "subjectAltName=IP:127.0.0.1")
    openssl("x509", "-req", "-in", "request.pem", "-CA", "authority.pem", "-CAkey", "authority.key", "-CAcreateserial",
            "-out", "certificate.pem", "-days", "2", "-copy_extensions", "copy")
    return os.path.join(folder, "authority.pem"), os.path.join(folder, "certificate.pem")


def each(program, actions, whole):
    """One of each kind that needs no second PostgreSQL, in one cluster."""
    with Stage(program, actions, relays=True) as stage:
        def kill():
            leader = stage.cluster.leader()
            epoch, began = stage.epoch(), time.monotonic()
            leader.kill()
            stage.time_without_leader(epoch, began)
            leader.start()

        def pause():
            leader = stage.cluster.leader()
            epoch, began = stage.epoch(), time.monotonic()
            leader.pause()
            stage.time_without_leader(epoch, began)
            leader.resume()

        def cut_reply():
            relay = stage.relays[stage.cluster.nodes.index(stage.cluster.leader())]
            relay.only, relay.cut_after = (lambda data: len(data) > 200), 0

        def restart():
            stage.database.stop(signal.SIGKILL)
            stage.database.start()

        def empty():
            leader = stage.cluster.leader()
            node = next(node for node in stage.cluster.nodes if node is not leader)
            node.kill()
            node.remove_files()
            node.start()

        steps = [kill, cut_reply, pause, cut_reply, restart, cut_reply, empty]
        stage.spread(len(steps), lambda number: steps[number]())
        stage.verify("one of each")


faults = {
    "each": (each, True), "encrypted": (encrypted, True), "refused": (refused, True),
    "none": (none, False), "late": (late, False), "slow": (slow, False), "killed": (killed, False),
    "paused": (paused, False), "cut": (cut, False), "silent": (silent, False),
    "database-killed": (database_killed, False), "promoted": (promoted, False), "former": (former, False),
    "full": (full, False), "restored": (restored, False), "emptied": (emptied, False), "ended": (ended, False),
}
"""Each with whether it is part of the short run."""

safeguards = {"epoch": "late", "doubt": "late", "position": "slow", "predecessor": "restored", "triggers": "none"}
"""What nodes do without in a debug build, and the fault that then breaks an invariant."""
