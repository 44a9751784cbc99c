"""Pages of the routes by tag, from the OpenAPI document of a running server, and of the keys of a query from docs/queries.md."""
import json, os, re, subprocess, tempfile, time, urllib.request

from .commands import inline, output
from .pages import Page, colored, escape
from .sources import plain, slug

FOLDER = "routes"
METHODS = ["get", "put", "post", "patch", "delete"]
STATUS = {
    "200": "OK", "201": "created", "202": "accepted", "204": "done, without a body", "206": "a part of the file", "301": "moved", "304": "not modified"}


def document(vicinity, project):
    """The OpenAPI document, from a server with an empty catalog."""
    with tempfile.TemporaryDirectory() as folder:
        catalog = os.path.join(folder, "catalog.gpkg")
        output(vicinity, "import", os.path.join(project, "datasets", "stuttgart-bars.jsonl"), "--catalog", catalog)
        with open(os.path.join(folder, "log"), "w+", encoding="utf-8") as log:
            server = subprocess.Popen([vicinity, "serve", "--catalog", catalog, "--port", "0"], stderr=log)
            try:
                for _ in range(600):
                    with open(log.name, encoding="utf-8") as lines:
                        found = re.search(r'"url":"([^"]*)/"', lines.read())
                    if found or server.poll() is not None:
                        break
                    time.sleep(0.1)
                if not found:
                    raise SystemExit("docs: the server does not start")
                with urllib.request.urlopen(f"{found[1]}/api", timeout=60) as response:
                    # With the usual address instead of that of this server.
                    return json.load(response) | {"servers": [{"url": "http://127.0.0.1:8080"}]}
            finally:
                server.terminate()
                try:
                    server.wait(60)
                except subprocess.TimeoutExpired:
                    server.kill()
                    server.wait()
                    raise SystemExit("docs: the server does not end") from None


def pages(api):
    names = [tag["name"] for tag in api["tags"]]
    operations = {name: [] for name in names}
    for path, methods in api["paths"].items():
        for method in METHODS:
            if method in methods:
                operations[methods[method]["tags"][0]].append((method, path, methods[method]))
    count = sum(len(rows) for rows in operations.values())
    description = f"All {count} routes of the server by subject, from its OpenAPI document."
    body = [f"<h1>Routes</h1><p>{escape(description)} The document itself is <a href=\"../openapi.json\">openapi.json</a>; a server has it at <code>/api</code>.</p>"]
    headings = []
    for name in names:
        headings.append((2, slug(name), name))
        body.append(f'<h2 id="{slug(name)}"><a href="{file(name)}">{escape(name)}</a></h2><div class="table" tabindex="0"><table><tbody>' + "".join(
            f'<tr><td><a href="{file(name)}#{anchor(method, path)}"><code>{method.upper()} {escape(path)}</code></a></td><td>{inline(operation["summary"])}</td></tr>'
            for method, path, operation in operations[name]) + "</tbody></table></div>")
    index = Page(f"{FOLDER}/index.html", "Routes", description, "\n".join(body), "Reference", headings=headings)
    return [index] + [tag_page(name, rows) for name, rows in operations.items() if rows]


def file(tag):
    return slug(tag.replace("–", "")).replace("--", "-") + ".html"


def anchor(method, path):
    return method + re.sub(r"[^a-z0-9.]+", "-", path.lower()).rstrip("-")


def tag_page(tag, rows):
    description = f"The {len(rows)} routes of {tag} with their parameters, bodies and responses: {', '.join(dict.fromkeys(path for _, path, _ in rows))}."
    headings, parts = [], [f"<h1>Routes: {escape(tag)}</h1><p>{len(rows)} routes, with their parameters, bodies and responses. Errors have a body with a <code>code</code>: see <a href=\"../errors.html#the-server\">errors</a>.</p>"]
    for method, path, operation in rows:
        name = f"{method.upper()} {path}"
        headings.append((2, anchor(method, path), name))
        parts.append(
            f'<section class="operation"><h2 id="{anchor(method, path)}"><span class="method">{method.upper()}</span> {escape(path)}</h2>'
            f'<p>{inline(operation["summary"])}</p>' + text_of(operation) + parameters(operation) + request(operation) + responses(operation) + "</section>")
    return Page(f"{FOLDER}/{file(tag)}", f"Routes: {tag}", description, "\n".join(parts), "Reference", tag, headings, parent=f"{FOLDER}/index.html")


