import { and, eq, ne } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { limits } from "#app/domain/limits/limits";
import { markAndNotify, undoAndNotify } from "#app/domain/messages/mark-and-notify.server";
import { whoIsNotified } from "#app/domain/messages/who-is-notified";
import { writeAgain } from "#app/domain/messages/write-again.server";
import { type Mark, marks } from "#app/domain/parcels/marks";
import { restate } from "#app/domain/parcels/restate.server";
import { type Channel, TOGETHER_MS } from "#app/domain/post/channels";
import { claimNext, noteOutcome, releaseClaims } from "#app/domain/post/claims.server";
import { type Overtaking, whatEnds } from "#app/domain/post/message-kinds";
import { HOURS, MINUTES, SECONDS } from "#app/durations";
import { outgoingMails } from "#db/schema/mail";
import { deliveryPins, trackingEvents } from "#db/schema/waybills";
import type { Store } from "#db/store.server";
import { aParcelOnTheWay, type ParcelOnTheWay } from "../../support/a-parcel-on-the-way";

/** `MESSAGE_SEQUENCES=50000 npm test -- tests/domain/messages/told-once.test.ts` runs all 50,000; an ordinary run 300. */
const SEQUENCES = Number(process.env.MESSAGE_SEQUENCES ?? 300);
/** How many sequences one file's parcel goes through, one after the other. */
const SEQUENCES_PER_FILE = 500;
const noon = new Date("2026-11-23T10:00:00Z");

/** A step of one of two parcels. */
type Step = { of: number } & OwnStep;
type OwnStep =
  | { does: "mark"; kind: Mark; correct: boolean }
  | { does: "undo" }
  | { does: "wait"; ms: number }
  /** The outbox sends what is due once: it arrives or not, and the process records that or is killed first. */
  | { does: "send"; arrives: boolean; isNoted: boolean; whileSending: "nothing" | "undo" };

const ownStep: fc.Arbitrary<OwnStep> = fc.oneof(
  fc.record({ does: fc.constant("mark" as const), kind: fc.constantFrom(...marks), correct: fc.boolean() }),
  fc.record({ does: fc.constant("undo" as const) }),
  fc.record({
    does: fc.constant("wait" as const),
    ms: fc.constantFrom(10 * SECONDS, 59 * SECONDS, 2 * MINUTES, 2 * HOURS),
  }),
  fc.record({
    does: fc.constant("send" as const),
    arrives: fc.boolean(),
    isNoted: fc.boolean(),
    whileSending: fc.constantFrom("nothing" as const, "nothing" as const, "undo" as const),
  }),
);

const step: fc.Arbitrary<Step> = fc.tuple(fc.nat(1), ownStep).map(([of, own]) => ({ of, ...own }));

const firstSeed = Number(process.env.MESSAGE_SEED ?? Date.now() % 2 ** 31);
// One test for each file, which closes its store: otherwise all prepared statements would stay in memory.
const seeds = Array.from({ length: Math.ceil(SEQUENCES / SEQUENCES_PER_FILE) }, (_, file) => firstSeed + file);

test.each(seeds)(
  "marks, undo, kills and retries, seed %i: each person is told once of what lasts, and of no mistake without a correction",
  async (seed) => {
    const numRuns = Math.min(SEQUENCES, SEQUENCES_PER_FILE);
    const sequences = fc.sample(fc.array(step, { minLength: 2, maxLength: 14 }), { numRuns, seed });
    const parcel = await aParcelOnTheWay(noon);
    const { store } = parcel.office;
    const people = { toEmail: "gogo@example.co.za", toPhone: "082 555 0199", fromPhone: "083 555 0198" };
    const parcels = [parcel, await parcel.office.paid({ addresses: people }, noon)];
    for (const [n, steps] of sequences.entries()) {
      for (const each of parcels) await asBooked(store, each);
      const faults = await live(store, parcels, steps);
      expect({ n, steps, faults }).toEqual({ n, steps, faults: [] });
    }
  },
);

type Parcel = Pick<ParcelOnTheWay, "quote" | "waybillNo">;
type Made = { kind: Mark; lasts: boolean; overruledBy?: string; isBack?: boolean };

/** Resets a parcel to the moment after its people were told that it is booked. */
async function asBooked(store: Store, { quote, waybillNo }: Parcel) {
  await store.tx(async (tx) => {
    await tx.delete(outgoingMails).where(eq(outgoingMails.quoteId, quote.id));
    await tx.delete(deliveryPins).where(eq(deliveryPins.waybillNo, waybillNo));
    await tx
      .delete(trackingEvents)
      .where(and(eq(trackingEvents.waybillNo, waybillNo), ne(trackingEvents.kind, "booked")));
    await restate(tx, waybillNo);
  });
}

