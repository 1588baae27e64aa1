import { DAYS } from "#app/durations";
import type { World } from "./world";

type Row = { id: string } & Record<string, unknown>;

/** Checks that nothing confirmed is lost. */
export function nothingIsLost(world: World): void {
  const { promises, clock } = world;
  const all = (query: string) => world.disk.rows<Row>(query);
  const ids = (query: string) => new Set(all(query).map(({ id }) => id));
  const numbers = ids("SELECT quote_no AS id FROM quotes");
  for (const [quoteNo, { wallMs }] of promises.quotes) {
    // Unbooked quotes are kept for 90 days after they expire.
    if (clock.wall() - wallMs < 90 * DAYS && !numbers.has(quoteNo)) world.fail(`quote ${quoteNo} is lost`);
  }
  const booked = new Map(all("SELECT id, booked_at AS booked FROM quotes").map(({ id, booked }) => [id, booked]));
  for (const id of promises.bookings.keys()) if (!booked.get(id)) world.fail(`booking ${id} is lost`);
  const asked = ids("SELECT quote_no AS id FROM quotes WHERE manual_requested_at IS NOT NULL");
  // A request that was cancelled is kept for 90 days.
  for (const [quoteNo, { wallMs }] of promises.wishes)
    if (clock.wall() - wallMs < 90 * DAYS && !asked.has(quoteNo))
      world.fail(`the wish for a price of ${quoteNo} is lost`);
  const applied = new Map(
    all("SELECT id_number AS id, reference FROM driver_applications").map(({ id, reference }) => [id, reference]),
  );
  for (const [person, { reference, wallMs }] of promises.applications) {
    // They are kept for 12 months.
    if (clock.wall() - wallMs < 360 * DAYS && applied.get(person) !== reference)
      world.fail(`application ${reference} is lost`);
  }
}
