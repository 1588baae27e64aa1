import type { ParcelFound } from "#db/schema/charges";
import type { Charge } from "../../money/charges.server";
import { workOutPrice } from "../../parcels/quotes/price-draft.server";
import type { Quote } from "../../parcels/quotes/quote";
import type { PricingService } from "../../prices/contract/pricing-service";
import type { Cents } from "../../values/money";
import { type DoneOr, refused } from "../../values/refused";

/** How much more a parcel costs as it is, and what that is: a weight with the box that takes it. */
export type MoreOwed = DoneOr<{ amountCents: Cents; found: ParcelFound }>;

type Form = Quote["formSnapshot"];

const NO_PRICE = "there is no instant price for that: work out the amount by hand";

/**
 * What a parcel that isn't as it was booked costs more, by the price list that its price is of: the price as it is, less
 * the price as it was booked or as earlier charges found it.
 * @param pricing by that list
 * @param before its other charges, but for those that were withdrawn
 */
export async function moreOwed(
  pricing: PricingService,
  quote: Quote,
  before: readonly Charge[],
  found: ParcelFound,
): Promise<MoreOwed> {
  const boxIds = (await pricing.boxes()).map(({ id }) => id);
  if (found.boxId !== undefined && !boxIds.includes(found.boxId))
    return refused(`there is no box "${found.boxId}", only ${boxIds.join(", ")}`);
  const was = asFound(asBooked(quote), before);
  const is = found.weightKg === undefined ? found : await withBox(pricing, quote, was, found.weightKg);
  if (is === null) return refused(`no box takes ${found.weightKg} kg: work out the amount by hand`);
  const [wasCents, isCents] = [
    await priceOf(pricing, quote, was),
    await priceOf(pricing, quote, asFound(was, [{ found: is }])),
  ];
  if (wasCents === null || isCents === null) return refused(NO_PRICE);
  if (isCents === wasCents) return refused("it costs no more than was paid");
  if (isCents < wasCents)
    return refused("it costs less than was paid: agree on the difference, and note it as a refund");
  return { ok: true, amountCents: isCents - wasCents, found: is };
}

/**
 * The most that may be asked for by hand: what the dearest box would cost more or, without an instant price, the price
 * again.
 */
export async function mostByHand(pricing: PricingService, quote: Quote, before: readonly Charge[]): Promise<Cents> {
  const was = asFound(asBooked(quote), before);
  const wasCents = await priceOf(pricing, quote, was);
  let mostCents = 0;
  for (const { id } of await pricing.boxes()) {
    const cents = await priceOf(pricing, quote, asFound(was, [{ found: { boxId: id } }]));
    if (wasCents !== null && cents !== null) mostCents = Math.max(mostCents, cents - wasCents);
  }
  return wasCents === null ? (quote.grandTotalCents ?? 0) : mostCents;
}

/** What it weighs needs the cheapest box that takes it: the booked one, if it does. Null if none does. */
async function withBox(
  pricing: PricingService,
  quote: Quote,
  was: Form,
  weightKg: number,
): Promise<ParcelFound | null> {
  const boxes = await pricing.boxes();
  const booked = boxes.find(({ id }) => id === was.parcel.selectedBoxId);
  if (booked && weightKg <= booked.maxWeightKg) return { weightKg, boxId: booked.id };
  let cheapest: { boxId: string; cents: Cents } | null = null;
  for (const { id: boxId, maxWeightKg } of boxes) {
    const cents = maxWeightKg < weightKg ? null : await priceOf(pricing, quote, asFound(was, [{ found: { boxId } }]));
    if (cents !== null && (cheapest === null || cents < cheapest.cents)) cheapest = { boxId, cents };
  }
  return cheapest && { weightKg, boxId: cheapest.boxId };
}

async function priceOf(pricing: PricingService, { journey }: Quote, form: Form): Promise<Cents | null> {
  return (await workOutPrice(pricing, journey, form)).grandTotalCents;
}

/**
 * The form as its price was worked out: its addresses may have been changed since. Without the weight: the box was chosen
 * for that, or is what a charge is about.
 */
function asBooked({ formSnapshot, fromPostal, toPostal, toCountry, boxId, quantity, request }: Quote): Form {
  const { addresses, parcel } = formSnapshot;
  const priced = (request as { body?: { fromPostal?: string; toPostal?: string } } | null)?.body;
  return {
    addresses: {
      ...addresses,
      fromPostal: priced?.fromPostal ?? fromPostal,
      toPostal: priced?.toPostal ?? toPostal,
      toCountry,
    },
    parcel: { ...parcel, selectedBoxId: boxId, quantity, weight: undefined },
  };
}

function asFound(form: Form, all: readonly { found: ParcelFound }[]): Form {
  return all.reduce(
    ({ addresses, parcel }, { found: { boxId, toPostal, pieces } }) => ({
      addresses: { ...addresses, ...(toPostal && { toPostal }) },
      parcel: { ...parcel, ...(boxId && { selectedBoxId: boxId }), ...(pieces && { quantity: pieces }) },
    }),
    form,
  );
}
