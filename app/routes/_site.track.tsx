import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { trackedWaybill, trackingAddress } from "#app/domain/parcels/tracking-address";
import { delaysAt } from "#app/domain/prices/delays.server";
import { typedForm } from "#app/http/forms/typed-form.server";
import { catalogue } from "#app/language/language";
import { plainText } from "#app/language/plain-text";
import { paths } from "#app/paths";
import { pageMeta } from "#app/ui/shell/page-meta";
import { DelayNotice } from "#app/ui/shipments/delay-notice";
import { NumberHelp, TrackForm } from "#app/ui/shipments/track-form";
import { shown } from "#app/ui/words";

export const handle = { cached: true };
export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: plainText(catalogue().tracking.form.title),
    description: plainText(catalogue().tracking.form.description),
    path: paths.track,
  });

export async function loader({ context: { settings, services } }: LoaderFunctionArgs) {
  const delays = await delaysAt(services.store.read, new Date());
  return json({ isElsewhere: settings.trackingUrl !== undefined, delays });
}

/** Redirects to the external tracking page, or to our own if none is configured. Does nothing for a blank number. */
export async function action({ request, context }: ActionFunctionArgs) {
  const waybill = trackedWaybill(await typedForm(request));
  return redirect(waybill ? trackingAddress(context.settings.trackingUrl, waybill) : paths.track, 303);
}

export default function Track() {
  const { isElsewhere, delays } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>{shown(catalogue().tracking.form.title)}</h1>
      <DelayNotice lines={delays} />
      <TrackForm isElsewhere={isElsewhere} />
      <NumberHelp isElsewhere={isElsewhere} />
    </>
  );
}
