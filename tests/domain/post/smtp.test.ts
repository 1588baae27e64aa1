import { createServer, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { queueEmail } from "#app/domain/post/outbox.server";
import { SMTP_LIMITS, smtpTransport } from "#app/domain/post/smtp.server";
import { ChannelError, type Envelope } from "#app/domain/post/transport.server";
import { MINUTES, SECONDS } from "#app/durations";
import { outgoingMails } from "#db/schema/mail";
import { limitsAsked } from "../../../demo/limits-asked";
import { sendDueEmails } from "../../../demo/send-due-emails";
import { aDesk, type StaffDesk } from "../../support/a-desk";
import { aMailServer } from "../../support/a-mail-server";
import { aStore } from "../../support/a-store";
import { anOffice } from "../../support/an-office";
import { freePort } from "../../support/running-site";

const noon = new Date("2026-11-21T10:00:00Z");
const email = {
  key: "booking-confirmed:1",
  to: "thandi@example.co.za",
  subject: "Booking confirmed",
  text: "Your parcel is booked.",
  html: "<p>Your parcel is booked.</p>",
};
const envelope: Envelope = { id: "1", ...email, at: noon, templateParams: null };
/** The error says which limit ended an attempt. Only limits that a test waits for are short. */
const limits = { connectMs: 20 * SECONDS, greetingMs: 20 * SECONDS, untilTextMs: 1_000, answerMs: 1_800 };

test("an email is sent to the mail server as text and HTML, from the company, and is marked as sent", async () => {
  const store = await aStore();
  const mail = await aMailServer();
  await store.tx((tx) => queueEmail(tx, limitsAsked, email, noon));
  await sendDueEmails(store, smtpTransport(mail.url, "Thuma <no-reply@thuma.example>"), noon);
  expect(mail.received).toHaveLength(1);
  for (const words of [
    "From: Thuma <no-reply@thuma.example>",
    "To: thandi@example.co.za",
    "text/plain",
    "text/html",
    "Your parcel is booked.",
  ])
    expect(mail.received[0]?.text).toContain(words);
  expect(await store.read.select().from(outgoingMails)).toMatchObject([{ state: "sent", attempts: 1, sentAt: noon }]);
});

test("while the mail server is down an email waits; once it is back, the email arrives once", async () => {
  const store = await aStore();
  const port = await freePort();
  const transport = smtpTransport(`smtp://127.0.0.1:${port}`, "no-reply@thuma.example");
  await store.tx((tx) => queueEmail(tx, limitsAsked, email, noon));
  await sendDueEmails(store, transport, noon);
  const [waiting] = await store.read.select().from(outgoingMails);
  expect(waiting).toMatchObject({ state: "queued", attempts: 1, claimedAt: null });
  expect(waiting?.lastError).toContain("ECONNREFUSED");
  expect(waiting?.nextAttemptAt.getTime()).toBeGreaterThan(noon.getTime());

  const { received } = await aMailServer({ port });
  const later = new Date(noon.getTime() + 10 * MINUTES);
  await sendDueEmails(store, transport, later);
  await sendDueEmails(store, transport, later);
  expect(received).toHaveLength(1);
});

test.each(["550 5.1.1 No such user here", "550 5.1.10 The domain takes no email"])(
  "%s, answered to the receiver's name: given up at once, and staff are told",
  async (refusesName) => {
    const office = await anOffice();
    const mail = await aMailServer({ refusesName });
    await office.wrote("booking-confirmed:1");
    const desk = aDesk(office);
    expect(await givenUp(desk)).toMatchObject({ how_many: 0 });
    await sendDueEmails(office.store, smtpTransport(mail.url, "x@thuma.example"), new Date());
    const [row] = await office.store.read.select().from(outgoingMails);
    expect(row).toMatchObject({
      state: "dead",
      attempts: 1,
      lastError: expect.stringContaining(refusesName.slice(0, 9)),
    });
    expect(await givenUp(desk)).toMatchObject({ how_many: 1, first_ones: row?.id });
    desk.leave();
  },
);

test.each([
  "450 4.1.1 Try again",
  "550 5.7.1 You are on a blocklist",
  "550 5.2.2 The mailbox is full",
  "550 5.1.8 No such sender",
  "550 No such user",
  "554 5.1.1 Later",
])("%s, answered to the receiver's name: tried again", async (refusesName) => {
  const store = await aStore();
  const mail = await aMailServer({ refusesName });
  await store.tx((tx) => queueEmail(tx, limitsAsked, email, noon));
  await sendDueEmails(store, smtpTransport(mail.url, "x@thuma.example"), noon);
  expect(await store.read.select().from(outgoingMails)).toMatchObject([{ state: "queued", attempts: 1 }]);
});

async function givenUp(desk: StaffDesk) {
  const answer = await desk.ask("today");
  return answer.kind === "list" ? answer.rows.find(({ work }) => work === "Message given up") : undefined;
}

test("a server has 20 s to accept a connection, 20 s to greet, and minutes to answer a complete email", () => {
  expect(SMTP_LIMITS).toMatchObject({ connectMs: 20 * SECONDS, greetingMs: 20 * SECONDS, answerMs: 10 * MINUTES });
});

test("a server that never greets times out", async () => {
  const port = await aSilentPort();
  const attempt = anAttempt();
  const impatient = { ...limits, greetingMs: 200, untilTextMs: 20 * SECONDS };
  await expect(
    smtpTransport(`smtp://127.0.0.1:${port}`, "x@thuma.example", impatient).send(envelope, attempt),
  ).rejects.toThrow("Greeting never received");
  expect(attempt.left).toBe(false);
});

test("one whose greeting has no end is left", async () => {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    const greet = () => void (socket.destroyed || socket.write("220-Good day\r\n".repeat(1_000), greet));
    greet();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  const attempt = anAttempt();
  const sending = smtpTransport(`smtp://127.0.0.1:${port}`, "x@thuma.example").send(envelope, attempt);
  await expect(sending).rejects.toThrow("maximum allowed size");
  expect(attempt.left).toBe(false);
});

test("one that greets and then never asks for the text times out, and none of it was sent", async () => {
  const mail = await aMailServer({ hangsAt: { name: /thandi/ } });
  const attempt = anAttempt();
  const error = await smtpTransport(mail.url, "x@thuma.example", limits).send(envelope, attempt).catch(String);
  expect(error).toContain("didn't ask for the text within 1 s");
  expect([attempt.left, mail.texts]).toEqual([false, 0]);
});

test("one that has the text gets longer; if it never answers, the email counts as sent", async () => {
  const patient = await aMailServer({ answersAfterMs: 1_300 });
  await smtpTransport(patient.url, "x@thuma.example", limits).send(envelope, anAttempt());
  expect(patient.received).toHaveLength(1);

  const silent = await aMailServer({ hangsAt: { text: /thandi/ } });
  const attempt = anAttempt();
  await expect(smtpTransport(silent.url, "x@thuma.example", limits).send(envelope, attempt)).rejects.toThrow("Timeout");
  expect([attempt.left, silent.texts]).toEqual([true, 1]);
});

test("a failure is the server's own only before it has the text, and never for the receiver's name", async () => {
  const transport = (url: string) => smtpTransport(url, "x@thuma.example", limits);
  const away = transport(`smtp://127.0.0.1:${await freePort()}`);
  await expect(away.send(envelope, anAttempt())).rejects.toBeInstanceOf(ChannelError);

  const silent = await aMailServer({ hangsAt: { text: /thandi/ } });
  const { url } = await aMailServer();
  for (const [server, to] of [
    [silent.url, envelope.to],
    [url, "(Nobody any more.)"],
  ] as const) {
    const sending = transport(server).send({ ...envelope, to }, anAttempt());
    const error = await sending.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(ChannelError);
  }
});

test("stopped before its text was sent, an email never arrives", async () => {
  const mail = await aMailServer({ hangsAt: { name: /thandi/ } });
  const attempt = anAttempt();
  const sending = smtpTransport(mail.url, "x@thuma.example").send(envelope, attempt);
  attempt.cancel.abort(new Error("the site stops"));
  await expect(sending).rejects.toThrow();
  expect([attempt.left, mail.texts]).toEqual([false, 0]);
});

function anAttempt() {
  const cancel = new AbortController();
  const attempt = {
    cancel,
    signal: cancel.signal,
    left: false,
    textLeaves() {
      attempt.left = true;
    },
    answered: () => undefined,
  };
  return attempt;
}

/** A server that accepts connections and never answers. */
async function aSilentPort(): Promise<number> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => void sockets.push(socket.on("error", () => undefined)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  return typeof address === "object" && address ? address.port : expect.fail("no port");
}
