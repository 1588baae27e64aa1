import { type QueuedNow, queuedNow } from "#app/domain/messages/queued-now.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { joined, name, number, say, type Words } from "#app/language/say";
import type { Tx } from "#db/store.server";
import type { Desk } from "./desk.server";

/** Who gets which message of what a command has just done, and who gets none. A dry run tells nobody. */
export async function whoIsTold(
  tx: Tx,
  quote: Quote,
  { now, isDryRun }: Pick<Desk, "now" | "isDryRun">,
): Promise<Words[]> {
  if (isDryRun) return [];
  const queued = await queuedNow(tx, quote, now);
  const told = joined(distinctOf(queued.filter(({ isSent }) => isSent)).map(inWords), "; ");
  const unreached = distinctOf(queued.filter(({ isSent }) => !isSent));
  return [
    ...(told.parts.length > 0 ? [say`Told within a few seconds: ${told}.`] : []),
    ...unreached.map((each) => say`Not told: ${name(each.name)}. Phone ${number(each.to)}.`),
  ];
}

const inWords = (each: QueuedNow) => say`${name(each.name)}, by ${each.way === "sms" ? "text" : "email"} to ${each.to}`;

function distinctOf(queued: readonly QueuedNow[]): QueuedNow[] {
  return [...new Map(queued.map((each) => [`${each.person} ${each.way} ${each.to}`, each])).values()];
}
