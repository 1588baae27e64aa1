import { createHash } from "node:crypto";
import * as z from "zod";
import { SECONDS } from "#app/durations";
import { CallError, callServer } from "../values/http-client.server";
import { parsedJson } from "../values/parsed-json";
import {
  jsonPosted,
  LONGEST_COMPLAINT,
  type MailTransport,
  mustTakeSomething,
  ofChannel,
  RefusedError,
} from "./transport.server";

const DEFAULT_URL = "https://api.bulksms.com/v1";
/** For the whole exchange, including the answer's body. */
const TIME_LIMIT_MS = 20 * SECONDS;

/** About what a text within South Africa costs us. Cents. */
export const TEXT_CENTS = 40;

export type BulksmsAccount = { tokenId: string; tokenSecret: string; url?: string };

/** The result of each message, as far as we use BulkSMS's answer. */
const Sent = z.array(z.object({ status: z.object({ type: z.string(), subtype: z.string().nullish() }) })).min(1);

/**
 * Sends text messages through BulkSMS's JSON API. A message that is posted again, because its answer was lost, has the
 * same de-duplication id, so BulkSMS sends it once. After the answer FAILED the next attempt has another one.
 * @param timeLimitMs for tests
 */
export function bulksms({ tokenId, tokenSecret, url }: BulksmsAccount, timeLimitMs = TIME_LIMIT_MS): MailTransport {
  const base = (url ?? DEFAULT_URL).replace(/(?<!\/)\/+$/, "");
  const login = Buffer.from(`${tokenId}:${tokenSecret}`).toString("base64");
  return {
    channel: "sms",
    async send({ id, to, text }, attempt) {
      attempt.signal.throwIfAborted();
      attempt.textLeaves();
      const address = new URL(`${base}/messages?deduplication-id=${deduplicationId(id)}`);
      const call = jsonPosted({ to, body: text }, timeLimitMs, { Authorization: `Basic ${login}` });
      const response = await ofChannel(callServer(address, call));
      mustTakeSomething("BulkSMS", response);
      if (response.status !== 201) {
        throw new CallError(`BulkSMS answered ${response.status}: ${response.text.slice(0, LONGEST_COMPLAINT)}`);
      }
      const failed = statuses(response.text).find(({ type }) => type === "FAILED");
      if (failed) throw new RefusedError(`BulkSMS could not send it: ${failed.subtype ?? "no reason given"}`, "new id");
    },
  };
}

function statuses(responseBody: string) {
  const sent = Sent.safeParse(parsedJson(responseBody));
  if (!sent.success) throw new CallError("BulkSMS answered 201 without saying what became of the message");
  return sent.data.map(({ status }) => status);
}

/** A 31-bit integer, as BulkSMS requires; always the same for the same message. */
function deduplicationId(id: string): number {
  return createHash("sha256").update(id).digest().readUInt32BE() >>> 1;
}
