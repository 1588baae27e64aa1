import { numberIn } from "#app/domain/values/reference-number";
import { catalogue } from "#app/language/language";
import { plainText } from "#app/language/plain-text";
import { joined, type Sentence } from "#app/language/say";
import type { Reader } from "#db/store.server";
import { whyNoMoreWishes, wishesOf } from "../drivers/wishes.server";
import { isLocal } from "../form/addresses";
import type { Party } from "../form/fields";
import { isNewsOpen, newsOf } from "../messages/tell.server";
import { findWaybill, historyOf, piecesOf, type TrackingEvent } from "../parcels/issue-waybill.server";
import { keptDaysInWordsOf } from "../parcels/kept-days.server";
import type { ParcelState } from "../parcels/parcel-state";
import { headlineOf, nextInWords } from "../parcels/parcel-state-in-words";
import { parcelStateOf } from "../parcels/parcel-states.server";
import { missingInWords } from "../parcels/pieces";
import type { Quote } from "../parcels/quotes/quote";
import { quoteById } from "../parcels/quotes/saved-quotes.server";
import type { StoredUntil } from "../post/promises.server";
import type { LinkNumbers } from "../post/signed-pages";
import { publicPlace } from "../prices/place-on-route.server";
import type { Places } from "../prices/places.server";
import { dayAndTime, isOver } from "../values/sa-time";

/** A parcel as everybody may know it who has its number; nothing personal. */
export type TrackedParcel = {
  waybillNo: string;
  /** The booking of a delivery that failed, for which the receiver's link takes another day; otherwise null. */
  wishesFor: Pick<Quote, "id" | keyof LinkNumbers> | null;
  state: ParcelState;
  headline: Sentence;
  next: Sentence;
  /** Which pieces are not with the others; null when they are together. */
  missing: string | null;
  /** How many pieces it has. */
  of: number;
  /** "Germiston to Soweto": the towns of its postal codes, or its country; blank where we don't know them. */
  route: string;
  /** Oldest first. */
  history: TrackingEvent[];
  /** What the office told its people last. `isCurrent`: its time isn't over, and they wait for the parcel. */
  news: { words: string; saidAt: Date; isCurrent: boolean } | null;
};

/** Names the area of a postal code. */
type TownAt = Pick<Places, "townAt">;

/** What comes of a number that was typed, or opened by a link. */
export type Lookup =
  | { kind: "nothing_typed" | "no_number"; typed: string }
  /** It can be a waybill number, and no parcel has it: its waybill may not be issued yet. */
  | { kind: "unknown"; typed: string; waybillNo: string }
  | { kind: "found"; parcel: TrackedParcel };

export async function lookUp(store: Reader, places: TownAt, text: string, now: Date): Promise<Lookup> {
  const typed = text.trim();
  if (typed === "") return { kind: "nothing_typed", typed };
  const waybillNo = numberIn(typed, "waybill");
  if (waybillNo === null) return { kind: "no_number", typed };
  const parcel = await trackedParcel(store, places, waybillNo, now);
  return parcel ? { kind: "found", parcel } : { kind: "unknown", typed, waybillNo };
}

/** The parcel with this number, or null. */
export async function trackedParcel(
  store: Reader,
  places: TownAt,
  waybillNo: string,
  now: Date,
): Promise<TrackedParcel | null> {
  const waybill = await findWaybill(store, waybillNo);
  const quote = waybill && (await quoteById(store, waybill.quoteId));
  if (!quote) return null;
  const history = await historyOf(store, waybillNo);
  const { of, booked } = await piecesOf(store, waybillNo);
  const state = await parcelStateOf(store, { quote, waybillNo }, history, now);
  const hasFailed = state.state === "failed" && state.stage === 4 && isLocal(quote.formSnapshot.addresses);
  const news = await newsOf(store, waybillNo);
  const isNewsOver = news !== null && isOver(news.until, now);
  const isWaitedFor = news !== null && (await isNewsOpen(store, news));
  const next = nextInWords(state, await keptDaysInWordsOf(store, quote, now), now);
  const canWish = hasFailed && whyNoMoreWishes(await wishesOf(store, waybillNo)) === null;
  return {
    waybillNo,
    wishesFor: canWish ? quote : null,
    state,
    headline: headlineOf(state, now),
    // A late parcel says so itself.
    next: isNewsOver && isWaitedFor && state.state !== "late" ? joined([next, shouldHaveHeard(news)]) : next,
    missing: state.state === "returning" ? null : missingInWords(history, of, booked),
    of,
    route: await routeInWords(places, quote),
    history,
    news: news?.words ? { words: news.words, saidAt: news.madeAt, isCurrent: isWaitedFor && !isNewsOver } : null,
  };
}

function shouldHaveHeard({ until }: StoredUntil): Sentence {
  const { day, time } = dayAndTime(until);
  return catalogue().parcelState.shouldHaveHeard(time, day);
}

/** Never what was typed as a town, which may be a street or a name; and no suburb if the code has a city. */
async function routeInWords(places: TownAt, quote: Quote): Promise<string> {
  const { addresses } = quote.formSnapshot;
  const nameOf = async (party: Party) =>
    publicPlace(quote, party) ?? (await places.townAt(addresses[`${party}Postal`]));
  const from = await nameOf("from");
  const to = isLocal(addresses) ? await nameOf("to") : addresses.toCountry;
  if (!from || !to) return "";
  const { within, between } = catalogue().tracking.route;
  return plainText(from === to ? within(to) : between(from, to));
}
