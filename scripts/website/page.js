// The menu on small screens, copying of commands, and the search.
"use strict";
const root = new URL(document.currentScript.dataset.root, location.href).href;
document.documentElement.classList.add("scripted");

const menu = document.querySelector(".menu"), navigation = document.getElementById("site-navigation");
menu.hidden = false;
menu.addEventListener("click", () => {
  menu.setAttribute("aria-expanded", navigation.classList.toggle("open"));
});

// The page that is read is visible in the navigation.
const current = navigation.querySelector("[aria-current]");
if (current && navigation.scrollHeight > navigation.clientHeight) {
  navigation.scrollTop = current.offsetTop - navigation.clientHeight / 2;
}

for (const code of document.querySelectorAll(".code")) {
  const commands = [...code.querySelectorAll("kbd")];
  const text = () => commands.length
    ? commands.map((command) => command.textContent.replace(/^(\$|>) /gm, "")).join("\n") : code.querySelector("pre").textContent;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(text());
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = "Copy"; }, 1500);
  });
  if (navigator.clipboard) code.append(button);
}

// Files from a disk cannot load modules and data, so assets/search.js has them as text.
async function openedFromDisk() {
  await new Promise((resolve, reject) => {
    const script = document.createElement("script");
    Object.assign(script, { src: root + "assets/search.js", onload: resolve, onerror: reject });
    document.head.append(script);
  });
  const bytes = (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const load = window.fetch;
  window.fetch = async (address, options) => {
    const path = new URL(address, root).href.split("?")[0].slice((root + "pagefind/").length);
    return path in window.searchFiles ? new Response(bytes(window.searchFiles[path])) : load(address, options);
  };
  const module = new Blob([bytes(window.searchFiles["pagefind.js"])], { type: "text/javascript" });
  return import(URL.createObjectURL(module));
}

let engine;
function search() {
  engine ??= (async () => {
    const pagefind = location.protocol === "file:" ? await openedFromDisk() : await import(root + "pagefind/pagefind.js");
    // Long pages are not worth less, and words like the one typed, such as walk for wal, are worth little.
    await pagefind.options({
      basePath: root + "pagefind/", baseUrl: "/", excerptLength: 22, ranking: { pageLength: 0.15, termFrequency: 0.4, termSimilarity: 8 },
    });
    await pagefind.init();
    return pagefind;
  })();
  return engine;
}

const find = document.querySelector(".find"), dialog = document.querySelector("dialog.search");
const input = dialog.querySelector("input"), state = dialog.querySelector(".state"), found = dialog.querySelector(".found");
const element = (name, properties, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};
// Pagefind leaves out index.html, which a disk needs.
const place = (address) => root + address.replace(/^\//, "").replace(/(^|\/)(#|$)/, "$1index.html$2");

// The query key or option with exactly this name in a page, as an anchor; undefined without one.
function anchor(result, words) {
  const name = words.replace(/^-+/, "");
  return new Map((result.meta.names ?? "").split(" ").map((pair) => pair.split("="))).get(name);
}

// The guide comes before symbols and files, and before all others a page with the words as its title, the list of query
// keys if it has one of this name, and commands with an option of this name.
function value(result, score, words) {
  const title = result.meta.title.toLowerCase(), typed = words.toLowerCase();
  const isNamed = [typed, `vicinity ${typed}`, `library ${typed}`].includes(title);
  const group = result.meta.group ?? "";
  const defined = anchor(result, words);
  const rank = isNamed ? 3 : defined?.startsWith("key-") ? 2 : defined ? 1 : 0;
  return rank * 1e6 + score * (title.includes(typed) ? 3 : 1) * (group.startsWith("Swift") && !isNamed ? 0.05 : group === "Files" || group === "Project" ? 0.2 : 1);
}

// A result, with the sections of its page that match. Excerpts are the page's text, escaped, with marks.
function row(result, words) {
  const line = element("li", {},
    element("a", { href: place(result.url) + (anchor(result, words) ? `#${anchor(result, words)}` : ""), textContent: result.meta.title }), " ",
    element("small", { textContent: result.meta.group ?? "" }), element("p", { innerHTML: result.excerpt }));
  const sections = result.sub_results.filter((section) => section.url.includes("#")).slice(0, 3);
  if (sections.length) {
    line.append(element("ul", {}, ...sections.map((section) =>
      element("li", {}, element("a", { href: place(section.url), textContent: section.title.replace(/ ?#$/, "") })))));
  }
  return line;
}

async function show() {
  const words = input.value.trim();
  if (!words) {
    state.textContent = "";
    found.replaceChildren();
    return;
  }
  try {
    const answer = await (await search()).debouncedSearch(words, {}, 120);
    if (!answer) return;  // other words were typed
    const loaded = await Promise.all(answer.results.slice(0, 40).map(async (result) => {
      const data = await result.data();
      return { data, value: value(data, result.score, words) };
    }));
    const results = loaded.sort((left, right) => right.value - left.value).slice(0, 12).map((result) => result.data);
    state.textContent = answer.results.length ? `${answer.results.length} pages` : `No page has ${words}.`;
    found.replaceChildren(...results.map((result) => row(result, words)));
    found.dataset.words = words;
  } catch (error) {
    state.textContent = `The search cannot be loaded: ${error.message}`;
  }
}

function open() {
  dialog.showModal();
  input.select();
  search().catch(() => {});
}
find.hidden = false;
find.addEventListener("click", open);
input.addEventListener("input", show);
// Enter opens the first result.
dialog.querySelector("form").addEventListener("submit", (event) => {
  const first = found.querySelector("a");
  if (document.activeElement === input && first) {
    event.preventDefault();
    first.click();
  }
});
dialog.addEventListener("click", (event) => {
  if (event.target === dialog || event.target.closest(".found a")) dialog.close();
});
document.addEventListener("keydown", (event) => {
  const isShortcut = event.key === "/" || (event.key === "k" && (event.ctrlKey || event.metaKey));
  if (isShortcut && !dialog.open) {
    event.preventDefault();
    open();
  }
});
