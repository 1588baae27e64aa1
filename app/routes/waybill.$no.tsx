import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { company } from "#app/company.server";
import { settings } from "#app/config.server";
import { whyNotCancellable } from "#app/domain/bookings/cancel-booking.server";
import { parcelInWords } from "#app/domain/pricing/parcel-in-words";
import { quoteById } from "#app/domain/quotes/saved-quotes.server";
import { saDate, saDateTime } from "#app/domain/values/sa-time";
import { barcodeSource } from "#app/domain/waybills/barcode.server";
import { findWaybill } from "#app/domain/waybills/issue-waybill.server";
import { trackingAddress } from "#app/domain/waybills/tracking-address";
import { normaliseWaybillNumber, spokenWaybillNumber } from "#app/domain/waybills/waybill-number";
import { privately } from "#app/http/pages/private-page.server";
import { isBookedHere } from "#app/http/sign-in/booked-here.server";
import { signedIn } from "#app/http/sign-in/session.server";
import { cameBySignedLink } from "#app/http/sign-in/signed-link.server";
import { paths } from "#app/paths";
import { ButtonLink, ButtonRow, PrintButton } from "#app/ui/forms/button";
import { Notice } from "#app/ui/notice";
import { privatePageMeta } from "#app/ui/shell/page-meta";
import { SiteShell } from "#app/ui/shell/site-shell";
import { ClosedWaybill } from "#app/ui/shipments/closed-waybill";
import { NoPrinterHint, WaybillSlip } from "#app/ui/shipments/waybill-slip";

export const handle = { enhance: true };
export const meta: MetaFunction<typeof loader> = ({ data }) => privatePageMeta(`Waybill ${data?.shownNo ?? ""}`);

/** The slip with names and addresses: for its owner, the browser that booked it, or whoever holds the signed link. To anybody else it looks as if there were none. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { store, pricing } = await company();
  const waybillNo = normaliseWaybillNumber(params.no ?? "");
  const waybill = waybillNo ? await findWaybill(store.read, waybillNo) : null;
  const quote = waybill ? await quoteById(store.read, waybill.quoteId) : null;
  if (!waybillNo) throw new Response("Not Found", { status: 404 });
  const isHere = quote !== null && (await isBookedHere(quote, request));
  if (!waybill || !quote || !(isHere || cameBySignedLink(request, paths.waybill(waybillNo)))) {
    const isSignedIn = (await signedIn(request)) !== null;
    return json(
      { isClosed: true as const, waybillNo, shownNo: spokenWaybillNumber(waybillNo), isSignedIn },
      privately(404),
    );
  }

  const { addresses, parcel } = quote.formSnapshot;
  const page = {
    isClosed: false as const,
    waybillNo: waybill.waybillNo,
    shownNo: spokenWaybillNumber(waybill.waybillNo),
    trackingHref: trackingAddress(settings().trackingUrl, waybill.waybillNo),
    barcodeSrc: await barcodeSource(waybill.waybillNo),
    issuedAt: saDateTime(waybill.issuedAt),
    quoteNo: quote.quoteNo,
    namelessSince: quote.anonymisedAt ? saDate(quote.anonymisedAt) : null,
    cancelled: quote.cancelledAt
      ? {
          how: `${quote.cancelledBy === "customer" ? "the booking was cancelled" : "we had to cancel it"} on ${saDate(quote.cancelledAt)}`,
          statusHref: paths.payfastReturn(quote.id),
        }
      : null,
    // The link may be sent on to the receiver: it shows the waybill and gives nobody the right to cancel.
    cancelHref: isHere && (await whyNotCancellable(store.read, quote)) === null ? paths.cancelBooking(quote.id) : null,
    addresses,
    ...(await parcelInWords(parcel, pricing)),
  };
  return json(page, privately());
}

export default function WaybillPage() {
  const page = useLoaderData<typeof loader>();
  const path = useLocation().pathname;
  if (page.isClosed)
    return (
      <SiteShell path={path}>
        <ClosedWaybill {...page} />
      </SiteShell>
    );
  const { shownNo, barcodeSrc, issuedAt, quoteNo, namelessSince, addresses, parcel } = page;
  if (page.cancelled) return <CancelledWaybill path={path} shownNo={shownNo} {...page.cancelled} />;
  return (
    <SiteShell path={path}>
      <h1>Your waybill</h1>
      {namelessSince ? (
        <Notice tone="info" title="Names and streets are no longer kept">
          <p>
            We removed them on {namelessSince}, as our <a href={paths.privacy}>privacy page</a> says.
          </p>
        </Notice>
      ) : null}
      <WaybillSlip
        waybillNo={shownNo}
        barcodeSrc={barcodeSrc}
        addresses={addresses}
        facts={[
          { label: "Booked", value: issuedAt },
          { label: "Quote number", value: quoteNo },
          { label: "Parcels", value: String(parcel.quantity) },
          { label: "Packaging", value: parcel.boxName },
          { label: "What is inside", value: parcel.parcelDesc },
          { label: "Weight", value: parcel.weight },
          { label: "Wish for the collection", value: parcel.collectionWish },
          { label: "Instructions", value: parcel.specialInstructions },
        ]}
      />
      <NoPrinterHint waybillNo={shownNo} />
      <ButtonRow>
        <PrintButton>Print the waybill</PrintButton>
        <ButtonLink plain href={page.trackingHref}>
          Track this parcel
        </ButtonLink>
        {page.cancelHref ? (
          <ButtonLink plain href={page.cancelHref}>
            Cancel this booking
          </ButtonLink>
        ) : null}
      </ButtonRow>
    </SiteShell>
  );
}

/** Instead of a slip: one that is stuck on a parcel now would send nobody. */
function CancelledWaybill(props: { path: string; shownNo: string; how: string; statusHref: string }) {
  const { path, shownNo, how, statusHref } = props;
  return (
    <SiteShell path={path}>
      <h1>Your waybill</h1>
      <Notice tone="info" title="This booking was cancelled">
        <p>
          Waybill <b className="nowrap">{shownNo}</b> is not valid any more: {how}. Nobody comes to collect the parcel.
        </p>
        <ButtonRow>
          <ButtonLink href={statusHref}>See what becomes of the money</ButtonLink>
        </ButtonRow>
      </Notice>
    </SiteShell>
  );
}
