import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { DAYS, HOURS } from "#app/durations";
import { driverMarks } from "#db/schema/rounds";
import { trackingEvents } from "#db/schema/waybills";
import type { Tx } from "#db/store.server";
import { countedTries, countTry } from "../accounts/counted-tries.server";
import { markAndNotify } from "../messages/mark-and-notify.server";
import { recordAction } from "../staff-actions/staff-actions.server";
import { newId } from "../values/ids.server";
import { checkPin, type PinCheck, readPin } from "../waybills/delivery-pin.server";
import { historyOf, piecesOf, type TrackingEvent } from "../waybills/issue-waybill.server";
import type { EventKind, Mark } from "../waybills/marks";
import { answerReports, laterMarkAnswers, overtakeReported } from "../waybills/open-reports.server";
import { countPieces, overallEvent, piecesAtHand, piecesLeftFor } from "../waybills/pieces";
import {
  type Consequence,
  consequences,
  type Fewer,
  fewerOf,
  fewerPieces,
  type Report,
  reportOf,
} from "../waybills/reports";
import { isOpenVisit, uncollected, type Visit } from "../waybills/visits";
import { type DriverMark, markInWords, proofInWords } from "./driver-marks.server";
import type { Driver } from "./drivers.server";

/** A driver's form at a stop, as typed. */
export type StopForm = {
  kind: DriverMark["kind"];
  /** What the driver had come for; null from a page that doesn't say it. */
  visit: Visit | null;
  /** The form's own key: the same form sent again with the same answers is the same mark. */
  key: string;
  pieces: string;
  pin: string;
  takenBy: string;
  reason: string;
  /** What else to know: when to come again, or the address as the driver found it. */
  more: string;
  /** When the button was pressed, if the phone stored the form before sending it. */
  filledInAt: Date | null;
};

export type StopMarking =
  | { ok: true; added: boolean; markId: string }
  /** `field` is the field with the error, or blank for the whole form. */
  | { ok: false; field: "pieces" | "pin" | "takenBy" | "reason" | ""; words: string };

type Refused = Extract<StopMarking, { ok: false }>;
type Proof = Pick<DriverMark, "proof" | "takenBy" | "reason">;

const LONGEST_LATE_MS = 3 * DAYS;
const LONGEST = 100;

/** Whose mark it is. `believed`: the office believes it without proof; `formKey` is the form's. */
type MarkOf = { driver: Driver; waybillNo: string; believed?: { formKey: string } };

/**
 * Records a driver's mark once, however often the form arrives. The caller checks that the stop is the driver's. A
 * wrong PIN is counted, so the caller must commit the transaction even when this refuses.
 */
export async function markAtStop(
  tx: Tx,
  { driver, waybillNo, believed }: MarkOf,
  form: StopForm,
  now: Date,
): Promise<StopMarking> {
  const formKey = believed?.formKey ?? formKeyOf(driver, waybillNo, form);
  const [known] = await tx.select({ id: driverMarks.id }).from(driverMarks).where(eq(driverMarks.formKey, formKey));
  if (known) return { ok: true, added: false, markId: known.id };
  const [history, { of, booked }] = [await historyOf(tx, waybillNo), await piecesOf(tx, waybillNo)];
  const pieces = piecesFrom(form, history, of);
  if (typeof pieces !== "number") return pieces;
  const left = piecesLeftFor("collected", countPieces(history, of));
  const fewer = form.kind === "collected" && pieces < left ? fewerIn(form) : null;
  if (fewer !== null && typeof fewer !== "string") return fewer;
  const proof = believed
    ? await believedProof(tx, waybillNo, form)
    : await proofFrom(tx, { driver, waybillNo, form, formKey }, now);
  if ("ok" in proof) return proof;
  const filledInAt = (believed && form.filledInAt) || believable(form.filledInAt, now);
  const overall = overallEvent(history, of)?.kind ?? "booked";
  const visit = visitOf(form, overall);
  const report = reportIn(form);
  const follows = report && isOpenVisit(visit, overall) ? consequences[report][visit] : null;
  const event = eventOf(form.kind, follows, visit === "delivery" && uncollected.includes(overall));
  const written = event && (await writeEvent(tx, waybillNo, { event, pieces, filledInAt, history, fewer }, now));
  if (written) return written;
  await answerReports(tx, waybillNo, now, { visits: [visit], onlyIf: laterMarkAnswers });
  const rest = fewer && fewerPieces[fewer];
  const must = rest ?? follows;
  const office = { officeMust: must?.office ?? null, waitsForOffice: must?.waits ?? false, answeredAt: null };
  const why = report ?? fewer;
  const fields = { id: newId(), formKey, waybillNo, driverId: driver.id, kind: form.kind, visit, pieces, report: why };
  const reason = rest?.words ?? proof.reason;
  const mark = { ...fields, ...office, ...proof, reason, filledInAt, receivedAt: now };
  await tx.insert(driverMarks).values(mark);
  await overtakeReported(tx, mark, now);
  const details = [markInWords(mark, visit === "collection" ? booked : of), proofInWords(mark)];
  const done = { action: "marked at the stop", subject: waybillNo, details: details.filter(Boolean).join(", ") };
  if (!believed) await recordAction(tx, `${driver.name}, driver`, done, now);
  return { ok: true, added: true, markId: mark.id };
}

