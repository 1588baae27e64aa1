import { outgoingRequest } from "../values/outgoing-request.server";

/** The answer's status and first line, or null when no complete answer came in time. */
export type Posted = { status: number; firstLine: string } | null;

/** A host and port to connect to. */
export type Socket = { host: string; port: number };

/** The answers that we read are one word long; a longer one is not for us. Bytes. */
const LONGEST_ANSWER_BYTES = 1024;

/**
 * Posts an encoded form as it is and reads the first line of the answer. Redirects are not followed: they could lead to
 * a server that answers VALID to everything. `timeoutMs` covers the whole exchange. Never throws or rejects. `at` is
 * where to connect, if not to the host in the address. Not with `fetch`: the one that Remix installs ends the process
 * when a POST is aborted.
 */
export function postForm(address: string, body: string, timeoutMs: number, at?: Socket): Promise<Posted> {
  return new Promise((resolve) => {
    if (!/^https?:/.test(address) || !URL.canParse(address)) return resolve(null);
    const url = new URL(address);
    const request = outgoingRequest(url, {
      method: "POST",
      ...(at && { hostname: at.host, port: at.port }),
      headers: {
        Host: url.host,
        "Content-Type": "application/x-www-form-urlencoded",
        "Content-Length": Buffer.byteLength(body),
        Accept: "text/plain",
      },
    });
    const end = (posted: Posted) => {
      clearTimeout(patience);
      resolve(posted);
      // Don't read the rest: an endless answer would fill the memory.
      request.destroy();
    };
    const patience = setTimeout(() => end(null), timeoutMs);

    request.on("error", () => end(null));
    request.once("response", (response) => {
      const status = response.statusCode ?? 0;
      let received = Buffer.alloc(0);
      const line = () => received.toString("utf8").split("\n")[0]?.trim() ?? "";
      response.on("data", (piece: Buffer) => {
        received = Buffer.concat([received, piece]);
        if (received.includes("\n") || received.length >= LONGEST_ANSWER_BYTES) end({ status, firstLine: line() });
      });
      response.once("end", () => end(response.complete ? { status, firstLine: line() } : null));
      response.once("error", () => end(null));
    });
    request.end(body);
  });
}
