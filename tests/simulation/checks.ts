import { DAYS } from "#app/durations";
import { nothingIsLost } from "./acknowledged";
import { viewsAgreeWithTheBooks } from "./books";
import { effectsHaveCauses } from "./causes";
import { moneyAddsUp } from "./money";
import { neverLeaves, outboxIsSound } from "./outbox";
import { parcelsAreInOrder } from "./parcels";
import { mayBecome, type QuoteState } from "./status-moves";
import { programsAreTold, TrueWhenSent, todayIsTrue } from "./told";
import type { World } from "./world";

type Row = { id: string } & Record<string, unknown>;
type QuoteRow = QuoteState & { id: string; booked: number; promised: number; orderId: string | null };

/** Checks the database and the emails sent. */
export class Checks {
  private quotes = new Map<string, QuoteState>();
  private seen: unknown;
  private lookedAt = -1;
  private readonly trueWhenSent: TrueWhenSent;

  constructor(private readonly world: World) {
    this.trueWhenSent = new TrueWhenSent(world);
  }

  /** Checks after every step. */
  afterStep(): void {
    if (this.world.steps === this.lookedAt) return;
    this.lookedAt = this.world.steps;
    const version = this.world.disk.changes();
    if (version === this.seen) return;
    this.seen = version;
    this.statuses();
  }

  /** Checks that take longer. */
  thorough(): void {
    const { world } = this;
    nothingIsLost(world);
    this.once();
    moneyAddsUp(world);
    effectsHaveCauses(world);
    viewsAgreeWithTheBooks(world);
    parcelsAreInOrder(world);
    outboxIsSound(world);
    programsAreTold(world);
    todayIsTrue(world);
    this.trueWhenSent.look();
    this.emails();
    const sound = world.disk.soundness();
    if (sound !== "ok") world.fail(`the database is damaged: ${sound}`);
  }

  /** Checks once all faults are over and everything has had time to finish. */
  atRest(): void {
    const { world } = this;
    this.thorough();
    const [undelivered] = world.payfast.undelivered;
    if (undelivered)
      world.fail(`PayFast's word never arrived: ${undelivered.status} of ${undelivered.attempt.pfPaymentId}`);
    for (const { id, subject } of this.all(
      `SELECT id, subject FROM outgoing_mails WHERE state = 'queued' AND ${neverLeaves}`,
    ))
      world.fail(`a letter never left: ${id} "${subject}"`);
    const tidiedSince = new Date(world.clock.wall() - QUOTES_KEPT_MS - 1 * DAYS).toISOString();
    this.none(
      `SELECT quote_no AS id FROM quotes WHERE booked_at IS NULL AND manual_requested_at IS NULL AND expires_at < '${tidiedSince}'`,
      "a quote that nobody booked is kept for longer than we say",
    );
    const since = this.emailsKeptSince();
    this.none(
      `SELECT id FROM driver_applications WHERE answered_at > '${since}' AND NOT EXISTS (SELECT 1 FROM outgoing_mails WHERE letter_key LIKE 'driver-application:' || driver_applications.id || '%')`,
      "nobody was told of an application",
    );
  }

  /** A random row. */
  any(query: string): Row | undefined {
    const rows = this.all(query);
    return rows.length > 0 ? this.world.random.pick(rows) : undefined;
  }

  /** Statuses only change as specified. */
  private statuses(): void {
    const rows = this.world.disk.rows<QuoteRow>(
      "SELECT id, status, booked_at IS NOT NULL AS booked, cancelled_at IS NOT NULL AS cancelled, booked_at < expires_at AS promised, payment_order_id AS orderId FROM quotes",
    );
    const now = new Map<string, QuoteState>();
    for (const row of rows) {
      now.set(row.id, row);
      const before = this.quotes.get(row.id);
      const isUnpaidAgain = row.status === "pending_payment" && this.world.promises.undonePayments.has(row.id);
      if (before && !mayBecome(before, row) && !isUnpaidAgain)
        this.world.fail(`${row.id} went from ${before.status} to ${row.status}`);
      if (before?.status !== row.status) this.hasFailedBecausePayfastSaidSo(row);
      if (row.booked && !row.promised) this.world.fail(`${row.id} was booked at a price that had run out`);
    }
    this.quotes = now;
  }

  private hasFailedBecausePayfastSaidSo({ id, status, orderId }: QuoteRow): void {
    const word = { payfast_failed: "FAILED", payfast_cancelled: "CANCELLED" }[status as string];
    const said = [id, orderId ?? ""].flatMap((each) => [...(this.world.payfast.reported.get(each) ?? [])]);
    if (word && !said.some((status) => status === word))
      this.world.fail(`${id} is ${status}, and PayFast never said so`);
  }

