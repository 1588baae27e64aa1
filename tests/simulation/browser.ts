import type { Asked, Network } from "./network";

export type Answer = { status: number; location: string; data: Record<string, unknown>; text: string };
export type Form = Record<string, string>;

/** By name and path: the wizards have cookies with the same names on different paths. */
type Cookies = Map<string, { name: string; value: string; path: string }>;

/** A phone's browser: keeps cookies and records answers. */
export class Browser {
  readonly cookies: Cookies = new Map();

  constructor(
    private readonly network: Network,
    readonly clientAddress: string,
    readonly name: string,
    /** Called for every answer that reaches the phone. */
    private readonly onAnswer: (answer: Answer, path: string) => void = () => {},
  ) {}

  get(path: string): Promise<Answer | null> {
    return this.ask("GET", path);
  }

  /** Null when no answer came; the request may or may not have been carried out. */
  post(path: string, form: Form = {}): Promise<Answer | null> {
    return this.ask("POST", path, form);
  }

  /** What a program asks, by its key and without cookies. */
  call(method: "GET" | "POST", path: string, headers: Record<string, string>, body?: string): Promise<Answer | null> {
    return this.answerTo(path, { method, path, headers, body });
  }

  /** A copy of the phone's present state. */
  copy(name: string): Browser {
    const copied = new Browser(this.network, this.clientAddress, name);
    for (const [cookie, kept] of this.cookies) copied.cookies.set(cookie, kept);
    return copied;
  }

  private async ask(method: "GET" | "POST", path: string, form?: Form): Promise<Answer | null> {
    const cookie = [...this.cookies]
      .filter(([, { path: scope }]) => isWithin(path.split("?")[0] ?? "", scope))
      .map(([, { name, value }]) => `${name}=${value}`)
      .join("; ");
    return this.answerTo(path, { method, path, form, cookie });
  }

  private async answerTo(path: string, asked: Omit<Asked, "clientAddress" | "who">): Promise<Answer | null> {
    const response = await this.network.ask({ ...asked, clientAddress: this.clientAddress, who: this.name });
    if (!response) return null;
    for (const line of response.cookies) this.keep(line);
    const { status, location, text } = response;
    const data = text.startsWith("{") ? (JSON.parse(text) as Record<string, unknown>) : {};
    const answer = { status, location, data, text };
    this.onAnswer(answer, path);
    return answer;
  }

  private keep(line: string): void {
    const [pair = "", ...attributes] = line.split("; ");
    const at = pair.indexOf("=");
    const name = pair.slice(0, at);
    const path = attributes.find((attribute) => attribute.startsWith("Path="))?.slice(5) ?? "/";
    if (attributes.includes("Max-Age=0")) this.cookies.delete(`${name} ${path}`);
    else this.cookies.set(`${name} ${path}`, { name, value: pair.slice(at + 1), path });
  }
}

/** RFC 6265 section 5.1.4 */
function isWithin(path: string, scope: string): boolean {
  return scope === "/" || path === scope || path.startsWith(`${scope}/`);
}
