import { CountriesQuerySchema } from "#app/domain/pricing/wire-queries";
import { api, checkAsked, publicList, queryOf, reply } from "#app/http/api/api.server";

/** GET: international destinations whose name contains `q`, best match first. */
export const loader = api("GET", async ({ request }, { ownPricing }) => {
  const query = checkAsked(CountriesQuerySchema, queryOf(request));
  if (!query.ok) return query.refusal;
  const { q, limit } = query.asked;
  return reply({ items: await ownPricing.countries(q, limit) }, publicList);
});

export const action = loader;
