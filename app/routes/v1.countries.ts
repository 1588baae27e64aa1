import { CountriesQuerySchema } from "#app/domain/prices/contract/wire-queries";
import { api, publicList, queryOf, reply, validRequest } from "#app/http/api/api.server";

/** GET: international destinations whose name contains `q`, best match first. */
export const loader = api("GET", async ({ request }, { ownPricing }) => {
  const query = validRequest(CountriesQuerySchema, queryOf(request));
  if (!query.ok) return query.refusal;
  const { q, limit } = query.data;
  return reply({ items: await ownPricing.countries(q, limit) }, publicList);
});

export const action = loader;
