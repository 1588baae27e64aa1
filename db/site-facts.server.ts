import { siteFacts } from "./schema/site-facts";
import type { Store } from "./store.server";

/** Where the site is, and how it takes money. */
export type SiteFacts = { appUrl: string; paymentMode: string };

/** Writes down what the site is, at its start; nothing where it is written already. */
export async function tellSiteFacts(store: Store, { appUrl, paymentMode }: SiteFacts, now: Date): Promise<void> {
  const told = await readSiteFacts(store);
  if (told?.appUrl === appUrl && told.paymentMode === paymentMode) return;
  await store.tx(async (tx) => {
    await tx.delete(siteFacts);
    await tx.insert(siteFacts).values([
      { name: "app_url", value: appUrl, toldAt: now },
      { name: "payment_mode", value: paymentMode, toldAt: now },
    ]);
  });
}

/** What the site said at its last start; null where it has never told. */
export async function readSiteFacts(store: Pick<Store, "read">): Promise<SiteFacts | null> {
  const told = new Map((await store.read.select().from(siteFacts)).map(({ name, value }) => [name, value]));
  const [appUrl, paymentMode] = [told.get("app_url"), told.get("payment_mode")];
  return appUrl && paymentMode ? { appUrl, paymentMode } : null;
}
