import { createHash } from "node:crypto";
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { type Coding, chosenCoding, compressed, isText, isWorthCompressing } from "./compression";
import { securityHeaders } from "./security-headers";

/** Sends an answer of the app whole: compressed, with its length, and not at all when the browser already holds it. */
export async function respond(request: IncomingMessage, response: ServerResponse, answer: Response): Promise<void> {
  const plain = Buffer.from(await answer.arrayBuffer());
  const headers = headersOf(answer);
  const coding = codingFor(request, headers, plain);

  if (answer.status === 200 && isCacheable(request, headers)) {
    headers.etag ??= etagOf(plain, coding);
    if (holdsAlready(request, String(headers.etag))) {
      delete headers["content-type"];
      response.writeHead(304, headers).end();
      return;
    }
  }

  const body = coding === "identity" ? plain : await compressed(plain, coding);
  if (coding !== "identity") headers["content-encoding"] = coding;
  if (answer.status !== 204 && answer.status !== 304) headers["content-length"] = body.length;
  response.writeHead(answer.status, headers);
  response.end(request.method === "HEAD" ? undefined : body);
}

function headersOf(answer: Response): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = securityHeaders();
  const cookies: string[] = [];
  for (const [name, value] of answer.headers) {
    if (name === "set-cookie") cookies.push(value);
    else headers[name] = value;
  }
  if (cookies.length) headers["set-cookie"] = cookies;
  // A page that doesn't say otherwise may be somebody's own.
  headers["cache-control"] ??= "private, no-cache";
  if (isText(String(headers["content-type"] ?? ""))) headers.vary = withAcceptEncoding(headers.vary);
  return headers;
}

function withAcceptEncoding(vary: OutgoingHttpHeaders[string]): string {
  if (!vary) return "Accept-Encoding";
  return /\baccept-encoding\b|\*/i.test(String(vary)) ? String(vary) : `${vary}, Accept-Encoding`;
}

function codingFor(request: IncomingMessage, headers: OutgoingHttpHeaders, body: Buffer): Coding {
  const isCompressible =
    isText(String(headers["content-type"] ?? "")) && !headers["content-encoding"] && isWorthCompressing(body);
  return isCompressible ? chosenCoding(request.headers["accept-encoding"]) : "identity";
}

function isCacheable(request: IncomingMessage, headers: OutgoingHttpHeaders): boolean {
  return (
    (request.method === "GET" || request.method === "HEAD") &&
    !headers["set-cookie"] &&
    !/\bno-store\b/.test(String(headers["cache-control"]))
  );
}

/** A strong tag names the bytes that travel, so each coding has its own. */
function etagOf(body: Buffer, coding: Coding): string {
  const fingerprint = createHash("sha1").update(body).digest("base64url").slice(0, 16);
  return coding === "identity" ? `"${fingerprint}"` : `"${fingerprint}-${coding}"`;
}

function holdsAlready(request: IncomingMessage, etag: string): boolean {
  const held = request.headers["if-none-match"];
  if (held === undefined) return false;
  return held.trim() === "*" || held.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}
