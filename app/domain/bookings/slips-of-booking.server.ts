import { setImmediate as nextTurn } from "node:timers/promises";
import { paths } from "#app/paths";
import { partyOnSlip } from "../form/address-lines";
import { withPhonesAsShown } from "../form/contacts.server";
import { parcelFieldNames, parcelFields } from "../form/fields";
import type { Waybill } from "../parcels/issue-waybill.server";
import type { Quote } from "../parcels/quotes/quote";
import type { Slip } from "../parcels/slip";
import { writtenPiece } from "../parcels/waybill-number";
import { offeredBoxes } from "../prices/box-choices";
import type { PricingService } from "../prices/contract/pricing-service";
import { parcelInWords } from "../prices/parcel-in-words";
import { saDateTime } from "../values/sa-time";

/**
 * The slips of a booking, one for each piece that is sent. Others are answered before it begins: it is called for a
 * hundred bookings in a row.
 * @param appUrl where the QR codes lead: our own site, which shows more to a driver than to others
 */
export async function slipsOfBooking(
  pricing: PricingService,
  waybill: Waybill,
  quote: Quote,
  appUrl: string,
): Promise<Slip[]> {
  await nextTurn();
  const { parcel } = quote.formSnapshot;
  const addresses = withPhonesAsShown(quote.formSnapshot.addresses);
  const inWords = (await parcelInWords(parcel, pricing)).parcel;
  const box = (await offeredBoxes(pricing)).find(({ id }) => id === parcel.selectedBoxId);
  const shown = { ...inWords, selectedBoxId: box?.name ?? parcel.selectedBoxId };
  const ofParcel = parcelFieldNames.flatMap((name) => {
    const [place, label] = parcelFields[name].onSlip ?? [];
    return place && label ? [{ place, label, value: shown[name] }] : [];
  });
  const facts = [
    ...ofParcel.toSorted((one, other) => one.place - other.place),
    { label: "Booked", value: saDateTime(waybill.issuedAt) },
    { label: "Track it at", value: `${new URL(appUrl).host}${paths.shortTracking(waybill.waybillNo)}` },
  ].flatMap(({ label, value }) => (value ? [{ label, value }] : []));
  const [from, to] = [partyOnSlip(addresses, "from"), partyOnSlip(addresses, "to")];
  const of = waybill.pieces ?? quote.quantity;
  return Array.from({ length: of }, (_, at) => ({
    waybillNo: waybill.waybillNo,
    piece: at + 1,
    of,
    writtenNo: writtenPiece(waybill.waybillNo, at + 1, of),
    trackingUrl: appUrl + paths.piece(waybill.waybillNo, at + 1),
    from,
    to,
    facts,
  }));
}
