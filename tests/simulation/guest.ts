import { MINUTES } from "#app/durations";
import { Person } from "./person";
import { pay, publicWizard, sendParcel } from "./sender";
import type { World } from "./world";

/** A guest without an account: sends one parcel after the other, from their own phone. */
export async function liveAsGuest(world: World, number: number): Promise<void> {
  const guest = new Person(world, number);
  const read = new Set<string>();
  for (;;) {
    await world.pause(5 * MINUTES);
    await payByEmail(guest, read);
    await guest.post("/ship/start-again");
    await sendParcel(guest, publicWizard);
  }
}

/** Pays a manual price: its email has the link. */
async function payByEmail(guest: Person, read: Set<string>): Promise<void> {
  for (const { messageId, text } of guest.world.mail.emailsTo(guest.email)) {
    const [, quoteId] = /\/payfast\/start\/(\S+)/.exec(text) ?? [];
    if (!quoteId || read.has(messageId)) continue;
    read.add(messageId);
    await pay(guest, decodeURIComponent(quoteId));
  }
}
