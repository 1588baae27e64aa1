import { setTimeout as pause } from "node:timers/promises";
import { SMTPServer } from "smtp-server";
import { onTestFinished } from "vitest";
import { freePort } from "./running-site";

export type Behaviour = {
  /** How long it waits before its answer to a text. */
  answersAfterMs?: number;
  /** The receivers to which it never answers, and at which point: after their name or after the email's text. */
  hangsAt?: { name?: RegExp; text?: RegExp };
  /** Its answer to every receiver's name, such as `550 5.1.1 No such user`. */
  refusesName?: string;
};

export type MailServer = {
  /** May be changed at any time. */
  behaviour: Behaviour;
  port: number;
  url: string;
  /** Every complete email that it received, in order. One that was sent twice is here twice. */
  received: { to: string; text: string }[];
  /** How many texts it received, accepted or not. */
  texts: number;
};

/** A mail server on this machine that counts every delivery. Removed after the test. */
export async function aMailServer({
  port: wanted,
  ...behaviour
}: Behaviour & { port?: number } = {}): Promise<MailServer> {
  const port = wanted ?? (await freePort());
  const mail: MailServer = { behaviour, port, url: `smtp://127.0.0.1:${port}`, received: [], texts: 0 };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    closeTimeout: 10,
    onRcptTo({ address }, _session, done) {
      if (behaviour.refusesName) return done(refusal(behaviour.refusesName));
      if (!behaviour.hangsAt?.name?.test(address)) done();
    },
    async onData(stream, session, done) {
      const text = await whole(stream);
      if (text === undefined) return;
      mail.texts += 1;
      const to = session.envelope.rcptTo.map(({ address }) => address).join();
      if (behaviour.hangsAt?.text?.test(to)) return;
      if (behaviour.answersAfterMs) await pause(behaviour.answersAfterMs);
      mail.received.push({ to, text });
      done();
    },
  });
  // Ignore clients that disconnect in the middle.
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)));
  return mail;
}

function refusal(answer: string): Error {
  return Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) });
}

/** Undefined when the sender disconnected before the end. */
async function whole(stream: AsyncIterable<Buffer>): Promise<string | undefined> {
  const parts: Buffer[] = [];
  try {
    for await (const part of stream) parts.push(part);
    return Buffer.concat(parts).toString("utf8");
  } catch {
    return undefined;
  }
}
