import { eq } from "drizzle-orm";
import { makeKey } from "#app/domain/accounts/keys.server";
import { TERMS_VERSION } from "#app/domain/parcels/quotes/terms-version";
import { queueCall } from "#app/domain/parcels/raise-event.server";
import { CALLS_SHOWN, keepAnswer } from "#app/domain/post/webhooks/answers.server";
import { endpointsOf, registerEndpoint } from "#app/domain/post/webhooks/endpoints.server";
import type { WebhookEvent } from "#app/domain/post/webhooks/event-types";
import { newId } from "#app/domain/values/ids.server";
import { users } from "#db/schema/accounts";
import { outgoingMails } from "#db/schema/mail";
import { webhookEndpoints } from "#db/schema/webhooks";
import { aParcel } from "../../demo/a-parcel";
import { byKey } from "../../demo/bookings";
import { atSite } from "./a-world";

const ends = [
  { state: "sent", status: 200, text: "OK" },
  { state: "dead", status: 500, text: `<b>Fatal error</b>: ${"AVeryLongWordWithoutAnySpace".repeat(7)}` },
  { state: "skipped", status: null, text: "" },
] as const;

/**
 * Fills the page of an account's shop: a key, unpaid bookings, a webhook with as many calls as are shown, and one that is
 * switched off.
 */
export async function aFullShop(site: { dataDir: string }, email: string, now = new Date()): Promise<void> {
  await atSite(site, async (world) => {
    const { store } = world;
    const [{ uid } = { uid: "" }] = await store.read.select().from(users).where(eq(users.email, email));
    const key = { id: newId(), uid, name: "My shop", mode: "simulator", termsVersion: TERMS_VERSION } as const;
    const endpoints = await store.tx(async (tx) => {
      await makeKey(tx, key, now);
      const at = (host: string) => ({ uid, url: `https://${host}/thuma`, events: null });
      await registerEndpoint(tx, at("hooks.shop.example"), now);
      await registerEndpoint(tx, at("a-very-long-name-of-a-machine.shop.example"), now);
      return endpointsOf(tx, uid);
    });
    const on = endpoints.find(({ url }) => url.includes("//hooks."));
    const off = endpoints.find(({ id }) => id !== on?.id);
    if (!on || !off) throw new Error("no webhook was registered");
    for (const reference of ["1000", "1001", "Order of Gogo Mabena, blue"])
      await aParcel({ addresses: { fromEmail: email, toEmail: "" } })
        .booked(byKey({ uid, keyId: key.id }, reference))
        .unpaid()
        .in(world, now);
    const types: WebhookEvent[] = ["booking.paid", "parcel.collected", "parcel.failed_collection", "parcel.delivered"];
    await store.tx(async (tx) => {
      for (let made = 0; made < CALLS_SHOWN; made += 1) {
        const { state, status, text } = ends[made % ends.length] ?? ends[0];
        const about = {
          reference: `${1000 + made}`,
          bookingId: "1",
          waybillNo: null,
          status: null,
          paymentStatus: null,
          place: null,
        };
        const data = { ...about, pieces: null, of: null };
        const type = types[made % types.length] ?? "booking.paid";
        const id = await queueCall(tx, on.id, { type, timestamp: now.toISOString(), data }, newId(), now);
        await tx.update(outgoingMails).set({ state }).where(eq(outgoingMails.id, id));
        if (state !== "skipped") await keepAnswer(tx, on, { id, status, text }, now);
      }
      await tx
        .update(webhookEndpoints)
        .set({ offAt: now, offBecause: "failing" })
        .where(eq(webhookEndpoints.id, off.id));
    });
  });
}
