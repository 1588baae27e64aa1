import { removeEndpoint } from "#app/domain/post/webhooks/endpoints.server";
import { answer, callsAt } from "#app/http/api/keyed-api.server";
import { ProblemError } from "#app/http/api/problem.server";
import { noSuchWebhook, webhookAnswered, webhookOfCall } from "#app/http/api/webhook-of-call.server";

/** GET: a webhook. DELETE: ends it, with all that waits for it. */
export const loader = callsAt("/v1/webhooks/{id}", {
  GET: async (call) => answer({ status: 200, body: webhookAnswered(await webhookOfCall(call)) }),
  DELETE: async ({ services: { store }, holder, params }) => {
    const isRemoved = await store.tx((tx) => removeEndpoint(tx, holder.uid, params.id ?? ""));
    if (!isRemoved) throw new ProblemError(noSuchWebhook);
    return answer({ status: 204, body: null });
  },
});

export const action = loader;
