"""What operators do, with processes of their own: two servers, servers that only read, signals, logs, certificates,
mail programs that hang, damaged files, full disks, and raw requests of HTTP/1.1."""
import contextlib, http.client, json, os, re, shutil, signal, socket, sqlite3, ssl, stat, subprocess, tempfile, threading, time

from .full_disk import fill_up, small_disk
from .server import Failed, Server, allow_files, check_all, fill, run, start

password = "drei gute Worte"


class Process:
    """A server with its log, which need not have started to listen."""

    def __init__(self, program, catalog, *options, user=None, files=None):
        self.program, self.catalog = program, catalog
        self.log = tempfile.NamedTemporaryFile(suffix=".log")
        command = [program, "serve", "--catalog", catalog, "--port=0", "--rate=0", *options]
        if user is not None:
            command = ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups", *command]
        if files:
            command = ["sh", "-c", f'ulimit -n {files}; exec "$@"', "sh", *command]
        self.process = subprocess.Popen(command, stderr=self.log, stdout=subprocess.DEVNULL)

    @property
    def lines(self):
        return open(self.log.name, errors="replace").read()

    def url(self, seconds=40):
        """The address once it listens; None when it has ended, or the time is over."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            found = re.search(r'"url":"https?://([^:"]+):(\d+)/"', self.lines)
            if found:
                return found.group(1), int(found.group(2))
            if self.process.poll() is not None:
                return None
            time.sleep(0.05)
        return None

    def server(self):
        address = self.url()
        if address is None:
            raise Failed("the server does not start: " + self.lines[:1000])
        return Server(address, self.catalog, self.process.pid, self.program, self.process)

    def end(self, seconds=60):
        if self.process.poll() is None:
            self.process.terminate()
        try:
            return self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()


@contextlib.contextmanager
def served(program, catalog, *options, **more):
    process = Process(program, catalog, *options, **more)
    try:
        yield process
    finally:
        process.end()


@contextlib.contextmanager
def folder_with_catalog(program):
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        catalog = os.path.join(folder, "catalog.gpkg")
        fill(program, catalog, 0)
        yield folder, catalog


def post(server, path, form, headers={}, method="POST"):
    status, body = server.request(method, path, json.dumps(form), headers)
    try:
        return status, json.loads(body) if body else {}
    except ValueError:
        return status, {}


def register(server, name):
    return post(server, "/v1/accounts", {"name": name, "mail": f"{name}@example.org", "password": password})


def code_of(folder, name, seconds=20):
    """The code in the email of a member, from the email folder."""
    import base64
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for file in sorted(os.listdir(folder), reverse=True) if os.path.isdir(folder) else []:
            text = open(os.path.join(folder, file)).read()
            if f"To: <{name}@example.org>" in text:
                found = re.search(r"code is: (\S+)", base64.b64decode(text.split("\n\n", 1)[1]).decode())
                if found:
                    return found.group(1)
        time.sleep(0.1)
    return None


# Two servers.


def two_servers(server, _):
    """A second server waits until the first has gone, or reports it; read-only servers do not."""
    program = server.program
    with folder_with_catalog(program) as (folder, catalog):
        with served(program, catalog) as first:
            one = first.server()
            with served(program, catalog, "--takeover-timeout=1") as second:
                refused = second.process.wait(60), second.lines
            with served(program, catalog, "--read-only") as reader, served(program, catalog, "--read-only") as other:
                reading = [process.server().answers() for process in (reader, other)]
            listed = run(program, "key", "add", "x", "--scope", "search", catalog=catalog)
            with served(program, catalog) as third:
                time.sleep(1.5)
                waits = third.url(0.1) is None and third.process.poll() is None
                told = third.lines
                still = one.answers()
                first.end()
                taken = third.server().answers()
        left = os.path.exists(catalog + ".lock")
        with served(program, catalog) as killed:
            killed.server()
            os.kill(killed.process.pid, signal.SIGKILL)
            killed.process.wait()
        with served(program, catalog, "--takeover-timeout=0") as after:
            again = after.server().answers()
    check_all(
        (refused[0] == 1 and "another server, process" in refused[1], f"a second server ends: {refused[0]}, {refused[1].strip()[-160:]}"),
        (all(reading), "servers that only read answer beside it"),
        (listed.startswith("vic_"), "commands change the files meanwhile"),
        (waits and "waiting until it stops" in told, "a second server waits, and says so"),
        (still, "the first one answers while it is waited for"),
        (taken, "the second one answers once the first has ended"),
        (not left, "no lock is left"),
        (again, "the lock of a killed server blocks no one"),
    )


# Reading only.


def read_only(server, _):
    """A server that only reads runs, also in a folder that it may not write, as another user."""
    program = server.program
    with folder_with_catalog(program) as (folder, catalog):
        key = run(program, "key", "add", "x", "--scope", "import", catalog=catalog)
        before = sorted(os.listdir(folder))
        with served(program, catalog, "--read-only") as process:
            own = process.server()
            time.sleep(1)
            ready, answers = own.request("GET", "/readyz"), own.answers()
            keyed = own.request("GET", "/v1/export", headers={"X-Api-Key": key})[0]
            put = own.request("PUT", "/v1/listings/x", '{"kind":"bar","name":"X","lat":1,"lon":1}', {"X-Api-Key": key})
            asked = register(own, "bela")
            status = process.end()
        root = [
            (ready[0] == 200 and answers, f"read-only: ready ({ready[0]}) and answers"),
            (keyed == 200, f"read-only: keys count: {keyed}"),
            (put[0] == 403 and b"read-only" in put[1], f"read-only: a change is refused: {put[0]} {put[1][:90]}"),
            (asked[0] == 403 and asked[1].get("code") == "read-only", f"read-only: a registration is refused: {asked}"),
            (status == 0 and "ServiceGroup" not in process.lines, f"read-only: ends with {status}"),
            (sorted(os.listdir(folder)) == before, f"read-only: no file is made: {sorted(os.listdir(folder))}"),
        ]
        others = []
        if os.geteuid() == 0 and shutil.which("setpriv"):
            programs = tempfile.mkdtemp(prefix="vicinity-programs-")
            os.chmod(programs, 0o755)
            for name in "vicinity", "vicinity-server":
                shutil.copy(os.path.join(os.path.dirname(program), name), programs)
            copied = os.path.join(programs, "vicinity")
            for name in os.listdir(folder):
                os.chmod(os.path.join(folder, name), 0o444)
            os.chmod(folder, 0o555)
            try:
                with served(copied, catalog, "--read-only", user=65534) as process:
                    own = process.server()
                    ready, answers = own.request("GET", "/readyz"), own.answers()
                    keyed = own.request("GET", "/v1/export", headers={"X-Api-Key": key})[0]
                    put = own.request("PUT", "/v1/listings/x", '{"kind":"bar","name":"X","lat":1,"lon":1}', {"X-Api-Key": key})
                    others = [
                        (ready[0] == 200 and answers, f"read-only folder, other user: ready ({ready}) and answers"),
                        (keyed == 200, f"read-only folder, other user: keys count: {keyed}"),
                        (put[0] == 403, f"read-only folder, other user: a change is refused: {put[0]} {put[1][:90]}"),
                    ]
                others.append((sorted(os.listdir(folder)) == before, "read-only folder, other user: no file is made"))
            finally:
                os.chmod(folder, 0o755)
                shutil.rmtree(programs)
        else:
            print("skipped: read-only folder as another user: not root, or no setpriv", flush=True)
    check_all(*root, *others)


# Emails.


def mail_programs(server, _):
    """An email program that hangs is killed, others continue, and none outlives its server."""
    program = server.program
    with folder_with_catalog(program) as (folder, catalog):
        pids, taken = os.path.join(folder, "pids"), os.path.join(folder, "taken")
        script = os.path.join(folder, "mail.sh")
        open(script, "w").write(
            f"m=$(cat)\ncase \"$m\" in *slow*) echo $$ >> {pids}; sleep 3600 & echo $! >> {pids}; wait;; esac\n"
            f"echo \"$m\" | grep ^To: >> {taken}\n")
        alive = lambda: [pid for pid in open(pids).read().split() if runs(int(pid))] if os.path.exists(pids) else []
        with served(program, catalog, f"--mail-command=sh {script}", "--mail-timeout=3") as process:
            own = process.server()
            register(own, "slow-1")
            names = [f"m{number}" for number in range(3)]
            began = time.monotonic()
            for name in names:
                register(own, name)
            come = own.settle(lambda: os.path.exists(taken) and all(name in open(taken).read() for name in names), 30)
            seconds = time.monotonic() - began
            ended = own.settle(lambda: not alive(), 20)
            told = own.settle(lambda: "did not end within 3 s" in process.lines, 10)
            metrics = own.metrics()
        with served(program, catalog, f"--mail-command=sh {script}", "--mail-timeout=600") as process:
            own = process.server()
            register(own, "slow-2")
            started = own.settle(lambda: len(alive()) == 2, 20)
            began = time.monotonic()
            status, stopped = process.end(), time.monotonic() - began
            after_end = wait_for(lambda: not alive())
        os.unlink(pids)
        with served(program, catalog, f"--mail-command=sh {script}", "--mail-timeout=600") as process:
            own = process.server()
            register(own, "slow-3")
            own.settle(lambda: len(alive()) == 2, 20)
            os.kill(process.process.pid, signal.SIGKILL)
            process.process.wait()
            after_kill = wait_for(lambda: not alive())
    check_all(
        (come, f"mails of others come while one hangs: after {seconds:.1f} s"),
        (ended, "a program that hangs is ended, with what it has started"),
        (told, "the log tells of it"),
        (metrics.get('vicinity_mails_waiting{tried="yes"}') == 1, "metrics show the mail that was not taken"),
        (started and status == 0 and stopped < 20, f"a server whose mail program hangs ends after {stopped:.1f} s with {status}"),
        (after_end, "no mail program outlives a server that has ended"),
        (after_kill, "no mail program outlives a server that was killed"),
    )


def mail_with_many_files(server, _):
    """Email programs start while the server has thousands of files open."""
    program = server.program
    allow_files()
    with folder_with_catalog(program) as (folder, catalog):
        taken = os.path.join(folder, "taken")
        with served(program, catalog, f"--mail-command=cat >> {taken}", "--client-connections=0", "--rate=0") as process:
            own = process.server()
            connections = [own.connect() for _ in range(1500)]
            try:
                files = own.metrics().get("process_open_fds", 0)
                register(own, "many")
                come = own.settle(lambda: os.path.exists(taken) and "To: <many" in open(taken).read(), 20)
            finally:
                for connection in connections:
                    connection.close()
    check_all((files > 1365 and come, f"an email program starts while {files:.0f} files are open"))


def runs(pid):
    try:
        return open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def wait_for(condition, seconds=10):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.1)
    return True


# Backups.


def rehearsal(server, _):
    """A server is killed while it is changed and backed up; the latest backup has what was acknowledged before it."""
    program = server.program
    with folder_with_catalog(program) as (folder, catalog):
        backups, written, stop = os.path.join(folder, "backups"), [], threading.Event()
        with served(program, catalog) as process:
            own = process.server()
            key = own.key

            def write():
                number = 0
                while not stop.is_set():
                    number += 1
                    name, begun = f"written-{number}", time.time()
                    try:
                        body = json.dumps({"kind": "bar", "name": name, "lat": 48.7, "lon": 9.1})
                        status, _ = own.request("PUT", f"/v1/listings/{name}", body, {"X-Api-Key": key, "If-None-Match": "*"})
                        picture = own.request("POST", f"/v1/listings/{name}/pictures", picture_of(number),
                                              {"X-Api-Key": key, "Content-Type": "image/gif"})[0]
                    except (OSError, http.client.HTTPException):
                        return
                    written.append((name, begun, time.time(), status, picture))

            register(own, "ana")
            thread = threading.Thread(target=write)
            thread.start()
            times = []
            for number in range(4):
                time.sleep(0.5)
                begun = time.time()
                run(program, "backup", backups + "/", "--keep", "2", "--now", f"2026-11-27T20:00:0{number}Z", catalog=catalog)
                times.append((begun, time.time()))
            time.sleep(0.5)
            refused = subprocess.run([program, "restore", backups, "--replace", "--catalog", catalog], capture_output=True, text=True)
            os.kill(process.process.pid, signal.SIGKILL)
            process.process.wait()
            stop.set()
            thread.join()
        begun, ended = times[-1]
        before = [name for name, _, done, status, *_ in written if status in (200, 201) and done < begun]
        after = [name for name, start, *_ in written if start > ended]
        restored = os.path.join(folder, "restored.gpkg")
        checked = subprocess.run([program, "restore", backups, "--check", "--catalog", catalog], capture_output=True, text=True)
        run(program, "restore", backups, catalog=restored)
        whole = run(program, "check", catalog=restored)
        names = {json.loads(line)["id"] for line in run(program, "export", "--format", "jsonl", catalog=restored).splitlines()}
        pictures = set(os.listdir(os.path.join(folder, "restored.media")))
        rows = sqlite3.connect(os.path.join(folder, "restored.accounts.sqlite")).execute("SELECT listing, hash FROM picture").fetchall()
        listed, owners = {row[1] for row in rows}, {row[0] for row in rows}
        with served(program, restored) as process:
            own = process.server()
            ready, keyed = own.request("GET", "/readyz")[0], own.request("GET", "/v1/keys", headers={"X-Api-Key": key})[0]
    check_all(
        (len(before) > 3 and len(after) > 0, f"{len(written)} listings were written, {len(before)} before the last backup and {len(after)} after it"),
        (set(before) <= names, f"the restored catalog has all that was acknowledged before the backup; missing: {sorted(set(before) - names)[:5]}"),
        (not set(after) & names, f"it has nothing that began after it: {sorted(set(after) & names)[:5]}"),
        (owners <= names, f"no picture in the accounts file lacks its listing in the catalog: {sorted(owners - names)[:3]}"),
        (whole == "" and listed and listed <= pictures, f"it has no defects, and all {len(listed)} listed pictures; missing: {sorted(listed - pictures)[:3]}"),
        (all(entry[3:] == (201, 201) for entry in written), f"all changes were made: {set(entry[3:] for entry in written)}"),
        (refused.returncode == 1 and "in use" in refused.stderr, f"nothing is restored under a running server: {refused.stderr.strip()[-160:]}"),
        (checked.returncode == 0 and "no defects" in checked.stderr, f"a rehearsal succeeds: {checked.stderr.strip()[-200:]}"),
        (ready == 200 and keyed == 200, f"a server is ready with the restored files ({ready}), and keys are valid ({keyed})"),
    )


def picture_of(number):
    """A GIF of one pixel, which is different for each number."""
    return b"GIF89a\x01\0\x01\0\x80\0\0" + number.to_bytes(3, "big") + b"\xff\xff\xff,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;"


# A full disk.


def full_accounts(server, whole):
    """On a full disk nothing is promised that is not kept, and everything works once there is room."""
    program = server.program
    with small_disk("24m") as folder:
        if folder is None:
            print("skipped: full accounts file: mounting is not allowed", flush=True)
            return
        catalog = os.path.join(folder, "catalog.gpkg")
        fill(program, catalog, 0)
        mails = os.path.join(folder, "catalog.mail")
        with served(program, catalog) as process:
            own = process.server()
            for name in ("ana", "bela"):
                register(own, name)
                post(own, "/v1/email-confirmations", {"code": code_of(mails, name)})
            _, session = post(own, "/v1/sessions", {"login": "ana", "password": password})
            member = {"Authorization": "Bearer " + session["token"]}
            filler = os.path.join(folder, "filler")
            fill_up(filler)
            answers, promised = {}, []
            def note(what, status, form):
                answers.setdefault(what, set()).add((status, form.get("code", form.get("status", ""))))
                return status
            # A password takes seconds in a program made for tests.
            for number in range(20 if whole else 1):
                name = f"full-{number}"
                if note("register", *register(own, name)) == 202:
                    promised.append(name)
                note("session", *post(own, "/v1/sessions", {"login": "ana", "password": password}))
                note("conversation", *post(own, "/v1/conversations", {"with": "bela"}, member))
                note("profile", *post(own, "/v1/me", {"about": f"{number} " + "x" * 500}, member, "PATCH"))
                note("alert", *post(own, "/v1/me/alerts", {"name": "a", "query": {"kinds": ["bar"], "text": "x"}}, member))
                note("reset", *post(own, "/v1/password-resets", {"mail": "bela@example.org"}))
            still = own.answers() and own.request("GET", "/v1/me", headers=member)[0] == 200
            ready = own.request("GET", "/readyz")
            # With ever more room some are taken, and some are not.
            for number in range(50 if whole else 3):
                os.truncate(filler, max(0, os.path.getsize(filler) - (16 if whole else 100) * 1024))
                name = f"room-{number}"
                if note("register", *register(own, name)) == 202:
                    promised.append(name)
            os.unlink(filler)
            kept = [name for name in promised if code_of(mails, name, 90) is not None]
            later = [
                register(own, "later")[0], post(own, "/v1/sessions", {"login": "ana", "password": password})[0],
                post(own, "/v1/conversations", {"with": "bela"}, member)[0], post(own, "/v1/me", {"about": "y"}, member, "PATCH")[0],
            ]
            comes = code_of(mails, "later") is not None
        defects = run(program, "check", catalog=catalog)
    wrong = {what: found for what, found in answers.items() if any(status not in (200, 201, 202, 409, 429, 507) for status, _ in found)}
    refused = {what for what, found in answers.items() if (507, "disk-full") in found}
    check_all(
        (not wrong, f"full disk: answers other than done or 507: {wrong or 'none'}"),
        (refused >= {"session", "conversation", "register", "reset"}, f"full disk: 507 disk-full for {sorted(refused)}"),
        (promised and kept == promised, f"full disk: {len(promised)} mails promised, {len(kept)} come once there is room"),
        (still, "full disk: searches and sessions are answered"),
        (ready[0] == 200 and b"disk-full" in ready[1], f"full disk: /readyz warns: {ready}"),
        (all(status < 300 for status in later) and comes, f"full disk: everything works once there is room: {later}"),
        (not defects, f"full disk: defects: {defects or 'none'}"),
    )


# Damaged files.


def damaged_files(server, _):
    """`/readyz` and the log report unusable files, while the server runs and after a start."""
    program, checks = server.program, []
    damages = {
        "random bytes": lambda path: open(path, "wb").write(os.urandom(40_960)),
        "cut": lambda path: os.truncate(path, 100),
        "emptied": lambda path: os.truncate(path, 0),
        "a folder": lambda path: (os.unlink(path), os.mkdir(path)),
        "removed": os.unlink,
        "replaced": lambda path: (shutil.copy(path, path + ".x"), os.rename(path + ".x", path)),
    }
    with folder_with_catalog(program) as (folder, catalog):
        run(program, "key", "add", "x", "--scope", "search", catalog=catalog)
        for name, damage in damages.items():
            with tempfile.TemporaryDirectory() as other:
                copy = os.path.join(other, "catalog.gpkg")
                shutil.copy(catalog, copy)
                accounts = os.path.join(other, "catalog.accounts.sqlite")
                shutil.copy(os.path.join(folder, "catalog.accounts.sqlite"), accounts)
                with served(program, copy) as process:
                    own = process.server()
                    before = own.request("GET", "/readyz")[0]
                    damage(accounts)
                    time.sleep(1.2)
                    status, body = own.request("GET", "/readyz")
                    searches = own.answers()
                    asked = register(own, "bela")
                    told = "not ready" in process.lines
                checks.append((before == 200 and status == 503, f"accounts file {name}: /readyz {before}, then {status} {body[90:230]}"))
                checks.append((searches and told, f"accounts file {name}: searches are answered, and the log tells"))
                checks.append((asked[0] == 503, f"accounts file {name}: a registration is {asked[0]} {asked[1].get('code')}"))
                if name in ("removed", "replaced"):
                    continue
                with served(program, copy) as process:
                    own = process.server()
                    status = own.request("GET", "/readyz")[0]
                    checks.append((status == 503 and "not ready" in process.lines, f"accounts file {name}: /readyz {status} after a start"))
    check_all(*checks)


# Signals, logs and certificates.


def certificate(folder, name):
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", f"{folder}/key.pem", "-out", f"{folder}/certificate.pem",
         "-days", "2", "-subj", f"/CN={name}"], check=True, capture_output=True)


def served_certificate(address):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with socket.create_connection(address, timeout=20) as plain, context.wrap_socket(plain) as client:
        client.sendall(b"GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        if not client.recv(1 << 16).startswith(b"HTTP/1.1 200"):
            raise Failed("a request over TLS is not answered")
        return client.getpeercert(True)


def signals(server, _):
    """SIGHUP reloads certificates and reopens logs; on failure the former ones stay in use."""
    program, checks = server.program, []
    with folder_with_catalog(program) as (folder, catalog):
        log, access = os.path.join(folder, "server.log"), os.path.join(folder, "access.jsonl")
        with served(program, catalog, f"--access-log={access}", f"--log-file={log}") as process:
            address = None
            wait_for(lambda: os.path.exists(log) and '"url"' in open(log).read(), 40)
            found = re.search(r'"url":"http://([^:"]+):(\d+)/"', open(log).read())
            own = Server((found.group(1), int(found.group(2))), catalog, process.process.pid, program, process.process)
            own.answers()
            os.rename(log, log + ".1")
            os.rename(access, access + ".1")
            os.kill(process.process.pid, signal.SIGHUP)
            wait_for(lambda: os.path.exists(access) and os.path.exists(log))
            own.answers("/v1/near?near=48.7,9.1&limit=2")
            first, second = (open(path).read().splitlines() for path in (access + ".1", access))
            modes = [stat.S_IMODE(os.stat(path).st_mode) for path in (access, log, catalog)]
            status = process.end()
            ends = open(log).read()
        line = json.loads(first[0]) if first else {}
        checks += [
            (len(first) == 1 and len(second) == 1, f"logs: {len(first)} line before and {len(second)} after SIGHUP, each in its file"),
            (line.get("path") == "/v1/near" and "48.7" not in first[0] and line.get("client") == "127.0.0.0", f"access log: {first[:1]}"),
            (modes == [0o600] * 3, f"modes of logs and catalog: {[oct(mode) for mode in modes]}"),
            (status == 0 and "stopped" in ends and not process.lines, f"log file: ends with {status}, nothing on standard error: {process.lines[:200]}"),
        ]
        if not shutil.which("openssl"):
            print("skipped: certificates: no openssl", flush=True)
            return check_all(*checks)
        certificate(folder, "one")
        with served(program, catalog, f"--tls-certificate={folder}/certificate.pem", f"--tls-key={folder}/key.pem") as process:
            address = process.url()
            one = served_certificate(address)
            certificate(folder, "two")
            unchanged = served_certificate(address) == one
            os.kill(process.process.pid, signal.SIGHUP)
            wait_for(lambda: "certificates were reloaded" in process.lines)
            two = served_certificate(address)
            open(f"{folder}/certificate.pem", "w").write("nothing")
            os.kill(process.process.pid, signal.SIGHUP)
            wait_for(lambda: "cannot be reloaded" in process.lines)
            kept = served_certificate(address) == two
            lines = process.lines
        checks += [
            (unchanged and one != two, "SIGHUP: the new certificate is used, and not before"),
            (kept and "cannot be reloaded" in lines, "SIGHUP: one that cannot be read leaves the former one"),
        ]
    check_all(*checks)


# Starts.


def starts(server, _):
    """The log of a start: migrations with their copies, fewer connections, modes; and no words of clients."""
    program = server.program
    fixtures = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Tests", "VicinityTests", "Fixtures", "catalogs")
    with folder_with_catalog(program) as (folder, catalog):
        old = os.path.join(folder, "old.gpkg")
        shutil.copy(os.path.join(fixtures, "9-own.gpkg"), old)
        os.chmod(old, 0o644)
        backup = run(program, "backup", os.path.join(folder, "saved.gpkg"), catalog=old)
        untouched = open(old, "rb").read() == open(os.path.join(fixtures, "9-own.gpkg"), "rb").read()
        with served(program, old, files=128) as process:
            own = process.server()
            answers, lines = own.answers(), process.lines
            status = process.end()
        copy = old + ".before-10-news"
        back = subprocess.run([program, "check", "--catalog", copy], capture_output=True, text=True)
        whole = sqlite3.connect(copy).execute("SELECT count(*) FROM listing").fetchone()[0]
        with socket.create_server(("127.0.0.1", 0)) as taken:
            with served(program, catalog, f"--port={taken.getsockname()[1]}") as denied:
                denied.process.wait(60)
                said = denied.lines
        with served(program, catalog) as process:
            own = process.server()
            made = process.lines
            os.unlink(os.path.join(folder, "catalog.accounts.sqlite"))
        with served(program, catalog) as process:
            process.server()
            missed = process.lines
    check_all(
        (answers and status == 0, "an old catalog is served"),
        (untouched, "a backup leaves an older catalog as it is"),
        ("the catalog is up to date now" in lines and "10-news" in lines and "before-10-news" in lines, "the log tells of the migration and of its copy"),
        (whole == 9 and "older version" in back.stderr, f"the copy is as it was: {back.stderr.strip()[:100]}"),
        ("fewer connections than max-connections" in lines, "the log tells of too few files"),
        ("others may read the catalog" in lines, "the log tells of a catalog that others may read"),
        ("cannot listen" in said, f"a port that is taken is told: {said.strip()[-160:]}"),
        ("ServiceGroup" not in lines + said and "Server started" not in lines + said, "the log has no words of frameworks"),
        ("there was no accounts file" in missed and "there was no accounts file" not in made, "the log tells of an accounts file that is gone"),
    )


# Raw requests.


def answer_to(server, request, seconds=10):
    client = server.connect(timeout=seconds)
    try:
        client.sendall(request)
        received = b""
        while b"\r\n\r\n" not in received:
            piece = client.recv(1 << 16)
            if not piece:
                break
            received += piece
        return received
    except TimeoutError:
        return b""
    finally:
        client.close()


def requests(server, _):
    """`Host` and `Expect` as RFC 9110 and 9112 have them."""
    status = lambda text: answer_to(server, text)[9:12].decode()
    get = b"GET /healthz HTTP/1.1\r\n%s\r\n"
    bad = [
        b"", b"Host: a\r\nHost: a\r\n", b"Host: a\r\nhost: b\r\n", b"Host:\r\n", b"Host: a b\r\n", b"Host: a/b\r\n", b"Host: a@b\r\n",
        b"Host: a:x\r\n", b"Host: a:99999\r\n", b"Host: [::1\r\n", b"Host: [x]\r\n", b"Host: a,b\r\n", b"Host: \"a\"\r\n",
    ]
    good = [b"Host: a\r\n", b"Host: a:80\r\n", b"Host: a:\r\n", b"Host: [::1]:80\r\n", b"hOsT: my_service.example.org.\r\n", b"Host: 192.0.2.1\r\n"]
    refused = [(text, status(get % text)) for text in bad]
    taken = [(text, status(get % text)) for text in good]
    body = b'{"limit":1}'
    head = lambda length, more=b"": (
        b"POST /v1/query HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: %d\r\n%s\r\n" % (length, more))
    began = time.monotonic()
    client = server.connect()
    client.sendall(head(len(body), b"Expect: 100-continue\r\n"))
    first = client.recv(1 << 16)
    seconds = time.monotonic() - began
    client.sendall(body)
    second = client.recv(1 << 16)
    client.sendall(head(len(body), b"Expect: 100-Continue\r\n") + body)
    again = b""
    while again.count(b"HTTP/1.1 ") < (2 if again.startswith(b"HTTP/1.1 100") else 1):
        again += client.recv(1 << 16)
    client.close()
    large = answer_to(server, head(1 << 30, b"Expect: 100-continue\r\n"))
    nowhere = answer_to(server, b"POST /v1/nothing HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n")
    check_all(
        (all(found == "400" for _, found in refused), f"Host missing, twice or invalid is 400: {[pair for pair in refused if pair[1] != '400'] or 'all'}"),
        (all(found == "200" for _, found in taken), f"other hosts are taken: {[pair for pair in taken if pair[1] != '200'] or 'all'}"),
        (status(b"GET /healthz HTTP/1.0\r\n\r\n") == "200", "HTTP/1.0 needs no Host"),
        (first.startswith(b"HTTP/1.1 100 Continue\r\n\r\n"), f"Expect: told to go on after {seconds * 1000:.0f} ms: {first[:40]}"),
        (b"transfer-encoding" not in first.lower() and second.startswith(b"HTTP/1.1 200"), f"Expect: answered once the body is there: {second[:20]}"),
        (b"HTTP/1.1 200" in again, f"Expect: another request on the connection: {again[:40]}"),
        (large.startswith(b"HTTP/1.1 413"), f"Expect: a body beyond max-body is refused before it is sent: {large[:30]}"),
        (nowhere.startswith(b"HTTP/1.1 404"), f"Expect: what leads nowhere is refused before its body is sent: {nowhere[:30]}"),
        (status(head(0, b"Expect: something\r\n")) == "417", "Expect: another expectation is 417"),
    )
