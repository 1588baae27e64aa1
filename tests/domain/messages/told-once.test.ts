import { eq } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Channel, claimNext, noteOutcome, releaseClaims } from "#app/domain/mail/claims.server";
import { markAndTell, undoAndTell } from "#app/domain/messages/mark-and-tell.server";
import { whoIsTold } from "#app/domain/messages/who-is-told";
import { type Mark, marks } from "#app/domain/waybills/marks";
import { HOURS, MINUTES, SECONDS } from "#app/durations";
import { outgoingMails } from "#db/schema/mail";
import { aParcelOnTheWay, type ParcelOnTheWay } from "../../support/a-parcel-on-the-way";

/** `npm run test:messages` runs all 50,000; an ordinary run has to leave time for the other tests. */
const SEQUENCES = Number(process.env.MESSAGE_SEQUENCES ?? 60);
/** A new file now and then, so that it stays small. */
const SEQUENCES_PER_FILE = 500;
const noon = new Date("2026-11-23T10:00:00Z");

type Step =
  | { does: "mark"; kind: Mark; correct: boolean }
  | { does: "undo" }
  | { does: "wait"; ms: number }
  /** The outbox takes what is due, once: it arrives or not, and the process notes that or is killed before. */
  | { does: "send"; arrives: boolean; isNoted: boolean; whileSending: "nothing" | "undo" };

const step: fc.Arbitrary<Step> = fc.oneof(
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

test(
  `${SEQUENCES} sequences of marks, undo, kills and retries: each person is told once of what lasts, and of no mistake without a correction`,
  async () => {
    const seed = Number(process.env.MESSAGE_SEED ?? Date.now() % 2 ** 31);
    for (let done = 0; done < SEQUENCES; done += SEQUENCES_PER_FILE) {
      const few = Math.min(SEQUENCES_PER_FILE, SEQUENCES - done);
      const sequences = fc.sample(fc.array(step, { minLength: 2, maxLength: 14 }), { numRuns: few, seed: seed + done });
      const parcel = await aParcelOnTheWay(noon);
      await parcel.after(0);
      for (const [n, steps] of sequences.entries()) {
        const faults = await live(parcel, steps);
        expect({ seed: seed + done, n, steps, faults }).toEqual({ seed: seed + done, n, steps, faults: [] });
      }
    }
  },
  4 * HOURS,
);

/** Lives through a sequence with a parcel of its own, lets everything come to its end, and says what is wrong. */
async function live({ office }: ParcelOnTheWay, steps: Step[]): Promise<string[]> {
  const { quote, waybillNo } = await office.paid({}, noon);
  const { store } = office;
  let now = new Date(noon.getTime() + HOURS);
  /** Every mark that was ever made, and whether it lasts. */
  const made = new Map<string, { kind: Mark; lasts: boolean }>();
  /** Each message once, however often the same one arrived: mail programs and the provider know it by its number. */
  const arrived = new Set<string>();

  const undo = async () => {
    const undone = await store.tx((tx) => undoAndTell(tx, waybillNo, now));
    const mark = undone.ok && made.get(undone.undone.id);
    if (mark) mark.lasts = false;
  };
  const send = async (channel: Channel, { arrives, isNoted, whileSending }: Omit<Step & { does: "send" }, "does">) => {
    const claim = await claimNext(store, channel, [], now);
    if (!claim) return false;
    if (arrives) arrived.add(claim.email.emailKey);
    if (whileSending === "undo") await undo();
    const outcome = arrives ? ({ kind: "sent" } as const) : ({ kind: "failed", error: "the line was cut" } as const);
    if (isNoted) await store.tx((tx) => noteOutcome(tx, claim, outcome, now));
    else await releaseClaims(store, now);
    return true;
  };

  for (const each of steps) {
    now = new Date(now.getTime() + SECONDS);
    if (each.does === "wait") now = new Date(now.getTime() + each.ms);
    if (each.does === "undo") await undo();
    if (each.does === "mark") {
      const { kind, correct } = each;
      const marked = await store.tx((tx) =>
        markAndTell(tx, waybillNo, { kind, correct, happenedAt: now, place: null }, now),
      );
      if (marked.ok && marked.added) made.set(marked.event.id, { kind, lasts: true });
      // Overruled: people are told that it was a mistake, though it stays in the history.
      const overruled = marked.ok && marked.added && marked.corrected ? made.get(marked.corrected.id) : undefined;
      if (overruled) overruled.lasts = false;
    }
    if (each.does === "send") for (const channel of ["email", "sms"] as const) await send(channel, each);
  }
  now = new Date(now.getTime() + 48 * HOURS);
  const well = { arrives: true, isNoted: true, whileSending: "nothing" } as const;
  for (const channel of ["email", "sms"] as const) while (await send(channel, well));

  /** When a message first arrived, as a place in the order of all. */
  const order = [...arrived];
  const rows = await store.read.select().from(outgoingMails).where(eq(outgoingMails.quoteId, quote.id));
  const skipped = new Set(rows.filter(({ state }) => state === "skipped").map(({ emailKey }) => emailKey));
  const faults: string[] = [];
  for (const [id, { kind, lasts }] of made) {
    for (const person of ["sender", "receiver"] as const) {
      for (const way of whoIsTold[kind][person]) {
        const end = `${id}:${person}${way === "sms" ? ":sms" : ""}`;
        const heard = [...arrived].filter((key) => key.startsWith(`${kind}:`) && key.endsWith(end)).length;
        const corrections = [...arrived].filter((key) => key.startsWith("correction:") && key.endsWith(end)).length;
        const [first, corrected] = [`${kind}:`, "correction:"].map((start) =>
          order.findIndex((key) => key.startsWith(start) && key.endsWith(end)),
        );
        if (corrected !== -1 && Number(first) > Number(corrected))
          faults.push(`${kind} was told after its correction: ${end}`);
        const isLate = way === "sms" && [...skipped].some((key) => key.endsWith(end));
        if (lasts && heard + (isLate && heard === 0 ? 1 : 0) !== 1)
          faults.push(`${kind} lasts, told ${heard} times: ${end}`);
        if (lasts && corrections > 0) faults.push(`${kind} lasts, and was corrected: ${end}`);
        if (!lasts && heard === 1 && corrections + (isLate ? 1 : 0) < 1)
          faults.push(`${kind} was told and never corrected: ${end}`);
        if (heard > 1 || corrections > 1)
          faults.push(`${kind} was told ${heard} and corrected ${corrections} times: ${end}`);
      }
    }
  }
  return faults;
}
