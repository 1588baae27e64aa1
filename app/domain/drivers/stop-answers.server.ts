import { formKeyOf } from "../limits/done-once.server";
import type { Visit } from "../parcels/visits";
import { asLine } from "../values/typed-text";
import type { DriverMark } from "./driver-marks.server";
import type { Driver } from "./drivers.server";

const LONGEST = 100;

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
  | { ok: false; field: "pieces" | "pin" | "takenBy" | "reason" | ""; why: string };

export type RefusedAtStop = Extract<StopMarking, { ok: false }>;

/** The key of a mark. A PIN proves it, and isn't sent again with its photo, so it isn't one of the answers. */
export function markKeyOf(driver: Driver, waybillNo: string, form: StopForm): string {
  const [pieces, takenBy, reason, more] = [form.pieces, form.takenBy, form.reason, form.more].map(lineOf);
  return formKeyOf([driver.id, waybillNo, form.key], [form.kind, pieces, takenBy, reason, ...(more ? [more] : [])]);
}

/** Why, and what else to know. */
export function withMore({ reason, more }: Pick<StopForm, "reason" | "more">): string {
  return lineOf([lineOf(reason), lineOf(more)].filter(Boolean).join(": "));
}

/** A text as one short line. */
export function lineOf(typed: string): string {
  return asLine(typed).slice(0, LONGEST);
}

export function refused(field: RefusedAtStop["field"], why: string): RefusedAtStop {
  return { ok: false, field, why };
}
