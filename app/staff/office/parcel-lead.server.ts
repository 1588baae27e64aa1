import { stopsToCome } from "#app/domain/drivers/stops.server";
import { contactsOf, receiverCanBeTold } from "#app/domain/form/contacts.server";
import type { Party } from "#app/domain/form/fields";
import { eventInWords } from "#app/domain/parcels/history-in-words";
import type { TrackingEvent, Waybill } from "#app/domain/parcels/issue-waybill.server";
import type { ParcelState } from "#app/domain/parcels/parcel-state";
import { officeInWords } from "#app/domain/parcels/parcel-state-in-words";
import { boxNameOf, isNameless, type Quote } from "#app/domain/parcels/quotes/quote";
import { trackingAddress } from "#app/domain/parcels/tracking-address";
import { partyAt } from "#app/domain/parcels/visits";
import { spokenWaybillNumber } from "#app/domain/parcels/waybill-number";
import { normalisePhone, phoneAsShown } from "#app/domain/values/phone.server";
import { isOver, saDay } from "#app/domain/values/sa-time";
import { catalogue } from "#app/language/language";
import { plainText } from "#app/language/plain-text";
import type { Lead } from "#app/ui/office/parcel-lead";
import type { Reader } from "#db/store.server";
import type { Desk } from "../desk.server";
import type { FactsForCommands } from "../parcel-facts";
import { ago, atTime, onDay } from "./as-people-say";
import { type BookingsMoney, bookingInWords, moneyInWords, priceInWords } from "./booking-in-words";
import type { ToldUntil } from "./promised-to-people.server";

type About = {
  quote: Quote;
  waybill: Waybill | null;
  /** Null where it is no parcel under way or arrived: it isn't paid, or is cancelled. */
  state: ParcelState | null;
  /** Oldest first. */
  events: readonly TrackingEvent[];
  money: Omit<BookingsMoney, "hasRefused">;
  promised: readonly ToldUntil[];
  facts: Pick<FactsForCommands, "hasRefused">;
};

/** What leads a parcel's page: both people and places, what is the matter, and what they were told. */
export async function parcelLead(
  { store: { read: store }, site, now }: Desk,
  about: About,
): Promise<Omit<Lead, "verbs">> {
  const { quote, waybill, state, events, promised } = about;
  const money = { ...about.money, hasRefused: about.facts.hasRefused };
  const { quantity } = quote;
  const pieces = waybill?.pieces ?? quantity;
  return {
    number: waybill ? spokenWaybillNumber(waybill.waybillNo) : quote.quoteNo,
    from: whoAndWhere(quote, "from"),
    to: whoAndWhere(quote, "to"),
    what: [`${boxNameOf(quote)}, ${pieces} piece${pieces === 1 ? "" : "s"}`, priceInWords(quote, money)].join(" · "),
    headline: state ? headline(state, now) : bookingInWords(quote, money, now),
    isGrave: state !== null && ["late", "failed", "ended"].includes(state.state),
    lines: [
      ...(state?.state === "late" ? [`${plainText(catalogue().parcelState.late[state.why](state.dueOn))}.`] : []),
      ...moneyInWords(quote, money, now),
      ...unreached(quote, waybill),
      [...(state ? lastSeen(events, pieces, now) : []), ...(await whoDrives(store, waybill, state, now))].join(" "),
    ].filter(Boolean),
    told: [...promised],
    toDo: quote.cancelledAt ? null : toDo(waybill, state, now),
    phones: phonesOf(quote, waybill, state),
    seenBy: waybill ? trackingAddress(site.trackingUrl, waybill.waybillNo) : null,
  };
}

/** What somebody waits for comes before it moves on. */
function toDo(waybill: Waybill | null, state: ParcelState | null, now: Date): string | null {
  const isOverdue = state?.state === "late" && isOver(state.newsBy, now);
  return [isOverdue ? "Tell both people" : "", waybill?.officeMust ?? ""].filter(Boolean).join(". Then: ") || null;
}

/** Why its receiver is told nothing, before it is paid and once it has arrived; under way it stands among what they were told. */
function unreached(quote: Quote, waybill: Waybill | null): string[] {
  const { addresses } = quote.formSnapshot;
  if (isNameless(quote) || receiverCanBeTold(addresses) || waybill?.nextVisit) return [];
  const phones = contactsOf(addresses, "to").phones.filter(Boolean);
  const shown = phones.map((typed) => phoneAsShown(normalisePhone(typed) ?? typed).replaceAll(" ", "\u00a0"));
  return [`No message can reach ${addresses.toName}: no email, and no texts to ${shown.join(" or ")}.`];
}

function headline(state: ParcelState, now: Date): string {
  return state.state === "late"
    ? `Late since ${onDay(state.lateOn, now).replace(/^on /, "")}`
    : officeInWords(state, now);
}

/** "Zodwa's Fashion, Katlehong". */
function whoAndWhere({ formSnapshot: { addresses } }: Quote, party: Party): string {
  const country = party === "to" ? addresses.toCountry : "";
  const place = addresses[`${party}Suburb`] || addresses[`${party}City`] || country;
  return [addresses[`${party}Name`], place].filter(Boolean).join(", ");
}

function lastSeen(events: readonly TrackingEvent[], of: number, now: Date): string[] {
  const last = events.at(-1);
  if (!last) return [];
  const what = last.place ? `Last seen: ${last.place}` : eventInWords(last, of).replace(/\.$/, "");
  return [`${[what, atTime(last.happenedAt, now), ago(last.happenedAt, now)].filter(Boolean).join(", ")}.`];
}

async function whoDrives(
  store: Reader,
  waybill: Waybill | null,
  state: ParcelState | null,
  now: Date,
): Promise<string[]> {
  if (!waybill?.nextVisit || !state) return [];
  const stops = await stopsToCome(store, waybill.waybillNo, saDay(now));
  const next = stops.find(({ visit }) => visit === waybill.nextVisit);
  return [next ? `${next.driver} drives it ${onDay(next.day, now)}.` : "It has no driver."];
}

/** The first phone of both, whoever is visited next before the other; of more to pay its sender's. */
function phonesOf(quote: Quote, waybill: Waybill | null, state: ParcelState | null): Lead["phones"] {
  // Whoever waits for it once it has arrived; else who pays for it.
  const isTheirs = waybill?.lastEvent === "delivered" && quote.cancelledAt === null;
  const visit = quote.cancelledAt || state?.due ? null : waybill?.nextVisit;
  const first = visit ? partyAt[visit] : isTheirs ? "to" : "from";
  const { addresses } = quote.formSnapshot;
  const parties: Party[] = first === "from" ? ["from", "to"] : ["to", "from"];
  return parties.flatMap((party) => {
    const [typed] = contactsOf(addresses, party).phones.filter(Boolean);
    const phone = typed && normalisePhone(typed);
    return phone
      ? [
          {
            words: `Phone ${addresses[`${party}Name`]} ${phoneAsShown(phone).replaceAll(" ", "\u00a0")}`.trim(),
            href: `tel:${phone}`,
          },
        ]
      : [];
  });
}
