"""Members: their accounts are made once, and copied for each stage."""
import base64, concurrent.futures, email, fcntl, glob, json, os, re, shutil, tempfile, time, urllib.request

from . import catalogs, servers
from .checks import Failed

password = "three words or more"
names = "ana", "bela"


class PeopleServer(servers.Server):
    """A server with members, and the sessions of those who are signed in."""

    sessions = {}

    def send(self, method, path, body=None, by=None, headers={}, data=None):
        """The answer to a member as JSON. The body is JSON or bytes, as from the page."""
        fields = {"Sec-Fetch-Site": "same-origin", "Content-Type": "application/octet-stream", **headers}
        if body is not None:
            data, fields["Content-Type"] = json.dumps(body).encode(), "application/json"
        if by:
            fields["Cookie"] = f"vicinity={self.sessions[by]['cookie']}"
        request = urllib.request.Request(self.url + path, data, fields, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                text = answer.read()
                self.cookie = re.search(r"vicinity=([^;]+)", answer.headers.get("Set-Cookie") or "")
                return json.loads(text) if text else None
        except urllib.error.HTTPError as error:
            message = error.read().decode(errors="replace")[:300]
            raise Failed(f"{method} {path} answers {error.code}: {message}") from None

    def offer(self, identifier, form, by):
        """A listing of a member; one that another story has left is removed with all that belongs to it."""
        try:
            self.send("DELETE", f"/v1/listings/{identifier}", by=by, headers={"If-Match": "*"})
        except Failed:
            pass
        self.send("PUT", f"/v1/listings/{identifier}", form, by=by)

    def code(self, address):
        """The code of the last email to an address."""
        end = time.monotonic() + 15
        while time.monotonic() < end:
            for path in sorted(glob.glob(self.catalog.removesuffix(".gpkg") + ".mail/*.eml"), reverse=True):
                with open(path) as file:
                    mail = email.message_from_file(file)
                text = base64.b64decode(mail.get_payload()).decode()
                if address in mail["To"] and (found := re.search(r"(?:code is|Code lautet): (\S+)", text)):
                    return found.group(1)
            time.sleep(0.05)
        raise Failed(f"no mail with a code has come for {address}")


def register(server, name):
    form = {"name": name, "displayName": name.title(), "mail": f"{name}@example.org", "password": password}
    server.send("POST", "/v1/accounts", form)
    server.send("POST", "/v1/email-confirmations", {"code": server.code(form["mail"])})
    own = PeopleServer(server.url)
    member = own.send("POST", "/v1/sessions", {"login": name, "password": password, "cookie": True})["member"]
    return {"member": member, "cookie": own.cookie.group(1)}


def made(program, temporary):
    """A folder with the catalog of the demo, accounts and sessions."""
    folder = os.path.join(temporary, "people")
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = os.path.join(folder, "sessions.json")
        if not os.path.exists(done):
            catalog = os.path.join(folder, "people.gpkg")
            # Leftovers of a failed attempt.
            for path in glob.glob(os.path.join(folder, "people.*")):
                shutil.rmtree(path) if os.path.isdir(path) else os.remove(path)
            shutil.copy(catalogs.path(program, "demo", temporary), catalog)
            server = servers.start(program, catalog, kind=PeopleServer)
            try:
                with concurrent.futures.ThreadPoolExecutor() as pool:
                    sessions = dict(zip(names, pool.map(lambda name: register(server, name), names)))
            finally:
                server.end()
            with open(done, "w") as file:
                json.dump(sessions, file)
    return folder


def start(program, temporary, settings=()):
    folder = tempfile.mkdtemp(dir=temporary)
    shutil.copytree(made(program, temporary), folder, dirs_exist_ok=True)
    server = servers.start(program, os.path.join(folder, "people.gpkg"), settings=settings, kind=PeopleServer)
    with open(os.path.join(folder, "sessions.json")) as file:
        server.sessions = json.load(file)
    return server


def sign_in(server, context, name):
    """Gives a browser the session of a member."""
    session = server.sessions[name]
    context.add_cookies([{"name": "vicinity", "value": session["cookie"], "url": server.url, "httpOnly": True}])
    member = json.dumps(json.dumps(session["member"]))
    context.add_init_script(f"""
      if (!sessionStorage.begun) localStorage.setItem('vicinity.member', {member});
      sessionStorage.begun = 'yes';
    """)
