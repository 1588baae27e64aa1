import type { Gateway } from "#app/domain/payments/gateway.server";
import { writeNotice } from "#app/domain/payments/payfast-signature.server";
import type { Quote } from "#app/domain/quotes/quote";
import { amountFromCents } from "#app/domain/values/money";

/** PayFast's public sandbox account. */
export const sandbox: Gateway = {
  mode: "sandbox",
  merchantId: "10000100",
  merchantKey: "46f0cd694581a",
  passphrase: "jt7NOE43FZPn",
  processUrl: "https://sandbox.payfast.co.za/eng/process",
};

/** A signed PayFast notice of what the customer paid for a booking. The given fields replace the usual ones. */
export function aNotice(
  quote: Pick<Quote, "id" | "grandTotalCents">,
  changes: Record<string, string> = {},
  { merchantId, passphrase }: Pick<Gateway, "merchantId" | "passphrase"> = sandbox,
): string {
  const fields: Record<string, string> = {
    m_payment_id: quote.id,
    pf_payment_id: "1089250",
    payment_status: "COMPLETE",
    item_name: "Thuma Shipment",
    amount_gross: amountFromCents(quote.grandTotalCents ?? 0),
    amount_fee: "-5.00",
    custom_str1: quote.id,
    merchant_id: merchantId,
    ...changes,
  };
  return writeNotice(Object.entries(fields), passphrase);
}
