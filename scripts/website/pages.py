"""A page of the site, its layout, and Markdown as HTML."""
import functools, html, os, posixpath, re, urllib.parse
from dataclasses import dataclass, field

from markdown_it import MarkdownIt
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

from .sources import plain, slug

LAYOUT = open(os.path.join(os.path.dirname(__file__), "layout.html"), encoding="utf-8").read()
LANGUAGES = {"cql2": "sql", "console": "console"}


@dataclass
class Page:
    address: str
    title: str
    description: str
    body: str  # HTML, with its h1
    group: str
    label: str = ""  # in the navigation
    headings: list = field(default_factory=list)  # level, anchor, text
    parent: str = ""  # the page that the navigation shows instead, of pages that it does not list
    source: str = ""
    names: dict = field(default_factory=dict)  # what the page defines, such as options: their anchors, for the search


def escape(text):
    return html.escape(text, quote=True)


def relative(target, page):
    """The address of a page from another one."""
    return posixpath.relpath(target, posixpath.dirname(page) or ".")


class Layout:
    """Puts pages into the frame with navigation, contents, and the pages before and after."""

    def __init__(self, groups, version):
        self.groups = groups  # name, pages
        self.version = version
        self.order = [page for _, pages in groups for page in pages]

    def render(self, page):
        here = lambda target: escape(relative(target, page.address))
        listed = page.address if page in self.order else page.parent
        values = {
            "title": escape(page.title if page.address == "index.html" else f"{page.title} – Vicinity"),
            "description": escape(shortened(page.description)),
            "root": escape(relative(".", page.address)) + "/",
            "navigation": self.navigation(listed, here),
            "contents": self.contents(page),
            "crumbs": self.crumbs(page, here),
            "body": page.body,
            "around": self.around(page, here),
            "group": escape(page.group),
            "names": escape(" ".join(f"{name}={anchor}" for name, anchor in page.names.items())),
            "version": escape(self.version),
            "kind": "home" if page.address == "index.html" else "page",
        }
        return re.sub(r"\{\{(\w+)\}\}", lambda match: values[match[1]], LAYOUT)

    def navigation(self, listed, here):
        parts = []
        for name, pages in self.groups:
            items = "<ul>" + "".join(link(one, listed, here) for one in pages) + "</ul>"
            isOpen = any(one.address == listed for one in pages)
            # The start page is in no group.
            parts.append(items if not name else f'<details{" open" if isOpen else ""}><summary>{escape(name)}</summary>{items}</details>')
        return "\n".join(parts)

    @staticmethod
    def contents(page):
        rows = [(level, anchor, text) for level, anchor, text in page.headings if level in (2, 3)]
        if len(rows) < 2:
            return ""
        items = "".join(f'<li class="level{level}"><a href="#{escape(anchor)}">{escape(text)}</a></li>' for level, anchor, text in rows)
        return f'<nav class="contents" aria-label="On this page"><h2>On this page</h2><ul>{items}</ul></nav>'

    def crumbs(self, page, here):
        if page.address == "index.html":
            return ""
        parts = [escape(page.group)]
        if page.parent:
            parent = next((one for one in self.order if one.address == page.parent), None)
            if parent:
                parts.append(f'<a href="{here(parent.address)}">{escape(parent.label or parent.title)}</a>')
        return f'<p class="crumbs">{" / ".join(parts)}</p>'

    def around(self, page, here):
        if page not in self.order:
            return ""
        index = self.order.index(page)
        before, after = self.order[index - 1] if index else None, self.order[index + 1] if index + 1 < len(self.order) else None
        links = ""
        if before:
            links += f'<a class="before" rel="prev" href="{here(before.address)}"><span>Before</span>{escape(before.label or before.title)}</a>'
        if after:
            links += f'<a class="after" rel="next" href="{here(after.address)}"><span>Next</span>{escape(after.label or after.title)}</a>'
        return f'<nav class="around" aria-label="Pages before and after">{links}</nav>'


def link(page, listed, here):
    current = ' aria-current="page"' if page.address == listed else ""
    return f'<li><a href="{here(page.address)}"{current}>{escape(page.label or page.title)}</a></li>'


def shortened(text):
    if len(text) <= 170:
        return text
    return text[:165].rsplit(" ", 1)[0].rstrip(",;:") + " …"


