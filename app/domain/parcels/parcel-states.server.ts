import { and, asc, eq, gte, inArray, isNull, ne } from "drizzle-orm";
import { delays } from "#db/schema/delays";
import { agreedVisits, receiverWishes } from "#db/schema/office";
import { promises } from "#db/schema/promises";
import { stops } from "#db/schema/rounds";
import { trackingEvents, waybills } from "#db/schema/waybills";
import type { Reader } from "#db/store.server";
import { isLocal } from "../form/addresses";
import { receiverCanBeTold } from "../form/contacts.server";
import { amountsWaitedFor } from "../money/charges.server";
import type { StoredPromise } from "../post/promise-kinds";
import { receiversWithPin } from "../post/sent-pins.server";
import { keptPrice } from "../prices/contract/quote-response";
import { keepsFrom } from "../prices/delays";
import { withResumes } from "../prices/delays.server";
import { proclaimedDays } from "../prices/proclaimed-holidays.server";
import type { Arrival } from "../prices/usual-arrival";
import { byParcel } from "../values/in-parts";
import { saDay } from "../values/sa-time";
import { notToCome } from "../values/stored-moment";
import { lastDayAtDepot } from "./depot";
import type { Happening } from "./happening";
import { heldUp } from "./open-reports.server";
import { arrivalIn, type ParcelState, parcelState } from "./parcel-state";
import { overallEvent } from "./pieces";
import type { Quote } from "./quotes/quote";
import { type Delayed, partyAt, type Visit } from "./visits";
import { whyBack } from "./why-back.server";

type QuoteAndWaybill = { quote: Pick<Quote, "response" | "formSnapshot" | "quantity">; waybillNo: string };

/** The states of parcels by their waybill numbers, in eight queries however many they are. */
export async function parcelStates(
  store: Reader,
  parcels: readonly QuoteAndWaybill[],
  now: Date,
): Promise<ReadonlyMap<string, ParcelState>> {
  if (parcels.length === 0) return new Map();
  const numbers = parcels.map(({ waybillNo }) => waybillNo);
  const events = byParcel(
    await store
      .select()
      .from(trackingEvents)
      .where(and(inArray(trackingEvents.waybillNo, numbers), ne(trackingEvents.kind, "reported")))
      .orderBy(asc(trackingEvents.happenedAt)),
  );
  const known = await whatIsPlanned(store, numbers, now);
  return new Map(
    parcels.map((parcel) => [parcel.waybillNo, known(parcel, events.get(parcel.waybillNo) ?? [])] as const),
  );
}

/**
 * The state of one parcel.
 * @param history oldest first
 */
export async function parcelStateOf(
  store: Reader,
  parcel: QuoteAndWaybill,
  history: readonly Happening[],
  now: Date,
): Promise<ParcelState> {
  return (await whatIsPlanned(store, [parcel.waybillNo], now))(parcel, history);
}

/** When a parcel arrives; null when unknown, and when it has arrived. */
export async function arrivalOfParcel(
  store: Reader,
  parcel: QuoteAndWaybill,
  history: readonly Happening[],
  now: Date,
): Promise<Arrival | null> {
  return history.length > 0 ? arrivalIn(await parcelStateOf(store, parcel, history, now)) : null;
}

