import { json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { company } from "#app/company.server";
import { settings } from "#app/config.server";
import { contact } from "#app/contact";
import { type TrackedParcel, trackedParcel } from "#app/domain/bookings/tracked-parcel.server";
import { roadNames } from "#app/domain/quotes/parcel-state";
import { stopOf } from "#app/domain/rounds/stop-views.server";
import { saDateTime } from "#app/domain/values/sa-time";
import { eventInWords } from "#app/domain/waybills/history-in-words";
import { normaliseWaybillNumber, spokenWaybillNumber } from "#app/domain/waybills/waybill-number";
import { siteAddress } from "#app/http/pages/site-address.server";
import { driverHere } from "#app/http/sign-in/driver.server";
import { allowedByLink, keyIn } from "#app/http/sign-in/signed-link.server";
import { paths } from "#app/paths";
import { Notice } from "#app/ui/notice";
import { privatePageMeta } from "#app/ui/shell/page-meta";
import { SiteShell } from "#app/ui/shell/site-shell";
import { Road, StatePanel } from "#app/ui/shipments/state-panel";
import { TrackForm } from "#app/ui/shipments/track-form";
import { TrackingButtons, TrackingLinks } from "#app/ui/shipments/tracking-actions";
import { TrackingHistory } from "#app/ui/shipments/tracking-history";

const LONGEST_SHOWN = 40;

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  privatePageMeta(data?.parcel?.headline ?? "Track a parcel");

/** A parcel's state, what happens next, and its history, newest first; nothing personal. */
export async function loader({ request }: LoaderFunctionArgs) {
  const typed = (new URL(request.url).searchParams.get("no") ?? "").trim();
  const waybillNo = normaliseWaybillNumber(typed);
  const { store } = await company();
  const now = new Date();
  // The QR code on a parcel leads here, and sends its driver on to the stop.
  const who = waybillNo ? await driverHere(request) : null;
  if (who && waybillNo && (await stopOf(store.read, who.driver, waybillNo, now)))
    throw redirect(paths.driverStop(waybillNo));
  const found = waybillNo ? await trackedParcel(store.read, waybillNo, now) : null;
  const page = {
    shown: waybillNo ? spokenWaybillNumber(waybillNo) : typed.slice(0, LONGEST_SHOWN),
    isWaybillNo: waybillNo !== null,
    isElsewhere: settings().trackingUrl !== undefined,
    parcel: found && asShown(found, siteAddress(request), await wishesHref(request, found)),
  };
  return json(page, { status: found || !typed ? 200 : 404, headers: { "Cache-Control": "no-store" } });
}

/** Where the receiver chooses another day, if they came by the link in their email. */
async function wishesHref(request: Request, { wishesFor }: TrackedParcel): Promise<string | null> {
  if (!wishesFor || !(await allowedByLink(request, paths.findMe(wishesFor)))) return null;
  return `${paths.findMe(wishesFor, { key: keyIn(request) })}#wishes`;
}

function asShown(parcel: TrackedParcel, origin: string, wishes: string | null) {
  const { waybillNo, state, headline, next, missing, of, history } = parcel;
  const events = history.map(({ happenedAt, kind, place, pieces }) => ({
    at: saDateTime(happenedAt),
    iso: happenedAt.toISOString(),
    text: eventInWords(kind, place, { count: pieces, of }),
  }));
  const phone = contact().phoneShown.replaceAll(" ", "\u00a0");
  return {
    ...{ headline, missing },
    // The number is on the parcel for anybody to read: only the email's link says who the receiver is.
    isWishElsewhere: parcel.wishesFor !== null && wishes === null,
    next: next.replace(contact().phoneShown, phone),
    road: state.stage && { names: roadNames(state.stage, state.state === "failed"), reached: state.stage },
    events: events.toReversed(),
    actions: {
      state: state.state,
      wishesHref: wishes,
      caseHref: paths.case(waybillNo),
      phone: { href: `tel:${contact().phone}`, shown: phone },
      shareText: `Follow parcel ${spokenWaybillNumber(waybillNo)}: ${origin}${paths.tracking(waybillNo)}`,
    },
  };
}

export default function Tracking() {
  const { shown, parcel, isWaybillNo, isElsewhere } = useLoaderData<typeof loader>();
  const path = useLocation().pathname;
  if (!parcel) {
    return (
      <SiteShell path={path}>
        <h1>Track a parcel</h1>
        {shown === "" ? (
          <Notice tone="info" title="Which parcel?">
            <p>Type the waybill number from your slip, email or text message.</p>
          </Notice>
        ) : (
          <Notice tone="info" title="Not found yet">
            <p>
              We can't find the waybill “{shown}”.{" "}
              {isWaybillNo
                ? "A new waybill may take a few minutes to show. We issue it once your payment has arrived. Try again shortly."
                : "A waybill number is TH and ten digits. Please check this one against your slip, email or text message."}
            </p>
          </Notice>
        )}
        <TrackForm action={paths.track} typed={shown} isElsewhere={isElsewhere} />
        <p className="links">
          <a href={paths.lost()}>I lost my waybill number</a> <a href={paths.contact}>Chat with us</a>
        </p>
      </SiteShell>
    );
  }
  const { headline, next, missing, isWishElsewhere, road, events, actions } = parcel;
  return (
    <SiteShell path={path}>
      <StatePanel
        state={actions.state}
        headline={headline}
        above={
          <>
            Waybill <span className="nowrap">{shown}</span>
          </>
        }
      >
        <p>{next}</p>
        {isWishElsewhere ? (
          <p>Is it for you? The link in our email lets you choose another day, or a neighbour.</p>
        ) : null}
        {missing ? (
          <p>
            <b>{missing}</b>
          </p>
        ) : null}
        {road ? <Road {...road} /> : null}
      </StatePanel>
      <TrackingButtons {...actions} />
      <section className="main" aria-labelledby="happened">
        <h2 id="happened">What happened</h2>
        <TrackingHistory events={events} />
      </section>
      <TrackingLinks {...actions} />
    </SiteShell>
  );
}
