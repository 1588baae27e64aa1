import { HOME_COUNTRY } from "#app/domain/form/addresses";
import { fromCoverage } from "#app/domain/form/coverage-lead";
import { savedValues } from "#app/domain/form/saved-values";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { addressesToPick, pickedAddresses, senderOf } from "#app/domain/parcels/quotes/used-addresses.server";
import { isBookedHere } from "#app/http/sign-in/booked-here.server";
import { paths } from "#app/paths";
import { services } from "#app/services.server";
import { typedAt } from "./draft-cookies.server";
import type { OpenStep } from "./open-step.server";
import { rememberedOn } from "./remembered-addresses.server";

/**
 * What the first step shows before it is sent: the draft or the usual sender, what was typed and left, what a coverage
 * check asked, and an address that was picked, each before those named first. With it the addresses to pick from.
 */
export async function filledIn({ request, journey, draft, customer }: OpenStep, query: URLSearchParams) {
  const { read } = (await services()).store;
  const uid = customer.account?.uid ?? "";
  const remembered = rememberedOn(request);
  const isOwn = (quote: Quote) => isBookedHere(quote, request);
  const picked = await pickedAddresses(read, uid, query, { isOwn, remembered });
  const values: Record<string, string> = {
    toCountry: journey.destination === "abroad" ? "" : HOME_COUNTRY,
    ...(draft.addresses
      ? savedValues(draft.addresses)
      : await senderOf(read, customer.account, query.get("fromPostal"))),
    ...typedAt(request, journey, "addresses", customer.owner),
    ...fromCoverage(query, draft.addresses),
    ...picked.fields,
  };
  // A guest's phone remembers addresses on request, on a page of their own; accounts have an address book.
  const remembering = uid ? null : { isSome: remembered.length > 0, href: paths.remembered(picked.chosen) };
  return { values, used: await addressesToPick(read, uid, picked.chosen), remembering };
}
