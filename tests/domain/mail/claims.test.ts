import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { type Claim, claimNext, noteOutcome, releaseClaims, renewClaims } from "#app/domain/mail/claims.server";
import { queueEmail } from "#app/domain/mail/outbox.server";
import { NOT_KEPT } from "#app/domain/mail/stored-emails.server";
import { DAYS, HOURS, MINUTES, SECONDS } from "#app/durations";
import { outgoingMails } from "#db/schema/mail";
import type { Store } from "#db/store.server";
import { storeForEachTest } from "../../support/a-store";

const now = new Date("2026-11-16T08:00:00Z");
const later = (ms: number) => new Date(now.getTime() + ms);
type Row = typeof outgoingMails.$inferSelect;

const store = storeForEachTest();

describe("a claim", () => {
  test("is on the email that has been due longest, then on the one queued first", async () => {
    await anEmail("c", { nextAttemptAt: later(-1), queuedAt: later(-9) });
    await anEmail("b", { nextAttemptAt: later(-2), queuedAt: later(-2) });
    await anEmail("a", { nextAttemptAt: later(-2), queuedAt: later(-3) });
    expect([await claimed(), await claimed(), await claimed(), await claimed()]).toEqual(["a", "b", "c", null]);
  });

  test("names the receiver's mail domain, or the whole address where there is none", async () => {
    await anEmail("a", { toAddress: "Thandi@Example.co.ZA" });
    expect((await claimNext(store, "email", [], now))?.receiver).toBe("example.co.za");
    await anEmail("b", { toAddress: "Nobody" });
    expect((await claimNext(store, "email", [], now))?.receiver).toBe("nobody");
  });

  test("is not on a busy receiver's email, another channel's, or one that isn't due", async () => {
    await anEmail("busy", { toAddress: "x@busy.example" });
    await anEmail("text", { channel: "sms", toAddress: "+27831234567" });
    await anEmail("early", { nextAttemptAt: later(1) });
    expect(await claimed(["busy.example"])).toBeNull();
    expect((await claimNext(store, "sms", [], now))?.email.emailKey).toBe("text");
    expect(await claimed([])).toBe("busy");
    expect(await claimed([])).toBeNull();
  });

  test("that is renewed lasts; one that was given back or is over isn't renewed", async () => {
    await anEmail("ours", { claimedAt: now });
    await anEmail("another's", { claimedAt: now });
    await anEmail("given back");
    await anEmail("over", { claimedAt: now, state: "sent" });
    await renewClaims(store, ["ours", "given back", "over"], later(MINUTES));
    await renewClaims(store, [], later(2 * MINUTES));
    expect(await of("claimedAt")).toEqual({
      ...{ ours: later(MINUTES), "another's": now, "given back": null, over: now },
    });
  });

  test("of a dead process is released: its email is due at once, and one that was withdrawn is given up", async () => {
    await anEmail("old", { claimedAt: later(-1), attempts: 1, nextAttemptAt: later(HOURS) });
    await anEmail("new", { claimedAt: now, attempts: 1, nextAttemptAt: later(HOURS) });
    await anEmail("withdrawn", { claimedAt: later(-1), attempts: 1, withdrawnAt: now });
    await anEmail("waits", { attempts: 1, nextAttemptAt: later(HOURS) });
    await releaseClaims(store, later(5), now);
    expect(await of("claimedAt")).toEqual({ old: null, new: now, withdrawn: null, waits: null });
    expect(await of("nextAttemptAt")).toMatchObject({ old: later(5), new: later(HOURS), waits: later(HOURS) });
    expect(await of("state")).toEqual({ old: "queued", new: "queued", withdrawn: "skipped", waits: "queued" });
    await releaseClaims(store, later(6));
    expect(await of("claimedAt")).toMatchObject({ new: null });
    expect(await of("nextAttemptAt")).toMatchObject({ old: later(5), new: later(6), waits: later(HOURS) });
  });
});

test("looking for work writes nothing when there is none, because each write waits for the disk", async () => {
  await anEmail("early", { nextAttemptAt: later(1) });
  await anEmail("busy", { toAddress: "x@busy.example" });
  const unwritable: Store = { ...store, tx: () => Promise.reject(new Error("written")) };
  expect(await claimNext(unwritable, "email", ["busy.example"], now)).toBeUndefined();
  await renewClaims(unwritable, [], now);
  await releaseClaims(unwritable, now);
  await releaseClaims(unwritable, now, later(1));
  await expect(claimNext(unwritable, "email", [], now)).rejects.toThrow("written");
});

