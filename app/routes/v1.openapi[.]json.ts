import { settings } from "#app/config.server";
import { openapiDocument } from "#app/domain/pricing/openapi.server";
import { api, publicList, reply } from "#app/http/api.server";

/** GET: the description of this interface. */
export const loader = api("GET", async () => reply(await openapiDocument(settings().appUrl), publicList));

export const action = loader;
