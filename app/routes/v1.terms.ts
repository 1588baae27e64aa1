import { TERMS_VERSION } from "#app/domain/parcels/quotes/terms-version";
import { answer, callsAt } from "#app/http/api/keyed-api.server";
import { siteAddress } from "#app/http/pages/site-address.server";
import { paths } from "#app/paths";

/** GET: the terms that apply to bookings today. */
export const loader = callsAt("/v1/terms", {
  GET: async ({ request, settings }) =>
    answer({ status: 200, body: { version: TERMS_VERSION, url: siteAddress(request, settings) + paths.terms } }),
});

export const action = loader;
