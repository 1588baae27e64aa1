import { and, eq, isNull, ne } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { agreeVisit } from "#app/domain/bookings/agree-visit.server";
import { addDriver } from "#app/domain/drivers/drivers.server";
import { assignStop, unassignStop } from "#app/domain/drivers/stops.server";
import { takeBackWish, takeWish } from "#app/domain/drivers/take-wish.server";
import { daysOffered, holding, wishesOf } from "#app/domain/drivers/wishes.server";
import { markAndNotify, undoAndNotify } from "#app/domain/messages/mark-and-notify.server";
import { agreedVisit, visitInWords } from "#app/domain/parcels/agreed-visit.server";
import { historyOf, piecesOf } from "#app/domain/parcels/issue-waybill.server";
import { type Mark, marks } from "#app/domain/parcels/marks";
import { overallEvent } from "#app/domain/parcels/pieces";
import { saDay, shortDate } from "#app/domain/values/sa-time";
import { DAYS, HOURS, MINUTES } from "#app/durations";
import { outgoingMails } from "#db/schema/mail";
import { agreedVisits, bookingNotes, receiverWishes } from "#db/schema/office";
import { stops } from "#db/schema/rounds";
import { deliveryPins, trackingEvents } from "#db/schema/waybills";
import { aParcelOnTheWay, type ParcelOnTheWay, type SentMessage } from "../../support/a-parcel-on-the-way";
import { saidOfParcel } from "../../support/said-of-parcel";

/** `MESSAGE_SEQUENCES=2000 npm test -- tests/domain/messages/true-when-sent.test.ts` tries more; an ordinary run 300. */
const SEQUENCES = Number(process.env.MESSAGE_SEQUENCES ?? 300);
/** How many sequences one file's parcels go through, one after the other. */
const SEQUENCES_PER_FILE = 100;
const firstSeed = Number(process.env.MESSAGE_SEED ?? Date.now() % 2 ** 31);
const noon = new Date("2026-11-23T10:00:00Z");

/** A step of one of two parcels. */
type Step = { of: number } & OwnStep;
type OwnStep =
  | { does: "mark"; kind: Mark; pieces: 1 | 2; correct: boolean }
  | { does: "undo" | "take back" | "break" | "mend" | "agree on nothing" | "plan nothing" }
  | { does: "agree" | "wish for a day" | "plan"; inDays: number }
  | { does: "wish"; kind: "depot" | "neighbour" }
  | { does: "wait"; ms: number };

/** The way that most parcels go comes often, so that something is told at all. */
const ownStep: fc.Arbitrary<OwnStep> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant("mark" as const),
      kind: fc.constantFrom("collected", "out_for_delivery", "delivered", "failed_attempt", ...marks),
      pieces: fc.constantFrom(2, 2, 1),
      correct: fc.boolean(),
    }),
  },
  { weight: 5, arbitrary: fc.record({ does: fc.constantFrom("undo", "take back", "break", "mend", "mend") }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constantFrom("agree on nothing", "plan nothing") }) },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constantFrom("agree", "wish for a day", "plan", "plan"),
      inDays: fc.integer({ min: 0, max: 3 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant("wish" as const), kind: fc.constantFrom("depot", "neighbour") }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant("wait" as const),
      ms: fc.constantFrom(1 * MINUTES, 10 * MINUTES, 77 * MINUTES, 5 * HOURS, 1 * DAYS),
    }),
  },
);

const step: fc.Arbitrary<Step> = fc.tuple(fc.nat(1), ownStep).map(([of, own]) => ({ of, ...own }));

