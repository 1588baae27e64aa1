import { MINUTES } from "#app/durations";
import type { EventKind, Happening } from "./happening";
import { countPieces, isOncePerPiece, overallEvent, piecesLeftFor } from "./pieces";

/** The marks that staff can give a parcel. Booked and cancelled come from the booking, and reported from a driver. */
export const marks = [
  "collected",
  "in_transit",
  "at_depot",
  "out_for_delivery",
  "delivered",
  "failed_attempt",
  "returned",
  "failed_collection",
  "ended",
] as const satisfies readonly EventKind[];
export type Mark = (typeof marks)[number];

/**
 * Which mark may follow which. Steps may be skipped, because a driver may forget a scan. Nothing goes back, and a
 * finished parcel stays finished.
 */
const mayFollow: Record<EventKind, readonly Mark[]> = {
  booked: ["failed_collection", "collected", "in_transit", "at_depot", "out_for_delivery", "delivered", "ended"],
  failed_collection: [
    "failed_collection",
    "collected",
    "in_transit",
    "at_depot",
    "out_for_delivery",
    "delivered",
    "ended",
  ],
  collected: ["in_transit", "at_depot", "out_for_delivery", "delivered", "failed_attempt", "returned", "ended"],
  in_transit: ["in_transit", "at_depot", "out_for_delivery", "delivered", "failed_attempt", "returned", "ended"],
  at_depot: ["in_transit", "out_for_delivery", "delivered", "failed_attempt", "returned", "ended"],
  out_for_delivery: ["in_transit", "at_depot", "delivered", "failed_attempt", "returned", "ended"],
  failed_attempt: ["in_transit", "at_depot", "out_for_delivery", "delivered", "failed_attempt", "returned", "ended"],
  delivered: [],
  returned: [],
  cancelled: [],
  ended: [],
  // It isn't part of the history that marks continue.
  reported: [],
};

/** The same mark again within this time is a repeat. Later it is new: a parcel can be in transit or missed again. */
const SAME_MARK_MS = 60 * MINUTES;

export type Judgement =
  /** `outOfOrder`: staff are correcting the mark before. */
  | { kind: "new"; happenedAt: Date; pieces: number; outOfOrder: boolean }
  /** The mark was already made; nothing is added. */
  | { kind: "known"; since: Date; pieces: number }
  | { kind: "refused"; why: "not yet" | "too early" | "cancelled" | "out of order" | "too many pieces" };

/**
 * Decides whether a mark may be added to a parcel's history.
 * @param history oldest first, never empty
 * @param options.of how many pieces the parcel has
 * @param options.correct staff confirm a mark that is out of order, for example when the wrong parcel was marked
 * delivered
 */
export function judgeMark(
  history: readonly Happening[],
  mark: Happening & { kind: Mark },
  now: Date,
  { of = 1, correct = false }: { of?: number; correct?: boolean } = {},
): Judgement {
  const last = history.at(-1);
  if (!last || last.kind === "cancelled") return { kind: "refused", why: "cancelled" };
  if (mark.happenedAt > now) return { kind: "refused", why: "not yet" };
  const left = piecesLeftFor(mark.kind, countPieces(history, of));
  const happenedAt = afterTheLast(last.happenedAt, mark.happenedAt, now);
  if (isSame(last, { ...mark, happenedAt: happenedAt ?? mark.happenedAt }, left))
    return { kind: "known", since: last.happenedAt, pieces: last.pieces ?? of };
  if (!happenedAt) return { kind: "refused", why: "too early" };
  const outOfOrder = !mayComeNext(overallEvent(history, of) ?? last, last, mark, left);
  if (outOfOrder && !correct) return { kind: "refused", why: "out of order" };
  const most = correct && left === 0 ? of : left;
  const pieces = mark.pieces ?? most;
  return pieces < 1 || pieces > most
    ? { kind: "refused", why: "too many pieces" }
    : { kind: "new", happenedAt, pieces, outOfOrder };
}

function isSame(last: Happening, mark: Happening & { kind: Mark }, left: number): boolean {
  if (last.kind !== mark.kind || (last.because ?? null) !== (mark.because ?? null)) return false;
  // A parcel is collected and delivered only once, wherever and whenever the mark is repeated.
  if (!mayFollow[last.kind].includes(mark.kind) && !isHalfDone(last, left)) return true;
  // After two of three pieces were delivered, a mark without a number means the third.
  const isSamePieces = mark.pieces == null ? !isHalfDone(last, left) : mark.pieces === (last.pieces ?? mark.pieces);
  const apartMs = Math.abs(mark.happenedAt.getTime() - last.happenedAt.getTime());
  return isSamePieces && last.place === mark.place && apartMs < SAME_MARK_MS;
}

/** Pieces that are left behind when others are collected or delivered continue like a parcel of their own. */
function mayComeNext(overall: Happening, last: Happening, { kind }: { kind: Mark }, left: number): boolean {
  if (isHalfDone(last, left) && kind === last.kind) return true;
  if (mayFollow[overall.kind].includes(kind)) return true;
  return overall !== last && mayFollow.in_transit.includes(kind);
}

const isHalfDone = ({ kind }: Happening, left: number) => left > 0 && isOncePerPiece(kind);

/**
 * Staff give times to the minute: a mark in the same minute as the last one comes right after it. So does one after an
 * event that is still to come, which was written while the clock was ahead.
 */
function afterTheLast(last: Date, happenedAt: Date, now: Date): Date | null {
  if (happenedAt > last) return happenedAt;
  const isSameMinute = Math.floor(happenedAt.getTime() / MINUTES) === Math.floor(last.getTime() / MINUTES);
  return isSameMinute || last > now ? new Date(last.getTime() + 1) : null;
}

const LONGEST_TOWN = 60;

/** A town for the public tracking page: letters only, so that no street number or phone gets in. */
export function townFrom(typed: string): string | null {
  const town = typed.replace(/\s+/g, " ").trim();
  return town.length <= LONGEST_TOWN && /^\p{L}[\p{L}\p{M} .'’-]+$/u.test(town) ? town : null;
}
