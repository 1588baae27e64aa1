import { setImmediate as nextTurn } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { cancelAbandoned, tellOfOpenLists } from "#app/domain/bookings/open-lists.server";
import {
  openOrdersOf,
  orderOpenList,
  quotesOfOrder,
  unpaidElsewhere,
} from "#app/domain/parcels/quotes/payment-order.server";
import { quoteById } from "#app/domain/parcels/quotes/saved-quotes.server";
import { DAYS, HOURS } from "#app/durations";
import { quotes } from "#db/schema/quotes";
import { storeSiteFacts } from "#db/site-facts.server";
import type { Store } from "#db/store.server";
import { sumOf } from "../../support/a-list";
import { aShop } from "../../support/a-shop";
import { officeForEachTest } from "../../support/an-office";

const morning = new Date("2026-11-23T08:00:00Z");
const after = (ms: number) => new Date(morning.getTime() + ms);
const EMAIL = "shop@example.co.za";

const office = officeForEachTest();
let shop: Awaited<ReturnType<typeof aShop>>;
beforeEach(async () => {
  shop = await aShop(office, EMAIL, morning);
  await storeSiteFacts(office.store, siteFacts, morning);
});

const siteFacts = {
  ...{ appUrl: "https://thuma.example", paymentMode: "sandbox" as const, trackingUrl: null, quietHours: "none" },
  company: { vatNumber: null, registrationNumber: null },
  contact: { phone: null, email: null, address: null },
};
const subjects = () =>
  office
    .staff<{ subject: string }>(`SELECT subject FROM staff_mail WHERE to_address = '${EMAIL}' ORDER BY queued_at`)
    .map(({ subject }) => subject);

test("a shop is told once a day at most what waits, and no more once it is paid or its price ran out", async () => {
  await tellOfOpenLists(office.store, morning);
  expect(subjects()).toEqual([]);
  const first = await shop.book();
  const second = await shop.book();
  for (const hours of [1, 2]) await tellOfOpenLists(office.store, after(hours * HOURS));
  expect(subjects()).toEqual(["2 parcels of your shop are not paid yet"]);
  const [email] = office.staff<{ text: string }>(
    "SELECT text_body AS text FROM outgoing_mails WHERE letter_key LIKE 'open-list%'",
  );
  const named = /Bookings: +(.*)/.exec(email?.text ?? "")?.[1]?.split(", ");
  expect(named?.toSorted()).toEqual([first.reference, second.reference].toSorted());
  await tellOfOpenLists(office.store, after(1 * DAYS));
  expect(subjects()).toHaveLength(2);
  const orderId = await office.store.tx((tx) => orderOpenList(tx, first));
  const order = await quotesOfOrder(office.store.read, orderId);
  await office.tell({ id: orderId, grandTotalCents: sumOf(order) }, { pfPaymentId: "1" }, after(1 * DAYS));
  await shop.book("expired", morning);
  const before = subjects().length;
  await tellOfOpenLists(office.store, after(8 * DAYS));
  expect(subjects()).toHaveLength(before);
});

test("a shop isn't asked for what a bank may still pay", async () => {
  const { read } = office.store;
  const booked = await shop.book();
  const orderId = await office.store.tx((tx) => orderOpenList(tx, booked));
  const uid = booked.uid ?? "";
  expect(await openOrdersOf(read, uid)).toEqual([{ orderId, bookings: 1 }]);
  expect(await unpaidElsewhere(read, uid, "another")).toBe(1);
  await office.tell({ ...booked, id: orderId }, { status: "PENDING" }, morning);
  await tellOfOpenLists(office.store, after(1 * HOURS));
  expect(subjects()).toEqual([]);
  expect(await openOrdersOf(read, uid)).toEqual([]);
  expect(await unpaidElsewhere(read, uid, "another")).toBe(0);
});

