import { company } from "#app/company.server";
import type { Quote } from "#app/domain/quotes/quote";
import { quoteById } from "#app/domain/quotes/saved-quotes.server";
import { findWaybill, type Waybill } from "#app/domain/waybills/issue-waybill.server";
import { normaliseWaybillNumber } from "#app/domain/waybills/waybill-number";
import { paths } from "#app/paths";
import { isBookedHere } from "./booked-here.server";
import { cameBySignedLink } from "./signed-link.server";

/**
 * A waybill with names and addresses, if this request may see it. Otherwise only its number, whether or not it exists.
 */
export type OpenWaybill =
  /** `isHere`: opened by its account, or by the browser that booked it. A signed link only allows viewing. */
  | { isOpen: true; waybillNo: string; waybill: Waybill; quote: Quote; isHere: boolean }
  | { isOpen: false; waybillNo: string };

/** @throws 404 for what can't be a waybill number */
export async function openWaybill(request: Request, typed = ""): Promise<OpenWaybill> {
  const { store } = await company();
  const waybillNo = normaliseWaybillNumber(typed);
  if (!waybillNo) throw new Response("Not Found", { status: 404 });
  const waybill = await findWaybill(store.read, waybillNo);
  const quote = waybill && (await quoteById(store.read, waybill.quoteId));
  const isHere = quote !== null && (await isBookedHere(quote, request));
  const mayRead = isHere || cameBySignedLink(request, paths.waybill(waybillNo));
  return waybill && quote && mayRead
    ? { isOpen: true, waybillNo, waybill, quote, isHere }
    : { isOpen: false, waybillNo };
}
