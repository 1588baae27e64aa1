import type { IncomingMessage, ServerResponse } from "node:http";
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { settings } from "../app/config.server";
import { problemNames, problems } from "../app/domain/accounts/problems";
import { aboutProblem } from "../app/http/api/problem.server";
import { plainPage } from "./plain-page";
import { hasBody, stopReceiving } from "./receive-body";
import type { Refusal } from "./refusals";
import { securityHeaders } from "./security-headers";

/**
 * How long we keep reading a body that we have already refused. Closing at once would reset the connection, and the
 * phone would show "connection lost" instead of our page.
 */
const LINGER_MS = 5_000;
/** For a connection on which nothing useful can follow. */
export const SHORT_LINGER_MS = 1_000;

/** Answers with a refusal, and leaves the connection in a state that both sides agree on. */
export function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  refusal: Refusal,
  lingerMs = LINGER_MS,
): void {
  const { headers, body } = answerOf(refusal, request.url);
  const bodyIsUnderway = !request.complete && hasBody(request);
  response.writeHead(refusal.status, bodyIsUnderway ? { ...headers, connection: "close" } : headers);
  if (request.method !== "HEAD") response.write(body);

  const bodyMayNeverCome = request.headers.expect !== undefined || request.socket.readableEnded;
  if (!bodyIsUnderway || bodyMayNeverCome) {
    response.end();
    return;
  }
  const hangUp = setTimeout(() => response.end(), lingerMs);
  request.once("close", () => clearTimeout(hangUp));
  request.once("end", () => response.end());
  stopReceiving(request);
  request.resume();
}

const answered = new WeakSet<Socket>();

/** Refuses what couldn't be parsed as a request. The parser may report one connection more than once. */
export function refuseRaw(socket: Socket, refusal: Refusal): void {
  if (answered.has(socket) || !socket.writable) return;
  answered.add(socket);
  const { headers, body } = answerOf(refusal);
  const lines = Object.entries({ ...headers, connection: "close" }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines.join("")}\r\n${body}`);
  socket.resume();
  setTimeout(() => socket.destroy(), SHORT_LINGER_MS).unref();
}

function answerOf(refusal: Refusal, address?: string) {
  const { type, body } = wordsOf(refusal, address);
  const headers: Record<string, string | number> = {
    ...securityHeaders(),
    "content-type": type,
    "content-length": Buffer.byteLength(body),
    "cache-control": "no-store",
    // Lets a plug-in's page read the reason.
    ...(isForPrograms(address) && !isByKey(address) && { "access-control-allow-origin": "*" }),
    ...refusal.headers,
  };
  return { headers, body };
}

function wordsOf(refusal: Refusal, address?: string): { type: string; body: string } {
  if (isByKey(address)) return { type: "application/problem+json", body: JSON.stringify(asProblem(refusal)) };
  if (isForPrograms(address))
    return { type: "application/json", body: JSON.stringify({ ok: false, error: refusal.title }) };
  return { type: "text/html; charset=utf-8", body: plainPage(refusal) };
}

function asProblem({ status, title, words }: Refusal) {
  const known = problemNames.find((name) => problems[name].status === status);
  return {
    ...(known ? aboutProblem(settings().appUrl, known) : { type: "about:blank", title, status }),
    // What a problem of ours means is written for programs; the words of a 400 say which.
    detail: known && status !== 400 ? problems[known].means : words,
  };
}

/** Shop plug-ins get JSON, people get pages. */
export function isForPrograms(address = ""): boolean {
  return /^\/(?:v1\/|health(?:\?|$))/.test(address);
}

/** The calls that need a key. Browsers may not read their answers, because a key must not live in a page. */
export function isByKey(address = ""): boolean {
  return /^\/v1\/(?:bookings|terms|webhooks)(?:[/?]|$)/.test(address);
}
