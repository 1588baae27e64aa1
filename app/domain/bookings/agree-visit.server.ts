import { DAYS } from "#app/durations";
import { messagesCatalogue } from "#app/language/messages.server";
import { number, say } from "#app/language/say";
import type { Tx } from "#db/store.server";
import { type StopToCome, stopOn, unassignVisit } from "../drivers/stops.server";
import { tellOfEnd } from "../drivers/wish-messages.server";
import { endWishes } from "../drivers/wishes.server";
import { linksOf } from "../messages/message-links.server";
import { notifyPeople, type Wordings } from "../messages/notify.server";
import { parcelFacts, readerAt } from "../messages/parcel-facts";
import { deliveryAgreedText } from "../messages/texts";
import {
  type AgreedVisit,
  agreedVisit,
  dropAgreedVisit,
  heldByChargeback,
  keepAgreedVisit,
  visitInWords,
} from "../parcels/agreed-visit.server";
import { findWaybill, piecesOf } from "../parcels/issue-waybill.server";
import { answerReports, isHeldUp } from "../parcels/open-reports.server";
import type { Quote } from "../parcels/quotes/quote";
import { quoteById } from "../parcels/quotes/saved-quotes.server";
import type { Visit } from "../parcels/visits";
import { spokenWaybillNumber } from "../parcels/waybill-number";
import { compose, type Link } from "../post/compose";
import { salutationAt, signatureWithPhone } from "../post/customer-words";
import type { Email } from "../post/email";
import { withdrawOvertaken } from "../post/overtaken.server";
import { type DoneOr, refused } from "../values/refused";
import { saDay, saMoment } from "../values/sa-time";

/** A visit agreed on the phone; null cancels the earlier agreement. */
export type Agreed = { day: string; fromTime: string | null; untilTime: string | null } | null;

/**
 * `added` is false when the same was agreed before, and `left` has the drivers' stops of other days that it took from
 * their lists. `drives`: the stop of that day; null while nobody drives it. `isOut`: it is out for delivery.
 */
export type Agreeing = DoneOr<{
  quote: Quote;
  stop: Visit;
  agreedBefore: AgreedVisit | null;
  added: boolean;
  left: StopToCome[];
  drives: StopToCome | null;
  isOut: boolean;
}>;

/** A day further ahead must be a typing mistake. */
const MOST_DAYS_AHEAD = 90;

/**
 * Records when we come: to collect a parcel that waits for collection, or else to deliver it or bring it back. Its stop
 * leaves the drivers' lists of other days. The person we visit and the sender are told. Agreeing on the same again changes
 * nothing more.
 */
export async function agreeVisit(tx: Tx, waybillNo: string, agreed: Agreed, now: Date): Promise<Agreeing> {
  const waybill = await findWaybill(tx, waybillNo);
  const quote = waybill && (await quoteById(tx, waybill.quoteId));
  if (!quote) return refused("there is no such waybill");
  const stop = quote.cancelledAt ? null : waybill.nextVisit;
  if (!stop) return refused("we don't go there any more: it was delivered, returned or cancelled");
  const why = agreed && whyNot(agreed, now);
  if (why) return refused(why);
  const agreedBefore = await agreedVisit(tx, waybillNo, stop);
  const left = agreed ? await unassignVisit(tx, { waybillNo, visit: stop, but: agreed.day }, now) : [];
  const drives = agreed && (await stopOn(tx, { waybillNo, visit: stop, day: agreed.day }));
  const about = { quote, stop, agreedBefore, left, drives, isOut: waybill.lastEvent === "out_for_delivery" };
  // Agreed on once more after a driver's report or a chargeback: people read that we may not come, so they are told again.
  const isHeldBack = stop === "collection" && (await heldByChargeback(tx, [waybill])).size > 0;
  const isAgain = agreed !== null && (isHeldBack || (await isHeldUp(tx, waybillNo)));
  if (isSame(agreedBefore, agreed) && !isAgain) {
    if (agreed) await answerReports(tx, waybillNo, now);
    const fetched = agreed || stop === "collection" ? [] : await endWishes(tx, waybillNo, ["depot"], "the office", now);
    if (fetched.length > 0) await dropAgreedVisit(tx, waybillNo, stop);
    for (const wish of fetched) await tellOfEnd(tx, quote, wish, now);
    return { ok: true, ...about, added: fetched.length > 0 };
  }
  // The office's word takes the place of what the receiver asked for.
  if (stop === "delivery") await endWishes(tx, waybillNo, ["day", "depot"], "the office", now);
  if (agreed) {
    await keepAgreedVisit(tx, { ...agreed, waybillNo, stop, agreedAt: now });
    await answerReports(tx, waybillNo, now);
  } else await dropAgreedVisit(tx, waybillNo, stop);
  await withdrawOvertaken(tx, quote.id, { by: `${stop}_agreed` }, now);
  if (stop === "delivery" && agreed && agreed.day > saDay(now))
    await withdrawOvertaken(tx, quote.id, { by: "delivery_put_off" }, now);
  await notify(tx, quote, { waybillNo, stop, agreed }, now);
  return { ok: true, ...about, added: true };
}