function visitOf({ kind, visit }: StopForm, overall: EventKind): Visit {
  if (kind === "collected") return "collection";
  if (kind === "delivered") return "delivery";
  if (kind === "returned") return "return";
  return visit ?? (isOpenVisit("collection", overall) ? "collection" : "delivery");
}

type WrittenEvent = Exclude<Mark, "in_transit" | "out_for_delivery"> | "reported";

/**
 * The event that a mark adds to the parcel's history. None for a report on a visit that is over. Where a driver forgot to
 * mark the collection, only the office may know that the delivery failed.
 */
function eventOf(kind: StopForm["kind"], follows: Consequence | null, isUncollected: boolean): WrittenEvent | null {
  if (kind !== "nobody_there" && kind !== "something_wrong") return kind;
  return follows && isUncollected ? "reported" : (follows?.history ?? null);
}

/** Adds the event to the parcel's history, and tells its people if they are told of it. */
async function writeEvent(
  tx: Tx,
  waybillNo: string,
  mark: { event: WrittenEvent; pieces: number; filledInAt: Date; history: TrackingEvent[]; fewer: Fewer | null },
  now: Date,
): Promise<Refused | null> {
  const { event: kind, pieces, history, fewer } = mark;
  const last = history.at(-1)?.happenedAt.getTime() ?? 0;
  // A form that arrives late may be older than events that the office has added since.
  const happenedAt = new Date(Math.min(now.getTime(), Math.max(mark.filledInAt.getTime(), last + 1)));
  if (kind === "reported") {
    await tx.insert(trackingEvents).values({ id: newId(), waybillNo, kind, happenedAt, place: null, pieces });
    return null;
  }
  const marked = await markAndNotify(tx, waybillNo, { kind, happenedAt, place: null, pieces, fewer }, now);
  if (marked.ok) return null;
  return refused("", `This can't be saved: ${marked.refusal.replace(/;.*/, "")}. Phone the office.`);
}

/** Why the visit came to nothing; null if it didn't. */
function reportIn({ kind, reason }: StopForm): Report | null {
  return kind === "nobody_there" || kind === "something_wrong" ? reportOf(kind, lineOf(reason)) : null;
}

