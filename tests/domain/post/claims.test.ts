import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { receiverOf } from "#app/domain/post/channels";
import {
  type Claim,
  claimNext,
  noteOutcome,
  releaseClaims,
  releaseWaiting,
  renewClaims,
} from "#app/domain/post/claims.server";
import { catchUp, dueByReceiver } from "#app/domain/post/due.server";
import { queueEmail } from "#app/domain/post/outbox.server";
import { resendEmail } from "#app/domain/post/resend-email.server";
import { NOT_KEPT } from "#app/domain/post/stored-emails.server";
import { DAYS, HOURS, MINUTES, SECONDS } from "#app/durations";
import { isPostgres } from "#db/dialect";
import { outgoingMails } from "#db/schema/mail";
import type { Store } from "#db/store.server";
import { limitsAsked } from "../../../demo/limits-asked";
import { storeForEachTest } from "../../support/a-store";
import { anOffice } from "../../support/an-office";

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

  test("that a clock which was ahead made begins anew, so that it is released if nobody renews it", async () => {
    await anEmail("ahead", { claimedAt: later(DAYS), attempts: 1 });
    await anEmail("another clock", { claimedAt: later(MINUTES), attempts: 1 });
    await releaseClaims(store, now, later(-2 * MINUTES));
    expect(await of("claimedAt")).toEqual({ ahead: now, "another clock": later(MINUTES) });
    await releaseClaims(store, later(2 * MINUTES + 1), later(1));
    expect(await of("claimedAt")).toMatchObject({ ahead: null });
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

  test("failed because of the channel: waits for it for as long as the gaps take, and no longer", async () => {
    const outcome = { kind: "failed", error: "no connection", isChannels: true } as const;
    await noted(outcome, { queuedAt: later(-31 * HOURS) });
    expect(await only()).toMatchObject({ state: "queued", waitsForChannel: true });
    await noted(outcome, { queuedAt: later(-32 * HOURS) });
    expect(await only()).toMatchObject({ state: "queued", waitsForChannel: false });
  });

  test("released: as if it had never been tried", async () => {
    await noted({ kind: "released" }, { attempts: 2, lastError: "busy" });
    expect(await only()).toMatchObject({
      ...{ state: "queued", attempts: 2, nextAttemptAt: now, claimedAt: null, lastError: "busy" },
    });
  });

  test("failed, of an email that was withdrawn meanwhile: it isn't tried again", async () => {
    await noted({ kind: "failed", error: "mailbox full" }, {}, { withdrawnAt: now });
    expect(await only()).toMatchObject({ state: "skipped", lastError: "no longer true", claimedAt: null });
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

test("what was scheduled in the future goes at once: the clock was set back since, by more than two clocks may differ", async () => {
  const isSentAfter = async (scheduledMs: number, channel: "email" | "sms" = "email") => {
    await store.tx((tx) => tx.delete(outgoingMails));
    await anEmail("it", { nextAttemptAt: later(DAYS), scheduledAt: later(scheduledMs) });
    await catchUp(store, channel, now);
    return (await claimed()) === "it";
  };
  expect([await isSentAfter(0), await isSentAfter(MINUTES), await isSentAfter(MINUTES + 1)]).toEqual([
    ...[false, false, true],
  ]);
  expect(await isSentAfter(DAYS, "sms")).toBe(false);
});

test("each way to schedule a message says when it was done", async () => {
  const at = async (change: () => Promise<unknown>) => {
    await store.tx((tx) => tx.delete(outgoingMails));
    await anEmail("it");
    await change();
    return (await only())?.scheduledAt;
  };
  const soon = later(SECONDS);
  expect(await at(() => store.tx((tx) => resendEmail(tx, "it", async (email) => email.toAddress, soon)))).toEqual(soon);
  expect(await at(() => claimNext(store, "email", [], soon))).toEqual(soon);
  const released = () => claimNext(store, "email", [], now).then(() => releaseClaims(store, soon));
  expect(await at(released)).toEqual(soon);
  await noted({ kind: "failed", error: "mailbox full" }, {});
  expect(await only()).toMatchObject({ scheduledAt: now });
});

test("a success makes four of those due that wait for the channel, those that failed longest ago first, and doesn't count their try", async () => {
  const waits = { attempts: 4, nextAttemptAt: later(HOURS), waitsForChannel: true };
  for (const n of [1, 2, 3, 4, 5, 6])
    await anEmail(`waits ${n}`, { ...waits, queuedAt: later(-n), scheduledAt: later(n) });
  await anEmail("refused by its receiver", { ...waits, waitsForChannel: false });
  await anEmail("a text", { ...waits, channel: "sms" });
  const due = async () =>
    (await all()).filter(({ nextAttemptAt }) => nextAttemptAt <= now).map(({ id, attempts }) => [id, attempts]);
  await store.tx((tx) => releaseWaiting(tx, "email", now));
  expect((await due()).toSorted()).toEqual([1, 2, 3, 4].map((n) => [`waits ${n}`, 3]));
  await store.tx((tx) => releaseWaiting(tx, "email", now));
  expect(await due()).toHaveLength(6);
});

test("a failure of the channel is noted as such, until the message is sent or fails for another reason", async () => {
  await noted({ kind: "failed", error: "no connection", isChannels: true }, {});
  expect(await only()).toMatchObject({ waitsForChannel: true, attempts: 1 });
  await noted({ kind: "failed", error: "550 no" }, { waitsForChannel: true });
  expect(await only()).toMatchObject({ waitsForChannel: false });
});

/** `bench/outbox.mjs` has the figures of both databases. */
test.skipIf(isPostgres)(
  "looking for what is due takes one step in an index for each receiver, however much waits for it",
  async () => {
    const office = await anOffice();
    const { sql, params } = dueByReceiver(office.store.read, "webhook", now).toSQL();
    const values = params.map((value) => (typeof value === "number" ? String(value) : `'${value}'`));
    const asked = sql.replaceAll("?", () => values.shift() ?? expect.fail("a value too few"));
    const plan = office.staff<{ detail: string }>(`EXPLAIN QUERY PLAN ${asked}`).map(({ detail }) => detail);
    expect(plan.filter((step) => /outgoing_mails|due/.test(step))).toEqual([
      "SEARCH outgoing_mails USING INDEX outgoing_mails_due_to (channel=?)",
      "SEARCH outgoing_mails USING INDEX outgoing_mails_due_to (channel=? AND receiver>?)",
      "SEARCH outgoing_mails USING INDEX sqlite_autoindex_outgoing_mails_1 (id=?)",
      "SEARCH due USING INDEX outgoing_mails_due_to (channel=? AND receiver=? AND next_attempt_at<?)",
    ]);
  },
);

async function anEmail(key: string, given: Partial<Row> = {}): Promise<void> {
  await store.tx(async (tx) => {
    const email = { key, to: "thandi@example.co.za", subject: key, text: "The text", html: "The text" };
    await queueEmail(tx, limitsAsked, email, later(-10));
    await tx
      .update(outgoingMails)
      .set({ id: key, receiver: receiverOf(given.channel ?? "email", given.toAddress ?? email.to), ...given })
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
