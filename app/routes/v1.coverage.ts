import { openCall, refuse, reply } from "#app/http/api/api.server";

/** GET: the place of a postal code; 404 if we don't serve it. */
export const loader = openCall("GET /v1/coverage", async ({ pcode }, { ownPricing }) => {
  const coverage = await ownPricing.coverage(pcode);
  return coverage ? reply(coverage) : refuse(404, "We do not yet service that postal code.", { field: "pcode" });
});

export const action = loader;
