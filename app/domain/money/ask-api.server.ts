import { outgoingRequest } from "../values/outgoing-request.server";

/** The complete answer, or null when there was none in time. */
export type ApiAnswer = { status: number; body: string } | null;

/** A busy shop's month is far smaller than this. The limit keeps an endless answer from filling the memory. */
const LONGEST_ANSWER_BYTES = 20 * 1024 * 1024;

/**
 * Sends a GET request to an API, or POSTs JSON to it, and reads the whole answer. Redirects are not followed.
 * `timeoutMs` covers the whole exchange. Never throws or rejects. `postForm` says why it doesn't use `fetch`.
 */
export function askApi(
  url: URL,
  headers: Record<string, string>,
  timeoutMs: number,
  posted?: Record<string, string>,
): Promise<ApiAnswer> {
  const body = posted && JSON.stringify(posted);
  const typed = body && { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) };
  return new Promise((resolve) => {
    const request = outgoingRequest(url, {
      method: body === undefined ? "GET" : "POST",
      headers: { Accept: "application/json, text/csv", ...headers, ...typed },
    });
    const end = (outcome: ApiAnswer) => {
      clearTimeout(patience);
      resolve(outcome);
      request.destroy();
    };
    const patience = setTimeout(() => end(null), timeoutMs);

    request.on("error", () => end(null));
    request.once("response", (response) => {
      const chunks: Buffer[] = [];
      let length = 0;
      response.on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        length += chunk.length;
        if (length > LONGEST_ANSWER_BYTES) end(null);
      });
      response.once("end", () => {
        const body = Buffer.concat(chunks).toString("utf8");
        end(response.complete ? { status: response.statusCode ?? 0, body } : null);
      });
      response.once("error", () => end(null));
    });
    request.end(body);
  });
}
