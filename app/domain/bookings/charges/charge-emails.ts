import { messagesCatalogue } from "#app/language/messages.server";
import { amount, say } from "#app/language/say";
import { type ParcelEmailData, parcelEmail } from "../../messages/parcel-email";
import type { Charge } from "../../money/charges.server";
import type { Link } from "../../post/compose";
import { withoutLinks } from "../../post/customer-words";
import type { Email } from "../../post/email";
import { DAY_ENDS_AT } from "../../post/promise-kinds";
import type { Cents } from "../../values/money";

const words = () => messagesCatalogue().charges;
const facts = () => messagesCatalogue().emails.facts;

type AboutCharge = {
  charge: Pick<Charge, "amountCents" | "because" | "agreed" | "payBy">;
  isCollected: boolean;
  /** Where it is paid or refused; null until a site has started here. */
  link: Link | null;
  /** It was noted as paid by mistake. */
  isAgain: boolean;
};

/** To the sender: what more is to be paid and why, who agreed to it, and what becomes of the parcel until then. */
export function amountDue(data: ParcelEmailData, { charge, isCollected, link, isAgain }: AboutCharge): Email {
  const { due, agreed, waitsUntil, until } = words();
  return parcelEmail(data, {
    headline: due.headline(charge.amountCents),
    opening: [
      isAgain ? due.again : due.opening,
      (isCollected ? due.waits : due.notCollected)(DAY_ENDS_AT, charge.payBy),
      isCollected ? due.refuse : due.cancel,
    ],
    inRow: null,
    reached: null,
    facts: [
      [facts().toPay, say`${amount(charge.amountCents)}`],
      [facts().why, say`${withoutLinks(charge.because)}`],
      [agreed, say`${withoutLinks(charge.agreed)}`],
      [waitsUntil, until(DAY_ENDS_AT, charge.payBy)],
    ],
    ...(link ? { action: link } : {}),
    closing: due.closing(),
  });
}

/** To the sender: what more is on the account that owes the price, why, and who agreed to it. */
export function amountOnAccount(
  data: ParcelEmailData,
  { amountCents, because, agreed }: Pick<Charge, "amountCents" | "because" | "agreed">,
): Email {
  const { onAccount, agreed: agreedBy } = words();
  return parcelEmail(data, {
    headline: onAccount.headline(amountCents),
    opening: onAccount.opening,
    inRow: null,
    reached: null,
    facts: [
      [onAccount.label, say`${amount(amountCents)}`],
      [facts().why, say`${withoutLinks(because)}`],
      [agreedBy, say`${withoutLinks(agreed)}`],
    ],
    closing: onAccount.closing(),
  });
}

/** To the receiver, who reads neither the amount nor the reason. */
export function parcelWaits(data: ParcelEmailData, payBy: string): Email {
  const { receiver } = words();
  return parcelEmail(data, {
    headline: receiver.headline,
    opening: [receiver.opening(DAY_ENDS_AT, payBy)],
    inRow: null,
    reached: null,
    facts: [],
    closing: receiver.closing(),
  });
}

/** To the sender: it is paid, with its invoice. */
export function amountPaid(
  data: ParcelEmailData,
  { paidCents, isCollected, invoice }: { paidCents: Cents; isCollected: boolean; invoice: Link | null },
): Email {
  const { paid } = words();
  return parcelEmail(data, {
    headline: paid.headline(paidCents),
    opening: [paid.opening, isCollected ? paid.goesOn : paid.notCollected],
    inRow: null,
    reached: null,
    facts: [[facts().paid, say`${amount(paidCents)}`]],
    links: [invoice],
    closing: [],
  });
}

/** To the sender: nobody asks for it any more. */
export function amountWithdrawn(
  data: ParcelEmailData,
  charge: Pick<Charge, "amountCents">,
  isCollected: boolean,
): Email {
  const { withdrawn, paid } = words();
  return parcelEmail(data, {
    headline: withdrawn.headline(charge.amountCents),
    opening: [withdrawn.opening, ...(isCollected ? [paid.goesOn] : [])],
    inRow: null,
    reached: null,
    facts: [],
    closing: [],
  });
}

/** To the receiver, who was told that it waits. */
export function parcelGoesOn(data: ParcelEmailData): Email {
  const { goesOn } = words();
  return parcelEmail(data, {
    headline: goesOn.headline,
    opening: [goesOn.opening],
    inRow: null,
    reached: null,
    facts: [],
    closing: [],
  });
}

/** To the sender, who doesn't want to pay it. */
export function amountRefused(
  data: ParcelEmailData,
  { amountCents, owedCents, refundedBy }: { amountCents: Cents; owedCents: Cents; refundedBy: string },
): Email {
  const { refused } = words();
  return parcelEmail(data, {
    headline: refused.headline,
    opening: [refused.opening(amountCents), ...(owedCents > 0 ? [refused.refund(owedCents, refundedBy)] : [])],
    inRow: null,
    reached: null,
    facts: [],
    closing: refused.closing(),
  });
}
