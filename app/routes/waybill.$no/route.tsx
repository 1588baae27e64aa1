import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { whyNotCancellable } from "#app/domain/bookings/cancel-booking.server";
import { isChangeable } from "#app/domain/bookings/change-own-booking.server";
import { slipsOfBooking } from "#app/domain/bookings/slips-of-booking.server";
import { papersOf } from "#app/domain/money/invoices.server";
import { type PaperLink, paperLink } from "#app/domain/money/paper-link";
import { barcodeOutline, pictureOf, qrOutline } from "#app/domain/parcels/barcode.server";
import { historyOf } from "#app/domain/parcels/issue-waybill.server";
import { missingInWords } from "#app/domain/parcels/pieces";
import type { Quote } from "#app/domain/parcels/quotes/quote";
import { maySendBack } from "#app/domain/parcels/send-back.server";
import { trackingAddress } from "#app/domain/parcels/tracking-address";
import { spokenWaybillNumber } from "#app/domain/parcels/waybill-number";
import { refuseOtherSites } from "#app/http/forms/same-site.server";
import { privately } from "#app/http/pages/private-page.server";
import { siteAddress } from "#app/http/pages/site-address.server";
import { openWaybill } from "#app/http/sign-in/open-waybill.server";
import { signedIn } from "#app/http/sign-in/session.server";
import { sendBack } from "#app/http/wizard/resume-quote.server";
import { catalogue } from "#app/language/language";
import { plainText } from "#app/language/plain-text";
import { paths } from "#app/paths";
import { ClosedWaybill } from "#app/routes/waybill.$no/closed-waybill";
import { NoPrinterHint, WaybillSlip } from "#app/routes/waybill.$no/waybill-slip";
import { ButtonLink, ButtonRow, PrintButton } from "#app/ui/forms/button";
import { Notice } from "#app/ui/notice";
import { privateMetaOf } from "#app/ui/shell/page-meta";
import { SiteShell } from "#app/ui/shell/site-shell";
import { SendItBack } from "#app/ui/shipments/send-it-back";
import { MoreLinks } from "#app/ui/shipments/thank-you";
import styles from "#app/ui/styles/slip.css";
import { inBold, shown } from "#app/ui/words";

/** As many as an A4 page holds: a hundred would be too heavy for a phone. The PDF has them all. */
const MOST_SLIPS = 4;

export const handle = { enhance: true };
export const meta = privateMetaOf<typeof loader>(({ shownNo }) => plainText(catalogue().tracking.waybill(shownNo)));