/** Reads what is planned and promised for parcels, beside their histories. */
async function whatIsPlanned(store: Reader, numbers: string[], now: Date) {
  const visits = byParcel(await store.select().from(agreedVisits).where(inArray(agreedVisits.waybillNo, numbers)));
  const isNext = and(inArray(stops.waybillNo, numbers), eq(stops.visit, "delivery"), gte(stops.day, saDay(now)));
  const planned = byParcel(
    await store
      .select({ waybillNo: stops.waybillNo, day: stops.day })
      .from(stops)
      .where(and(isNext, isNull(stops.removedAt)))
      .orderBy(asc(stops.day)),
  );
  const isOfParcel = eq(receiverWishes.waybillNo, waybills.waybillNo);
  const isFetching = and(isOfParcel, eq(receiverWishes.kind, "depot"), isNull(receiverWishes.endedAt));
  const waiting = new Set(await heldUp(store, numbers));
  const { waybillNo, quoteId, pieces, nextVisit, waitsFor, lateOn, lateToldAt } = waybills;
  const isNews = and(eq(promises.about, waybillNo), inArray(promises.kind, ["late_news", "next_news"]));
  const facts = byParcel(
    await store
      .select({
        waybillNo,
        quoteId,
        pieces,
        nextVisit,
        waitsFor,
        lateOn,
        lateToldAt,
        news: promises,
        fetchingAskedAt: receiverWishes.wishedAt,
        delay: delays,
      })
      .from(waybills)
      .leftJoin(delays, eq(delays.id, waybills.delayedBy))
      .leftJoin(receiverWishes, isFetching)
      .leftJoin(promises, isNews)
      .where(inArray(waybillNo, numbers)),
  );
  const goBack = numbers.filter((no) => facts.get(no)?.[0]?.nextVisit === "return");
  const reasons = goBack.length > 0 ? await whyBack(store, goBack) : null;
  const fetched = [...facts.values()].flatMap(([parcel]) => (parcel?.fetchingAskedAt ? parcel.quoteId : []));
  const withPin = new Set(await receiversWithPin(store, fetched));
  const proclaimed = await proclaimedDays(store);
  const booked = [...facts.values()].flatMap(([parcel]) => (parcel ? [parcel.quoteId] : []));
  const { due, settledAt } = await amountsWaitedFor(store, booked);
  return ({ quote, waybillNo: no }: QuoteAndWaybill, history: readonly Happening[]): ParcelState => {
    const agreed = Object.fromEntries((visits.get(no) ?? []).map((visit) => [visit.stop, visit]));
    const [parcel, ...others] = facts.get(no) ?? [];
    // Its bank took the payment back, or a driver reported something.
    const isHeld = parcel?.nextVisit === "collection" && parcel.waitsFor === "office";
    const news = (kind: StoredPromise) => [parcel, ...others].find((each) => each?.news?.kind === kind)?.news;
    const told = news("next_news");
    const of = parcel?.pieces ?? quote.quantity;
    const missed = history.findLast(({ kind }) => kind === "failed_attempt")?.happenedAt ?? new Date(0);
    const missedOn = saDay(notToCome(missed, now));
    return parcelState(
      {
        history,
        of,
        days: keptPrice(quote.response)?.meta.deliveryDays ?? null,
        wishedDay: quote.formSnapshot.parcel.collectionDay,
        agreed,
        isReturning: parcel?.nextVisit === "return",
        whyBack: reasons?.get(no) ?? null,
        stopOn: planned.get(no)?.find(({ day }) => day > missedOn)?.day ?? null,
        fetching: parcel?.fetchingAskedAt
          ? {
              askedOn: saDay(parcel.fetchingAskedAt),
              until: lastDayAtDepot(parcel.fetchingAskedAt, overallEvent(history, of)),
              hasPin: withPin.has(parcel.quoteId),
            }
          : null,
        canBeTold: receiverCanBeTold(quote.formSnapshot.addresses),
        waitsForOffice: waiting.has(no) || isHeld,
        foundLateOn: parcel?.lateOn || null,
        newsBy: (parcel?.lateToldAt && news("late_news")?.until) || null,
        due: due.get(parcel?.quoteId ?? "") ?? null,
        settledOn: parcel && settledAt.has(parcel.quoteId) ? saDay(settledAt.get(parcel.quoteId) ?? now) : null,
        told: told ? { at: told.madeAt, until: told.until } : null,
        delayed: delayedIn(parcel, { quote, agreed, history }, proclaimed),
      },
      proclaimed,
      now,
    );
  };
}

type DelayKept = { nextVisit: Visit | null; delay: typeof delays.$inferSelect | null };
type Planned = {
  quote: Pick<Quote, "formSnapshot">;
  agreed: { [Its in Visit]?: { agreedAt: Date } };
  history: readonly Happening[];
};

/** The delay that its people were told of, if it keeps us from the next visit. */
function delayedIn(
  parcel: DelayKept | undefined,
  { quote: { formSnapshot }, agreed, history }: Planned,
  proclaimed: ReadonlySet<string>,
): Delayed | null {
  if (!parcel?.delay || !parcel.nextVisit) return null;
  const { nextVisit: visit } = parcel;
  const { addresses } = formSnapshot;
  if (visit === "delivery" && !isLocal(addresses)) return null;
  const delay = withResumes(parcel.delay, proclaimed);
  const last = history.at(-1);
  const ahead = {
    postal: addresses[`${partyAt[visit]}Postal`],
    agreedAt: agreed[visit]?.agreedAt ?? null,
    outSince: last?.kind === "out_for_delivery" ? last.happenedAt : null,
  };
  return keepsFrom(delay, ahead) ? { visit, delay } : null;
}
