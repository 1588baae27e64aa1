import type { LoaderFunctionArgs } from "@remix-run/node";
import { CountriesQuerySchema } from "#app/domain/prices/contract/wire-queries";
import { api, publicList, queryOf, reply, validRequest } from "#app/http/api/api.server";

/**
 * GET: the same as `/v1/countries`, but from our pages' source of prices, so that the form accepts every suggestion.
 */
export const loader = api("GET", async ({ request }: LoaderFunctionArgs, { pricing }) => {
  const query = validRequest(CountriesQuerySchema, queryOf(request));
  if (!query.ok) return query.refusal;
  const { q, limit } = query.data;
  return reply({ items: await pricing.countries(q, limit) }, publicList);
});
