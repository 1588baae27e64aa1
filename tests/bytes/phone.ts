import { Agent, type IncomingMessage, request } from "node:http";
import type { Socket } from "node:net";
import { brotliDecompressSync } from "node:zlib";
import { Visitor } from "../support/visitor";

/** One request and its answer, in bytes on the wire, first lines and headers included. */
export type Exchange = {
  method: string;
  path: string;
  status: number;
  sentBytes: number;
  receivedBytes: number;
  /** Only the answer's body, compressed. */
  bodyBytes: number;
  headers: IncomingMessage["headers"];
};

/** The headers that Chrome on an Android phone sends with every request. */
const phoneHeaders = {
  Connection: "keep-alive",
  "sec-ch-ua": '"Google Chrome";v="131", "Chromium";v="131", "Not_A Brand";v="24"',
  "sec-ch-ua-mobile": "?1",
  "sec-ch-ua-platform": '"Android"',
  "User-Agent":
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36",
  "Accept-Encoding": "gzip, deflate, br",
  "Accept-Language": "en-ZA,en;q=0.9",
};
const forPage = {
  "Upgrade-Insecure-Requests": "1",
  Accept:
    "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7",
  "Sec-Fetch-Mode": "navigate",
  "Sec-Fetch-User": "?1",
  "Sec-Fetch-Dest": "document",
};
const forFile = { Accept: "*/*", "Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "no-cors" };

/**
 * A phone's browser without scripts, over one connection that counts every byte. It caches style sheets as browsers do.
 * `exchanges` holds the requests and answers so far.
 */
export class Phone extends Visitor {
  readonly exchanges: Exchange[] = [];
  private readonly line = new Agent({ keepAlive: true, maxSockets: 1 });
  private readonly held = new Set<string>();

  /** Fetches the page's style sheets that aren't cached yet. */
  async fetchStyles(): Promise<void> {
    for (const address of this.linked('link[rel="stylesheet"]', "href")) {
      if (this.held.has(address)) continue;
      this.held.add(address);
      await this.fetchFile(address);
    }
  }

  /** The addresses in an attribute of the matching elements. */
  linked(selector: string, attribute: string): string[] {
    const elements = this.page?.document.querySelectorAll(selector) ?? [];
    return elements.map((element) => element.getAttribute(attribute) ?? "").filter(Boolean);
  }

  async fetchFile(address: string): Promise<string> {
    const url = new URL(address, this.page?.url);
    const response = await this.exchange(url, "GET", { ...forFile, Referer: this.page?.url ?? "" });
    return response.text();
  }

  hangUp(): void {
    this.line.destroy();
  }

  protected override ask(url: URL, { method = "GET", body, headers }: RequestInit): Promise<Response> {
    const cameFrom: Record<string, string> = this.page
      ? { "Sec-Fetch-Site": "same-origin", Referer: this.page.url }
      : { "Sec-Fetch-Site": "none" };
    const fromForm: Record<string, string> =
      method === "POST" ? { Origin: url.origin, "Cache-Control": "max-age=0" } : {};
    // Unlike other visitors, a phone keeps its connection.
    const { connection: _, ...own } = Object.fromEntries(new Headers(headers));
    return this.exchange(url, method, { ...forPage, ...cameFrom, ...fromForm, ...own }, body?.toString());
  }

  private exchange(url: URL, method: string, headers: Record<string, string>, body = ""): Promise<Response> {
    return new Promise((resolve, reject) => {
      const length = method === "POST" ? { "Content-Length": String(Buffer.byteLength(body)) } : {};
      const asked = request(url, { method, agent: this.line, headers: { ...phoneHeaders, ...headers, ...length } });
      let before = { sent: 0, received: 0 };
      asked.once("socket", (line) => {
        before = carried(line);
      });
      asked.once("error", reject);
      asked.once("response", async (answer) => {
        const pieces: Buffer[] = [];
        const line = answer.socket;
        for await (const piece of answer) pieces.push(piece);
        const raw = Buffer.concat(pieces);
        const after = carried(line);
        this.exchanges.push({
          method,
          path: url.pathname + url.search,
          status: answer.statusCode ?? 0,
          sentBytes: after.sent - before.sent,
          receivedBytes: after.received - before.received,
          bodyBytes: raw.length,
          headers: answer.headers,
        });
        resolve(asResponse(answer, raw, url));
      });
      asked.end(body);
    });
  }
}

function carried(line: Socket): { sent: number; received: number } {
  return { sent: line.bytesWritten, received: line.bytesRead };
}

function asResponse(answer: IncomingMessage, raw: Buffer, url: URL): Response {
  const body = answer.headers["content-encoding"] === "br" ? brotliDecompressSync(raw) : raw;
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(answer.headersDistinct)) {
    for (const value of values) headers.append(name, value);
  }
  const response = new Response(raw.length === 0 ? null : new Uint8Array(body), { status: answer.statusCode, headers });
  return Object.defineProperty(response, "url", { value: url.href });
}
