import { json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { company } from "#app/company.server";
import { deliveryOfWaybill } from "#app/domain/bookings/delivery-of-waybill.server";
import { stopOf } from "#app/domain/rounds/stop-views.server";
import { saDateTime } from "#app/domain/values/sa-time";
import { eventInWords } from "#app/domain/waybills/history-in-words";
import { findWaybill, historyOf, piecesOf } from "#app/domain/waybills/issue-waybill.server";
import { missingInWords } from "#app/domain/waybills/pieces";
import { type Stage, wayOf } from "#app/domain/waybills/stages";
import { normaliseWaybillNumber, spokenWaybillNumber } from "#app/domain/waybills/waybill-number";
import { siteAddress } from "#app/http/pages/site-address.server";
import { driverHere } from "#app/http/sign-in/driver.server";
import { paths } from "#app/paths";
import { ButtonLink, ButtonRow } from "#app/ui/forms/button";
import { Notice } from "#app/ui/notice";
import { privatePageMeta } from "#app/ui/shell/page-meta";
import { SiteShell } from "#app/ui/shell/site-shell";
import { ParcelWay, type StageShown } from "#app/ui/shipments/parcel-way";
import { ShareOnWhatsApp } from "#app/ui/shipments/share-on-whatsapp";
import { TrackingHistory } from "#app/ui/shipments/tracking-history";

const LONGEST_SHOWN = 40;

export const meta: MetaFunction = () => privatePageMeta("Track a parcel");

/** A waybill's history, newest first; nothing personal. */
export async function loader({ request }: LoaderFunctionArgs) {
  const typed = (new URL(request.url).searchParams.get("no") ?? "").trim();
  const waybillNo = normaliseWaybillNumber(typed);
  const { store } = await company();
  // The QR code on a parcel leads here, and sends its driver on to the stop.
  const who = waybillNo ? await driverHere(request) : null;
  if (who && waybillNo && (await stopOf(store.read, who.driver, waybillNo, new Date())))
    throw redirect(paths.driverStop(waybillNo));
  const waybill = waybillNo ? await findWaybill(store.read, waybillNo) : null;
  const history = waybill ? await historyOf(store.read, waybill.waybillNo) : [];
  const { of, booked } = await piecesOf(store.read, waybillNo ?? "");
  const events = history.map(({ happenedAt, kind, place, pieces }) => ({
    at: saDateTime(happenedAt),
    iso: happenedAt.toISOString(),
    text: eventInWords(kind, place, { count: pieces, of }),
  }));
  const delivery = waybill && (await deliveryOfWaybill(store.read, waybill, history, new Date()));
  const page = {
    shown: waybillNo ? spokenWaybillNumber(waybillNo) : typed.slice(0, LONGEST_SHOWN),
    way: wayOf(history, of)?.map((stage) => inWords(stage, delivery)) ?? null,
    missing: missingInWords(history, of, booked),
    delivery,
    events: waybill ? events.reverse() : null,
    caseHref: waybill && history.at(-1)?.kind !== "cancelled" ? paths.case(waybill.waybillNo) : null,
    isWaybillNo: waybillNo !== null,
    shareText: waybill
      ? `Follow parcel ${spokenWaybillNumber(waybill.waybillNo)}: ${siteAddress(request)}${paths.tracking(waybill.waybillNo)}`
      : null,
  };
  return json(page, { status: waybill || !typed ? 200 : 404, headers: { "Cache-Control": "no-store" } });
}

export default function Tracking() {
  const { shown, events, way, missing, delivery, isWaybillNo, caseHref, shareText } = useLoaderData<typeof loader>();
  return (
    <SiteShell path={useLocation().pathname}>
      <h1>Track a parcel</h1>
      {shown === "" ? (
        <Notice tone="info" title="Which parcel?">
          <p>Type the waybill number from your slip, email or SMS.</p>
        </Notice>
      ) : events ? (
        <>
          <p>
            Waybill <b className="nowrap">{shown}</b>
          </p>
          {delivery ? (
            <p>
              Delivery: <b>{delivery}</b>
            </p>
          ) : null}
          {missing ? (
            <p>
              <b>{missing}</b>
            </p>
          ) : null}
          {way ? <ParcelWay stages={way} /> : null}
          <h2>What happened</h2>
          <TrackingHistory events={events} />
        </>
      ) : (
        <Notice tone="info" title="Not found yet">
          <p>
            We can't find the waybill “{shown}”.{" "}
            {isWaybillNo
              ? "A new waybill may take a few minutes to show. We issue it once your payment has arrived. Try again shortly."
              : "A waybill number is TH and ten digits. Please check this one against your slip, email or SMS."}
          </p>
        </Notice>
      )}
      <ButtonRow>
        <ButtonLink href={paths.track}>Track another parcel</ButtonLink>
        {shareText ? <ShareOnWhatsApp text={shareText} /> : null}
        {caseHref ? (
          <ButtonLink plain href={caseHref}>
            Something is wrong
          </ButtonLink>
        ) : null}
        <ButtonLink plain href={paths.contact}>
          Chat with us
        </ButtonLink>
      </ButtonRow>
    </SiteShell>
  );
}

/** If a scan was forgotten, its stage has no time. */
function inWords({ name, state, at, place }: Stage, delivery: string | null): StageShown {
  const isLast = name === "Delivered";
  if (state === "to come")
    return { name, state, words: isLast && delivery ? `still to come. ${delivery}.` : "still to come" };
  const what = [at ? saDateTime(at) : "", place ?? ""].filter(Boolean);
  const now = what.length > 0 ? `since ${what.join(", ")}` : "now";
  const words = state === "here" && !isLast ? now : ["done", ...what].join(", ");
  return { name, state, words };
}
