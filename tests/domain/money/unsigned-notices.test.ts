import { expect, test } from "vitest";
import { type NoticeReceipt, takeNotice } from "#app/domain/bookings/payments/take-notice.server";
import {
  FROM_PAYFAST,
  MOST_ROWS,
  orderNamed,
  SAMPLE_BYTES_OF_DAY,
  SAMPLE_BYTES_OF_NETWORK,
} from "#app/domain/money/unsigned-notices.server";
import { keeping } from "#app/domain/people/keeping-times";
import { tidy } from "#app/domain/people/tidy.server";
import { DAYS } from "#app/durations";
import { paymentNotices, unsignedNotices } from "#db/schema/payments";
import { storeSiteFacts } from "#db/site-facts.server";
import { aBooking } from "../../support/a-booking";
import { aFolder } from "../../support/a-store";
import { officeForEachTest } from "../../support/an-office";
import { aNotice, sandboxAccount } from "../../support/payfast-stand-in";

const monday = new Date("2026-11-16T08:00:00Z");
const KB = 1024;
const large = (quoteId: string) => `m_payment_id=${quoteId}&x=${"é".repeat(60 * KB)}&signature=${"0".repeat(32)}`;

const office = officeForEachTest();

test("600 large ones from one network are one count, within the network's allowance", async () => {
  for (let n = 0; n < 600; n += 1) await receive(large(`order-${n}`), "a network");
  expect(await rows()).toMatchObject([{ day: "2026-11-16", network: "a network", quoteId: "", notices: 600 }]);
  expect(await bytes()).toBeLessThanOrEqual(SAMPLE_BYTES_OF_NETWORK + 1 * KB);
  expect(await office.store.read.$count(paymentNotices)).toBe(0);
});

test("each network has an allowance of its own", async () => {
  const [one, other] = [await aBooking(office.store, monday), await aBooking(office.store, monday)];
  for (const { id } of [one, other]) for (const network of ["a network", "another"]) await receive(large(id), network);
  const lengths = (await rows()).map(({ network, sample }) => [network, sample.length]);
  const half = SAMPLE_BYTES_OF_NETWORK / 2;
  expect(lengths.toSorted()).toEqual([...Array(2).fill(["a network", half]), ...Array(2).fill(["another", half])]);
});

