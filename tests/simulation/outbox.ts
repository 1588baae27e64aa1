import { channelRules } from "#app/domain/post/channels";
import { DAYS } from "#app/durations";
import { REFUSING } from "./mail-server";
import type { World } from "./world";

type Channel = keyof typeof channelRules;
type Row = { id: string } & Record<string, unknown>;

/** No message waits longer than this for its next try. */
const LONGEST_GAP_MS = 3 * DAYS;
const [TEXTS_TO_PHONE, TEXTS_ABOUT_BOOKING] = [30, 4];
/** Why a message is given up before all its tries. */
const GIVEN_UP = /410|deleted|switched off|no such|5\d\d 5\.1\.1|taken back/;

/** Checks what waits, what was given up, and how many texts a phone gets. */
export function outboxIsSound(world: World): void {
  const all = (query: string) => world.disk.rows<Row>(query);
  for (const { id, channel, attempts, lastError } of all(
    "SELECT id, channel, attempts, last_error AS lastError FROM outgoing_mails WHERE state = 'dead'",
  )) {
    const tries = channelRules[channel as Channel].gapsMs.length + 1;
    if (Number(attempts) < tries && !GIVEN_UP.test(String(lastError)))
      world.fail(`${id} was given up after ${attempts} of ${tries} tries: ${lastError}`);
  }
  for (const { id, next, scheduled } of all(
    "SELECT id, next_attempt_at AS next, scheduled_at AS scheduled FROM outgoing_mails WHERE state = 'queued'",
  ))
    if (Date.parse(String(next)) - Date.parse(String(scheduled)) > LONGEST_GAP_MS)
      world.fail(`${id} waits until ${next}`);
  if (world.clock.wasSetBack) return;
  const texts =
    "SELECT coalesce(digest_id, CASE WHEN state = 'queued' AND digest_row IS NOT NULL THEN to_address || next_attempt_at ELSE id END) AS id, to_address, quote_id AS quoteId, to_address || quote_id AS booking, queued_at AS queuedAt FROM outgoing_mails WHERE channel = 'sms' AND state <> 'skipped'";
  // A text that comes back after an undone mark was counted before.
  const counted = (order: string) =>
    all(`${texts} ORDER BY ${order}, queued_at`).filter(
      ({ quoteId }) => !world.promises.corrected.has(String(quoteId)),
    );
  // Those that leave in one are one.
  const toPhones = [...new Map(counted("to_address").map((text) => [text.id, text])).values()];
  notMoreInADay(world, toPhones, "to_address", TEXTS_TO_PHONE);
  const ofBookings = counted("booking").filter(({ quoteId }) => quoteId !== null);
  notMoreInADay(world, ofBookings, "booking", TEXTS_ABOUT_BOOKING);
}

/** @param rows in order of who they are counted for, and then of time */
function notMoreInADay(world: World, rows: Row[], per: string, most: number): void {
  for (const [at, row] of rows.entries()) {
    const first = rows[at - most];
    if (first?.[per] !== row[per]) continue;
    if (Date.parse(String(row.queuedAt)) - Date.parse(String(first?.queuedAt)) < DAYS)
      world.fail(`more than ${most} texts in a day, of ${per} ${row[per]}`);
  }
}

/** Whose letters never leave. */
export const neverLeaves = `receiver <> '${REFUSING}'`;