/** The slips with names and addresses. People who may not see them get the same page as for an unknown number. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { store, pricing } = context.services;
  const found = await openWaybill(request, context, params.no);
  const { waybillNo } = found;
  const shownNo = spokenWaybillNumber(waybillNo);
  if (!found.isOpen) {
    const isSignedIn = (await signedIn(request, context)) !== null;
    const trackingHref = trackingAddress(context.settings.trackingUrl, waybillNo);
    return json({ isClosed: true as const, waybillNo, shownNo, trackingHref, isSignedIn }, privately(404));
  }
  const { waybill, quote, isOwner, key } = found;
  const home = siteAddress(request, context.settings);
  const history = await historyOf(store.read, waybillNo);
  const slips = (await slipsOfBooking(pricing, waybill, quote, home)).slice(0, MOST_SLIPS);
  const page = {
    isClosed: false as const,
    shownNo,
    quantity: waybill.pieces ?? quote.quantity,
    missing: missingInWords(history, waybill.pieces ?? quote.quantity, quote.quantity),
    slips: await Promise.all(
      slips.map(async (slip) => ({ slip, qrSrc: pictureOf(await qrOutline(slip.trackingUrl)) })),
    ),
    barcodeSrc: pictureOf(await barcodeOutline(waybillNo)),
    trackingHref: trackingAddress(context.settings.trackingUrl, waybillNo),
    pdfHref: paths.waybillPdf(waybillNo, { key }),
    shareText: plainText(catalogue().waybill.share(shownNo, `${home}${paths.waybill(waybillNo, { key })}`)),
    namelessSince: quote.anonymisedAt && catalogue().waybill.namelessSince(quote.anonymisedAt, paths.privacy),
    invalid: found.isValid ? null : { ...whyInvalid(quote, shownNo), statusHref: paths.paymentStatus(quote.id) },
    // The link may be forwarded to the receiver: it shows the waybill, but neither what it cost nor a way to change it.
    papers: isOwner ? (await papersOf(store.read, quote.id)).map(paperLink) : [],
    canComeBack: await maySendBack(store.read, quote),
    changeHref: isOwner && isChangeable(quote, history) ? paths.changeBooking(quote.id) : null,
    cancelHref: isOwner && whyNotCancellable(quote, history) === null ? paths.cancelBooking(quote.id) : null,
  };
  return json(page, privately());
}

/** "Send it back": begins a parcel in the other direction. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  refuseOtherSites(request, context.settings);
  const { store } = context.services;
  const found = await openWaybill(request, context, params.no);
  if (!found.isOpen || !(await maySendBack(store.read, found.quote))) throw new Response("Not Found", { status: 404 });
  const { quote, isOwner } = found;
  const uid = (await signedIn(request, context))?.account.uid;
  return sendBack(
    context.settings,
    quote,
    isOwner ? "who booked" : "who has the waybill",
    uid && uid === quote.uid ? uid : "",
  );
}

function whyInvalid({ cancelledAt, cancelledBy }: Quote, shownNo: string) {
  const { unpaid, cancelled } = catalogue().waybill;
  if (!cancelledAt) return { ...unpaid, why: unpaid.why(shownNo) };
  const why = (cancelledBy === "customer" ? cancelled.byCustomer : cancelled.byUs)(shownNo, cancelledAt);
  return { title: cancelled.title, why, button: cancelled.button };
}

export default function WaybillPage() {
  const page = useLoaderData<typeof loader>();
  if (page.isClosed)
    return (
      <SiteShell shortFooter>
        <ClosedWaybill {...page} />
      </SiteShell>
    );
  const { shownNo, quantity, slips, barcodeSrc, namelessSince } = page;
  if (page.invalid) return <InvalidWaybill {...page.invalid} papers={page.papers} />;
  const words = catalogue().waybill;
  return (
    <SiteShell shortFooter>
      <h1>{shown(words.title)}</h1>
      {namelessSince ? (
        <Notice tone="info" title={plainText(words.nameless)}>
          <p>{shown(namelessSince)}</p>
        </Notice>
      ) : null}
      {page.missing ? <p>{page.missing}</p> : null}
      <div className="slips">
        <link rel="stylesheet" href={styles} />
        {slips.map(({ slip, qrSrc }) => (
          <WaybillSlip key={slip.piece} {...{ slip, barcodeSrc, qrSrc }} />
        ))}
      </div>
      {quantity > slips.length ? <p>{shown(words.slipsShown(slips.length, quantity, page.pdfHref))}</p> : null}
      <NoPrinterHint waybillNo={shownNo} of={quantity} />
      <p className="no-print">{shown(words.trusted)}</p>
      <ButtonRow>
        <PrintButton>{shown(words.print)}</PrintButton>
        <ButtonLink plain href={page.trackingHref}>
          {shown(words.track)}
        </ButtonLink>
      </ButtonRow>
      <MoreLinks {...page} />
      {page.canComeBack ? <SendItBack>{shown(words.otherWay)}</SendItBack> : null}
    </SiteShell>
  );
}

/** Shown instead of a slip, because the parcel won't be collected. */
function InvalidWaybill(props: ReturnType<typeof whyInvalid> & { statusHref: string; papers: PaperLink[] }) {
  const { title, why, button, statusHref, papers } = props;
  return (
    <SiteShell shortFooter>
      <h1>{shown(catalogue().waybill.title)}</h1>
      <Notice tone="info" title={plainText(title)}>
        <p>{shown(why, inBold)}</p>
        <ButtonRow>
          <ButtonLink href={statusHref}>{shown(button)}</ButtonLink>
        </ButtonRow>
      </Notice>
      <MoreLinks pdfHref={null} shareText={null} papers={papers} changeHref={null} cancelHref={null} />
    </SiteShell>
  );
}