/** A parcel goes to another town: what was agreed for the old one holds no more. A day that isn't over is told as cancelled. */
export async function leaveAgreedDay(tx: Tx, quote: Quote, waybillNo: string, now: Date): Promise<void> {
  const agreedBefore = await agreedVisit(tx, waybillNo, "delivery");
  if (!agreedBefore) return;
  await endWishes(tx, waybillNo, ["day"], "the office", now);
  await dropAgreedVisit(tx, waybillNo, "delivery");
  if (agreedBefore.day < saDay(now)) return;
  await withdrawOvertaken(tx, quote.id, { by: "delivery_agreed" }, now);
  await notify(tx, quote, { waybillNo, stop: "delivery", agreed: null }, now);
}

type VisitFacts = { waybillNo: string; stop: Visit; agreed: Agreed };

async function notify(tx: Tx, quote: Quote, visit: VisitFacts, now: Date): Promise<void> {
  const sent = { ...quote, quantity: (await piecesOf(tx, visit.waybillNo)).of };
  const { tracking, receiversTracking } = await linksOf(tx, { quoteId: quote.id, waybillNo: visit.waybillNo });
  const isTheirs = visit.stop === "delivery";
  const { toEmail } = quote.formSnapshot.addresses;
  await notifyPeople(
    tx,
    "the office",
    quote,
    "visit_agreed",
    {
      sender(person, to) {
        // Who sends a parcel to themselves is visited too.
        const isVisited = !isTheirs || to.toLowerCase() === toEmail.toLowerCase();
        const reader = isVisited ? "whom we visit" : "the sender of a delivery";
        const written = visitAgreed(sent, { ...visit, reader, tracking, to }, now);
        return { ...written, key: person === "account" ? `${written.key}:account` : written.key };
      },
      ...(isTheirs && {
        receiver(_, to) {
          const written = visitAgreed(
            sent,
            { ...visit, reader: "whom we visit", tracking: receiversTracking, to },
            now,
          );
          return { ...written, key: `${written.key}:receiver` };
        },
        receiverText: visitAgreedText(sent, visit, now),
      }),
    },
    now,
  );
}

function whyNot({ day, fromTime, untilTime }: NonNullable<Agreed>, now: Date): string | null {
  if (day < saDay(now)) return `${day} is over`;
  const lastDay = saDay(new Date(now.getTime() + MOST_DAYS_AHEAD * DAYS));
  if (day > lastDay) return `${day} is more than ${MOST_DAYS_AHEAD} days away`;
  if (fromTime === null && untilTime === null) return null;
  if (fromTime === null || untilTime === null) return "give both times, or neither";
  return fromTime < untilTime ? null : "the second time must be after the first";
}

function isSame(agreedBefore: AgreedVisit | null, agreed: Agreed): boolean {
  if (!agreedBefore || !agreed) return !agreedBefore && !agreed;
  return visitInWords(agreedBefore) === visitInWords(agreed);
}

type VisitTimes = { day: string; fromTime: string | null; untilTime: string | null } | null;

const keyOf: Record<Visit, (occasion: string) => string> = {
  collection: (of) => `collection-agreed:${of}`,
  delivery: (of) => `visit-agreed:${of}`,
  return: (of) => `return-agreed:${of}`,
};

/** Whose visit it is: the person we visit is asked to be there, and whoever sends what we deliver does nothing. */
type VisitReader = "whom we visit" | "the sender of a delivery";

/** When we come, or that the agreed day no longer holds. */
export function visitAgreed(
  quote: Quote,
  {
    waybillNo,
    stop,
    agreed,
    reader,
    tracking,
    to,
  }: {
    waybillNo: string;
    stop: Visit;
    agreed: VisitTimes;
    reader: VisitReader;
    tracking: Link;
    to: string;
  },
  now: Date,
): Email {
  const shown = spokenWaybillNumber(waybillNo);
  const { about, facts } = messagesCatalogue().emails;
  return {
    key: keyOf[stop](`${quote.id}:${now.toISOString()}`),
    to,
    ...compose({
      ...messagesCatalogue().bookings.visit(reader === "whom we visit" ? stop : "deliveryToSender", agreed),
      about: about.waybill(shown),
      greeting: salutationAt(to, quote.formSnapshot.addresses),
      large: [facts.waybill, say`${number(shown)}`],
      facts: [
        ...(agreed ? ([[facts.when, messagesCatalogue().parcel.visit(agreed)]] as const) : []),
        ...parcelFacts(quote, readerAt(quote, to)),
      ],
      action: tracking,
      signature: signatureWithPhone(),
    }),
  };
}

/** To the receiver of a delivery who has no email. It says what is true until that day is over. */
function visitAgreedText(
  quote: Quote,
  { waybillNo, agreed }: VisitFacts,
  now: Date,
): NonNullable<Wordings["receiverText"]> {
  return {
    key: `${keyOf.delivery(`${quote.id}:${now.toISOString()}`)}:receiver:sms`,
    about: agreed ? "A day was agreed on" : "The agreed day is cancelled",
    words: deliveryAgreedText({ quote, waybillNo }, agreed),
    holds: "nothing secret",
    trueUntil: agreed ? saMoment(agreed.day, "24:00") : undefined,
  };
}
