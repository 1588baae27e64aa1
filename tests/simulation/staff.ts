import { MINUTES } from "#app/durations";
import type { Tx } from "#db/store.server";
import type { Checks } from "./checks";
import { SITE } from "./network";
import type { World } from "./world";

/** No staff transaction takes longer, apart from locks and full disks. */
const PATIENCE_MS = 5 * MINUTES;

type Site = typeof import("./site");

/** Staff at work: manual prices, cancellations, refunds, changes of rates. */
export async function workAtTheDesk(world: World, checks: Checks): Promise<void> {
  const { random, promises, clock } = world;
  for (let refunds = 0; ; ) {
    await world.pause(1 * MINUTES);
    const does = random.weighed({ prices: 5, refunds: 4, cancels: 3, changesRate: 2 });
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
        "SELECT id FROM quotes WHERE booked_at IS NOT NULL AND cancelled_at IS NULL AND (status <> 'waybill_created' OR id LIKE 'a%')",
      );
      if (booking)
        await desk(world, `cancel ${booking.id}`, (site, tx) => site.cancelBooking(tx, booking.id, "no driver", now));
    }
    if (does === "refunds") {
      const owed =
        checks.any(`SELECT payments.quote_id AS id, paid_cents AS cents FROM payments JOIN quotes ON quotes.id = quote_id
        WHERE paid_cents IS NOT NULL AND (state = 'duplicate' OR cancelled_at IS NOT NULL)
          AND NOT EXISTS (SELECT 1 FROM refunds WHERE payment_id = payments.id)`);
      if (!owed) continue;
      refunds += 1;
      const refund = { reference: `R${refunds}`, amountCents: Number(owed.cents), goodwill: false };
      // Sometimes they type it twice.
      let isNoted = false;
      for (let times = random.chance(0.3) ? 2 : 1; times > 0; times -= 1) {
        const noted = await desk(world, `refund ${refund.reference}`, (site, tx) =>
          site.noteRefund(tx, owed.id, refund, now),
        );
        if (isNoted && noted && !noted.ok)
          world.fail(`refund ${refund.reference}, typed a second time, was refused: ${noted.refusal}`);
        if (noted && !noted.ok) world.fail(`what is owed for ${owed.id} can't be paid back: ${noted.refusal}`);
        if (!noted?.ok) continue;
        isNoted = true;
        promises.refunds.set(refund.reference, refund.amountCents);
      }
    }
    if (does === "changesRate") {
      const amountCents = 3_000 + random.below(6) * 100;
      const rate = {
        kind: "zone",
        rateKey: "metro",
        validFrom: now.toISOString().slice(0, 10),
        amount: { amountCents },
        isNew: false,
      } as const;
      await desk(world, "change a rate", (site, tx) => site.changeRate(tx, rate, now));
    }
  }
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
    const { store } = await process.site.company();
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