def text_of(operation):
    text = f"<p>{inline(operation['description'])}</p>" if operation.get("description") else ""
    if operation.get("security"):
        isOptional = {} in operation["security"]
        text += "<p>" + ("Needs a key or session if the server requires one." if isOptional else "Needs a key or a session.") + "</p>"
    return text


def parameters(operation):
    rows = operation.get("parameters", [])
    if not rows:
        return ""
    return '<dl class="options">' + "".join(
        f'<dt>{escape(row["name"])}</dt><dd>{inline(row.get("description", ""))} <small>{escape(kind(row))}</small></dd>' for row in rows) + "</dl>"


def kind(row):
    schema = row.get("schema", {})
    parts = [{"query": "in the query", "path": "in the path", "header": "a header"}[row["in"]]]
    if row.get("required") and row["in"] != "path":
        parts.append("required")
    items = schema.get("items", {})
    parts.append({"array": f"list of {items.get('type', 'value')}s"}.get(schema.get("type"), schema.get("type", "")))
    if choices := schema.get("enum") or items.get("enum"):
        parts.append("one of " + ", ".join(map(str, choices)))
    if "minimum" in schema and "maximum" in schema:
        parts.append(f"{schema['minimum']} to {schema['maximum']}")
    if "example" in row:
        parts.append(f"such as {row['example']}")
    return "; ".join(part for part in parts if part)


def request(operation):
    body = operation.get("requestBody")
    if not body:
        return ""
    types = ", ".join(f"<code>{escape(name)}</code>" for name in body["content"])
    text = f"<p>Body: {types}.</p>"
    for content in body["content"].values():
        if "example" in content:
            example = content["example"]
            shown = example if isinstance(example, str) else json.dumps(example, ensure_ascii=False, indent=1)
            return text + f'<div class="code"><pre tabindex="0"><code>{colored("json", shown)}</code></pre></div>'
    return text


def responses(operation):
    good, bad = [], []
    for status, response in operation["responses"].items():
        if status < "400":
            types = ", ".join(f"<code>{escape(name)}</code>" for name in response.get("content", {}))
            words = response.get("description") or STATUS.get(status, "")
            good.append(f"{status} {escape(words)}" + (f": {types}" if types else ""))
        else:
            bad.append(status)
    return f"<p>Responses: {'; '.join(good)}. Errors: {', '.join(bad)}.</p>"


def query_keys(source, markdown):
    """All keys in alphabetical order, from the tables of docs/queries.md with a column `key`."""
    rows, section, header, last = [], None, None, ""
    for _, line in source.prose:
        if line.startswith("#"):
            section, header = plain(line.lstrip("# ")), None
        elif not line.startswith("|"):
            header = None
        else:
            cells = [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]
            if header is None:
                header = cells
            elif header[0] == "key" and not re.fullmatch(r"[-: ]*", cells[0] or " x"):
                last = cells[0] or last
                row = dict(zip(header, cells))
                rows.append((plain(last), last, row, section))
    rows.sort(key=lambda row: row[0].lower())
    description = f"The keys of a query in alphabetical order, with their values, options of the command and meanings: {', '.join(dict.fromkeys(row[0] for row in rows))}."
    head = "<tr><th>key</th><th>value</th><th>option</th><th>meaning</th><th>section</th></tr>"
    names, lines = {}, []
    for name, _, row, _ in rows:
        anchor = f"key-{slug(name)}"
        isFirst = anchor not in names.values()
        for word in [*name.split(), *re.findall(r"--([\w-]+)", row.get("option", ""))]:
            names.setdefault(word, anchor)
        lines.append(f' id="{anchor}"' if isFirst else "")
    body = "".join(
        f"<tr{line}><td data-pagefind-weight=\"10\">{markdown(key)}</td><td>{markdown(row.get('value', ''))}</td><td>{markdown(row.get('option', ''))}</td><td>{markdown(row.get('meaning', ''))}</td>"
        f'<td><a href="queries.html#{slug(section)}">{escape(section)}</a></td></tr>' for line, (_, key, row, section) in zip(lines, rows))
    return Page(
        "query-keys.html", "Query keys from A to Z", description,
        f'<h1>Query keys from A to Z</h1><p>The same keys as in <a href="queries.html">the query, key by key</a>, in alphabetical order.</p>'
        f'<div class="table" tabindex="0"><table><thead>{head}</thead><tbody>{body}</tbody></table></div>', "Reference", "Query keys", names=names)
