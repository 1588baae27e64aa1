import type { World } from "./world";

type Row = { id: string } & Record<string, unknown>;

/** Checks that the money received equals bookings plus refunds owed, and that nothing is sent without payment. */
export function moneyAddsUp(world: World): void {
  const all = (query: string) => world.disk.rows<Row>(query);
  const none = (query: string, complaint: string) => {
    const [found] = all(query);
    if (found) world.fail(`${complaint}: ${found.id}`);
  };
  const payments = new Map<string, Row[]>();
  for (const row of all(
    "SELECT pf_payment_id AS id, quote_id, state, paid_cents FROM payments WHERE pf_payment_id IS NOT NULL AND state <> 'undone'",
  ))
    payments.set(row.id, [...(payments.get(row.id) ?? []), row]);
  let [inCents, keptCents] = [0, 0];
  for (const { pfPaymentId, quoteId, cents, isPaid: hasPaid, isDelivered } of world.payfast.attempts) {
    const rows = payments.get(pfPaymentId) ?? [];
    const counted = rows.filter(({ state }) => ["complete", "duplicate", "part"].includes(String(state)));
    if (counted.length > 0 && !hasPaid) world.fail(`${pfPaymentId} counts as paid, and nobody paid`);
    // Taken back, or PayFast has told of the payment itself under another number.
    const isGone = world.promises.undonePayments.has(pfPaymentId) && rows.every(({ state }) => state === "replaced");
    if (!isDelivered || isGone) continue;
    const isOrder = world.promises.orders.has(quoteId);
    const isWhole = counted.length === rows.length && rows.length > 0;
    if (!isWhole || (!isOrder && rows.some((row) => row.quote_id !== quoteId)))
      world.fail(`payment ${pfPaymentId} for ${quoteId} is lost: ${rows.map(({ state }) => state)}`);
    inCents += cents;
    const booked = counted.reduce((sum, row) => sum + Number(row.paid_cents ?? 0), 0);
    if (booked !== cents) world.fail(`${cents} cents came for ${quoteId}, and ${booked} are on its bookings`);
    keptCents += booked;
  }
  if (inCents !== keptCents) world.fail(`${inCents} cents came, ${keptCents} are on the books`);
  const genuine = new Set(world.payfast.attempts.map(({ pfPaymentId }) => pfPaymentId));
  for (const id of payments.keys()) if (!genuine.has(id)) world.fail(`payment ${id} was never made`);
  none(
    "SELECT id FROM quotes WHERE status IN ('paid', 'payfast_complete', 'waybill_created') AND NOT EXISTS (SELECT 1 FROM payments WHERE quote_id = quotes.id AND state = 'complete')",
    "booked without money",
  );
  none(
    "SELECT quote_id AS id FROM waybills WHERE NOT EXISTS (SELECT 1 FROM payments WHERE quote_id = waybills.quote_id AND state IN ('complete', 'undone'))",
    "a waybill without money",
  );
  none(
    "SELECT quote_id AS id FROM payments WHERE state = 'complete' AND NOT EXISTS (SELECT 1 FROM waybills WHERE quote_id = payments.quote_id)",
    "money without a waybill",
  );
  none(
    "SELECT payment_id AS id FROM refunds JOIN payments ON payments.id = payment_id GROUP BY payment_id HAVING sum(refunds.amount_cents) > max(paid_cents)",
    "more was paid back than came",
  );
  const refunds = new Map(
    all("SELECT reference AS id, sum(amount_cents) AS cents FROM refunds GROUP BY reference").map(({ id, cents }) => [
      id,
      cents,
    ]),
  );
  for (const [reference, { cents }] of world.promises.refunds)
    if (refunds.get(reference) !== cents) world.fail(`refund ${reference} is lost`);
}
