import { brand } from "#app/brand";
import type { PricingService } from "#app/domain/prices/contract/pricing-service";
import { daysInWords } from "#app/domain/prices/usual-arrival";
import { formatRand } from "#app/domain/values/money";

/** If the pricing service takes longer, pages go out without the example. */
const PATIENCE_MS = 700;

/** What a first parcel costs by today's rate card; null when prices aren't available. */
export function examplePrice(pricing: PricingService) {
  const tooLate = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null).unref());
  return Promise.race([askFor(pricing), tooLate]);
}

async function askFor(pricing: PricingService) {
  try {
    const [box] = await pricing.boxes();
    if (!box) return null;
    const { fromPostal, toPostal } = brand.example.route;
    const quote = await pricing.quoteLocal({
      fromPostal,
      toPostal,
      quantity: 1,
      selectedBoxId: box.id,
      applyVat: true,
    });
    if (!quote.ok) return null;
    const { transport, packaging, fuel, vat, grandTotal } = quote.cents.totals;
    return {
      ...brand.example.route,
      days: quote.meta.deliveryDays ? daysInWords(quote.meta.deliveryDays) : null,
      boxName: box.name,
      transport: formatRand(transport),
      packaging: formatRand(packaging),
      fuel: formatRand(fuel),
      vat: vat > 0 ? formatRand(vat) : null,
      grandTotal: formatRand(grandTotal),
    };
  } catch {
    return null;
  }
}
