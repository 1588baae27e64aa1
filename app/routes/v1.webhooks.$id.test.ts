import { queueTest } from "#app/domain/webhooks/raise-event.server";
import { answerOnce, idempotencyKeyOf, keyedApi } from "#app/http/api/keyed-api.server";
import { webhookOfCall } from "#app/http/api/webhook-of-call.server";

/** POST: calls the webhook once with an event that is about nothing. */
export const loader = keyedApi({
  POST: async (call) => {
    const key = idempotencyKeyOf(call.request, { isRequired: false });
    const answered = await answerOnce(call, key, null, {
      read: () => webhookOfCall(call),
      async work(tx, endpoint) {
        if (endpoint.offAt) return { refused: "switched-off", detail: "This webhook is switched off." };
        return { status: 202, body: { id: await queueTest(tx, endpoint, call.now) } };
      },
    });
    call.services.sendEmails();
    return answered;
  },
});

export const action = loader;