test.each(Array.from({ length: Math.ceil(SEQUENCES / SEQUENCES_PER_FILE) }, (_, file) => firstSeed + file))(
  "nobody receives a sentence that isn't true when it is sent, whatever happens and however long an outage lasts, seed %i",
  async (seed) => {
    const numRuns = Math.min(SEQUENCES, SEQUENCES_PER_FILE);
    const sequences = fc.sample(fc.array(step, { minLength: 4, maxLength: 10 }), { numRuns, seed });
    const first = await aParcelOnTheWay(noon, { quantity: 2 });
    const second = await first.office.paid({ addresses: another, parcel: { quantity: 2 } }, noon);
    const parcels = [first, { ...first, ...second }];
    await first.after(0);
    for (const [n, steps] of sequences.entries()) {
      for (const parcel of parcels) await asBooked(parcel);
      const lies: string[] = [];
      const hear = async (at: number, ms: number) => {
        for (const message of await first.after(ms))
          for (const parcel of parcels) {
            const said = saidOfParcel(parcel.waybillNo, message);
            if (said) lies.push(...(await untrueIn(parcel, said)).map((lie) => `${at}: ${lie}`));
          }
      };
      for (const [at, each] of steps.entries()) {
        const parcel = parcels[each.of];
        if (parcel) await live(parcel, each);
        await hear(at, each.does === "wait" ? each.ms : 0);
      }
      first.outage(false);
      for (let hours = 0; hours < 48; hours += 16) await hear(steps.length, 16 * HOURS);
      expect({ n, steps, lies }).toEqual({ n, steps, lies: [] });
    }
  },
);

const another = { toEmail: "gogo@example.co.za", toPhone: "082 555 0199" };

/** Resets a parcel to the moment after its people were told that it is booked. */
async function asBooked({ office, quote, waybillNo }: ParcelOnTheWay): Promise<void> {
  const { waybillNo: no, kind } = trackingEvents;
  await office.store.tx(async (tx) => {
    await tx.delete(outgoingMails).where(eq(outgoingMails.quoteId, quote.id));
    await tx.delete(deliveryPins).where(eq(deliveryPins.waybillNo, waybillNo));
    await tx.delete(trackingEvents).where(and(eq(no, waybillNo), ne(kind, "booked")));
    await tx.delete(receiverWishes).where(eq(receiverWishes.waybillNo, waybillNo));
    await tx.delete(agreedVisits).where(eq(agreedVisits.waybillNo, waybillNo));
    await tx.delete(bookingNotes).where(eq(bookingNotes.quoteId, quote.id));
    await tx.delete(stops).where(eq(stops.waybillNo, waybillNo));
  });
}

/** The marks that corrected another, and which. */
const corrections = new Map<string, string>();

async function live(parcel: ParcelOnTheWay, step: Step): Promise<void> {
  const { quote, waybillNo, office } = parcel;
  const now = parcel.now();
  const { tx } = office.store;
  const agreed = (inDays: number) => ({
    day: saDay(new Date(now.getTime() + inDays * DAYS)),
    fromTime: null,
    untilTime: null,
  });
  if (step.does === "mark") {
    const { kind, pieces, correct } = step;
    const marked = await tx((of) =>
      markAndNotify(of, waybillNo, { kind, pieces, correct, happenedAt: now, place: null }, now),
    );
    if (marked.ok && marked.added && marked.corrected) corrections.set(marked.event.id, marked.corrected.id);
  }
  if (step.does === "undo") await tx((of) => undoAndNotify(of, waybillNo, now));
  if (step.does === "break" || step.does === "mend") parcel.outage(step.does === "break");
  if (step.does === "agree") await tx((of) => agreeVisit(of, waybillNo, agreed(step.inDays), now));
  if (step.does === "agree on nothing") await tx((of) => agreeVisit(of, waybillNo, null, now));
  if (step.does === "plan") {
    const { day } = agreed(step.inDays);
    const { driver } = await tx((of) => addDriver(of, { name: "Sipho Nkosi", phone: "083 123 4567" }, now));
    await tx((of) => assignStop(of, { waybillNo, driver, day, visit: "delivery" }, now));
  }
  if (step.does === "plan nothing") await tx((of) => unassignStop(of, waybillNo, null, now));
  if (step.does === "wish for a day") {
    const days = await daysOffered(office.store.read, quote, now);
    const day = days[step.inDays % days.length] ?? "";
    await tx((of) => takeWish(of, quote, { kind: "day", day, part: null }, now));
  }
  if (step.does === "wish") {
    const asked =
      step.kind === "depot"
        ? ({ kind: "depot" } as const)
        : ({ kind: "neighbour", name: "Gogo Mabena", house: "14 Ncome" } as const);
    await tx((of) => takeWish(of, quote, asked, now));
  }
  if (step.does === "take back") {
    const [wish] = holding(await wishesOf(office.store.read, waybillNo), now);
    if (wish) await tx((of) => takeBackWish(of, quote, wish.id, now));
  }
}

