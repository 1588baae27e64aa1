import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { issueLink } from "#app/domain/accounts/action-links.server";
import { register } from "#app/domain/accounts/register.server";
import { startSession } from "#app/domain/accounts/sessions.server";
import { takeNotice } from "#app/domain/bookings/payments/take-notice.server";
import { applicationSchema } from "#app/domain/drivers/applications/application.server";
import { receiveApplication } from "#app/domain/drivers/applications/applications.server";
import { attemptsOf, keepNotice } from "#app/domain/money/attempts.server";
import { casesAbout, closeCase } from "#app/domain/parcels/cases.server";
import { historyOf, waybillOfQuote } from "#app/domain/parcels/issue-waybill.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { PRICE_HELD_MS, quoteById } from "#app/domain/parcels/quotes/saved-quotes.server";
import { booksKeptSince, keeping, monthsBefore } from "#app/domain/people/keeping-times";
import { startTidying, tidy } from "#app/domain/people/tidy.server";
import { queueEmail } from "#app/domain/post/outbox.server";
import { DAYS, MINUTES } from "#app/durations";
import { isPostgres } from "#db/dialect";
import { actionLinks, rateLimits } from "#db/schema/accounts";
import { driverApplications } from "#db/schema/drivers";
import { outgoingMails } from "#db/schema/mail";
import { paymentNotices, payments, refunds } from "#db/schema/payments";
import { quotes } from "#db/schema/quotes";
import { sessions } from "#db/schema/sessions";
import { openStore, type Store } from "#db/store.server";
import { aDraft } from "../../../demo/a-draft";
import { limitsAsked } from "../../../demo/limits-asked";
import { snapshotName, surplus, takenAt } from "../../../server/backup/snapshot-folder";
import { aBooking, aQuote } from "../../support/a-booking";
import { aFolder, aStore } from "../../support/a-store";
import { openedCase } from "../../support/opened-case";
import { aNotice, sandboxAccount } from "../../support/payfast-stand-in";
import { storePlace } from "../../support/store-place";
import { aTypedApplication } from "../drivers/applications/an-application";

const now = new Date("2034-11-21T10:00:00Z");
const daysAgo = (days: number) => new Date(now.getTime() - days * DAYS);

let store: Store;
let folder: string;
beforeEach(async () => {
  folder = aFolder();
  store = await aStore(path.join(folder, "courier.db"));
});

const tidyNow = (moment = now) => tidy(store, path.join(folder, "outbox"), moment);
const change = (id: string, set: Partial<Quote>) =>
  store.tx((tx) => tx.update(quotes).set(set).where(eq(quotes.id, id)));

/** A paid booking with its waybill and email. */
async function aPaidBooking(at: Date, pfPaymentId = "1"): Promise<Quote> {
  const quote = await aBooking(store, at);
  const senderChecks = { isSender: () => true, confirm: async () => "valid" as const };
  const notice = {
    body: aNotice(quote, { pf_payment_id: pfPaymentId, name_first: "Thandi" }),
    clientAddress: "1.2.3.4",
  };
  await takeNotice(store, sandboxAccount, senderChecks, notice, "http://localhost", at);
  await store.tx((tx) => tx.update(outgoingMails).set({ state: "sent" }));
  return quote;
}

/** The names that are left in a booking. */
async function peopleIn({ id }: Quote): Promise<string> {
  const quote = await quoteById(store.read, id);
  return [quote?.email, quote?.formSnapshot.addresses.fromName, quote?.formSnapshot.addresses.toPhone].join();
}
const aRegistration = { email: "thandi@example.co.za", name: "Thandi Nkosi", phone: "0821234567", passwordHash: "-" };
const EVERYBODY = "thandi@example.co.za,Thandi Nkosi,+27 73 555 0101";

test("deletes four rows at a time, and leaves the loop to customers in between", async () => {
  for (let made = 0; made < 12; made += 1) await aQuote(store, aDraft(), daysAgo(400));
  let ended = 0;
  const pauses: number[] = [];
  const watched: Store = {
    ...store,
    tx: async (work) => {
      if (ended > 0) pauses.push(performance.now() - ended);
      const done = await store.tx(work);
      ended = performance.now();
      return done;
    },
  };
  expect(await tidy(watched, path.join(folder, "outbox"), now)).toEqual({ quotes: 12 });
  expect(pauses.filter((ms) => ms > 55).length).toBeGreaterThanOrEqual(3);
});

