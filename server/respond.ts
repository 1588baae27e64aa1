import { createHash } from "node:crypto";
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { SENT_AS_IT_COMES } from "../app/http/pages/as-file.server";
import { textOfPage } from "../app/http/pages/whole-page.server";
import { compressedAsBefore } from "./compressed-before";
import { type Coding, chosenCoding, compressed, type Effort, isText, isWorthCompressing } from "./compression";
import { securityHeaders } from "./security-headers";

/** A complete answer of the app, in memory. */
export type Whole = { status: number; headers: OutgoingHttpHeaders; body: Buffer };

/** An encoded answer. Headers are names and values in turn, which Node writes without checking them again. */
export type Packed = {
  status: number;
  headers: string[];
  body: Buffer;
  /** What is sent to a browser that has this already (304); null if browsers may not cache it. */
  unchanged: { etag: string; headers: string[] } | null;
};

const NO_BODY = Buffer.alloc(0);

/** Sends the app's answer: compressed, with its length, or 304 when the browser already has it. */
export async function respond(request: IncomingMessage, response: ServerResponse, answer: Response): Promise<void> {
  if (answer.headers.has(SENT_AS_IT_COMES)) return sendAsItComes(request, response, answer);
  const made = await whole(answer);
  const mayHold = request.method === "GET" || request.method === "HEAD";
  const etag = mayHold ? etagOf(made) : undefined;
  if (etag && holdsAlready(request, etag)) {
    response.writeHead(304, inTurn(unchangedHeaders(made, etag))).end();
    return;
  }
  send(request, response, await pack(made, chosenCoding(request.headers["accept-encoding"]), "quick", etag));
}

/** Sends a file that is still being made, no faster than it is taken. Compressed with little effort: it may be long. */
async function sendAsItComes(request: IncomingMessage, response: ServerResponse, answer: Response): Promise<void> {
  const headers = headersOf(answer);
  delete headers[SENT_AS_IT_COMES.toLowerCase()];
  const isPacked = /\bgzip\b/.test(String(request.headers["accept-encoding"]));
  response.writeHead(answer.status, inTurn({ ...headers, ...(isPacked && { "content-encoding": "gzip" }) }));
  const reader = answer.body?.getReader();
  const pieces = Readable.from(piecesOf(reader));
  // It ends when the browser leaves. If the file can't be made whole, the connection breaks, so that the browser sees it.
  const sent = isPacked ? pipeline(pieces, createGzip({ level: 1 }), response) : pipeline(pieces, response);
  await sent.catch(() => response.destroy());
  // Also when the browser had left before the first piece.
  await reader?.cancel();
}

async function* piecesOf(reader: ReadableStreamDefaultReader<Uint8Array> | undefined): AsyncGenerator<Uint8Array> {
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) yield next.value;
}

/**
 * Reads a complete answer, and adds the headers that every answer has.
 * @throws for a bare 500, which Remix sends when even its error page has failed
 */
export async function whole(answer: Response): Promise<Whole> {
  const type = answer.headers.get("content-type") ?? "";
  if (answer.status === 500 && !/^(?:text\/html|application\/json)/.test(type)) {
    throw new Error("the error page failed too");
  }
  return { status: answer.status, headers: headersOf(answer), body: await bodyOf(answer) };
}

async function bodyOf(answer: Response): Promise<Buffer> {
  const page = textOfPage(answer);
  if (page !== undefined) return Buffer.from(page);
  // A form's redirect has no body: Remix would read it through a stream.
  return answer.body ? Buffer.from(await answer.arrayBuffer()) : NO_BODY;
}

/** Encodes an answer for browsers that accept this coding. */
export async function pack(made: Whole, wanted: Coding, effort: Effort, etag?: string): Promise<Packed> {
  const coding = isCompressible(made) ? wanted : "identity";
  const body = coding === "identity" ? made.body : await compressedBody(made.body, coding, effort, etag);
  const hasBody = made.status !== 204 && made.status !== 304;
  const headers = {
    ...made.headers,
    ...(etag && { etag }),
    ...(coding !== "identity" && { "content-encoding": coding }),
    ...(hasBody && { "content-length": body.length }),
  };
  const unchanged = etag ? { etag, headers: inTurn(unchangedHeaders(made, etag)) } : null;
  return { status: made.status, headers: inTurn(headers), body, unchanged };
}

function compressedBody(body: Buffer, coding: "br" | "gzip", effort: Effort, etag?: string): Promise<Buffer> {
  return etag && effort === "quick" ? compressedAsBefore(body, coding) : compressed(body, coding, effort);
}

/** HEAD is answered like GET, without the body. */
export function send(request: IncomingMessage, response: ServerResponse, packed: Packed): void {
  const { status, headers, body, unchanged } = packed;
  if (unchanged && holdsAlready(request, unchanged.etag)) response.writeHead(304, unchanged.headers).end();
  else response.writeHead(status, headers).end(request.method === "HEAD" ? undefined : body);
}

/**
 * A weak ETag: it identifies the page and not the encoded bytes, so that a browser needn't fetch it again in another
 * encoding. Undefined for pages that browsers may not cache.
 */
export function etagOf({ status, headers, body }: Whole): string | undefined {
  if (status !== 200 || headers["set-cookie"] || isNeverKept(headers)) return undefined;
  return String(headers.etag ?? `W/"${createHash("sha1").update(body).digest("base64url").slice(0, 16)}"`);
}

function headersOf(answer: Response): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = securityHeaders();
  const cookies: string[] = [];
  for (const [name, value] of answer.headers) {
    if (name === "set-cookie") cookies.push(value);
    else headers[name] = value;
  }
  if (cookies.length) headers["set-cookie"] = cookies;
  // Unless a page says otherwise, it may be personal.
  headers["cache-control"] ??= "private, no-cache";
  const mayVary = isText(String(headers["content-type"] ?? "")) && !isNeverKept(headers);
  if (mayVary) headers.vary = withAcceptEncoding(headers.vary);
  return headers;
}

/** Only matters to caches, so it is left out when nothing may be cached. */
function withAcceptEncoding(vary: OutgoingHttpHeaders[string]): string {
  if (!vary) return "Accept-Encoding";
  return /\baccept-encoding\b|\*/i.test(String(vary)) ? String(vary) : `${vary}, Accept-Encoding`;
}

function unchangedHeaders({ headers }: Whole, etag: string): OutgoingHttpHeaders {
  const { "content-type": _, ...others } = headers;
  return { ...others, etag };
}

function inTurn(headers: OutgoingHttpHeaders): string[] {
  const list: string[] = [];
  for (const [name, value] of Object.entries(headers)) {
    if (Array.isArray(value)) for (const each of value) list.push(name, each);
    else if (value !== undefined) list.push(name, String(value));
  }
  return list;
}

function isCompressible({ headers, body }: Whole): boolean {
  return isText(String(headers["content-type"] ?? "")) && !headers["content-encoding"] && isWorthCompressing(body);
}

function isNeverKept(headers: OutgoingHttpHeaders): boolean {
  return /\bno-store\b/.test(String(headers["cache-control"]));
}

function holdsAlready(request: IncomingMessage, etag: string): boolean {
  const held = request.headers["if-none-match"];
  if (held === undefined) return false;
  return held.trim() === "*" || held.split(",").some((tag) => opaque(tag.trim()) === opaque(etag));
}

const opaque = (tag: string) => tag.replace(/^W\//, "");
