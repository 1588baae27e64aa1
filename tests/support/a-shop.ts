import { proveAddress } from "#app/domain/accounts/accounts.server";
import { makeKey } from "#app/domain/accounts/keys.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { TERMS_VERSION } from "#app/domain/parcels/quotes/terms-version";
import { newId } from "#app/domain/values/ids.server";
import { aParcel } from "../../demo/a-parcel";
import { byKey } from "../../demo/bookings";
import { worldOf } from "./a-world";
import type { Office } from "./an-office";

/** An account with a key, and a function that books a parcel with it. */
export async function aShop({ store, joined }: Pick<Office, "store" | "joined">, email: string, at: Date) {
  const { account } = await joined(email, at);
  const key = { uid: account.uid, keyId: newId() };
  const named = { id: key.keyId, uid: key.uid, name: "My shop", mode: "sandbox", termsVersion: TERMS_VERSION };
  await store.tx(async (tx) => {
    await proveAddress(tx, account.uid, email, at);
    await makeKey(tx, named, at);
  });
  const answers = { addresses: { fromEmail: email, toEmail: "" } };
  return {
    account,
    key,
    async book(reference?: string, now = at): Promise<Quote> {
      const booked = aParcel(answers).booked(byKey(key, reference)).unpaid();
      return (await booked.in(worldOf(store), now)).quote;
    },
  };
}
