import { eq, ne } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { agreeVisit } from "#app/domain/bookings/agree-visit.server";
import { addDriver } from "#app/domain/drivers/drivers.server";
import { assignStop } from "#app/domain/drivers/stops.server";
import { disownWish, type NewWish, takeBackWish, takeWish, type Wishing } from "#app/domain/drivers/take-wish.server";
import { unassigned } from "#app/domain/drivers/unassigned.server";
import { wishOccasion } from "#app/domain/drivers/wish-messages.server";
import { daysOffered, holding, openForWishes, wishesOf, wishesShown } from "#app/domain/drivers/wishes.server";
import { limits } from "#app/domain/limits/limits";
import { markAndNotify, undoAndNotify } from "#app/domain/messages/mark-and-notify.server";
import { agreedVisit } from "#app/domain/parcels/agreed-visit.server";
import { type Mark, marks } from "#app/domain/parcels/marks";
import { setStatus } from "#app/domain/parcels/quotes/saved-quotes.server";
import { restate } from "#app/domain/parcels/restate.server";
import { openPlaces } from "#app/domain/prices/places.server";
import { saDay } from "#app/domain/values/sa-time";
import { HOURS, MINUTES } from "#app/durations";
import { isPostgres } from "#db/dialect";
import { outgoingMails } from "#db/schema/mail";
import { agreedVisits, bookingNotes, receiverWishes } from "#db/schema/office";
import { quotes } from "#db/schema/quotes";
import { drivers, stops } from "#db/schema/rounds";
import { trackingEvents } from "#db/schema/waybills";
import type { Store, Tx } from "#db/store.server";
import { aParcelOnTheWay, type ParcelOnTheWay } from "../../support/a-parcel-on-the-way";

/** `WISH_SEQUENCES=50000 npm test -- tests/domain/drivers/wishes-model.test.ts` runs all 50,000; an ordinary run 150. */
const SEQUENCES = Number(process.env.WISH_SEQUENCES ?? (isPostgres ? 25 : 150));
const SEQUENCES_PER_FILE = 500;
const noon = new Date("2026-11-23T10:00:00Z");

/** A step of one of two parcels. */
type Step = { of: number; step: OwnStep };
type OwnStep =
  | { does: "wish"; kind: "day" | "neighbour" | "depot"; which: number; part: "morning" | "afternoon" | null }
  | { does: "take back" | "disown" | "plan" | "agree"; which: number }
  | { does: "mark"; kind: Mark }
  | { does: "undo" | "agree on nothing" | "cancel" }
  | { does: "wait"; ms: number };

const which = fc.nat(4);
const wish = fc.record({
  does: fc.constant("wish" as const),
  kind: fc.constantFrom("day" as const, "neighbour" as const, "depot" as const),
  which,
  part: fc.constantFrom("morning" as const, "afternoon" as const, null),
});
const ownStep: fc.Arbitrary<OwnStep> = fc.oneof(
  wish,
  wish,
  fc.record({ does: fc.constantFrom("take back" as const, "plan" as const, "plan" as const, "agree" as const), which }),
  // What is agreed on a delivery is often wished otherwise, and that taken back.
  fc.record({ does: fc.constantFrom("agree" as const, "take back" as const, "take back" as const), which }),
  fc.record({ does: fc.constant("mark" as const), kind: fc.constantFrom(...marks) }),
  fc.record({ does: fc.constantFrom("undo" as const, "undo" as const, "agree on nothing" as const) }),
  fc.record({ does: fc.constant("wait" as const), ms: fc.constantFrom(MINUTES, 5 * HOURS, 26 * HOURS) }),
  { weight: 1, arbitrary: fc.record({ does: fc.constant("disown" as const), which }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("cancel" as const) }) },
);

const step: fc.Arbitrary<Step> = fc.record({ of: fc.nat(1), step: ownStep });

const firstSeed = Number(process.env.WISH_SEED ?? Date.now() % 2 ** 31);
const seeds = Array.from({ length: Math.ceil(SEQUENCES / SEQUENCES_PER_FILE) }, (_, file) => firstSeed + file);

