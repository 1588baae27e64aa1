import { DAYS, HOURS, MINUTES } from "#app/durations";
import type { World } from "./world";

/** Less than messages are kept, and then more than anything is that nobody paid for. */
const AGES_MS = [60 * DAYS, 45 * DAYS];
/** The tidying begins with a process, and rests between a few rows. */
const TIDYING_MS = 10 * MINUTES;

type Kept = { what: string; days: number; query: (before: string) => string };

/** What is kept for so many days at most, and a query of what is older. */
const kept: Kept[] = [
  {
    what: "a quote that nobody booked",
    days: 90,
    query: (before) =>
      `SELECT quote_no AS id FROM quotes WHERE booked_at IS NULL AND manual_requested_at IS NULL AND expires_at < '${before}'`,
  },
  {
    what: "the name in a booking that nobody paid",
    days: 90,
    query: (before) =>
      `SELECT quote_no AS id FROM quotes WHERE booked_at < '${before}' AND expires_at < '${before}' AND (email <> '' OR form_snapshot LIKE '%Person%')
        AND status NOT IN ('waybill_created') AND NOT EXISTS (SELECT 1 FROM payments WHERE quote_id = quotes.id AND state IN ('pending', 'complete', 'duplicate', 'part'))`,
  },
  {
    what: "a message",
    days: 90,
    query: (before) =>
      `SELECT letter_key AS id FROM outgoing_mails WHERE state <> 'queued' AND next_attempt_at < '${before}' AND coalesce(sent_at, '') < '${before}'`,
  },
  {
    what: "an answer to a program",
    days: 7,
    query: (before) => `SELECT key AS id FROM done_once WHERE kind = 'call by key' AND at < '${before}'`,
  },
  { what: "a session", days: 0, query: (before) => `SELECT id FROM sessions WHERE expires_at < '${before}'` },
  {
    what: "a one-time link",
    days: 30,
    query: (before) => `SELECT purpose AS id FROM action_links WHERE expires_at < '${before}'`,
  },
  {
    what: "a count of tries",
    days: 0,
    query: (before) => `SELECT key AS id FROM rate_limits WHERE expire < '${before}'`,
  },
];

/** Lets months pass after a world's end, and looks whether what we keep is neither gone too early nor there too long. */
export async function growOld(world: World, goOn: () => Promise<boolean>, look: () => void): Promise<void> {
  const { clock, machine, disk } = world;
  // A case ends with the names in its booking, which may be older.
  world.promises.cases.clear();
  for (const ms of AGES_MS) {
    await world.liveUntil(machine.stopAll());
    clock.leap(ms);
    await world.liveUntil(machine.start());
    const untilMs = clock.elapsedMs + TIDYING_MS;
    while (clock.elapsedMs < untilMs && (await goOn()));
    if (world.failure) return;
    look();
    for (const { what, days, query } of kept) {
      const [old] = disk.rows<{ id: string }>(query(new Date(clock.wall() - days * DAYS - HOURS).toISOString()));
      if (old) world.fail(`${what} is kept for more than ${days} days: ${old.id}`);
    }
  }
}