function piecesFrom({ kind, pieces }: StopForm, history: TrackingEvent[], of: number): number | Refused {
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
function fewerIn({ reason, filledInAt }: StopForm): Fewer | Refused {
  const fewer = fewerOf(lineOf(reason)) ?? (filledInAt && "rest_other");
  return fewer ?? refused("reason", "Choose why there are fewer pieces.");
}

/** A delivery needs the receiver's PIN, or the name of who took the parcel and the reason why there is no PIN. */
async function proofFrom(
  tx: Tx,
  { driver, waybillNo, form, formKey }: { driver: Driver; waybillNo: string; form: StopForm; formKey: string },
  now: Date,
): Promise<Proof | Refused> {
  const [takenBy, reason] = [lineOf(form.takenBy), lineOf(form.reason)];
  if (form.kind === "collected" || form.kind === "returned") return { proof: null, takenBy: null, reason: null };
  if (form.kind !== "delivered") {
    if (!reason) return refused("reason", "Choose what is the matter.");
    return { proof: null, takenBy: null, reason: withMore(form) };
  }
  if ((await readPin(tx, waybillNo))?.isLocked) return refused("pin", LOCKED);
  if (form.pin.trim()) {
    const tried = `wrong-pin:${hashOf([formKey, form.pin])}`;
    if ((await countedTries(tx, tried, SAME_TRY_MS, now)).points > 0) return refused("pin", WRONG);
    const check = await checkPin(tx, waybillNo, form.pin);
    if (check.kind === "right") return { proof: "pin", takenBy: null, reason: null };
    await countTry(tx, tried, SAME_TRY_MS, now);
    const wrong = { action: "typed a wrong PIN", subject: waybillNo, details: check.kind === "locked" ? "locked" : "" };
    if (check.kind !== "none") await recordAction(tx, `${driver.name}, driver`, wrong, now);
    return refused("pin", wrongPin(check));
  }
  if (takenBy && reason) return { proof: "name", takenBy, reason };
  if (takenBy) return refused("reason", "Choose why there is no PIN.");
  return refused("pin", "Type the receiver's PIN. If there is none, write who took the parcel and choose why.");
}

/** What proves a delivery that the office believes: the PIN if it was right, or else what the driver wrote. */
async function believedProof(tx: Tx, waybillNo: string, form: StopForm): Promise<Proof> {
  const [takenBy, reason] = [lineOf(form.takenBy) || null, lineOf(form.reason) || null];
  if (form.kind === "collected" || form.kind === "returned") return { proof: null, takenBy: null, reason: null };
  if (form.kind !== "delivered") return { proof: null, takenBy: null, reason: withMore(form) };
  const isRight = form.pin !== "" && (await readPin(tx, waybillNo))?.pin === form.pin.replace(/\s/g, "");
  if (isRight) return { proof: "pin", takenBy: null, reason: null };
  return { proof: takenBy ? "name" : null, takenBy, reason };
}

/** The same wrong PIN within this time is one try, because its answer may have been lost. */
const SAME_TRY_MS = 1 * HOURS;
const WRONG = "The PIN is wrong. Ask the receiver again.";
const LOCKED = "The PIN was wrong 5 times. Only the office can mark this parcel now: phone them.";

function wrongPin(check: Exclude<PinCheck, { kind: "right" }>): string {
  if (check.kind === "locked") return LOCKED;
  if (check.kind === "none") return "This parcel has no PIN. Write who took it, and choose why there is no PIN.";
  const { triesLeft } = check;
  return `${WRONG.slice(0, -1)}: ${triesLeft === 1 ? "1 try is" : `${triesLeft} tries are`} left.`;
}

/** The phone's clock may be wrong. Allows no future time, and none older than a phone may store a form. */
export function believable(filledInAt: Date | null, now: Date): Date {
  const ageMs = filledInAt ? now.getTime() - filledInAt.getTime() : 0;
  return filledInAt && ageMs > 0 && ageMs <= LONGEST_LATE_MS ? filledInAt : now;
}

/** The same form with the same answers has the same key. */
export function formKeyOf(driver: Driver, waybillNo: string, form: StopForm): string {
  const { key, kind, pieces, takenBy, reason, more } = form;
  return hashOf([driver.id, waybillNo, key, kind, pieces, takenBy, reason, ...(more ? [more] : [])]);
}

function hashOf(values: string[]): string {
  return createHash("sha256").update(JSON.stringify(values)).digest("base64url");
}

/** Why, and what else to know. */
export function withMore({ reason, more }: Pick<StopForm, "reason" | "more">): string {
  return lineOf([lineOf(reason), lineOf(more)].filter(Boolean).join(": "));
}

export function lineOf(typed: string): string {
  return typed
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, LONGEST);
}

function refused(field: Refused["field"], words: string): Refused {
  return { ok: false, field, words };
}
