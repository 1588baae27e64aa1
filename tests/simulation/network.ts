import { SECONDS } from "#app/durations";
import type { Clock } from "./clock";
import type { Machine } from "./machine";
import type { Random } from "./random";
import type { Report } from "./report";

/** How long a phone waits for an answer. */
const PATIENCE_MS = 60 * SECONDS;

export const SITE = "https://thuma.example";

export type Asked = {
  method: "GET" | "POST";
  path: string;
  form?: Record<string, string>;
  /** Instead of a form. */
  body?: string;
  /** A program's headers: its key, and what its body is. */
  headers?: Record<string, string>;
  cookie?: string;
  clientAddress: string;
  who: string;
};
export type Response = { status: number; location: string; text: string; cookies: string[] };

/** The connection between phones and the site: slow, and sometimes cut in the middle. */
export class Network {
  /** Whether nothing is lost. */
  isReliable = false;
  /** By the beginning of the address: how many forms the site has taken. */
  readonly taken = new Map<string, number>();

  constructor(
    private readonly clock: Clock,
    private readonly random: Random,
    private readonly machine: Machine,
    private readonly report: Report,
  ) {}

  /** Null when no answer came back; the site may have received the request all the same. */
  async ask(asked: Asked): Promise<Response | null> {
    await this.clock.pause(10 + this.random.below(300));
    const process = this.machine.anyProcess(this.random);
    const hangsUp = this.random.chance(this.isReliable ? 0 : 0.04);
    if (!process) return null;
    this.report.step(`${asked.who}: ${asked.method} ${asked.path}`);
    const answer = process.serve(() => this.answerOf(process.site, asked));
    const patience = this.clock.pause(hangsUp ? this.random.below(100) : PATIENCE_MS).then(() => "gave up" as const);
    const answered = await Promise.race([answer, patience]);
    if (answered === "gave up") {
      if (!hangsUp && !this.machine.isTroubled())
        this.report.fail(`no answer within a minute: ${asked.method} ${asked.path}`);
      return null;
    }
    if (answered === null || this.machine.hasTripped()) return null;
    if (answered.status >= 500) this.judge(answered, asked);
    if (asked.method === "POST" && answered.status < 400) this.count(asked.path);
    // The answer may be lost on the way, too.
    if (hangsUp) return null;
    await this.clock.pause(10 + this.random.below(300));
    return answered;
  }

  private async answerOf(
    site: Site,
    { method, path, form, body, headers: own, cookie, clientAddress }: Asked,
  ): Promise<Response> {
    const headers = new Headers({ Origin: SITE, Host: new URL(SITE).host, "User-Agent": "Simulated" });
    if (cookie) headers.set("Cookie", cookie);
    if (method === "POST") headers.set("Content-Type", "application/x-www-form-urlencoded");
    for (const [name, value] of Object.entries(own ?? {})) headers.set(name, value);
    const content = body ?? (form ? new URLSearchParams(form).toString() : undefined);
    const request = new Request(SITE + path, { method, headers, body: content });
    try {
      const response = await site.answer(request, clientAddress);
      const cookies = response.headers.getSetCookie();
      const location = (response.headers.get("Location") ?? "").replace(SITE, "");
      const retryAfter = response.headers.get("Retry-After");
      return {
        status: response.status,
        location,
        text: await response.text(),
        cookies,
        ...(retryAfter && { retryAfter }),
      };
    } catch (error) {
      return {
        status: 500,
        location: "",
        text: error instanceof Error ? String(error.stack) : String(error),
        cookies: [],
      };
    }
  }

  private count(path: string): void {
    const form = formAt(path);
    this.taken.set(form, (this.taken.get(form) ?? 0) + 1);
  }

  /** An error of the site is only allowed with a cause: a full disk, or a lock that another program holds. */
  private judge({ status, text }: Response, { method, path }: Asked): void {
    const isWaiting = path === "/payfast/notify" && status === 503;
    if (!this.machine.isTroubled() && !isWaiting)
      this.report.fail(`${status} at ${method} ${path}: ${text.slice(0, 600)}`);
  }
}

/** The address of a form without numbers and signatures: "/drive/stop" of "/drive/stop/TH1234567890". */
const formAt = (path: string) => /^(?:\/(?:v1|[a-z-]+)(?=[/?]|$))+/.exec(path)?.[0] ?? path;

type Site = Pick<typeof import("./site"), "answer">;
