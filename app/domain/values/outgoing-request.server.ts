import { type ClientRequest, request as overHttp, type RequestOptions } from "node:http";
import { request as overHttps } from "node:https";

/** How many informational answers (1xx) may come before the real one. Proxies send one that nobody asked for. */
const MOST_INFORMATIONAL = 3;

/**
 * Begins a request of ours, on a connection of its own. The one way out of the site by HTTP. Redirects aren't followed.
 * Node's own limits hold for the answer's headers, but it takes any number of informational answers: without an end of
 * ours they keep a processor busy for as long as the caller waits.
 */
export function outgoingRequest(url: URL, options: RequestOptions): ClientRequest {
  const request = (url.protocol === "https:" ? overHttps : overHttp)(url, { ...options, agent: false });
  let informational = 0;
  request.on("information", () => {
    informational += 1;
    if (informational <= MOST_INFORMATIONAL) return;
    // What came in the same packet is parsed nevertheless.
    request.removeAllListeners("response");
    request.destroy(new Error("too many informational answers (1xx)"));
  });
  return request;
}
