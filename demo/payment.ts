import { brand } from "#app/brand";
import { takeNotice } from "#app/domain/bookings/payments/take-notice.server";
import { noticeAbout, type SimulatedEnd } from "#app/domain/money/simulator.server";
import { quotesOfOrder } from "#app/domain/parcels/quotes/payment-order.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { newId } from "#app/domain/values/ids.server";
import { amountFromCents, type Cents } from "#app/domain/values/money";
import type { World } from "./world";

/**
 * PayFast's notice about a booking's payment, as the simulator writes it. What was booked with one list is paid together.
 * @param said.cents what was paid, if not the price
 */
export async function notify(
  { store, gateway, appUrl }: World,
  quote: Quote,
  { decision, cents }: { decision: SimulatedEnd; cents?: Cents },
  now: Date,
): Promise<void> {
  const { paymentOrderId } = quote;
  const paidFor = paymentOrderId ? await quotesOfOrder(store.read, paymentOrderId) : [quote];
  const price = paidFor.reduce((sum, { grandTotalCents }) => sum + (grandTotalCents ?? 0), 0);
  if (price === 0) throw new Error(`${quote.quoteNo} has no price to pay`);
  const id = paymentOrderId ?? quote.id;
  const form: [string, string][] = [
    ["m_payment_id", id],
    ["amount", amountFromCents(cents ?? price)],
    ["item_name", brand.itemNames.publicQuote],
    ["custom_str1", id],
  ];
  const body = noticeAbout(form, decision, newId(), gateway);
  const checks = { isSender: () => true, confirm: async () => "valid" as const };
  await takeNotice(store, gateway, checks, { body, clientAddress: "127.0.0.1" }, appUrl, now);
}