describe("a quote that was never booked", () => {
  const pricedAgo = (days: number) => new Date(daysAgo(days).getTime() - PRICE_HELD_MS);

  test("is deleted 90 days after its price expired, and not a day earlier", async () => {
    const old = await aQuote(store, aDraft(), pricedAgo(keeping.quoteDays + 1));
    const recent = await aQuote(store, aDraft(), pricedAgo(keeping.quoteDays - 1));
    expect(await tidyNow()).toEqual({ quotes: 1 });
    expect(await quoteById(store.read, old.id)).toBeNull();
    expect(await quoteById(store.read, recent.id)).toEqual(recent);
  });

  test("stays while its customer waits for a manual price", async () => {
    const waiting = await aQuote(store, aDraft(), daysAgo(1000));
    await change(waiting.id, { status: "manual", manualRequestedAt: daysAgo(1000) });
    expect(await tidyNow()).toEqual({});
    await change(waiting.id, { status: "cancelled", updatedAt: daysAgo(keeping.quoteDays - 1) });
    expect(await tidyNow()).toEqual({});
    await change(waiting.id, { updatedAt: daysAgo(keeping.quoteDays + 1) });
    expect(await tidyNow()).toEqual({ quotes: 1 });
  });

  test("is deleted in small steps, however many there are, and others can book meanwhile", async () => {
    for (let at = 0; at < 250; at += 1) await aQuote(store, aDraft(), daysAgo(200));
    const [tidied] = await Promise.all([tidyNow(), aBooking(store, now)]);
    expect(tidied).toEqual({ quotes: 250 });
    expect(await store.read.$count(quotes)).toBe(1);
  });
});

describe("a booking that was never paid", () => {
  test("is anonymised after 90 days, and not a day earlier", async () => {
    const old = await aBooking(store, daysAgo(keeping.unpaidBookingDays + 1));
    const recent = await aBooking(store, daysAgo(keeping.unpaidBookingDays - 1));
    expect(await tidyNow()).toEqual({ unpaidBookings: 1 });
    expect(await peopleIn(old)).toBe(",,");
    expect(await peopleIn(recent)).toBe(EVERYBODY);
  });

  test("is cancelled with that: a parcel that can't be collected must not be paid", async () => {
    const old = await aBooking(store, daysAgo(100));
    await change(old.id, { uid: "somebody" });
    await tidyNow();
    expect(await quoteById(store.read, old.id)).toMatchObject({ status: "cancelled", uid: null, guestId: null });
    expect(await attemptsOf(store.read, old.id)).toMatchObject([{ state: "started" }]);
  });

  test("keeps everything while its new price is held", async () => {
    const renewed = await aBooking(store, daysAgo(100));
    await change(renewed.id, { expiresAt: new Date(now.getTime() + 1) });
    expect(await tidyNow()).toEqual({});
  });

  test.each(["pending", "complete", "duplicate"] as const)("keeps everything while a payment is %s", async (state) => {
    const booking = await aBooking(store, daysAgo(1000));
    await store.tx((tx) => tx.update(payments).set({ state }));
    expect(await tidyNow()).toEqual({});
    expect(await peopleIn(booking)).toBe(EVERYBODY);
  });
});

