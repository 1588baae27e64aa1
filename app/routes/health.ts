import { api, reply } from "#app/http/api.server";

/** GET: whether prices can be had; 503 when not, for whoever only looks at the status. */
export const loader = api("GET", async (_args, { ownPricing }) => {
  const health = await ownPricing.health();
  return reply(health, {}, health.ok ? 200 : 503);
});

export const action = loader;
