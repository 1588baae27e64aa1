import { messagesCatalogue } from "#app/language/messages.server";
import { say } from "#app/language/say";
import { accountPaths } from "#app/paths";
import { readSiteFacts } from "#db/site-facts.server";
import type { Tx } from "#db/store.server";
import { accountById } from "../../accounts/accounts.server";
import type { StoredShopOrder } from "../../accounts/shopify-orders.server";
import { compose } from "../../post/compose";
import { salutation, signatureWithPhone, withoutLinks } from "../../post/customer-words";
import { queueEmail } from "../../post/outbox.server";
import { saDay } from "../../values/sa-time";

/** Emails an account that an order of its shop isn't booked: the first of a day, because its page has them all. */
export async function tellOrderOpen(
  tx: Tx,
  { uid, name }: Pick<StoredShopOrder, "uid" | "name">,
  why: string,
  now: Date,
): Promise<void> {
  const account = await accountById(tx, uid);
  if (!account) return;
  const appUrl = (await readSiteFacts(tx))?.appUrl ?? "";
  const { shopOrderOpen: words } = messagesCatalogue().accounts;
  const { facts } = messagesCatalogue().emails;
  const email = {
    key: `shop-order-open:${uid}:${saDay(now)}`,
    to: account.email,
    ...compose({
      ...words,
      greeting: salutation(account.name),
      facts: [
        [facts.order, say`${withoutLinks(name)}`],
        [facts.reason, say`${withoutLinks(why)}`],
      ],
      action: { label: words.link, url: `${appUrl}${accountPaths.shop()}` },
      signature: signatureWithPhone(),
    }),
  };
  await queueEmail(tx, "its own account", email, now);
}