test.each(seeds)(
  "wishes, marks, plans, undo and cancellations, seed %i: one plan, each told once, nothing on a parcel that is out",
  async (seed) => {
    const numRuns = Math.min(SEQUENCES, SEQUENCES_PER_FILE);
    const sequences = fc.sample(fc.array(step, { minLength: 3, maxLength: 14 }), { numRuns, seed });
    const parcel = await aParcelOnTheWay(noon);
    const { store } = parcel.office;
    // To another receiver.
    const other = await parcel.office.paid({ addresses: { toEmail: "gogo@example.co.za" } }, noon);
    const parcels = [parcel, other];
    await store.tx((tx) => addDriver(tx, { name: "Sipho Nkosi", phone: "+27831234567" }, noon));
    for (const [n, steps] of sequences.entries()) {
      await asBooked(store, parcels);
      const faults = await live(store, parcels, steps);
      expect({ n, steps, faults }).toEqual({ n, steps, faults: [] });
    }
  },
);

type Parcel = Pick<ParcelOnTheWay, "quote" | "waybillNo">;

async function asBooked(store: Store, parcels: readonly Parcel[]) {
  await store.tx(async (tx) => {
    for (const table of [receiverWishes, stops, agreedVisits, bookingNotes, outgoingMails]) await tx.delete(table);
    await tx.delete(trackingEvents).where(ne(trackingEvents.kind, "booked"));
    await restate(tx, ...parcels.map(({ waybillNo }) => waybillNo));
    await tx.update(quotes).set({ cancelledAt: null });
    for (const { quote } of parcels) await setStatus(tx, quote.id, "waybill_created", "paid", noon);
  });
}

/** Runs a sequence to its end, and returns what went wrong. */
async function live(store: Store, parcels: readonly Parcel[], steps: Step[]): Promise<string[]> {
  let now = new Date(noon.getTime() + HOURS);
  const lives = parcels.map((parcel) => lifeOf(store, parcel, () => now));
  for (const { of, step } of steps) {
    now = new Date(now.getTime() + MINUTES + (step.does === "wait" ? step.ms : 0));
    const other = parcels[1 - of];
    const before = other && (await rowsOf(store, other));
    await lives[of]?.take(step);
    const faults = (await lives[of]?.look()) ?? [];
    if (other && (await rowsOf(store, other)) !== before) faults.push("something happened to the other parcel");
    if (faults.length > 0) return [...faults, `after ${JSON.stringify(step)} of parcel ${of}`];
  }
  const faults: string[] = [];
  for (const life of lives) faults.push(...(await life.end()));
  return faults;
}

/** All that a parcel's wishes may change. */
async function rowsOf({ read }: Store, { quote, waybillNo }: Parcel): Promise<string> {
  const ofParcel = [receiverWishes, stops, agreedVisits].map((table) =>
    read.select().from(table).where(eq(table.waybillNo, waybillNo)),
  );
  const ofBooking = [bookingNotes, outgoingMails].map((table) =>
    read.select().from(table).where(eq(table.quoteId, quote.id)),
  );
  return JSON.stringify(await Promise.all([...ofParcel, ...ofBooking]));
}

/** What would come of something. */
async function tried(store: Store, what: (tx: Tx) => Promise<Wishing>): Promise<Wishing> {
  let answer: Wishing | undefined;
  const asked = store.tx(async (tx) => {
    answer = await what(tx);
    throw new Undone();
  });
  await expect(asked).rejects.toThrow(Undone);
  return answer ?? expect.fail("no answer");
}

class Undone extends Error {}