  /** Nothing happens twice. */
  private once(): void {
    const { world } = this;
    const shipments = this.all(
      "SELECT json_extract(form_snapshot, '$.parcel.parcelDesc') AS id, count(*) AS count FROM quotes WHERE anonymised_at IS NULL GROUP BY 1",
    );
    for (const { id, count } of shipments) {
      if (Number(count) > (world.promises.shipments.get(id) ?? 0)) world.fail(`${id} has ${count} quotes`);
    }
    this.none(
      "SELECT id_number AS id FROM driver_applications GROUP BY 1 HAVING count(*) > 1",
      "two applications of one person",
    );
    this.none("SELECT quote_id AS id FROM waybills GROUP BY 1 HAVING count(*) > 1", "two waybills for one quote");
    this.none(
      "SELECT waybill_no AS id FROM tracking_events WHERE kind = 'booked' GROUP BY 1 HAVING count(*) > 1 AND sum((SELECT count(*) FROM payments JOIN waybills ON waybills.quote_id = payments.quote_id WHERE waybills.waybill_no = tracking_events.waybill_no AND state = 'undone')) = 0",
      "a waybill begins twice",
    );
    for (const { id } of this.all(
      "SELECT quote_id AS id FROM payments WHERE state = 'complete' GROUP BY 1 HAVING count(*) > 1",
    ))
      if (!world.promises.parts.has(id)) world.fail(`paid twice and nothing to refund: ${id}`);
    this.none(
      "SELECT quote_id AS id FROM payments WHERE pf_payment_id IS NULL AND state <> 'undone' GROUP BY quote_id, amount_cents HAVING count(*) > 1",
      "an attempt to pay was opened twice",
    );
    for (const { id, count } of this.all("SELECT email AS id, count(*) AS count FROM users GROUP BY 1")) {
      if (Number(count) > (world.promises.registrations.get(id) ?? 0)) world.fail(`${id} has ${count} accounts`);
    }
  }

  private emails(): void {
    const { world } = this;
    const arrived = new Set(world.mail.accepted.map(({ messageId }) => /^<(.*)@/.exec(messageId)?.[1] ?? ""));
    for (const { id, subject, channel } of this.all(
      "SELECT coalesce(digest_id, id) AS id, subject, channel FROM outgoing_mails WHERE state = 'sent'",
    )) {
      const left = { email: arrived, sms: world.mail.textsSent, webhook: world.endpoints.taken }[String(channel)];
      const hasLeft = left?.has(id);
      if (!hasLeft) world.fail(`a letter counts as sent, and never arrived: "${subject}"`);
    }
    this.none(
      "SELECT id FROM outgoing_mails WHERE is_secret AND state <> 'queued' AND text_body LIKE '%oobCode%'",
      "a sent letter still holds its one-time link",
    );
    const since = this.emailsKeptSince();
    this.none(
      `SELECT quote_id AS id FROM waybills WHERE NOT EXISTS (SELECT 1 FROM payments WHERE quote_id = waybills.quote_id AND state = 'undone') AND NOT EXISTS (SELECT 1 FROM outgoing_mails WHERE letter_key = 'booking-confirmed:' || waybills.quote_id OR letter_key LIKE (SELECT 'list-confirmed:' || payment_order_id || ':%' FROM quotes WHERE id = waybills.quote_id)) AND (SELECT email FROM quotes WHERE id = waybills.quote_id) <> '' AND issued_at > '${since}'`,
      "a waybill without its letter",
    );
    this.none(
      "SELECT min(id) AS id FROM outgoing_mails WHERE letter_key LIKE '%quote%' OR letter_key LIKE 'booking%' OR letter_key LIKE 'driver-application%' GROUP BY to_address, subject, text_body HAVING count(*) > 1 AND text_body NOT LIKE '(%'",
      "one letter was written twice",
    );
  }

  private emailsKeptSince(): string {
    return new Date(this.world.clock.wall() - LETTERS_SURELY_KEPT_MS).toISOString();
  }

  private none(query: string, complaint: string): void {
    const [found] = this.all(query);
    if (found) this.world.fail(`${complaint}: ${found.id}`);
  }

  private all(query: string): Row[] {
    return this.world.disk.rows<Row>(query);
  }
}

/** Quotes that nobody booked, after their price ran out. */
const QUOTES_KEPT_MS = 90 * DAYS;
/** They are kept for 90 days. */
const LETTERS_SURELY_KEPT_MS = 80 * DAYS;
