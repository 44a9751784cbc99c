"""What is checked in the built site: links and anchors, orphans, titles, descriptions, pictures, and addresses that need a server."""
import os, posixpath, re, urllib.parse
from html.parser import HTMLParser


class Reader(HTMLParser):
    """The parts of a page that the check needs."""

    def __init__(self, text):
        super().__init__()
        self.links, self.ids, self.faults, self.title, self.description = [], [], [], "", ""
        self.inTitle = False
        self.feed(text)

    def handle_starttag(self, tag, pairs):
        attributes = dict(pairs)
        if "id" in attributes:
            self.ids.append(attributes["id"])
        for name in ("href", "src"):
            if name in attributes:
                self.links.append((tag, attributes[name]))
        if tag == "title":
            self.inTitle = True
        if tag == "meta" and attributes.get("name") == "description":
            self.description = attributes.get("content", "")
        if tag == "img" and len(attributes.get("alt") or "") < 4:
            self.faults.append(f"the picture {attributes.get('src')} has no text")

    def handle_endtag(self, tag):
        self.inTitle = self.inTitle and tag != "title"

    def handle_data(self, text):
        if self.inTitle:
            self.title += text


class Check:
    def __init__(self, folder):
        self.folder, self.links, self.external = folder, 0, set()
        self.pages = {}
        for root, _, names in os.walk(folder):
            for name in names:
                if name.endswith(".html"):
                    path = os.path.join(root, name)
                    with open(path, encoding="utf-8") as file:
                        self.pages[os.path.relpath(path, folder)] = Reader(file.read())

    def faults(self):
        reached, titles = {"index.html"}, {}
        for path, page in sorted(self.pages.items()):
            yield from (f"{path}: {fault}" for fault in page.faults)
            if not page.title:
                yield f"{path}: the page has no title"
            if page.title in titles:
                yield f"{path}: {titles[page.title]} has the same title, {page.title}"
            titles[page.title] = path
            if len(page.description) < 20:
                yield f"{path}: the page has no description"
            for name in sorted({name for name in page.ids if page.ids.count(name) > 1}):
                yield f"{path}: two elements have the id {name}"
            for tag, target in page.links:
                yield from self.link_faults(path, tag, target, reached)
        for path in sorted(set(self.pages) - reached):
            yield f"{path}: no page links to it"

    def link_faults(self, path, tag, target, reached):
        if re.match(r"[a-z]+:", target):
            if tag != "a":
                yield f"{path}: {tag} loads {target} from another host"
            self.external.add(target)
            return
        self.links += 1
        if target.startswith("/"):
            yield f"{path}: {target} works only at the root of a server"
            return
        file, _, anchor = target.partition("#")
        file = urllib.parse.unquote(file)
        other = posixpath.normpath(posixpath.join(posixpath.dirname(path), file)) if file else path
        if not os.path.isfile(os.path.join(self.folder, other)):
            yield f"{path}: {target} leads nowhere"
            return
        if other != path:
            reached.add(other)
        if anchor and other in self.pages and urllib.parse.unquote(anchor) not in self.pages[other].ids:
            yield f"{path}: {target} leads to no place of the page"
