import { isIP } from "node:net";
import { DAYS, SECONDS } from "#app/durations";
import { outgoingRequest } from "../../values/outgoing-request.server";
import { callableAddresses, checkedLookup, type Reach } from "./allowed-url.server";

/** Standard Webhooks: an endpoint answers within 15 to 30 seconds. From the look-up of its name to the answer's status. */
const CALL_LASTS_MS = 15 * SECONDS;
/** What an endpoint may ask for is cut shorter later (`channels.ts`). This keeps it a date. */
const LONGEST_ASKED_MS = 365 * DAYS;
/** In bytes. Nothing in an answer's text matters to us. */
const MOST_READ = 1024;

export type Answer = { status: number; retryAfter: string | null };

/**
 * Posts JSON to an endpoint, and returns the answer's status. Redirects aren't followed.
 * @throws NotPublicError, network errors, and on a time-out
 */
export async function callEndpoint(
  url: URL,
  headers: Record<string, string>,
  body: string,
  reach: Reach,
  timeLimitMs = CALL_LASTS_MS,
): Promise<Answer> {
  if (isIP(url.hostname.replace(/^\[|\]$/g, ""))) await callableAddresses(url, reach);
  const bytes = Buffer.from(body);
  return new Promise((resolve, reject) => {
    const options = {
      method: "POST",
      headers: { ...headers, "Content-Type": "application/json", "Content-Length": bytes.length },
      lookup: checkedLookup(url, reach),
      signal: AbortSignal.timeout(timeLimitMs),
    };
    const outgoing = outgoingRequest(url, options);
    outgoing.once("response", (response) => {
      resolve({ status: response.statusCode ?? 0, retryAfter: response.headers["retry-after"] ?? null });
      let left = MOST_READ;
      response.on("data", (piece: Buffer) => {
        left -= piece.length;
        if (left <= 0) response.destroy();
      });
      response.on("error", () => undefined);
    });
    outgoing.on("error", reject);
    outgoing.end(bytes);
  });
}

/** The moment that a `Retry-After` names, in seconds from now or as a date; null if it is neither. */
export function retryAfterMoment(value: string | null, now: Date): Date | null {
  const typed = value?.trim() ?? "";
  if (/^\d+$/.test(typed)) return new Date(now.getTime() + Math.min(Number(typed) * SECONDS, LONGEST_ASKED_MS));
  // A date of HTTP begins with its weekday. JavaScript would read a date into almost any number.
  const moment = /^[A-Z][a-z]{2,8},? /.test(typed) ? Date.parse(typed) : Number.NaN;
  return Number.isNaN(moment) ? null : new Date(moment);
}
