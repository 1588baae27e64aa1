import { type IncomingMessage, STATUS_CODES } from "node:http";
import { outgoingRequest } from "../../values/outgoing-request.server";
import { parsedJson } from "../../values/parsed-json";

/** Many times the longest real answer, which is 250 countries of 60 bytes. */
const LONGEST_ANSWER_BYTES = 512 * 1024;

/** The answer's status and JSON; `json` is undefined when the body wasn't JSON. */
export type Answered = { status: number; statusText: string; json: unknown };

/** Thrown when there is no usable answer. `message` is for the log and for staff. */
export class PricingUnreached extends Error {
  override name = "PricingUnreached";
}

export type Patience = { connectMs: number; inAllMs: number };

/**
 * Sends one request. Redirects are not followed: a pricing service that redirects is set up wrongly.
 * @throws PricingUnreached when no complete answer came in time
 */
export function askService(address: URL, body: unknown, patience: Patience): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const posted = body === undefined ? undefined : JSON.stringify(body);
    const request = outgoingRequest(address, {
      method: posted === undefined ? "GET" : "POST",
      headers: {
        Accept: "application/json",
        ...(posted !== undefined && {
          "Content-Type": "application/json",
          "Content-Length": Buffer.byteLength(posted),
        }),
      },
    });

    const giveUp = (why: string) => {
      clearTimeout(toConnect);
      clearTimeout(inAll);
      request.destroy();
      reject(new PricingUnreached(why));
    };
    const toConnect = setTimeout(() => giveUp(`no connection within ${patience.connectMs} ms`), patience.connectMs);
    const inAll = setTimeout(() => giveUp(`no whole answer within ${patience.inAllMs} ms`), patience.inAllMs);

    request.once("socket", (socket) => {
      socket.once(address.protocol === "https:" ? "secureConnect" : "connect", () => clearTimeout(toConnect));
    });
    request.on("error", (error: NodeJS.ErrnoException) => giveUp(error.code ?? error.message));
    request.once("response", (response) => {
      clearTimeout(toConnect);
      readWhole(response).then((text) => {
        clearTimeout(inAll);
        const status = response.statusCode ?? 0;
        resolve({ status, statusText: STATUS_CODES[status] ?? "", json: parsedJson(text) });
      }, giveUp);
    });
    request.end(posted);
  });
}

function readWhole(response: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    response.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length > LONGEST_ANSWER_BYTES) reject("the answer was too long");
      else chunks.push(chunk);
    });
    response.once("end", () =>
      response.complete ? resolve(Buffer.concat(chunks).toString("utf8")) : reject("the answer broke off"),
    );
    response.once("aborted", () => reject("the answer broke off"));
    response.once("error", () => reject("the answer broke off"));
  });
}
