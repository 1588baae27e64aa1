import type { AppLoadContext } from "@remix-run/node";
import { type Account, isVerified } from "#app/domain/accounts/account";
import { ShopifySchema } from "#app/domain/accounts/forms";
import { endShop, renewNumber, saveShop, shopifyShopOf } from "#app/domain/accounts/shopify-shop.server";
import { bookOrder, closeOrder, tryOrderAgain } from "#app/domain/bookings/shopify/shop-orders.server";
import { TERMS_VERSION } from "#app/domain/parcels/quotes/terms-version";
import type { FormState } from "#app/domain/values/form-state";
import { carriedValue, checkForm } from "#app/http/forms/forms.server";
import { wrongPassword } from "#app/http/sign-in/password-again.server";
import { type PrivateAnswer, privately } from "./private-page.server";

export const shopifyDone = {
  "shopify-made": "The addresses are below. Put them into Shopify now.",
  "shopify-saved": "Saved.",
  "shopify-renewed": "The addresses are new. Put them into Shopify now: the former ones have ended.",
  "shopify-ended": "Both addresses have ended.",
  "shopify-tried": "We have tried to book it again.",
  "shopify-closed": "It is off the list.",
} as const;

type Changed = { done: keyof typeof shopifyDone } | { errors: FormState["errors"]; answer: PrivateAnswer };

const UNVERIFIED = "Prove your email address first.";
const NO_BOX = "Choose one of our boxes, or none.";

/** What the form of a shop on Shopify asks for; what becomes of one order is asked without the password. */
export async function changeShopify(
  account: Account,
  form: FormData,
  context: AppLoadContext,
  origin: string,
): Promise<Changed> {
  const orderId = carriedValue(form, "orderId");
  return orderId ? changeOrder(orderId, account, form, context, origin) : changeShop(account, form, context);
}

async function changeOrder(
  orderId: string,
  { uid }: Account,
  form: FormData,
  context: AppLoadContext,
  origin: string,
): Promise<Changed> {
  const { store, pricing, places, sendEmails } = context.services;
  const agreed = carriedValue(form, "agreed");
  const isToBook = carriedValue(form, "intent") === "book";
  const outcome = await store.tx((tx) =>
    isToBook ? tryOrderAgain(tx, uid, orderId, agreed === "" ? null : Number(agreed)) : closeOrder(tx, uid, orderId),
  );
  if (!outcome.ok) return { errors: { "": [outcome.why] }, answer: privately(409) };
  if (!isToBook) return { done: "shopify-closed" };
  await bookOrder(
    { store, pricing, places },
    { mode: context.settings.payfast.mode, origin },
    uid,
    orderId,
    new Date(),
  );
  sendEmails();
  return { done: "shopify-tried" };
}

async function changeShop(account: Account, form: FormData, context: AppLoadContext): Promise<Changed> {
  const checked = checkForm(form, ShopifySchema);
  if (!checked.ok) return { errors: checked.state.errors, answer: privately(400) };
  if (!isVerified(account)) return { errors: { "": [UNVERIFIED] }, answer: privately(403) };
  const { store, pricing } = context.services;
  const { signingSecret, smallestBox, currentPassword } = checked.answers;
  const boxes = smallestBox === "" ? [] : await pricing.boxes();
  if (smallestBox !== "" && !boxes.some(({ id }) => id === smallestBox))
    return { errors: { smallestBox: [NO_BOX] }, answer: privately(400) };
  const wrong = await wrongPassword(account.uid, currentPassword, context);
  if (wrong) return wrong;
  const { uid } = account;
  const intent = carriedValue(form, "intent");
  if (intent === "end") {
    await store.tx((tx) => endShop(tx, uid));
    return { done: "shopify-ended" };
  }
  if (intent === "renew") {
    await store.tx((tx) => renewNumber(tx, uid));
    return { done: "shopify-renewed" };
  }
  const typed = { signingSecret, smallestBox, termsVersion: TERMS_VERSION };
  const isNew = (await shopifyShopOf(store.read, uid)) === null;
  await store.tx((tx) => saveShop(tx, uid, typed, new Date()));
  return { done: isNew ? "shopify-made" : "shopify-saved" };
}
