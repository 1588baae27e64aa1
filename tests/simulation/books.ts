import type { World } from "./world";

type Row = { id: string } & Record<string, unknown>;

const WHOLE = 10_000;
/** What PayFast keeps, as `payfast.ts` reckons it. */
const FEE = 0.035;

/** Checks papers, their VAT, fees, and every view of money against the books. */
export function viewsAgreeWithTheBooks(world: World): void {
  const all = (query: string) => world.disk.rows<Row>(query);
  const none = (query: string, complaint: string) => {
    const [found] = all(query);
    if (found) world.fail(`${complaint}: ${found.id}`);
  };
  none(
    "SELECT kind AS id FROM invoices GROUP BY mode, kind HAVING max(number) <> count(*) OR min(number) <> 1",
    "the numbers of papers have a gap",
  );
  none(
    `SELECT invoice_no AS id FROM invoices WHERE net_cents + vat_cents <> gross_cents
      OR (kind = 'invoice' AND abs(vat_cents * (${WHOLE} + vat_basis_points) - gross_cents * vat_basis_points) > ${WHOLE} + vat_basis_points)`,
    "the VAT of a paper is wrong",
  );
  none(
    `SELECT paper.invoice_no AS id FROM invoices AS paper JOIN invoices AS note ON note.credited_invoice_no = paper.invoice_no
      GROUP BY paper.invoice_no HAVING sum(note.gross_cents) > max(paper.gross_cents)
        OR abs(sum(note.vat_cents) * max(paper.gross_cents) - sum(note.gross_cents) * max(paper.vat_cents)) > max(paper.gross_cents)`,
    "credit notes reverse another VAT than their invoice's share",
  );
  // Each paid price is the booking's own, if it has never had another.
  none(
    `SELECT quotes.id FROM payments JOIN quotes ON quotes.id = quote_id WHERE state = 'complete' AND abs(paid_cents - grand_total_cents) > 1
      AND payment_order_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM payments AS other WHERE other.quote_id = quotes.id AND other.amount_cents <> grand_total_cents)`,
    "a booking of a list was paid at another's price",
  );
  none(
    "SELECT id FROM quotes WHERE json_extract(form_snapshot, '$.parcel.selectedBoxId') <> box_id OR json_extract(form_snapshot, '$.parcel.quantity') <> quantity",
    "a quote is of another parcel than its form",
  );
  for (const [pfPaymentId, rows] of feesOf(all))
    if (Math.abs(rows.feeCents - FEE * rows.paidCents) > 1 + rows.count)
      world.fail(`PayFast kept ${FEE * rows.paidCents} cents of ${pfPaymentId}, and ${rows.feeCents} are on the books`);
  monthsAndDays(world, all);
}

function feesOf(all: (query: string) => Row[]) {
  const fees = new Map<string, { paidCents: number; feeCents: number; count: number }>();
  for (const { id, paid, fee, count } of all(
    "SELECT pf_payment_id AS id, sum(paid_cents) AS paid, sum(abs(fee_cents)) AS fee, count(*) AS count FROM payments WHERE paid_cents IS NOT NULL GROUP BY 1 HAVING count(fee_cents) = count(*)",
  ))
    fees.set(id, { paidCents: Number(paid), feeCents: Number(fee), count: Number(count) });
  return fees;
}

/** The views by month, by day and by paper, against papers that are counted here by South African days. */
function monthsAndDays(world: World, all: (query: string) => Row[]): void {
  const papers = all("SELECT invoice_no AS id, kind, issued_at, vat_cents, gross_cents FROM invoices");
  const [byMonth, byDay] = [new Map<string, number>(), new Map<string, number>()];
  let grossCents = 0;
  for (const { kind, issued_at, vat_cents, gross_cents } of papers) {
    const sign = kind === "invoice" ? 1 : -1;
    const day = new Date(Date.parse(String(issued_at)) + 2 * 3_600_000).toISOString().slice(0, 10);
    const vat = sign * Number(vat_cents);
    byMonth.set(day.slice(0, 7), (byMonth.get(day.slice(0, 7)) ?? 0) + vat);
    byDay.set(day, (byDay.get(day) ?? 0) + vat);
    grossCents += sign * Number(gross_cents);
  }
  const compare = (what: string, counted: Map<string, number>, listed: Row[]) => {
    const shown = new Map(listed.map(({ id, rand }) => [id, Math.round(Number(rand) * 100)]));
    for (const [when, cents] of shown)
      if ((counted.get(when) ?? 0) !== cents)
        world.fail(`${what} of ${when} is ${counted.get(when)} cents, and staff read ${cents}`);
    return shown;
  };
  const months = compare(
    "the VAT",
    byMonth,
    all("SELECT month AS id, sum(vat_to_pay_rand) AS rand FROM staff_vat WHERE papers = 'Invoiced' GROUP BY 1"),
  );
  for (const [month, cents] of byMonth)
    if (cents !== 0 && !months.has(month)) world.fail(`staff read nothing of ${month}, with ${cents} cents of VAT`);
  compare(
    "the VAT",
    byDay,
    all(
      "SELECT day AS id, sum(vat_rand) - sum(paid_back_vat_rand) AS rand FROM staff_revenue WHERE papers = 'Invoiced' GROUP BY 1",
    ),
  );
  const [listed] = all("SELECT sum(gross_rand) AS id FROM staff_invoices");
  if (Math.round(Number(listed?.id ?? 0) * 100) !== grossCents)
    world.fail(`${grossCents} cents are invoiced, and staff's list has ${listed?.id} rand`);
  const sold = (query: string) => JSON.stringify(all(query));
  const isPaid = "booked_at IS NOT NULL AND status IN ('paid', 'payfast_complete', 'waybill_created')";
  if (
    sold(
      "SELECT day AS id, count(*) AS count, round(100 * sum(price_rand)) AS cents FROM staff_sales GROUP BY 1 ORDER BY 1",
    ) !==
    sold(
      `SELECT date(booked_at, '+2 hours') AS id, count(*) AS count, round(sum(grand_total_cents)) AS cents FROM quotes WHERE ${isPaid} GROUP BY 1 ORDER BY 1`,
    )
  )
    world.fail("staff's list of sales isn't what was sold");
  const [received] = all(
    "SELECT (SELECT round(100 * sum(paid_rand)) FROM staff_payments_received) AS id, (SELECT sum(paid_cents) FROM payments WHERE settled_at IS NOT NULL) AS cents",
  );
  if (Number(received?.id ?? 0) !== Number(received?.cents ?? 0))
    world.fail(`${received?.cents} cents were received, and staff's list has ${received?.id}`);
}
