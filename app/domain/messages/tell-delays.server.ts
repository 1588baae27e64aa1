import { and, eq, gte, inArray, isNotNull, isNull } from "drizzle-orm";
import { MINUTES, SECONDS } from "#app/durations";
import { every, type Timer } from "#app/timers.server";
import { oneByOne } from "#db/one-by-one.server";
import { delays } from "#db/schema/delays";
import { waybills } from "#db/schema/waybills";
import type { Reader, Store, Tx } from "#db/store.server";
import { parcelStates } from "../parcels/parcel-states.server";
import type { Quote } from "../parcels/quotes/quote";
import { parcelChanged } from "../parcels/raise-event.server";
import { isUnderWay } from "../parcels/restate.server";
import type { Visit } from "../parcels/visits";
import { toldOf } from "../post/outbox.server";
import { bringBack, withdrawOvertaken } from "../post/overtaken.server";
import { type Delay, delayOn, keepsFrom } from "../prices/delays";
import { standingDelays, withResumes } from "../prices/delays.server";
import { proclaimedDays } from "../prices/proclaimed-holidays.server";
import { inParts } from "../values/in-parts";
import { saDay } from "../values/sa-time";
import { delayedWordings, delayOverWordings } from "./delay-messages.server";
import { notifyPeople } from "./notify.server";
import { isUnwanted } from "./opt-out.server";
import { plannedIn, type VisitWithDay, visitsAhead, withDays } from "./visits-ahead.server";

const PARCELS_AT_A_TIME = 200;

export type DelayedParcel = { quote: Quote; waybillNo: string; visit: Visit; agreedDay: string | null; delay: Delay };

/**
 * Tells the people of each parcel of what keeps us from its next visit, once, and when that has ended before its day. In
 * a transaction for each parcel: safe to repeat and to interrupt, and others have their turn.
 * @returns how many parcels' people were told
 */
export async function tellDelays(store: Store, now: Date): Promise<number> {
  const standing = await standingDelays(store.read, now);
  const numbers = await withNews(store.read, standing, now);
  let told = 0;
  await oneByOne(numbers, async (waybillNo) => {
    if (await store.tx((tx) => tell(tx, waybillNo, now))) told += 1;
  });
  return told;
}

const LOOKS_EVERY_MS = 5 * SECONDS;
/** A parcel may come to a place while it is delayed. */
const LOOKS_AGAIN_MS = 1 * MINUTES;

/** Does so at once after a delay was made or taken back, and every minute while one stands. */
export function startTellingDelays(store: Store, clock: () => Date, report: { failed(error: unknown): void }): Timer {
  let lookedAt = { which: "", at: 0 };
  return every(
    LOOKS_EVERY_MS,
    async () => {
      const now = clock();
      const which = JSON.stringify(await recentDelays(store.read, now));
      const isDue = which !== lookedAt.which || now.getTime() - lookedAt.at >= LOOKS_AGAIN_MS;
      if (which === "[]" || !isDue) return;
      await tellDelays(store, now);
      lookedAt = { which, at: now.getTime() };
    },
    report.failed,
  );
}

/** Those that stand, and those that ended and that people were told of. */
async function recentDelays(store: Reader, now: Date) {
  const ended = await store
    .selectDistinct({ id: delays.id })
    .from(waybills)
    .innerJoin(delays, eq(delays.id, waybills.delayedBy))
    .where(and(isUnderWay, endedButNotTold(now)));
  return [...(await standingDelays(store, now)), ...ended].map(({ id }) => id);
}

/** After its last day nobody has to hear that it ended before. */
const endedButNotTold = (now: Date) =>
  and(
    isNotNull(waybills.delayedBy),
    isNull(waybills.delayOverAt),
    isNotNull(delays.endedAt),
    gte(delays.untilDay, saDay(now)),
  );

/** The parcels from whose next visit a delay would keep us, whether they were told or not. */
export async function parcelsKeptBy(store: Reader, delay: Delay, now: Date): Promise<DelayedParcel[]> {
  const ahead = (await visitsAhead(store)).filter((each) => keepsFrom(delay, each));
  const kept: DelayedParcel[] = [];
  await oneByOne(inParts(ahead, PARCELS_AT_A_TIME), async (some) => {
    for (const { quote, day, postal, waybillNo, visit, agreedDay } of await withDays(store, some, now))
      if (day && delayOn([delay], postal, day)) kept.push({ quote, waybillNo, visit, agreedDay, delay });
  });
  return kept;
}

/** How many parcels' people were told of some delays, and still wait for us. */
export async function parcelsToldOf(store: Reader, ended: readonly Delay[]): Promise<number> {
  const ids = ended.map(({ id }) => id);
  return store.$count(waybills, and(isUnderWay, inArray(waybills.delayedBy, ids)));
}

