import { type IncomingMessage, request as overHttp, type RequestOptions } from "node:http";
import { request as overHttps } from "node:https";
import { setTimeout as pause } from "node:timers/promises";

/** How many informational answers (1xx) may come before the real one. Proxies send one that nobody asked for. */
const MOST_INFORMATIONAL = 3;
/** How long is waited for the text of an answer of which only the status matters. */
const TEXT_WITHIN_MS = 500;

/** There is no usable answer. `message` is for the log and for staff. */
export class CallError extends Error {
  override name = "CallError";
}

/**
 * How much of an answer is read. `whole`: a longer one is an error. `start`: the rest of a longer one is left. `line`: the
 * first line or the start. `status`: the status and headers, and of the text what comes with them; it may even break off.
 */
type Reading = "whole" | "start" | "line" | "status";

export type HttpCall = Pick<RequestOptions, "lookup"> & {
  headers?: Record<string, string>;
  /** What is posted, with its type in the headers. Without it the call is a GET. */
  body?: string | undefined;
  /** From the look-up of the name to the end of the answer. */
  inAllMs: number;
  /** For the connection with its handshake. */
  connectMs?: number;
  reads: Reading;
  /** An endless answer must not fill the memory. */
  mostBytes: number;
  /** Where to connect, if not to the host in the address. */
  at?: ServerPlace | undefined;
};

export type ServerPlace = { host: string; port: number };

export type ServerAnswer = { status: number; headers: IncomingMessage["headers"]; text: string };

/**
 * Sends one request, on a connection of its own: the one way out of the site by HTTP. Redirects aren't followed: they
 * could lead to a server that says yes to everything. Not by `fetch`: the one that Remix installs ends the process when a
 * POST is aborted.
 * @throws CallError when no such answer came in time
 */
export function callServer(url: URL, { body, connectMs, inAllMs, ...call }: HttpCall): Promise<ServerAnswer> {
  return new Promise((resolve, reject) => {
    const request = begin(url, { body, ...call });
    const timers = [setTimeout(() => fail(`no whole answer within ${inAllMs} ms`), inAllMs)];
    if (connectMs !== undefined) timers.push(setTimeout(() => fail(`no connection within ${connectMs} ms`), connectMs));
    const isConnected = () => clearTimeout(timers[1]);
    function end(): void {
      timers.forEach(clearTimeout);
      request.destroy();
    }
    function fail(why: string): void {
      // What came in the same packet is parsed nevertheless.
      request.removeAllListeners("response");
      reject(new CallError(why));
      end();
    }

    let informational = 0;
    // Node's own limits hold for an answer's headers, but it takes any number of these, which keep a processor busy.
    request.on("information", () => {
      informational += 1;
      if (informational > MOST_INFORMATIONAL) fail("too many informational answers (1xx)");
    });
    request.once("socket", (socket) =>
      socket.once(url.protocol === "https:" ? "secureConnect" : "connect", isConnected),
    );
    request.on("error", (error: NodeJS.ErrnoException) => fail(error.code ?? error.message));
    request.once("response", (response) => {
      isConnected();
      const answered = (text: string) => resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      if (call.reads === "status") {
        clearTimeout(timers[0]);
        timers.push(setTimeout(() => response.destroy(), TEXT_WITHIN_MS));
      }
      readFrom(response, call).then((text) => {
        answered(text);
        end();
      }, fail);
    });
    request.end(body);
  });
}

/** @throws CallError for what can't be sent, such as a header with a line break */
function begin(url: URL, { body, headers, at, lookup }: Pick<HttpCall, "body" | "headers" | "at" | "lookup">) {
  try {
    return (url.protocol === "https:" ? overHttps : overHttp)(url, {
      method: body === undefined ? "GET" : "POST",
      ...(at && { hostname: at.host, port: at.port }),
      headers: { Host: url.host, ...headers, ...(body !== undefined && { "Content-Length": Buffer.byteLength(body) }) },
      ...(lookup && { lookup }),
      agent: false,
    });
  } catch (error) {
    throw new CallError(error instanceof Error ? error.message : String(error));
  }
}

/** The text of an answer as far as it is read. Rejects with a sentence. */
function readFrom(
  response: IncomingMessage,
  { reads, mostBytes }: Pick<HttpCall, "reads" | "mostBytes">,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let length = 0;
    const done = () => {
      const text = Buffer.concat(pieces).subarray(0, mostBytes).toString("utf8");
      resolve(
        reads === "whole" || reads === "status" ? text : (reads === "line" ? (text.split("\n")[0] ?? "") : text).trim(),
      );
    };
    response.on("data", (piece: Buffer) => {
      pieces.push(piece);
      length += piece.length;
      if (reads === "whole") return length > mostBytes && reject("the answer was too long");
      if (length >= mostBytes || (reads === "line" && piece.includes("\n"))) done();
    });
    response.once("end", () => (response.complete ? done() : broken()));
    const broken = () => (reads === "status" ? done() : reject("the answer broke off"));
    for (const event of ["aborted", "error", "close"]) response.once(event, broken);
  });
}

/** How a call that failed is repeated: after each of these pauses, while `mayRepeat` says so. */
type Repeats<Value> = {
  pausesMs: readonly number[];
  isGood: (value: Value) => boolean;
  /** Whether there is time and reason for another call after a pause; asked before it and after it. */
  mayRepeat?: (pauseMs: number) => boolean;
};

/**
 * Asks, and asks again while there is no good answer: the last one, or its error. Only for what may come twice: reading,
 * and what the other side recognises. A POST that moves money isn't repeated, because one whose answer was lost may have
 * been done.
 */
export async function repeatCall<Value>(ask: () => Promise<Value>, repeats: Repeats<Value>): Promise<Value> {
  const { isGood, mayRepeat = () => true } = repeats;
  const asked = () =>
    ask().then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    );
  let last = await asked();
  for (const pauseMs of repeats.pausesMs) {
    if (("value" in last && isGood(last.value)) || !mayRepeat(pauseMs)) break;
    await pause(pauseMs);
    if (!mayRepeat(0)) break;
    last = await asked();
  }
  if ("error" in last) throw last.error;
  return last.value;
}
