import type { AppLoadContext } from "@remix-run/node";
import { isPaid } from "#app/domain/money/payment-state";
import { findWaybill, type Waybill } from "#app/domain/parcels/issue-waybill.server";
import { isNameless, type Quote } from "#app/domain/parcels/quotes/quote";
import { quoteById } from "#app/domain/parcels/quotes/saved-quotes.server";
import { numberIn } from "#app/domain/values/reference-number";
import { paths } from "#app/paths";
import { allowedByLink, keyIn, keyTo } from "./allowed-by-link.server";
import { isBookedHere } from "./booked-here.server";

/**
 * A waybill with names and addresses, if this request may see it. Otherwise only its number, whether or not it exists.
 */
export type OpenWaybill =
  /**
   * `isOwner`: opened by its account, or by the browser that booked it. A signed link only allows viewing. `key` is for
   * the page's own links: an old link never gets a new one. A waybill isn't valid once its booking is cancelled, nor
   * while it is unpaid again, because a payment had been noted by mistake.
   */
  | {
      isOpen: true;
      isValid: boolean;
      waybillNo: string;
      waybill: Waybill;
      quote: Quote;
      isOwner: boolean;
      key: string | undefined;
    }
  | { isOpen: false; waybillNo: string };

/** @throws 404 for what can't be a waybill number */
export async function openWaybill(request: Request, context: AppLoadContext, typed = ""): Promise<OpenWaybill> {
  const { store } = context.services;
  const waybillNo = numberIn(typed, "waybill");
  if (!waybillNo) throw new Response("Not Found", { status: 404 });
  const waybill = await findWaybill(store.read, waybillNo);
  const quote = waybill && (await quoteById(store.read, waybill.quoteId));
  if (!waybill || !quote) return { isOpen: false, waybillNo };
  const path = paths.waybill(waybillNo);
  const isOwner = await isBookedHere(quote, request, context);
  // The link opens the names to whoever has it, and ends with them.
  const byLink = isOwner || isNameless(quote) ? null : await allowedByLink(request, context, path, quote);
  if (!isOwner && !byLink) return { isOpen: false, waybillNo };
  const key = byLink === "reading" ? keyIn(request) : keyTo(context.settings, path, quote, "sender");
  return { isOpen: true, isValid: isPaid(quote.status), waybillNo, waybill, quote, isOwner, key };
}
