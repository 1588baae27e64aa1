import { messagesCatalogue } from "#app/language/messages.server";
import { amount, type Sentence, say } from "#app/language/say";
import { type ParcelEmailData, parcelEmail } from "../../messages/parcel-email";
import { type Charge, sumOf } from "../../money/charges.server";
import type { Fact, Link } from "../../post/compose";
import { withoutLinks } from "../../post/customer-words";
import type { Email } from "../../post/email";
import { DAY_ENDS_AT } from "../../post/promise-kinds";
import type { Cents } from "../../values/money";

const words = () => messagesCatalogue().charges;
const facts = () => messagesCatalogue().emails.facts;

/** Where a parcel is for which more is to be paid. */
export type Whereabouts = "not collected" | "with us" | "delivered";

/** What waits to be paid. `link`: where it is paid or refused; null until a site has started here, and if nothing is left. */
export type GoesOn = { where: Whereabouts; left: readonly Pick<Charge, "amountCents">[]; link: Link | null };

type AboutCharge = {
  charges: readonly Pick<Charge, "amountCents" | "because" | "agreed" | "payBy">[];
  where: Whereabouts;
  /** As in `GoesOn`. */
  link: Link | null;
  /** It was noted as paid by mistake. */
  isAgain: boolean;
  /** Whether the price is on an account that hasn't paid it. */
  isOnAccount: boolean;
};

const moneyBack = (isOnAccount: boolean) => (isOnAccount ? words().takeOff : words().refund);

/** To the sender: what more is to be paid and why, who agreed to it, and what becomes of the parcel until then. */
export function amountDue(data: ParcelEmailData, { charges, where, link, isAgain, isOnAccount }: AboutCharge): Email {
  const { due, agreed, waitsUntil, until } = words();
  const sumCents = sumOf(charges);
  const { payBy = "" } = charges[0] ?? {};
  const isOne = charges.length === 1;
  const whatBecomes: Record<Whereabouts, Sentence[]> = {
    "not collected": [due.notCollected(DAY_ENDS_AT, payBy), due.cancel(moneyBack(isOnAccount))],
    "with us": [due.waits(DAY_ENDS_AT, payBy), due.refuse(moneyBack(isOnAccount))],
    delivered: [due.delivered],
  };
  return parcelEmail(data, {
    headline: due.headline(sumCents),
    opening: [
      isAgain ? due.again : due.opening,
      ...(isOne ? [] : [due.several(charges.map(({ amountCents }) => amountCents))]),
      ...whatBecomes[where],
    ],
    inRow: null,
    reached: null,
    facts: [
      [facts().toPay, say`${amount(sumCents)}`],
      ...charges.flatMap(({ amountCents, because, agreed: how }): Fact[] => [
        [isOne ? facts().why : due.part(amountCents), say`${withoutLinks(because)}`],
        [agreed, say`${withoutLinks(how)}`],
      ]),
      ...(where === "delivered" ? [] : [[waitsUntil, until(DAY_ENDS_AT, payBy)] satisfies Fact]),
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
  { paidCents, goesOn, invoice }: { paidCents: Cents; goesOn: GoesOn; invoice: Link | null },
): Email {
  const { paid } = words();
  const whatBecomes: Record<Whereabouts, Sentence[]> = {
    "not collected": [paid.opening, paid.notCollected],
    "with us": [paid.opening, paid.goesOn],
    delivered: [paid.delivered],
  };
  return parcelEmail(data, {
    headline: paid.headline(paidCents),
    opening: stillInWords(goesOn) ?? whatBecomes[goesOn.where],
    inRow: null,
    reached: null,
    facts: [[facts().paid, say`${amount(paidCents)}`], ...stillToPay(goesOn)],
    ...(goesOn.link && { action: goesOn.link }),
    links: [invoice],
    closing: [],
  });
}

/** To the sender: nobody asks for it any more. */
export function amountWithdrawn(data: ParcelEmailData, charge: Pick<Charge, "amountCents">, goesOn: GoesOn): Email {
  const { withdrawn, paid } = words();
  return parcelEmail(data, {
    headline: withdrawn.headline(charge.amountCents),
    opening: [withdrawn.opening, ...(stillInWords(goesOn) ?? (goesOn.where === "with us" ? [paid.goesOn] : []))],
    inRow: null,
    reached: null,
    facts: stillToPay(goesOn),
    ...(goesOn.link && { action: goesOn.link }),
    closing: [],
  });
}

/** That something else is to be paid before the parcel goes on; null if nothing is left. */
function stillInWords({ where, left }: GoesOn): Sentence[] | null {
  const { still } = words();
  const byPlace = { "not collected": still.notCollected, "with us": still.waits, delivered: still.delivered };
  return left.length > 0 ? [byPlace[where](sumOf(left))] : null;
}

const stillToPay = ({ left }: GoesOn): Fact[] =>
  left.length > 0 ? [[facts().toPay, say`${amount(sumOf(left))}`]] : [];

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

/** `isOnAccount` as in `AboutCharge`. */
type AboutRefusal = { amountCents: Cents; owedCents: Cents; refundedBy: string; isOnAccount: boolean };

/** To the sender, who doesn't want to pay it. */
export function amountRefused(
  data: ParcelEmailData,
  { amountCents, owedCents, refundedBy, isOnAccount }: AboutRefusal,
): Email {
  const { refused } = words();
  return parcelEmail(data, {
    headline: refused.headline,
    opening: [
      refused.opening(amountCents, moneyBack(isOnAccount)),
      ...(owedCents > 0 ? [refused.refund(owedCents, refundedBy)] : []),
    ],
    inRow: null,
    reached: null,
    facts: [],
    closing: refused.closing(),
  });
}
