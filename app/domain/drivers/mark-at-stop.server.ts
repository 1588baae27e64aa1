import { eq } from "drizzle-orm";
import { DAYS } from "#app/durations";
import { driverMarks } from "#db/schema/rounds";
import type { Reader, Tx } from "#db/store.server";
import { tellReturnMissed } from "../messages/goes-back.server";
import { markAndNotify } from "../messages/mark-and-notify.server";
import { tellNotToday } from "../messages/not-today.server";
import { recordAction } from "../office/staff-actions.server";
import type { EventKind } from "../parcels/happening";
import { findWaybill, historyOf, piecesOf, type TrackingEvent } from "../parcels/issue-waybill.server";
import type { Mark } from "../parcels/marks";
import { answerReports, laterMarkAnswers, overtakeReported } from "../parcels/open-reports.server";
import { addParcelEvent } from "../parcels/parcel-event.server";
import { countPieces, piecesAtHand, piecesLeftFor } from "../parcels/pieces";
import type { Missed } from "../parcels/reports";
import {
  type Consequence,
  consequences,
  type Fewer,
  fewerOf,
  fewerPieces,
  type Report,
  reportOf,
} from "../parcels/reports";
import { restate } from "../parcels/restate.server";
import { isOpenVisit, uncollected, type Visit } from "../parcels/visits";
import { newId } from "../values/ids.server";
import { saDay } from "../values/sa-time";
import { markInWords, marksOf, proofInWords } from "./driver-marks.server";
import type { Driver } from "./drivers.server";
import { noteSaved, whySavedAlready } from "./page-marked.server";
import { believedProof, proofFrom, proofOf } from "./proof-at-stop.server";
import { lineOf, markKeyOf, type RefusedAtStop, refused, type StopForm, type StopMarking } from "./stop-answers.server";
import { isFetchingBack } from "./stops.server";
import { wasTakenBack } from "./take-back.server";

const LONGEST_LATE_MS = 3 * DAYS;

/**
 * Whose mark it is. `believed`: the office believes it without proof; `formKey` is the form's. `together`: what is handed
 * over with it; `asMark`: the mark with which this is handed over.
 */
type MarkOf = {
  driver: Driver;
  waybillNo: string;
  believed?: { formKey: string };
  together?: readonly string[];
  asMark?: string;
};

/**
 * Records a driver's mark once, however often the form arrives. The caller checks that the stop is the driver's. A
 * wrong PIN is counted, so the caller must commit the transaction even when this refuses.
 */
export async function markAtStop(
  tx: Tx,
  { driver, waybillNo, believed, together = [], asMark }: MarkOf,
  form: StopForm,
  now: Date,
): Promise<StopMarking> {
  const formKey = believed?.formKey ?? markKeyOf(driver, waybillNo, form);
  const [known] = await tx.select().from(driverMarks).where(eq(driverMarks.formKey, formKey));
  if (!believed && known?.proof === "name" && form.pin.trim())
    return refused("pin", `It is saved without a PIN: ${known.takenBy ?? "somebody"} took it.`);
  if (known) return { ok: true, added: false, markId: known.id };
  if (await wasTakenBack(tx, formKey, now)) return refused("", "You took this mark back. Press again what is right.");
  const [history, { of, booked }] = [await historyOf(tx, waybillNo), await piecesOf(tx, waybillNo)];
  // Not of what is handed over with another parcel: nobody types its pieces.
  const page = believed || asMark ? null : { driver, waybillNo, form, of };
  const saved = page && (await whySavedAlready(tx, page, now));
  if (saved) return refused("pieces", saved);
  const filledInAt = (believed && form.filledInAt) || believable(form.filledInAt, now);
  const waybill = await findWaybill(tx, waybillNo);
  const overall = waybill?.lastEvent ?? "booked";
  const visit = visitOf(form, overall);
  const isBack = visit === "collection" && waybill !== null && (await isFetchingBack(tx, driver, waybill, filledInAt));
  const pieces = isBack ? of : piecesFrom(form, history, of);
  if (typeof pieces !== "number") return pieces;
  const left = piecesLeftFor("collected", countPieces(history, of));
  const fewer = form.kind === "collected" && pieces < left ? fewerIn(form) : null;
  if (fewer !== null && typeof fewer !== "string") return fewer;
  const same = asMark && form.kind === "delivered" ? await proofOf(tx, asMark, waybillNo) : null;
  const proof = believed
    ? await believedProof(tx, waybillNo, form)
    : (same ?? (await proofFrom(tx, { driver, waybillNo, together, form, formKey }, now)));
  if ("ok" in proof) return proof;
  const report = reportIn(form);
  const follows = isBack ? report && FETCH_LATER : whatFollows(report, visit, overall);
  const missed = follows?.told ?? null;
  const event =
    isBack && !report
      ? "in_transit"
      : eventOf(form.kind, follows, visit === "delivery" && uncollected.includes(overall));
  const written =
    event &&
    (await writeEvent(tx, waybillNo, { event, pieces, filledInAt, history, fewer, missed, correct: isBack }, now));
  if (written) return written;
  await answerReports(tx, waybillNo, now, { visits: [visit], onlyIf: laterMarkAnswers });
  const rest = fewer && fewerPieces[fewer];
  const must = rest ?? follows;
  const office = { officeMust: must?.office ?? null, waitsForOffice: must?.waits ?? false, answeredAt: null };
  const why = report ?? fewer;
  const fields = { id: newId(), formKey, waybillNo, driverId: driver.id, kind: form.kind, visit, pieces, report: why };
  const reason = rest?.words ?? proof.reason;
  const mark = { ...fields, ...office, ...proof, reason, filledInAt, receivedAt: now };
  const isTold = visit === "return" && missed !== null && !(await wasReturnMissedOn(tx, waybillNo, saDay(now), now));
  await tx.insert(driverMarks).values(mark);
  await restate(tx, waybillNo);
  if (isTold) await tellReturnMissed(tx, waybillNo, { cause: mark.id, missed }, now);
  if (follows && missed === null) await tellNotToday(tx, waybillNo, visit, now);
  if (page) await noteSaved(tx, page, now);
  await overtakeReported(tx, mark, now);
  const details = [markInWords(mark, visit === "collection" ? booked : of), proofInWords(mark)];
  const action = { action: "marked at the stop", subject: waybillNo, details: details.filter(Boolean).join(", ") };
  if (!believed) await recordAction(tx, `${driver.name}, driver`, action, now);
  return { ok: true, added: true, markId: mark.id };
}