/** The numbers of the parcels whose people may have to be told something. */
async function withNews(store: Reader, standing: readonly Delay[], now: Date): Promise<string[]> {
  const ended = await store
    .select({ waybillNo: waybills.waybillNo })
    .from(waybills)
    .innerJoin(delays, eq(delays.id, waybills.delayedBy))
    .where(and(isUnderWay, endedButNotTold(now)));
  const numbers = new Set(ended.map(({ waybillNo }) => waybillNo));
  const ahead = standing.length > 0 ? await visitsAhead(store) : [];
  const mayBe = ahead.filter((each) => standing.some((delay) => delay.id !== each.delayedBy && keepsFrom(delay, each)));
  await oneByOne(inParts(mayBe, PARCELS_AT_A_TIME), async (some) => {
    for (const parcel of await withDays(store, some, now)) if (newsOf(parcel, standing)) numbers.add(parcel.waybillNo);
  });
  return [...numbers];
}

/** The delay that its people are to be told of; null if there is none, or they were told. */
function newsOf(parcel: VisitWithDay, standing: readonly Delay[]): Delay | null {
  const keeping = standing.filter((each) => keepsFrom(each, parcel));
  const delay = parcel.day && delayOn(keeping, parcel.postal, parcel.day);
  return delay && delay.id !== parcel.delayedBy ? delay : null;
}

/** Looks at the parcel once more, where nothing can happen to it meanwhile. Returns whether its people are told. */
async function tell(tx: Tx, waybillNo: string, now: Date): Promise<boolean> {
  const standing = await standingDelays(tx, now);
  const [ahead] = await visitsAhead(tx, eq(waybills.waybillNo, waybillNo));
  const [parcel] = ahead ? await withDays(tx, [ahead], now) : [];
  const news = parcel ? newsOf(parcel, standing) : null;
  if (parcel && news) {
    await tellDelayed(tx, parcel, news, now);
    return true;
  }
  const [before] = await tx
    .select({ delay: delays })
    .from(waybills)
    .innerJoin(delays, eq(delays.id, waybills.delayedBy))
    .where(and(eq(waybills.waybillNo, waybillNo), endedButNotTold(now)));
  if (!before) return false;
  await tx.update(waybills).set({ delayOverAt: now }).where(eq(waybills.waybillNo, waybillNo));
  const delay = withResumes(before.delay, await proclaimedDays(tx));
  return parcel ? tellOver(tx, parcel, delay, now) : false;
}

/** Why what says that we come was withdrawn. */
const CAUSE = "delay";

async function tellDelayed(tx: Tx, { quote, waybillNo, visit }: VisitWithDay, delay: Delay, now: Date): Promise<void> {
  await tx.update(waybills).set({ delayedBy: delay.id, delayOverAt: null }).where(eq(waybills.waybillNo, waybillNo));
  await withdrawOvertaken(tx, quote.id, { by: "delayed" }, now);
  await withdrawOvertaken(tx, quote.id, { by: `${visit}_held_up`, cause: CAUSE }, now);
  await parcelChanged(tx, "delayed", { quoteId: quote.id, happenedAt: now }, now);
  const wordings = await delayedWordings(tx, { quote, waybillNo }, { visit, delay }, now);
  await notifyPeople(tx, "the office", quote, "delayed", wordings, now);
}

/** What waits and is true again is sent, and whoever was told of the delay hears that it is over. */
async function tellOver(tx: Tx, parcel: VisitWithDay, delay: Delay, now: Date): Promise<boolean> {
  const { quote, waybillNo, visit, agreedDay } = parcel;
  const told = await toldOf(tx, quote.id, ["delayed"], now);
  await withdrawOvertaken(tx, quote.id, { by: "delay_over" }, now);
  if (agreedDay === null || agreedDay >= saDay(now))
    await bringBack(tx, quote.id, { cause: CAUSE }, (email) => isUnwanted(tx, email), now);
  const wasTold = (way: "email" | "sms", ...people: string[]) =>
    told.some(({ channel, person }) => channel === way && person && people.includes(person));
  const state = (await parcelStates(tx, [{ quote, waybillNo }], now)).get(waybillNo);
  const comes = state ? plannedIn(state) : null;
  const wordings = await delayOverWordings(tx, { quote, waybillNo }, { visit, delay }, comes, now);
  const { sender, receiver, senderText, receiverText } = wordings;
  const toThose = {
    ...(wasTold("email", "sender", "account") && sender && { sender }),
    ...(wasTold("email", "receiver") && receiver && { receiver }),
    ...(wasTold("sms", "sender") && senderText && { senderText }),
    ...(wasTold("sms", "receiver") && receiverText && { receiverText }),
  };
  await notifyPeople(tx, "the office", quote, "delayed", toThose, now);
  return told.length > 0;
}