describe("a paid booking", () => {
  const lastMoment = new Date("2029-02-28T21:59:59Z");
  const nextYear = new Date("2029-02-28T22:00:00Z");

  test.each([
    ["the day before the fifth year is over", "2026-02-28T21:59:59Z", "2020-02-29T22:00:00.000Z"],
    ["the day that it is over", "2026-02-28T22:00:00Z", "2021-02-28T22:00:00.000Z"],
    ["the end of that year", "2026-12-31T12:00:00Z", "2021-02-28T22:00:00.000Z"],
  ])("books are kept: %s", (_, today, since) => {
    expect(booksKeptSince(new Date(today)).toISOString()).toBe(since);
  });

  test("is anonymised five years after the end of its tax year, and not a moment earlier", async () => {
    const old = await aPaidBooking(lastMoment, "1");
    const younger = await aPaidBooking(nextYear, "2");
    expect((await tidyNow(new Date("2034-02-28T21:59:59Z"))).closedBooks).toBeUndefined();
    expect(await tidyNow(new Date("2034-02-28T22:00:00Z"))).toMatchObject({ closedBooks: 1 });
    expect([await peopleIn(old), await peopleIn(younger)]).toEqual([",,", EVERYBODY]);
  });

  test("counts from its payment, if that was in the next tax year", async () => {
    await aPaidBooking(lastMoment);
    await store.tx((tx) => tx.update(payments).set({ settledAt: nextYear }));
    expect((await tidyNow()).closedBooks).toBeUndefined();
  });

  test("keeps everything while a second payment is still to be refunded", async () => {
    const booking = await aPaidBooking(lastMoment, "1");
    const second = { ...(await attemptsOf(store.read, booking.id))[0], id: "second", pfPaymentId: "2" };
    await store.tx((tx) => tx.insert(payments).values({ ...second, state: "duplicate", paidCents: 500 } as never));
    const refund = { paymentId: "second", notedAt: now };
    await store.tx((tx) => tx.insert(refunds).values({ ...refund, reference: "a", amountCents: 499 }));
    expect((await tidyNow()).closedBooks).toBeUndefined();
    await store.tx((tx) => tx.insert(refunds).values({ ...refund, reference: "b", amountCents: 1 }));
    expect((await tidyNow()).closedBooks).toBe(1);
  });

  test("stays in the accounts: revenue, postal codes and waybill are unchanged", async () => {
    const booking = await aPaidBooking(lastMoment);
    const books = () =>
      store.read
        .select({
          cents: sql`sum(${quotes.grandTotalCents})`,
          paid: sql`sum(${payments.paidCents})`,
          from: quotes.fromPostal,
          to: quotes.toPostal,
          status: quotes.status,
        })
        .from(quotes)
        .innerJoin(payments, eq(payments.quoteId, quotes.id))
        .groupBy(quotes.fromPostal, quotes.toPostal, quotes.status);
    const before = [await books(), await waybillOfQuote(store.read, booking.id)];
    await tidyNow();
    expect([await books(), await waybillOfQuote(store.read, booking.id)]).toEqual(before);
    const waybill = await waybillOfQuote(store.read, booking.id);
    expect(await historyOf(store.read, waybill?.waybillNo ?? "")).toMatchObject([{ kind: "booked" }]);
  });

  // A danger of SQLite files only: deleted data stays readable in them until other rows overwrite it.
  test.runIf(!isPostgres)(
    "leaves nobody's name, street, phone, email or words in the file, nor in its free pages",
    async () => {
      const draft = aDraft({ parcel: { parcelDesc: "Insulin for Gogo", specialInstructions: "Ring twice" } });
      const quote = await aQuote(store, draft, lastMoment);
      await change(quote.id, { bookedAt: lastMoment, status: "waybill_created" });
      const { waybillNo } = (await waybillOfQuote(store.read, (await aPaidBooking(lastMoment)).id)) ?? expect.fail();
      const report = { kind: "damaged", words: "Insulin gone", contact: "sipho@example.co.za" } as const;
      await openedCase({ store }, waybillNo, report, { now: lastMoment });
      await store.tx((tx) => tx.update(outgoingMails).set({ state: "sent" }));
      await store.close();
      const personal = /Thandi|Sipho|thandi@|sipho@|Mphuti|Ncome|Blue gate|Insulin|Ring twice|555 0101|1\.2\.3\.4/g;
      const found = () => readFileSync(path.join(folder, "courier.db"), "latin1").match(personal);
      expect(found()?.length).toBeGreaterThan(20);
      const again = await openStore(await storePlace(path.join(folder, "courier.db")));
      await tidy(again, folder, now);
      await again.close();
      expect(found()).toBeNull();
    },
  );
});

