import { eq } from "drizzle-orm";
import { driverMarks } from "#db/schema/rounds";
import type { Tx } from "#db/store.server";
import { countedTries, countTry } from "../limits/counted-tries.server";
import { formKeyOf } from "../limits/done-once.server";
import { limits } from "../limits/limits";
import { recordAction } from "../office/staff-actions.server";
import { asksPin, checkPins, type PinCheck, readPin } from "../parcels/delivery-pin.server";
import type { DriverMark } from "./driver-marks.server";
import type { Driver } from "./drivers.server";
import { lineOf, type RefusedAtStop, refused, type StopForm, withMore } from "./stop-answers.server";

export type Proof = Pick<DriverMark, "proof" | "takenBy" | "reason">;

type ToProve = {
  driver: Driver;
  waybillNo: string;
  /** The parcels that are handed over with it. */
  together: readonly string[];
  form: StopForm;
  formKey: string;
};

/** The reason where no message could reach the receiver, so that there is no PIN: it counts nowhere else. */
const NO_MESSAGE = "No message could reach them";
/** However a form writes it. */
const saysNoMessage = (reason: string) => /no message could reach/i.test(reason.replace(/[^\p{L}]+/gu, " "));

/** Why there is no PIN, as drivers choose it. The office sees these words. */
export function whyNoPin(isPinAsked: boolean): string[] {
  const somebodyElse = "Somebody else is there";
  if (!isPinAsked) return [NO_MESSAGE, somebodyElse];
  return ["The text did not arrive", "The phone is off or lost", "The receiver has no phone", somebodyElse];
}

/**
 * A delivery needs the receiver's PIN, or the name of who took the parcel and the reason why there is no PIN. Where no
 * message could reach them, no PIN is asked for.
 */
export async function proofFrom(
  tx: Tx,
  { driver, waybillNo, together, form, formKey }: ToProve,
  now: Date,
): Promise<Proof | RefusedAtStop> {
  const [takenBy, reason] = [lineOf(form.takenBy), lineOf(form.reason)];
  if (form.kind === "collected" || form.kind === "returned") return { proof: null, takenBy: null, reason: null };
  if (form.kind !== "delivered") {
    if (!reason) return refused("reason", "Choose what you found.");
    return { proof: null, takenBy: null, reason: withMore(form) };
  }
  if ((await readPin(tx, waybillNo))?.isLocked) return refused("pin", LOCKED);
  if (form.pin.trim()) {
    const tried = `wrong-pin:${formKeyOf([formKey], [form.pin])}`;
    if ((await countedTries(tx, tried, SAME_TRY_MS, now)).points > 0) return refused("pin", WRONG);
    const check = await checkPins(tx, waybillNo, together, form.pin);
    if (check.kind === "right") return { proof: "pin", takenBy: null, reason: null };
    await countTry(tx, tried, SAME_TRY_MS, now);
    const wrong = { action: "typed a wrong PIN", subject: waybillNo, details: check.kind === "locked" ? "locked" : "" };
    if (check.kind !== "none") await recordAction(tx, `${driver.name}, driver`, wrong, now);
    return refused("pin", wrongPin(check));
  }
  const isPinAsked = await asksPin(tx, [waybillNo, ...together]);
  if (isPinAsked && saysNoMessage(reason)) return refused("reason", TOLD);
  if (takenBy && reason) return { proof: "name", takenBy, reason };
  if (takenBy) return refused("reason", "Choose why there is no PIN.");
  if (!isPinAsked) return refused("takenBy", "No message could reach them: write who took the parcel, and choose why.");
  return refused("pin", "Type the receiver's PIN. If there is none, write who took the parcel and choose why.");
}

/** What proves a delivery together with another: the same, unless that was handed over because no message could reach anybody. */
export async function proofOf(tx: Tx, markId: string, waybillNo: string): Promise<Proof | RefusedAtStop | null> {
  const { proof, takenBy, reason } = driverMarks;
  const [mark] = await tx.select({ proof, takenBy, reason }).from(driverMarks).where(eq(driverMarks.id, markId));
  if (saysNoMessage(mark?.reason ?? "") && (await asksPin(tx, [waybillNo]))) return refused("reason", TOLD);
  return mark ?? null;
}

/** What proves a delivery that the office believes: the PIN if it was right, or else what the driver wrote. */
export async function believedProof(tx: Tx, waybillNo: string, form: StopForm): Promise<Proof> {
  const [takenBy, reason] = [lineOf(form.takenBy) || null, lineOf(form.reason) || null];
  if (form.kind === "collected" || form.kind === "returned") return { proof: null, takenBy: null, reason: null };
  if (form.kind !== "delivered") return { proof: null, takenBy: null, reason: withMore(form) };
  const isRight = form.pin !== "" && (await readPin(tx, waybillNo))?.pin === form.pin.replace(/\s/g, "");
  if (isRight) return { proof: "pin", takenBy: null, reason: null };
  return { proof: takenBy ? "name" : null, takenBy, reason };
}

const { windowMs: SAME_TRY_MS } = limits.sameWrongPin;
const WRONG = "The PIN is wrong. Ask the receiver again.";
const TOLD = "Our messages reach the receiver. Ask for the PIN, or choose another reason why there is none.";
const LOCKED = `The PIN was wrong ${limits.wrongPins.tries} times. Only the office can mark this parcel now: phone them.`;

function wrongPin(check: Exclude<PinCheck, { kind: "right" }>): string {
  if (check.kind === "locked") return LOCKED;
  if (check.kind === "none") return "This parcel has no PIN. Write who took it, and choose why there is no PIN.";
  const { triesLeft } = check;
  return `${WRONG.slice(0, -1)}: ${triesLeft === 1 ? "1 try is" : `${triesLeft} tries are`} left.`;
}
