import { DAYS, MINUTES } from "#app/durations";
import type { Checks } from "./checks";
import { desk } from "./staff";
import type { World } from "./world";

const PARCELS_A_DAY = 6;
/** To be brought. */
const AT_HAND = "('collected', 'in_transit', 'failed_attempt')";
const OVER = "('delivered', 'returned', 'cancelled', 'ended')";

/** The office gives the driver some parcels, for today or later; those that came to the depot leave with them. */
export async function planTheDay(world: World, checks: Checks, name: string): Promise<void> {
  const { random, clock, disk } = world;
  for (let parcels = 0; parcels < PARCELS_A_DAY; parcels += 1) {
    const which = random.weighed({
      [`last_event IN ${AT_HAND} ORDER BY last_event_at DESC LIMIT 4`]: 5,
      [`last_event NOT IN ${OVER} ORDER BY last_event_at DESC LIMIT 8`]: 4,
      [`last_event IN ${OVER}`]: 1,
    });
    const parcel = checks.any(`SELECT waybill_no AS id, last_event AS last FROM waybills WHERE ${which}`);
    if (!parcel) continue;
    const isOver = () =>
      disk.rows(`SELECT 1 FROM waybills WHERE waybill_no = '${parcel.id}' AND last_event IN ${OVER}`).length > 0;
    const daysAhead = random.chance(0.2) ? 1 + random.below(3) : 0;
    await desk(world, `give ${parcel.id} to ${name}`, async (site, tx) => {
      const now = new Date(clock.wall());
      const { driver } = await site.addDriver(tx, { name, phone: "+27821231234" }, now);
      const mark = { kind: "out_for_delivery", happenedAt: now, place: null } as const;
      if (daysAhead === 0 && AT_HAND.includes(`'${parcel.last}'`)) await site.markAndNotify(tx, parcel.id, mark, now);
      const wasOver = isOver();
      const day = site.saDay(new Date(clock.wall() + daysAhead * DAYS));
      const given = await site.assignStop(tx, { waybillNo: parcel.id, driver, day }, now);
      if (given.ok && wasOver) world.fail(`${parcel.id} was given to ${name}, and is over`);
    });
  }
}

/** The office agrees on a day with the receiver, on the phone. */
export async function agreeOnADay(world: World, checks: Checks): Promise<void> {
  const { random, promises, clock } = world;
  const parcel = checks.any(
    `SELECT waybill_no AS id FROM waybills WHERE last_event IN ${AT_HAND}
      AND (${random.chance(0.7) ? "" : "NOT"} EXISTS (SELECT 1 FROM receiver_wishes WHERE receiver_wishes.waybill_no = waybills.waybill_no))`,
  );
  if (!parcel) return;
  promises.agreed.delete(parcel.id);
  const agreed = await desk(world, `agree on a day for ${parcel.id}`, (site, tx) => {
    const now = new Date(clock.wall());
    const day = site.saDay(new Date(clock.wall() + (1 + random.below(20)) * DAYS));
    return site
      .agreeVisit(tx, parcel.id, { day, fromTime: null, untilTime: null }, now)
      .then((done) => ({ done, day }));
  });
  if (agreed?.done.ok && agreed.done.stop === "delivery") promises.agreed.set(parcel.id, agreed.day);
}

/** The office undoes a parcel's last mark. What wasn't on its way then must never arrive; who was told is told again. */
export async function correctAMark(world: World, checks: Checks): Promise<void> {
  const { disk, clock, random, promises } = world;
  const parcel = checks.any(
    `SELECT waybill_no AS id, quote_id AS quoteId FROM waybills JOIN quotes ON quotes.id = quote_id WHERE last_event NOT IN ('booked', 'cancelled')
      ${random.chance(0.5) ? "AND api_key_id IS NOT NULL" : ""} ORDER BY last_event_at DESC LIMIT 3`,
  );
  if (!parcel) return;
  // Sometimes it takes them as long as the messages have left.
  if (random.chance(0.5)) await world.pause(2 * MINUTES);
  const quoteId = String(parcel.quoteId);
  promises.corrected.add(quoteId);
  let [event, unsent, called]: [string, string[], number] = ["", [], 0];
  const undone = await desk(world, `undo the mark of ${parcel.id}`, async (site, tx) => {
    const [last] = disk.rows<{ id: string }>(
      `SELECT id FROM tracking_events WHERE waybill_no = '${parcel.id}' ORDER BY happened_at DESC, id DESC LIMIT 1`,
    );
    event = last?.id ?? "";
    const ids = (condition: string) =>
      disk.rows<{ id: string }>(`SELECT id FROM outgoing_mails WHERE ${condition}`).map(({ id }) => id);
    unsent = ids(`letter_key LIKE '%:${event}:%' AND state = 'queued' AND claimed_at IS NULL AND attempts = 0`);
    called = ids(`letter_key LIKE 'webhook:${event}:%' AND state = 'sent'`).length;
    const undoing = await site.undoAndNotify(tx, parcel.id, new Date(clock.wall()));
    return undoing.ok && undoing.undone.id === last?.id;
  });
  if (!undone) return;
  promises.undone.add(event);
  for (const id of unsent) promises.takenBack.add(id);
  if (called > 0) promises.takenBackFrom.set(quoteId, { type: "parcel.corrected", wallMs: clock.wall() });
  promises.marks = promises.marks.filter(({ waybillNo }) => waybillNo !== parcel.id);
}
