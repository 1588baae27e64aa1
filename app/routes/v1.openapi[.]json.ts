import { openapiDocument } from "#app/domain/pricing/openapi.server";
import { api, publicList, reply } from "#app/http/api/api.server";
import { siteAddress } from "#app/http/pages/site-address.server";

/** GET: the description of this interface. */
export const loader = api("GET", async ({ request }) => reply(await openapiDocument(siteAddress(request)), publicList));

export const action = loader;
