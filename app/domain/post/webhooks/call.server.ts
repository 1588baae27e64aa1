import { isIP } from "node:net";
import { DAYS, SECONDS } from "#app/durations";
import { callServer, type ServerAnswer } from "../../values/http-client.server";
import { callableAddresses, checkedLookup, type Reach } from "./allowed-url.server";

/** Standard Webhooks: an endpoint answers within 15 to 30 seconds. From the look-up of its name to the answer's status. */
const CALL_LASTS_MS = 15 * SECONDS;
/** What an endpoint may ask for is cut shorter later (`channels.ts`). This keeps it a date. */
const LONGEST_ASKED_MS = 365 * DAYS;
/** In bytes. Nothing in an answer's text matters to us. */
const MOST_READ = 1024;

/**
 * Posts JSON to an endpoint.
 * @throws NotPublicError if its address is in figures and not public; CallError, for a name that isn't too
 */
export async function callEndpoint(
  url: URL,
  headers: Record<string, string>,
  body: string,
  reach: Reach,
  timeLimitMs = CALL_LASTS_MS,
): Promise<ServerAnswer> {
  if (isIP(url.hostname.replace(/^\[|\]$/g, ""))) await callableAddresses(url, reach);
  return callServer(url, {
    headers: { ...headers, "Content-Type": "application/json" },
    body,
    inAllMs: timeLimitMs,
    reads: "status",
    mostBytes: MOST_READ,
    lookup: checkedLookup(url, reach),
  });
}

/** The moment that a `Retry-After` names, in seconds from now or as a date; null if it is neither. */
export function retryAfterMoment(value: string | undefined, now: Date): Date | null {
  const typed = value?.trim() ?? "";
  if (/^\d+$/.test(typed)) return new Date(now.getTime() + Math.min(Number(typed) * SECONDS, LONGEST_ASKED_MS));
  // A date of HTTP begins with its weekday. JavaScript would read a date into almost any number.
  const moment = /^[A-Z][a-z]{2,8},? /.test(typed) ? Date.parse(typed) : Number.NaN;
  return Number.isNaN(moment) ? null : new Date(moment);
}
