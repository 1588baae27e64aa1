import { queueTest } from "#app/domain/parcels/raise-event.server";
import { TRIED_OFTEN } from "#app/domain/post/webhooks/switched-off.server";
import { tooMany } from "#app/http/api/key-of.server";
import { answerOnce, callsAt } from "#app/http/api/keyed-api.server";
import { webhookOfCall } from "#app/http/api/webhook-of-call.server";

/** POST: calls the webhook once with an event that is about nothing. */
export const loader = callsAt("/v1/webhooks/{id}/test", {
  POST: async (call) => {
    const answered = await answerOnce(call, call.key, null, {
      read: () => webhookOfCall(call),
      async work(tx, endpoint) {
        if (endpoint.offAt) return { refused: "switched-off", detail: "This webhook is switched off." };
        const test = await queueTest(tx, endpoint, call.now);
        if (test.kind === "one waits")
          return { refused: "test-waiting", detail: "A test call of this webhook is still to be made." };
        if (test.kind === "too many") throw tooMany(TRIED_OFTEN, test.waitMs);
        return { status: 202, body: { id: test.id } };
      },
    });
    call.services.sendEmails();
    return answered;
  },
});

export const action = loader;
