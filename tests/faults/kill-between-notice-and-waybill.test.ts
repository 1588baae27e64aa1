import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { gatewayOf } from "#app/domain/money/gateway.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { SECONDS } from "#app/durations";
import { openStore } from "#db/store.server";
import { aBooking } from "../support/a-booking";
import { inTheFile } from "../support/a-guest";
import { aMailServer } from "../support/a-mail-server";
import { noticeBody } from "../support/payfast-stand-in";
import { type RunningSite, startSite } from "../support/running-site";
import { storePlace } from "../support/store-place";
import { holdWriteLock } from "../support/write-lock";

/** `KILLS=200 npm test -- tests/faults/kill-between-notice-and-waybill.test.ts` kills the site 200 times. */
const KILLS = Number(process.env.KILLS ?? 7);
/** Notices under way at once: at the kill some are settled, some answered, some neither. */
const AT_ONCE = 4;

const dataDir = mkdtempSync(path.join(tmpdir(), "thuma-kill-"));
const file = path.join(dataDir, "courier.db");
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/**
 * When the site is killed after the notices were sent: at moments that can be seen from outside, and at random ones.
 */
const points: Record<string, (seen: Seen) => unknown> = {
  "while the notice is on its way": () => undefined,
  // Another program holds the write lock: every notice has been checked and waits for its transaction.
  "while it waits for the books": ({ lockBooks }) => lockBooks().then(() => pause(60)),
  "at random": () => pause(Math.random() * 150),
  "at random, sooner": () => pause(Math.random() * 40),
  // At once, so that the kill comes before the answer.
  "once the books have the notice": ({ hasNotice }) => {
    const givesUpAt = Date.now() + 3 * SECONDS;
    while (!hasNotice() && Date.now() < givesUpAt);
  },
  "once PayFast has its answer": ({ answered }) => answered,
  "once the mail server has the email": ({ hasEmail }) => until(hasEmail),
};
type Seen = { lockBooks(): Promise<void>; hasNotice(): boolean; answered: Promise<unknown>; hasEmail(): boolean };

test(`killed ${KILLS} times between notice and waybill: nothing confirmed is lost, nothing is doubled, no invoice number is missing`, async () => {
  const bookings = await someBookings(KILLS * AT_ONCE);
  const mail = await aMailServer();
  const env = { DATA_DIR: dataDir, SMTP_URL: mail.url };
  /** The mail server may have received these before the kill: they may be sent again. */
  let inHand = 0;
  let release = async () => {};
  const lockBooks = async () => {
    release = await holdWriteLock(file);
  };
  const names = Object.keys(points);
  const found = { "nothing kept": 0, "kept, not acknowledged": 0, "kept and acknowledged": 0 };
  let unfinished: Quote[] = [];

  for (let round = 0; round < KILLS; round += 1) {
    const these = bookings.slice(round * AT_ONCE, (round + 1) * AT_ONCE);
    const site = await startSite(env);
    // PayFast repeats notices that weren't answered; the site must settle them now, and once.
    for (const booking of unfinished) await settles(site, booking);

    const emailsBefore = mail.texts;
    const hasEmail = () => mail.texts > emailsBefore;
    const noticesBefore = count("payment_notices");
    const hasNotice = () => count("payment_notices") > noticesBefore;
    // Each notice twice, as PayFast may send them.
    const lines = await Promise.all(
      [...these, ...these].map(async (booking) => ({ booking, ...(await lineTo(site.port)) })),
    );
    const answered = Promise.race(lines.map((line) => line.answered));
    await Promise.all(lines.map((line) => line.send(noticeOf(line.booking))));
    await points[names[round % names.length] ?? ""]?.({ lockBooks, hasNotice, answered, hasEmail });
    await site.kill();
    await release();
    inHand += count("outgoing_mails WHERE claimed_at IS NOT NULL");
    const answers = await Promise.all(lines.map(async (line) => ({ ...line, heard: await line.hungUp })));

    for (const booking of these) {
      const isAcknowledged = answers.some(
        (answer) => answer.booking === booking && answer.heard.startsWith("HTTP/1.1 200"),
      );
      const { status, ...kept } = booksOf(booking);
      const isKept = status === "waybill_created";
      expect(kept).toEqual(isKept ? ONCE : { waybills: 0, emails: 0, paid: 0, invoices: 0 });
      expect(isKept || !isAcknowledged).toBe(true);
      found[isKept ? (isAcknowledged ? "kept and acknowledged" : "kept, not acknowledged") : "nothing kept"] += 1;
    }
    expectNoGap();
    unfinished = these;
  }

  const site = await startSite(env);
  for (const booking of unfinished) await settles(site, booking);
  // One to the sender, one to the receiver.
  const emails = 2 * bookings.length;
  // With PostgreSQL, emails of killed processes are sent once their claims have expired after two minutes.
  while (count("outgoing_mails WHERE state = 'sent'") < emails) await pause(500);
  await site.stop();
  expect(count("waybills")).toBe(bookings.length);
  expect(count("payments WHERE state = 'complete'")).toBe(bookings.length);
  expect(count("payments")).toBe(bookings.length);
  expect(count("invoices")).toBe(bookings.length);
  expectNoGap();
  expect(new Set(mail.received.map(({ text }) => waybillIn(text))).size).toBe(bookings.length);
  expect(mail.texts).toBeLessThanOrEqual(emails + inHand);
  console.info(`${KILLS} kills, ${bookings.length} payments, ${mail.texts - emails} emails twice:`, found);
});

