import { api, reply } from "#app/http/api/api.server";
import { release } from "#app/release.server";

/**
 * GET: whether prices are available and the database can be written, and the release; 503 if not, for monitors that
 * only check the status.
 */
export const loader = api("GET", async (_args, { ownPricing, store }) => {
  const [prices, isWritable] = await Promise.all([ownPricing.health(), store.isWritable()]);
  const ok = prices.ok && isWritable;
  return reply({ ok, ...release }, {}, ok ? 200 : 503);
});

export const action = loader;
