import { mkdir, open, rename } from "node:fs/promises";
import path from "node:path";
import { createTransport } from "nodemailer";

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
 * Hands an email over. Resolves once it is safe with the receiver; rejects when it should be tried again. Another way of
 * sending (text messages, say) is another of these, and `company.server.ts` says which email takes which.
 */
export type MailTransport = { send(envelope: Envelope, attempt: Attempt): Promise<void> };

/** Emails as files, for sites without a mail server. An email's file is named after it, so sending twice writes one. */
export function fileTransport(folder: string, from: string): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true });
  return {
    async send(envelope, attempt) {
      attempt.textLeaves();
      await mkdir(folder, { recursive: true });
      const { message } = await composer.sendMail(messageOf(envelope, from));
      const day = envelope.at.toISOString().slice(0, 10);
      const file = path.join(folder, `${day}-${envelope.id}.eml`);
      const handle = await open(`${file}.part`, "w");
      try {
        await handle.writeFile(message as Buffer);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(`${file}.part`, file);
      // Or a power cut takes back the name of an email that is noted as sent by then.
      await syncFolder(folder);
    },
  };
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
