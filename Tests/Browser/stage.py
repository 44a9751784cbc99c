"""Where stories take place: a browser, and servers that are started when one is needed."""
import os, shutil, tempfile

from . import catalogs, people, servers
from .visit import Visit

desktop = {"viewport": {"width": 1440, "height": 900}}
phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}

# Names of hosts lead nowhere: a page that contacts another host fails, and is noticed.
arguments = ["--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"]

# The clock of the browser goes on from the time of the server.
clock = """(() => {
  const Real = Date, shift = Real.parse('%s') - Real.now();
  globalThis.Date = class extends Real {
    constructor(...values) { if (values.length) super(...values); else super(Real.now() + shift); }
    static now() { return Real.now() + shift; }
  };
})()""" % servers.now


class Unavailable(Exception):
    """A story cannot run here."""


class Stage:
    def __init__(self, playwright, program, mode, temporary, base=None):
        self.program, self.mode, self.temporary, self.base = program, mode, temporary, base
        self.browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=arguments)
        self.visits, self._servers = [], {}
        self.visitor = Visit
        """Who looks at the page."""
        self.figures = []

    @property
    def is_short(self):
        return self.mode == "short"

    @property
    def is_all(self):
        return self.mode == "all"

    # MARK: Servers

    def server(self, name="demo"):
        """The server of a catalog, which goes on for other stories."""
        if name not in self._servers:
            if name == "demo" and self.base:
                self._servers[name] = servers.Server(self.base)
            else:
                self._servers[name] = self.own_server(name)
        return self._servers[name]

    def people(self):
        """A server with members, who change its catalog: it belongs only to this stage."""
        if self.base:
            raise Unavailable("needs a server with members")
        if "people" not in self._servers:
            self._servers["people"] = people.start(self.program, self.temporary)
        return self._servers["people"]

    def member(self, name, query="", **options):
        """A new tab of a member who is signed in."""
        server = self.people()
        context = self.context(options)
        people.sign_in(server, context, name)
        visit = self.visit(query, server, context)
        # The last that is read of an account: from here on the page does what members do.
        visit.until(
            "() => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/v1/me/favourites'))")
        return visit

    def own_server(self, name="demo", settings=()):
        """A server for one story."""
        if self.base:
            raise Unavailable("needs a server of its own")
        catalog = catalogs.path(self.program, name, self.temporary)
        folder = tempfile.mkdtemp(dir=self.temporary)
        if catalogs.makers[name] is None:
            return servers.start(self.program, os.path.join(folder, "empty.gpkg"), 0, settings)
        # A catalog has one server.
        return servers.start(self.program, shutil.copy(catalog, folder), 0, settings)

    # MARK: Visits

    def context(self, options={}, worker=False):
        """The browser of a new visitor."""
        # Without animations the same happens in less time.
        motion = "reduce" if self.is_short else "no-preference"
        usual = {"reduced_motion": motion, "locale": "en-GB", "timezone_id": "Europe/Berlin", **desktop}
        context = self.browser.new_context(**{**usual, **options, "service_workers": "allow" if worker else "block"})
        context.add_init_script(clock)
        return context

    def visit(self, query="", server=None, context=None, worker=False, **options):
        """A new tab with the page."""
        visit = self.tab(server, context, worker, **options)
        return visit.go(query)

    def tab(self, server=None, context=None, worker=False, **options):
        """A new tab without a page."""
        visit = self.visitor(server or self.server(), (context or self.context(options, worker)).new_page())
        self.visits.append(visit)
        return visit

    def leave(self):
        """Closes everything that a story has opened; what its tabs said."""
        trouble = [text for visit in self.visits for text in visit.unexpected]
        for visit in self.visits:
            visit.page.context.close()
        self.visits = []
        return trouble

    def picture(self, name):
        """Keeps what the last tab shows."""
        for index, visit in enumerate(self.visits):
            if not visit.page.is_closed():
                visit.page.screenshot(path=os.path.join(catalogs.folder, f"{name}{index or ''}.png"))

    def report(self, text):
        """A figure for the end."""
        self.figures.append(text)

    def end(self):
        for server in self._servers.values():
            server.end()
        self.browser.close()