class Markdown:
    """Markdown of a file of the project as HTML, with links to pages of the site.

    `address(path)` is the page for a path of the project; it copies files that are not pages.
    """

    def __init__(self, address, version):
        self.address = address
        self.package = f"vicinity_{version}_amd64.deb"
        self.parser = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
        self.parser.add_render_rule("fence", lambda renderer, tokens, index, options, environment: block(tokens[index].info.strip(), tokens[index].content))
        self.parser.add_render_rule("code_block", lambda renderer, tokens, index, options, environment: block("text", tokens[index].content))
        self.parser.add_render_rule("table_open", lambda *_: '<div class="table" tabindex="0"><table>')
        self.parser.add_render_rule("table_close", lambda *_: "</table></div>\n")

    def page(self, source, address, group, label=""):
        """The page for a Markdown file, a `Source`."""
        # The package of this version, whatever version the documents were written for.
        tokens = self.parser.parse(re.sub(r"vicinity_[0-9][^_\s]*_amd64\.deb", self.package, source.text))
        headings = []
        counts = {}
        for index, token in enumerate(tokens):
            if token.type == "heading_open":
                words = plain(tokens[index + 1].content)
                name = slug(words)
                count = counts[name] = counts.get(name, -1) + 1
                name = f"{name}-{count}" if count else name
                token.attrSet("id", name)
                level = int(token.tag[1])
                headings.append((level, name, words))
                if level > 1:
                    tokens[index + 1].children.append(anchor_token(name, words))
            elif token.type == "inline":
                self.redirect(token.children, source.path, address)
        body = self.parser.renderer.render(tokens, self.parser.options, {})
        return Page(address, source.title, source.description, body, group, label, headings, source=source.path)

    def inline(self, text):
        return self.parser.renderInline(text)

    def redirect(self, tokens, source, page):
        """Replaces the targets of links and pictures."""
        for token in tokens:
            name = {"link_open": "href", "image": "src"}.get(token.type)
            if not name:
                continue
            target = token.attrGet(name)
            if token.type == "link_open" and token.attrGet("title") == "download":
                token.attrSet("download", "")
                del token.attrs["title"]
            if token.type == "image":
                token.attrSet("loading", "lazy")
            if re.match(r"[a-z]+:", target) or target.startswith("#"):
                continue
            path, mark, anchor = target.partition("#")
            found = self.address(posixpath.normpath(posixpath.join(posixpath.dirname(source), urllib.parse.unquote(path))), token.attrGet("download") is not None)
            token.attrSet(name, relative(found, page) + mark + anchor)


def anchor_token(name, words):
    from markdown_it.token import Token

    token = Token("html_inline", "", 0)
    token.content = f' <a class="anchor" data-pagefind-ignore href="#{escape(name)}" aria-label="Link to {escape(words)}">#</a>'
    return token


def block(info, text):
    """A block of code: commands with their output, a file to save, or an example."""
    language = info.split(" ")[0] or "text"
    if language == "console":
        kind = "follow" if info == "console follow-tutorial" else "console"
        return f'<div class="code {kind}"><pre tabindex="0"><code>{console(text)}</code></pre></div>\n'
    if match := re.search(r" file=(\S+)$", info):
        name = match[1]
        return (
            f'<figure class="code file" data-file="{escape(name)}"><figcaption>{escape(name)}</figcaption>'
            f'<pre tabindex="0"><code>{colored(language, text)}</code></pre></figure>\n')
    return f'<div class="code"><pre tabindex="0"><code>{colored(language, text)}</code></pre></div>\n'


def console(text):
    """Commands, which a reader copies, and their output."""
    parts, command, output = [], [], []

    def ended():
        if command:
            lines = "\n".join(f'<span class="prompt" aria-hidden="true">{"$ " if index == 0 else "&gt; "}</span>{escape(line)}' for index, line in enumerate(command))
            parts.append(f"<kbd>{lines}</kbd>\n")
        if output:
            parts.append("<samp>" + "\n".join(escape(line) for line in output) + "</samp>\n")
        command.clear()
        output.clear()

    for line in text.rstrip("\n").split("\n"):
        if line.startswith("$ "):
            ended()
            command.append(line[2:])
        elif line.startswith("> ") and command and not output:
            command.append(line[2:])
        else:
            output.append(line)
    ended()
    return "".join(parts)


@functools.cache
def lexer(language):
    try:
        return get_lexer_by_name(LANGUAGES.get(language, language))
    except ClassNotFound:
        return None


def colored(language, text):
    found = lexer(language)
    if found is None or language == "text":
        return escape(text)
    return highlight(text, found, HtmlFormatter(nowrap=True))
