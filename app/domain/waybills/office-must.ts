import type { WaitsFor } from "#db/schema/waybills";
import type { EventKind } from "./happening";
import type { Visit } from "./visits";

/** What is settled about the visits of a parcel, beside what has happened to it. */
export type Settled = {
  /** When each visit was agreed on, if it was. */
  agreedAt: Partial<Record<Visit, Date>>;
  /** What drivers reported that the office hasn't answered, oldest first. */
  reports: { visit: Visit; officeMust: string | null; waitsForOffice: boolean }[];
  /** Whether its receiver fetches it at the depot. */
  isFetched: boolean;
};

/** What the office does about a parcel of this event while nothing is agreed on and no driver has reported anything. */
const unsettled = {
  booked: "Phone the sender and collect it",
  failed_collection: "Phone the sender: nobody was there",
  collected: "Send it on its way",
  in_transit: "Bring it to the receiver",
  at_depot: "Bring it to the receiver",
  out_for_delivery: "Ask the driver whether it was delivered",
  failed_attempt: "Phone the receiver, then try again",
} as const satisfies Partial<Record<EventKind, string>>;

const RETURN = "Bring it back to the sender";
const AS_AGREED = { collection: "Collect it", delivery: "Bring it to the receiver as agreed" };
/** Who was promised news of it has to get that: the mark tells them. */
const TAKE_IN = "Take it in at the depot and mark it at-depot: the receiver fetches it";
const KEEP = "Keep it at the depot: the receiver fetches it";

/**
 * What the office has to do about a parcel next, in its lists' words, and whose word that waits for: nobody's where it
 * is null. A failed visit makes older agreements void.
 */
export function officeMust(
  next: Visit | null,
  last: { kind: EventKind; happenedAt: Date } | undefined,
  { agreedAt, reports, isFetched }: Settled,
): { officeMust: string | null; waitsFor: WaitsFor | null } {
  if (!next || !last) return { officeMust: null, waitsFor: null };
  const kind = last.kind as keyof typeof unsettled;
  const told = reports.filter(({ visit }) => visit === next);
  const waitsFor = told.some(({ waitsForOffice }) => waitsForOffice) ? "office" : null;
  const reported = told.findLast(({ waitsForOffice }) => waitsForOffice || !waitsFor)?.officeMust;
  if (next === "return") return { officeMust: reported ?? RETURN, waitsFor };
  const agreed = agreedAt[next];
  const hasFailed = kind === "failed_collection" || kind === "failed_attempt";
  const isAgreed = agreed !== undefined && !(hasFailed && agreed <= last.happenedAt);
  if (hasFailed && !isAgreed && !(next === "delivery" && isFetched))
    return {
      officeMust: (waitsFor && reported) || unsettled[kind],
      waitsFor: waitsFor ?? (next === "delivery" ? "receiver" : "sender"),
    };
  if (reported) return { officeMust: reported, waitsFor };
  if (next === "delivery" && isFetched && kind !== "out_for_delivery")
    return { officeMust: kind === "at_depot" ? KEEP : TAKE_IN, waitsFor };
  return { officeMust: isAgreed && kind !== "out_for_delivery" ? AS_AGREED[next] : unsettled[kind], waitsFor };
}
