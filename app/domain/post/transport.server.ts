import { mkdir, open, rename } from "node:fs/promises";
import path from "node:path";
import { createTransport } from "nodemailer";
import { contact } from "#app/contact";
import type { Reader, Tx } from "#db/store.server";
import type { HttpCall } from "../values/http-client.server";
import type { Channel } from "./channels";
import type { StoredEmail } from "./resend-email.server";

/** An email as a transport sends it. */
export type Envelope = {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  at: Date;
  /** Set only for emails that may go through EmailJS. */
  templateParams: Record<string, string> | null;
};

/**
 * An attempt can be stopped through `signal` until the transport calls `textLeaves`. A transport whose receivers want to
 * read how they answered calls `answered`, with the HTTP status and the beginning of the text.
 */
export type SendAttempt = { signal: AbortSignal; textLeaves(): void; answered(status: number, said: string): void };

/**
 * A refusal that says what to do next: `give up`, because there is no such receiver; `new id`, because the provider
 * knows this message's id and would repeat its answer; or try again at a moment that the receiver asked for.
 */
export class RefusedError extends Error {
  override name = "RefusedError";

  constructor(
    words: string,
    readonly next: "give up" | "new id" | Date,
  ) {
    super(words);
  }
}

/** The channel failed, not the message: no connection, a refused sign-in, or a server that takes nothing now. */
export class ChannelError extends Error {
  override name = "ChannelError";
}

/** Waits for something of the channel's own: whatever fails there is a ChannelError. */
export async function ofChannel<Answer>(asked: Promise<Answer>): Promise<Answer> {
  try {
    return await asked;
  } catch (error) {
    throw new ChannelError(String(error), { cause: error instanceof Error ? error.cause : undefined });
  }
}

/**
 * An HTTP service's answer that it takes nothing now, whatever it is asked.
 * @throws ChannelError
 */
export function mustTakeSomething(service: string, { status, text }: { status: number; text: string }): void {
  if (status === 401 || status === 403 || status === 429 || status >= 500)
    throw new ChannelError(`${service} answered ${status}: ${text.slice(0, LONGEST_COMPLAINT)}`);
}

/** A call that posts JSON to a service that sends messages; of its answer the start is read. */
export function jsonPosted(content: object, inAllMs: number, headers: Record<string, string> = {}): HttpCall {
  return posted(JSON.stringify(content), inAllMs, { "Content-Type": "application/json", ...headers });
}

/** The same with a form of texts, as multipart. */
export async function formPosted(form: FormData, inAllMs: number): Promise<HttpCall> {
  const encoded = new Response(form);
  return posted(await encoded.text(), inAllMs, { "Content-Type": encoded.headers.get("Content-Type") ?? "" });
}

function posted(body: string, inAllMs: number, headers: Record<string, string>): HttpCall {
  return { headers, body, inAllMs, reads: "start", mostBytes: 10_000 };
}

/** How many characters of a service's complaint are kept. */
export const LONGEST_COMPLAINT = 300;

/**
 * Sends messages. `send` resolves once the receiver has accepted the message, and rejects when it should be tried
 * again, or with a RefusedError. Emails and text messages have separate limits, so neither waits for the other's provider.
 */
export type MailTransport = {
  /** The channel that it sends on; email if unset. */
  channel?: Channel;
  /** Whether it may send at this time; always if unset. */
  isOpen?(now: Date): boolean;
  send(envelope: Envelope, attempt: SendAttempt): Promise<void>;
  /** How receivers stand; all alike if unset. */
  standing?(store: Reader): Promise<Standing>;
  /** Told of a message whose words were no longer true before it could go; it isn't sent. */
  passed?(tx: Tx, message: StoredEmail, now: Date): Promise<void>;
  /** Records an attempt's result with the receiver, in the transaction that records it with the message. */
  noted?(tx: Tx, message: Pick<Envelope, "id" | "to">, result: Result, now: Date): Promise<void>;
};

/**
 * How receivers stand. `last`: groups that come after all others, the later ones last. `probes`: receivers that fail,
 * with the one message that tries whether they are back; what else waits for them waits for that.
 */
export type Standing = { last: readonly string[][]; probes: ReadonlyMap<string, string> };

/** What an attempt came to. `status` and `said`: as its transport passed it on (`answered`). */
export type Result = { isSent: boolean; error: unknown; tookMs: number; status: number | null; said: string };

/**
 * Writes emails to files, for sites without a mail server. The file is named after the email, so sending twice writes
 * one file.
 */
export function fileTransport(folder: string, from: string): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true });
  return {
    async send(envelope, attempt) {
      attempt.textLeaves();
      const { message } = await composer.sendMail(messageOf(envelope, from));
      await ofChannel(writeMessage(folder, envelope, "eml", message as Buffer));
    },
  };
}

/** Writes a message to a file that survives a power cut. The day in its name says when it may be deleted. */
export async function writeMessage(
  folder: string,
  { id, at }: Pick<Envelope, "id" | "at">,
  extension: "eml" | "sms",
  content: Buffer | string,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, `${at.toISOString().slice(0, 10)}-${id}.${extension}`);
  const handle = await open(`${file}.part`, "w");
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${file}.part`, file);
  // Otherwise a power cut could remove the file's name after the message was recorded as sent.
  await syncFolder(folder);
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The email in nodemailer's form. Retries keep the same message id. */
export function messageOf({ id, to, subject, text, html, at }: Envelope, from: string) {
  return {
    from,
    to,
    subject,
    text,
    html,
    date: at,
    // Where people answer; and no program answers ours (RFC 3834, section 5).
    replyTo: contact().email.contact,
    headers: { "Auto-Submitted": "auto-generated" },
    messageId: `<${id}@${from.split("@").at(-1)?.replace(/>.*/, "") ?? "localhost"}>`,
  };
}
