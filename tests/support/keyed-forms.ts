import { type HTMLElement, parse } from "node-html-parser";

/** A page as it was asked for: by a link, or by a button that only shows something, such as the office's Check. */
export type Asked = { address: string; cookie: string; body?: URLSearchParams };
/** Something that a person types or chooses; of choices what can be chosen, of a tick on and off. */
export type Control = { name: string; value: string; choices: string[] | null };
/** A form that has a hidden field which is new each time its page is opened. */
export type KeyedForm = Asked & {
  /** The same for the same form of other parcels and other people. */
  kind: string;
  action: string;
  hidden: [name: string, value: string][];
  keys: string[];
  controls: Control[];
  button: [name: string, value: string] | null;
};

/** Every form with a hidden key on these pages: each page is opened twice, and what differs is a key. One of each kind. */
export async function keyedForms(origin: string, pages: readonly Asked[]): Promise<KeyedForm[]> {
  const all: KeyedForm[] = [];
  for (const asked of pages) {
    const [one, other] = [await formsAt(origin, asked), await formsAt(origin, asked)];
    for (const [at, form] of other.entries()) {
      const before = new Map(one[at]?.hidden);
      const keys = form.hidden.filter(([name, value]) => before.has(name) && before.get(name) !== value);
      if (keys.length > 0) all.push({ ...form, keys: keys.map(([name]) => name) });
    }
  }
  const used = new Set<string>();
  return [...new Set(all.map(({ kind }) => kind))].flatMap((kind) => {
    const same = all.filter((form) => form.kind === kind);
    // What one form of a page does may leave nothing to do for another.
    const form = same.find(({ address }) => !used.has(address)) ?? same[0];
    if (form) used.add(form.address);
    return form ?? [];
  });
}

export async function ask(origin: string, { address, cookie, body }: Asked): Promise<Response> {
  const headers = { Cookie: cookie, Origin: origin, Connection: "close" };
  return fetch(new URL(address, origin), { headers, redirect: "manual", ...(body && { method: "POST", body }) });
}

async function formsAt(origin: string, asked: Asked): Promise<Omit<KeyedForm, "keys">[]> {
  const html = await (await ask(origin, asked)).text();
  const posted = parse(html)
    .querySelectorAll("form")
    .filter((form) => form.getAttribute("method")?.toLowerCase() === "post");
  return posted.map((form) => {
    const fields = form.querySelectorAll("input[name], textarea[name], select[name]");
    const isHidden = (field: HTMLElement) => field.getAttribute("type") === "hidden";
    const hidden = fields
      .filter(isHidden)
      .map((field): [string, string] => [field.getAttribute("name") ?? "", field.getAttribute("value") ?? ""]);
    const { pathname, search } = new URL(form.getAttribute("action") || asked.address, new URL(asked.address, origin));
    const pressed = form.querySelector("button[name]");
    const button: KeyedForm["button"] = pressed && [
      pressed.getAttribute("name") ?? "",
      pressed.getAttribute("value") ?? "",
    ];
    const controls = controlsOf(fields.filter((field) => !isHidden(field)));
    const names = [...hidden.map(([name]) => name), ...controls.map(({ name }) => name)];
    const kind = `${pathname.replace(/TH\d+/, "TH…")} ${button?.[1] ?? ""} ${names.join(" ")}`;
    return { ...asked, kind, action: pathname + search, hidden, controls, button };
  });
}

function controlsOf(fields: HTMLElement[]): Control[] {
  const nameOf = (field: HTMLElement) => field.getAttribute("name") ?? "";
  return [...new Set(fields.map(nameOf))].flatMap((name): Control[] => {
    const [first, ...more] = fields.filter((field) => nameOf(field) === name);
    const type = first?.getAttribute("type") ?? "";
    if (!first || type === "file" || name === "homepage") return [];
    const chosenBy = (field: HTMLElement) => field.getAttribute("value") ?? "on";
    if (type === "radio") return [{ name, value: "", choices: [first, ...more].map(chosenBy) }];
    if (type === "checkbox") return [{ name, value: "", choices: ["", chosenBy(first)] }];
    if (first.tagName === "TEXTAREA") return [{ name, value: first.text.trim(), choices: null }];
    if (first.tagName !== "SELECT") return [{ name, value: first.getAttribute("value") ?? "", choices: null }];
    const options = first.querySelectorAll("option");
    const choices = options.map((option) => option.getAttribute("value") ?? option.text).filter(Boolean);
    return [{ name, value: "", choices }];
  });
}
