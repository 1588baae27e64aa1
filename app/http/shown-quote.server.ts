import { company } from "#app/company.server";
import { fallbackBoxes } from "#app/domain/pricing/fallback-boxes";
import { volumetricKg } from "#app/domain/pricing/volumetric";
import { type Box, type PricedQuote, PricedQuoteSchema } from "#app/domain/pricing/wire";
import type { Quote } from "#app/domain/quotes/quote";
import { collectionWishInWords } from "#app/domain/shipments/collection-wish";
import type { Parcel } from "#app/domain/shipments/parcel";
import { centsFromRand, formatRand } from "#app/domain/values/money";
import { saDate } from "#app/domain/values/sa-time";
import type { BoxChoice } from "#app/ui/shipments/parcel-fields";
import type { ParcelShown } from "#app/ui/shipments/parcel-summary";
import type { PriceLine } from "#app/ui/shipments/price-breakdown";

/** The boxes as a customer chooses them: never none, so that a parcel can always be described. */
export async function boxChoices({ withVolumetric = false } = {}): Promise<BoxChoice[]> {
  const boxes = await offeredBoxes();
  return boxes.map((box) => ({
    ...choiceOf(box),
    ...(withVolumetric ? { volumetricKg: volumetricKg(box.dimensions) } : {}),
  }));
}

/** The boxes as the information page lists them: none when they can't be loaded, and the page says so. */
export async function boxesOnShow(): Promise<BoxChoice[]> {
  return (await loadedBoxes()).map(choiceOf);
}

/** What can be chosen: the boxes on offer, or the three fallback boxes when none load (spec section 3). */
export async function offeredBoxes(): Promise<readonly Box[]> {
  const boxes = await loadedBoxes();
  return boxes.length > 0 ? boxes : fallbackBoxes;
}

async function loadedBoxes(): Promise<Box[]> {
  const { pricing } = await company();
  // The client has reported the failure already.
  return pricing.boxes().catch(() => []);
}

function choiceOf(box: Box): BoxChoice {
  return {
    id: box.id,
    name: box.name,
    dimensions: box.dimensions,
    maxWeightKg: box.maxWeightKg,
    price: formatRand(centsFromRand(box.cost) ?? 0),
  };
}

/** The bill of a priced quote, line by line; null while it has no price. */
export function billOf(quote: Pick<Quote, "response" | "grandTotalCents" | "expiresAt">) {
  if (quote.grandTotalCents === null) return null;
  // A price that a person worked out has no lines, only a total; so has one that was paid on a page from before the
  // parcel was priced anew: the lines that are kept are those of the price after it.
  const { data: priced } = PricedQuoteSchema.safeParse(quote.response);
  const addsUp = priced && centsFromRand(priced.pricing.totals.grandTotal) === quote.grandTotalCents;
  return {
    lines: addsUp ? linesOf(priced) : [],
    total: formatRand(quote.grandTotalCents),
    heldUntil: saDate(quote.expiresAt),
  };
}

function linesOf({ formatted, pricing, meta }: PricedQuote): PriceLine[] {
  const { perUnit, surcharges } = pricing;
  const part = (label: string, amount: string): PriceLine => ({ label: `Per parcel: ${label}`, amount, isPart: true });
  const parts =
    perUnit.intlBase > 0
      ? [part("collection", formatted.pickupLocalPerUnit), part("international rate", formatted.intlBasePerUnit)]
      : [
          part("delivery between the two zones", formatted.basePerUnit),
          ...(perUnit.linehaul > 0 ? [part("linehaul between the regions", formatted.linehaulPerUnit)] : []),
        ];
  return [
    {
      label: "Transport",
      amount: formatted.transport,
      note: meta.quantity > 1 ? `for ${meta.quantity} parcels` : undefined,
    },
    ...parts,
    { label: `Fuel (${comma(Math.round(surcharges.fuelRate * 1000) / 10)} %)`, amount: formatted.fuel },
    { label: `Packaging: ${meta.boxName}`, amount: formatted.packaging },
    { label: "Subtotal excluding VAT", amount: formatted.subtotalExVat },
    { label: "VAT", amount: formatted.vat },
  ];
}

/** A parcel as its summary shows it. A parcel heavier than its box takes is said so, not refused. */
export async function parcelShown(parcel: Parcel): Promise<{ parcel: ParcelShown; overLimitKg: number | null }> {
  const box = (await offeredBoxes()).find((box) => box.id === parcel.selectedBoxId);
  const isOver = box !== undefined && parcel.weight !== undefined && parcel.weight > box.maxWeightKg;
  return {
    parcel: {
      boxName: box ? `${box.name} (volumetric weight ${comma(volumetricKg(box.dimensions))} kg)` : parcel.selectedBoxId,
      quantity: parcel.quantity,
      parcelDesc: parcel.parcelDesc,
      customsDesc: parcel.customsDesc,
      specialInstructions: parcel.specialInstructions,
      declaredValue: parcel.declaredValue > 0 ? formatRand(centsFromRand(parcel.declaredValue) ?? 0) : undefined,
      collectionWish: collectionWishInWords({
        collectionDay: parcel.collectionDay ?? "",
        collectionTime: parcel.collectionTime ?? "",
      }),
      weight: parcel.weight === undefined ? undefined : `${comma(parcel.weight)} kg`,
    },
    overLimitKg: isOver ? box.maxWeightKg : null,
  };
}

function comma(number: number): string {
  return String(number).replace(".", ",");
}
