"""What can be checked in the Markdown files without building the site: navigation, titles, links, anchors, pictures, examples."""
import os, re, urllib.parse
from dataclasses import dataclass

from .navigation import Navigation, read

LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]*(?:\([^()]*\))?[^()\s]*)(?: \"[^\"]*\")?\)")
HEADING = re.compile(r"^(#{1,6}) +(.*?) *#*$")
# Examples that tests run or compile, by the words after the fence; see ExampleReplay.
RUN = {
    "console", "console follow-tutorial", "json query", "json listing", "json action", "json signal", "cql2", "swift",
    "python", "sh server"}
FILE_BLOCK = re.compile(r"\w+ file=\S+$")
NOT_RUN = re.compile(r"\w+ not run: \S.*$")


@dataclass
class Block:
    info: str
    line: int
    lines: list


class Source:
    """A Markdown file: its lines without blocks of code, its blocks, headings and links."""

    def __init__(self, path, text):
        self.path, self.text, self.blocks, self.prose = path, text, [], []
        block = None
        for number, line in enumerate(text.split("\n"), 1):
            if block is None and (match := re.match(r"( *)(```+)(.*)$", line)):
                block, fence = Block(match[3].strip(), number, []), match[2]
                self.blocks.append(block)
            elif block is not None and line.strip() == fence:
                block = None
            elif block is not None:
                block.lines.append(line)
            else:
                self.prose.append((number, line))
        self.headings = [(number, len(match[1]), match[2]) for number, line in self.prose if (match := HEADING.match(line))]
        self.slugs = list(unique_slugs(plain(text) for _, _, text in self.headings))
        self.anchors = set(self.slugs)
        self.anchors |= {match[1] for _, line in self.prose for match in re.finditer(r"<a (?:id|name)=\"([^\"]+)\"", line)}

    @property
    def title(self):
        return next((plain(text) for _, level, text in self.headings if level == 1), None)

    @property
    def description(self):
        """The first paragraph."""
        lines, isAfterTitle = [], False
        for _, line in self.prose:
            if HEADING.match(line):
                if lines:
                    break
                isAfterTitle = True
            elif isAfterTitle and line.strip() and not re.match(r"!\[|[-|>]|<!--|\[!\[", line.strip()):
                lines.append(line.strip())
            elif lines:
                break
        return plain(" ".join(lines))

    def links(self):
        """Line, whether it is a picture, words and target."""
        for number, line in self.prose:
            for match in LINK.finditer(re.sub(r"`[^`]*`", lambda code: "`" * len(code[0]), line)):
                yield number, bool(match[1]), match[2], match[3]
                # A picture that is a link.
                for inner in LINK.finditer(match[2]):
                    yield number, bool(inner[1]), inner[2], inner[3]


def plain(markdown):
    """The text that a reader sees."""
    text = re.sub(r"!?\[((?:[^\[\]]|\[[^\]]*\])*)\]\([^)]*\)", r"\1", markdown)
    text = re.sub(r"`+([^`]*)`+", r"\1", text)
    return re.sub(r"(?<!\w)[*_]{1,3}|[*_]{1,3}(?!\w)", "", text).strip()


def slug(text):
    """The anchor of a heading, as forges make it."""
    return re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")


def unique_slugs(headings):
    counts = {}
    for heading in headings:
        name = slug(heading)
        count = counts[name] = counts.get(name, -1) + 1
        yield f"{name}-{count}" if count else name


class Sources:
    """The Markdown files of the site and README.md."""

    def __init__(self, project):
        self.project = project
        self.navigation = Navigation(project)
        paths = ["README.md", *self.navigation.pages]
        self.files = {path: Source(path, read(os.path.join(project, path))) for path in paths}

    def faults(self):
        yield from self.navigation.faults
        for source in self.files.values():
            yield from self.page_faults(source)
            yield from self.block_faults(source)
            yield from self.link_faults(source)

    def page_faults(self, source):
        titles = [text for _, level, text in source.headings if level == 1]
        if len(titles) != 1:
            yield f"{source.path}:1: the page has {len(titles)} titles"
        if len(source.description) < 20:
            yield f"{source.path}:1: the page does not begin with a paragraph that describes it"

    def block_faults(self, source):
        for block in source.blocks:
            if block.info not in RUN and not FILE_BLOCK.match(block.info) and not NOT_RUN.match(block.info):
                yield (
                    f"{source.path}:{block.line}: no test runs blocks of \"{block.info}\"; "
                    "write the reason as in: text not run: the configuration of another program")

    def link_faults(self, source):
        folder = os.path.dirname(source.path)
        for line, isPicture, words, target in source.links():
            place = f"{source.path}:{line}"
            if isPicture and len(words.strip()) < 4:
                yield f"{place}: the picture {target} has no text for readers who do not see it"
            if re.match(r"[a-z]+:", target):
                continue
            path, _, anchor = target.partition("#")
            path = os.path.normpath(os.path.join(folder, urllib.parse.unquote(path))) if path else source.path
            if path.endswith(".html"):
                yield f"{place}: {target} is only in the site; link to the file that the page is made from"
            elif not os.path.exists(os.path.join(self.project, path)):
                yield f"{place}: there is no file {path}"
            elif anchor and path.endswith(".md"):
                other = self.files.get(path) or Source(path, read(os.path.join(self.project, path)))
                if urllib.parse.unquote(anchor) not in other.anchors:
                    yield f"{place}: {path} has no heading #{anchor}"
