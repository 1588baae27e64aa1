import { type AppLoadContext, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { contact } from "#app/contact";
import { lookUp, type TrackedParcel } from "#app/domain/bookings/tracked-parcel.server";
import { stopOf } from "#app/domain/drivers/stop-views.server";
import { eventInWords } from "#app/domain/parcels/history-in-words";
import { badNews, roadOf } from "#app/domain/parcels/parcel-state";
import { momentInWords } from "#app/domain/parcels/parcel-state-in-words";
import { spokenWaybillNumber } from "#app/domain/parcels/waybill-number";
import { typedQuery } from "#app/http/forms/typed-form.server";
import { privately } from "#app/http/pages/private-page.server";
import { siteAddress } from "#app/http/pages/site-address.server";
import { allowedByLink, keyIn } from "#app/http/sign-in/allowed-by-link.server";
import { driverHere } from "#app/http/sign-in/driver.server";
import { catalogue } from "#app/language/language";
import { plainText } from "#app/language/plain-text";
import { paths } from "#app/paths";
import { TrackingButtons, TrackingLinks } from "#app/routes/tracking/tracking-actions";
import { EachApart } from "#app/ui/apart";
import { Aside } from "#app/ui/aside";
import { Notice } from "#app/ui/notice";
import { privateMetaOf } from "#app/ui/shell/page-meta";
import { SiteShell } from "#app/ui/shell/site-shell";
import { Road, StatePanel } from "#app/ui/shipments/state-panel";
import { TrackForm } from "#app/ui/shipments/track-form";
import { shown } from "#app/ui/words";

const LONGEST_SHOWN = 40;

export const meta = privateMetaOf<typeof loader>(({ parcel }) =>
  plainText(parcel?.headline ?? catalogue().tracking.title),
);

/** A parcel's state, what happens next, and its history, newest first; nothing personal. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { store, places } = context.services;
  const now = new Date();
  const found = await lookUp(store.read, places, typedQuery(request).get("no") ?? "", now);
  if (found.kind !== "found") {
    const shown = "waybillNo" in found ? spokenWaybillNumber(found.waybillNo) : found.typed.slice(0, LONGEST_SHOWN);
    const isElsewhere = context.settings.trackingUrl !== undefined;
    return json({ kind: found.kind, shown, isElsewhere, parcel: null }, privately(found.typed ? 404 : 200));
  }
  // The QR code on a parcel leads here, and sends its driver on to the stop.
  const { waybillNo } = found.parcel;
  const signedInDriver = await driverHere(request, context);
  const stop = signedInDriver && (await stopOf(store.read, signedInDriver.driver, waybillNo, now));
  if (stop) throw redirect(paths.driverStop(waybillNo, stop.visit));
  const shown = spokenWaybillNumber(waybillNo);
  const wish = await wishOf(request, context, found.parcel);
  return json(
    { kind: found.kind, shown, parcel: asShown(found.parcel, siteAddress(request, context.settings), wish, now) },
    privately(200),
  );
}

/**
 * How the receiver chooses another day after a delivery that failed. The number is on the parcel for anybody to read:
 * only the email's link says who the receiver is.
 */
type WishLink = { kind: "none" } | { kind: "by_email" } | { kind: "here"; href: string };

async function wishOf(request: Request, context: AppLoadContext, { wishesFor }: TrackedParcel): Promise<WishLink> {
  if (!wishesFor) return { kind: "none" };
  if (!(await allowedByLink(request, context, paths.findMe(wishesFor.id), wishesFor))) return { kind: "by_email" };
  return { kind: "here", href: `${paths.findMe(wishesFor.id, { key: keyIn(request) })}#wishes` };
}

function asShown(parcel: TrackedParcel, origin: string, wish: WishLink, now: Date) {
  const { waybillNo, state, headline, next, missing, of, route, history, news } = parcel;
  const happened = history.map((event) => ({ at: event.happenedAt, text: eventInWords(event, of) }));
  const told = news ? [{ at: news.saidAt, text: plainText(catalogue().tracking.told(news.words)) }] : [];
  const events = [...happened, ...told]
    .toSorted((one, other) => Number(one.at) - Number(other.at))
    .map(({ at, text }) => ({ at: momentInWords(at, now), iso: at.toISOString(), text }));
  const current = news?.isCurrent ? catalogue().tracking.news(momentInWords(news.saidAt, now), news.words) : null;
  return {
    ...{ headline, next, missing, route, news: current },
    wish,
    road: state.stage && roadOf(state.stage, state.state === "failed"),
    events: events.toReversed(),
    actions: {
      state: state.state,
      wishesHref: wish.kind === "here" ? wish.href : null,
      linkHref: wish.kind === "by_email" ? paths.lost({ no: waybillNo }) : null,
      caseHref: paths.case(waybillNo),
      phone: { href: `tel:${contact().phone}`, shown: contact().phoneShown },
      shareText: plainText(
        catalogue().tracking.share(spokenWaybillNumber(waybillNo), `${origin}${paths.tracking(waybillNo)}`),
      ),
    },
  };
}

export default function Tracking() {
  const page = useLoaderData<typeof loader>();
  const words = catalogue().tracking;
  if (page.kind !== "found")
    return (
      <SiteShell shortFooter>
        <h1>{shown(words.title)}</h1>
        <Notice tone="info" title={plainText(page.kind === "nothing_typed" ? words.which : words.notFound.title)}>
          <p>{shown(page.kind === "nothing_typed" ? words.typeIt : words.notFound[page.kind](page.shown))}</p>
        </Notice>
        <TrackForm action={paths.track} typed={page.shown} isElsewhere={page.isElsewhere} />
        <Aside title={plainText(words.notFound.noNumber)}>
          <p className="links">
            <EachApart>
              <a href={paths.lost()}>{shown(catalogue().lost.title)}</a>
              <a href={paths.contact}>{shown(words.buttons.chat)}</a>
            </EachApart>
          </p>
        </Aside>
      </SiteShell>
    );
  const { headline, next, missing, route, news, wish, road, events, actions } = page.parcel;
  return (
    <SiteShell shortFooter>
      <StatePanel
        state={actions.state}
        isBad={badNews.includes(actions.state)}
        headline={shown(headline)}
        above={shown(route ? words.waybillTo(page.shown, route) : words.waybill(page.shown), {
          number: (value) => <span className="nowrap">{value}</span>,
        })}
      >
        <p>{shown(next)}</p>
        {news ? <p>{shown(news)}</p> : null}
        {wish.kind === "by_email" ? <p>{shown(words.isItForYou)}</p> : null}
        {missing ? (
          <p>
            <b>{missing}</b>
          </p>
        ) : null}
        {road ? <Road {...road} /> : null}
      </StatePanel>
      <TrackingButtons {...actions} />
      <section className="main" aria-labelledby="happened">
        <h2 id="happened">{shown(words.whatHappened)}</h2>
        <TrackingHistory events={events} />
      </section>
      <TrackingLinks {...actions} />
    </SiteShell>
  );
}

/** One event: its time for people, its time for programs, and a text. */
type Happened = { at: string; iso: string; text: string };

/** A waybill's history, newest first. Nothing personal: anyone with the number can see it. */
function TrackingHistory({ events }: { events: Happened[] }) {
  return (
    <ol className="history">
      {events.map((event) => (
        <li key={event.iso + event.text}>
          <b>{event.text}</b> <time dateTime={event.iso}>{event.at}</time>
        </li>
      ))}
    </ol>
  );
}
