import { saDay } from "#app/domain/values/sa-time";
import type { World } from "./world";

type Row = { id: string } & Record<string, unknown>;

/** Open parcels may share a PIN by chance: of four digits, so many pairs are more than chance. */
const PAIRS_BY_CHANCE = 5;
const PINS = 10_000;
/** How often a receiver may change what they wish. */
const WISHES = 10;
/** As a part of a day. */
const A_MINUTE = 1 / (24 * 60);

/** Checks parcels on their way: whose they are, what their receivers wished, their PINs, and whose names are gone. */
export function parcelsAreInOrder(world: World): void {
  const all = (query: string) => world.disk.rows<Row>(query);
  const none = (query: string, complaint: string) => {
    const [found] = all(query);
    if (found) world.fail(`${complaint}: ${found.id}`);
  };
  const today = saDay(new Date(world.clock.wall()));
  none(
    `SELECT waybill_no AS id FROM stops WHERE removed_at IS NULL AND day >= '${today}'
      AND NOT EXISTS (SELECT 1 FROM driver_marks AS mark WHERE mark.waybill_no = stops.waybill_no AND mark.visit = stops.visit AND mark.driver_id = stops.driver_id)
      GROUP BY waybill_no, visit HAVING count(*) > 1`,
    "a parcel has two drivers for one visit",
  );
  none(
    "SELECT driver_id || ' ' || day AS id FROM stops WHERE removed_at IS NULL GROUP BY driver_id, day, position HAVING count(*) > 1",
    "two stops have one place in a driver's day",
  );
  none(
    `SELECT taken.waybill_no AS id FROM stops AS taken WHERE removed_at IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM stops AS next WHERE next.waybill_no = taken.waybill_no AND next.assigned_at = taken.removed_at)
      AND NOT EXISTS (SELECT 1 FROM receiver_wishes AS wish WHERE wish.waybill_no = taken.waybill_no AND wished_at = taken.removed_at)
      AND NOT EXISTS (SELECT 1 FROM agreed_visits AS agreed WHERE agreed.waybill_no = taken.waybill_no AND agreed.agreed_at >= taken.removed_at)`,
    "a stop was taken from its driver for no reason",
  );
  wishesHold(world, today, none);

  const pins = all(
    "SELECT pin AS id, count(*) AS count FROM delivery_pins JOIN waybills ON waybills.waybill_no = delivery_pins.waybill_no WHERE next_visit IS NOT NULL GROUP BY 1",
  ).map(({ count }) => Number(count));
  const open = pins.reduce((sum, count) => sum + count, 0);
  const pairs = pins.reduce((sum, count) => sum + (count * (count - 1)) / 2, 0);
  if (pairs > PAIRS_BY_CHANCE + (3 * open * open) / 2 / PINS) world.fail(`${open} open parcels share ${pairs} PINs`);
  for (const [waybillNo, tries] of world.promises.wrongPins)
    none(
      `SELECT waybill_no AS id FROM delivery_pins WHERE waybill_no = '${waybillNo}' AND wrong_tries < ${Math.min(5, tries.size)}`,
      "a wrong PIN wasn't counted",
    );

  none(
    `SELECT called_off.waybill_no AS id FROM tracking_events AS called_off JOIN tracking_events AS before ON before.waybill_no = called_off.waybill_no
      WHERE called_off.kind = 'cancelled' AND before.kind IN ('collected', 'in_transit', 'out_for_delivery', 'delivered')
        AND before.happened_at < called_off.happened_at`,
    "a parcel was cancelled on its way",
  );
  none(
    `SELECT waybill_no AS id FROM waybills JOIN quotes ON quotes.id = quote_id
      WHERE status IN ('pending_payment', 'payfast_failed', 'payfast_cancelled') AND last_event <> 'cancelled'`,
    "a parcel is in the plan, and its booking is unpaid",
  );
  none(
    "SELECT id FROM quotes WHERE anonymised_at IS NOT NULL AND (email <> '' OR guest_id IS NOT NULL OR form_snapshot LIKE '%Person%')",
    "an erased booking still names somebody",
  );
  none(
    "SELECT key AS id FROM done_once JOIN quotes ON quotes.id = json_extract(answer, '$.body.id') WHERE kind = 'call by key' AND quotes.uid <> who",
    "an answer is kept for somebody else's key",
  );
}

