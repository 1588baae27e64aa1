import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { SECONDS } from "../app/durations";
import { fairTurns } from "./fair-turns";
import { bodyReceiver, stopReceiving } from "./receive-body";
import { type Refusal, refusals } from "./refusals";
import { refuse, refuseRaw, SHORT_LINGER_MS } from "./refuse";

/** Long enough for a phone on a bad connection, short for a program that holds connections open. */
export const patience = {
  headersMs: 20 * SECONDS,
  requestMs: 60 * SECONDS,
  /** People read or type for a minute, and a new connection for the next page would cost their phone a round trip. */
  keepAliveMs: 65 * SECONDS,
  silenceMs: 120 * SECONDS,
  checkEveryMs: 2 * SECONDS,
};

/** On one connection. No browser requests so much before the first answer arrives. */
const MOST_AT_ONCE = 100;

/**
 * To be awaited before a page is made: one page per turn of the event loop, so that a queue of them doesn't keep new
 * requests from being read. False when the client no longer waits for the answer.
 */
export type MyTurn = () => Promise<boolean>;

export type Answerer = (request: IncomingMessage, response: ServerResponse, myTurn: MyTurn) => Promise<void>;

/**
 * An HTTP server with limits. Refuses in plain words, and finishes requests under way when it stops.
 * @param trustProxy how many proxies in front name the client's address
 */
export function webServer(handle: Answerer, limits = patience, trustProxy = 0) {
  /** The answers that each open connection is waiting for, in order; the first is being made. */
  const underway = new Map<Socket, ServerResponse[]>();
  const receiveBody = bodyReceiver(trustProxy);
  const pages = fairTurns();
  const forms = fairTurns();
  const severalAtOnce = fairTurns();
  let draining = false;

  const server = createServer({
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: limits.checkEveryMs,
    maxHeaderSize: 32 * 1024,
    // Node's own refusal is an empty page; the gate's explains.
    requireHostHeader: false,
  });
  server.timeout = limits.silenceMs;

  server.on("connection", (socket: Socket) => {
    underway.set(socket, []);
    socket.once("close", () => forget(socket));
  });

  function forget(socket: Socket): void {
    for (const { req } of underway.get(socket) ?? []) stopReceiving(req);
    underway.delete(socket);
  }

  /**
   * One at a time for each connection, so that a client that requests hundreds of pages at once and disconnects doesn't
   * have them all made.
   */
  function receive(request: IncomingMessage, response: ServerResponse): void {
    const line = underway.get(request.socket);
    if (!line) return;
    line.push(response);
    receiveBody(request);
    response.on("close", answerClosed);
    if (draining) closeAfter(response);
    // HTTP/1.1 means that anyway (RFC 9112, section 9.3). Without it and Node's hint an answer is 48 bytes shorter.
    else if (request.httpVersion === "1.1" && response.shouldKeepAlive) response.removeHeader("Connection");
    if (line.length === 1) begin(response);
    else if (line.length > MOST_AT_ONCE) {
      // Requests that have already arrived are still parsed, and must not be stored again.
      forget(request.socket);
      request.socket.destroy();
    }
  }

  function begin(response: ServerResponse): void {
    void handle(response.req, response, () => turnOf(response));
  }

  /**
   * Connections that send several requests at once (pipelining; no browser does) have a queue of their own. So have
   * forms: many sign-ins at once don't keep others from reading pages.
   */
  async function turnOf({ req: { socket, method } }: ServerResponse): Promise<boolean> {
    // By then, what arrived with this request has been parsed.
    await nextTurn();
    const asksForMore = (underway.get(socket)?.length ?? 0) > 1;
    await (asksForMore ? severalAtOnce() : method === "POST" ? forms() : pages());
    return underway.has(socket) && socket.writable;
  }

  function answerClosed(this: ServerResponse): void {
    stopReceiving(this.req);
    const { socket } = this.req;
    const line = underway.get(socket);
    line?.shift();
    const next = line?.[0];
    // Once the connection has closed, waiting answers never get a close event.
    if (next && !next.headersSent && socket.writable) begin(next);
  }

  server.on("request", receive);
  server.on("checkContinue", receive);
  server.on("checkExpectation", (request, response) => refuse(request, response, refusals.unmetExpectation));
  server.on("connect", (_request, socket: Socket) => refuseRaw(socket, refusals.wrongMethod));
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    const current = underway.get(socket)?.at(-1);
    if (!current) refuseRaw(socket, refusalFor(error));
    else if (!current.headersSent && !current.req.complete) {
      refuse(current.req, current, refusalFor(error), SHORT_LINGER_MS);
    } else closeAfter(current);
  });

  /** Accepts nothing new, lets requests finish, and closes the connections that are left after `withinMs`. */
  async function drain(withinMs: number): Promise<void> {
    draining = true;
    server.close();
    const finished = [...underway].map(([socket, line]) => {
      const last = line.at(-1);
      if (!last) return undefined;
      closeAfter(last);
      return new Promise((resolve) => {
        last.once("close", resolve);
        socket.once("close", resolve);
      });
    });
    server.closeIdleConnections();
    const patienceIsOver = new Promise((resolve) => setTimeout(resolve, withinMs).unref());
    await Promise.race([Promise.all(finished), patienceIsOver]);
    server.closeAllConnections();
  }

  return { server, drain };
}

/** Ends the connection after this answer, and says so if that is still possible. */
function closeAfter(response: ServerResponse): void {
  response.shouldKeepAlive = false;
  if (!response.headersSent) response.setHeader("Connection", "close");
}

function refusalFor(error: NodeJS.ErrnoException): Refusal {
  if (error.code === "ERR_HTTP_REQUEST_TIMEOUT") return refusals.tooSlow;
  if (error.code === "HPE_HEADER_OVERFLOW") return refusals.headersTooLarge;
  if (error.code === "HPE_INVALID_METHOD") return refusals.wrongMethod;
  return refusals.garbled;
}