describe("the rest", () => {
  test("emails are deleted 90 days after they were sent or given up; queued ones are sent first", async () => {
    for (const [state, days] of [
      ["sent", keeping.emailDays + 1],
      ["sent", keeping.emailDays - 1],
      ["dead", keeping.emailDays + 1],
      ["queued", keeping.emailDays + 1],
    ] as const) {
      const email = { key: `${state}-${days}`, to: "thandi@example.co.za", subject: "", text: "", html: "" };
      await store.tx(async (tx) => {
        await queueEmail(tx, limitsAsked, email, daysAgo(days));
        await tx.update(outgoingMails).set({ state }).where(eq(outgoingMails.emailKey, email.key));
      });
    }
    expect(await tidyNow()).toEqual({ emails: 2 });
    const left = await store.read.select({ key: outgoingMails.emailKey }).from(outgoingMails);
    expect(left.map(({ key }) => key).sort()).toEqual(["queued-91", "sent-89"]);
  });

  test("emails in files are deleted too, and nothing else in their folder", async () => {
    const outbox = path.join(folder, "outbox");
    mkdirSync(outbox);
    const day = (days: number) => daysAgo(days).toISOString().slice(0, 10);
    const kept = [`${day(keeping.emailDays)}-a.eml`, "notes.eml", "2001-01-01-notes.txt"];
    for (const file of [...kept, `${day(keeping.emailDays + 1)}-b.eml`]) writeFileSync(path.join(outbox, file), "");
    expect(await tidyNow()).toEqual({ emailFiles: 1 });
    expect(readdirSync(outbox).sort()).toEqual(kept.sort());
  });

  test("refused notices are deleted after 90 days; accepted ones stay with their booking", async () => {
    const received = { body: "", clientAddress: "" };
    const record = { names: null, mode: "sandbox", reason: null } as const;
    await store.tx(async (tx) => {
      for (const outcome of ["refused", "ask_again"]) {
        await keepNotice(tx, received, { ...record, outcome }, daysAgo(keeping.refusedNoticeDays + 1));
      }
      await keepNotice(tx, received, { ...record, outcome: "refused" }, daysAgo(keeping.refusedNoticeDays - 1));
      await keepNotice(tx, received, { ...record, outcome: "settle" }, daysAgo(1000));
    });
    expect(await tidyNow()).toEqual({ refusedNotices: 2 });
    expect(await store.read.$count(paymentNotices)).toBe(2);
  });

  test("cases are deleted twelve months after they were closed; open ones stay", async () => {
    const { waybillNo } = (await waybillOfQuote(store.read, (await aPaidBooking(now)).id)) ?? expect.fail();
    const closedAt = monthsBefore(now, keeping.caseMonths);
    for (const [words, moment] of [
      ["old", new Date(closedAt.getTime() - 1)],
      ["recent", closedAt],
      ["open", null],
    ] as const) {
      const report = { kind: "damaged", words, contact: null } as const;
      const { caseNo } = await openedCase({ store }, waybillNo, report, { now: daysAgo(1000) });
      if (moment) await store.tx((tx) => closeCase(tx, caseNo, moment));
    }
    await store.tx((tx) => tx.delete(outgoingMails));
    expect(await tidyNow()).toEqual({ cases: 1 });
    expect((await casesAbout(store.read, waybillNo)).map(({ words }) => words)).toEqual(["recent", "open"]);
  });

  test("applications are deleted twelve months after the last message, the driver's or ours", async () => {
    const yearAgo = monthsBefore(now, keeping.applicationMonths);
    const [old, recent] = [new Date(yearAgo.getTime() - 1), yearAgo];
    const typed = aTypedApplication();
    const application = applicationSchema(typed, now).parse(typed);
    for (const [id_number, answeredAt, decidedAt, state] of [
      ["old", old, null, "sent"],
      ["recent", recent, null, "sent"],
      ["answered lately", old, recent, "sent"],
      ["not mailed yet", old, null, "queued"],
    ] as const) {
      await receiveApplication(store, { ...application, id_number }, { formKey: id_number, sender: null }, old);
      await store.tx(async (tx) => {
        const [{ id = "" } = {}] = await tx
          .update(driverApplications)
          .set({ answeredAt, decidedAt })
          .where(eq(driverApplications.id_number, id_number))
          .returning();
        const email = { emailKey: `driver-application:${id}:${answeredAt.toISOString()}`, state, nextAttemptAt: now };
        await tx
          .update(outgoingMails)
          .set(email)
          .where(eq(outgoingMails.emailKey, `driver-application:${id}:${old.toISOString()}`));
      });
    }
    expect(await tidyNow()).toEqual({ applications: 1 });
    const left = await store.read.select().from(driverApplications);
    expect(left.map(({ id_number }) => id_number)).not.toContain("old");
  });

  test("running it again finds nothing to do", async () => {
    await aQuote(store, aDraft(), daysAgo(200));
    await aBooking(store, daysAgo(200));
    await aPaidBooking(daysAgo(2500));
    expect(Object.keys(await tidyNow()).sort()).toEqual(["closedBooks", "emails", "quotes", "unpaidBookings"]);
    expect(await tidyNow()).toEqual({});
  });
});

test("sessions and links that have ended, and counts, are deleted without being reported", async () => {
  const uid = "nobody";
  const before = daysAgo(100);
  await store.tx(async (tx) => {
    const { account } = await register(tx, limitsAsked, { ...aRegistration, registrationKey: uid }, before);
    const link = { purpose: "verifyEmail", subject: uid, address: "thandi@example.co.za", livesMs: DAYS };
    for (const at of [now, before]) await issueLink(tx, link, at);
    // A sign-in deletes those that have ended by then.
    for (const at of [now, before])
      for (const kind of ["customer", "driver", "office"] as const)
        await startSession(tx, kind, { who: kind === "driver" ? String(at) : account.uid, browser: "" }, at);
  });
  await store.tx((tx) =>
    tx
      .update(sessions)
      .set({ expiresAt: daysAgo(1) })
      .where(eq(sessions.createdAt, before)),
  );
  const counted = async () => Promise.all([sessions, actionLinks].map((each) => store.read.$count(each)));
  expect(await counted()).toEqual([6, 2]);
  expect(await tidyNow()).toEqual({});
  expect(await counted()).toEqual([3, 1]);
});

