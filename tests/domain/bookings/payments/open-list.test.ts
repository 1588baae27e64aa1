import { expect, test } from "vitest";
import { cancelBooking } from "#app/domain/bookings/cancel-booking.server";
import { takeNotice } from "#app/domain/bookings/payments/take-notice.server";
import { attemptsOf } from "#app/domain/money/attempts.server";
import { isUnpaid, orderOpenList, quotesOfOrder } from "#app/domain/parcels/quotes/payment-order.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { quoteById } from "#app/domain/parcels/quotes/saved-quotes.server";
import { newId } from "#app/domain/values/ids.server";
import { limitsAsked } from "../../../../demo/limits-asked";
import { sumOf } from "../../../support/a-list";
import { aShop } from "../../../support/a-shop";
import { anOffice } from "../../../support/an-office";
import { noticeBody, sandboxAccount } from "../../../support/payfast-stand-in";

const now = new Date("2026-11-23T08:00:00Z");
/** `INTERLEAVINGS=1000 npm test -- tests/domain/bookings/payments/open-list.test.ts` takes more of them, each another one. */
const INTERLEAVINGS = Number(process.env.INTERLEAVINGS ?? 100);

/** The same numbers at each run. */
function dice(seed: number) {
  let state = seed;
  return (sides: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 16) % sides;
  };
}

test(`what is booked or cancelled between PayFast's page and its notice never changes what was paid: ${INTERLEAVINGS} times`, async () => {
  const office = await anOffice();
  const { store } = office;
  const shop = await aShop(office, "shop@example.co.za", now);
  const roll = dice(37);
  const checks = { isSender: () => true, confirm: async () => "valid" as const };
  /** The page to pay, as somebody opened it. */
  const opened = async (quote: Quote) => {
    const orderId = await store.tx((tx) => orderOpenList(tx, quote));
    const shown = (await quotesOfOrder(store.read, orderId)).filter(isUnpaid);
    return { orderId, shown, cents: sumOf(shown), pfPaymentId: newId() };
  };
  const told = async ({ orderId, cents, pfPaymentId }: Awaited<ReturnType<typeof opened>>) => {
    const body = noticeBody({ quoteId: orderId, cents, pfPaymentId });
    return takeNotice(store, sandboxAccount, checks, { body, clientAddress: "127.0.0.1" }, "http://x", now);
  };
  for (let turn = 0; turn < INTERLEAVINGS; turn += 1) {
    const first = await shop.book();
    if (roll(8) === 0) await shop.book();
    const page = await opened(first);
    const later: Quote[] = [];
    let other: Awaited<ReturnType<typeof opened>> | undefined;
    for (let step = roll(3) + 1; step > 0; step -= 1) {
      const what = roll(6);
      if (what < 4) later.push(await shop.book());
      else if (what === 4 && later[0] && !other) other = await opened(later[0]);
      else if (page.shown.length > 1)
        await store.tx((tx) => cancelBooking(tx, first.id, "", now, { customer: limitsAsked }));
    }
    if (other && roll(2) === 0) expect(await told(other)).toEqual({ kind: "settled" });
    expect(await told(page), `turn ${turn}`).toEqual({ kind: "settled" });
    if (roll(10) === 0) expect(await told(page)).toEqual({ kind: "settled" });
    for (const { id, grandTotalCents } of page.shown) {
      const paid = (await attemptsOf(store.read, id)).filter(({ paidCents }) => paidCents !== null);
      expect(paid.map(({ paidCents, pfPaymentId }) => [paidCents, pfPaymentId])).toEqual([
        [grandTotalCents, page.pfPaymentId],
      ]);
    }
    for (const { id } of later) {
      const quote = await quoteById(store.read, id);
      const isPaid = quote !== null && !isUnpaid(quote);
      expect(isPaid && quote.paymentOrderId === page.orderId, `turn ${turn}`).toBe(false);
      // Out of the way of the next turn.
      if (!isPaid) await store.tx((tx) => cancelBooking(tx, id, "", now, { customer: limitsAsked }));
    }
  }
});
