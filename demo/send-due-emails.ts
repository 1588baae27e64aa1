import { emailsOnTheirWay, realTime } from "#app/domain/post/sending.server";
import type { MailTransport } from "#app/domain/post/transport.server";
import type { Store } from "#db/store.server";

/** Sends what is due. Never throws when an email fails: it is tried again later. Returns how many were tried. */
export async function sendDueEmails(store: Store, transport: MailTransport, now: Date): Promise<number> {
  const silent = { failed: () => undefined, notSent: () => undefined };
  const emails = emailsOnTheirWay(store, transport, { ...realTime, now: () => now }, silent);
  for (let tried = 0; ; ) {
    // A place can become free while `fill` looks for the next email: only when none was taken before, all is sent.
    const wasIdle = emails.inHand().length === 0;
    const begun = await emails.fill();
    tried += begun;
    if (begun === 0 && wasIdle) return tried;
    if (emails.inHand().length > 0) await Promise.race(emails.inHand());
  }
}
