import { proveAddress } from "#app/domain/accounts/accounts.server";
import { makeKey } from "#app/domain/api-keys/keys.server";
import { bookByKey } from "#app/domain/bookings/book-by-key.server";
import { embeddedPricing } from "#app/domain/pricing/embedded.server";
import { workOutPrice } from "#app/domain/quotes/price-draft.server";
import type { Quote } from "#app/domain/quotes/quote";
import { TERMS_VERSION } from "#app/domain/quotes/terms-version";
import { newId } from "#app/domain/values/ids.server";
import { aDraft } from "../../demo/a-draft";
import type { Office } from "./an-office";

/** An account with a key, and a function that books a parcel with it. */
export async function aShop({ store, joined }: Pick<Office, "store" | "joined">, email: string, at: Date) {
  const { account } = await joined(email, at);
  const key = { id: newId(), uid: account.uid, name: "My shop", mode: "sandbox", termsVersion: TERMS_VERSION };
  await store.tx(async (tx) => {
    await proveAddress(tx, account.uid, email, at);
    await makeKey(tx, key, at);
  });
  const { addresses, parcel } = aDraft({ addresses: { fromEmail: email, toEmail: "" } });
  const priced = await workOutPrice(
    embeddedPricing(store, () => at),
    "local",
    { addresses, parcel },
  );
  const asked = {
    uid: account.uid,
    keyId: key.id,
    agreedCents: priced.grandTotalCents ?? 0,
    termsVersion: TERMS_VERSION,
  };
  const site = { mode: "sandbox", origin: "http://thuma.example" } as const;
  return {
    account,
    /** What its program sends with each booking. */
    asked: { ...asked, priced },
    site,
    async book(reference: string = newId(), now = at): Promise<Quote> {
      const done = await store.tx((tx) => bookByKey(tx, { ...asked, reference, priced }, site, now));
      if ("refused" in done) throw new Error(done.detail);
      return done.booked;
    },
  };
}
