import { isNewsOpen, newsOf, unreachedOf } from "#app/domain/messages/tell.server";
import type { AgreedVisit } from "#app/domain/parcels/agreed-visit.server";
import { visitInWords } from "#app/domain/parcels/agreed-visit.server";
import { type Case, spokenCaseNumber } from "#app/domain/parcels/cases.server";
import type { Waybill } from "#app/domain/parcels/issue-waybill.server";
import type { ParcelState } from "#app/domain/parcels/parcel-state";
import { delayedInWords } from "#app/domain/parcels/parcel-state-in-words";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { promisedUntil } from "#app/domain/post/promises.server";
import { normalisePhone, phoneAsShown } from "#app/domain/values/phone.server";
import { isOver, saDay } from "#app/domain/values/sa-time";
import { plainText } from "#app/language/plain-text";
import type { Reader } from "#db/store.server";
import { atTime, byClock, onDay } from "./as-people-say";

/** What people were told, with its time. `isOver`: they read on every page that we are late. */
export type ToldUntil = { words: string; isOver: boolean };

type About = {
  quote: Quote;
  waybill: Waybill | null;
  state: ParcelState | null;
  visits: readonly AgreedVisit[];
  cases: readonly Case[];
  isOwed: boolean;
};

/** What the people of a parcel or a quote were told that they wait for, and until when; who could not be told. */
export async function promisedToPeople(
  store: Reader,
  { quote, waybill, state, visits, cases, isOwed }: About,
  now: Date,
): Promise<ToldUntil[]> {
  const until = (words: string, clock: string | null) =>
    clock === null ? [] : [{ words: `${words} ${byClock(clock, now)}.`, isOver: isOver(clock, now) }];
  const ofPrice = quote.manualRequestedAt && quote.grandTotalCents === null && quote.status !== "cancelled";
  const openCases = cases.filter(({ closedAt }) => closedAt === null);
  const ofCases = openCases.map(async ({ caseNo, answeredAt, kind: _ }) => {
    const kind = answeredAt ? "case_done" : "case_answer";
    const what = answeredAt ? "what we do about" : "an answer to";
    const words = `Whoever reported it was told: ${what} case ${spokenCaseNumber(caseNo)} by`;
    return until(words, await promisedUntil(store, kind, caseNo));
  });
  return [
    ...(waybill?.nextVisit && state ? await ofParcel(store, { quote, waybill, state, visits }, now) : []),
    ...(ofPrice ? until("The customer was told: the price by", await promisedUntil(store, "price", quote.id)) : []),
    ...(isOwed ? until("The customer was told: paid back by", await promisedUntil(store, "refund", quote.id)) : []),
    ...(await Promise.all(ofCases)).flat(),
  ];
}

type AboutParcel = Pick<About, "quote" | "visits"> & { waybill: Waybill; state: ParcelState };

async function ofParcel(
  store: Reader,
  { quote, waybill: { waybillNo, nextVisit }, state, visits }: AboutParcel,
  now: Date,
): Promise<ToldUntil[]> {
  const unreached = await unreachedOf(store, quote);
  const both = unreached.length === 0 ? "Both were told" : "Whoever has an email or a cell phone was told";
  const says = (words: string) => [{ words, isOver: false }];
  const news = await newsOf(store, waybillNo);
  const { delayed } = state;
  const agreed = !delayed && visits.find(({ stop, day }) => stop === nextVisit && day >= saDay(now));
  return [
    ...(news?.words && (await isNewsOpen(store, news))
      ? [
          {
            words: `${both} ${atTime(news.madeAt, now)}: “${news.words}” Next news by ${byClock(news.until, now)}.`,
            isOver: isOver(news.until, now),
          },
        ]
      : state.state === "late"
        ? await ofLate(store, waybillNo, state.newsBy, both, now)
        : []),
    ...(delayed ? says(`${both}: ${plainText(delayedInWords(delayed, saDay(now)))}`) : []),
    ...(agreed ? says(`${both}: ${nextVisit} ${visitInWords(agreed)}.`) : []),
    ...(!agreed && state.state === "failed" && state.comes
      ? says(`${both}: we come again ${onDay(state.comes.first, now)}.`)
      : []),
    ...(!agreed && state.state === "booked" && state.collects
      ? says(`The sender was told: we collect it ${onDay(state.collects.first, now)}.`)
      : []),
    ...("fetching" in state && state.fetching?.until
      ? says(`The receiver was told: kept at the depot until ${onDay(state.fetching.until, now).replace(/^on /, "")}.`)
      : []),
    ...unreached.map(({ name, phone }) => ({
      words: `No email or cell phone, so phone them: ${name}, ${phoneAsShown(normalisePhone(phone) ?? phone)}.`,
      isOver: false,
    })),
  ];
}

/** It may be late since an hour when nobody is told: they hear of it in working hours. */
async function ofLate(store: Reader, waybillNo: string, newsBy: string, both: string, now: Date): Promise<ToldUntil[]> {
  const isTold = (await promisedUntil(store, "late_news", waybillNo)) !== null;
  if (!isTold) return [{ words: "Nobody was told yet that it is late.", isOver: false }];
  return [{ words: `${both}: news by ${byClock(newsBy, now)}.`, isOver: isOver(newsBy, now) }];
}
