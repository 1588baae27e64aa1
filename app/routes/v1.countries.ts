import { openCall, publicList, reply } from "#app/http/api/api.server";

/** GET: international destinations whose name contains `q`, best match first. */
export const loader = openCall("GET /v1/countries", async ({ q, limit }, { ownPricing }) =>
  reply({ items: await ownPricing.countries(q, limit) }, publicList),
);

export const action = loader;
