import { request as overHttp } from "node:http";
import { request as overHttps } from "node:https";

/** What came back whole, or nothing in time. */
export type ApiAnswer = { status: number; body: string } | null;

/** A month of a busy shop has far less; an endless answer must not fill the memory. */
const LONGEST_ANSWER_BYTES = 20 * 1024 * 1024;

/**
 * Asks an API, or posts JSON to it, and reads its whole answer. Redirects are not followed. `timeoutMs` covers the whole exchange. Never throws,
 * never rejects. Not by `fetch`, for the reason that `postForm` tells.
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
    const request = (url.protocol === "https:" ? overHttps : overHttp)(url, {
      method: body === undefined ? "GET" : "POST",
      agent: false,
      headers: { Accept: "application/json, text/csv", ...headers, ...typed },
    });
    const end = (answer: ApiAnswer) => {
      clearTimeout(patience);
      resolve(answer);
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
