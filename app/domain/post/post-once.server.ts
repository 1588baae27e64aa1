import { outgoingRequest } from "../values/outgoing-request.server";

/** In bytes. An endless answer must not fill the memory. */
const LONGEST_ANSWER = 10_000;

/**
 * Sends one POST to a provider with Node's own client and reads the start of the answer. Not with `fetch`: the one that
 * Remix installs ends the process when a request with a body times out. Redirects are not followed.
 * @param timeLimitMs for the whole exchange
 * @throws network errors, and on a time-out
 */
export function postOnce(url: URL, headers: Record<string, string>, body: Buffer, timeLimitMs: number) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const signal = AbortSignal.timeout(timeLimitMs);
    const sent = { ...headers, "Content-Length": body.length };
    const outgoing = outgoingRequest(url, { method: "POST", headers: sent, signal });
    outgoing.once("response", (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (piece: string) => {
        text = (text + piece).slice(0, LONGEST_ANSWER);
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text: text.trim() }));
      response.on("error", reject);
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}
