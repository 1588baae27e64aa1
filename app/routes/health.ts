import { openCall } from "#app/http/api/api.server";
import { replyHealth } from "#app/http/api/reply-health.server";
import { release } from "#app/release.server";

/** GET: whether all of the site works, what of it does, and the release. */
export const loader = openCall("GET /health", (_, services) => replyHealth(services, release));

export const action = loader;
