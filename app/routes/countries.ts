import type { LoaderFunctionArgs } from "@remix-run/node";
import { CountriesQuerySchema } from "#app/domain/pricing/wire-queries";
import { api, checkAsked, publicList, queryOf, reply } from "#app/http/api/api.server";

/** GET: what `/v1/countries` answers, from wherever our pages get prices, so that a suggestion is one that they take. */
export const loader = api("GET", async ({ request }: LoaderFunctionArgs, { pricing }) => {
  const query = checkAsked(CountriesQuerySchema, queryOf(request));
  if (!query.ok) return query.refusal;
  const { q, limit } = query.asked;
  return reply({ items: await pricing.countries(q, limit) }, publicList);
});
