import { openCall, reply } from "#app/http/api/api.server";
import { whatWorks } from "#app/http/api/what-works.server";
import { release } from "#app/release.server";

/**
 * GET: whether all of the site works, what of it does, and the release; 503 if not all, for monitors that only check the
 * status.
 */
export const loader = openCall("GET /health", async (_, services) => {
  const works = await whatWorks(services);
  const ok = works.pages && works.prices && works.forms;
  return reply({ ok, works, ...release }, {}, ok ? 200 : 503);
});

export const action = loader;
