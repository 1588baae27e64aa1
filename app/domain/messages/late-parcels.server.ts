import { eq, inArray } from "drizzle-orm";
import { everyDay } from "#app/timers.server";
import { oneByOne } from "#db/one-by-one.server";
import { quotes } from "#db/schema/quotes";
import { waybills } from "#db/schema/waybills";
import type { Reader, Store, Tx } from "#db/store.server";
import { historyOf, piecesOf } from "../parcels/issue-waybill.server";
import type { ParcelState } from "../parcels/parcel-state";
import { lateInWords } from "../parcels/parcel-state-in-words";
import { parcelStateOf, parcelStates } from "../parcels/parcel-states.server";
import type { Quote } from "../parcels/quotes/quote";
import { parcelChanged } from "../parcels/raise-event.server";
import { isUnderWay } from "../parcels/restate.server";
import { withdrawOvertaken } from "../post/overtaken.server";
import { promise, promisedUntil, promiseNoMore } from "../post/promises.server";
import { dayAndTime, isOver, saMomentOf } from "../values/sa-time";
import { atWork } from "./at-work.server";
import { linksOf } from "./message-links.server";
import { notifyPeople, type Wordings } from "./notify.server";
import { messageKey, type ParcelEmailData } from "./parcel-email";
import { parcelLate } from "./sender-emails";
import { parcelLateText } from "./texts";

const EVERY_FIVE_MINUTES = "*/5 * * * *";
const PARCELS_AT_A_TIME = 200;

type UnderWay = { quote: Quote; waybillNo: string; lateOn: string | null; toldAt: Date | null };

/**
 * Notes which parcels are late, so that staff see them, and in working hours tells their people, once. Safe to repeat
 * and to interrupt.
 * @returns how many parcels' people were told
 */
export async function noticeLateParcels(store: Store, now: Date): Promise<number> {
  const isAtWork = await atWork(store.read, now);
  const numbers = await underWay(store.read);
  let told = 0;
  for (let at = 0; at < numbers.length; at += PARCELS_AT_A_TIME) {
    const parcels = await parcelsOf(store.read, numbers.slice(at, at + PARCELS_AT_A_TIME));
    const states = await parcelStates(store.read, parcels, now);
    const toChange = parcels.filter((parcel) => {
      const state = states.get(parcel.waybillNo);
      return state && hasToChange(parcel, state, isAtWork);
    });
    await oneByOne(toChange, async ({ waybillNo }) => {
      if (await store.tx((tx) => notice(tx, waybillNo, isAtWork, now))) told += 1;
    });
  }
  return told;
}

/** Does so every five minutes while the process runs. */
export function startNoticingLateParcels(store: Store, clock: () => Date, report: { failed(error: unknown): void }) {
  return everyDay(EVERY_FIVE_MINUTES, () => noticeLateParcels(store, clock()), report.failed);
}

async function underWay(store: Reader): Promise<string[]> {
  const rows = await store.select({ waybillNo: waybills.waybillNo }).from(waybills).where(isUnderWay);
  return rows.map(({ waybillNo }) => waybillNo);
}

async function parcelsOf(store: Reader, numbers: string[]): Promise<UnderWay[]> {
  const { waybillNo, lateOn, lateToldAt } = waybills;
  return store
    .select({ quote: quotes, waybillNo, lateOn, toldAt: lateToldAt })
    .from(waybills)
    .innerJoin(quotes, eq(quotes.id, waybills.quoteId))
    .where(inArray(waybillNo, numbers));
}

function hasToChange({ lateOn, toldAt }: UnderWay, state: ParcelState, isAtWork: boolean): boolean {
  // What its people were promised while it was late still has to be kept when it goes back.
  if (state.state === "returning") return false;
  if (state.state !== "late") return lateOn !== null;
  return lateOn !== state.lateOn || (toldAt === null && isAtWork);
}

/** Looks at the parcel once more, where nothing can happen to it meanwhile. Returns whether its people are told. */
async function notice(tx: Tx, waybillNo: string, isAtWork: boolean, now: Date): Promise<boolean> {
  const [parcel] = await parcelsOf(tx, [waybillNo]);
  if (!parcel) return false;
  const { quote, lateOn, toldAt } = parcel;
  const state = await parcelStateOf(tx, { quote, waybillNo }, await historyOf(tx, waybillNo), now);
  if (!hasToChange(parcel, state, isAtWork)) return false;
  const isTheirs = eq(waybills.waybillNo, waybillNo);
  if (state.state !== "late") {
    await tx.update(waybills).set({ lateOn: null, lateToldAt: null }).where(isTheirs);
    await promiseNoMore(tx, "late_news", waybillNo);
    await parcelChanged(tx, "no longer late", { quoteId: quote.id, happenedAt: now }, now);
    return false;
  }
  const isFromBefore = lateOn === "";
  const isNew = lateOn !== state.lateOn;
  // What the office has told them since is the news.
  const isKnown = isFromBefore || (await isToldUntil(tx, waybillNo, state.newsBy));
  const isTold = !isKnown && isAtWork && (isNew || toldAt === null);
  const lateToldAt = isKnown || isTold ? now : isNew ? null : toldAt;
  await tx.update(waybills).set({ lateOn: state.lateOn, lateToldAt }).where(isTheirs);
  if (isTold || (isNew && !isKnown)) await promise(tx, "late_news", waybillNo, { until: state.newsBy }, now);
  if (isNew) await withdrawOvertaken(tx, quote.id, { by: "late" }, now);
  if (isNew) await parcelChanged(tx, "late", { quoteId: quote.id, happenedAt: now }, now);
  if (isTold) await notifyPeople(tx, "a parcel", quote, "late", await wordsOf(tx, quote, waybillNo, state, now), now);
  return isTold;
}

async function isToldUntil(tx: Tx, waybillNo: string, until: string): Promise<boolean> {
  return (await promisedUntil(tx, "next_news", waybillNo)) === until;
}

/** Each lateness has its own promise, and is told once. */
async function wordsOf(
  tx: Tx,
  quote: Quote,
  waybillNo: string,
  state: ParcelState & { state: "late" },
  now: Date,
): Promise<Wordings> {
  const kind = state.why === "not collected" ? "late-collection" : "late";
  const occasion = `${kind}:${quote.id}:${state.lateOn}`;
  const links = await linksOf(tx, { quoteId: quote.id, waybillNo });
  const sent = { ...quote, quantity: (await piecesOf(tx, waybillNo)).of };
  const data = { occasion, quote: sent, waybillNo, links, arrival: null, happenedAt: now, now };
  const next = lateInWords(state, now);
  // It says by when they hear from us.
  const trueUntil = isOver(state.newsBy, now) ? undefined : saMomentOf(state.newsBy);
  const email = (person: ParcelEmailData["person"], to: string) => ({
    ...parcelLate({ ...data, person, to }, state.stage, next),
    trueUntil,
  });
  const key = `${messageKey({ occasion, person: "receiver" })}:sms`;
  return {
    sender: email,
    receiver: email,
    receiverText: {
      key,
      about: "Your parcel is late",
      words: parcelLateText(waybillNo, next, { ...dayAndTime(state.newsBy), isOver: isOver(state.newsBy, now) }),
      holds: "nothing secret",
      trueUntil,
    },
  };
}
