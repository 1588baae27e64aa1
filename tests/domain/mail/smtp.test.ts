import { SMTPServer } from "smtp-server";
import { expect, onTestFinished, test } from "vitest";
import { queueLetter, sendDueLetters } from "#app/domain/mail/outbox.server";
import { smtpTransport } from "#app/domain/mail/transport.server";
import { outgoingMails } from "#db/schema/mail";
import { aStore } from "../../support/a-store";
import { freePort } from "../../support/running-site";

const MINUTES = 60 * 1000;
const noon = new Date("2026-11-21T10:00:00Z");
const letter = {
  key: "booking-confirmed:1",
  to: "thandi@example.co.za",
  subject: "Booking confirmed",
  text: "Your parcel is booked.",
  html: "<p>Your parcel is booked.</p>",
};

test("a letter goes to the mail server as text and HTML, from the company, and is marked as sent", async () => {
  const store = await aStore();
  const { port, received } = await aMailServer();
  await store.tx((tx) => queueLetter(tx, letter, noon));
  await sendDueLetters(store, smtpTransport(`smtp://127.0.0.1:${port}`, "Thuma <no-reply@thuma.example>"), noon);
  expect(received).toHaveLength(1);
  for (const words of [
    "From: Thuma <no-reply@thuma.example>",
    "To: thandi@example.co.za",
    "text/plain",
    "text/html",
    "Your parcel is booked.",
  ])
    expect(received[0]).toContain(words);
  expect(await store.read.select().from(outgoingMails)).toMatchObject([{ state: "sent", attempts: 1, sentAt: noon }]);
});

test("while the mail server is away a letter waits; once it is back, the letter arrives once", async () => {
  const store = await aStore();
  const port = await freePort();
  const transport = smtpTransport(`smtp://127.0.0.1:${port}`, "no-reply@thuma.example");
  await store.tx((tx) => queueLetter(tx, letter, noon));
  await sendDueLetters(store, transport, noon);
  const [waiting] = await store.read.select().from(outgoingMails);
  expect(waiting).toMatchObject({ state: "queued", attempts: 1 });
  expect(waiting?.lastError).toContain("ECONNREFUSED");
  expect(waiting?.nextAttemptAt.getTime()).toBeGreaterThan(noon.getTime());

  const { received } = await aMailServer(port);
  const later = new Date(noon.getTime() + 10 * MINUTES);
  await sendDueLetters(store, transport, later);
  await sendDueLetters(store, transport, later);
  expect(received).toHaveLength(1);
});

/** A mail server on this machine that keeps what it is given. Gone after the test. */
async function aMailServer(wanted?: number): Promise<{ port: number; received: string[] }> {
  const port = wanted ?? (await freePort());
  const received: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, _session, done) {
      let message = "";
      stream.on("data", (part) => {
        message += part;
      });
      stream.on("end", () => {
        received.push(message);
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)));
  return { port, received };
}
