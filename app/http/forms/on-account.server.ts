import type { AppLoadContext } from "@remix-run/node";
import { fittingOnAccount, putLaterOnAccount, sumOf } from "#app/domain/bookings/charges/book-on-account.server";
import type { OnAccountOffer } from "#app/domain/bookings/charges/room-on-account.server";
import { isUnpaid } from "#app/domain/parcels/quotes/payment-order.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { formatRand } from "#app/domain/values/money";
import { onward } from "../pages/private-page.server";
import { signedIn } from "../sign-in/session.server";
import { refuseForeignForm } from "./same-site.server";

/** Null for everybody but the signed-in account that booked them: the link may be shared. And for one that never paid by month. */
export async function onAccountOffer(
  request: Request,
  context: AppLoadContext,
  quotes: readonly Quote[],
): Promise<OnAccountOffer | null> {
  const unpaid = quotes.filter(isUnpaid);
  const here = await signedIn(request, context);
  if (!here || unpaid.length === 0 || unpaid.some(({ uid }) => uid !== here.account.uid)) return null;
  const { read } = context.services.store;
  const { asked, fitting } = await fittingOnAccount(read, here.account.uid, unpaid, new Date());
  if (!asked) return null;
  if ("waits" in asked) return { words: asked.waits, token: null };
  const { owedCents, credit } = asked.room;
  const [then, limit] = [formatRand(owedCents + sumOf(fitting)), formatRand(credit.limitCents)];
  const isAll = fitting.length === unpaid.length;
  const numbers = fitting.map(({ quoteNo }) => quoteNo).join(", ");
  const some = isAll ? "" : `Your account has room for ${fitting.length} of these ${unpaid.length}: ${numbers}. `;
  const words = `${some}With ${fitting.length > 1 ? "them" : "this"} your account would owe ${then} of ${limit}. You pay it by month.`;
  return { words, token: here.formToken };
}

/**
 * Puts bookings on the account that is signed in, and leads on. If that can't be done now, the page says why, as it does
 * before anything is asked.
 */
export async function putOnAccountHere(
  request: Request,
  context: AppLoadContext,
  form: FormData,
  quotes: readonly Quote[],
  pay: string,
) {
  const here = await signedIn(request, context);
  if (!here) return onward(pay);
  refuseForeignForm(request, context.settings, form, here.session.id);
  const { store, sendEmails } = context.services;
  const ids = quotes.map(({ id }) => id);
  const site = { mode: context.settings.payfast.mode };
  await store.tx((tx) => putLaterOnAccount(tx, here.account.uid, ids, site, new Date()));
  sendEmails();
  return onward(pay);
}