/** Runs a sequence to its end, and returns what went wrong. */
async function live(store: Store, parcels: readonly Parcel[], steps: Step[]): Promise<string[]> {
  let now = new Date(noon.getTime() + HOURS);
  const lives = parcels.map((parcel) => ({
    ...parcel,
    /** Every mark that was made, and whether it was kept. */
    made: new Map<string, Made>(),
  }));
  /** Each message once, however often it arrived: mail programs and the provider recognise its id. */
  const arrived = new Set<string>();

  const undo = async (of: number) => {
    const { waybillNo = "", made = new Map<string, Made>() } = lives[of] ?? {};
    const undone = await store.tx((tx) => undoAndNotify(tx, waybillNo, now));
    const mark = undone.ok && made.get(undone.undone.id);
    if (mark) mark.lasts = false;
    // What a mark that is undone too had corrected is the parcel's state again, and may be told again.
    if (undone.ok)
      for (const before of made.values())
        before.isBack ||= before.overruledBy !== undefined && made.get(before.overruledBy)?.lasts === false;
  };
  const send = async (
    channel: Channel,
    { of, arrives, isNoted, whileSending }: Omit<Step & { does: "send" }, "does">,
  ) => {
    const claim = await claimNext(store, channel, [], now, undefined, writeAgain);
    if (!claim) return false;
    if (arrives) for (const { emailKey } of [claim.email, ...claim.others]) arrived.add(emailKey);
    if (whileSending === "undo") await undo(of);
    const outcome = arrives ? ({ kind: "sent" } as const) : ({ kind: "failed", error: "the line was cut" } as const);
    if (isNoted) await store.tx((tx) => noteOutcome(tx, claim, outcome, now));
    else await releaseClaims(store, now);
    return true;
  };

  for (const each of steps) {
    now = new Date(now.getTime() + SECONDS);
    if (each.does === "wait") now = new Date(now.getTime() + each.ms);
    if (each.does === "undo") await undo(each.of);
    const { waybillNo, made } = lives[each.of] ?? {};
    if (each.does === "mark" && waybillNo && made) {
      const { kind, correct } = each;
      const marked = await store.tx((tx) =>
        markAndNotify(tx, waybillNo, { kind, correct, happenedAt: now, place: null }, now),
      );
      if (marked.ok && marked.added) made.set(marked.event.id, { kind, lasts: true });
      // Replaced by a correction: people are told that it was a mistake, though it stays in the history.
      const overruled = marked.ok && marked.added && marked.corrected ? made.get(marked.corrected.id) : undefined;
      if (overruled && marked.ok && marked.added)
        Object.assign(overruled, { lasts: false, overruledBy: marked.event.id });
    }
    if (each.does === "send") for (const channel of ["email", "sms"] as const) await send(channel, each);
  }
  now = new Date(now.getTime() + 48 * HOURS);
  const well = { of: 0, arrives: true, isNoted: true, whileSending: "nothing" } as const;
  for (const channel of ["email", "sms"] as const) while (await send(channel, well));
  // What was written again meanwhile may wait for what else happens to its sender's parcels.
  now = new Date(now.getTime() + TOGETHER_MS);
  for (const channel of ["email", "sms"] as const) while (await send(channel, well));

  const all = await Promise.all(lives.map((each) => faultsOf(store, each, arrived)));
  return all.flat();
}

/** What one parcel's people were told wrongly. */
async function faultsOf(
  store: Store,
  { quote, made }: Parcel & { made: Map<string, Made> },
  arrived: Set<string>,
): Promise<string[]> {
  /** A message's place in the order of first arrivals. */
  const order = [...arrived];
  const rows = await store.read.select().from(outgoingMails).where(eq(outgoingMails.quoteId, quote.id));
  const skipped = rows.filter(({ state }) => state === "skipped");
  const faults: string[] = [];
  const { length: texts } = rows.filter(({ channel, parts }) => channel === "sms" && parts !== null);
  for (const { emailKey, lastError } of skipped)
    if (lastError?.startsWith("too many") && texts <= limits.textsAboutBooking.points)
      faults.push(`${emailKey} was one too many of ${texts}`);
  for (const [at, [id, { kind, lasts, isBack }]] of [...made].entries()) {
    // What happened later may have made it untrue before it could go.
    const isOvertaken = [...made.values()]
      .slice(at + 1)
      .some((later) => whatEnds(later.kind as Overtaking).ended.includes(kind));
    for (const person of ["sender", "receiver"] as const) {
      // That it is ready is told to who fetches it: here nobody does.
      for (const way of kind === "at_depot" ? [] : whoIsNotified[kind][person]) {
        const end = `${id}:${person}${way === "sms" ? ":sms" : ""}`;
        const heard = [...arrived].filter((key) => key.startsWith(`${kind}:`) && key.endsWith(end)).length;
        const corrections = [...arrived].filter((key) => key.startsWith("correction:") && key.endsWith(end)).length;
        const [first, corrected] = [`${kind}:`, "correction:"].map((start) =>
          order.findIndex((key) => key.startsWith(start) && key.endsWith(end)),
        );
        if (corrected !== -1 && Number(first) > Number(corrected))
          faults.push(`${kind} was told after its correction: ${end}`);
        const isLate = isOvertaken && skipped.some(({ emailKey }) => emailKey.endsWith(end));
        if (lasts && heard + (isLate && heard === 0 ? 1 : 0) !== 1)
          faults.push(`${kind} lasts, told ${heard} times: ${end}`);
        if (lasts && corrections > 0) faults.push(`${kind} lasts, and was corrected: ${end}`);
        if (!lasts && !isBack && heard === 1 && corrections + (isLate ? 1 : 0) < 1)
          faults.push(`${kind} was told and never corrected: ${end}`);
        if (heard > 1 || corrections > 1)
          faults.push(`${kind} was told ${heard} and corrected ${corrections} times: ${end}`);
      }
    }
  }
  return faults;
}