test("from more networks than anybody has, they stay within a day's limit, and each is counted", async () => {
  for (let n = 0; n < MOST_ROWS + 100; n += 1) await receive(large("unknown"), `network ${n}`);
  const counted = await rows();
  expect(counted).toHaveLength(MOST_ROWS + 1);
  expect(counted.reduce((sum, { notices }) => sum + notices, 0)).toBe(MOST_ROWS + 100);
  expect(counted.find(({ network }) => network === "")?.notices).toBe(100);
  const samples = counted.map(({ sample }) => Buffer.byteLength(sample));
  expect(samples.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(SAMPLE_BYTES_OF_DAY);
  expect(await bytes()).toBeLessThanOrEqual(SAMPLE_BYTES_OF_DAY + (MOST_ROWS + 1) * 200);
});

test("for orders of ours they are counted by order, so that a wrong passphrase is noticed", async () => {
  const [one, other] = [await aBooking(office.store, monday), await aBooking(office.store, monday)];
  await storeSiteFacts(office.store, { appUrl: "https://thuma.example", paymentMode: "sandbox" }, monday);
  const wrong = { ...sandboxAccount, passphrase: "another" };
  for (const booking of [one, one, other]) await receive(aNotice(booking, {}, wrong), "a network");
  await receive(aNotice(one, {}, wrong), "another network");
  await receive(aNotice({ ...one, id: "nobodys" }, {}, wrong), "a network");
  expect(
    office.staff("SELECT day, quote_no, what_to_do, notices, networks, reason, mode FROM staff_payments_unsigned"),
  ).toEqual([
    seen({ quote_no: one.quoteNo, notices: 3, networks: 2 }),
    seen({ quote_no: other.quoteNo, notices: 1, networks: 1 }),
    {
      ...seen({ quote_no: null, notices: 1, networks: 1 }),
      ...{ what_to_do: "Nothing: no order of ours is named", mode: "sandbox" },
    },
  ]);
  const [sample] = office.staff<{ sample: string }>(
    "SELECT sample FROM staff_payments_unsigned WHERE quote_no IS NULL",
  );
  expect(sample?.sample).toContain("m_payment_id=nobodys");
});

test("too many orders from one network are counted together", async () => {
  for (let n = 0; n < 60; n += 1) {
    const booking = await aBooking(office.store, monday);
    await receive(large(booking.id), "a network");
  }
  const counted = await rows();
  expect(counted.length).toBeLessThanOrEqual(51);
  expect(counted.reduce((sum, { notices }) => sum + notices, 0)).toBe(60);
});

test("from PayFast's own addresses they are counted, and stored in full", async () => {
  const booking = await aBooking(office.store, monday);
  const body = aNotice(booking, {}, { ...sandboxAccount, passphrase: "another" });
  await receive(body, FROM_PAYFAST);
  await receive(body, "a network");
  expect(await office.store.read.select().from(paymentNotices)).toMatchObject([{ body, outcome: "refused" }]);
  expect(office.staff("SELECT quote_no, notices, from_payfast FROM staff_payments_unsigned")).toEqual([
    { quote_no: booking.quoteNo, notices: 2, from_payfast: 1 },
  ]);
  expect(office.staff("SELECT * FROM staff_payments_refused")).toEqual([]);
});

test("a signed one is stored in full, wherever it comes from", async () => {
  const booking = await aBooking(office.store, monday);
  await receive(aNotice(booking, { amount_gross: "1.00" }), "a network");
  await receive(aNotice(booking), "a network");
  expect(await rows()).toEqual([]);
  expect(await office.store.read.$count(paymentNotices)).toBe(2);
});

test("each day counts from zero, and the counts are deleted after 30 days", async () => {
  const tomorrow = new Date(monday.getTime() + 1 * DAYS);
  await receive(large("unknown"), "a network", monday);
  await receive(large("unknown"), "a network", tomorrow);
  expect((await rows()).map(({ day, notices }) => [day, notices])).toEqual([
    ["2026-11-16", 1],
    ["2026-11-17", 1],
  ]);
  const later = new Date(tomorrow.getTime() + keeping.unsignedNoticeDays * DAYS);
  expect(await tidy(office.store, aFolder(), later)).toEqual({ unsignedNotices: 1 });
  expect((await rows()).map(({ day }) => day)).toEqual(["2026-11-17"]);
});

const seen = (row: { quote_no: string | null; notices: number; networks: number }) => ({
  day: "2026-11-16",
  what_to_do: "Compare the passphrase with PayFast's, and look the payment up there",
  reason: "The signature does not match.",
  mode: "simulator",
  ...row,
});

/** Receives a notice from a network. */
function receive(body: string, network: string, now = monday): Promise<NoticeReceipt> {
  const senderChecks = { isSender: () => true, confirm: async () => "valid" as const };
  return takeNotice(
    office.store,
    sandboxAccount,
    senderChecks,
    { body, clientAddress: "198.51.100.1", network },
    "http://x",
    now,
  );
}

function rows() {
  return office.store.read.select().from(unsignedNotices).orderBy(unsignedNotices.day);
}

/** The total size of the counts. */
async function bytes(): Promise<number> {
  return Buffer.byteLength(JSON.stringify((await rows()).map((row) => Object.values(row))));
}

test("an order is read from its own field only, wherever that is; nothing else in the notice is trusted", async () => {
  const { id } = await aBooking(office.store, monday);
  const named = (body: string) => orderNamed(office.store.read, body);
  for (const body of [`m_payment_id=${id}`, `a=b&m_payment_id=${id}`, `m_payment_id=${id}&a=b`])
    expect(await named(body)).toBe(id);
  for (const body of ["", `xm_payment_id=${id}`, `m_payment_id=${id}.x`, "m_payment_id=", "m_payment_id=nobodys"])
    expect(await named(body)).toBeNull();
});
