"""The English of the project as data: documents, help, messages, the page's words, and comments, each text with its place.

Used by check-docs, check-messages and sample-sentences.
"""
import ast, io, os, re, tokenize
from dataclasses import dataclass

SOURCES = ["docs", "help", "messages", "page", "comments", "tests", "scripts"]
SQL = re.compile(r"\s*(?:SELECT|INSERT|UPDATE|DELETE|CREATE|WITH|DROP|PRAGMA|ALTER|ATTACH|REPLACE|EXPLAIN|SAVEPOINT|BEGIN)\b")
SENTENCE = re.compile(r"(?:[A-Za-z'-]{2,}[ ,\n]+){2}[A-Za-z'-]{2,}")
FENCE = re.compile(r"\s*(```+|~~~+)")
ITEM = re.compile(r"\s*(?:[-*+]|\d+\.)\s+")
# An example of JSON, and a line of help with an example of the command.
JSON = re.compile(r"\s*[{\[]\\?\"")
COMMAND = re.compile(r"^ *(?:tail -f .*\| )?vicinity(?: .*)?$", re.MULTILINE)
PLACEHOLDER = re.compile(r"\{\w+\}")
PHRASE = re.compile(r""":\s*(['"`])((?:(?!\1)[^\\]|\\.)+)\1""")
JSDOC = re.compile(r"^[ \t]*@\w+ ?", re.MULTILINE)
NAMED = re.compile(r'@(?:Test|Suite)\(\s*"((?:[^"\\]|\\.)*)"')


@dataclass
class Text:
    source: str  # one of SOURCES
    path: str
    line: int
    kind: str  # paragraph, item, cell, head (of a table), heading, literal
    text: str


def prose(markdown):
    """The text that a reader sees: links as their words, code as an empty span."""
    markdown = re.sub(r"`+[^`]*`+", "``", markdown)
    markdown = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", markdown)
    markdown = re.sub(r"<[^<> ]+>", "", markdown)
    return re.sub(r"\*\*?|(?<!\w)_|_(?!\w)", "", markdown)


def blocks(markdown):
    """The paragraphs, items, headings and cells of Markdown: kind, line (from 0) and text."""
    lines, fence, paragraph, start, kind = markdown.split("\n"), None, [], 0, "paragraph"

    def ended():
        nonlocal paragraph
        if paragraph:
            yield kind, start, "\n".join(paragraph)
        paragraph = []

    for number, line in enumerate(lines):
        if match := FENCE.match(line):
            yield from ended()
            fence = None if fence and match[1].startswith(fence) else fence or match[1]
            continue
        if fence:
            continue
        if line.lstrip().startswith("|"):
            yield from ended()
            if not re.fullmatch(r"[\s|:-]*", line):
                head = number + 1 < len(lines) and re.fullmatch(r"\s*\|[\s|:-]*-[\s|:-]*", lines[number + 1])
                for cell in re.split(r"(?<!\\)\|", line.strip().strip("|")):
                    if cell.strip():
                        yield "head" if head else "cell", number, cell.strip()
        elif line.startswith("#"):
            yield from ended()
            yield "heading", number, line.lstrip("# ")
        elif not line.strip() or line.lstrip().startswith("<!--"):
            yield from ended()
        else:
            item = ITEM.match(line)
            if item:
                yield from ended()
            if not paragraph:
                start, kind = number, "item" if item else "paragraph"
            paragraph.append(line[item.end() :] if item else line.strip())
    yield from ended()


SWIFT = re.compile(r'//[^\n]*|/\*.*?\*/|#*"""|#*"|[()]', re.DOTALL)


def swift(source):
    """The comments and string literals of Swift source: line, kind and text; an interpolation is "…" there, and code again.

    Comments in lines below each other are one text.
    """
    found, index = [], 0
    frames = []  # per open literal: delimiters, text and start, and the open parentheses of an interpolation
    comment = None  # the lines of comments so far: their start, and the end of the last one
    while index < len(source):
        frame = frames[-1] if frames else None
        if frame and frame["parentheses"] == 0:
            match = frame["next"].search(source, index)
            if not match:
                break
            frame["text"].append(source[index : match.start()])
            index = match.end()
            if match[0] == frame["end"]:
                found.append((frame["start"], "literal", "".join(frame["text"])))
                frames.pop()
            elif match[0].endswith("("):
                frame["text"].append("…")
                frame["parentheses"] = 1
            else:
                frame["text"].append(match[0])
            continue
        match = SWIFT.search(source, index)
        if not match:
            break
        index = match.end()
        if match[0].startswith("//"):
            if comment and source[comment["end"] : match.start()].strip(" ") == "\n":
                comment["text"].append(match[0])
            else:
                comment = {"start": match.start(), "text": [match[0]]}
                found.append((match.start(), "comment", comment["text"]))
            comment["end"] = match.end()
        elif match[0].startswith("/*"):
            found.append((match.start(), "comment", [match[0]]))
        elif '"' in match[0]:
            hashes = match[0].rstrip('"')
            end = match[0].lstrip("#") + hashes
            escape = r"\\" + hashes
            frames.append({
                "start": match.start(), "end": end, "text": [], "parentheses": 0,
                "next": re.compile(escape + r"\(|" + ("" if hashes else r"\\.|") + re.escape(end), re.DOTALL),
            })
        elif frame:
            frame["parentheses"] += 1 if match[0] == "(" else -1
    starts, line = {}, 1
    position = 0
    for start in sorted({start for start, _, _ in found}):
        line += source.count("\n", position, start)
        starts[start], position = line, start
    for start, kind, text in found:
        if kind == "comment":
            text = "\n".join(re.sub(r"^\s*(?:///?|/?\*+/?) ?|\s*\*/$", "", line) for line in "\n".join(text).split("\n"))
        yield starts[start], kind, text