test("what nobody paid within 14 days after its price ran out is cancelled, and its reference is free again", async () => {
  const abandoned = await shop.book("1001");
  const pending = await shop.book("1002");
  await office.tell(pending, { pfPaymentId: "2", status: "PENDING" }, morning);
  const onAForm = await office.booked({}, morning);
  await cancelAbandoned(office.store, after(20 * DAYS));
  expect(await quoteById(office.store.read, abandoned.id)).toMatchObject({ status: "pending_payment" });
  await cancelAbandoned(office.store, after(22 * DAYS));
  await cancelAbandoned(office.store, after(22 * DAYS));
  const statuses = await Promise.all([abandoned, pending, onAForm].map(({ id }) => quoteById(office.store.read, id)));
  expect(statuses.map((quote) => quote?.status)).toEqual(["cancelled", "pending_payment", "pending_payment"]);
  expect(office.staff("SELECT who, details FROM staff_history")).toEqual([
    { who: "the site", details: "It was not paid within 14 days after its price ran out." },
  ]);
  expect(subjects()).toEqual([expect.stringMatching(/^Request cancelled/)]);
  expect((await shop.book("1001", after(22 * DAYS))).reference).toBe("1001");
});

test("while some are cancelled others have their turn, and what is paid meanwhile isn't cancelled, nor told of", async () => {
  const [abandoned, paid] = [await shop.book("1001"), await shop.book("1002")];
  let turns = 0;
  const next = () => {
    turns += 1;
    running = setImmediate(next);
  };
  let running = setImmediate(next);
  onTestFinished(() => clearImmediate(running));
  /** Somebody pays just before the first of these is written. */
  const whilePaid = (write: () => Promise<unknown>): Store => ({
    ...office.store,
    async tx(work) {
      await write();
      return office.store.tx(work);
    },
  });
  let isPaid = false;
  const pays = whilePaid(async () => {
    if (!isPaid) await office.tell(paid, { pfPaymentId: "2", status: "PENDING" }, after(22 * DAYS));
    isPaid = true;
  });
  const turnsBefore = turns;
  await cancelAbandoned(pays, after(22 * DAYS));
  expect(turns - turnsBefore).toBeGreaterThanOrEqual(2);
  const statuses = await Promise.all([abandoned, paid].map(({ id }) => quoteById(office.store.read, id)));
  expect(statuses.map((quote) => quote?.status)).toEqual(["cancelled", "pending_payment"]);
  const waiting = await shop.book("1003", after(23 * DAYS));
  const before = subjects().length;
  await tellOfOpenLists(
    whilePaid(() => office.tell(waiting, { pfPaymentId: "3" }, after(23 * DAYS))),
    after(23 * DAYS),
  );
  expect(
    subjects()
      .slice(before)
      .filter((subject) => subject.includes("not paid yet")),
  ).toEqual([]);
});

/**
 * `ABANDONED=1200 npm test -- tests/domain/bookings/open-lists.test.ts` prints the longest of the turns between which others have
 * theirs: in this thread's processor time, which other programs don't change.
 */
const MANY = Number(process.env.ABANDONED ?? 20);

test(`others have their turn between ${MANY} bookings that are cancelled`, async () => {
  // Of one shop at most 300 may wait.
  const shops = [shop];
  for (let at = 0; at < MANY; at += 1) {
    const next = Math.floor(at / 300);
    shops[next] ??= await aShop(office, `shop-${next}@example.co.za`, morning);
    await shops[next].book(String(at));
  }
  let [turns, longestMs, last, isOver] = [0, 0, processorMs(), false];
  const others = (async () => {
    for (; !isOver; turns += 1) {
      await nextTurn();
      longestMs = Math.max(longestMs, processorMs() - last);
      last = processorMs();
    }
  })();
  await cancelAbandoned(office.store, after(22 * DAYS));
  isOver = true;
  await others;
  expect(turns).toBeGreaterThanOrEqual(MANY);
  expect(await office.store.read.$count(quotes, eq(quotes.status, "cancelled"))).toBe(MANY);
  if (process.env.ABANDONED) process.stdout.write(`The longest turn took ${longestMs.toFixed(1)} ms.\n`);
});

function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
