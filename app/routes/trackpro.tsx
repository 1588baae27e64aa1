import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { trackedWaybill, trackingAddress } from "#app/domain/parcels/tracking-address";
import { privately } from "#app/http/pages/private-page.server";
import { requireUser, requireUserForm } from "#app/http/sign-in/require-user.server";
import { catalogue } from "#app/language/language";
import { plainText } from "#app/language/plain-text";
import { paths } from "#app/paths";
import { AccountShell } from "#app/ui/shell/account-shell";
import { privatePageMeta } from "#app/ui/shell/page-meta";
import { NumberHelp, TrackForm } from "#app/ui/shipments/track-form";
import { shown } from "#app/ui/words";

export const meta: MetaFunction = () => privatePageMeta(plainText(catalogue().tracking.title));

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { formToken } = await requireUser(request, context);
  const { trackproUrl, trackingUrl } = context.settings;
  return json({ formToken, isElsewhere: Boolean(trackproUrl ?? trackingUrl) }, privately());
}

/** Redirects to the external tracking page, or to our own if none is configured. Does nothing for a blank number. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { form } = await requireUserForm(request, context);
  const waybill = trackedWaybill(form);
  const { trackproUrl, trackingUrl } = context.settings;
  return redirect(waybill ? trackingAddress(trackproUrl ?? trackingUrl, waybill) : paths.trackpro, privately(303));
}

export default function TrackPro() {
  const { formToken, isElsewhere } = useLoaderData<typeof loader>();
  return (
    <AccountShell backHref={paths.dashboard} formToken={formToken}>
      <h1>{shown(catalogue().tracking.title)}</h1>
      <TrackForm token={formToken} isElsewhere={isElsewhere} />
      <NumberHelp isElsewhere={isElsewhere} />
    </AccountShell>
  );
}
