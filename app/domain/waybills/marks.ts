import { MINUTES } from "#app/durations";
import type { trackingEventKinds } from "#db/schema/waybills";
import { countPieces, piecesLeftFor, standingOf } from "./pieces";

export type EventKind = (typeof trackingEventKinds)[number];

/** What staff can say of a parcel. Booking and cancelling aren't marks: they come with money. */
export const marks = [
  "collected",
  "in_transit",
  "out_for_delivery",
  "delivered",
  "failed_attempt",
  "returned",
] as const satisfies readonly EventKind[];
export type Mark = (typeof marks)[number];

/** What has happened to a parcel, or is said to have. `pieces`: of how many pieces; unsaid, of all that can be meant. */
export type Happening = { kind: EventKind; happenedAt: Date; place: string | null; pieces?: number | null };

/**
 * What may follow what. A scan that a driver forgot holds nobody up, so steps may be left out; nothing goes back, and
 * what is over stays over.
 */
const mayFollow: Record<EventKind, readonly Mark[]> = {
  booked: ["collected", "in_transit", "out_for_delivery", "delivered"],
  collected: ["in_transit", "out_for_delivery", "delivered", "failed_attempt", "returned"],
  in_transit: ["in_transit", "out_for_delivery", "delivered", "failed_attempt", "returned"],
  out_for_delivery: ["in_transit", "delivered", "failed_attempt", "returned"],
  failed_attempt: ["in_transit", "out_for_delivery", "delivered", "failed_attempt", "returned"],
  delivered: [],
  returned: [],
  cancelled: [],
};

/** A mark said twice within this time is one mark; later a parcel may well be in transit again, or missed again. */
const SAME_MARK_MS = 60 * MINUTES;

export type Judgement =
  /** `outOfOrder`: staff correct the mark before it. */
  | { kind: "new"; happenedAt: Date; pieces: number; outOfOrder: boolean }
  /** It was said before: nothing to add. */
  | { kind: "known"; since: Date }
  | { kind: "refused"; refusal: "not yet" | "too early" | "cancelled" | "out of order" | "too many pieces" };

/**
 * Whether a mark may be added to what has happened so far.
 * @param history oldest first, never empty
 * @param options.of how many pieces the parcel has
 * @param options.correct staff mean it, although it is out of order: a delivered parcel that was somebody else's
 */
export function judgeMark(
  history: readonly Happening[],
  mark: Happening & { kind: Mark },
  now: Date,
  { of = 1, correct = false }: { of?: number; correct?: boolean } = {},
): Judgement {
  const [last, standing] = [history.at(-1), standingOf(history, of)];
  if (!last || !standing || last.kind === "cancelled") return { kind: "refused", refusal: "cancelled" };
  if (mark.happenedAt > now) return { kind: "refused", refusal: "not yet" };
  const left = piecesLeftFor(mark.kind, countPieces(history, of));
  if (isSame(last, mark, left)) return { kind: "known", since: last.happenedAt };
  const happenedAt = afterTheLast(last.happenedAt, mark.happenedAt);
  if (!happenedAt) return { kind: "refused", refusal: "too early" };
  const outOfOrder = !mayComeNext(standing, last, mark, left);
  if (outOfOrder && !correct) return { kind: "refused", refusal: "out of order" };
  const most = correct && left === 0 ? of : left;
  const pieces = mark.pieces ?? most;
  return pieces < 1 || pieces > most
    ? { kind: "refused", refusal: "too many pieces" }
    : { kind: "new", happenedAt, pieces, outOfOrder };
}

function isSame(last: Happening, mark: Happening & { kind: Mark }, left: number): boolean {
  if (last.kind !== mark.kind) return false;
  // Nobody is collected from or delivered to twice, wherever and whenever it is said again.
  if (!mayFollow[last.kind].includes(mark.kind) && !isHalfDone(last, left)) return true;
  // Two of three were delivered: said without a number, it is of the third.
  const saysSame = mark.pieces == null ? !isHalfDone(last, left) : mark.pieces === (last.pieces ?? mark.pieces);
  const apartMs = Math.abs(mark.happenedAt.getTime() - last.happenedAt.getTime());
  return saysSame && last.place === mark.place && apartMs < SAME_MARK_MS;
}

/** The pieces that are left behind one that was collected, or has arrived, go on as if they were the parcel. */
function mayComeNext(standing: Happening, last: Happening, { kind }: { kind: Mark }, left: number): boolean {
  if (isHalfDone(last, left) && kind === last.kind) return true;
  if (mayFollow[standing.kind].includes(kind)) return true;
  return standing !== last && mayFollow[last.kind === "collected" ? "collected" : "in_transit"].includes(kind);
}

const isHalfDone = ({ kind }: Happening, left: number) =>
  left > 0 && (kind === "collected" || kind === "delivered" || kind === "returned");

/** People say times to the minute: a mark of the same minute as the last one comes after it. */
function afterTheLast(last: Date, said: Date): Date | null {
  if (said > last) return said;
  const isSameMinute = Math.floor(said.getTime() / MINUTES) === Math.floor(last.getTime() / MINUTES);
  return isSameMinute ? new Date(last.getTime() + 1) : null;
}

const LONGEST_TOWN = 60;

/** A town as it may stand on a page that everybody can open: letters only, so neither a street number nor a phone. */
export function townFrom(typed: string): string | null {
  const town = typed.replace(/\s+/g, " ").trim();
  return town.length <= LONGEST_TOWN && /^\p{L}[\p{L}\p{M} .'’-]+$/u.test(town) ? town : null;
}
