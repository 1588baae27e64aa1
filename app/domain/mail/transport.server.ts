import { mkdir, open, rename } from "node:fs/promises";
import path from "node:path";
import { createTransport } from "nodemailer";

type Envelope = { id: string; to: string; subject: string; text: string; html: string; at: Date };

/** Hands a letter over. Resolves once it is safe with the receiver; rejects when it should be tried again. */
export type MailTransport = { send(envelope: Envelope): Promise<void> };

/** Letters as files, for sites without a mail server. A letter's file is named after it, so sending twice writes one. */
export function fileTransport(folder: string, from: string): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true });
  return {
    async send(envelope) {
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
      // Or a power cut takes back the name of a letter that is noted as sent by then.
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

const SMTP_PATIENCE_MS = 20_000;

/** Letters through a mail server, `smtp://` or `smtps://`. The message id stays the same over retries. */
export function smtpTransport(smtpUrl: string, from: string): MailTransport {
  const server = createTransport(smtpUrl, {
    connectionTimeout: SMTP_PATIENCE_MS,
    greetingTimeout: SMTP_PATIENCE_MS,
    socketTimeout: SMTP_PATIENCE_MS,
  } as never);
  return {
    async send(envelope) {
      await server.sendMail(messageOf(envelope, from));
    },
  };
}

function messageOf({ id, to, subject, text, html, at }: Envelope, from: string) {
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
