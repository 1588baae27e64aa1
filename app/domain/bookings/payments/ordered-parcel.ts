import { paths } from "#app/paths";
import { shopsOrder } from "../../parcels/quotes/quote";
import { spokenWaybillNumber } from "../../parcels/waybill-number";
import { placeOnRoute } from "../../prices/place-on-route.server";
import { formatRand } from "../../values/money";
import type { Ordered, OrderedState } from "./order-to-pay.server";

/** One of several bookings that are paid together. */
export type OrderedParcel = {
  quoteNo: string;
  /** Its shop's own number, if a shop booked it. */
  order: string | null;
  to: string;
  price: string;
  state: OrderedState;
  waybillNo: string | null;
  waybillHref: string | null;
  cancelHref: string | null;
};

/** Names, postal codes and buttons are only shown to whoever booked: the link may be shared. */
export function orderedParcel({ quote, state, cents, waybillNo }: Ordered, isOwner: boolean): OrderedParcel {
  const { toName } = quote.formSnapshot.addresses;
  const isBooked = state !== "unpaid" && state !== "cancelled";
  return {
    quoteNo: quote.quoteNo,
    order: shopsOrder(quote),
    to: isOwner ? `${toName}, ${placeOnRoute(quote, "to")} ${quote.toPostal}` : placeOnRoute(quote, "to"),
    price: formatRand(cents),
    state,
    waybillNo: waybillNo === null ? null : spokenWaybillNumber(waybillNo),
    waybillHref: isOwner && waybillNo !== null && isBooked ? paths.waybill(waybillNo) : null,
    cancelHref: isOwner && state === "unpaid" ? paths.cancelBooking(quote.id) : null,
  };
}
