import { CoverageQuerySchema } from "#app/domain/prices/contract/wire-queries";
import { api, queryOf, refuse, reply, validRequest } from "#app/http/api/api.server";

/** GET: the place of a postal code; 404 if we don't serve it. */
export const loader = api("GET", async ({ request }, { ownPricing }) => {
  const query = validRequest(CoverageQuerySchema, queryOf(request));
  if (!query.ok) return query.refusal;
  const coverage = await ownPricing.coverage(query.data.pcode);
  return coverage ? reply(coverage) : refuse(404, "We do not yet service that postal code.", { field: "pcode" });
});

export const action = loader;
