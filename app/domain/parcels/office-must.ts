import type { WaitsFor } from "#db/schema/waybills";
import type { AmountDue } from "../money/charges.server";
import { saDay } from "../values/sa-time";
import type { EventKind } from "./happening";
import type { Visit } from "./visits";

/** What is settled about the visits of a parcel, beside what has happened to it. */
export type Settled = {
  /** What was agreed for each visit, and when. */
  agreed: Partial<Record<Visit, { day: string; agreedAt: Date }>>;
  /** What drivers reported that the office hasn't answered, oldest first. */
  reports: { visit: Visit; officeMust: string | null; waitsForOffice: boolean }[];
  /** Whether its receiver fetches it at the depot. */
  isFetched: boolean;
  /** Whether a message can reach its receiver. */
  canBeTold: boolean;
  /** What its customer was asked to pay beside the price, and hasn't. */
  due: AmountDue | null;
  /** The postal code of the other town that it is paid to go to, while it still has the old address. */
  townToGo: string | null;
  /** When the customer's bank last took back what paid for it. */
  chargedBackAt: Date | null;
};

/**
 * What happens next to a parcel. `isRest`: some of its pieces have been collected or have arrived, and others haven't.
 * `failedAt`: when it last couldn't be delivered.
 */
type Next = {
  visit: Visit | null;
  last: { kind: EventKind; happenedAt: Date } | undefined;
  isRest: boolean;
  failedAt: Date | null;
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

/** Of which some pieces are done. */
const rest = {
  booked: "Phone the sender and collect the rest",
  out_for_delivery: "Bring the rest to the receiver",
} as const satisfies Partial<Record<EventKind, string>>;

const RETURN = "Bring it back to the sender";
const AS_AGREED = { collection: "Collect it", delivery: "Bring it to the receiver as agreed" };
/** Who was promised news of it has to get that: the mark tells them. */
const TAKE_IN = "Take it in at the depot and mark it at-depot: the receiver fetches it";
const KEEP = "Keep it at the depot: the receiver fetches it";

const DUE = {
  collection: "Don't collect it yet: its sender has been asked to pay more",
  delivery: "Keep it at the depot: its sender has been asked to pay more",
};
const CHARGED_BACK = "Don't collect it yet: the customer's bank took the payment back";
const REFUSED = "Bring it back to the sender, who doesn't want to pay more";

const PHONE = "Phone the receiver: no message can reach them";

type OfficeMust = {
  officeMust: string | null;
  waitsFor: WaitsFor | null;
  /** Whether its receiver hears of it only by phone, and nothing was agreed with them; null when no visit is left. */
  phoneReceiver: boolean | null;
};

/**
 * What the office has to do about a parcel next, in its lists' words, and whose word that waits for: nobody's where it
 * is null. A failed visit makes older agreements void. Nobody asks the driver about a parcel that was put off to a later
 * day since it left. Whom no message can reach is phoned first, unless the office phones them anyway.
 */
export function officeMust(next: Next, settled: Settled): OfficeMust {
  const { visit, last, failedAt } = next;
  if (!visit || !last) return { officeMust: null, waitsFor: null, phoneReceiver: null };
  const must = nextOf({ ...next, visit, last }, settled);
  const { agreed, isFetched, canBeTold } = settled;
  const isAgreed = agreed.delivery && (!failedAt || agreed.delivery.agreedAt > failedAt);
  const phoneReceiver = visit !== "return" && !canBeTold && !isFetched && !isAgreed;
  const isFirst = phoneReceiver && visit === "delivery" && !must.isByPhone;
  return { officeMust: isFirst ? `${PHONE}. Then: ${must.words}` : must.words, waitsFor: must.waitsFor, phoneReceiver };
}

/** Whether a parcel isn't collected, because nobody has agreed on that since a bank took back what paid for it. */
export function waitsAfterChargeback({ chargedBackAt, agreed }: Pick<Settled, "chargedBackAt" | "agreed">): boolean {
  return chargedBackAt !== null && !(agreed.collection && agreed.collection.agreedAt > chargedBackAt);
}

/** `isByPhone`: the office phones somebody about it. */
function nextOf(
  { visit: next, last, isRest }: Next & { visit: Visit; last: NonNullable<Next["last"]> },
  { agreed, reports, isFetched, due, townToGo, chargedBackAt }: Settled,
): { words: string; waitsFor: WaitsFor | null; isByPhone?: true } {
  const kind = last.kind as keyof typeof unsettled;
  const told = reports.filter(({ visit }) => visit === next);
  const waitsFor = told.some(({ waitsForOffice }) => waitsForOffice) ? "office" : null;
  const reported = told.findLast(({ waitsForOffice }) => waitsForOffice || !waitsFor)?.officeMust;
  if (next === "return") return { words: reported ?? RETURN, waitsFor };
  if (due && !waitsFor)
    return due.isRefused
      ? { words: REFUSED, waitsFor: "office", isByPhone: true }
      : { words: DUE[next], waitsFor: "payer", isByPhone: true };
  if (next === "collection" && !waitsFor && waitsAfterChargeback({ chargedBackAt, agreed }))
    return { words: CHARGED_BACK, waitsFor: "office", isByPhone: true };
  if (townToGo && next === "delivery" && !waitsFor)
    return { words: `Change the address: it is paid to go to ${townToGo}`, waitsFor: "office", isByPhone: true };
  const visit = agreed[next];
  const hasFailed = kind === "failed_collection" || kind === "failed_attempt";
  const isSince = visit !== undefined && visit.agreedAt > last.happenedAt;
  const isAgreed = visit !== undefined && (isSince || !hasFailed);
  if (hasFailed && !isAgreed && !(next === "delivery" && isFetched))
    return {
      words: (waitsFor && reported) || unsettled[kind],
      waitsFor: waitsFor ?? (next === "delivery" ? "receiver" : "sender"),
      isByPhone: true,
    };
  if (reported) return { words: reported, waitsFor, isByPhone: true };
  if (next === "delivery" && isFetched && kind !== "out_for_delivery")
    return { words: kind === "at_depot" ? KEEP : TAKE_IN, waitsFor };
  const words: Partial<Record<EventKind, string>> = isRest ? { ...unsettled, ...rest } : unsettled;
  const isPutOff = isSince && visit.day > saDay(last.happenedAt);
  const isOnItsWay = kind === "out_for_delivery" && !isRest && !isPutOff;
  return { words: isAgreed && !isOnItsWay ? AS_AGREED[next] : (words[kind] ?? unsettled[kind]), waitsFor };
}
