import { changeSecret } from "#app/domain/post/webhooks/endpoints.server";
import { BOTH_SIGN_MS } from "#app/domain/post/webhooks/sign.server";
import { answerOnce, callsAt } from "#app/http/api/keyed-api.server";
import { noSuchWebhook, secretOf, webhookOfCall } from "#app/http/api/webhook-of-call.server";

/** POST: a new secret. The one before signs as well for a day. */
export const loader = callsAt("/v1/webhooks/{id}/secret", {
  POST: async (call) =>
    answerOnce(call, call.key, null, {
      read: () => webhookOfCall(call),
      async work(tx, { id }) {
        if (!(await changeSecret(tx, call.holder.uid, id, call.now))) return noSuchWebhook;
        const previousUntil = new Date(call.now.getTime() + BOTH_SIGN_MS).toISOString();
        return { status: 200, body: { previousUntil } };
      },
      secrets: (read) => secretOf(read, call, call.params.id ?? ""),
    }),
});

export const action = loader;
