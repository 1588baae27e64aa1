import { settings } from "#app/config.server";
import { openapiDocument } from "#app/domain/bookings/openapi.server";
import { api, publicList, reply } from "#app/http/api/api.server";
import { siteAddress } from "#app/http/pages/site-address.server";

/** GET: the description of this interface. */
export const loader = api("GET", async ({ request }) => {
  const namesVat = settings().registration.vatNumber !== "none";
  return reply(await openapiDocument(siteAddress(request), namesVat), publicList);
});

export const action = loader;
