"""Pages of the libraries' public symbols, from the JSON that DocC writes: one of each library, and one of each type with its members.

DocC's own pages need a server and JavaScript; these are like all others of the site.
"""
import glob, json, os, re

from .pages import Page, colored, escape, relative

FOLDER = "libraries"
TYPES = {"struct", "enum", "class", "protocol", "extension", "actor", "module"}
SWIFT_KINDS = {"keyword": "keyword", "attribute": "keyword", "number": "number", "string": "s"}


class Symbol:
    def __init__(self, data):
        self.data = data
        self.url = data["identifier"]["url"]
        metadata = data["metadata"]
        self.title, self.kind, self.role = metadata["title"], metadata.get("symbolKind"), metadata.get("role")
        self.library = self.url.removeprefix("doc://").split("/")[0]
        paths = data["hierarchy"]["paths"]
        self.above = paths[0] if paths else []
        self.isType = self.kind in TYPES
        self.address = self.anchor = ""


class Symbols:
    def __init__(self, folder, document_address):
        """`document_address(path)` is the page of a document that a comment names, or None."""
        self.document_address = document_address
        self.all = {}
        for path in sorted(glob.glob(os.path.join(folder, "*", "pages", "data", "documentation", "**", "*.json"), recursive=True)):
            with open(path, encoding="utf-8") as file:
                symbol = Symbol(json.load(file))
            self.all[symbol.url] = symbol
        self.libraries = sorted((symbol for symbol in self.all.values() if symbol.kind == "module"), key=lambda symbol: symbol.title)
        self.by_name = {}
        taken = set()
        for symbol in self.all.values():
            if symbol.isType:
                symbol.address = self.type_address(symbol)
        for symbol in self.all.values():
            if not symbol.isType:
                owner = self.owner(symbol)
                symbol.address = owner.address
                anchor = base = re.sub(r"[^\w]+", "-", symbol.url.rsplit("/", 1)[1]).strip("-").lower() or "operator"
                number = 1
                while (symbol.address, anchor) in taken:
                    number += 1
                    anchor = f"{base}-{number}"
                taken.add((symbol.address, anchor))
                symbol.anchor = anchor
            if name := symbol.data["metadata"].get("externalID"):
                self.by_name[name] = symbol
        self.members = {}
        for symbol in self.all.values():
            if not symbol.isType and symbol.role == "symbol":
                self.members.setdefault(self.owner(symbol).url, []).append(symbol)

    def type_address(self, symbol):
        if symbol.kind == "module":
            return f"{FOLDER}/{symbol.library}/index.html"
        path = symbol.url.split("/documentation/")[1].split("/")[1:]
        return f"{FOLDER}/{symbol.library}/{'.'.join(re.sub(r'[^A-Za-z0-9_]', '-', part) for part in path)}.html"

    def owner(self, symbol):
        """The type, or the library, on whose page a member is."""
        return next(self.all[url] for url in reversed(symbol.above) if url in self.all and self.all[url].isType)

    def pages(self):
        names = ", ".join(library.title for library in self.libraries)
        description = f"The public symbols of the Swift libraries, by library and topic: {names}."
        rows = "".join(
            f'<tr><td><a href="{library.title}/index.html"><code>{library.title}</code></a></td><td>{self.inline(library.data.get("abstract", []), library, FOLDER + "/index.html")}</td></tr>'
            for library in self.libraries)
        count = sum(len(symbols) for symbols in self.members.values()) + sum(symbol.isType for symbol in self.all.values())
        yield Page(
            f"{FOLDER}/index.html", "Swift libraries", description,
            f'<h1>Swift libraries</h1><p>The public symbols of the libraries, {count} in all. An app needs only <code>import Vicinity</code>: see <a href="../tutorials/app.html">the tutorial for an app</a>.</p>'
            f'<div class="table" tabindex="0"><table><tbody>{rows}</tbody></table></div>', "Reference")
        for symbol in self.all.values():
            if symbol.isType:
                yield self.page(symbol)

    def page(self, symbol):
        address = symbol.address
        self.headings = []
        heading = symbol.data["metadata"].get("roleHeading", "")
        parts = [f"<h1>{escape(symbol.title)}</h1>", self.declaration(symbol, address)]
        parts.append(f"<p>{self.inline(symbol.data.get('abstract', []), symbol, address)}</p>")
        parts.append(self.content(symbol, address))
        shown = set()
        for section in symbol.data.get("topicSections", []):
            members = [self.all[url] for url in section["identifiers"] if url in self.all and self.all[url].role in ("symbol", "collection")]
            parts.append(self.topic(section["title"], members, address, shown))
        rest = [member for member in self.members.get(symbol.url, []) if member.url not in shown]
        parts.append(self.topic("Further members" if shown else "Members", rest, address, shown))
        parts.append(self.relations(symbol, address))
        abstract = self.text(symbol.data.get("abstract", []))
        name = f"Library {symbol.title}" if symbol.kind == "module" else f"{symbol.title} – {symbol.library}"
        kind = "library" if symbol.kind == "module" else heading.lower()
        return Page(
            address, name, f"{abstract} The {kind} {symbol.title} of the Swift library {symbol.library}." if symbol.kind != "module" else f"{abstract} The symbols of the Swift library {symbol.title}.",
            "\n".join(parts), f"Swift library {symbol.library}", headings=self.headings,
            parent=f"{FOLDER}/index.html")

    def topic(self, title, members, address, shown):
        members = [member for member in members if member.url not in shown]
        if not members:
            return ""
        shown.update(member.url for member in members)
        anchor = "topic-" + re.sub(r"\W+", "-", title.lower()).strip("-")
        self.headings.append((2, anchor, title))
        types = [member for member in members if member.address != address]
        parts = [f'<h2 id="{anchor}">{escape(title)}</h2>']
        if types:
            parts.append('<div class="table" tabindex="0"><table><tbody>' + "".join(
                f'<tr><td><a href="{escape(self.link(member, address))}"><code>{escape(member.title)}</code></a></td>'
                f"<td>{self.inline(member.data.get('abstract', []), member, address)}</td></tr>" for member in types) + "</tbody></table></div>")
        for member in members:
            if member.address == address:
                parts.append(
                    f'<section class="member"><h3 id="{escape(member.anchor)}">{escape(member.title)} <a class="anchor" data-pagefind-ignore href="#{escape(member.anchor)}" aria-label="Link to {escape(member.title)}">#</a></h3>'
                    f"{self.declaration(member, address)}<p>{self.inline(member.data.get('abstract', []), member, address)}</p>{self.content(member, address)}</section>")
        return "\n".join(parts)

    def declaration(self, symbol, address):
        for section in symbol.data.get("primaryContentSections", []):
            if section["kind"] == "declarations":
                tokens = "".join(self.token(token, address) for token in section["declarations"][0]["tokens"])
                return f'<div class="code"><pre class="declaration" tabindex="0"><code>{tokens}</code></pre></div>'
        return ""

    def token(self, token, address):
        text = escape(token["text"])
        symbol = self.all.get(token.get("identifier", "")) or self.by_name.get(token.get("preciseIdentifier", ""))
        if symbol and token["kind"] == "typeIdentifier":
            return f'<a href="{escape(self.link(symbol, address))}">{text}</a>'
        kind = SWIFT_KINDS.get(token["kind"])
        return f'<span class="{kind}">{text}</span>' if kind else text

    def link(self, symbol, address):
        mark = f"#{symbol.anchor}" if symbol.anchor else ""
        return mark if mark and symbol.address == address else relative(symbol.address, address) + mark

    def content(self, symbol, address):
        parts = []
        if note := symbol.data.get("deprecationSummary"):
            parts.append(f"<aside><b>Deprecated</b>{self.blocks(note, symbol, address)}</aside>")
        for section in symbol.data.get("primaryContentSections", []):
            if section["kind"] == "parameters":
                rows = "".join(f"<dt>{escape(row['name'])}</dt><dd>{self.blocks(row['content'], symbol, address)}</dd>" for row in section["parameters"])
                parts.append(f'<dl class="options">{rows}</dl>')
            elif section["kind"] == "content":
                parts.append(self.blocks(section["content"], symbol, address))
        return "".join(parts)

    def blocks(self, blocks, symbol, address):
        return "".join(self.block(block, symbol, address) for block in blocks)

    def block(self, block, symbol, address):
        kind = block["type"]
        inside = lambda content: self.blocks(content, symbol, address)
        if kind == "paragraph":
            return f"<p>{self.inline(block['inlineContent'], symbol, address)}</p>"
        if kind == "heading":
            # "Discussion" and the like, which DocC adds.
            if block["text"] in ("Discussion", "Overview", "Return Value"):
                return "<p><b>Returns</b></p>" if block["text"] == "Return Value" else ""
            level = min(block["level"] + (0 if symbol.isType else 2), 5)
            anchor = "text-" + block["anchor"].lower()
            if symbol.isType:
                self.headings.append((level, anchor, block["text"]))
                return f'<h{level} id="{escape(anchor)}">{escape(block["text"])}</h{level}>'
            return f"<h{level}>{escape(block['text'])}</h{level}>"
        if kind == "aside":
            return f"<aside><b>{escape(block.get('name', block['style']))}</b>{inside(block['content'])}</aside>"
        if kind == "codeListing":
            return f'<div class="code"><pre tabindex="0"><code>{colored(block.get("syntax") or "text", chr(10).join(block["code"]) + chr(10))}</code></pre></div>'
        if kind in ("unorderedList", "orderedList"):
            name = "ul" if kind == "unorderedList" else "ol"
            return f"<{name}>" + "".join(f"<li>{inside(item['content'])}</li>" for item in block["items"]) + f"</{name}>"
        if kind == "table":
            rows = block["rows"]
            cells = lambda row, name: "<tr>" + "".join(f"<{name}>{inside(cell)}</{name}>" for cell in row) + "</tr>"
            head = cells(rows[0], "th") if block.get("header") in ("row", "both") else ""
            body = "".join(cells(row, "td") for row in (rows[1:] if head else rows))
            return f'<div class="table" tabindex="0"><table><thead>{head}</thead><tbody>{body}</tbody></table></div>'
        raise SystemExit(f"docs: {symbol.url} has a block of the unknown type {kind}")

    def inline(self, content, symbol, address):
        parts = []
        for piece in content:
            kind = piece["type"]
            if kind == "text":
                parts.append(escape(piece["text"]))
            elif kind == "codeVoice":
                code = f"<code>{escape(piece['code'])}</code>"
                document = self.document_address(piece["code"])
                parts.append(f'<a href="{escape(relative(document, address))}">{code}</a>' if document else code)
            elif kind == "reference":
                target = self.all.get(piece["identifier"])
                reference = symbol.data["references"].get(piece["identifier"], {})
                if target:
                    parts.append(f'<a href="{escape(self.link(target, address))}"><code>{escape(target.title)}</code></a>')
                else:
                    words = escape(reference.get("title", ""))
                    parts.append(f'<a href="{escape(reference["url"])}">{words}</a>' if reference.get("url", "").startswith("http") else words)
            elif kind in ("emphasis", "strong"):
                name = {"emphasis": "em", "strong": "strong"}[kind]
                parts.append(f"<{name}>{self.inline(piece['inlineContent'], symbol, address)}</{name}>")
            else:
                raise SystemExit(f"docs: {symbol.url} has text of the unknown type {kind}")
        return "".join(parts)

    def text(self, content):
        return "".join(piece.get("text") or piece.get("code") or "" for piece in content)

    def relations(self, symbol, address):
        parts = []
        for section in symbol.data.get("relationshipsSections", []):
            names = []
            for url in section["identifiers"]:
                target = self.all.get(url)
                title = symbol.data["references"].get(url, {}).get("title", url.rsplit("/", 1)[-1])
                names.append(f'<a href="{escape(self.link(target, address))}"><code>{escape(target.title)}</code></a>' if target else f"<code>{escape(title)}</code>")
            parts.append(f"<p>{escape(section['title'])}: {', '.join(names)}.</p>")
        return "".join(parts)