/** What a message says that isn't true: each sentence is compared with the parcel's history, and with what was agreed. */
async function untrueIn({ office, waybillNo, now }: ParcelOnTheWay, { subject, text }: SentMessage): Promise<string[]> {
  const { read } = office.store;
  const all = (await historyOf(read, waybillNo)).filter(({ kind }) => kind !== "reported");
  const history = all.filter(({ kind }) => kind !== "in_transit" && kind !== "at_depot");
  const { of } = await piecesOf(read, waybillNo);
  const overall = overallEvent(all, of)?.kind;
  const isOver = overall === "delivered" || overall === "returned" || overall === "ended";
  const kinds = history.map(({ kind }) => kind);
  const mistakes = history.map(({ id }) => corrections.get(id));
  const lastVisit = history.findLast(
    ({ id, kind }) =>
      !["delivered", "returned", "collected", "failed_collection"].includes(kind) && !mistakes.includes(id),
  )?.kind;
  const isOut = !isOver && lastVisit === "out_for_delivery";
  const agreed = await agreedVisit(read, waybillNo, "delivery");
  const collection = await agreedVisit(read, waybillNo, "collection");
  const wished = holding(await wishesOf(read, waybillNo), now());
  const words = `${subject}\n${text}`;
  const out = history.findLast(({ kind }) => kind === "out_for_delivery");
  const outOn = out && saDay(out.happenedAt);
  const visit = /(?:bring it on|agreed to (?:bring|deliver)[^.]* on|We come on) ([A-Z]\w+ \d+ \w+)/.exec(words)?.[1];
  const again = /We try again on ([A-Z]\w+ \d+ \w+)/.exec(words)?.[1];
  // What was agreed before we came, and missed somebody, is over.
  const missedOn = saDay(history.findLast(({ kind }) => kind === "failed_attempt")?.happenedAt ?? now());
  const isAgreed = (agreed?.day ?? "") > missedOn;
  const isComing = and(eq(stops.waybillNo, waybillNo), eq(stops.visit, "delivery"), isNull(stops.removedAt));
  const toCome = (await read.select().from(stops).where(isComing)).map(({ day }) => day).toSorted();
  const planned = toCome.find((day) => day > missedOn && day >= saDay(now()));
  const visits = [agreed, collection].map((each) => each && visitInWords({ ...each, fromTime: null, untilTime: null }));
  const claims: [RegExp | boolean, boolean][] = [
    [/is sending you a parcel/, !isOver],
    [/We have collected (?:your|\d+) parcel/, kinds.includes("collected") && (!isOver || kinds.at(-1) === "collected")],
    [/is out for delivery|Your parcel comes|comes today/, isOut],
    [/brings it today|comes today/, isOut && outOn === saDay(now())],
    [/Your parcel has been delivered|We have delivered/, kinds.includes("delivered")],
    [/We try again/, !isOver && lastVisit === "failed_attempt"],
    [/We try again on/, !wished.some(({ kind }) => kind === "depot")],
    [again !== undefined && isAgreed, again === shortDate(agreed?.day ?? saDay(now()))],
    [again !== undefined && !isAgreed && planned !== undefined, again === shortDate(planned ?? saDay(now()))],
    [/^(?!Correction).*could not deliver your parcel/, kinds.includes("failed_attempt") || kinds.includes("returned")],
    [/have returned it|went back/, kinds.includes("returned")],
    [
      /That was a mistake.*|Correction, it has not been delivered/,
      !(words.includes("has not been delivered") && overall === "delivered"),
    ],
    [/This parcel is late|parcels? (?:is|are) late/, !isOver],
    [/^(?!Correction).*ready at our depot/, overall === "at_depot" && wished.some(({ kind }) => kind === "depot")],
    [/^(?!Correction).*will not arrive/, overall === "ended"],
    [/You fetch the parcel at the depot|fetches the parcel at our depot/, wished.some(({ kind }) => kind === "depot")],
    [/Your neighbour takes the parcel/, wished.some(({ kind }) => kind === "neighbour")],
    [visit !== undefined, visits.includes(visit ?? "")],
  ];
  return claims.flatMap(([claim, isTrue]) =>
    (typeof claim === "boolean" ? claim : claim.test(words)) && !isTrue
      ? [`${subject} | ${claim} ${visit ?? ""} of ${of}: ${history.map(({ kind, pieces }) => `${kind} ${pieces}`)}`]
      : [],
  );
}