/** One parcel's model. */
function lifeOf(store: Store, { quote, waybillNo }: Parcel, clock: () => Date) {
  const faults: string[] = [];
  const told = new Set<string>();
  /** The day on which the office agreed last, while that holds. */
  let office: string | null = null;
  const current = async (tx: Tx) => {
    const [row] = await tx.select().from(quotes).where(eq(quotes.id, quote.id));
    return row ?? expect.fail("the quote has gone");
  };
  const held = async () => holding(await wishesOf(store.read, waybillNo), clock());
  const wished = async (asked: NewWish) => {
    const now = clock();
    const before = await wishesOf(store.read, waybillNo);
    const fetching = before.find(({ kind, endedAt }) => kind === "depot" && endedAt === null);
    const isOpen = await store.tx(async (tx) => (await openForWishes(tx, await current(tx))) !== null);
    const done = await store.tx(async (tx) => takeWish(tx, await current(tx), asked, now));
    const after = await wishesOf(store.read, waybillNo);
    if (done.ok && !isOpen) faults.push("a wish was taken for a parcel that is out or over");
    if (!(done.ok && done.added)) {
      if (JSON.stringify(before) !== JSON.stringify(after)) faults.push("a refused wish changed something");
      return;
    }
    const added = after.filter(({ id }) => !before.some((wish) => wish.id === id));
    if (added.length !== 1) faults.push(`${added.length} wishes were added at once`);
    for (const { id, kind } of added) {
      told.add(wishOccasion({ id, kind }));
      if (kind !== "neighbour") told.add(`wish-day:${id}:made:sender`);
      else if (fetching) told.add(`wish-day:${fetching.id}:ended:sender`);
    }
    const day = asked.kind === "day" ? asked.day : null;
    const wrong = (await stopsToCome()).filter((stop) => stop.visit === "delivery" && stop.day !== day);
    if (asked.kind !== "neighbour" && wrong.length > 0) faults.push("a stop stayed on a day that the receiver moved");
    // The same again: nothing happens twice.
    const again = await store.tx(async (tx) => takeWish(tx, await current(tx), asked, now));
    if (!again.ok || again.added) faults.push("the same wish twice was two");
  };
  const stopsToCome = async () =>
    (await store.read.select().from(stops).where(eq(stops.waybillNo, waybillNo))).filter(
      ({ removedAt, day }) => removedAt === null && day >= saDay(clock()),
    );

  async function take(each: OwnStep): Promise<void> {
    const now = clock();
    const days = await daysOffered(store.read, quote, now);
    if (each.does === "wish") {
      const asked: Record<typeof each.kind, NewWish> = {
        day: { kind: "day", day: days[each.which] ?? "", part: each.part },
        neighbour: { kind: "neighbour", name: `Gogo ${each.which}`, house: "14 Ncome Crescent" },
        depot: { kind: "depot" },
      };
      await wished(asked[each.kind]);
    }
    if (each.does === "take back" || each.does === "disown") {
      const [live, all] = [await held(), await wishesOf(store.read, waybillNo)];
      const wish = (each.does === "disown" ? all : live)[each.which % Math.max(1, all.length)];
      if (wish) {
        const isHeld = live.some(({ id }) => id === wish.id);
        const isOpen = await store.tx(async (tx) => (await openForWishes(tx, await current(tx))) !== null);
        const done = await store.tx(async (tx) =>
          each.does === "disown"
            ? disownWish(tx, await current(tx), wish, now).then(() => ({ ok: true, added: true }))
            : takeBackWish(tx, await current(tx), wish.id, now),
        );
        if (done.ok && isHeld && isOpen) {
          told.add(`wish-ended:${wish.id}`);
          if (wish.kind !== "neighbour") told.add(`wish-day:${wish.id}:ended:sender`);
        }
        if (done.ok && isHeld && wish.kind !== "neighbour") {
          const toCome = (day: string | null | undefined) => (day && day >= saDay(now) ? day : null);
          const holds = toCome(office);
          const agreed = toCome((await agreedVisit(store.read, waybillNo, "delivery"))?.day);
          if (agreed !== holds)
            faults.push(`after a wish was taken back ${agreed} is agreed, not the office's ${holds}`);
        }
      }
    }
    if (each.does === "plan") {
      const day = [saDay(now), ...days][each.which] ?? "";
      const [driver] = await store.read.select().from(drivers);
      const all = await unassigned(store.read, day, () => true);
      const waiting = all.filter((stop) => stop.waybillNo === waybillNo);
      const live = await held();
      const isDelivery = waiting.some((stop) => stop.visit === "delivery");
      if (isDelivery && live.some((wish) => wish.kind === "depot")) faults.push("a fetched parcel was planned");
      if (isDelivery && live.some((wish) => wish.kind === "day" && (wish.day ?? "") > day))
        faults.push("a parcel was planned before its wished day");
      if (driver && waiting.length > 0) await store.tx((tx) => assignStop(tx, { waybillNo, driver, day }, now));
    }
    if (each.does === "agree" || each.does === "agree on nothing") {
      const day = each.does === "agree" ? { day: days[each.which] ?? "", fromTime: null, untilTime: null } : null;
      const fetched = (await held()).find(({ kind }) => kind === "depot");
      const done = await store.tx((tx) => agreeVisit(tx, waybillNo, day, now));
      // Nothing is agreed on any more: not that they fetch it, either.
      if (!day && fetched && done.ok && done.added && !done.agreedBefore && done.stop === "delivery") {
        told.add(`wish-ended:${fetched.id}`);
        told.add(`wish-day:${fetched.id}:ended:sender`);
      }
      if (done.ok && done.added && done.stop === "delivery") office = day?.day ?? null;
    }
    if (each.does === "mark")
      await store.tx((tx) => markAndNotify(tx, waybillNo, { kind: each.kind, happenedAt: now, place: null }, now));
    if (each.does === "undo") await store.tx((tx) => undoAndNotify(tx, waybillNo, now));
    if (each.does === "cancel") await store.tx((tx) => setStatus(tx, quote.id, "cancelled", "cancelled", now));
  }

  async function look(): Promise<string[]> {
    const live = await held();
    const kinds = live.map(({ kind }) => kind);
    if (new Set(kinds).size !== kinds.length) faults.push(`two wishes of a kind hold: ${kinds}`);
    if (kinds.includes("depot") && kinds.length > 1) faults.push(`fetching stands beside ${kinds}`);
    const day = live.find(({ kind }) => kind === "day")?.day;
    const agreed = await agreedVisit(store.read, waybillNo, "delivery");
    if (day && agreed?.day !== day) faults.push(`${day} was wished, ${agreed?.day} is agreed`);
    const notes = await store.read.select().from(bookingNotes).where(eq(bookingNotes.quoteId, quote.id));
    const noted = live.filter(({ kind }) => kind !== "day").map(({ id }) => id);
    if (JSON.stringify(notes.map(({ id }) => id).toSorted()) !== JSON.stringify(noted.toSorted()))
      faults.push("the notes to the driver are other wishes' than those that hold");
    const deliveries = (await stopsToCome()).filter(({ visit }) => visit === "delivery");
    if (deliveries.length > 1) faults.push(`${deliveries.length} stops for one delivery`);
    return faults;
  }

  /** The receiver's page offers what is taken, and refuses what isn't, in the same words. */
  async function askPage(): Promise<void> {
    const now = clock();
    const places = openPlaces(store, clock);
    const page = await store.tx(async (tx) => wishesShown({ read: tx, places }, await current(tx), now));
    const anew: NewWish = { kind: "neighbour", name: "Gogo Anew", house: "9 Ncome Crescent" };
    const days = page?.days.map(({ value }): NewWish => ({ kind: "day", day: value, part: null })) ?? [];
    const answers = [
      ...[anew, ...(page?.refusal ? [] : days)].map(
        (asked) => async (tx: Tx) => takeWish(tx, await current(tx), asked, now),
      ),
      ...(page?.held ?? []).map(
        ({ id }) =>
          async (tx: Tx) =>
            takeBackWish(tx, await current(tx), id, now),
      ),
    ];
    // One after the other: those that wait for each other look every 20 ms whether they may.
    for (const ask of answers) {
      const answer = await tried(store, ask);
      const said = answer.ok ? null : answer.why;
      if (page ? page.refusal !== said : answer.ok) faults.push(`the page says ${page?.refusal}, its button ${said}`);
    }
  }

  async function end(): Promise<string[]> {
    await askPage();
    const all = await wishesOf(store.read, waybillNo);
    if (all.length + all.filter(({ endedBy }) => endedBy === "the receiver").length > limits.wishes.points)
      faults.push("more changes than are allowed");
    const messages = await store.read.select().from(outgoingMails).where(eq(outgoingMails.quoteId, quote.id));
    const aboutWishes = messages.filter(({ emailKey }) => /^wish/.test(emailKey)).map(({ emailKey }) => emailKey);
    if (JSON.stringify(aboutWishes.toSorted()) !== JSON.stringify([...told].toSorted()))
      faults.push(`told: ${aboutWishes}; expected: ${[...told]}`);
    const toSender = messages.filter(({ toAddress }) => toAddress === quote.email);
    if (toSender.some(({ textBody }) => textBody?.includes("Gogo")))
      faults.push("the sender was told a neighbour's name");
    return faults;
  }

  return { take, look, end };
}