def literals(source):
    """The string literals of Swift source, in the order of their ends, each with its line."""
    return [(line, text) for line, kind, text in swift(source) if kind == "literal"]


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def below(project, folder, *endings):
    """The files with these endings below a folder, without links and hidden folders."""
    paths = []
    for parent, folders, names in os.walk(os.path.join(project, folder)):
        folders[:] = [name for name in folders if not name.startswith(".") and name != "__pycache__"]
        paths += [os.path.join(parent, name) for name in names if name.endswith(endings)]
    return sorted(paths)


def is_program(path):
    with open(path, "rb") as file:
        return file.read(2) == b"#!"


def documents(project):
    for path in below(project, "", ".md"):
        for kind, line, text in blocks(read(path)):
            yield Text("docs", path, line + 1, kind, text)


def swift_texts(project):
    for path in below(project, "Sources", ".swift"):
        source = "help" if f"{os.sep}VicinityCLI{os.sep}" in path else "messages"
        for line, kind, text in swift(read(path)):
            if kind == "comment":
                for part, offset, words in blocks(text):
                    yield Text("comments", path, line + offset, part, words)
            elif SENTENCE.search(text) and not SQL.match(text) and not JSON.match(text):
                yield Text(source, path, line, "literal", COMMAND.sub("", text))


def untyped(text):
    """The words of JSDoc: each tag as an item, without its type and the name after it; lines keep their numbers."""
    parts, index = [], 0
    for tag in JSDOC.finditer(text):
        if tag.start() < index:
            continue
        end, depth = tag.end(), 0
        while end < len(text) and (depth or text[end] == "{"):
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        name = re.compile(r" [\w.\[\]]+").match(text, end) if end > tag.end() else None
        parts += [text[index : tag.start()], "\n" * text.count("\n", tag.start(), end), "- "]
        index = name.end() if name else end
    return "".join([*parts, text[index:]])


def page_texts(project):
    for path in below(project, "Sources", ".js", ".css", ".html"):
        lines = read(path).split("\n")
        comment = re.compile(r"^\s*(?://|/\*+|\*(?!/))\s?(.*?)(?:\*/)?$|\s// (.*)$")
        number = 0
        while number < len(lines):
            start, text = number, []
            while number < len(lines) and (match := comment.search(lines[number])):
                text.append(match[1] if match[1] is not None else match[2])
                number += 1
                if match[1] is None:
                    break
            for part, offset, words in blocks(untyped("\n".join(text))):
                yield Text("comments", path, start + offset + 1, part, words)
            number = max(number, start + 1)
        if os.path.basename(path) == "en.js":
            for number, line in enumerate(lines):
                for match in PHRASE.finditer(line):
                    words = PLACEHOLDER.sub("…", match[2].replace("\\'", "'"))
                    yield Text("page", path, number + 1, "literal", words)


def test_texts(project):
    for path in below(project, "Tests", ".swift"):
        source = read(path)
        for match in NAMED.finditer(source):
            yield Text("tests", path, source.count("\n", 0, match.start()) + 1, "literal", match[1])
        for line, kind, text in swift(source):
            if kind == "comment":
                for part, offset, words in blocks(text):
                    yield Text("tests", path, line + offset, part, words)


def script_texts(project):
    """The help of scripts: the comment or docstring at their head; their other comments."""
    for folder in ["scripts", "benchmarks", "clients", "examples", "Tests"]:
        for path in below(project, folder, ""):
            if path.endswith(".py") or (is_program(path) and "python" in read(path).split("\n", 1)[0]):
                yield from python_texts(path)
            elif is_program(path):
                start, comment, lines = 0, [], read(path).split("\n")
                for number, line in enumerate([*lines, ""]):
                    if line.startswith("#!"):
                        continue
                    if match := re.match(r"\s*# ?(.*)", line):
                        start = start if comment else number
                        comment.append(match[1])
                        continue
                    source = "help" if start == 1 else "scripts"
                    for part, offset, words in blocks("\n".join(comment)):
                        yield Text(source, path, start + offset + 1, part, words)
                    comment = []


def python_texts(path):
    source = read(path)
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)) and ast.get_docstring(node):
            name = "help" if isinstance(node, ast.Module) and is_program(path) else "scripts"
            for part, offset, words in blocks(node.body[0].value.value):
                yield Text(name, path, node.body[0].lineno + offset, part, words)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT and not token.string.startswith("#!"):
            yield Text("scripts", path, token.start[0], "paragraph", token.string.lstrip("# "))


def every(project):
    """All texts, with paths below the project."""
    for part in [documents, swift_texts, page_texts, test_texts, script_texts]:
        for text in part(project):
            text.path = os.path.relpath(text.path, project)
            yield text
