import { mkdir, open, rename } from "node:fs/promises";
import path from "node:path";
import { createTransport } from "nodemailer";
import type { Channel } from "./due.server";

/** An email as it leaves. */
export type Envelope = {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  at: Date;
  /** Only emails that may go through EmailJS have them. */
  templateParams: Record<string, string> | null;
};

/** What a way of sending must heed: until the text leaves, the attempt may be called off; from then on nobody can. */
export type Attempt = { signal: AbortSignal; textLeaves(): void };

/**
 * Hands a message over. Resolves once it is safe with the receiver; rejects when it should be tried again. Emails and text
 * messages have places of their own: neither waits for the other's provider.
 */
export type MailTransport = {
  /** What it carries; emails if unset. */
  channel?: Channel;
  /** Whether it may send now; always if unset. What may not wait until it may. */
  isOpen?(now: Date): boolean;
  send(envelope: Envelope, attempt: Attempt): Promise<void>;
};

/** Emails as files, for sites without a mail server. An email's file is named after it, so sending twice writes one. */
export function fileTransport(folder: string, from: string): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true });
  return {
    async send(envelope, attempt) {
      attempt.textLeaves();
      const { message } = await composer.sendMail(messageOf(envelope, from));
      await writeMessage(folder, envelope, "eml", message as Buffer);
    },
  };
}

/** Keeps a message as a file, safe from a power cut. The day in its name says when it may be deleted. */
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
  // Or a power cut takes back the name of a message that is noted as sent by then.
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

/** The email as nodemailer takes it. Its message id stays the same over retries. */
export function messageOf({ id, to, subject, text, html, at }: Envelope, from: string) {
  return {
    from,
    to,
    subject,
    text,
    html,
    date: at,
    messageId: `<${id}@${from.split("@").at(-1)?.replace(/>.*/, "") ?? "localhost"}>`,
  };
}
