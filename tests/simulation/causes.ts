import { DAYS } from "#app/durations";
import type { World } from "./world";

type Row = { id: string } & Record<string, unknown>;

/** Cases and messages are kept for 90 days. */
const SURELY_KEPT_MS = 80 * DAYS;

/** Checks that each effect has its cause and each cause its effect: invoices, money owed, people told, marks, places. */
export function effectsHaveCauses(world: World): void {
  const { promises, clock } = world;
  const all = (query: string) => world.disk.rows<Row>(query);
  const none = (query: string, complaint: string) => {
    const [found] = all(query);
    if (found) world.fail(`${complaint}: ${found.id}`);
  };
  const cents = (query: string) => Number(all(query)[0]?.id ?? 0);

  // What went back of a part before the price was complete was never invoiced, so it has no credit note.
  const backBefore = `SELECT sum(amount_cents) FROM refunds WHERE payment_id = payments.id AND NOT EXISTS
    (SELECT 1 FROM invoices AS note WHERE note.quote_id = payments.quote_id AND note.refund_reference = refunds.reference)`;
  none(
    `SELECT paid.quote_id AS id FROM (SELECT quote_id, sum(paid_cents - coalesce((${backBefore}), 0)) AS cents FROM payments
        WHERE state = 'complete' GROUP BY 1) AS paid
      LEFT JOIN invoices ON invoices.quote_id = paid.quote_id AND kind = 'invoice'
        AND NOT EXISTS (SELECT 1 FROM payments AS undone WHERE undone.id = invoices.payment_id AND undone.state = 'undone')
      GROUP BY paid.quote_id HAVING count(invoice_no) <> 1 OR max(gross_cents) <> max(paid.cents)`,
    "no invoice, or not of what was paid",
  );
  none(
    "SELECT invoice_no AS id FROM invoices WHERE NOT EXISTS (SELECT 1 FROM payments WHERE payments.id = payment_id AND state IN ('complete', 'undone'))",
    "an invoice without money",
  );
  const kept = cents(`SELECT coalesce(sum(paid_cents), 0) - coalesce((SELECT sum(refunds.amount_cents) FROM refunds
    JOIN payments AS paid ON paid.id = payment_id WHERE paid.state = 'complete'), 0) AS id FROM payments WHERE state = 'complete'`);
  const invoiced = cents(
    "SELECT sum(CASE kind WHEN 'invoice' THEN gross_cents ELSE -gross_cents END) AS id FROM invoices",
  );
  if (kept !== invoiced) world.fail(`${kept} cents are kept, and ${invoiced} are invoiced`);

  const owed =
    cents(`SELECT sum(paid_cents - coalesce((SELECT sum(refunds.amount_cents) FROM refunds WHERE payment_id = payments.id), 0)) AS id
    FROM payments JOIN quotes ON quotes.id = quote_id
    WHERE paid_cents IS NOT NULL AND (state = 'duplicate' OR (state IN ('complete', 'part') AND cancelled_at IS NOT NULL))`);
  // A view takes the real clock's time, so it can't know when the rest of a price is late. `bookkeeper.ts` asks the site.
  const listed = Math.round(
    100 * cents("SELECT sum(refund_rand) AS id FROM staff_payments_to_refund WHERE why NOT LIKE 'The rest%'"),
  );
  if (owed !== listed) world.fail(`${owed} cents are owed back, and staff's list has ${listed}`);

  const emailed = new Set(
    all(`SELECT 'refund-paid:' || refunds.reference AS id FROM refunds JOIN payments ON payments.id = payment_id
        JOIN quotes ON quotes.id = quote_id WHERE anonymised_at IS NOT NULL OR email = ''
      UNION SELECT letter_key FROM outgoing_mails WHERE letter_key LIKE 'refund-paid:%'`).map(
      ({ id }) => id.split(":")[1],
    ),
  );
  for (const [reference, { wallMs }] of promises.refunds)
    if (clock.wall() - wallMs < SURELY_KEPT_MS && !emailed.has(reference))
      world.fail(`nobody was told of refund ${reference}`);

  for (const { id } of all(
    "SELECT id FROM quotes WHERE cancelled_at IS NOT NULL AND cancelled_at < expires_at AND anonymised_at IS NULL",
  ))
    if (!promises.cancelTried.has(id)) world.fail(`${id} is cancelled while its price holds, and nobody asked for it`);
  for (const id of promises.cancelled)
    none(`SELECT id FROM quotes WHERE id = '${id}' AND cancelled_at IS NULL`, "a cancellation is lost");
  for (const [words, { wallMs }] of promises.cases) {
    const count = cents(`SELECT count(*) AS id FROM cases WHERE words = '${words}'`);
    if (count !== 1 && clock.wall() - wallMs < SURELY_KEPT_MS) world.fail(`"${words}" is ${count} cases`);
  }
  for (const [quoteId, mayBe] of promises.places) {
    const [row] = all(
      `SELECT json_extract(form_snapshot, '$.addresses.toLandmark') AS id FROM quotes WHERE id = '${quoteId}' AND anonymised_at IS NULL`,
    );
    if (typeof row?.id === "string" && !mayBe.has(row.id))
      world.fail(`${quoteId} should be at ${[...mayBe]}, and is at ${row.id}`);
  }

  const marks = new Map(
    all("SELECT waybill_no AS id, count(*) AS count, group_concat(kind) AS kinds FROM driver_marks GROUP BY 1").map(
      (row) => [row.id, row],
    ),
  );
  for (const [waybillNo, { count }] of marks)
    if (Number(count) > (promises.marksTried.get(waybillNo) ?? 0))
      world.fail(
        `${waybillNo} has ${count} marks, and its drivers filled in ${promises.marksTried.get(waybillNo)} forms`,
      );
  for (const { waybillNo, kind } of promises.marks)
    if (!String(marks.get(waybillNo)?.kinds).includes(kind)) world.fail(`the mark "${kind}" of ${waybillNo} is lost`);
  none(
    "SELECT waybill_no AS id FROM tracking_events WHERE kind = 'delivered' GROUP BY 1 HAVING count(*) > (SELECT quantity FROM quotes JOIN waybills ON quote_id = quotes.id WHERE waybills.waybill_no = tracking_events.waybill_no)",
    "delivered more often than it has pieces",
  );

  const events = new Set(all("SELECT id FROM tracking_events").map(({ id }) => id));
  for (const id of promises.undone) if (events.has(id)) world.fail(`the event ${id} was undone, and is still there`);
  for (const { id, pin } of all("SELECT waybill_no AS id, pin FROM delivery_pins")) {
    const told = promises.pins.get(id) ?? String(pin);
    if (told !== pin) world.fail(`the PIN of ${id} was ${told}, and is ${pin}`);
    promises.pins.set(id, told);
  }

  const since = new Date(clock.wall() - SURELY_KEPT_MS).toISOString();
  none(
    `SELECT waybill_no AS id FROM waybills JOIN quotes ON quotes.id = waybills.quote_id
      WHERE issued_at > '${since}' AND anonymised_at IS NULL AND email <> '' AND cancelled_at IS NULL AND last_event <> 'cancelled'
        AND lower(json_extract(form_snapshot, '$.addresses.toEmail')) NOT IN (${[...promises.silenced].map((to) => `'${to}'`)})
        AND NOT EXISTS (SELECT 1 FROM outgoing_mails WHERE (outgoing_mails.quote_id = waybills.quote_id AND person = 'receiver')
          OR (letter_key LIKE 'list-announced:' || payment_order_id || ':%'
            AND lower(to_address) = lower(json_extract(form_snapshot, '$.addresses.toEmail'))))`,
    "a receiver was never told of a parcel",
  );
  for (const id of promises.takenBack)
    if (world.mail.textsSent.has(id)) world.fail(`a text that was taken back was sent: ${id}`);
  for (const { messageId, subject } of world.mail.accepted.slice(-200)) {
    const [, id = ""] = /^<(.*)@/.exec(messageId) ?? [];
    if (promises.takenBack.has(id)) world.fail(`a message that was taken back arrived: "${subject}"`);
  }
}
