import type { Cents } from "../values/money";

type Amounts = {
  perUnit: { transport: Cents; fuel: Cents; packaging: Cents };
  totals: { transport: Cents; fuel: Cents; packaging: Cents; subtotalExVat: Cents; vat: Cents; grandTotal: Cents };
};

/** VAT Act 89 of 1991, s7(1). Every price that we ask for holds it. */
const VAT_PERCENT = 15;
/** More than any parcel costs: rand taken for cents, or a slip. */
const MOST_CENTS = 100_000_00;

/**
 * Whether a pricing service's price adds up: each line is its parcel's times the quantity, the lines make the subtotal, and
 * that with 15 % VAT, where it was asked for, the total. Each parcel's line may be rounded by a cent.
 */
export function totalsAddUp(
  { perUnit, totals }: Amounts,
  { quantity, applyVat }: { quantity: number; applyVat: boolean },
): boolean {
  const roundedCents = Math.max(1, quantity);
  const isNear = (one: Cents, other: Cents, byCents: Cents) => Math.abs(one - other) <= byCents;
  const lines = (["transport", "fuel", "packaging"] as const).every(
    (line) => totals[line] >= 0 && isNear(totals[line], perUnit[line] * quantity, roundedCents),
  );
  const subtotal = totals.transport + totals.fuel + totals.packaging;
  const vat = (totals.subtotalExVat * VAT_PERCENT) / 100;
  return (
    lines &&
    isNear(totals.subtotalExVat, subtotal, 1) &&
    (applyVat ? isNear(totals.vat, vat, roundedCents) : totals.vat === 0) &&
    totals.subtotalExVat + totals.vat === totals.grandTotal &&
    totals.grandTotal <= MOST_CENTS
  );
}
