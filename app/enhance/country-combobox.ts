const OFFLINE_NOTE = "Using offline country list (API unavailable).";
/** Specification section 9, "Offline country list maximum". */
const MOST_OFFLINE = 80;

/**
 * Turns a long list of countries into a text field, following the ARIA pattern "editable combobox with list
 * autocomplete". The list is still what is posted. Its `data-search` says how many names to ask for, and how many
 * milliseconds to wait after a key.
 */
export function searchCountries(): void {
  for (const list of document.querySelectorAll<HTMLSelectElement>("select[data-search]")) {
    // Don't interrupt somebody who is already using the list.
    if (document.activeElement === list) list.addEventListener("blur", () => replaceList(list), { once: true });
    else replaceList(list);
  }
}

function replaceList(list: HTMLSelectElement): void {
  const { id } = list;
  const note = document.createElement("p");
  note.className = "hint";
  note.setAttribute("role", "status");
  const options = document.createElement("ul");
  Object.assign(options, { id: `${id}-options`, className: "options", hidden: true });
  options.setAttribute("role", "listbox");
  const field = document.createElement("input");
  Object.assign(field, {
    type: "text",
    autocomplete: "off",
    value: list.value,
    placeholder: "Start typing a country…",
  });
  for (const [name, value] of Object.entries({
    role: "combobox",
    "aria-autocomplete": "list",
    "aria-expanded": "false",
    "aria-controls": options.id,
    ...Object.fromEntries(["aria-describedby", "aria-invalid"].map((name) => [name, list.getAttribute(name)])),
  })) {
    if (value !== null && value !== undefined) field.setAttribute(name, value);
  }
  list.hidden = true;
  list.id = `${id}-list`;
  field.id = id;
  list.before(field, options, note);

  let active = -1;
  let waiting: ReturnType<typeof setTimeout>;
  let latest = 0;

  function choose(name: string) {
    if (![...list.options].some((option) => option.value === name)) list.add(new Option(name, name));
    list.value = name;
    field.value = name;
    close();
    list.dispatchEvent(new Event("change", { bubbles: true }));
  }
  function close() {
    options.hidden = true;
    active = -1;
    field.setAttribute("aria-expanded", "false");
    field.removeAttribute("aria-activedescendant");
  }
  function show(names: string[]) {
    options.replaceChildren(...names.map((name, index) => optionOf(name, `${options.id}-${index}`)));
    options.hidden = names.length === 0;
    active = -1;
    field.setAttribute("aria-expanded", String(names.length > 0));
  }
  function move(step: number) {
    const count = options.children.length;
    if (options.hidden || count === 0) return;
    active = (active + step + count) % count;
    for (const [index, option] of [...options.children].entries()) {
      option.setAttribute("aria-selected", String(index === active));
    }
    const current = options.children[active];
    current?.scrollIntoView({ block: "nearest" });
    if (current) field.setAttribute("aria-activedescendant", current.id);
  }
  async function search() {
    const typed = field.value.trim();
    if (typed === "") {
      close();
      note.textContent = "Start typing a country…";
      return;
    }
    const round = ++latest;
    const { names, offline } = await matches(typed, list);
    // A slow answer to an earlier key must not replace a later one.
    if (round !== latest) return;
    note.textContent = offline ? OFFLINE_NOTE : inWords(names.length);
    show(names);
  }

  field.addEventListener("input", () => {
    list.value = "";
    list.dispatchEvent(new Event("change", { bubbles: true }));
    clearTimeout(waiting);
    waiting = setTimeout(search, Number(list.dataset.search?.split(" ")[1]));
  });
  field.addEventListener("focus", () => {
    if (!field.value) note.textContent = "Start typing a country…";
  });
  field.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") move(1);
    else if (event.key === "ArrowUp") move(-1);
    else if (event.key === "Escape") close();
    else if (event.key === "Enter" && active >= 0) choose(options.children[active]?.textContent ?? "");
    else return;
    event.preventDefault();
  });
  // Takes a country whose whole name was typed, or the only one that it can mean.
  field.addEventListener("blur", async () => {
    close();
    const typed = field.value.trim();
    if (!typed || list.value) return;
    const { names } = await matches(typed, list);
    const meant = names.find((name) => name.toLowerCase() === typed.toLowerCase() || !names[1]);
    if (meant && field.value.trim() === typed) choose(meant);
  });
  // Before blur, which would close the list under the finger.
  options.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    if (event.target instanceof HTMLLIElement) choose(event.target.textContent ?? "");
  });
}

function inWords(count: number): string {
  return count === 0 ? "No matches" : count === 1 ? "1 country" : `${count} countries`;
}

function optionOf(name: string, id: string): HTMLLIElement {
  const option = document.createElement("li");
  Object.assign(option, { id, textContent: name });
  option.setAttribute("role", "option");
  option.setAttribute("aria-selected", "false");
  return option;
}

/** Searches through the API; in the page's own list when that fails. */
async function matches(typed: string, list: HTMLSelectElement): Promise<{ names: string[]; offline: boolean }> {
  const all = [...list.options].map(({ value }) => value);
  const here = all.filter((name) => name.toLowerCase().includes(typed.toLowerCase()));
  try {
    const query = new URLSearchParams({ q: typed, limit: list.dataset.search?.split(" ")[0] ?? "" });
    const response = await fetch(`/countries?${query}`);
    if (!response.ok) throw new Error(String(response.status));
    const { items } = (await response.json()) as { items: { name: string }[] };
    // The search knows other countries only.
    const home = here.filter((name) => name === "South Africa");
    return { names: items.map(({ name }) => name).concat(home), offline: false };
  } catch {
    return { names: here.slice(0, MOST_OFFLINE), offline: true };
  }
}
