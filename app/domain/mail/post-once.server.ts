import { request as requestByHttp } from "node:http";
import { request as requestByHttps } from "node:https";

/** An endless answer must not fill the memory. */
const LONGEST_ANSWER = 10_000;

/**
 * One post to a provider, by Node's own client, and the beginning of its answer. Not by fetch: the one that Remix puts in
 * its place ends the whole process when a request with a body runs out of time. Redirects are not followed.
 * @param timeLimitMs for the whole exchange
 * @throws what the line did, and when time has run out
 */
export function postOnce(url: URL, headers: Record<string, string>, body: Buffer, timeLimitMs: number) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const request = url.protocol === "https:" ? requestByHttps : requestByHttp;
    const signal = AbortSignal.timeout(timeLimitMs);
    const sent = { ...headers, "Content-Length": body.length };
    const outgoing = request(url, { method: "POST", headers: sent, signal, agent: false }, (response) => {
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
