import { type HTMLElement, parse } from "node-html-parser";

export type Page = {
  url: string;
  status: number;
  headers: Headers;
  html: string;
  document: HTMLElement;
  /** The text in `<main>`, with whitespace collapsed. */
  text: string;
};

type Answers = Record<string, string>;

/** A browser without scripts: it keeps cookies, follows redirects, and fills in the forms on the page. */
export class Visitor {
  readonly cookies = new Map<string, { value: string; path: string }>();
  page: Page | undefined;

  constructor(private readonly origin: string) {}

  /** Another tab of the same browser: its own page, shared cookies. */
  anotherTab(): Visitor {
    const tab = new Visitor(this.origin);
    Object.assign(tab, { cookies: this.cookies });
    return tab;
  }

  async open(path: string): Promise<Page> {
    return this.follow(await this.send(path, {}));
  }

  /**
   * Fills in the form that has this button, and presses it: of several such the first that has a field for each answer, and
   * no other answer hidden in it. Radios and checkboxes are set by their value, or "" to clear.
   */
  async press(button: string, answers: Answers = {}): Promise<Page> {
    return this.follow(await this.pressOnce(button, answers));
  }

  /** Presses a button without reading the answer's page. */
  async pressOnce(button: string, answers: Answers = {}): Promise<Response> {
    const { action, method, body } = this.filledIn(button, answers);
    if (method === "get") return this.send(`${action.split("#")[0]?.split("?")[0]}?${body}`, {});
    return this.send(action, {
      method: "POST",
      body: body.toString(),
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
    });
  }

  /** The request that pressing the button would send. */
  filledIn(button: string, answers: Answers = {}): { action: string; method: string; body: URLSearchParams } {
    const page = this.shown();
    const called = page.document.querySelectorAll("button").filter((candidate) => isCalled(words(candidate), button));
    const pressed = called.find((candidate) => takes(candidate.closest("form"), answers)) ?? called[0];
    if (!pressed) throw new Error(`no button "${button}" on ${page.url}: ${page.text.slice(0, 400)}`);
    const form = pressed.closest("form");
    if (!form) throw new Error(`the button "${button}" stands in no form`);

    const body = new URLSearchParams();
    const left = new Set(Object.keys(answers));
    for (const field of form.querySelectorAll("input, textarea, select")) {
      const name = field.getAttribute("name");
      if (!name) continue;
      const type = field.getAttribute("type") ?? "";
      const answer = answers[name];
      if (type === "radio" || type === "checkbox") {
        const value = field.getAttribute("value") ?? "on";
        left.delete(name);
        if (answer === undefined ? field.hasAttribute("checked") : answer === value) body.append(name, value);
        continue;
      }
      left.delete(name);
      body.append(name, answer ?? shownIn(field));
    }
    if (left.size) throw new Error(`no field ${[...left].join(", ")} beside "${button}" on ${page.url}`);
    const name = pressed.getAttribute("name");
    if (name) body.append(name, pressed.getAttribute("value") ?? "");
    const action = pressed.getAttribute("formaction") ?? form.getAttribute("action") ?? page.url;
    return { action, method: (form.getAttribute("method") ?? "get").toLowerCase(), body };
  }

  async follow(answer: Response): Promise<Page> {
    let response = answer;
    for (let hops = 0; hops < 5 && response.status >= 300 && response.status < 400; hops += 1) {
      response = await this.send(response.headers.get("Location") ?? "/", {});
    }
    const html = await response.text();
    const document = parse(html);
    const main = document.querySelector("main");
    this.page = {
      url: response.url,
      status: response.status,
      headers: response.headers,
      html,
      document,
      text: words(main ?? document),
    };
    return this.page;
  }

  async clickLink(text: string): Promise<Page> {
    const link = this.shown()
      .document.querySelectorAll("a")
      .find((candidate) => words(candidate) === text);
    if (!link) throw new Error(`no link "${text}" on ${this.shown().url}`);
    return this.open(link.getAttribute("href") ?? "/");
  }

  async send(path: string, init: RequestInit): Promise<Response> {
    const url = new URL(decodeEntities(path), this.page?.url ?? this.origin);
    const headers = new Headers(init.headers);
    // A kept connection may be closed by a busy site at the moment when the next request uses it.
    headers.set("Connection", "close");
    const sent = [...this.cookies].filter(([, cookie]) => isWithin(url.pathname, cookie.path));
    if (sent.length) headers.set("Cookie", sent.map(([name, { value }]) => `${name}=${value}`).join("; "));
    const response = await this.ask(url, { ...init, headers, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) this.keep(line);
    return response;
  }

  /** Sends one request and returns its answer unchanged. */
  protected ask(url: URL, init: RequestInit): Promise<Response> {
    return fetch(url, init);
  }

  private keep(line: string) {
    const [pair = "", ...attributes] = line.split("; ");
    const at = pair.indexOf("=");
    const name = pair.slice(0, at);
    const path = attributes.find((attribute) => attribute.startsWith("Path="))?.slice(5) ?? "/";
    if (attributes.includes("Max-Age=0")) this.cookies.delete(name);
    else this.cookies.set(name, { value: pair.slice(at + 1), path });
  }

  private shown(): Page {
    if (!this.page) throw new Error("open a page first");
    return this.page;
  }
}

function takes(form: HTMLElement | null, answers: Answers): boolean {
  const fields = form?.querySelectorAll("input, textarea, select") ?? [];
  return Object.entries(answers).every(([name, answer]) =>
    fields.some((field) => {
      if (field.getAttribute("name") !== name) return false;
      return field.getAttribute("type") !== "hidden" || shownIn(field) === answer;
    }),
  );
}

function shownIn(field: HTMLElement): string {
  if (field.tagName === "TEXTAREA") return decodeEntities(field.rawText).replace(/^\n/, "");
  if (field.tagName === "SELECT") {
    const options = field.querySelectorAll("option");
    const chosen = options.find((option) => option.hasAttribute("selected")) ?? options[0];
    return chosen?.getAttribute("value") ?? chosen?.text ?? "";
  }
  return field.getAttribute("value") ?? "";
}

/** A button may add an amount to what it is called: "Pay now: R 80,62". */
const isCalled = (shown: string, button: string) => shown === button || shown.startsWith(`${button}: `);

function words(element: HTMLElement): string {
  return element.textContent.replace(/[ \t\n]+/g, " ").trim();
}

function decodeEntities(text: string): string {
  return text
    .replaceAll("&amp;", "&")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">");
}

/** RFC 6265 section 5.1.4 */
function isWithin(path: string, scope: string): boolean {
  return path === scope || scope === "/" || path.startsWith(`${scope}/`);
}
