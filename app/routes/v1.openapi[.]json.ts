import { openapiDocument } from "#app/domain/bookings/openapi.server";
import { api, publicList, reply } from "#app/http/api/api.server";
import { siteAddress } from "#app/http/pages/site-address.server";

/** GET: the description of this interface. */
export const loader = api("GET", async ({ request, context }) => {
  const namesVat = context.settings.registration.vatNumber !== "none";
  return reply(await openapiDocument(siteAddress(request, context.settings), namesVat), publicList);
});

export const action = loader;