/** What receivers wished is in the plan, once, and nothing else is. */
function wishesHold(world: World, today: string, none: (query: string, what: string) => void): void {
  none(
    "SELECT waybill_no AS id FROM receiver_wishes WHERE ended_at IS NULL GROUP BY waybill_no, kind HAVING count(*) > 1",
    "two wishes of a kind hold",
  );
  none(
    "SELECT waybill_no AS id FROM receiver_wishes AS depot WHERE kind = 'depot' AND ended_at IS NULL AND EXISTS (SELECT 1 FROM receiver_wishes AS other WHERE other.waybill_no = depot.waybill_no AND other.kind <> 'depot' AND other.ended_at IS NULL)",
    "a parcel waits at the depot, and goes elsewhere",
  );
  none(
    `SELECT wish.waybill_no AS id FROM receiver_wishes AS wish LEFT JOIN agreed_visits AS agreed ON agreed.waybill_no = wish.waybill_no AND stop = 'delivery'
      WHERE kind = 'day' AND ended_at IS NULL AND wish.day >= '${today}' AND agreed.day IS NOT wish.day`,
    "a wished day isn't agreed on",
  );
  none(
    "SELECT id FROM booking_notes WHERE who = 'the receiver' AND NOT EXISTS (SELECT 1 FROM receiver_wishes WHERE receiver_wishes.id = booking_notes.id AND ended_at IS NULL)",
    "a driver reads a wish that is over",
  );
  // After the clock was set back, what came before and what after isn't known.
  if (!world.clock.wasSetBack) wishesComeFirst(world, today, none);
  none(
    `SELECT waybill_no AS id FROM receiver_wishes GROUP BY waybill_no HAVING count(*) + sum(ended_by = 'the receiver') > ${WISHES}`,
    "a receiver changed their wish more often than they may",
  );
  for (const [waybillNo, day] of world.promises.agreed) {
    if (day < today) continue;
    const [row] = world.disk.rows<{ day: string | null; wishes: number }>(
      `SELECT (SELECT day FROM agreed_visits WHERE waybill_no = '${waybillNo}' AND stop = 'delivery') AS day,
        (SELECT count(*) FROM receiver_wishes WHERE waybill_no = '${waybillNo}' AND kind <> 'neighbour' AND ended_at IS NULL) AS wishes`,
    );
    if (row && row.wishes === 0 && row.day !== day)
      world.fail(`the office agreed on ${day} for ${waybillNo}, and ${row.day} stands there`);
  }
}

function wishesComeFirst(world: World, today: string, none: (query: string, what: string) => void): void {
  none(
    `SELECT wish.waybill_no AS id FROM receiver_wishes AS wish JOIN stops ON stops.waybill_no = wish.waybill_no
      WHERE ended_at IS NULL AND kind <> 'neighbour' AND visit = 'delivery' AND removed_at IS NULL AND assigned_at < wished_at
        AND stops.day >= '${today}' AND stops.day > date(wished_at, '+2 hours') AND (kind = 'depot' OR stops.day <> wish.day)`,
    "a driver comes although its receiver wished otherwise",
  );
  const corrected = [...world.promises.corrected].map((id) => `'${id}'`).join(", ");
  none(
    `SELECT wish.waybill_no AS id FROM receiver_wishes AS wish JOIN waybills ON waybills.waybill_no = wish.waybill_no
      JOIN tracking_events AS out ON out.waybill_no = wish.waybill_no AND out.kind = 'out_for_delivery' AND julianday(wished_at) - julianday(out.happened_at) > ${A_MINUTE}
      WHERE quote_id NOT IN (${corrected}) AND NOT EXISTS (SELECT 1 FROM tracking_events AS next WHERE next.waybill_no = wish.waybill_no
        AND next.happened_at > out.happened_at AND next.happened_at <= wished_at)`,
    "a wish was taken for a parcel that was out for delivery",
  );
}