describe("the result of an attempt", () => {
  test("sent: recorded with its time, and a one-time link's text is erased", async () => {
    const outcome = { kind: "sent" } as const;
    await noted(outcome, { lastError: "busy" });
    expect(await only()).toMatchObject({
      ...{ state: "sent", sentAt: now, nextAttemptAt: now, lastError: null, claimedAt: null, textBody: "The text" },
    });
    await noted(outcome, { isSecret: true });
    expect(await only()).toMatchObject({ state: "sent", textBody: NOT_KEPT, htmlBody: NOT_KEPT });
  });

  test("failed: tried again later with its text, or given up without a one-time link's", async () => {
    const outcome = { kind: "failed", error: "mailbox full" } as const;
    await noted(outcome, { isSecret: true });
    expect(await only()).toMatchObject({
      ...{ state: "queued", lastError: "mailbox full", nextAttemptAt: later(30 * SECONDS), textBody: "The text" },
    });
    await noted(outcome, { isSecret: true, attempts: 6 });
    expect(await only()).toMatchObject({
      ...{ state: "dead", lastError: "mailbox full", nextAttemptAt: now, textBody: NOT_KEPT, htmlBody: NOT_KEPT },
    });
  });

  test("released: as if it had never been tried", async () => {
    await noted({ kind: "released" }, { attempts: 2, lastError: "busy" });
    expect(await only()).toMatchObject({
      ...{ state: "queued", attempts: 2, nextAttemptAt: now, claimedAt: null, lastError: "busy" },
    });
  });

  test("failed, of an email that was withdrawn meanwhile: it isn't tried again", async () => {
    await noted({ kind: "failed", error: "mailbox full" }, {}, { withdrawnAt: now });
    expect(await only()).toMatchObject({ state: "skipped", lastError: "taken back", claimedAt: null });
  });

  test("sent, of an email that was withdrawn meanwhile: it was sent", async () => {
    await noted({ kind: "sent" }, {}, { withdrawnAt: now });
    expect(await only()).toMatchObject({ state: "sent", lastError: null });
  });

  test("isn't recorded on an email that is over", async () => {
    await noted({ kind: "failed", error: "mailbox full" }, {}, { state: "skipped", lastError: null });
    expect(await only()).toMatchObject({ state: "skipped", lastError: null });
  });
});

test("a time too far ahead means that the clock was set back, by the longest wait after so many attempts", async () => {
  const isDueWith = async (attempts: number, aheadMs: number, queuedAt = later(attempts === 0 ? DAYS : -DAYS)) => {
    await store.tx((tx) => tx.delete(outgoingMails));
    await anEmail("it", { attempts, nextAttemptAt: later(aheadMs), queuedAt });
    return (await claimed()) === "it";
  };
  // Two clocks may differ by a minute.
  for (const [attempts, longestMs] of [
    [0, 2 * MINUTES],
    [1, 1.5 * MINUTES],
    [2, 3 * MINUTES],
    [6, DAYS + MINUTES],
  ] as const)
    expect([await isDueWith(attempts, longestMs), await isDueWith(attempts, longestMs + 1)]).toEqual([false, true]);
  // Held before its first attempt for a day, it waits; queued in the future, it doesn't.
  const heldOver = async (queuedMs: number) => isDueWith(0, DAYS + queuedMs, later(queuedMs));
  expect([await heldOver(0), await heldOver(MINUTES), await heldOver(MINUTES + 1)]).toEqual([false, false, true]);
});

async function anEmail(key: string, given: Partial<Row> = {}): Promise<void> {
  await store.tx(async (tx) => {
    const email = { key, to: "thandi@example.co.za", subject: key, text: "The text", html: "The text" };
    await queueEmail(tx, email, later(-10));
    await tx
      .update(outgoingMails)
      .set({ id: key, ...given })
      .where(eq(outgoingMails.emailKey, key));
  });
}

const claimed = async (except: string[] = []) => (await claimNext(store, "email", except, now))?.email.id ?? null;

/** Claims an email, changes it meanwhile, and records the attempt's result. */
async function noted(outcome: Parameters<typeof noteOutcome>[2], before: Partial<Row>, meanwhile: Partial<Row> = {}) {
  await store.tx((tx) => tx.delete(outgoingMails));
  await anEmail("it", before);
  const claim: Claim = (await claimNext(store, "email", [], now)) ?? expect.fail("nothing is due");
  await store.tx(async (tx) => {
    if (Object.keys(meanwhile).length > 0) await tx.update(outgoingMails).set(meanwhile);
    await noteOutcome(tx, claim, outcome, now);
  });
}

const all = () => store.read.select().from(outgoingMails);
const only = async () => (await all())[0];
const of = async (column: keyof Row) => Object.fromEntries((await all()).map((row) => [row.id, row[column]]));
