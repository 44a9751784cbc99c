"""A page for each command, from what the programs print for --experimental-dump-help, so that it has what the help has."""
import collections, json, re, subprocess

from .pages import Page, escape
from .sources import plain

FOLDER = "commands"


def output(*command, seconds=60):
    """What a program prints; a failure, or more than so many seconds, ends the build of the site with the command."""
    try:
        return subprocess.run(command, check=True, capture_output=True, text=True, timeout=seconds).stdout
    except subprocess.TimeoutExpired:
        raise SystemExit(f"docs: '{' '.join(command)}' takes longer than {seconds} s") from None
    except subprocess.CalledProcessError as error:
        raise SystemExit(f"docs: '{' '.join(command)}' failed with status {error.returncode}: {error.stderr.strip()}") from None


def dumped(program):
    return json.loads(output(program, "--experimental-dump-help"))["command"]


def pages(vicinity, server, guide):
    """The page that lists the commands, and those of the commands, with links to the sections of `guide` about them."""
    sections = {}
    for anchor, heading in zip(guide.slugs, guide.headings):
        for name in re.split(r", | and ", plain(heading[2])):
            sections.setdefault(name, anchor)
    root = dumped(vicinity)
    # The command only starts the server's program, which has the options.
    served = {command["commandName"]: command for command in dumped(server).get("subcommands", [])}
    commands = []
    for command in root["subcommands"]:
        if command["commandName"] != "help" and command.get("shouldDisplay", True):
            commands += flattened(served.get(command["commandName"], command), [root["commandName"]])
    rows = "".join(
        f'<tr><td><a href="{address(path).removeprefix(FOLDER + "/")}"><code>{escape(" ".join(path[1:]))}</code></a></td>'
        f'<td>{inline(command.get("abstract", ""))}</td></tr>' for path, command in commands)
    description = f"All {len(commands)} commands of vicinity with their options, as the command prints them for --help."
    body = f'<h1>Commands</h1><p>{escape(description)}</p><div class="table" tabindex="0"><table><thead><tr><th>command</th><th>purpose</th></tr></thead><tbody>{rows}</tbody></table></div>'
    index = Page(f"{FOLDER}/index.html", "Commands", description, body, "Reference")
    # An option of many commands, such as --catalog, is no reason to show one of them first.
    counts = collections.Counter(name for _, command in commands for name in options(command))
    rare = {name for name, count in counts.items() if count <= 5}
    return [index] + [page(path, command, sections.get(" ".join(path[1:])) or sections.get(path[1]), rare) for path, command in commands]


def flattened(command, above):
    """The command and those below it, each with its words."""
    path = above + [command["commandName"]]
    below = [sub for sub in command.get("subcommands", []) if sub["commandName"] != "help" and sub.get("shouldDisplay", True)]
    return [(path, command)] + [one for sub in below for one in flattened(sub, path)]


def address(path):
    return f"{FOLDER}/{'-'.join(path[1:])}.html"


def options(command):
    """The anchors of its options by their long names."""
    found = {}
    for argument in command.get("arguments", []):
        long = [one["name"] for one in argument.get("names", []) if one["kind"] == "long"]
        if argument.get("shouldDisplay", True):
            found |= {name: f"option-{long[0]}" for name in long}
    return found


def page(path, command, section, rare):
    name = " ".join(path)
    arguments = [argument for argument in command.get("arguments", []) if argument.get("shouldDisplay", True)]
    names = {name: anchor for name, anchor in options(command).items() if name in rare}
    headings, parts = [], [f"<h1>{escape(name)}</h1>", f"<p>{inline(command.get('abstract', ''))}</p>"]
    parts.append(f'<div class="code"><pre tabindex="0"><code>{escape(usage(name, command, arguments))}</code></pre></div>')
    parts.append(discussion(command.get("discussion", "")))
    if section:
        parts.append(f'<p>With examples: <a href="../cli.html#{section}">the command line</a>.</p>')
    below = [sub for sub in command.get("subcommands", []) if sub["commandName"] != "help"]
    if below:
        parts.append("<ul>" + "".join(
            f'<li><a href="{address(path + [sub["commandName"]]).removeprefix(FOLDER + "/")}">{escape(sub["commandName"])}</a>: {inline(sub.get("abstract", ""))}</li>'
            for sub in below) + "</ul>")
    sections = {}
    for argument in arguments:
        sections.setdefault(argument.get("sectionTitle") or ("Arguments" if argument["kind"] == "positional" else "Options"), []).append(argument)
    for title, rows in sections.items():
        anchor = re.sub(r"\W+", "-", title.lower()).strip("-")
        headings.append((2, anchor, title))
        parts.append(f'<h2 id="{anchor}">{escape(title)}</h2><dl class="options">' + "".join(option(one) for one in rows) + "</dl>")
    description = plain_text(command.get("abstract", "")) or name
    return Page(address(path), name, f"{description} Options of {name}.", "\n".join(parts), "Reference", headings=headings, parent=f"{FOLDER}/index.html", names=names)


def usage(name, command, arguments):
    if command.get("subcommands"):
        return f"{name} SUBCOMMAND …"
    words = [name]
    for argument in arguments:
        if argument["kind"] == "positional":
            value = f"<{argument['valueName']}>" + (" …" if argument.get("isRepeating") else "")
            words.append(f"[{value}]" if argument.get("isOptional") else value)
    required = [argument for argument in arguments if argument["kind"] != "positional" and not argument.get("isOptional")]
    words += [spelled(argument)[0] for argument in required]
    return " ".join(words + (["[options]"] if any(argument["kind"] != "positional" for argument in arguments) else []))


def spelled(argument):
    """The ways to write an option."""
    names = ["--" + name["name"] if name["kind"] == "long" else "-" + name["name"] for name in argument.get("names", [])]
    value = f" <{argument['valueName']}>" if argument["kind"] == "option" else ""
    return [name + value for name in names] or [f"<{argument['valueName']}>"]


def option(argument):
    text = inline(argument.get("abstract", "")) + discussion(argument.get("discussion", ""))
    default = argument.get("defaultValue")
    if default and "default" not in text:
        text += f" Default: <code>{escape(default)}</code>."
    long = [name["name"] for name in argument.get("names", []) if name["kind"] == "long"]
    anchor = f' id="option-{long[0]}"' if long else ""
    return f'<dt{anchor} data-pagefind-weight="5">{escape(", ".join(spelled(argument)))}</dt><dd>{text}</dd>'


def inline(text):
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))


def plain_text(text):
    return text.replace("`", "")


def discussion(text):
    """Paragraphs, and indented lines as they are."""
    parts = []
    for paragraph in re.split(r"\n\s*\n", text.strip("\n")):
        prose, code = [], []

        def ended():
            if prose:
                parts.append(f"<p>{inline(' '.join(prose))}</p>")
            if code:
                parts.append(f'<div class="code"><pre tabindex="0"><code>{escape(chr(10).join(code))}</code></pre></div>')
            prose.clear()
            code.clear()

        for line in paragraph.split("\n"):
            if line.startswith("  "):
                if prose:
                    ended()
                code.append(line[2:])
            elif line.strip():
                if code:
                    ended()
                prose.append(line.strip())
        ended()
    return "".join(parts)
