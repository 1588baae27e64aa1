import { saDay } from "#app/domain/values/sa-time";
import { DAYS, MINUTES } from "#app/durations";
import type { Tx } from "#db/store.server";
import type { Checks } from "./checks";
import { SITE } from "./network";
import type { World } from "./world";

/** No staff transaction takes longer, apart from locks and full disks. */
const PATIENCE_MS = 5 * MINUTES;

type Site = typeof import("./site");

/** Staff at work: manual prices, cancellations, changes of rates. */
export async function workAtTheDesk(world: World, checks: Checks): Promise<void> {
  const { random, promises, clock, disk } = world;
  for (;;) {
    await world.pause(1 * MINUTES);
    const does = random.weighed({ prices: 5, cancels: 4, cancelsList: 1, changesRate: 2 });
    const now = new Date(clock.wall());
    if (does === "prices") {
      const wish = checks.any(
        "SELECT id FROM quotes WHERE manual_requested_at IS NOT NULL AND status IN ('manual', 'pending_payment')",
      );
      const cents = 10_000 + random.below(5) * 500;
      // The same price once more is held for 30 days from now, also on pages that showed it long ago.
      const shown = wish && promises.pricesShown.get(`${wish.id} ${cents}`);
      if (shown) shown.wallMs = clock.wall();
      if (wish)
        await desk(world, `price ${wish.id}`, (site, tx) =>
          site.priceManually(tx, wish.id, cents, { mode: "live", appUrl: SITE }, now),
        );
    }
    if (does === "cancels") {
      const booking = checks.any(
        random.chance(0.3)
          ? "SELECT quote_id AS id FROM waybills WHERE last_event IN ('collected', 'in_transit', 'out_for_delivery')"
          : "SELECT id FROM quotes WHERE booked_at IS NOT NULL AND cancelled_at IS NULL AND (status <> 'waybill_created' OR id LIKE 'a%')",
      );
      if (booking) await cancel(world, booking.id);
    }
    if (does === "cancelsList") {
      const list = checks.any(
        "SELECT payment_order_id AS id FROM quotes WHERE payment_order_id IS NOT NULL AND status = 'waybill_created' AND cancelled_at IS NULL",
      );
      const bookings = list
        ? disk.rows<{ id: string }>(`SELECT id FROM quotes WHERE payment_order_id = '${list.id}'`)
        : [];
      for (const { id } of bookings) await cancel(world, id);
    }
    if (does === "changesRate") {
      const amountCents = 3_000 + random.below(6) * 100;
      // From today on, or planned for one of the next days.
      const from = new Date(clock.wall() + (random.chance(0.5) ? 0 : random.below(3) * DAYS));
      const rate = {
        kind: "zone",
        rateKey: "metro",
        validFrom: saDay(from),
        amount: { amountCents },
        isNew: false,
      } as const;
      const changed = await desk(world, "change a rate", (site, tx) => site.changeRate(tx, rate, now));
      const [inForce] = disk.rows<{ cents: number }>(
        `SELECT amount_cents AS cents FROM rates WHERE kind = 'zone' AND rate_key = 'metro' AND valid_from <= '${rate.validFrom}' ORDER BY valid_from DESC LIMIT 1`,
      );
      if (changed?.ok && inForce?.cents !== amountCents)
        world.fail(`a rate of ${amountCents} cents was set from ${rate.validFrom}, and ${inForce?.cents} holds`);
    }
  }
}

async function cancel(world: World, id: string): Promise<void> {
  world.promises.cancelTried.add(id);
  const now = new Date(world.clock.wall());
  await desk(world, `cancel ${id}`, (site, tx) => site.cancelBooking(tx, id, "no driver", now));
}

/** One staff command; null when it didn't finish, or its result is unknown. */
export async function desk<Result>(
  world: World,
  what: string,
  work: (site: Site, tx: Tx) => Promise<Result>,
): Promise<Result | null> {
  const process = world.machine.anyProcess(world.random);
  if (!process) return null;
  world.step(`staff: ${what}`);
  const done = process.serve(async () => {
    const { store } = await process.site.services();
    return store.tx((tx) => work(process.site, tx));
  });
  const judged = done.catch((error) => {
    if (!world.machine.isTroubled() && !world.machine.hasTripped())
      world.fail(`staff could not ${what}: ${error.stack ?? error}`);
    return null;
  });
  const patience = world.clock.pause(PATIENCE_MS).then(() => null);
  const result = await Promise.race([judged, patience]);
  return world.machine.hasTripped() ? null : result;
}
