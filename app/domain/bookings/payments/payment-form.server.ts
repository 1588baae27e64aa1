import { brand } from "#app/brand";
import type { Gateway } from "#app/domain/money/gateway.server";
import {
  NO_CREDENTIALS,
  type PayfastField,
  type PayfastOrder,
  payfastFields,
  tooLittleToPay,
} from "#app/domain/money/payfast-fields.server";
import { signRequest } from "#app/domain/money/payfast-signature.server";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { paths } from "#app/paths";
import { monthInWords } from "../../values/calendar-month";
import { type DoneOr, refused } from "../../values/refused";

export type PaymentForm = DoneOr<{ action: string; fields: PayfastField[] }>;

type Buyer = { email: string | undefined };

/**
 * The signed form that takes a customer to the payment page.
 * @param account the gateway that takes the payment; null without credentials
 * @param home the site's address, to which the payment page sends people and notices
 * @param buyer.email the buyer's, if this browser may know it: the form's fields can be read on the page, and the link
 * to it may be shared. Without it PayFast asks for one.
 * @param answered how many attempts PayFast has reported so far. The return link contains it, so that the link of an
 * earlier attempt is recognised.
 */
export function paymentForm(
  quote: Quote,
  amountCents: number,
  account: Gateway | null,
  home: string,
  buyer: Buyer,
  answered: number,
): PaymentForm {
  const order = {
    returnUrl: home + paths.payfastReturn(quote.id, { answered: answered ? String(answered) : undefined }),
    cancelUrl: home + cancelPath(quote),
    quoteId: quote.id,
    amountCents,
    itemName: brand.itemNames[quote.journey],
    itemDescription: itemDescription(quote),
  };
  return signedForm(order, account, home, buyer);
}

/**
 * The same for bookings that are paid together.
 * @param bookings how many there are
 */
export function orderPaymentForm(
  {
    orderId,
    amountCents,
    bookings,
    answered,
  }: Record<"amountCents" | "bookings" | "answered", number> & {
    orderId: string;
  },
  account: Gateway | null,
  home: string,
  buyer: Buyer,
): PaymentForm {
  const order = {
    returnUrl: home + paths.payfastOrder(orderId, { answered: String(answered) }),
    cancelUrl: home + paths.payfastOrder(orderId, { cancelled: "1" }),
    quoteId: orderId,
    amountCents,
    itemName: brand.itemNames.local,
    itemDescription: `${bookings} local courier bookings`,
  };
  return signedForm(order, account, home, buyer);
}

/** The same for what more is owed than a booking's price. */
export function chargePaymentForm(
  { chargeId, amountCents, answered }: { chargeId: string; amountCents: number; answered: number },
  account: Gateway | null,
  home: string,
  buyer: Buyer,
): PaymentForm {
  const order = {
    returnUrl: home + paths.charge(chargeId, { answered: String(answered) }),
    cancelUrl: home + paths.charge(chargeId, { cancelled: "1" }),
    quoteId: chargeId,
    amountCents,
    itemName: brand.itemNames.local,
    itemDescription: "More to pay for a courier booking",
  };
  return signedForm(order, account, home, buyer);
}

/** The same for a statement of what is on account. */
export function statementPaymentForm(
  {
    orderId,
    month,
    amountCents,
    answered,
  }: Record<"orderId" | "month", string> & Record<"amountCents" | "answered", number>,
  account: Gateway | null,
  home: string,
  buyer: Buyer,
): PaymentForm {
  const order = {
    returnUrl: home + paths.payfastStatement(orderId, { answered: String(answered) }),
    cancelUrl: home + paths.payfastStatement(orderId, { cancelled: "1" }),
    quoteId: orderId,
    amountCents,
    itemName: `${brand.shortName} statement, ${monthInWords(month)}`,
    itemDescription: "Parcels on account",
  };
  return signedForm(order, account, home, buyer);
}

type Order = Omit<PayfastOrder, "merchantId" | "merchantKey" | "notifyUrl" | "buyerEmail">;

function signedForm(order: Order, account: Gateway | null, home: string, buyer: Buyer): PaymentForm {
  const tooLittle = tooLittleToPay(order.amountCents);
  if (tooLittle) return refused(tooLittle);
  if (!account) return refused(NO_CREDENTIALS);
  const ready = payfastFields({
    ...order,
    merchantId: account.merchantId,
    merchantKey: account.merchantKey,
    notifyUrl: home + paths.payfastNotify,
    buyerEmail: buyer.email,
  });
  if (!ready.ok) return ready;
  const signature = signRequest(ready.fields, account.passphrase);
  return {
    ok: true,
    action: new URL(account.processUrl, home).href,
    fields: [...ready.fields, ["signature", signature]],
  };
}

/** Guests return to a page where they can try again; signed-in users to their dashboard, which offers it too. */
function cancelPath({ id, journey }: Quote): string {
  return journey === "publicQuote" ? paths.payfastStart(id, { cancelled: "1" }) : paths.dashboard;
}

/** Specification section 3, "Payment handoff values". */
function itemDescription({ journey, type, toCountry }: Quote): string {
  if (journey === "publicQuote") return "Courier booking";
  return type === "local" ? "Local courier booking" : `To ${toCountry}`;
}
