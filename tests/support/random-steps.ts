import { and, eq, inArray, ne } from "drizzle-orm";
import fc from "fast-check";
import { expect } from "vitest";
import { noteChargeback, undoChargeback } from "#app/domain/bookings/payments/note-chargeback.server";
import { daysOffered } from "#app/domain/drivers/wishes.server";
import { waybillsWithQuotes } from "#app/domain/parcels/issue-waybill.server";
import { type Mark, marks } from "#app/domain/parcels/marks";
import { type Report, reportChoices } from "#app/domain/parcels/reports";
import { restate } from "#app/domain/parcels/restate.server";
import type { Visit } from "#app/domain/parcels/visits";
import { dayAfter } from "#app/domain/values/calendar-day";
import { saDay } from "#app/domain/values/sa-time";
import { agreedVisits, receiverWishes } from "#db/schema/office";
import { payments, refunds } from "#db/schema/payments";
import { promises } from "#db/schema/promises";
import { driverMarks, stops } from "#db/schema/rounds";
import { trackingEvents, waybills } from "#db/schema/waybills";
import type { Tx } from "#db/store.server";
import { aParcel, type History } from "../../demo/a-parcel";
import type { World } from "../../demo/world";

/** Something that the office, a driver, the receiver or the customer's bank does about a parcel. */
export type Step =
  | { does: "mark"; kind: Mark; pieces: number; correct: boolean }
  | { does: "undo" | "agree" | "unassign" | "wait" | "take back" | "end wish" }
  | { does: "charge back" | "give back" }
  | { does: "tell"; daysAhead: number }
  | { does: "assign"; visit: "delivery" | "return" | undefined }
  | { does: "at the stop"; kind: "collected" | "delivered" | "returned"; pieces: number }
  | { does: "report"; report: Report; visit: Visit | undefined }
  | { does: "wish"; kind: "day" | "depot" | "neighbour" };

const pieces = fc.integer({ min: 0, max: 4 });
const someReport = fc.constantFrom(...(Object.keys(reportChoices) as Report[]));

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      does: fc.constant("mark" as const),
      kind: fc.constantFrom(...marks),
      pieces,
      correct: fc.integer({ min: 0, max: 7 }).map((n) => n === 0),
    }),
  },
  fc.record({
    does: fc.constantFrom(
      "undo" as const,
      "agree" as const,
      "unassign" as const,
      "wait" as const,
      "take back" as const,
      "end wish" as const,
    ),
  }),
  fc.record({ does: fc.constantFrom("charge back" as const, "give back" as const) }),
  fc.record({ does: fc.constant("tell" as const), daysAhead: fc.integer({ min: 0, max: 3 }) }),
  fc.record({
    does: fc.constant("assign" as const),
    visit: fc.constantFrom("delivery" as const, "return" as const, undefined),
  }),
  fc.record({
    does: fc.constant("at the stop" as const),
    kind: fc.constantFrom("collected" as const, "delivered" as const, "returned" as const),
    pieces,
  }),
  fc.record({
    does: fc.constant("report" as const),
    report: someReport,
    visit: fc.constantFrom(undefined, "collection" as const, "delivery" as const, "return" as const),
  }),
  fc.record({
    does: fc.constant("wish" as const),
    kind: fc.constantFrom("day" as const, "depot" as const, "neighbour" as const),
  }),
);

/** What happens to a parcel of 1 to 4 pieces. */
export const randomHistory = fc.record({
  of: fc.integer({ min: 1, max: 4 }),
  steps: fc.array(step, { minLength: 3, maxLength: 10 }),
});

/** A parcel as it was when it had been paid, for the next history. */
export async function asBooked(tx: Tx, waybillNo: string): Promise<void> {
  for (const table of [stops, agreedVisits, driverMarks, receiverWishes])
    await tx.delete(table).where(eq(table.waybillNo, waybillNo));
  await tx.delete(promises).where(eq(promises.about, waybillNo));
  const { kind, waybillNo: no } = trackingEvents;
  await tx.delete(trackingEvents).where(and(eq(no, waybillNo), ne(kind, "booked")));
  const [its] = await tx
    .update(waybills)
    .set({ lateOn: null, lateToldAt: null, answerBy: null })
    .where(eq(waybills.waybillNo, waybillNo))
    .returning({ quoteId: waybills.quoteId });
  const paid = tx
    .select({ id: payments.id })
    .from(payments)
    .where(eq(payments.quoteId, its?.quoteId ?? ""));
  await tx.delete(refunds).where(inArray(refunds.paymentId, paid));
  await restate(tx, waybillNo);
}

/** Does a step by the site's own verbs. Returns whether it was done: the site refuses many. */
export async function takeStep(
  world: World,
  { waybillNo, driver }: { waybillNo: string; driver: string },
  step: Step,
  now: Date,
): Promise<boolean> {
  if (step.does === "charge back" || step.does === "give back") return bankDoes(world, waybillNo, step.does, now);
  const days = step.does === "wish" ? await daysOffered(world.store.read, { toPostal: "" }, now) : [];
  const day = step.does === "tell" ? dayAfter(saDay(now), step.daysAhead) : (days[0] ?? "");
  try {
    await does(aParcel(waybillNo), driver, step, day).in(world, now);
    return true;
  } catch (error) {
    // Anything else than a refusal is a fault.
    if (error instanceof Error && /^(refused: |TH\d{10}[:,])/.test(error.message)) return false;
    throw error;
  }
}

/** The customer's bank takes back what was paid for a parcel, or gives it back. */
async function bankDoes({ store }: World, waybillNo: string, does: "charge back" | "give back", now: Date) {
  const [{ quote } = expect.fail("no booking")] = await waybillsWithQuotes(store.read, waybillNo);
  const taken = { amountCents: quote.grandTotalCents ?? 0, by: "Thandi" };
  const noted = await store.tx((tx) =>
    does === "charge back" ? noteChargeback(tx, quote.id, taken, now) : undoChargeback(tx, quote.id, now),
  );
  return noted.ok;
}

function does(parcel: History, driver: string, step: Step, day: string): History {
  const some = "pieces" in step && step.pieces > 0 ? step.pieces : undefined;
  if (step.does === "mark") return parcel.marked(step.kind, { correct: step.correct, ...(some && { pieces: some }) });
  if (step.does === "undo") return parcel.undone();
  if (step.does === "agree") return parcel.agreed();
  if (step.does === "tell") return parcel.news(`It is on its way, and comes by ${day}.`, day);
  if (step.does === "unassign") return parcel.notGiven();
  if (step.does === "take back") return parcel.takenBack(driver);
  if (step.does === "end wish") return parcel.wishTakenBack();
  if (step.does === "assign") return parcel.given(driver, step.visit);
  if (step.does === "report") return parcel.by(driver).reported(step.report, step.visit);
  if (step.does === "wish" && step.kind === "day") return parcel.wished({ kind: "day", day, part: "morning" });
  if (step.does === "wish" && step.kind === "depot") return parcel.wished({ kind: "depot" });
  if (step.does === "wish") return parcel.wished({ kind: "neighbour", name: "Mrs Zulu", house: "number 9" });
  if (step.does !== "at the stop") return parcel;
  const at = parcel.by(driver);
  if (step.kind === "delivered") return at.delivered(some, { takenBy: "Gogo Zulu" });
  return step.kind === "collected" ? at.collected(some) : at.returned(some);
}
