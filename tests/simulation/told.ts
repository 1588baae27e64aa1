import { HOLD_MS } from "#app/domain/post/channels";
import { DAYS, HOURS, MINUTES, SECONDS } from "#app/durations";
import type { World } from "./world";

type Row = { id: string } & Record<string, unknown>;

/** They are kept for 90 days. */
const CALLS_SURELY_KEPT_MS = 80 * DAYS;
/** What somebody had in hand when a thing happened has left by then. */
const UNDER_WAY_MS = 11 * MINUTES;
/** After 20:00 texts wait for the morning. */
const LAST_HOUR = 19;

/** Checks that shops' programs are called about everything that happens to what they booked. */
export function programsAreTold(world: World): void {
  const { promises, clock, disk, endpoints } = world;
  const since = new Date(clock.wall() - CALLS_SURELY_KEPT_MS).toISOString();
  const off = disk.rows<{ url: string }>("SELECT url FROM webhook_endpoints WHERE off_at IS NOT NULL");
  for (const [hostname, owned] of endpoints.owners) {
    owned.wasOff ||= off.some(({ url }) => new URL(url).hostname === hostname);
    const { events, bookings, wasOff } = owned;
    for (const id of wasOff ? [] : bookings) {
      const calls = new Map(
        disk
          .rows<{ type: string; count: number }>(
            `SELECT subject AS type, count(*) AS count FROM outgoing_mails WHERE channel = 'webhook' AND text_body LIKE '%${id}%' GROUP BY 1`,
          )
          .map(({ type, count }) => [type, count]),
      );
      const happened = disk
        .rows<{ type: string }>(
          `SELECT 'booking.paid' AS type FROM waybills WHERE quote_id = '${id}' AND issued_at > '${since}'
            UNION SELECT 'booking.cancelled' FROM quotes WHERE id = '${id}' AND cancelled_at > '${since}' AND anonymised_at IS NULL
            UNION SELECT 'parcel.' || kind FROM tracking_events JOIN waybills ON waybills.waybill_no = tracking_events.waybill_no
              WHERE quote_id = '${id}' AND kind NOT IN ('booked', 'cancelled', 'reported') AND happened_at > '${since}'`,
        )
        .map(({ type }) => type);
      const taken = promises.takenBackFrom.get(id);
      if (taken && clock.wall() - taken.wallMs < CALLS_SURELY_KEPT_MS) happened.push(taken.type);
      for (const type of happened)
        if (!calls.get(type) && (events === null || events.includes(type)))
          world.fail(`no call told of ${type} of ${id}`);
    }
  }
}

/** Checks that whoever waits for a parcel is told of today only if it comes today. */
export function todayIsTrue(world: World): void {
  for (const { id, queuedAt, text } of world.disk.rows<Row>(
    // One that waited for days is written again.
    `SELECT mail.id, queued_at AS queuedAt, text_body AS text FROM outgoing_mails AS mail JOIN tracking_events AS out
      ON kind = 'out_for_delivery' AND instr(letter_key, ':' || out.id || ':receiver') > 0
      WHERE letter_key LIKE 'out_for_delivery:%' AND channel = 'email' AND abs(julianday(queued_at) - julianday(happened_at)) < 0.001`,
  )) {
    const hour = new Date(Date.parse(String(queuedAt)) + 2 * HOURS).getUTCHours();
    const saysToday = String(text).includes("brings it today");
    if (hour < LAST_HOUR && !saysToday) world.fail(`${id} of ${queuedAt} doesn't say today`);
    if (hour > LAST_HOUR && saysToday) world.fail(`${id} of ${queuedAt} says today`);
  }
}

/** What is told of a mark, which can be undone for a minute. */
const OF_MARKS = ["collected", "out_for_delivery", "delivered", "failed_attempt", "failed_collection", "webhook"];
/** What nobody may be told any more after a booking's cancellation. */
const OF_PARCELS_TO_COME = [
  "collected",
  "out_for_delivery",
  "failed_attempt",
  "late",
  "visit-agreed",
  "wish",
  "pin-again",
];

/** Checks each message once, after it has left: that it was held for as long as its mark could be undone, and was still true. */
export class TrueWhenSent {
  private readonly seen = new Set<string>();
  private adjustments = 0;

  constructor(private readonly world: World) {}

  look(): void {
    const { world, seen } = this;
    const { clock, promises } = world;
    // The clock was put meanwhile: how long something waited can't be known.
    const isSure = clock.adjustments === this.adjustments && !clock.wasSetBack;
    this.adjustments = clock.adjustments;
    for (const row of world.disk.rows<Row>(`SELECT mail.id, letter_key AS letterKey, queued_at AS queuedAt,
        sent_at AS sentAt, true_until AS trueUntil, quote_id AS quoteId, cancelled_at AS cancelledAt,
        (SELECT min(happened_at) FROM tracking_events AS later JOIN waybills ON waybills.waybill_no = later.waybill_no
          WHERE waybills.quote_id = mail.quote_id AND later.happened_at > mail.queued_at AND kind IN ('delivered', 'failed_attempt', 'returned', 'cancelled')
            AND (later.pieces IS NULL OR later.pieces >= quotes.quantity)) AS overAt
      FROM outgoing_mails AS mail LEFT JOIN quotes ON quotes.id = mail.quote_id WHERE state = 'sent'`)) {
      if (seen.has(row.id)) continue;
      seen.add(row.id);
      // After a mark is undone, what it had overtaken goes at once.
      if (!isSure || promises.corrected.has(String(row.quoteId))) continue;
      this.judge(row);
    }
  }

  private judge({ id, letterKey, queuedAt, sentAt, trueUntil, cancelledAt, overAt }: Row): void {
    const { world } = this;
    const [kind = ""] = String(letterKey).split(":");
    const at = (moment: unknown) => (moment ? Date.parse(String(moment)) : Number.POSITIVE_INFINITY);
    // One that couldn't go for a day is written again, and goes at once.
    const isOfMark = () =>
      world.disk.rows(
        `SELECT id FROM tracking_events WHERE instr('${letterKey}', ':' || id || ':') > 0 AND kind <> 'cancelled' AND coalesce(because, '') <> 'cancelled' AND abs(julianday('${queuedAt}') - julianday(happened_at)) < 0.0001`,
      ).length > 0;
    if (OF_MARKS.includes(kind) && at(sentAt) - at(queuedAt) < HOLD_MS - SECONDS && isOfMark())
      world.fail(`${letterKey} left ${at(sentAt) - at(queuedAt)} ms after its mark`);
    if (at(sentAt) - at(trueUntil) > UNDER_WAY_MS)
      world.fail(`${letterKey} was true until ${trueUntil}, and left at ${sentAt}`);
    if (
      OF_PARCELS_TO_COME.includes(kind) &&
      at(queuedAt) < at(cancelledAt) &&
      at(sentAt) - at(cancelledAt) > UNDER_WAY_MS
    )
      world.fail(`${letterKey} (${id}) left at ${sentAt}, and its booking was cancelled at ${cancelledAt}`);
    if (kind === "out_for_delivery" && at(sentAt) - at(overAt) > UNDER_WAY_MS)
      world.fail(`${letterKey} left at ${sentAt}, and its visit was over at ${overAt}`);
  }
}
