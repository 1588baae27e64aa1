import type { Services } from "#app/services.server";
import { reply } from "./api.server";
import { whatWorks } from "./what-works.server";

/** Whether all of the site works, what of it does, and the release; 503 if not all, for monitors that only check the status. */
export async function replyHealth(services: Services, release: object): Promise<Response> {
  const works = await whatWorks(services);
  const ok = works.pages && works.prices && works.forms;
  return reply({ ok, works, ...release }, {}, ok ? 200 : 503);
}
