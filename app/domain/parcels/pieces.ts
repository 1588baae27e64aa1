import { catalogue } from "#app/language/language";
import { plainText } from "#app/language/plain-text";
import { joined, type Sentence } from "#app/language/say";
import type { EventKind, Happening } from "./happening";
import { uncollected } from "./visits";

/** Events that happen once to each piece, and so to some pieces before others. */
export const oncePerPiece = ["collected", "delivered", "returned"] as const satisfies readonly EventKind[];

/** Whether such an event happens once to each piece. */
export function isOncePerPiece(kind: EventKind): kind is (typeof oncePerPiece)[number] {
  return (oncePerPiece as readonly EventKind[]).includes(kind);
}

/** How many pieces of a parcel there are, and how many were collected, delivered and returned. */
export type PieceCount = { of: number; collected: number; delivered: number; returned: number };

/**
 * Counts the pieces in a history. A mark from before pieces were counted applies to all of them. A correction
 * (`--correct`) starts the count again: of what had arrived, if the parcel goes on after all of it had; of everything, if
 * nobody was there to hand over what had been collected.
 * @param history oldest first
 */
export function countPieces(history: readonly Happening[], of: number): PieceCount {
  const none = { of, collected: 0, delivered: 0, returned: 0 };
  let count = none;
  for (const { kind, pieces } of history) {
    const { collected, delivered, returned } = count;
    const isUndelivered = piecesLeftFor("delivered", count) === 0;
    const isUncollected =
      (kind === "collected" && isUndelivered) ||
      (kind === "failed_collection" && (collected === of || delivered + returned > 0));
    if (isUncollected) count = none;
    else if (isUndelivered) count = { ...none, collected };
    if (isOncePerPiece(kind)) count = { ...count, [kind]: Math.min(of, count[kind] + (pieces ?? of)) };
  }
  return count;
}

/** How many pieces a mark of this kind can apply to. */
export function piecesLeftFor(kind: EventKind, { of, collected, delivered, returned }: PieceCount): number {
  return kind === "collected" ? of - collected : Math.max(0, of - delivered - returned);
}

/** How many pieces a driver has to hand over: those that were collected, where that was recorded. */
export function piecesAtHand(count: PieceCount): number {
  const atHand = count.collected - count.delivered - count.returned;
  return atHand > 0 && count.collected < count.of ? atHand : piecesLeftFor("delivered", count);
}

/**
 * The event that describes the parcel as a whole: the last one, ignoring marks of some pieces while others are missing, and
 * an end after which it went on. If some have arrived though no collection was marked, the others are on their way since
 * then.
 */
export function overallEvent<Each extends Happening>(history: readonly Each[], of: number): Each | undefined {
  const count = countPieces(history, of);
  const last = history.at(-1);
  const isWhole = (kind: EventKind) => !isOncePerPiece(kind) || piecesLeftFor(kind, count) === 0;
  const whole = history.findLast((event) => isWhole(event.kind) && (event.kind !== "ended" || event === last));
  const hasArrived = count.delivered + count.returned > 0;
  if (whole && !(hasArrived && uncollected.includes(whole.kind))) return whole;
  return hasArrived && last ? { ...last, kind: "in_transit" } : last;
}

/** How many pieces were collected or delivered so far, while others are left. */
export type SomeOf = { count: number; of: number; left: number };

/** Null when no piece is still to be collected or delivered, or none has been. */
export function someOf(kind: "collected" | "delivered", history: readonly Happening[], of: number): SomeOf | null {
  const counted = countPieces(history, of);
  const [count, left] = [counted[kind], piecesLeftFor(kind, counted)];
  return count > 0 && left > 0 ? { count, of, left } : null;
}

/**
 * What is missing, in words for anybody: "2 of 3 pieces delivered. 1 is still to come." Null when nothing is. Of one that
 * has ended nothing is still to come.
 * @param booked how many were booked, if the sender sends fewer
 */
export function missingInWords(history: readonly Happening[], of: number, booked = of): string | null {
  const sent = of < booked ? [catalogue().parcelState.missing.fewerSent(of, booked)] : [];
  return plainText(joined([...sent, ...stillToCome(history, of)])) || null;
}

function stillToCome(history: readonly Happening[], of: number): Sentence[] {
  const words = catalogue().parcelState.missing;
  const { collected, delivered, returned } = countPieces(history, of);
  const left = of - delivered - returned;
  const hasEnded = history.at(-1)?.kind === "ended";
  if (delivered + returned > 0 && left > 0)
    return [words.delivered(delivered, of), ...(hasEnded ? [] : [words.toCome(left)])];
  if (!hasEnded && collected > 0 && collected < of && delivered + returned === 0)
    return [words.collected(collected, of), words.toCollect(of - collected)];
  return [];
}
