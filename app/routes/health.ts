import { api, reply } from "#app/http/api/api.server";
import { release } from "#app/release.server";

/** GET: whether prices can be had and anything can be written, and which release says so; 503 when not, for whoever only looks at the status. */
export const loader = api("GET", async (_args, { ownPricing, store }) => {
  const [prices, isWritable] = await Promise.all([ownPricing.health(), store.isWritable()]);
  const ok = prices.ok && isWritable;
  return reply({ ok, ...release }, {}, ok ? 200 : 503);
});

export const action = loader;
