import { createHash } from "node:crypto";
import { z } from "zod";
import { SECONDS } from "#app/durations";
import { postOnce } from "../mail/post-once.server";
import type { MailTransport } from "../mail/transport.server";

const DEFAULT_URL = "https://api.bulksms.com/v1";
/** The whole exchange, the answer's text included. */
const TIME_LIMIT_MS = 20 * SECONDS;
const LONGEST_COMPLAINT = 300;

export type BulksmsAccount = { tokenId: string; tokenSecret: string; url?: string };

/** What came of each message; BulkSMS's own description knows more. */
const Sent = z.array(z.object({ status: z.object({ type: z.string(), subtype: z.string().nullish() }) })).min(1);

/** BulkSMS refused a message, or answered with something else. */
export class BulksmsError extends Error {
  override name = "BulksmsError";
}

/**
 * Text messages through BulkSMS's JSON API. A message that is posted again, because its answer was lost, has the same
 * de-duplication id: BulkSMS sends it once.
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
      const headers = { "Content-Type": "application/json", Authorization: `Basic ${login}` };
      const answer = await postOnce(address, headers, Buffer.from(JSON.stringify({ to, body: text })), timeLimitMs);
      if (answer.status !== 201) {
        throw new BulksmsError(`BulkSMS answered ${answer.status}: ${answer.text.slice(0, LONGEST_COMPLAINT)}`);
      }
      const failed = statuses(answer.text).find(({ type }) => type === "FAILED");
      if (failed) throw new BulksmsError(`BulkSMS could not send it: ${failed.subtype ?? "no reason given"}`);
    },
  };
}

function statuses(answer: string) {
  const sent = Sent.safeParse(parsed(answer));
  if (!sent.success) throw new BulksmsError("BulkSMS answered 201 without saying what became of the message");
  return sent.data.map(({ status }) => status);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A whole number of 31 bits, as BulkSMS takes it, and always the same for one message. */
function deduplicationId(id: string): number {
  return createHash("sha256").update(id).digest().readUInt32BE() >>> 1;
}