describe("while the process runs", () => {
  const report = { done: vi.fn(), failed: vi.fn() };
  beforeEach(() => {
    report.done.mockClear();
    report.failed.mockClear();
  });

  test("data is deleted at the start; a process that stops finishes only what it has begun", async () => {
    for (let at = 0; at < 3; at += 1) await aQuote(store, aDraft(), daysAgo(200));
    const stopped = startTidying(store, folder, () => now, report);
    await stopped.stop();
    expect(report.done.mock.calls).toEqual([[{}]]);
    const tidying = startTidying(store, folder, () => now, report);
    await expect.poll(() => report.done.mock.calls.length).toBe(2);
    await tidying.stop();
    expect(report.done).toHaveBeenLastCalledWith({ quotes: 3 });
  });

  // PostgreSQL's driver uses timers too, which would stand still with ours.
  test.runIf(!isPostgres)(
    "it is deleted every night at half past one in South Africa, until the process stops",
    async () => {
      const clock = { now: new Date("2026-11-21T23:20:00Z"), toFake: ["setTimeout", "clearTimeout", "Date"] as const };
      vi.useFakeTimers({ ...clock, toFake: [...clock.toFake] });
      onTestFinished(() => void vi.useRealTimers());
      const tidying = startTidying(store, folder, () => new Date(), report);
      const rounds = async (minutes: number) => {
        await vi.advanceTimersByTimeAsync(minutes * MINUTES);
        await expect.poll(() => report.done.mock.calls.length).toBeGreaterThan(0);
        return report.done.mock.calls.length;
      };
      expect(await rounds(9)).toBe(1);
      await vi.advanceTimersByTimeAsync(1 * MINUTES);
      await tidying.stop();
      expect(report.done).toHaveBeenCalledTimes(2);
      await vi.advanceTimersByTimeAsync(2 * DAYS);
      expect(report.done).toHaveBeenCalledTimes(2);
      expect(report.failed).not.toHaveBeenCalled();
    },
  );
});

describe("what is counted for an hour", () => {
  // PostgreSQL's driver uses timers too, which would stand still with ours.
  test.runIf(!isPostgres)("is deleted a minute after that, even if nobody tries again", async () => {
    vi.useFakeTimers({ now, toFake: ["setTimeout", "clearTimeout", "Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const hourLater = new Date(now.getTime() + 60 * MINUTES);
    const row = { key: "lettersTo:fingerprint", points: 1, expire: hourLater };
    await store.tx((tx) => tx.insert(rateLimits).values(row));
    const failed = vi.fn();
    const tidying = startTidying(store, path.join(folder, "outbox"), () => new Date(), {
      done: () => undefined,
      failed,
    });
    await vi.advanceTimersByTimeAsync(59 * MINUTES);
    expect(await store.read.$count(rateLimits)).toBe(1);
    await vi.advanceTimersByTimeAsync(2 * MINUTES);
    await tidying.stop();
    expect(await store.read.$count(rateLimits)).toBe(0);
    expect(failed).not.toHaveBeenCalled();
  });

  test("an error is reported, and the next minute tries again", async () => {
    vi.useFakeTimers({ now, toFake: ["setTimeout", "clearTimeout", "Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const failed = vi.fn();
    const broken = { ...store, tx: () => Promise.reject(new Error("locked")) };
    const tidying = startTidying(broken, path.join(folder, "outbox"), () => new Date(), {
      done: () => undefined,
      failed,
    });
    await vi.advanceTimersByTimeAsync(2 * MINUTES);
    await tidying.stop();
    // At the start, and in each of two minutes.
    expect(failed.mock.calls.filter(([error]) => error.message === "locked")).toHaveLength(3);
  });
});

test("nightly snapshots are deleted by the time that the privacy page gives", () => {
  const nights = Array.from({ length: 100 }, (_, night) => snapshotName(daysAgo(night)));
  const gone = surplus(nights, now);
  const ages = nights
    .filter((name) => !gone.includes(name))
    .map((name) => now.getTime() - (takenAt(name)?.getTime() ?? 0));
  expect(ages.length).toBeGreaterThan(7);
  expect(Math.max(...ages)).toBeLessThanOrEqual(keeping.snapshotWeeks * 7 * DAYS);
});
