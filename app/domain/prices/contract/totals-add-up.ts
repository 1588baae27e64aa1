import type { Cents } from "../../values/money";

type Amounts = {
  perUnit: { transport: Cents; fuel: Cents; packaging: Cents };
  totals: { transport: Cents; fuel: Cents; packaging: Cents; subtotalExVat: Cents; vat: Cents; grandTotal: Cents };
};

/** VAT Act 89 of 1991, s7(1). Every price that we ask for includes it. */
const VAT_PERCENT = 15;
/** More than any parcel costs: a higher price is a mistake, such as cents sent as rand. */
const MOST_CENTS = 100_000_00;

/**
 * Whether a pricing service's price adds up: each line is one parcel's amount times the quantity, the lines add up to
 * the subtotal, and the subtotal plus 15 % VAT, if asked for, is the total. Each line may be a cent off per parcel.
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
