import type { SerializeFrom } from "@remix-run/node";
import { HOURS, MINUTES, SECONDS } from "#app/durations";
import type { Form } from "./browser";
import { Person } from "./person";
import type { World } from "./world";

/** The site doesn't send texts from 20:00 to 07:00. */
const [QUIET_FROM, QUIET_UNTIL] = [20, 7];
/** Marks, of which nobody is told who wants no messages. */
const ofMarks =
  "(letter_key LIKE 'collected:%' OR letter_key LIKE 'out_for_delivery:%' OR letter_key LIKE 'delivered:%' OR letter_key LIKE 'failed_attempt:%')";

type FindMe = SerializeFrom<typeof import("#app/routes/find-me.$quoteId/route").loader>;

/** A receiver, who knows only the links in their emails: says how to find them, wishes for something, wants no messages. */
export async function receive(world: World, number: number, address: string): Promise<void> {
  const receiver = new Person(world, number);
  const links = new Set<string>();
  const read = new Set<string>();
  for (;;) {
    await world.pause(3 * MINUTES);
    const letters = world.mail.emailsTo(address);
    for (const { messageId, text } of letters) {
      const [, link] = /https:\/\/thuma\.example(\/find-me\/[^?\s]+\?\S+)/.exec(text) ?? [];
      if (read.has(messageId) || !link) continue;
      read.add(messageId);
      links.add(link);
      await sayWhere(receiver, link);
    }
    const known = [...links];
    if (known.length === 0) continue;
    for (let times = 3; times > 0; times -= 1) await wish(receiver, world.random.pick(known.slice(-2)));
    await openAnothers(receiver, world.random.pick(known), world.random.pick(known));
    const [, stop] = /https:\/\/thuma\.example(\/stop-messages\/[^?\s]+\?\S+)/.exec(letters.at(-1)?.text ?? "") ?? [];
    if (stop && world.random.chance(0.2)) await wantNoMessages(receiver, stop, address);
  }
}

async function sayWhere(receiver: Person, link: string): Promise<void> {
  const page = await receiver.get(link);
  if (page?.status !== 200 || !page.data.shownNo) return;
  const landmark = aPlace(receiver);
  const written = receiver.world.promises.beginPlace(quoteIdIn(link), landmark);
  const answer = await receiver.post(link, { landmark });
  written(answer?.status === 303 && answer.location.includes("saved=yes"));
}

/** Wishes for a day, a neighbour or the depot, or takes a wish back. */
async function wish(receiver: Person, link: string): Promise<void> {
  const { world } = receiver;
  const { random, clock } = world;
  const askedAtMs = clock.wall();
  const page = await receiver.get(link);
  if (page?.status !== 200) return;
  const { wishes, textsWait } = page.data as FindMe;
  const hours = [askedAtMs, clock.wall()].map((ms) => new Date(ms + 2 * HOURS).getUTCHours());
  const [isQuiet, wasQuiet] = hours.map((hour) => hour >= QUIET_FROM || hour < QUIET_UNTIL);
  if (isQuiet === wasQuiet && (textsWait !== null) !== isQuiet)
    world.fail(`texts wait until ${textsWait} at ${hours[0]}`);
  if (!wishes) return;
  // A page that is left open may be sent when the parcel is on its way.
  await world.pause(random.chance(0.3) ? 6 * MINUTES : 20 * SECONDS);
  const held = wishes.held.length > 0 ? random.pick(wishes.held) : null;
  const neighbour = {
    wish: "neighbour",
    neighbour: "Gogo Dlamini",
    neighbourAt: `${1 + random.below(9)} Ncome Crescent`,
  };
  const day = { wish: "day", day: random.pick(wishes.days).value, part: random.pick(["", "morning"]) };
  const does = random.weighed({ day: 4, neighbour: 2, depot: wishes.depot ? 2 : 0, takesBack: held ? 4 : 0 });
  const forms: Record<typeof does, Form> = {
    day,
    neighbour,
    depot: { wish: "depot" },
    takesBack: { takeBack: held?.id ?? "" },
  };
  await receiver.post(link, forms[does]);
  if (random.chance(0.3)) await receiver.post(link, forms[does]);
}

/** The key of one parcel's link opens no other. */
async function openAnothers(receiver: Person, link: string, other: string): Promise<void> {
  const [path] = other.split("?");
  const [, query] = link.split("?");
  if (quoteIdIn(link) === quoteIdIn(other)) return;
  const page = await receiver.get(`${path}?${query}`);
  if (page?.status === 200) receiver.world.fail(`the link to ${quoteIdIn(link)} opens ${quoteIdIn(other)}`);
}

/** For a while. What is queued about marks meanwhile isn't for this address. */
async function wantNoMessages(receiver: Person, link: string, address: string): Promise<void> {
  const { world } = receiver;
  const { clock, disk, promises } = world;
  promises.silenced.add(address);
  if ((await receiver.post(link, { stop: "email" }))?.status !== 303) return;
  const [adjustments, fromMs] = [clock.adjustments, clock.wall()];
  await world.pause(20 * MINUTES);
  const queued = disk.rows<{ subject: string }>(
    `SELECT subject FROM outgoing_mails WHERE to_address = '${address}' AND person = 'receiver' AND ${ofMarks} AND queued_at > '${new Date(fromMs).toISOString()}'`,
  )[0];
  if (queued && clock.adjustments === adjustments && !clock.wasSetBack)
    world.fail(`${address} wants no messages, and gets "${queued.subject}"`);
  await receiver.post(link, { allow: "email" });
}

const quoteIdIn = (link: string) => decodeURIComponent(/\/find-me\/([^?]+)/.exec(link)?.[1] ?? "");

function aPlace({ world, number }: Person): string {
  return `gate ${world.steps} of Person${number}`;
}
