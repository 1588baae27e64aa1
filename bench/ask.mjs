import http from "node:http";
import { promisify } from "node:util";
import { brotliDecompress, gunzip } from "node:zlib";

/** The headers of a phone's browser. */
export const browserHeaders = {
  accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  "accept-language": "en-ZA,en;q=0.9",
  "user-agent":
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
};
export const compressed = { "accept-encoding": "gzip, deflate, br" };
export const uncompressed = { "accept-encoding": "identity" };

const decoders = { br: promisify(brotliDecompress), gzip: promisify(gunzip) };

/**
 * Sends one request without following redirects, over a new connection unless an agent is given.
 * @returns { status, headers, rawHeaders, body (bytes as sent), text(), received, sent }; received and sent are the
 * bytes on the wire, headers included, and only right without an agent
 */
export function ask(url, { method = "GET", headers = {}, body, agent = false } = {}) {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
    const request = http.request(url, { method, headers: { ...headers, ...length }, agent }, (response) => {
      const { socket } = response;
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const bytes = Buffer.concat(chunks);
        const decode = decoders[response.headers["content-encoding"]] ?? ((plain) => plain);
        const { bytesRead: received, bytesWritten: sent } = socket;
        const { statusCode: status, headers, rawHeaders } = response;
        resolve({
          status,
          headers,
          rawHeaders,
          body: bytes,
          received,
          sent,
          text: async () => String(await decode(bytes)),
        });
      });
    });
    request.on("error", reject);
    request.end(body);
  });
}
