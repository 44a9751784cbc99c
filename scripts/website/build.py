"""Builds the site."""
import base64, json, os, re, shutil, sys, time

from . import commands, routes
from .links import Check
from .pages import Layout, Markdown, Page, escape, lexer
from .sources import Sources
from .symbols import Symbols

ASSETS = ["style.css", "page.js", "icon.svg"]
TEXTS = (".sh", ".py", ".js", ".service", ".conf", ".yml", ".yaml", ".txt")


class Site:
    def __init__(self, project, output, vicinity, server):
        self.project, self.output, self.vicinity, self.server = project, output, vicinity, server
        self.sources = Sources(project)
        self.files = {}  # pages of files that are not documents, and files to copy
        self.steps = []

    def build(self):
        """Builds the site and returns its faults."""
        started = time.monotonic()
        pages = self.pages()
        self.write(pages)
        self.note("pages", started)
        started = time.monotonic()
        self.index()
        self.note("search", started)
        started = time.monotonic()
        check = Check(self.output)
        faults = list(check.faults())
        self.note("links", started)
        size = sum(os.path.getsize(os.path.join(root, name)) for root, _, names in os.walk(self.output) for name in names)
        print(f"docs: {len(check.pages)} pages, {size / 1e6:.1f} MB, {check.links} links, {len(check.external)} external ones not checked; {', '.join(self.steps)}", file=sys.stderr)
        with open(os.path.join(self.project, ".build", "external-links.txt"), "w", encoding="utf-8") as file:
            file.write("".join(f"{target}\n" for target in sorted(check.external)))
        return faults

    def note(self, step, started):
        self.steps.append(f"{step} {time.monotonic() - started:.1f} s")

    def pages(self):
        navigation = self.sources.navigation
        version = commands.output(self.vicinity, "--version").strip()
        markdown = Markdown(self.address, version)
        self.api = routes.document(self.vicinity, self.project)
        groups, every = [], []
        for group in navigation.groups:
            listed = []
            for entry in group.entries:
                made = self.generated(entry.strip("<>"), markdown) if entry.startswith("<") else [
                    markdown.page(self.sources.files[entry], navigation.address(entry), group.name)]
                every += made
                listed.append(made[0])
            if listed:
                groups.append(("" if group.name == "Start" else group.name, listed))
        self.layout = Layout(groups, version)
        return every + [one for one in self.files.values() if isinstance(one, Page)]

    def generated(self, name, markdown):
        if name == "commands":
            return commands.pages(self.vicinity, self.server, self.sources.files["docs/cli.md"])
        if name == "routes":
            return routes.pages(self.api)
        if name == "libraries":
            return list(Symbols(os.path.join(self.project, ".build", "docs"), self.sources.navigation.address).pages())
        source = self.sources.files["docs/queries.md"]

        def cell(text):
            tokens = markdown.parser.parseInline(text)
            markdown.redirect(tokens[0].children, source.path, "query-keys.html")
            # Anchors of the page that the table is from.
            for token in tokens[0].children:
                if token.type == "link_open" and token.attrGet("href").startswith("#"):
                    token.attrSet("href", "queries.html" + token.attrGet("href"))
            return markdown.parser.renderer.render(tokens, markdown.parser.options, {})

        return [routes.query_keys(source, cell)]

    def address(self, path, isDownload=False):
        """The address in the site for a path of the project; other files than documents are copied, scripts as pages with numbered lines."""
        if match := re.fullmatch(r"Sources/(\w+)/\1\.docc/(\w+)\.md", path):
            # The page of a type, or of the library itself.
            return f"libraries/{match[1]}/{'index' if match[2] == match[1] else match[2]}.html"
        if found := self.sources.navigation.address(path):
            return found
        if found := self.sources.navigation.address(f"{path}/README.md"):
            return found
        full = os.path.join(self.project, path)
        if not os.path.isfile(full):
            raise SystemExit(f"docs: there is no file {path}")
        target = f"files/{path}"
        if not isDownload and path.endswith(TEXTS):
            target += ".html"
            self.files.setdefault(target, self.listing(path, full, target))
        else:
            self.files[target] = full
        return target

    @staticmethod
    def listing(path, full, target):
        with open(full, encoding="utf-8") as file:
            lines = file.read().rstrip("\n").split("\n")
        body = "".join(f'<span id="L{number}">{escape(line)}</span>\n' for number, line in enumerate(lines, 1))
        return Page(target, path, f"The file {path} of the project, {len(lines)} lines.", f'<h1>{escape(path)}</h1><div class="code"><pre tabindex="0"><code>{body}</code></pre></div>', "Files")

    def write(self, pages):
        shutil.rmtree(self.output, ignore_errors=True)
        os.makedirs(os.path.join(self.output, "assets"))
        for name in ASSETS:
            shutil.copy(os.path.join(os.path.dirname(__file__), name), os.path.join(self.output, "assets", name))
        for page in pages:
            put(os.path.join(self.output, page.address), self.layout.render(page))
        put(os.path.join(self.output, "openapi.json"), json.dumps(self.api, ensure_ascii=False, indent=1))
        for target, source in self.files.items():
            if not isinstance(source, Page):
                path = os.path.join(self.output, target)
                os.makedirs(os.path.dirname(path), exist_ok=True)
                shutil.copy(source, path)

    def index(self):
        """The search, and the same files for pages that are opened from a disk."""
        commands.output(sys.executable, "-m", "pagefind", "--site", self.output, "--quiet", seconds=600)
        folder = os.path.join(self.output, "pagefind")
        # Its own interface and translations are not used.
        for name in os.listdir(folder):
            if "ui" in name or name == "pagefind-highlight.js":
                os.remove(os.path.join(folder, name))
        files = {}
        for root, _, names in os.walk(folder):
            for name in sorted(names):
                path = os.path.join(root, name)
                with open(path, "rb") as file:
                    files[os.path.relpath(path, folder)] = base64.b64encode(file.read()).decode()
        put(os.path.join(self.output, "assets", "search.js"), f"window.searchFiles = {json.dumps(files, indent=0, sort_keys=True)};\n")


def put(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