const ONCE = { waybills: 1, emails: 1, paid: 1, invoices: 1 };

/** Invoices count 1, 2, 3 … whatever was cut off. */
function expectNoGap(): void {
  const numbers = inTheFile({ dataDir }, "SELECT number FROM invoices ORDER BY number").map(({ number }) => number);
  expect(numbers).toEqual(numbers.map((_, at) => at + 1));
}

function count(rows: string): number {
  return inTheFile<{ found: number }>({ dataDir }, `SELECT count(*) AS found FROM ${rows}`)[0]?.found ?? 0;
}

async function someBookings(count: number): Promise<Quote[]> {
  const store = await openStore(await storePlace(file));
  const bookings: Quote[] = [];
  while (bookings.length < count) bookings.push(await aBooking(store));
  await store.close();
  return bookings;
}

function noticeOf(booking: Quote): string {
  const { merchantId = "", passphrase = "" } = gatewayOf({ mode: "simulator" }, "") ?? {};
  const fields = { quoteId: booking.id, cents: booking.grandTotalCents ?? 0, pfPaymentId: booking.quoteNo };
  return noticeBody({ ...fields, merchantId, passphrase });
}

/**
 * A connection to the site: `answered` resolves at the first byte, `hungUp` with everything that came before it broke.
 */
async function lineTo(port: number) {
  const socket = connect(port, "127.0.0.1");
  let heard = "";
  socket.setEncoding("utf8").on("error", () => undefined);
  const answered = new Promise<void>((resolve) => {
    socket.on("data", (piece: string) => {
      heard += piece;
      resolve();
    });
  });
  const hungUp = new Promise<string>((resolve) => socket.once("close", () => resolve(heard)));
  await once(socket, "connect");
  const send = (body: string) =>
    new Promise<void>((sent) => {
      const type = "application/x-www-form-urlencoded";
      const head = `POST /payfast/notify HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n`;
      socket.write(head + body, () => sent());
    });
  return { send, answered: Promise.race([answered, hungUp]), hungUp };
}

async function settles(site: RunningSite, booking: Quote): Promise<void> {
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  const answer = await fetch(`${site.url}/payfast/notify`, { method: "POST", headers, body: noticeOf(booking) });
  expect(answer.status).toBe(200);
  expect(booksOf(booking)).toEqual({ status: "waybill_created", ...ONCE });
}

function booksOf({ id }: Quote) {
  const [books] = inTheFile(
    { dataDir },
    `SELECT status,
       (SELECT count(*) FROM waybills WHERE quote_id = quotes.id) AS waybills,
       (SELECT count(*) FROM outgoing_mails WHERE letter_key = 'booking-confirmed:' || quotes.id) AS emails,
       (SELECT count(*) FROM invoices WHERE quote_id = quotes.id) AS invoices,
       (SELECT count(*) FROM payments WHERE paid_cents IS NOT NULL AND quote_id = quotes.id) AS paid
     FROM quotes WHERE id = '${id}'`,
  );
  return { ...books };
}

function waybillIn(email: string): string | undefined {
  return /TH[ \d]{10,}/.exec(email)?.[0];
}

/** Checks as often as possible, while answers are still processed. */
async function until(isSo: () => boolean): Promise<void> {
  const givesUpAt = Date.now() + 3 * SECONDS;
  while (!isSo() && Date.now() < givesUpAt) await new Promise((resolve) => setImmediate(resolve));
}