function visitOf({ kind, visit }: StopForm, overall: EventKind): Visit {
  if (kind === "collected") return "collection";
  if (kind === "delivered") return "delivery";
  if (kind === "returned") return "return";
  return visit ?? (isOpenVisit("collection", overall) ? "collection" : "delivery");
}

const wasTold: readonly (Report | Fewer | null)[] = (Object.keys(consequences) as Report[]).filter(
  (report) => consequences[report].return.told !== null,
);

/** Whether its sender was told of this day already that nobody was there. */
async function wasReturnMissedOn(store: Reader, waybillNo: string, day: string, now: Date): Promise<boolean> {
  const marks = await marksOf(store, waybillNo);
  return marks.some(
    ({ visit, report, receivedAt }) =>
      visit === "return" && wasTold.includes(report) && receivedAt <= now && saDay(receivedAt) === day,
  );
}

function whatFollows(report: Report | null, visit: Visit, overall: EventKind): Consequence | null {
  return report && isOpenVisit(visit, overall) ? consequences[report][visit] : null;
}

/** Whatever a driver reports who couldn't fetch a parcel back: it is the office's business alone. */
const FETCH_LATER: Consequence = {
  ...{ history: "reported", told: null, waits: false },
  office: "Agree with the receiver when to fetch it back, then assign it again",
};

type WrittenEvent = Exclude<Mark, "out_for_delivery"> | "reported";

/**
 * The event that a mark adds to the parcel's history. None for a report on a visit that is over. Where a driver forgot to
 * mark the collection, only the office may know that the delivery failed.
 */
function eventOf(kind: StopForm["kind"], follows: Consequence | null, isUncollected: boolean): WrittenEvent | null {
  if (kind !== "nobody_there" && kind !== "something_wrong") return kind;
  return follows && isUncollected ? "reported" : (follows?.history ?? null);
}

/** `correct`: although it is out of order. */
type Why = { fewer: Fewer | null; missed: Missed | null; correct: boolean };

/** Adds the event to the parcel's history, and tells its people if they are told of it. */
async function writeEvent(
  tx: Tx,
  waybillNo: string,
  mark: { event: WrittenEvent; pieces: number; filledInAt: Date; history: TrackingEvent[] } & Why,
  now: Date,
): Promise<RefusedAtStop | null> {
  const { event: kind, pieces, history, fewer, missed, correct } = mark;
  const last = history.at(-1)?.happenedAt.getTime() ?? 0;
  // A form that arrives late may be older than events that the office has added since.
  const happenedAt = new Date(Math.min(now.getTime(), Math.max(mark.filledInAt.getTime(), last + 1)));
  if (kind === "reported") {
    await addParcelEvent(tx, { waybillNo, kind, happenedAt, pieces }, now);
    return null;
  }
  const marked = await markAndNotify(
    tx,
    waybillNo,
    { kind, happenedAt, place: null, pieces, fewer, missed, correct },
    now,
  );
  if (marked.ok) return null;
  return refused("", `This can't be saved: ${marked.why}. Phone the office.`);
}

/** Why the visit came to nothing; null if it didn't. */
function reportIn({ kind, reason }: StopForm): Report | null {
  return kind === "nobody_there" || kind === "something_wrong" ? reportOf(kind, lineOf(reason)) : null;
}

function piecesFrom({ kind, pieces }: StopForm, history: TrackingEvent[], of: number): number | RefusedAtStop {
  const counted = countPieces(history, of);
  const left = piecesLeftFor(kind === "collected" ? "collected" : "delivered", counted);
  const usual = kind === "collected" ? left : piecesAtHand(counted);
  const count = pieces.trim() === "" ? Math.max(1, usual) : Number(pieces);
  // Nothing is left to mark: the office may have marked the same meanwhile.
  const most = left === 0 ? of : left;
  if (Number.isInteger(count) && count >= 1 && count <= most) return count;
  return refused("pieces", most === 1 ? "There is 1 piece." : `Type how many pieces: 1 to ${most}.`);
}

/**
 * Why a driver collects fewer pieces than are left. A form that the phone stored without a
 * signal is taken without a reason too, because the driver has left.
 */
function fewerIn({ reason, filledInAt }: StopForm): Fewer | RefusedAtStop {
  const fewer = fewerOf(lineOf(reason)) ?? (filledInAt && "rest_other");
  return fewer ?? refused("reason", "Choose why there are fewer pieces.");
}

/** The phone's clock may be wrong. Allows no future time, and none older than a phone may store a form. */
export function believable(filledInAt: Date | null, now: Date, longestMs = LONGEST_LATE_MS): Date {
  const ageMs = filledInAt ? now.getTime() - filledInAt.getTime() : 0;
  return filledInAt && ageMs > 0 && ageMs <= longestMs ? filledInAt : now;
}
